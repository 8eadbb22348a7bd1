//! Is the server well? Health, figures, and what it can do.

use crate::{
    App,
    guard::LONGEST_BODY,
    openapi::Problems,
    problem::{Answer, Problem},
    shape::{About, Health, Limits},
};
use axum::{
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use jadoube_game::Code;
use std::{
    sync::{Arc, atomic::Ordering::Relaxed},
    time::{Duration, Instant},
};

/// The process lives.
#[utoipa::path(get, path = "/healthz", tag = "operations",
    responses((status = 200, description = "alive", body = Health), Problems))]
pub(crate) async fn healthz() -> Answer<Health> {
    Answer::ok(Health { status: "alive" })
}

/// The store answers and the server is not about to stop.
#[utoipa::path(get, path = "/readyz", tag = "operations",
    responses((status = 200, description = "ready", body = Health), Problems))]
pub(crate) async fn readyz(State(app): State<Arc<App>>) -> Result<Answer<Health>, Problem> {
    if app.stopping.load(Relaxed) {
        return Err(Problem::unavailable("the server is stopping"));
    }
    // However many ask at once, something is written once a second at most.
    let mut last = app.ready.lock().await;
    match *last {
        Some((at, true)) if at.elapsed() < Duration::from_secs(1) => {}
        _ => {
            let ready = app.live_games.store.ready().await;
            *last = Some((Instant::now(), ready.is_ok()));
            ready?;
        }
    }
    Ok(Answer::ok(Health { status: "ready" }))
}

/// Figures for Prometheus.
#[utoipa::path(get, path = "/metrics", tag = "operations",
    responses((status = 200, description = "figures", body = String, content_type = "text/plain"), Problems))]
pub(crate) async fn figures(State(app): State<Arc<App>>) -> Response {
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4")];
    metrics::gauge!("jadoube_commit_queue").set(app.live_games.store.waiting() as f64);
    (kind, app.figures.render()).into_response()
}

/// What this server is and can do.
#[utoipa::path(get, path = "/api/about", tag = "operations",
    responses((status = 200, description = "name, version, codes, limits", body = About), Problems))]
pub(crate) async fn about(State(app): State<Arc<App>>) -> Answer<About> {
    Answer::ok(About {
        name: "jadoube",
        version: env!("CARGO_PKG_VERSION"),
        law: jadoube_law::VERSION,
        codes: Code::ALL.into_iter().map(Code::name).collect(),
        computer: true,
        key: app.live_games.signatory.public(),
        earlier_keys: app.earlier_keys.clone(),
        limits: Limits {
            body_bytes: LONGEST_BODY,
            acts: crate::live_games::MOST_ACTS,
            requests_per_second: app.config.rate,
        },
    })
}
