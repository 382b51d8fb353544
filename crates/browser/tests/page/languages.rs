//! Every view with the longest words of all languages: at every size everything is in its place. That no word is missing, and none
//! is left in English, is tested in `ui-checks`, without a browser.

use plywood_browser::page::{Page, Screen};
use serde_json::{Value, json};

use crate::shared::{LANGUAGES, Stage, measure, tour};

/// Gives the page the longest words that any of these languages has, whichever it asks for.
const LONGEST: &str = "const own = window.fetch;
    window.fetch = async (address, ...more) => {
      if (!/^i18n\\//.test(address)) return own(address, ...more);
      const longest = {};
      for (const language of LANGUAGES) {
        const words = await (await own(`i18n/${language}.json`)).json();
        for (const [key, text] of Object.entries(words)) if (text.length > (longest[key] ?? '').length) longest[key] = text;
      }
      return Response.json(longest);
    };";

/// The views that are measured at every size.
const MAIN: &[&str] = &[
    "lobby",
    "settings",
    "new tictactoe",
    "moves",
    "advice",
    "brain",
    "tree tab",
    "won",
    "lab",
    "lab quiz",
    "record",
];

/// Sizes of the window: the first, and with `PLYWOOD_THOROUGH` the second, are measured for every view. The last is 1280x800 at 200 %.
const SIZES: &[(u32, u32)] = &[(320, 640), (844, 390), (1280, 800), (2560, 1440), (390, 844), (640, 400)];

#[test]
fn what_is_wrong_is_found() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open("about");
    let plant = "const bad = document.createElement('div');
        bad.innerHTML = '<button><span>wide words</span></button><button id=under>under</button>';
        bad.firstChild.style.cssText = 'width: 9px; white-space: nowrap';
        bad.style.width = '120vw'; bad.append('faint'); bad.style.color = '#998';
        const lid = document.createElement('div'); lid.style.cssText = 'position: fixed; inset: 0';
        document.querySelector('main').append(bad, lid)";
    page.session.run(plant, &[]);
    let found = [measure(&page, "layout"), measure(&page, "contrast")].concat().join("\n");
    for fault in ["the page is", "outside its part", "covered: button#under", "too faint"] {
        assert!(found.contains(fault), "{fault} is not found in {found}");
    }
}

#[test]
fn the_longest_words_have_room() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    let script = LONGEST.replace("LANGUAGES", &json!(LANGUAGES).to_string());
    page.session.cdp("Page.addScriptToEvaluateOnNewDocument", json!({"source": script}));
    visit(&stage, &page, "en");
}

#[test]
#[ignore = "it takes minutes: after changes of styles or texts"]
fn every_language_has_room_at_every_size() {
    for language in LANGUAGES {
        let Some(stage) = Stage::open() else { return };
        visit(&stage, &stage.page(), language);
    }
}

/// Walks through all views in a language.
fn visit(stage: &Stage, page: &Page, language: &str) {
    let tour = tour(&stage.house, page);
    // As a person does it: by the button that has the language's name.
    page.open("about");
    page.click(&format!(".languages [lang={language}]"));
    page.wait(
        "the language is another",
        "return document.documentElement.lang === arguments[0]",
        &[json!(language)],
    );
    page.open("");
    page.picture(&format!("lobby-{language}-1280-light"));
    let mut wrong = Vec::new();
    let everywhere = if std::env::var_os("PLYWOOD_THOROUGH").is_some() { 2 } else { 1 };
    for stop in &tour {
        stop.go(page);
        let lang = page.session.run("return document.documentElement.lang", &[]);
        assert_eq!(lang, Value::from(language), "{}", stop.name);
        let sizes = if MAIN.contains(&stop.name.as_str()) { SIZES } else { &SIZES[..everywhere] };
        for &(width, height) in sizes {
            page.screen(Screen::Sized(width, height));
            page.still();
            let mut faults = measure(page, "layout");
            // Where it is a sheet from below, it is measured open as well.
            if page.has(".panel:not(.open) .tabs") && !page.has("dialog[open]") {
                page.click(".tabs [aria-selected=true]");
                page.still();
                faults.extend(measure(page, "layout"));
                page.click(".tabs [aria-selected=true]");
            }
            let at = format!("{language}, {}, {width}x{height}", stop.name);
            wrong.extend(faults.into_iter().map(|fault| format!("{at}: {fault}")));
        }
        page.screen(Screen::Desktop);
        stop.leave(page);
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    page.clean(&["404"]);
}
