//! A look back at a game: the chances before every move, the cost of each move, the mistakes, and the moves that had to be found.

use std::sync::Arc;

use plywood_erased::Analysis;
use plywood_rules::{Outcome, Player, Proved, Run, Turn, Value};
use serde::{Deserialize, Serialize};

use crate::AnyGame;
use crate::exact_moves::values_of_all;
use crate::grade_figures::Share;
use crate::loss::{LossScale, MoveLoss, is_sure};
use crate::position_judge::PositionJudge;
use crate::session::Session;
use crate::trouble::Trouble;

/// From this loss on, as a share of a win, a move is a mistake. A draw made of a win loses a half.
const MISTAKE: f64 = 0.2;
/// From this loss on, a move is inaccurate.
const INACCURACY: f64 = 0.1;
/// The moves of each player that are listed as the costliest.
const COSTLIEST: usize = 3;
/// The share of the work left that an exact value of one position may take: near the end it takes little.
const SHARE: u64 = 4;

/// The effort of a review, in positions: it knows no clock, and is stopped by its `stop`.
#[derive(Clone, Copy, Debug)]
pub struct ReviewOptions<'a> {
    /// The positions that are searched first for each position of the game, so that all of them are judged soon.
    pub quick: u32,
    /// The positions that are searched then for each position of the game whose moves are not all known exactly. Nothing is
    /// searched again if it is no more than `quick`.
    pub nodes: u32,
    /// The positions that are searched last, all together, for exact values: from the end backwards, because late ones are cheap
    /// and prove earlier ones. With 0 experts are not asked either, and no game is solved at once.
    pub exact: u64,
    /// Bots that play by a proof or a table.
    pub experts: &'a [String],
}

/// The verdict on a move that is not just as good as others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Judgement {
    /// It lost a fifth of a win or more.
    Mistake,
    /// It lost a tenth of a win or more.
    Inaccuracy,
    /// It was good, and every other move would have been a mistake.
    Only,
}

/// A move of a reviewed game.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedMove {
    /// The move, or the outcome of chance.
    pub mv: String,
    /// The player who made it; `None` for chance.
    pub by: Option<Player>,
    /// The judgement, if there is anything to say. In games of points, points lost count as much as in a balanced position.
    pub judgement: Option<Judgement>,
    /// The loss against the best move, in chance of winning, from 0 to 1; 0 where it was not judged.
    pub lost: f64,
    /// The same in points (discs, seeds, boxes), in a game that ends in a number of points.
    pub points: Option<f64>,
    /// True if the loss rests on exact values alone.
    pub exact: bool,
    /// True if it keeps the value of a decision: a position whose moves are all known exactly, one of which throws value away. `None` of
    /// all other positions.
    pub decided: Option<bool>,
    /// The values of the moves at the position before it, for the mover; `None` for chance, and where the review was
    /// stopped. The values of its moves may come from a smaller search than the best move and its value.
    pub analysis: Option<Analysis>,
    /// The value of the move for the mover. The rest of the game may have proved it better than [`Self::analysis`].
    pub value: Option<Value>,
}

impl ReviewedMove {
    /// True if the move was compared with the best one.
    pub fn is_judged(&self) -> bool {
        self.value.is_some() && self.analysis.as_ref().is_some_and(|analysis| analysis.value.is_some())
    }
}

/// A reviewed game.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The moves, in their order.
    pub moves: Vec<ReviewedMove>,
    /// The chances of the first player, a draw counting half, from 0 to 1: before every move, and at the end. `None` where
    /// they are not known.
    pub chances: Vec<Option<f64>>,
}

/// The moves of one player in a reviewed game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReviewedSide {
    /// The number of moves.
    pub moves: usize,
    /// The number of those that were judged.
    pub judged: usize,
    /// The number of mistakes; null unless every move was judged.
    pub mistakes: Option<usize>,
    /// The number of inaccuracies; null unless every move was judged.
    pub inaccuracies: Option<usize>,
    /// The number of only moves; null unless every move was judged.
    pub only: Option<usize>,
    /// The moves that keep the value, of the decisions: positions whose moves are all known exactly, one of which throws value away.
    pub decisions: Share,
    /// The costliest of the judged moves, by index, the worst first: three, or fewer if fewer cost anything.
    pub costliest: Vec<usize>,
}

