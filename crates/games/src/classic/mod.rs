//! Games that share one type in the list.
//!
//! Searches and solvers are compiled once for every type of game. The games here are compiled for them
//! together: a [`Classic`] is one of them and dispatches every call to it, which costs a branch. The type of
//! each game stays available for programs that need the last bit of speed.
//!
//! Clippy checks that each method of a trait is passed on: one that is left out would silently be the default.

mod wrapped;

use plywood_rules::evaluate::Tunable;
use plywood_rules::options::Options;
use plywood_rules::playable::{NamedEvaluation, OwnBot};
use plywood_rules::tree::WrittenTree;
use plywood_rules::{
    Board, Bot, Canonical, Cells, Depict, FlatBoard, Game, Motion, MoveNumber, Notation, OrderingHints,
    PairingHints, Playable, Player, Position, Report, Scene, Specialists, Specialized, Stop, Symmetric,
    TacticalStatus, TextError, ThreatHints, Turn,
};
use rand_core::Rng;

use crate::family::Family;
use crate::pig::{Hold, Pig};
use wrapped::{Part, cells_of, evaluation_of, specialists_of, tunable_of};

/// Defines the types for a list of games, the last of which is opened in its own way, and the macros that
/// dispatch to the current game. `$d` stands for a dollar sign.
macro_rules! classics {
    (@types $d:tt $($Name:ident: $Game:ty;)+) => {
        /// The rules of one of these games. There is one of it for a game, however many states there are.
        #[derive(Clone, Debug)]
        #[expect(clippy::large_enum_variant)]
        pub enum Classic {
            $(#[doc = concat!("The rules of `", stringify!($Name), "`.")]
            $Name($Game),)+
        }

        /// A state of one of these games.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum State {
            $(#[doc = concat!("A state of `", stringify!($Name), "`.")]
            $Name(<$Game as Game>::State),)+
        }

        $(impl Part<Classic> for $Game {
            fn rules(game: &Classic) -> &Self {
                match game {
                    Classic::$Name(game) => game,
                    _ => strange(),
                }
            }

            fn state(state: &State) -> &Self::State {
                match state {
                    State::$Name(state) => state,
                    _ => strange(),
                }
            }

            fn whole(state: Self::State) -> State {
                State::$Name(state)
            }

            fn game(self) -> Classic {
                Classic::$Name(self)
            }
        })+

        /// An expression about the rules alone.
        macro_rules! rules {
            ($d rules:expr, $d game:ident => $d answer:expr) => {
                match $d rules { $(Classic::$Name($d game) => $d answer,)+ }
            };
        }
        /// An expression about the rules that is a state.
        macro_rules! new_state {
            ($d rules:expr, $d game:ident => $d answer:expr) => {
                match $d rules { $(Classic::$Name($d game) => $d answer.map(State::$Name),)+ }
            };
        }
        /// An expression about the rules and a state.
        macro_rules! ask {
            ($d rules:expr, $d at:expr, $d game:ident, $d state:ident => $d answer:expr) => {
                match ($d rules, $d at) {
                    $((Classic::$Name($d game), State::$Name($d state)) => $d answer,)+
                    _ => strange(),
                }
            };
        }
        /// The same, if the answer is perhaps a state.
        macro_rules! ask_state {
            ($d rules:expr, $d at:expr, $d game:ident, $d state:ident => $d answer:expr) => {
                match ($d rules, $d at) {
                    $((Classic::$Name($d game), State::$Name($d state)) => $d answer.map(State::$Name),)+
                    _ => strange(),
                }
            };
        }
    };
    ($d:tt $($Name:ident: $module:ident, $FAMILY:ident;)+ + $Tree:ident: $Written:ty;) => {
        /// The families of these games. [Trees](Classic::Tree) have none: they are written out.
        pub const FAMILIES: &[Family] = &[$(crate::$module::$FAMILY),+];

        /// The game of this family with these options.
        pub(crate) fn from_options(family: &str, options: &Options) -> Result<Classic, TextError> {
            $(if family == crate::$module::$FAMILY.name {
                return crate::$module::from_options(options).map(Classic::$Name);
            })+
            unreachable!("'{family}' is listed without being opened here")
        }

        classics! { @types $d $($Name: crate::$module::$Name;)+ $Tree: $Written; }
    };
}

