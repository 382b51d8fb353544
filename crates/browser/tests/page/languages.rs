//! Every view in every language: no word is missing, none is left in English, no control of a game is cut off.

use plywood_browser::page::{Page, Screen};
use serde_json::{Value, json};

use crate::shared::{LANGUAGES, Stage, tour};

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

#[test]
fn no_word_is_missing_in_any_language() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    let tour = tour(&stage.house, &page);
    page.open("about");
    // What is to be found is found.
    let plant = "const bad = document.createElement('p');
        bad.append('lobby.play'); bad.title = 'Hello {name}';
        document.querySelector('main').append(bad)";
    page.session.run(plant, &[]);
    assert_eq!(faults(&page).len(), 2, "{:?}", faults(&page));
    let mut wrong = Vec::new();
    for language in LANGUAGES {
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
        for stop in &tour {
            stop.go(&page);
            let lang = page.session.run("return document.documentElement.lang", &[]);
            assert_eq!(lang, Value::from(*language), "{}", stop.name);
            wrong
                .extend(faults(&page).into_iter().map(|fault| format!("{language}, {}: {fault}", stop.name)));
            for (screen, width) in [(Screen::Phone, "390"), (Screen::Desktop, "1280")] {
                page.screen(screen);
                let cut = page.session.run(TEXT_CUT, &[]);
                let cut = cut.as_array().into_iter().flatten().filter_map(Value::as_str);
                wrong.extend(cut.map(|fault| format!("{language}, {}, {width}: {fault}", stop.name)));
            }
            stop.leave(&page);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    page.clean(&["404"]);
}

/// The texts that do not fit their element, and views that are wider than the window.
const TEXT_CUT: &str = r#"
    const faults = [];
    if (document.documentElement.scrollWidth > innerWidth) faults.push(`the page is ${document.documentElement.scrollWidth} wide`);
    for (const element of document.body.querySelectorAll('*')) {
      if (element.closest('svg, dialog:not([open])')) continue;
      const said = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()).join(' ').trim();
      const { width } = element.getBoundingClientRect();
      if (width < 4 || !(said || element.matches('select'))) continue;
      if (element.matches('select')) {
        const whole = element.cloneNode();
        whole.append(element.selectedOptions[0]?.cloneNode(true) ?? '');
        whole.style.cssText = 'width: auto; max-width: none; position: absolute';
        element.after(whole);
        if (whole.offsetWidth > element.offsetWidth + 1) faults.push(`cut off: ${whole.textContent}`);
        whole.remove();
        continue;
      }
      const { overflowX } = getComputedStyle(element);
      if (overflowX !== 'visible' && overflowX !== 'auto' && element.scrollWidth > element.clientWidth + 1) faults.push(`cut off: ${said}`);
      if (overflowX === 'visible' && element.clientWidth && element.scrollWidth > element.clientWidth + 1) faults.push(`reaches out: ${said}`);
    }
    return [...new Set(faults)];"#;

/// The visible controls of a game that reach out of the window or of the part that they belong to, or do not show all of
/// their words.
const CUT_OFF: &str = r#"
    const faults = [];
    for (const control of document.querySelectorAll('.table button')) {
      const { left, right, width } = control.getBoundingClientRect();
      if (!width) continue;
      const part = control.closest('.panel, .play-area').getBoundingClientRect();
      const name = control.textContent.trim() || control.title;
      if (left < Math.max(0, part.left) - 1 || right > Math.min(innerWidth, part.right) + 1) faults.push(`${name} reaches out`);
      for (const words of control.querySelectorAll('span')) if (words.scrollWidth > words.clientWidth + 1 && words.clientWidth) faults.push(`${name} is cut off`);
    }
    return faults;"#;

#[test]
fn no_control_of_a_game_is_cut_off_in_any_language() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    let game = stage.house.table("tictactoe", "random").route();
    let mut wrong = Vec::new();
    for language in LANGUAGES {
        page.open("about");
        page.click(&format!(".languages [lang={language}]"));
        page.open(&game);
        page.appears(".tabs button");
        for (screen, width) in [(Screen::Desktop, "1280"), (Screen::Phone, "390")] {
            page.screen(screen);
            let mut check = |state: &str| {
                page.picture(&format!("game-{language}-{width}{state}"));
                let faults = page.session.run(CUT_OFF, &[]);
                let faults = faults.as_array().into_iter().flatten().filter_map(Value::as_str);
                wrong.extend(faults.map(|fault| format!("{language}, {width}{state}: {fault}")));
            };
            check("");
            if screen == Screen::Phone {
                page.click("#tab-think");
                check("-open");
                page.click("#tab-think");
            }
        }
        page.screen(Screen::Desktop);
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
