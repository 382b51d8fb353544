//! Problems: the reasons for refusals, and their HTTP responses.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use plywood_play::Refusal;
use plywood_rules::TextError;

pub use crate::protocol::{Code, Problem};

impl Problem {
    /// A refusal with its reason.
    pub fn new(code: Code, text: impl Into<String>) -> Problem {
        Problem { code, text: text.into() }
    }

    /// A wrong name, option, position or move.
    pub fn options(error: TextError) -> Problem {
        Problem::new(Code::Options, error.to_string())
    }

    fn status(&self) -> StatusCode {
        match self.code {
            Code::NotFound => StatusCode::NOT_FOUND,
            Code::Token | Code::NoSeat | Code::Origin => StatusCode::FORBIDDEN,
            Code::TooLong => StatusCode::PAYLOAD_TOO_LARGE,
            Code::Taken | Code::Over | Code::NotOver | Code::Stale | Code::NotYourTurn => {
                StatusCode::CONFLICT
            }
            Code::Busy => StatusCode::TOO_MANY_REQUESTS,
            Code::Full | Code::Closing => StatusCode::SERVICE_UNAVAILABLE,
            Code::Store => StatusCode::INSUFFICIENT_STORAGE,
            Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Code::Malformed
            | Code::Protocol
            | Code::Illegal
            | Code::NothingToUndo
            | Code::Declined
            | Code::NoHints
            | Code::Bot
            | Code::Options => StatusCode::BAD_REQUEST,
        }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        Problem { code: refusal.code, text: refusal.text }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.status(), Json(self)).into_response()
    }
}
