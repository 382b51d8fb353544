//! The options of the engine: the game, the bot, the seed, and what the bot itself takes.

use plywood_outside::ugi::UgiOption;
use plywood_rules::options::{Kind, Parameter, split_name};
use plywood_workshop::Workshop;

use crate::protocols::bot_game::{BotGame, RefusalText, in_a_line, usual_bot};
use crate::protocols::limits::with_option;

/// Options of bots, and the names under which managers know them.
const OF_BOTS: [(&str, &str); 2] = [("Hash", "table"), ("Threads", "threads")];

/// The greatest seed that is offered: managers read whole numbers of 32 bits.
const GREATEST_SEED: u64 = i32::MAX as u64;

/// The options as they are offered, the game as it was `named`.
pub fn all(named: &str, game: &BotGame) -> Vec<UgiOption> {
    let text = |name: &str, default: &str| UgiOption {
        name: name.to_string(),
        kind: "string".to_string(),
        default: default.to_string(),
        ..UgiOption::default()
    };
    let number = |name: &str, default: &str, bounds: [u64; 2]| UgiOption {
        kind: "spin".to_string(),
        bounds: bounds.map(|bound| i64::try_from(bound).ok()),
        ..text(name, default)
    };
    let seed = game.seed();
    let mut all = vec![
        text("Game", named),
        text("Bot", game.bot()),
        number("Seed", &seed.to_string(), [0, GREATEST_SEED.max(seed)]),
    ];
    for (name, key) in OF_BOTS {
        if let Some((parameter, bounds)) = of_bot(game, key) {
            let own = option_of(game.bot(), key).unwrap_or(parameter.default);
            all.push(number(name, own, bounds.map(u64::from)));
        }
    }
    all
}

/// Sets an option other than the game.
pub fn set(game: &mut BotGame, name: &str, value: &str) -> Result<(), RefusalText> {
    let is = |known: &str| name.eq_ignore_ascii_case(known);
    if is("bot") {
        return game.set_bot(value);
    }
    if is("seed") {
        let seed = value.parse().map_err(|_| format!("'{value}' is no seed; it has to be a whole number"))?;
        game.set_seed(seed);
        return Ok(());
    }
    let known = OF_BOTS.into_iter().find(|(known, key)| is(known) && of_bot(game, key).is_some());
    let (_, key) = known.ok_or_else(|| format!("unknown option '{name}'"))?;
    game.set_bot(&with_option(game.bot(), key, value))
}

/// The opening of another game, with the same bot if one was chosen and plays it, else with the usual one.
pub fn other_game(workshop: &Workshop, now: &BotGame, name: &str) -> Result<BotGame, RefusalText> {
    let game = workshop.open(name).map_err(in_a_line)?;
    let chosen = Some(now.bot()).filter(|&bot| bot != usual_bot(&*now.game) && game.check_bot(bot).is_ok());
    BotGame::new(game, chosen, now.seed()).map_err(in_a_line)
}

/// A whole number that the bot takes, and its bounds.
fn of_bot(game: &BotGame, key: &str) -> Option<(&'static Parameter, [u32; 2])> {
    let parameter = game.parameters().iter().find(|parameter| parameter.key == key)?;
    match parameter.kind {
        Kind::Integer { min, max } => Some((parameter, [min, max])),
        _ => None,
    }
}

/// The value of an option in a name.
fn option_of<'a>(name: &'a str, key: &str) -> Option<&'a str> {
    let pieces = split_name(name).1?.split(',');
    pieces.filter_map(|piece| piece.split_once('=')).find(|(own, _)| *own == key).map(|(_, value)| value)
}