impl Review {
    /// The moves of `player`, counted.
    pub fn side(&self, player: Player) -> ReviewedSide {
        let made = || self.moves.iter().enumerate().filter(move |(_, made)| made.by == Some(player));
        let judged = made().filter(|(_, made)| made.is_judged()).count();
        let count = |judgement| {
            let alike = made().filter(|(_, made)| made.judgement == Some(judgement)).count();
            (judged == made().count()).then_some(alike)
        };
        let cost = |index: usize| {
            let made = &self.moves[index];
            (made.points.unwrap_or(made.lost), made.lost)
        };
        let mut costliest: Vec<usize> =
            made().map(|(index, _)| index).filter(|&index| cost(index) > (0.0, 0.0)).collect();
        costliest.sort_by(|&one, &other| {
            let ((points, lost), (more, gone)) = (cost(one), cost(other));
            more.total_cmp(&points).then(gone.total_cmp(&lost))
        });
        costliest.truncate(COSTLIEST);
        let decided =
            |well| made().filter(|(_, made)| made.decided.is_some_and(|it| it == well)).count() as u64;
        ReviewedSide {
            moves: made().count(),
            judged,
            mistakes: count(Judgement::Mistake),
            inaccuracies: count(Judgement::Inaccuracy),
            only: count(Judgement::Only),
            decisions: Share::new(decided(true), decided(true) + decided(false)),
            costliest,
        }
    }
}

/// Reviews a game from `position` (the opening if `None`) to its end or to where it was broken off.
///
/// Each pass goes from the last position to the first: a quick search of every position, a deeper one, and then exact values for as
/// long as the work allowed lasts. A value that is proved at one move counts for the moves before. Reports the number
/// of questions answered. Once it is stopped, every position keeps what it has, and moves that
/// were not reached stay without judgement.
///
/// # Errors
/// If the position or a move is wrong.
pub fn review(
    game: &Arc<dyn AnyGame>,
    position: Option<&str>,
    moves: &[String],
    options: ReviewOptions<'_>,
    run: &Run<'_, usize>,
) -> Result<Review, Trouble> {
    let details = game.details();
    let session = || Arc::clone(game).session(position, &moves.join(" "), 0);
    let mut work = Reviewing {
        search: if details.has_chance { "expectiminimax" } else { "engine" },
        has_dice: details.has_chance,
        run,
        spots: vec![GamePosition::default(); moves.len() + 1],
        questions: 0,
    };
    work.pass(session()?, |work, spot, at| work.search(spot, at, options.quick))?;
    if options.nodes > options.quick {
        work.pass(session()?, |work, spot, at| work.search(spot, at, options.nodes))?;
    }
    if options.exact > 0 {
        work.pass(session()?, |work, spot, at| work.ask(spot, at, options.experts))?;
        let mut left = options.exact;
        work.pass(session()?, |work, spot, at| {
            work.solve(spot, at, options.nodes.max(options.quick), &mut left)
        })?;
        // This may take a second, which no other position is to wait for.
        work.pass(session()?, |work, spot, at| work.look_up(spot, at))?;
    }
    let known: Vec<&Analysis> = work.spots.iter().filter_map(|spot| spot.analysis.as_ref()).collect();
    let scale = LossScale::of(known, details.has_chance, details.has_points);
    Ok(scale.judged(moves, work.spots))
}

/// A position of the game, and what is known of it.
#[derive(Clone, Debug, Default)]
struct GamePosition {
    turn: Option<Turn>,
    /// The values of its moves.
    analysis: Option<Analysis>,
    /// True if the best move and its value are of another search than the values of the moves.
    is_mixed: bool,
}

impl GamePosition {
    /// True if the values of all moves are known for sure: there is nothing left to find.
    fn is_settled(&self) -> bool {
        self.analysis.as_ref().is_some_and(|known| {
            known.value.is_some_and(is_sure) && known.moves.iter().all(|mv| mv.value.is_some_and(is_sure))
        })
    }

    /// True if the value of the position is known for sure.
    fn is_known(&self) -> bool {
        self.analysis.as_ref().is_some_and(|known| known.value.is_some_and(is_sure))
    }

    /// Takes the best move and its value from `found`, if they are new and sure, and leaves the values of the other moves.
    fn learn(&mut self, found: Analysis) {
        if self.is_known() || !found.value.is_some_and(is_sure) {
            return;
        }
        let mut moves = self.analysis.take().map_or_else(|| found.moves.clone(), |searched| searched.moves);
        if let Some(best) = moves.iter_mut().find(|mv| mv.mv == found.best) {
            best.value = found.value;
        }
        (self.analysis, self.is_mixed) = (Some(Analysis { moves, ..found }), true);
    }
}

