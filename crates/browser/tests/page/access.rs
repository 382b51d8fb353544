//! Accessibility: the rules of axe-core in both themes, and a visible focus.

use std::collections::BTreeSet;

use plywood_browser::axe;
use plywood_browser::page::Page;
use serde_json::{Value, json};

use crate::shared::{Stage, measure, tour};

/// The rules.
const RULES: &[&str] = &["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"];

/// Runs rules and answers what breaks them, in short. Contrast is measured by `measure.js`, in drawings too.
const RUN: &str = "
    const rules = { 'color-contrast': { enabled: false } };
    const found = await axe.run(document, { runOnly: arguments[0], rules, resultTypes: ['violations'] });
    return found.violations.flatMap(({ id, help, nodes }) => nodes.slice(0, 3).map((node) =>
      `${id}: ${help}: ${node.target.join(' ')}: ${node.any.concat(node.all).map((check) => check.message).join('; ')}`.slice(0, 300)));";

fn violations(page: &Page) -> Vec<String> {
    let script = format!("return (async function () {{ {RUN} }}).apply(null, arguments)");
    let found = page.session.run(&script, &[json!(RULES)]);
    found.as_array().into_iter().flatten().filter_map(|text| Some(text.as_str()?.to_string())).collect()
}

#[test]
fn every_view_keeps_the_rules_of_accessibility() {
    let Some(stage) = Stage::open() else { return };
    let Some(rules) = axe() else { return };
    let page = stage.page();
    page.open("");
    // What is to be found is found.
    page.session.run(&rules, &[]);
    let plant = "const bad = document.createElement('button');
        bad.style.cssText = 'color: #888; background: #999; outline: none';
        document.querySelector('main').append(bad, 'faint'); bad.focus(); return bad.id = 'planted'";
    page.session.run(plant, &[]);
    assert!(!violations(&page).is_empty(), "a button without a name breaks a rule");
    assert_eq!(page.session.run(SEEN, &[]), false, "the focus of that button is not seen");
    page.reload();
    let mut wrong = BTreeSet::new();
    for stop in tour(&stage.house, &page) {
        page.dark(false);
        stop.go(&page);
        if page.session.run("return typeof axe", &[]) == "undefined" {
            page.session.run(&rules, &[]);
        }
        for theme in ["light", "dark"] {
            page.dark(theme == "dark");
            page.still();
            let mut faults = measure(&page, "contrast");
            // A theme changes colours alone, and those are measured above.
            if theme == "light" {
                faults.extend(violations(&page));
            }
            wrong.extend(faults.iter().map(|fault| format!("{}, {theme}: {fault}", stop.name)));
        }
        stop.leave(&page);
    }
    assert!(wrong.is_empty(), "{} faults: {wrong:#?}", wrong.len());
    page.clean(&["404"]);
}

/// Returns true if the focus is visible: something about the focused element, about its content or right around it
/// looks different without.
const SEEN: &str = "
    const element = document.activeElement;
    const label = element.id ? document.querySelector(`label[for='${element.id}']`) : null;
    const around = [element.parentElement, element.parentElement?.parentElement, element.nextElementSibling, label].filter(Boolean);
    const nodes = [element, ...around, ...element.querySelectorAll('*')].slice(0, 40);
    const looks = () => nodes.map((node) => {
      const s = getComputedStyle(node);
      const outline = s.outlineStyle === 'none' ? '' : `${s.outlineStyle}${s.outlineWidth}${s.outlineColor}`;
      return [outline, s.boxShadow, s.borderColor, s.backgroundColor, s.color, s.opacity, s.fill, s.stroke, s.visibility, s.textDecoration, s.top].join();
    }).join('|');
    const on = looks();
    element.blur();
    const off = looks();
    element.focus();
    return on !== off;";

#[test]
fn tab_goes_everywhere_and_is_seen() {
    let Some(stage) = Stage::open() else { return };
    let page = stage.page();
    // Colours that change slowly would still be as they were.
    page.motion(false);
    let mut wrong = Vec::new();
    for (name, route) in [
        ("lobby", String::new()),
        ("new", "new?game=mnk".to_string()),
        ("table", stage.house.table("tictactoe", "random").route()),
        ("pikkpakk", stage.house.table("pikkpakk", "random").route()),
        ("cube", stage.house.table("cube3", "random").route()),
        ("pig", stage.house.table("pig", "hold").route()),
        ("tree", stage.house.table("tree:(a:(b:1,c:2),d:3)", "random").route()),
        ("records", "records".to_string()),
        ("lab", "tree".to_string()),
    ] {
        page.open(&route);
        // From the top, wherever the view has put the focus.
        page.still();
        let top = "document.querySelector('#skip').focus(); document.activeElement.blur(); getSelection().removeAllRanges()";
        page.session.run(top, &[]);
        let mut stops = Vec::new();
        let mut last = Value::Null;
        for _ in 0..120 {
            page.press(&["Tab"]);
            // Which one it is among all elements: the same twice running would be a trap.
            let script = "const e = document.activeElement;
                return e === document.body ? null : [[...document.querySelectorAll('*')].indexOf(e), e.outerHTML.slice(0, 160)]";
            let here = page.session.run(script, &[]);
            if here == Value::Null {
                break;
            }
            assert_ne!(here, last, "{name}: Tab does not go on");
            if stops.contains(&here) {
                break;
            }
            if page.session.run(SEEN, &[]) == false {
                wrong.push(format!("{name}: the focus is not seen on {}", here[1]));
            }
            stops.push(here.clone());
            last = here;
        }
        let inside = |selector: &str| {
            let script = "return [...document.querySelectorAll(arguments[1])].some((e) => arguments[0].some(([i]) => document.querySelectorAll('*')[i] === e))";
            page.session.run(script, &[json!(stops), json!(selector)]) == true
        };
        // The order is that of the document: nothing pushes to the front.
        assert!(
            !page.has("[tabindex]:not([tabindex='0'], [tabindex='-1'])"),
            "{name}: the order of Tab is bent"
        );
        assert!(stops.len() > 8, "{name}: Tab goes nowhere: {stops:?}");
        if page.has(".board [data-move]") && !inside(".board *") {
            wrong.push(format!("{name}: Tab does not come to the board"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    page.clean(&[]);
}
