//! Is the server well? Health, figures, and what it can do.

use crate::{
    App,
    guard::LONGEST_BODY,
    openapi::Problems,
    problem::{Answer, Problem},
};
use axum::{
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use jadoube_game::Code;
use jadoube_record::Json;
use std::sync::{Arc, atomic::Ordering::Relaxed};

/// The process lives.
#[utoipa::path(get, path = "/healthz", tag = "operations",
    responses((status = 200, description = "alive", body = Object), Problems))]
pub(crate) async fn healthz() -> Answer {
    Answer::ok(Json::object([("status", Json::from("alive"))]))
}

/// The store answers and the server is not about to stop.
#[utoipa::path(get, path = "/readyz", tag = "operations",
    responses((status = 200, description = "ready", body = Object), Problems))]
pub(crate) async fn readyz(State(app): State<Arc<App>>) -> Result<Answer, Problem> {
    if app.stopping.load(Relaxed) {
        return Err(Problem::unavailable("the server is stopping"));
    }
    app.hall.store.ping().await?;
    Ok(Answer::ok(Json::object([("status", Json::from("ready"))])))
}

/// Figures for Prometheus.
#[utoipa::path(get, path = "/metrics", tag = "operations",
    responses((status = 200, description = "figures", body = String, content_type = "text/plain"), Problems))]
pub(crate) async fn figures(State(app): State<Arc<App>>) -> Response {
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4")];
    (kind, app.figures.render()).into_response()
}

/// What this server is and can do.
#[utoipa::path(get, path = "/api/about", tag = "operations",
    responses((status = 200, description = "name, version, codes, limits", body = Object), Problems))]
pub(crate) async fn about(State(app): State<Arc<App>>) -> Answer {
    let codes = Code::ALL.into_iter().map(Code::name);
    Answer::ok(Json::object([
        ("name", Json::from("jadoube")),
        ("version", env!("CARGO_PKG_VERSION").into()),
        ("codes", Json::list(codes)),
        ("computer", false.into()),
        (
            "limits",
            Json::object([
                ("body_bytes", Json::from(LONGEST_BODY)),
                ("acts", crate::hall::MOST_ACTS.into()),
                ("requests_per_second", app.config.rate.into()),
            ]),
        ),
    ]))
}
