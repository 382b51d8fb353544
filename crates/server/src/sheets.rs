//! Sheets for classes: what is accepted, and who may read the results.

use plywood_page::names;
use plywood_page::problem::{Problem, RefusalCode};
use serde::{Deserialize, Serialize};

use crate::ids::{new_secret, now_millis, random};
use crate::protocol::{Sheet, SheetMade, SheetResult, SolvedRequest};
use crate::store::{GameStore, SheetWrite, Write};

/// Items of a sheet; each is a bit of a number.
const MOST_ITEMS: usize = 50;
/// Characters of titles, of what to do, and of links.
const LONGEST: (usize, usize, usize) = (100, 500, 4000);
/// Bytes of a sheet.
const LARGEST: usize = 32 << 10;
/// Names on a sheet.
const MOST_NAMES: usize = 500;
/// The time without work after which a sheet makes room for another one, in milliseconds.
const IDLE: u64 = 30 * 24 * 3600 * 1000;

/// A sheet as it is kept.
#[derive(Serialize, Deserialize)]
pub struct KeptSheet {
    key: String,
    /// The sheet itself.
    pub sheet: Sheet,
}

fn wrong(text: String) -> Problem {
    Problem::new(RefusalCode::Options, text)
}

/// Makes a sheet: what to write, and the answer once that is on disk.
///
/// # Errors
/// If it is too long, or there is no room for it.
pub fn make(store: &GameStore, most: usize, sheet: Sheet) -> Result<(Vec<Write>, SheetMade), Problem> {
    check(&sheet)?;
    let now = now_millis();
    let mut writes = Vec::new();
    let (count, idle) = store.idle_sheet()?;
    if count >= most as u64 {
        let old = idle.filter(|(_, time)| now.saturating_sub(*time) > IDLE);
        let Some((id, _)) = old else {
            let text = format!("the server has {most} sheets in use; try again later");
            return Err(Problem::new(RefusalCode::Full, text));
        };
        writes.push(Write::Sheet(SheetWrite::Drop { id }));
    }
    let made = SheetMade { id: plywood_page::ids::id(random()), key: new_secret() };
    let kept = KeptSheet { key: made.key.clone(), sheet };
    let bytes = serde_json::to_vec(&kept).map_err(|error| wrong(error.to_string()))?;
    if bytes.len() > LARGEST {
        return Err(Problem::new(RefusalCode::TooLong, format!("a sheet has at most {LARGEST} bytes")));
    }
    writes.push(Write::Sheet(SheetWrite::Make { id: made.id.clone(), bytes, now }));
    Ok((writes, made))
}

fn check(sheet: &Sheet) -> Result<(), Problem> {
    let limit = |what: String, text: &str, most: usize| {
        let text = text.trim();
        (text.chars().count() <= most)
            .then_some(text.is_empty())
            .ok_or_else(|| wrong(format!("{what} has at most {most} characters")))
    };
    let (title, text, link) = LONGEST;
    if limit("'title'".into(), &sheet.title, title)? {
        return Err(wrong("'title' is empty".into()));
    }
    if !(1..=MOST_ITEMS).contains(&sheet.items.len()) {
        return Err(wrong(format!("'items' has 1 to {MOST_ITEMS} items")));
    }
    for (at, item) in sheet.items.iter().enumerate() {
        limit(format!("'title' of item {}", at + 1), &item.title, title)?;
        limit(format!("'text' of item {}", at + 1), &item.text, text)?;
        if limit(format!("'link' of item {}", at + 1), &item.link, link)? {
            return Err(wrong(format!("'link' of item {} is empty", at + 1)));
        }
    }
    Ok(())
}

/// A sheet that was made.
///
/// # Errors
/// If there is none of this name.
pub fn find(store: &GameStore, id: &str) -> Result<KeptSheet, Problem> {
    let gone = || Problem::new(RefusalCode::NotFound, "there is no such sheet, or it was removed");
    let bytes = store.sheet(id)?.ok_or_else(gone)?;
    serde_json::from_slice(&bytes).map_err(|error| Problem::new(RefusalCode::Store, error.to_string()))
}

/// Items are solved: what to write, and the answer once that is on disk.
///
/// # Errors
/// If there is no such sheet or item, the name cannot be used, or there are too many names.
pub fn solve(
    store: &GameStore,
    id: &str,
    wish: &SolvedRequest,
) -> Result<(Vec<Write>, SheetResult), Problem> {
    let count = find(store, id)?.sheet.items.len();
    let name = names::check(&wish.name)?;
    if name.is_empty() {
        return Err(wrong("'name' is empty".into()));
    }
    let known = store.solved(id)?;
    let before = known.iter().find(|(known, _)| *known == name).map(|(_, items)| *items);
    if before.is_none() && known.len() >= MOST_NAMES {
        return Err(Problem::new(RefusalCode::Full, format!("a sheet has at most {MOST_NAMES} names")));
    }
    let mut items = 0;
    for &item in &wish.items {
        if item >= count {
            return Err(wrong(format!("there is no item {item}: the sheet has {count}, from 0")));
        }
        items |= 1 << item;
    }
    let write = SheetWrite::Solve { id: id.to_string(), name: name.clone(), items, now: now_millis() };
    Ok((vec![Write::Sheet(write)], result(name, before.unwrap_or(0) | items)))
}

/// The results of a sheet, for those who have its key.
///
/// # Errors
/// If there is no such sheet, or the key is another one.
pub fn results(store: &GameStore, id: &str, key: &str) -> Result<Vec<SheetResult>, Problem> {
    open(store, id, key)?;
    let solved = store.solved(id)?;
    Ok(solved.into_iter().map(|(name, items)| result(name, items)).collect())
}

/// Removes a sheet: what to write.
///
/// # Errors
/// If there is no such sheet, or the key is another one.
pub fn drop_sheet(store: &GameStore, id: &str, key: &str) -> Result<Vec<Write>, Problem> {
    open(store, id, key)?;
    Ok(vec![Write::Sheet(SheetWrite::Drop { id: id.to_string() })])
}

fn open(store: &GameStore, id: &str, key: &str) -> Result<(), Problem> {
    let kept = find(store, id)?;
    (kept.key == key)
        .then_some(())
        .ok_or_else(|| Problem::new(RefusalCode::Token, "this is not the key of the sheet"))
}

fn result(name: String, items: u64) -> SheetResult {
    SheetResult { name, solved: (0..MOST_ITEMS).filter(|item| items >> item & 1 == 1).collect() }
}
