//! `gomocup`: the protocol of Gomocup and the manager Piskvork, for five in a row.

mod times;

use plywood_erased::foreign::game_name;
use plywood_outside::gomocup::{GomocupCommand, GomocupPoint, GomocupReply, GomocupStone, number};
use plywood_rules::{FlatRules, Player, StoneGoal};
use plywood_workshop::Workshop;

use super::bot_game::{BotGame, RefusalText, in_a_line};
use super::{AfterLine, GRACE, say};
use crate::args::BotArgs;
use crate::lines::InputLines;
use crate::output::{CommandResult, Failure, Output};
use crate::progress::Control;
use times::{GomocupTimes, Rule};

/// The side of the smallest board, on which there is a line of five.
const SMALLEST: usize = 5;

/// The side of the largest board that the rules here have.
const LARGEST: usize = 32;

const NO_GAME: &str = "no game has begun; send START and the size of the board";

/// Runs the command.
pub fn run(workshop: &Workshop, args: &BotArgs, control: &Control) -> CommandResult {
    // A bot that does not play the game is a wrong argument, before anything is read.
    BotGame::open(workshop, "gomoku", args.bot.as_deref(), args.seed.seed)?;
    let (times, rule) = (GomocupTimes::default(), Rule::default());
    let mut engine = GomocupEngine { workshop, args, control, table: None, times, rule, stones: None };
    let lines = InputLines::stopping_after(control, GRACE);
    while let Some(line) = lines.next() {
        if engine.hear(&line)? == AfterLine::End {
            break;
        }
    }
    Ok(Output::default())
}

struct GomocupEngine<'a> {
    workshop: &'a Workshop,
    args: &'a BotArgs,
    control: &'a Control,
    /// The board and the game on it, after START.
    table: Option<(FlatRules, BotGame)>,
    times: GomocupTimes,
    rule: Rule,
    /// The stones of a BOARD so far, until DONE.
    stones: Option<Result<Vec<GomocupStone>, RefusalText>>,
}

impl GomocupEngine<'_> {
    fn hear(&mut self, line: &str) -> Result<AfterLine, Failure> {
        let GomocupCommand { name, rest } = GomocupCommand::read(line);
        if let Some(stones) = self.stones.take() {
            if !line.eq_ignore_ascii_case("DONE") {
                self.stones = Some(stones.and_then(|stones| with_stone(stones, line)));
                return Ok(AfterLine::Line);
            }
            answer(stones.and_then(|stones| self.set_up(&stones)))?;
            return Ok(AfterLine::Line);
        }
        match name.to_ascii_uppercase().as_str() {
            "" => {}
            "START" => answer(self.start([rest, rest]))?,
            "RECTSTART" => {
                let sides = rest.split_once(',').map(|(width, height)| [width.trim(), height.trim()]);
                let sides = sides.ok_or_else(|| format!("'{rest}' is no pair of numbers; write x,y"));
                answer(sides.and_then(|sides| self.start(sides)))?;
            }
            "RESTART" => answer(self.restart())?,
            "BEGIN" => answer(self.begin())?,
            "TURN" => answer(self.turn(rest))?,
            "BOARD" => self.stones = Some(Ok(Vec::new())),
            "TAKEBACK" => answer(self.take_back(rest))?,
            "INFO" => {
                let GomocupCommand { name, rest } = GomocupCommand::read(rest);
                self.times.inform(name, rest);
                self.rule.inform(name, rest);
            }
            "ABOUT" => say(&format!(
                "name=\"Plywood\", version=\"{}\", author=\"the authors of Plywood\"",
                env!("CARGO_PKG_VERSION")
            ))?,
            "END" => return Ok(AfterLine::End),
            _ => say(&GomocupReply::Unknown(&format!("command '{name}'")).to_string())?,
        }
        Ok(AfterLine::Line)
    }

    fn table(&mut self) -> Result<(FlatRules, &mut BotGame), RefusalText> {
        self.table.as_mut().map(|(rules, game)| (*rules, game)).ok_or_else(|| NO_GAME.to_string())
    }

    fn start(&mut self, sides: [&str; 2]) -> Result<String, RefusalText> {
        let side = |text: &str| {
            let side = number(text).filter(|side| (SMALLEST..=LARGEST).contains(side));
            side.ok_or_else(|| format!("unsupported size '{text}'; a side has {SMALLEST} to {LARGEST} cells"))
        };
        let [columns, rows] = [side(sides[0])?, side(sides[1])?];
        let rules = FlatRules { columns, rows, goal: self.goal()? };
        let game = self.workshop.open(&game_name(&rules)).map_err(in_a_line)?;
        let game = BotGame::new(game, self.args.bot.as_deref(), self.args.seed.seed).map_err(in_a_line)?;
        self.table = Some((rules, game));
        Ok(GomocupReply::Ok.to_string())
    }

    /// Five in a row, by the rule that the manager has named.
    fn goal(&self) -> Result<StoneGoal, RefusalText> {
        Ok(StoneGoal::Row { length: 5, exact: self.rule.is_exact()?, misere: false })
    }

    fn restart(&mut self) -> Result<String, RefusalText> {
        let (rules, _) = self.table()?;
        let [columns, rows] = [rules.columns, rules.rows].map(|side| side.to_string());
        self.start([&columns, &rows])
    }

    fn begin(&mut self) -> Result<String, RefusalText> {
        if !self.table()?.1.play.played().is_empty() {
            return Err("there are stones on the board already; send TURN, BOARD or RESTART".to_string());
        }
        self.make_move()
    }

    fn turn(&mut self, cell: &str) -> Result<String, RefusalText> {
        let (rules, game) = self.table()?;
        let mv = to_ours(&rules, cell)?;
        game.play.play(&mv).map_err(|error| format!("'{cell}' cannot be played: {}", in_a_line(error)))?;
        let made = self.make_move();
        if made.is_err() {
            self.table()?.1.play.undo();
        }
        made
    }

    fn set_up(&mut self, stones: &[GomocupStone]) -> Result<String, RefusalText> {
        let (rules, game) = self.table()?;
        let moves = in_order(&rules, stones)?;
        let before = game.play.played().join(" ");
        game.set_position(None, &moves)?;
        let made = self.make_move();
        if made.is_err() {
            self.table()?.1.set_position(None, &before)?;
        }
        made
    }

    fn take_back(&mut self, cell: &str) -> Result<String, RefusalText> {
        let (rules, game) = self.table()?;
        let mv = to_ours(&rules, cell)?;
        if game.play.played().last() != Some(&mv) {
            return Err(format!("'{cell}' is not the last stone"));
        }
        game.play.undo();
        Ok(GomocupReply::Ok.to_string())
    }

    /// Changes the game on the board if another rule came after the board.
    fn follow_rule(&mut self) -> Result<(), RefusalText> {
        let (workshop, goal) = (self.workshop, self.goal()?);
        let Some((rules, game)) = &mut self.table else { return Err(NO_GAME.to_string()) };
        if rules.goal != goal {
            let name = game_name(&FlatRules { goal, ..*rules });
            let opened = workshop.open(&name).map_err(in_a_line)?;
            let mut other = BotGame::new(opened, Some(game.bot()), game.seed()).map_err(in_a_line)?;
            other.set_position(None, &game.play.played().join(" "))?;
            (rules.goal, *game) = (goal, other);
        }
        Ok(())
    }

    /// Searches, plays and says the move.
    fn make_move(&mut self) -> Result<String, RefusalText> {
        self.follow_rule()?;
        let (limits, stop) = (self.times.limits(), self.control.stop());
        let (rules, game) = self.table()?;
        let analysis = game.search_and_play(&limits, &stop)?;
        let cell = rules.find(&analysis.best).ok_or_else(|| format!("no cell '{}'", analysis.best))?;
        Ok(GomocupReply::Move(GomocupPoint::of(&rules, cell)).to_string())
    }
}