/// The searches of a review.
struct Reviewing<'a> {
    search: &'static str,
    has_dice: bool,
    run: &'a Run<'a, usize>,
    spots: Vec<GamePosition>,
    questions: usize,
}

impl Reviewing<'_> {
    /// Asks one question at each position with a player to move that is not settled, from the last to the first.
    fn pass(
        &mut self,
        mut session: Box<dyn Session>,
        mut question: impl FnMut(&Self, &mut GamePosition, &dyn Session) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        for ply in (0..self.spots.len()).rev() {
            let mut spot = std::mem::take(&mut self.spots[ply]);
            let turn = *spot.turn.get_or_insert_with(|| session.turn());
            let asks = turn.player().is_some() && !spot.is_settled() && !self.run.stop.is_raised();
            let asked = if asks { question(self, &mut spot, &*session) } else { Ok(()) };
            self.spots[ply] = spot;
            asked?;
            if asks {
                self.questions += 1;
                (self.run.progress)(self.questions);
            }
            session.undo();
        }
        Ok(())
    }

    /// Searches all moves.
    fn search(&self, spot: &mut GamePosition, at: &dyn Session, nodes: u32) -> Result<(), Trouble> {
        let search = format!("{}:nodes={nodes}", self.search);
        let (all, found) = values_of_all(at, &search, &self.run.stop)?;
        // One that was stopped may know less than the one before.
        if all.value.is_some() && (spot.analysis.is_none() || !self.run.stop.is_raised()) {
            (spot.analysis, spot.is_mixed) = (Some(all), false);
            spot.learn(found);
        }
        Ok(())
    }

    /// Asks those who play by a proof or a table.
    fn ask(&self, spot: &mut GamePosition, at: &dyn Session, experts: &[String]) -> Result<(), Trouble> {
        for expert in experts {
            // Most proofs have nothing to say about most positions.
            if let Ok(known) = at.analyse(expert, true, 0, &self.run.stop)
                && known.is_exact()
            {
                (spot.analysis, spot.is_mixed) = (Some(known), false);
                return Ok(());
            }
        }
        Ok(())
    }

    /// Searches for the exact value with a share of the positions left, unless that is no more than was searched before.
    fn solve(
        &self,
        spot: &mut GamePosition,
        at: &dyn Session,
        before: u32,
        left: &mut u64,
    ) -> Result<(), Trouble> {
        let nodes = u32::try_from(*left / SHARE).unwrap_or(u32::MAX);
        if spot.is_known() || nodes <= before {
            return Ok(());
        }
        // After a throw nobody knows the value of a move: it has to come from this search.
        let found =
            at.analyse(&format!("{}:nodes={nodes}", self.search), self.has_dice, 0, &self.run.stop)?;
        *left -= found.nodes.min(*left);
        if self.has_dice && found.value.is_some_and(is_sure) {
            (spot.analysis, spot.is_mixed) = (Some(found), false);
        } else {
            spot.learn(found);
        }
        Ok(())
    }

    /// Looks the moves up in the game as a whole, if that can be solved at once.
    fn look_up(&self, spot: &mut GamePosition, at: &dyn Session) -> Result<(), Trouble> {
        if let Some(known) = at.look_up(&self.run.stop)? {
            (spot.analysis, spot.is_mixed) = (Some(known), false);
        }
        Ok(())
    }
}

/// A move as judged, for the mover.
#[derive(Default)]
struct Judged {
    made: Option<Value>,
    lost: f64,
    points: Option<f64>,
    exact: bool,
    judgement: Option<Judgement>,
}

impl LossScale {
    /// Judges all moves, from the last to the first.
    fn judged(&self, moves: &[String], spots: Vec<GamePosition>) -> Review {
        let mut review = Review { moves: Vec::with_capacity(moves.len()), chances: Vec::new() };
        // The value of the position after the move, for the first player.
        let mut after = None;
        for (ply, spot) in spots.into_iter().enumerate().rev() {
            let Some(turn) = spot.turn else { continue };
            let scale = self.at(spot.analysis.as_ref());
            let mover = turn.player().zip(moves.get(ply));
            let judged = mover.map(|(player, mv)| scale.judge(mv, player, &spot, after));
            let value = scale.position(turn, moves.get(ply), &spot, judged.as_ref());
            review.chances.push(match (turn, value) {
                (Turn::Over(outcome), _) => Some(f64::from(outcome.utility(Player::First)).midpoint(1.0)),
                (_, value) => value.map(|value| scale.chance(value)),
            });
            after = value;
            let Some(mv) = moves.get(ply).cloned() else { continue };
            let Judged { made: value, lost, points, exact, judgement } = judged.unwrap_or_default();
            let (by, analysis) = (turn.player(), spot.analysis);
            let judge =
                analysis.as_ref().and_then(|known| PositionJudge::new(known, known.exact_plies, scale));
            let decided = judge.filter(|_| by.is_some()).and_then(|judge| judge.decides_well(&mv));
            review.moves.push(ReviewedMove {
                mv,
                by,
                judgement,
                lost,
                points,
                exact,
                decided,
                analysis,
                value,
            });
        }
        review.moves.reverse();
        review.chances.reverse();
        self.before_dice(&mut review);
        review
    }

