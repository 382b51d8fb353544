//! Training in idle time, and learning curves.

pub use plywood_workshop::CurvePoint;

wire! {
    /// `GET api/training`: the training of the shared brains while nobody needs the processor.
    struct TrainingView {
        /// The most that it may take, as a share of one processor from 0 to 1; null if this server does not train.
        pub share: Option<f64>,
        /// The share of one processor that it took since the server was started.
        pub used: f64,
        /// Games learnt by training since the server was started.
        pub played: u64,
        /// The game under way, or the last one while none is; null before the first.
        pub game: Option<TrainingGameView>,
    }

    /// A game of the training.
    struct TrainingGameView {
        /// The full name of the game.
        pub game: String,
        /// The players: bots by their names. A learner on both sides plays itself.
        pub players: [String; 2],
        /// The moves so far.
        pub moves: Vec<String>,
        /// True if it measures the brain for its learning curve, and is not learnt.
        pub measures: bool,
    }

    /// `GET api/curve?game=...&brain=...`: the learning curve of a brain.
    struct CurveView {
        /// The full name of the game.
        pub game: String,
        /// The brain.
        pub brain: String,
        /// Games it has learnt by now.
        pub games: u64,
        /// Its results against fixed opponents, in the order in which they were measured.
        pub points: Vec<CurvePoint>,
    }

    /// The query of `GET api/curve`: a brain by its name.
    struct BrainQuery {
        /// The game.
        pub game: String,
        /// The brain.
        pub brain: String,
    }
}
