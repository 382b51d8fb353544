//! Positions of games that are not live: for looking back, for principal variations, for the boards of the lobby; and their records.

use plywood_erased::foreign::{ReadGames, read_games};
use plywood_erased::{Playthrough, moves_with_side_lines};
use plywood_rules::Turn;
use plywood_rules::scene::Piece;
use plywood_workshop::AnyGame;

use crate::catalogue::Catalogue;
use crate::problem::{Problem, RefusalCode};
use crate::protocol::{
    LookRequest, LookView, ReadRecord, ReadRequest, SetupView, WriteRequest, WrittenRecord,
};
use crate::view;

/// Steps of one answer.
const MOST_STEPS: usize = 400;
/// Plies that are added at random.
const MOST_RANDOM: usize = 60;
/// The longest record that is read, in bytes.
const LONGEST_RECORD: usize = 64 << 10;

/// The tags of a record that follow from the game.
const OWN_TAGS: [&str; 2] = ["Game", "Position"];

fn wrong<T>(text: String) -> Result<T, Problem> {
    Err(Problem::new(RefusalCode::Options, text))
}

/// Works out the positions that are asked for; random moves come from `seed`.
///
/// # Errors
/// If the game, the position or a move is wrong, or it is too much.
pub fn look(catalogue: &Catalogue, wish: &LookRequest, seed: u64) -> Result<LookView, Problem> {
    Problem::if_too_long(&wish.moves)?;
    if wish.random > MOST_RANDOM {
        return wrong(format!("'random' may be {MOST_RANDOM} at most"));
    }
    let game = catalogue.game(&wish.game)?;
    let read = game.begin(wish.position.as_deref(), &wish.moves.join(" "), seed).map_err(Problem::options)?;
    let (variations, side_lines) = (read.skipped_variations(), with_side_lines(&*read));
    let moves = play_on(read, wish.random, seed)?;
    let from = match wish.from {
        // A game at random may be over before the first ply that is asked for: its end is shown.
        from if wish.random > 0 => from.min(moves.len()),
        // The end of the list, however many moves there are in a word.
        from if from == wish.moves.len() => moves.len(),
        from => from,
    };
    if from > moves.len() {
        return wrong(format!("'from' may be {} at most: there are no more plies", moves.len()));
    }
    let start = game.begin(wish.position.as_deref(), "", 0).map_err(Problem::options)?;
    let mut session = start;
    let board = view::board(&*session);
    let setup = setup(&*game, &*session);
    let details = game.details();
    let mut steps = Vec::new();
    for ply in 0..=moves.len() {
        if ply > 0 {
            play(&mut *session, ply, &moves[ply - 1])?;
        }
        if ply >= from && steps.len() < MOST_STEPS {
            steps.push(view::step(&*session));
        }
    }
    Ok(LookView {
        game: game.name(),
        family: catalogue.family(&game.name()),
        players: details.players.map(str::to_string),
        board,
        steps,
        plies: moves.len(),
        moves,
        variations,
        side_lines,
        setup,
        replies: details.has_replies,
    })
}

/// Letters of both players that games write.
const LETTERS: [[char; 2]; 3] = [['w', 'b'], ['b', 'w'], ['x', 'o']];

/// How to write a position as the rows of its picture and the side to move: so that this one is read back.
fn setup(game: &dyn AnyGame, play: &dyn Playthrough) -> Option<SetupView> {
    let scene = view::scene(play.scene());
    let [rows] = &scene.grids[..] else { return None };
    let known = |player: Piece| scene.pieces.iter().find(|piece| piece.1 == player).map(|piece| piece.0);
    let known = [known(Piece::First), known(Piece::Second)];
    let fits = |letters: &[char; 2], rows: &[String]| {
        let is_known = known.iter().zip(letters).all(|(known, letter)| known.is_none_or(|it| it == *letter));
        let reads = |side: &char| {
            let read = game.begin(Some(&format!("{} {side}", rows.join("/"))), "", 0);
            read.is_ok_and(|read| read.position() == play.position())
        };
        is_known && letters.iter().any(reads)
    };
    (0..=1).find_map(|border| {
        let inside = |row: &String| -> Vec<char> {
            let width = row.chars().count();
            row.chars().take(width.saturating_sub(border)).skip(border).collect()
        };
        let rows: Vec<Vec<char>> =
            rows.iter().take(rows.len().saturating_sub(border)).skip(border).map(inside).collect();
        let texts: Vec<String> = rows.iter().map(|row| with_numbers(row)).collect();
        let &[first, second] = LETTERS.iter().find(|letters| fits(letters, &texts))?;
        let neutral = scene.pieces.iter().filter(|piece| piece.1 == Piece::Neutral);
        let neutral = neutral.filter(|piece| rows.iter().flatten().any(|letter| *letter == piece.0)).copied();
        let letters = [(first, Piece::First), (second, Piece::Second)].into_iter().chain(neutral).collect();
        Some(SetupView { letters, border })
    })
}

