//! The end: worker 0 puts the table together, level by level.

use std::sync::atomic::Ordering;

use plywood_rules::Playable;
use plywood_solve::table::{Binder, Code, Counts};

use crate::office::{Desk, Load, Office, PAGE, Tally};
use crate::site::Site;
use crate::{SentKey, Solved, Trouble};

/// Rows that came in, for worker 0.
pub trait Gathers<K>: Desk<K> {
    fn rows(&mut self) -> &mut Vec<(K, Code)>;
}

/// Takes in rows.
pub fn add_rows<K: SentKey>(rows: &mut Vec<(K, Code)>, keys: Vec<K>, codes: Vec<u16>) {
    rows.extend(keys.into_iter().zip(codes.into_iter().map(Code)));
}

/// Puts everything together. `levels` has the own positions of each level, sorted, with what is known of them.
pub fn gather<G: Playable, K: SentKey, D: Gathers<K>>(
    site: &mut Site<'_, G>,
    office: &mut Office<'_, K, D>,
    levels: &[(&[K], &[Code])],
    counts: Counts,
    resumed: u64,
) -> Result<Solved, Trouble> {
    let game = site.codec.game;
    let key: Option<K> = site.start_key();
    let start = key.and_then(|key| {
        levels.iter().find_map(|(keys, codes)| {
            let at = keys.binary_search_by_key(&key.position(), |key| key.position()).ok()?;
            Some(codes[at])
        })
    });
    let mut binder = Binder::default();
    for (keys, codes) in levels {
        for (keys, codes) in keys.chunks(PAGE).zip(codes.chunks(PAGE)) {
            let codes = codes.iter().map(|code| code.0).collect();
            let load = Load::Rows { keys: keys.to_vec(), codes };
            if office.me() == 0 {
                office.desk.borrow_mut().serve(0, load);
            } else {
                office.send(0, load);
            }
        }
        office.end_round();
        if office.me() == 0 {
            let mut desk = office.desk.borrow_mut();
            let rows = desk.rows();
            rows.sort_unstable();
            let (keys, codes): (Vec<K>, Vec<Code>) = rows.drain(..).unzip();
            binder.add(&keys, &codes);
        }
        site.look(office.me(), 0, 0);
        let trouble = site.trouble.take();
        office.agree(Tally::default(), trouble)?;
    }
    let total = office.agree(Tally::of_end(counts, start, office.traffic()), None)?;
    let start_code = Code(total.start.unwrap_or(0));
    let counts = total.counts();
    let book = (office.me() == 0)
        .then(|| binder.bind(game, site.start, site.codec.merged, game.stage(site.start), counts));
    site.shared.level.store(0, Ordering::Relaxed);
    let value = start_code.exact().expect("somebody owns the start and knows what it is worth");
    Ok(Solved { book, counts, value, traffic: total.traffic(), resumed })
}
