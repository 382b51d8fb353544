//! Refused requests: problems as HTTP responses.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use plywood_page::problem::{Problem, RefusalCode};

/// A problem as the response to a request.
pub struct Refused(pub Problem);

impl Refused {
    fn status(&self) -> StatusCode {
        match self.0.code {
            RefusalCode::NotFound => StatusCode::NOT_FOUND,
            RefusalCode::Token | RefusalCode::NoSeat | RefusalCode::Origin => StatusCode::FORBIDDEN,
            RefusalCode::TooLong => StatusCode::PAYLOAD_TOO_LARGE,
            RefusalCode::Taken
            | RefusalCode::Over
            | RefusalCode::NotOver
            | RefusalCode::Stale
            | RefusalCode::NotYourTurn => StatusCode::CONFLICT,
            RefusalCode::Busy => StatusCode::TOO_MANY_REQUESTS,
            RefusalCode::Full | RefusalCode::Closing => StatusCode::SERVICE_UNAVAILABLE,
            RefusalCode::Store => StatusCode::INSUFFICIENT_STORAGE,
            RefusalCode::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            RefusalCode::Malformed
            | RefusalCode::Protocol
            | RefusalCode::Illegal
            | RefusalCode::NothingToUndo
            | RefusalCode::Declined
            | RefusalCode::NoHints
            | RefusalCode::Bot
            | RefusalCode::Options => StatusCode::BAD_REQUEST,
        }
    }
}

impl From<Problem> for Refused {
    fn from(problem: Problem) -> Refused {
        Refused(problem)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.status(), Json(self.0)).into_response()
    }
}
