//! Players and calls as text, on disk and over the wire.

use plywood_rules::Player;
use plywood_rules::ending::Call;
use serde::{Deserialize, Serialize};

/// A player as text: `first` or `second`.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Player", rename_all = "lowercase")]
pub enum PlayerText {
    First,
    Second,
}

/// A call as text.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Call")]
enum CallText {
    Resigned(#[serde(with = "PlayerText")] Player),
    OutOfTime(#[serde(with = "PlayerText")] Player),
    Left(#[serde(with = "PlayerText")] Player),
    Agreed,
    PlyLimit,
}

/// Optional values of a type that has its text elsewhere.
macro_rules! optional {
    ($module:ident, $type:ident, $text:literal) => {
        pub mod $module {
            use serde::{Deserialize, Deserializer, Serialize, Serializer};

            #[derive(Serialize, Deserialize)]
            struct Text(#[serde(with = $text)] super::$type);

            pub fn serialize<S: Serializer>(value: &Option<super::$type>, to: S) -> Result<S::Ok, S::Error> {
                value.map(Text).serialize(to)
            }

            pub fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Option<super::$type>, D::Error> {
                Ok(Option::<Text>::deserialize(from)?.map(|text| text.0))
            }
        }
    };
}

optional!(player, Player, "super::PlayerText");
optional!(call, Call, "super::CallText");
