//! The description of the interface for programs, made from the handlers themselves.

use crate::{problem::Answer, routes};
use axum::response::{IntoResponse, Response};
use std::collections::BTreeMap;
use utoipa::{
    OpenApi,
    openapi::{Content, ContentBuilder, RefOr, ResponseBuilder, schema::ObjectBuilder},
};

/// The errors any address may answer with.
pub(crate) struct Problems;

impl utoipa::IntoResponses for Problems {
    fn responses() -> BTreeMap<String, RefOr<utoipa::openapi::Response>> {
        let problem = || -> Content {
            let text = || ObjectBuilder::new().schema_type(utoipa::openapi::schema::Type::String);
            let schema = ObjectBuilder::new()
                .property("type", text())
                .property("title", text())
                .property("detail", text())
                .property("kind", text())
                .required("kind")
                .required("detail");
            ContentBuilder::new().schema(Some(schema)).build()
        };
        [
            ("400", "malformed: it cannot be read"),
            ("401", "unauthorized: nobody knows who you are"),
            ("403", "forbidden: it is not yours"),
            ("404", "not-found: it is not there, or not for your eyes"),
            ("405", "not-allowed: no such method here"),
            ("409", "stale or taken: somebody was there first"),
            ("413", "too-large"),
            ("422", "invalid or impossible: it can be read, and cannot be"),
            ("429", "too-many: wait a little"),
            ("503", "unavailable: nothing was changed, try again"),
        ]
        .into_iter()
        .map(|(status, description)| {
            let response = ResponseBuilder::new()
                .description(description)
                .content("application/problem+json", problem())
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
        routes::games::open,
        routes::games::import,
        routes::games::list,
        routes::games::show,
        routes::games::act,
        routes::games::read,
        routes::games::vacation,
        routes::games::invitation,
        routes::games::accept,
        routes::games::invite,
        routes::games::invitations,
        routes::live::live,
        routes::chat::said,
        routes::chat::say,
        routes::papers::record,
        routes::papers::pgn,
        routes::papers::score,
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
        routes::matches::open,
        routes::matches::show,
        routes::matches::next,
        routes::works::healthz,
        routes::works::readyz,
        routes::works::figures,
        routes::works::about,
    )
)]
struct Description;

/// The description as JSON.
pub(crate) fn document() -> String {
    Description::openapi().to_json().unwrap_or_default()
}

/// Serves it.
pub(crate) async fn openapi() -> Response {
    let mut response = Answer::ok(jadoube_record::Json::Null).into_response();
    *response.body_mut() = document().into();
    response
}
