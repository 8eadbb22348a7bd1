//! What does a caller hear when something is wrong? One shape for every error: `application/problem+json`.

use crate::shape::GameView;
use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use jadoube_record::{Json, RecordFault};
use jadoube_store::StoreError;
use serde::Serialize;
use std::borrow::Cow;

/// An answer that says what is wrong and where.
#[derive(Debug, Clone)]
pub(crate) struct Problem {
    status: StatusCode,
    kind: &'static str,
    detail: Cow<'static, str>,
    more: Vec<(&'static str, Json)>,
}

impl Problem {
    fn new(status: StatusCode, kind: &'static str, detail: impl Into<Cow<'static, str>>) -> Self {
        Problem {
            status,
            kind,
            detail: detail.into(),
            more: Vec::new(),
        }
    }

    /// What was sent cannot be read.
    pub(crate) fn malformed(detail: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "malformed", detail)
    }

    /// Nobody knows who is asking.
    pub(crate) fn unauthorized(detail: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "unauthorized", detail)
    }

    /// It is known who is asking, and this is not his.
    pub(crate) fn forbidden(detail: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::FORBIDDEN, "forbidden", detail)
    }

    /// There is no such thing, as far as the one who asks may know.
    pub(crate) fn not_found(what: &'static str) -> Self {
        Self::new(
            StatusCode::NOT_FOUND,
            "not-found",
            format!("there is no such {what} here, or it is not for your eyes"),
        )
    }

    /// The method is not one this address knows.
    pub(crate) fn not_allowed() -> Self {
        Self::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "not-allowed",
            "this address does not know the method; see /api/openapi.json",
        )
    }

    /// The game has moved on.
    pub(crate) fn stale(game: &GameView) -> Self {
        Self::new(
            StatusCode::CONFLICT,
            "stale",
            "the game has moved on since you looked: here is how it stands",
        )
        .with("game", as_json(game))
    }

    /// The stored record of the game is broken.
    pub(crate) fn broken(why: &str) -> Self {
        Self::new(
            StatusCode::CONFLICT,
            "broken",
            format!("the stored record of this game is broken, and the game is closed: {why}"),
        )
    }

    /// Somebody was there first.
    pub(crate) fn taken(detail: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::CONFLICT, "taken", detail)
    }

    /// It can be read, and cannot be.
    pub(crate) fn invalid(field: impl Into<String>, detail: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid", detail).with("field", field.into().into())
    }

    /// The act cannot have happened.
    pub(crate) fn impossible(field: &str, detail: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "impossible", detail).with("field", field.into())
    }

    /// More than is let in.
    pub(crate) fn too_large(detail: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", detail)
    }

    /// More often than is let in.
    pub(crate) fn too_many(detail: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too-many", detail)
    }

    /// We cannot, now.
    pub(crate) fn unavailable(detail: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", detail)
    }

    /// Our own fault.
    pub(crate) fn bug() -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "the server made a mistake; the request id leads to it in the log",
        )
    }

    /// The same with one more field.
    pub(crate) fn with(mut self, name: &'static str, value: Json) -> Self {
        self.more.push((name, value));
        self
    }

    /// Whether it may well go away by itself.
    pub(crate) fn passes(&self) -> bool {
        self.status.is_server_error()
    }

    /// Whether it is not of our making and will pass.
    pub(crate) fn is_unavailable(&self) -> bool {
        self.status == StatusCode::SERVICE_UNAVAILABLE
    }

    /// The sentence for a person.
    pub(crate) fn detail(&self) -> &str {
        &self.detail
    }

    /// A fault of the record, in a header or an act.
    pub(crate) fn fault(fault: &RecordFault, under: &str) -> Self {
        let detail = fault.to_string();
        match fault {
            RecordFault::CannotHaveHappened { field, .. } => Self::impossible(field, detail),
            RecordFault::Missing { field, .. }
            | RecordFault::Unknown { field, .. }
            | RecordFault::Wrong { field, .. } => Self::invalid(format!("{under}{field}"), detail),
            _ => Self::invalid(under.trim_end_matches('.').to_owned(), detail),
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Taken => Self::taken("it is taken already"),
            full @ StoreError::Full(_) => Self::too_many(full.to_string()),
            StoreError::Foreign(why) => {
                metrics::counter!("jadoube_store_errors_total").increment(1);
                tracing::error!(why, "store");
                Self::unavailable(
                    "another version of this server has taken over the database: nothing was changed, and this one changes \
                     nothing any more",
                )
            }
            other => {
                // What the database says is for the log; the caller only needs to know that he may try again.
                metrics::counter!("jadoube_store_errors_total").increment(1);
                tracing::error!(error = %other, "store");
                Self::unavailable("the database does not answer: nothing was changed, try again")
            }
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let title = self.status.canonical_reason().unwrap_or("Error");
        let mut fields = vec![
            ("type", Json::from("about:blank")),
            ("title", title.into()),
            ("status", u32::from(self.status.as_u16()).into()),
            ("detail", self.detail.as_ref().into()),
            ("kind", self.kind.into()),
        ];
        fields.push(("request_id", crate::guard::request_id().into()));
        fields.extend(self.more);
        let mut response = (self.status, Json::object(fields).to_string()).into_response();
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/problem+json"),
        );
        if matches!(
            self.status,
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE
        ) {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

/// A value of ours as JSON that can be put into other JSON.
fn as_json(value: &impl Serialize) -> Json {
    // What we write, we can read.
    serde_json::to_string(value)
        .ok()
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or(Json::Null)
}

/// An answer in JSON.
pub(crate) struct Answer<T>(pub(crate) StatusCode, pub(crate) T);

impl<T: Serialize> Answer<T> {
    /// 200.
    pub(crate) fn ok(body: T) -> Self {
        Answer(StatusCode::OK, body)
    }

    /// 201.
    pub(crate) fn created(body: T) -> Self {
        Answer(StatusCode::CREATED, body)
    }
}

impl<T: Serialize> IntoResponse for Answer<T> {
    fn into_response(self) -> Response {
        let Ok(body) = serde_json::to_vec(&self.1) else {
            return Problem::bug().into_response();
        };
        let headers = [
            (header::CONTENT_TYPE, "application/json"),
            (header::CACHE_CONTROL, "no-store"),
        ];
        (self.0, headers, body).into_response()
    }
}