classics! { $
    PikkPakk: pikk_pakk, PIKK_PAKK;
    Pig: pig, PIG;
    Nim: nim, NIM;
    Othello: othello, OTHELLO;
    Breakthrough: breakthrough, BREAKTHROUGH;
    Hex: hex, HEX;
    Kalah: kalah, KALAH;
    DotsAndBoxes: dots_and_boxes, DOTS_AND_BOXES;
    Einstein: einstein, EINSTEIN;
    Ultimate: ultimate, ULTIMATE;
    Morris: morris, MORRIS;
    + Tree: WrittenTree;
}

/// States go with the rules that made them.
#[cold]
fn strange() -> ! {
    unreachable!("a state of another game")
}

impl Game for Classic {
    type State = State;
    type Move = MoveNumber;

    fn initial(&self) -> State {
        new_state!(self, game => Some(game.initial())).expect("every game has one")
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        ask!(self, state, game, state => game.turn(state))
    }

    #[inline]
    fn legal_moves(&self, state: &State, moves: &mut Vec<MoveNumber>) {
        ask!(self, state, game, state => game.legal_moves(state, moves));
    }

    fn chance_outcomes(&self, state: &State, outcomes: &mut Vec<(MoveNumber, f64)>) {
        ask!(self, state, game, state => game.chance_outcomes(state, outcomes));
    }

    #[inline]
    fn play(&self, state: &mut State, mv: MoveNumber) {
        ask!(self, state, game, state => game.play(state, mv));
    }

    fn key(&self, state: &State) -> u64 {
        ask!(self, state, game, state => game.key(state))
    }

    fn count_moves(&self, state: &State) -> usize {
        ask!(self, state, game, state => game.count_moves(state))
    }

    fn nth_move(&self, state: &State, n: usize) -> MoveNumber {
        ask!(self, state, game, state => game.nth_move(state, n))
    }

    fn greatest_payoff(&self) -> f64 {
        rules!(self, game => game.greatest_payoff())
    }

    fn stage(&self, state: &State) -> Option<u32> {
        ask!(self, state, game, state => game.stage(state))
    }
}

#[deny(clippy::missing_trait_methods)]
impl Notation for Classic {
    fn move_text(&self, state: &State, mv: MoveNumber) -> String {
        ask!(self, state, game, state => game.move_text(state, mv))
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<MoveNumber, TextError> {
        ask!(self, state, game, state => game.parse_move(state, text))
    }

    fn state_text(&self, state: &State) -> String {
        ask!(self, state, game, state => game.state_text(state))
    }

    fn parse_state(&self, text: &str) -> Result<State, TextError> {
        new_state!(self, game => game.parse_state(text))
    }

    fn side_to_move(&self, state: &State) -> Player {
        ask!(self, state, game, state => game.side_to_move(state))
    }

    fn composed(&self, state: &State) -> Option<String> {
        ask!(self, state, game, state => game.composed(state))
    }

    fn flat_board(&self, state: &State) -> Option<FlatBoard> {
        ask!(self, state, game, state => game.flat_board(state))
    }

    fn pack(&self, state: &State, bytes: &mut Vec<u8>) {
        ask!(self, state, game, state => game.pack(state, bytes));
    }

    fn unpack(&self, bytes: &[u8]) -> Result<State, TextError> {
        new_state!(self, game => game.unpack(bytes))
    }
}

#[deny(clippy::missing_trait_methods)]
impl Symmetric for Classic {
    fn symmetries(&self) -> usize {
        rules!(self, game => game.symmetries())
    }

    fn map_state(&self, state: &State, map: usize) -> State {
        ask_state!(self, state, game, state => Some(game.map_state(state, map))).expect("maps are total")
    }

