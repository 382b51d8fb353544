//! Every view in every language: no word is missing, none is left in English, and at every size everything is in its place.

use plywood_browser::page::{Page, Screen};
use serde_json::{Value, json};

use crate::shared::{LANGUAGES, Stage, measure, tour};

/// Faults in the texts of the current page. English comes from the list of words and from the server.
const FAULTS: &str = r#"
    const language = document.documentElement.lang;
    const words = async (name) => (await fetch(`i18n/${name}.json`)).json();
    const [english, own] = [await words('en'), await words(language)];
    const house = await (await fetch('api/house')).json();
    const foreign = new Set();
    if (language !== 'en') {
      const mine = new Set(Object.values(own));
      for (const text of Object.values(english)) if (!mine.has(text) && /[a-z]{3}/i.test(text) && !text.includes('{')) foreign.add(text);
      const about = ({ about, parameters = [] }) => [about, ...parameters.map((parameter) => parameter.about)];
      for (const thing of [...house.games, ...house.families, ...house.bots]) about(thing).forEach((text) => foreign.add(text));
    }
    const faults = [];
    const judge = (text, where) => {
      text = text.trim();
      if (/^[a-z]+(\.[\w+-]+)+$/.test(text) && (text in english || text.split('.').length > 2 || Object.keys(english).some((key) => key.startsWith(text.split('.')[0] + '.')))) faults.push(`no words: ${text} (${where})`);
      if (/\{\w+\}/.test(text)) faults.push(`no value: ${text} (${where})`);
      if (foreign.has(text)) faults.push(`English: ${text} (${where})`);
    };
    judge(document.title.split(' – ')[0], 'title');
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.nodeType === 1 ? node : node.parentElement;
      if (element.closest('[lang]:not(html)')?.lang === 'en' || element.closest('script, noscript, code')) continue;
      const where = `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`;
      if (node.nodeType === 3) judge(node.data, where);
      else for (const name of ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt']) {
        if (element.hasAttribute(name)) judge(element.getAttribute(name), `${where} ${name}`);
      }
    }
    return [...new Set(faults)];"#;

fn faults(page: &Page) -> Vec<String> {
    let script = format!("return (async () => {{ {FAULTS} }})()");
    let list = page.session.run(&script, &[]);
    list.as_array().into_iter().flatten().filter_map(|text| Some(text.as_str()?.to_string())).collect()
}

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

/// Sizes of the window: the first two are measured for every view. The last is 1280x800 at 200 %.
const SIZES: &[(u32, u32)] = &[(320, 640), (844, 390), (1280, 800), (2560, 1440), (390, 844), (640, 400)];

#[test]
fn what_is_wrong_is_found() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    page.open("about");
    let plant = "const bad = document.createElement('p');
        bad.append('lobby.play'); bad.title = 'Hello {name}';
        document.querySelector('main').append(bad)";
    page.session.run(plant, &[]);
    assert_eq!(faults(&page).len(), 2, "{:?}", faults(&page));
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
fn english_has_its_words_and_room() {
    visit("en", &Thoroughly::Main);
}

#[test]
fn hungarian_has_its_words_and_room() {
    visit("hu", &Thoroughly::NoBoards);
}

#[test]
fn slovak_has_its_words_and_room() {
    visit("sk", &Thoroughly::NoBoards);
}

#[test]
fn finnish_has_its_words_and_room() {
    visit("fi", &Thoroughly::NoBoards);
}

#[test]
fn estonian_has_its_words_and_room() {
    visit("et", &Thoroughly::NoBoards);
}

#[test]
#[ignore = "it takes minutes: after changes of styles or texts"]
fn every_language_has_room_at_every_size() {
    for language in LANGUAGES {
        visit(language, &Thoroughly::Main);
    }
}

/// The sizes at which views are measured.
enum Thoroughly {
    /// The main views at all sizes, the others where they have the least room.
    Main,
    /// All views where they have the least room, but not every kind of board: beside one board stands what stands beside another.
    NoBoards,
}

/// Walks through all views in a language.
fn visit(language: &str, thoroughly: &Thoroughly) {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    let tour = tour(&stage.house, &page);
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
    for stop in &tour {
        stop.go(&page);
        let lang = page.session.run("return document.documentElement.lang", &[]);
        assert_eq!(lang, Value::from(language), "{}", stop.name);
        wrong.extend(faults(&page).into_iter().map(|fault| format!("{language}, {}: {fault}", stop.name)));
        let sizes = match thoroughly {
            Thoroughly::Main if MAIN.contains(&stop.name.as_str()) => SIZES,
            Thoroughly::NoBoards if stop.is_board() => &[],
            _ => &SIZES[..2],
        };
        for &(width, height) in sizes {
            page.screen(Screen::Sized(width, height));
            page.still();
            let mut faults = measure(&page, "layout");
            // Where it is a sheet from below, it is measured open as well.
            if page.has(".panel:not(.open) .tabs") && !page.has("dialog[open]") {
                page.click(".tabs [aria-selected=true]");
                page.still();
                faults.extend(measure(&page, "layout"));
                page.click(".tabs [aria-selected=true]");
            }
            let at = format!("{language}, {}, {width}x{height}", stop.name);
            wrong.extend(faults.into_iter().map(|fault| format!("{at}: {fault}")));
        }
        page.screen(Screen::Desktop);
        stop.leave(&page);
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    page.clean(&["404"]);
}
