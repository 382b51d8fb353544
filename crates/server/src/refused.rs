//! Refused requests: problems as HTTP responses.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use plywood_page::problem::{Code, Problem};

/// A problem as the response to a request.
pub struct Refused(pub Problem);

impl Refused {
    fn status(&self) -> StatusCode {
        match self.0.code {
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
