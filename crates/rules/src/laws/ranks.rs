//! Laws about positions as numbers.

use std::collections::HashSet;

use super::checker::{Checker, RANKS, mirrored};
use super::subject::{CheckedRanking, State};
use crate::{Ranked, Spot, Turn};

impl Checker<'_> {
    /// Ranks of the game from its opening on: their stages and images.
    pub(super) fn ranking(&mut self) {
        let Some(ranking) = self.ranking.take() else { return };
        let stages = ranking.stages();
        let follow = stages.iter().try_fold(0, |from, stage| (stage.start == from).then_some(stage.end));
        let images = ranking.images();
        let few = (1..=16).contains(&images);
        self.expect(RANKS, follow.is_some() && few, || format!("stages {stages:?}, {images} images"));
        if few {
            let group = is_group(&*ranking);
            self.expect(RANKS, group, || format!("the {images} images form no group"));
            let kept: Vec<usize> = (0..images).filter(|&image| !ranking.exchanges(image)).collect();
            let maps = kept.len() == 1 || kept == (0..self.game.symmetries()).collect::<Vec<usize>>();
            self.expect(RANKS, maps, || format!("images {kept:?} are not the maps of the game"));
            // Only correct data is checked further.
            if group && maps && follow.is_some() {
                self.ranking = Some(ranking);
            }
        }
    }

    /// The rank of `state`, and the moves from there and to there.
    pub(super) fn ranked(&mut self, state: &State) {
        let Some(ranking) = self.ranking.take() else { return };
        let example = self.ranked_wrongly(&*ranking, state);
        self.expect(RANKS, example.is_none(), || {
            format!("at '{}': {}", self.game.state_text(state), example.unwrap_or_default())
        });
        self.ranking = Some(ranking);
    }

    /// An error in the rank of `state`, if there is one.
    fn ranked_wrongly(&self, ranking: &dyn CheckedRanking, state: &State) -> Option<String> {
        let Some(place) = ranking.place(state) else { return Some("it has no rank".to_string()) };
        let Some(stage) = stage_of(ranking, place) else { return Some(format!("{place:?} is not in range")) };
        let mut children = Vec::new();
        let (Some(stands), Some(spot)) =
            (ranking.state(place.rank), ranking.moves(place.rank, &mut children))
        else {
            return Some(format!("rank {} has no position", place.rank));
        };
        if let Some(child) =
            children.iter().find(|&&child| stage_of(ranking, child).is_none_or(|at| at > stage))
        {
            return Some(format!("a move leads to {child:?}, in a later stage"));
        }
        let wrong = self.stands_wrongly(ranking, state, place, &stands, spot);
        wrong.or_else(|| self.moves_wrongly(ranking, state, place, &children)).or_else(|| {
            children
                .iter()
                .find_map(|&child| unknown_parent(ranking, place, child))
                .or_else(|| false_parent(ranking, place.rank))
        })
    }

    /// Returns an error in `stands`, the representative of the rank of `state`, if there is one.
    fn stands_wrongly(
        &self,
        ranking: &dyn CheckedRanking,
        state: &State,
        place: Ranked,
        stands: &State,
        spot: Spot,
    ) -> Option<String> {
        let (game, image) = (self.game, usize::from(place.image));
        let text = game.state_text(stands);
        let itself = Ranked { rank: place.rank, image: 0 };
        if spot.fixed & 1 == 0 || ranking.place(stands).map(|back| least(ranking, back)) != Some(itself) {
            return Some(format!("'{text}' stands for it and has rank {:?}", ranking.place(stands)));
        }
        let own_turn = if ranking.exchanges(image) { mirrored(spot.turn) } else { spot.turn };
        if spot.turn != game.turn(stands) || own_turn != game.turn(state) {
            return Some(format!("its turn is said to be {own_turn:?}"));
        }
        let mover = ranking.mover(place.rank);
        if spot.turn.player().is_some_and(|player| player != mover) {
            return Some(format!("in '{text}' {mover} would be to move"));
        }
        let mapped = !ranking.exchanges(image) && game.map_state(stands, image) != *state;
        mapped.then(|| format!("it is not image {image} of '{text}'"))
    }

    /// An error in the listed children, if there is one: they have to be the same images of the same ranks.
    fn moves_wrongly(
        &self,
        ranking: &dyn CheckedRanking,
        state: &State,
        place: Ranked,
        children: &[Ranked],
    ) -> Option<String> {
        let moves = match self.game.turn(state) {
            Turn::Decision(_) => self.game.moves_or_outcomes(state),
            _ => Vec::new(),
        };
        let mut played = Vec::new();
        for mv in moves {
            let child = self.game.child(state, mv);
            match ranking.place(&child).filter(|&child| stage_of(ranking, child).is_some()) {
                Some(child) => played.push(least(ranking, child)),
                None => return Some(format!("'{}' has no rank in range", self.game.state_text(&child))),
            }
        }
        let mut said: Vec<Ranked> =
            children.iter().map(|&child| seen_from(ranking, place.image, child)).collect();
        played.sort_unstable();
        said.sort_unstable();
        (played != said).then(|| format!("its moves lead to {played:?}, by ranks to {said:?}"))
    }
}