/// Writes the answer to a command.
fn answer(answer: Result<String, RefusalText>) -> Result<(), Failure> {
    say(&answer.unwrap_or_else(|refusal| GomocupReply::Error(&refusal).to_string()))
}

/// Our name of the cell `x,y`.
fn to_ours(rules: &FlatRules, point: &str) -> Result<String, RefusalText> {
    let cell = GomocupPoint::read(point).and_then(|point| point.cell(rules));
    cell.map(|cell| cell.to_string()).ok_or_else(|| {
        let [x, y] = [rules.columns - 1, rules.rows - 1];
        format!("'{point}' is no cell of the board; it has 0 to {x} and 0 to {y}")
    })
}

/// The stones so far with that of one more line.
fn with_stone(mut stones: Vec<GomocupStone>, line: &str) -> Result<Vec<GomocupStone>, RefusalText> {
    let stone = GomocupStone::read(line);
    stones.push(stone.ok_or_else(|| format!("'{line}' is no stone; write x,y,1 for one of ours or x,y,2"))?);
    if stones.len() > LARGEST * LARGEST {
        return Err("there are more stones than cells".to_string());
    }
    Ok(stones)
}

/// Moves that lead to these stones, with us to move. No stone is part of a line of five, or else the game is over, so that the
/// order of the moves does not matter.
fn in_order(rules: &FlatRules, stones: &[GomocupStone]) -> Result<String, RefusalText> {
    let [own, other] = [true, false].map(|is_own| {
        let of_player = stones.iter().filter(|stone| stone.is_own == is_own);
        of_player.map(|stone| to_ours(rules, &stone.point.to_string())).collect::<Result<Vec<_>, _>>()
    });
    let (own, other) = (own?, other?);
    let me = match other.len().checked_sub(own.len()) {
        Some(0) => Player::First,
        Some(1) => Player::Second,
        _ => {
            return Err(format!(
                "it is not our turn with {} stones of ours and {} of the opponent",
                own.len(),
                other.len()
            ));
        }
    };
    let (first, second) = if me == Player::First { (own, other) } else { (other, own) };
    let mut replies = second.into_iter();
    let moves: Vec<String> = first.into_iter().flat_map(|mv| [Some(mv), replies.next()]).flatten().collect();
    Ok(moves.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: FlatRules =
        FlatRules { columns: 5, rows: 5, goal: StoneGoal::Row { length: 5, exact: false, misere: false } };

    #[test]
    fn stones_become_moves() {
        let read = |lines: &[&str]| {
            let stones = lines.iter().try_fold(Vec::new(), |stones, line| with_stone(stones, line));
            stones.and_then(|stones| in_order(&RULES, &stones))
        };
        assert_eq!(read(&[]).as_deref(), Ok(""));
        assert_eq!(read(&["0,0,1", "1,0,1", "4,4,2", "3,4,2"]).as_deref(), Ok("a5 e1 b5 d1"));
        assert_eq!(read(&["0,0,1", "4,4,2", "3,4,2"]).as_deref(), Ok("e1 a5 d1"));
        for wrong in [&["0,0,1"][..], &["0,0,3"], &["0,0"], &["0,5,2"]] {
            assert!(read(wrong).is_err(), "{wrong:?}");
        }
    }
}