    fn map_move(&self, mv: MoveNumber, map: usize) -> MoveNumber {
        rules!(self, game => game.map_move(mv, map))
    }

    fn exchanged(&self, state: &State) -> Option<State> {
        ask_state!(self, state, game, state => game.exchanged(state))
    }

    fn canonical(&self, state: &State) -> Canonical<State> {
        let (map, orbit);
        let image = ask_state!(self, state, game, state => {
            let canonical = game.canonical(state);
            (map, orbit) = (canonical.map, canonical.orbit);
            Some(canonical.state)
        });
        Canonical { state: image.expect("every position has one"), map, orbit }
    }
}

#[deny(clippy::missing_trait_methods)]
impl ThreatHints for Classic {
    fn candidates(&self, state: &State, moves: &mut Vec<MoveNumber>) -> TacticalStatus {
        ask!(self, state, game, state => game.candidates(state, moves))
    }

    fn winning_move(&self, state: &State) -> Option<MoveNumber> {
        ask!(self, state, game, state => game.winning_move(state))
    }

    fn leaves_no_winning_move(&self, state: &State) -> bool {
        ask!(self, state, game, state => game.leaves_no_winning_move(state))
    }

    fn wins_at_once(&self, state: &State) -> bool {
        ask!(self, state, game, state => game.wins_at_once(state))
    }

    fn threats(&self, state: &State, moves: &mut Vec<MoveNumber>) -> bool {
        ask!(self, state, game, state => game.threats(state, moves))
    }
}

#[deny(clippy::missing_trait_methods)]
impl PairingHints for Classic {
    fn has_draws(&self) -> bool {
        rules!(self, game => game.has_draws())
    }

    fn payoff_bounds(&self, state: &State) -> (f64, f64) {
        ask!(self, state, game, state => game.payoff_bounds(state))
    }

    fn can_win(&self, state: &State, player: Player) -> bool {
        ask!(self, state, game, state => game.can_win(state, player))
    }

    fn cannot_lose(&self, state: &State, player: Player) -> bool {
        ask!(self, state, game, state => game.cannot_lose(state, player))
    }

    fn pairing(&self, state: &State, player: Player) -> Option<Vec<(MoveNumber, MoveNumber)>> {
        ask!(self, state, game, state => game.pairing(state, player))
    }

    fn pairs_hold(&self, state: &State, player: Player, pairs: &[(MoveNumber, MoveNumber)]) -> bool {
        ask!(self, state, game, state => game.pairs_hold(state, player, pairs))
    }
}

#[deny(clippy::missing_trait_methods)]
impl OrderingHints for Classic {
    fn ordering_score(&self, state: &State, mv: MoveNumber) -> i32 {
        ask!(self, state, game, state => game.ordering_score(state, mv))
    }

    fn mobility(&self, state: &State, player: Player) -> Option<u32> {
        ask!(self, state, game, state => game.mobility(state, player))
    }

    fn move_codes(&self) -> usize {
        rules!(self, game => game.move_codes())
    }

    fn move_code(&self, mv: MoveNumber) -> usize {
        rules!(self, game => game.move_code(mv))
    }

    fn move_of_code(&self, state: &State, code: usize) -> Option<MoveNumber> {
        ask!(self, state, game, state => game.move_of_code(state, code))
    }

    fn table_key(&self, state: &State) -> u64 {
        ask!(self, state, game, state => game.table_key(state))
    }

    fn outcome_key(&self, state: &State) -> u64 {
        ask!(self, state, game, state => game.outcome_key(state))
    }

    fn payoff_so_far(&self, state: &State) -> f64 {
        ask!(self, state, game, state => game.payoff_so_far(state))
    }

    fn drop_useless(&self, state: &State, moves: &mut Vec<MoveNumber>, from: usize) {
        ask!(self, state, game, state => game.drop_useless(state, moves, from));
    }