/// The stage that a place is in, if it is one at all.
fn stage_of(ranking: &dyn CheckedRanking, place: Ranked) -> Option<usize> {
    let stage = ranking.stages().iter().position(|stage| stage.contains(&place.rank));
    stage.filter(|_| usize::from(place.image) < ranking.images())
}

/// The normal form of `place`, seen from an image of its rank: the same for all images that are equal.
fn seen_from(ranking: &dyn CheckedRanking, image: u8, place: Ranked) -> Ranked {
    least(ranking, Ranked { image: ranking.compose(image.into(), place.image.into()) as u8, ..place })
}

/// The least of the images that are the same position.
fn least(ranking: &dyn CheckedRanking, place: Ranked) -> Ranked {
    let fixed = ranking.moves(place.rank, &mut Vec::new()).map_or(1, |spot| spot.fixed);
    let same = (0..ranking.images()).filter(|image| fixed >> image & 1 == 1);
    let image = same.map(|image| ranking.compose(place.image.into(), image)).min();
    Ranked { image: image.unwrap_or_default() as u8, ..place }
}

/// Reports an error if a move leads from the representative of `place` to `child`, but `place` is not listed as
/// a parent of the child.
fn unknown_parent(ranking: &dyn CheckedRanking, place: Ranked, child: Ranked) -> Option<String> {
    let mut parents = Vec::new();
    ranking.before(child.rank, &mut parents);
    // The representative of the child is reached from an image of this one.
    let undone = (0..ranking.images()).find(|&image| ranking.compose(image, child.image.into()) == 0);
    let from = least(ranking, Ranked { rank: place.rank, image: undone? as u8 });
    let known = parents.iter().any(|&parent| least(ranking, parent) == from);
    (!known).then(|| format!("it is not among the positions before rank {}", child.rank))
}

/// Returns an error if [`Ranking::before`] lists a position that does not lead to this rank.
fn false_parent(ranking: &dyn CheckedRanking, rank: u64) -> Option<String> {
    let (mut parents, mut children) = (Vec::new(), Vec::new());
    ranking.before(rank, &mut parents);
    let itself = least(ranking, Ranked { rank, image: 0 });
    let mut leads_here = |parent: &Ranked| {
        children.clear();
        let decides = stage_of(ranking, *parent).is_some()
            && ranking.moves(parent.rank, &mut children).is_some_and(|spot| spot.turn.player().is_some());
        decides && children.iter().any(|&child| seen_from(ranking, parent.image, child) == itself)
    };
    let wrong = parents.iter().find(|parent| !leads_here(parent))?;
    Some(format!("{wrong:?} is said to lead to rank {rank}"))
}

/// True if images compose and invert, and exchange the players as their factors do.
fn is_group(ranking: &dyn CheckedRanking) -> bool {
    let images = ranking.images();
    let all: HashSet<usize> = (0..images).collect();
    (0..images).all(|one| {
        let with: Vec<usize> = (0..images).map(|other| ranking.compose(one, other)).collect();
        ranking.compose(0, one) == one
            && with[0] == one
            && with.iter().copied().collect::<HashSet<usize>>() == all
            && (0..images).all(|other| {
                ranking.exchanges(with[other]) == (ranking.exchanges(one) != ranking.exchanges(other))
                    && (0..images).all(|last| {
                        ranking.compose(with[other], last)
                            == ranking.compose(one, ranking.compose(other, last))
                    })
            })
    })
}