/// A row with numbers for runs of free squares.
fn with_numbers(row: &[char]) -> String {
    let run = |run: &[char]| if run[0] == '.' { run.len().to_string() } else { run.iter().collect() };
    row.chunk_by(|one, next| (*one == '.') == (*next == '.')).map(run).collect()
}

/// The moves of a game with its variations, if it has any that can be played.
fn with_side_lines(game: &dyn Playthrough) -> Option<String> {
    let side_lines = game.side_lines();
    (!side_lines.is_empty()).then(|| moves_with_side_lines(game.played(), side_lines))
}

fn play(session: &mut dyn Playthrough, ply: usize, text: &str) -> Result<(), Problem> {
    session
        .play(text)
        .map_err(|error| Problem::new(RefusalCode::Options, format!("move {ply} ('{text}'): {error}")))
}

/// The moves of a game, and random ones from there until enough are added or the game is over.
fn play_on(mut session: Box<dyn Playthrough>, random: usize, mut seed: u64) -> Result<Vec<String>, Problem> {
    for _ in 0..random {
        if session.ending().is_some() {
            break;
        }
        if session.turn() == Turn::Chance {
            session.roll().map_err(Problem::options)?;
            continue;
        }
        let moves = session.moves();
        seed = plywood_rules::random::part_seed(seed, 1);
        session.play(&moves[seed as usize % moves.len()]).map_err(Problem::options)?;
    }
    Ok(session.played().to_vec())
}

/// Reads the first game of a text.
///
/// # Errors
/// If it is no record, or not of a game that is known, or a move in it is wrong.
pub fn read(catalogue: &Catalogue, wish: &ReadRequest) -> Result<ReadRecord, Problem> {
    if wish.text.len() > LONGEST_RECORD {
        return wrong(format!("a record may have {LONGEST_RECORD} bytes at most"));
    }
    let ReadGames { records, mut variations, .. } = read_games(&wish.text).map_err(Problem::options)?;
    let Some(record) = records.into_iter().next() else {
        return wrong(
            "there is no game in this text: a record begins with tags such as [Game \"tictactoe\"]".into(),
        );
    };
    let Some(name) = record.tag("Game") else {
        return wrong("the record does not say which game it is: a tag [Game \"...\"] is missing".into());
    };
    let game = catalogue.game(name)?;
    let position = record.tag("Position").map(str::to_string);
    let session = game.begin(position.as_deref(), &record.moves.join(" "), 0).map_err(Problem::options)?;
    variations += session.skipped_variations();
    Ok(ReadRecord {
        game: game.name(),
        position,
        moves: session.played().to_vec(),
        tags: record.tags,
        variations,
        side_lines: with_side_lines(&*session),
    })
}

/// Writes a game with its variations as a record.
///
/// # Errors
/// If the game, the position or a move is wrong, or it is too long to be read again.
pub fn write(catalogue: &Catalogue, wish: &WriteRequest) -> Result<WrittenRecord, Problem> {
    if wish.moves.len() > LONGEST_RECORD {
        return wrong(format!("a record may have {LONGEST_RECORD} bytes at most"));
    }
    let game = catalogue.game(&wish.game)?;
    let played = game.begin(wish.position.as_deref(), &wish.moves, 0).map_err(Problem::options)?;
    let mut record = played.record(["", ""]).with_side_lines(played.side_lines());
    // The players, the seed and the result are those of the one who asks.
    record.tags.retain(|(tag, _)| OWN_TAGS.contains(&tag.as_str()));
    for (tag, value) in &wish.tags {
        let is_name = !tag.is_empty() && tag.chars().all(|c| c.is_alphanumeric() || c == '_');
        if !is_name {
            return wrong(format!("'{tag}' is no name of a tag: it has letters and digits"));
        }
        if !OWN_TAGS.contains(&tag.as_str()) {
            record.set_tag(tag, value);
        }
    }
    let text = record.to_text();
    if text.len() > LONGEST_RECORD {
        return wrong(format!("a record may have {LONGEST_RECORD} bytes at most"));
    }
    Ok(WrittenRecord { text })
}
