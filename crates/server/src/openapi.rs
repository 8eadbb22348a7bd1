//! The description of the interface for programs, made from the handlers themselves.

use crate::{routes, shape};
use axum::{
    http::header,
    response::{IntoResponse, Response},
};
use std::{collections::BTreeMap, sync::LazyLock};
use utoipa::{
    OpenApi,
    openapi::{
        ContentBuilder, Ref, RefOr, ResponseBuilder,
        schema::{ObjectBuilder, Schema, Type},
        security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme},
    },
};

/// What every address says when something is wrong.
#[derive(utoipa::ToSchema)]
#[schema(as = Problem)]
#[allow(
    dead_code,
    reason = "it describes `problem::Problem`, whose further fields depend on its kind"
)]
struct ProblemShown {
    r#type: String,
    /// The status in words.
    title: String,
    status: u16,
    /// A sentence for a person.
    detail: String,
    /// A word for a machine.
    #[schema(schema_with = kinds)]
    kind: String,
    request_id: String,
    /// Where it is.
    #[schema(required = false)]
    field: String,
    /// Which line of a record.
    #[schema(required = false)]
    line: u32,
    /// Where the game has moved on: how it stands.
    #[schema(required = false)]
    game: shape::GameView,
    /// Clauses that may be meant.
    #[schema(required = false)]
    nearest: Vec<String>,
    /// Questions that can be asked.
    #[schema(required = false)]
    questions: Vec<String>,
}

fn kinds() -> RefOr<Schema> {
    let kinds = [
        "malformed",
        "unauthorized",
        "forbidden",
        "not-found",
        "not-allowed",
        "stale",
        "broken",
        "taken",
        "too-large",
        "invalid",
        "impossible",
        "too-many",
        "unavailable",
        "internal",
    ];
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(kinds))
        .build()
        .into()
}

/// The errors any address may answer with.
pub(crate) struct Problems;

impl utoipa::IntoResponses for Problems {
    fn responses() -> BTreeMap<String, RefOr<utoipa::openapi::Response>> {
        [
            ("400", "malformed: it cannot be read"),
            ("401", "unauthorized: nobody knows who you are"),
            ("403", "forbidden: it is not yours"),
            ("404", "not-found: it is not there, or not for your eyes"),
            ("405", "not-allowed: no such method here"),
            (
                "409",
                "stale or taken: somebody was there first; or broken: the game is closed",
            ),
            ("413", "too-large"),
            ("422", "invalid or impossible: it can be read, and cannot be"),
            ("429", "too-many: wait a little"),
            ("503", "unavailable: nothing was changed, try again"),
        ]
        .into_iter()
        .map(|(status, description)| {
            let problem = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem")));
            let response = ResponseBuilder::new()
                .description(description)
                .content("application/problem+json", problem.build())
                .build();
            (status.to_owned(), RefOr::T(response))
        })
        .collect()
    }
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Jadoube",
        description = "The laws of chess, executable: games that live."
    ),
    paths(
        routes::opening::open,
        routes::opening::import,
        routes::games::list,
        routes::games::show,
        routes::games::act,
        routes::games::read,
        routes::games::vacation,
        routes::seats::invitation,
        routes::seats::accept,
        routes::seats::invite,
        routes::seats::invitations,
        routes::seats::revoke,
        routes::seats::renew,
        routes::live::live,
        routes::chat::said,
        routes::chat::say,
        routes::downloads::record,
        routes::downloads::pgn,
        routes::downloads::score,
        routes::laws::codes,
        routes::laws::code,
        routes::laws::clause,
        routes::laws::readings,
        routes::laws::questions,
        routes::laws::compare,
        routes::laws::judge,
        routes::laws::read,
        routes::people::register,
        routes::people::log_in,
        routes::people::session,
        routes::people::log_out,
        routes::people::log_out_everywhere,
        routes::people::inbox,
        routes::people::mark_read,
        routes::people::change_password,
        routes::people::delete,
        routes::people::new_token,
        routes::people::end_tokens,
        routes::matches::open,
        routes::matches::show,
        routes::matches::next,
        routes::matches::rematch,
        routes::seats::sit,
        routes::health::healthz,
        routes::health::readyz,
        routes::health::figures,
        routes::health::about,
    ),
    components(schemas(
        ProblemShown,
        shape::Told,
        shape::Says,
        shape::Style,
        shape::Format,
        shape::Imposed,
        shape::SanctionName
    )),
    modifiers(&Keys),
    security((), ("seat" = []), ("session" = []))
)]
struct Description;

/// How a caller says who he is.
struct Keys;

impl utoipa::Modify for Keys {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        let components = openapi.components.get_or_insert_default();
        let seat = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some("The token of a seat."))
            .build();
        components.add_security_scheme("seat", SecurityScheme::Http(seat));
        let cookie = ApiKey::Cookie(ApiKeyValue::with_description(
            routes::COOKIE,
            "A session, set by logging in.",
        ));
        components.add_security_scheme("session", SecurityScheme::ApiKey(cookie));
    }
}

/// The description as JSON.
pub(crate) fn document() -> String {
    // Nothing in it is a map with odd keys: writing it cannot fail.
    Description::openapi().to_pretty_json().unwrap_or_default()
}

/// Serves it.
pub(crate) async fn openapi() -> Response {
    static DOCUMENT: LazyLock<String> = LazyLock::new(document);
    let kind = [(header::CONTENT_TYPE, "application/json")];
    (kind, DOCUMENT.as_str()).into_response()
}