    fn plies_left(&self, state: &State) -> Option<u32> {
        ask!(self, state, game, state => game.plies_left(state))
    }
}

#[deny(clippy::missing_trait_methods)]
impl Specialized for Classic {
    fn specialists(&self) -> Specialists<Classic> {
        rules!(self, game => specialists_of(game))
    }
}

#[deny(clippy::missing_trait_methods)]
impl Depict for Classic {
    fn rows(&self, state: &State) -> Vec<String> {
        ask!(self, state, game, state => Depict::rows(game, state))
    }

    fn scene(&self, state: &State) -> Scene {
        ask!(self, state, game, state => game.scene(state))
    }

    fn scene_after(&self, before: &[State], state: &State) -> Scene {
        ask!(self, state, game, state => scene_after(game, before, state))
    }

    fn board(&self) -> Board {
        rules!(self, game => game.board())
    }

    fn motion(&self, state: &State, mv: MoveNumber) -> Motion {
        ask!(self, state, game, state => game.motion(state, mv))
    }

    fn observation_shape(&self) -> [usize; 3] {
        rules!(self, game => game.observation_shape())
    }

    fn numbers(&self, state: &State, view: Player) -> Vec<f32> {
        ask!(self, state, game, state => game.numbers(state, view))
    }

    fn observe(&self, state: &State, view: Player, observation: &mut [f32]) {
        ask!(self, state, game, state => game.observe(state, view, observation));
    }

    fn player_names(&self) -> [&'static str; 2] {
        rules!(self, game => game.player_names())
    }
}

impl Playable for Classic {
    fn name(&self) -> String {
        rules!(self, game => game.name())
    }

    fn former_name(&self) -> Option<String> {
        rules!(self, game => game.former_name())
    }

    fn formerly(&self) -> Option<String> {
        rules!(self, game => game.formerly())
    }

    fn how_to_play(&self) -> String {
        rules!(self, game => game.how_to_play())
    }

    fn playout<R: Rng + ?Sized>(&self, state: &State, max_plies: u32, rng: &mut R) -> (Turn, u32) {
        ask!(self, state, game, state => game.playout(state, max_plies, rng))
    }

    fn evaluations(&self) -> Vec<NamedEvaluation<Classic>> {
        rules!(self, game => game.evaluations().into_iter().map(evaluation_of).collect())
    }

    fn tunable_evaluations(&self) -> Vec<Tunable<Classic>> {
        rules!(self, game => game.tunable_evaluations().into_iter().map(tunable_of).collect())
    }

    fn cells(&self) -> Box<dyn Cells<Classic>> {
        rules!(self, game => cells_of(game.cells()))
    }

    fn actions(&self) -> usize {
        rules!(self, game => game.actions())
    }

    fn action(&self, mv: MoveNumber) -> usize {
        rules!(self, game => game.action(mv))
    }

    fn default_depth(&self) -> Option<u32> {
        rules!(self, game => game.default_depth())
    }

    fn own_bots(&self) -> Vec<OwnBot<Classic>> {
        match self {
            Classic::Pig(_) => vec![Hold::listed()],
            _ => Vec::new(),
        }
    }

    fn has_chance(&self) -> bool {
        rules!(self, game => game.has_chance())
    }

    fn warning(&self) -> Option<String> {
        rules!(self, game => game.warning())
    }

    fn explanation(&self, state: &State) -> Option<String> {
        ask!(self, state, game, state => game.explanation(state))
    }
}

impl Bot<Classic> for Hold {
    fn choose(
        &mut self,
        game: &Classic,
        position: Position<'_, Classic>,
        _: &mut dyn Rng,
        _: &Stop,
    ) -> Report<MoveNumber> {
        self.decide(Pig::rules(game), Pig::state(position.state))
    }
}

/// The scene of a state after others, which are all taken out of their [`State`]s.
fn scene_after<G: Part<Classic>>(game: &G, before: &[State], state: &G::State) -> Scene {
    let before: Vec<G::State> = before.iter().map(|state| G::state(state).clone()).collect();
    game.scene_after(&before, state)
}