    /// The value of a position for the first player: sure if it is proved.
    fn position(
        &self,
        turn: Turn,
        mv: Option<&String>,
        spot: &GamePosition,
        judged: Option<&Judged>,
    ) -> Option<Value> {
        let player = match turn {
            Turn::Over(Outcome::Payoff(points)) => return Some(Value::Exact(points)),
            Turn::Over(outcome) => {
                return Some(Value::Proved(match outcome.utility(Player::First) {
                    1 => Proved::Win { plies: 0 },
                    -1 => Proved::Loss { plies: 0 },
                    _ => Proved::Draw,
                }));
            }
            Turn::Chance => return None,
            Turn::Decision(player) => player,
        };
        let analysis = spot.analysis.as_ref();
        let value = analysis.and_then(|analysis| analysis.value);
        let made = judged.and_then(|judged| judged.made);
        let value = match (value, made) {
            (Some(value), Some(made)) if made.compare(&value).is_gt() => match made {
                // No other move can be better than a win.
                Value::Proved(Proved::Win { .. }) => made,
                _ if is_sure(value) => value,
                made => Value::Estimated(made.points(self.win_worth)),
            },
            // The rest of the game shows that the move thought best was none: the others are left.
            (Some(value), Some(made)) if !is_sure(value) && is_sure(made) => {
                let others =
                    analysis.into_iter().flat_map(|known| &known.moves).filter(|other| Some(&other.mv) != mv);
                let others = others.filter_map(|other| other.value).map(|other| other.points(self.win_worth));
                others.chain([made.points(self.win_worth)]).reduce(f64::max).map_or(value, Value::Estimated)
            }
            (value, _) => value?,
        };
        Some(value.seen_by(player))
    }

    /// The move as judged: `after` is the value of the position that it led to, for the first player.
    fn judge(&self, mv: &str, player: Player, spot: &GamePosition, after: Option<Value>) -> Judged {
        let mut judged = Judged::default();
        let Some(analysis) = &spot.analysis else { return judged };
        let searched = analysis.moves.iter().find(|made| made.mv == mv).and_then(|made| made.value);
        let later = after.map(|after| after.one_ply_later().seen_by(player));
        judged.made = match (searched, later) {
            (Some(searched), Some(later)) if !is_sure(searched) && is_sure(later) => Some(later),
            (searched, later) => searched.or(later),
        };
        let (Some(mut made), Some(best)) = (judged.made, analysis.value) else { return judged };
        // An exact number of points is not compared with an estimate, if there are two estimates.
        if let (Some(searched), Value::Exact(_)) = (searched, made)
            && !is_sure(best)
        {
            made = searched;
        }
        let is_best = mv == analysis.best;
        judged.exact = is_sure(best) && is_sure(made);
        let MoveLoss { chance, points } = self.of_move(best, if is_best { best } else { made });
        (judged.lost, judged.points) = (chance, points);
        let loss = if is_best { 0.0 } else { self.loss(best, made) };
        let others = analysis.moves.iter().filter(|other| other.mv != mv).map(|other| other.value);
        let other =
            others.reduce(|one, other| Some(if one?.compare(&other?).is_ge() { one? } else { other? }));
        judged.judgement = match other {
            _ if loss >= MISTAKE => Some(Judgement::Mistake),
            _ if loss >= INACCURACY => Some(Judgement::Inaccuracy),
            Some(Some(other)) if !spot.is_mixed && self.loss(made, other) >= MISTAKE => Some(Judgement::Only),
            _ => None,
        };
        judged
    }

    /// Before the dice, the chances are those of the move that led there.
    fn before_dice(&self, review: &mut Review) {
        for ply in 1..review.chances.len() {
            let made = &review.moves[ply - 1];
            if let (None, Some(player), Some(value)) = (review.chances[ply], made.by, made.value) {
                let scale = self.at(made.analysis.as_ref());
                review.chances[ply] = Some(scale.chance(value.seen_by(player)));
            }
        }
    }
}
