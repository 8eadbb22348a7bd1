//! What is every request held to? A name for the log, a limit of time, size and rate, an origin, and strict headers.

use crate::{App, problem::Problem};
use axum::{
    body::Body,
    extract::{ConnectInfo, FromRequest, MatchedPath, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use std::{
    collections::HashMap,
    net::{IpAddr, SocketAddr},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

tokio::task_local! {
    static REQUEST: String;
}

/// The name of the request being answered.
pub(crate) fn request_id() -> String {
    REQUEST.try_with(String::clone).unwrap_or_default()
}

/// Nothing is loaded from elsewhere, and nothing runs that did not come from here.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
                      font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; \
                      form-action 'self'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), microphone=(), geolocation=()",
    ),
];

/// No answer takes longer.
const LONGEST: Duration = Duration::from_secs(30);

/// Around every request.
pub(crate) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let id = crate::secret::name();
    REQUEST.scope(id.clone(), guarded(app, id, request, next)).await
}

async fn guarded(app: Arc<App>, id: String, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or_else(|| "page".to_owned(), |matched| matched.as_str().to_owned());
    let from = caller(&app, &request);
    let mut response = match admit(&app, &request, from) {
        Err(problem) => problem.into_response(),
        Ok(()) => match tokio::time::timeout(LONGEST, next.run(request)).await {
            Ok(response) => response,
            Err(_) => Problem::unavailable("the answer took too long").into_response(),
        },
    };
    let status = response.status();
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    if let Ok(value) = HeaderValue::from_str(&id) {
        headers.insert(HeaderName::from_static("x-request-id"), value);
    }
    let took = began.elapsed();
    metrics::counter!("jadoube_requests_total", "method" => word(&method), "route" => route.clone(),
        "status" => status.as_str().to_owned())
    .increment(1);
    metrics::histogram!("jadoube_request_seconds", "route" => route).record(took.as_secs_f64());
    // The path alone: queries and headers may hold secrets.
    if status.is_server_error() {
        tracing::error!(request = id, %method, path, status = status.as_u16(), ms = took.as_millis() as u64, "answered");
    } else {
        tracing::debug!(request = id, %method, path, status = status.as_u16(), ms = took.as_millis() as u64, "answered");
    }
    response
}

fn word(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::POST => "POST",
        Method::DELETE => "DELETE",
        Method::PUT => "PUT",
        Method::HEAD => "HEAD",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

fn caller(app: &App, request: &Request) -> Option<IpAddr> {
    if app.config.behind_proxy {
        let forwarded = request.headers().get("x-forwarded-for");
        // The last is the one our own proxy wrote.
        let last = forwarded.and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
        if last.is_some() {
            return last;
        }
    }
    request
        .extensions()
        .get::<ConnectInfo<SocketAddr>>()
        .map(|ConnectInfo(address)| address.ip())
}

fn admit(app: &App, request: &Request, from: Option<IpAddr>) -> Result<(), Problem> {
    let path = request.uri().path();
    let upgrade = request.headers().contains_key(header::UPGRADE);
    if (!request.method().is_safe() || upgrade) && !same_origin(request.headers()) {
        return Err(Problem::forbidden(
            "the request comes from a page of another site",
        ));
    }
    if path.starts_with("/api/")
        && let Some(from) = from
    {
        let strict = request.method() == Method::POST && matches!(path, "/api/session" | "/api/accounts");
        let rate = f64::from(app.config.rate);
        let allowed = match (app.config.rate, strict) {
            (0, _) => true,
            // Whoever tries passwords has ten at once, and then one every five seconds.
            (_, true) => app.door.passwords.allow(from, 0.2, 10.0),
            (_, false) => app.door.requests.allow(from, rate, rate * 5.0),
        };
        if !allowed {
            return Err(Problem::too_many(
                "too many requests from your address: wait a little",
            ));
        }
    }
    Ok(())
}

/// A browser says where a page came from; what is no browser says nothing.
fn same_origin(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return true;
    };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
    matches!((origin, host), (Some((_, origin)), Some(host)) if origin.eq_ignore_ascii_case(host))
}

/// The doorkeeper: how often each address has come of late.
#[derive(Debug, Default)]
pub(crate) struct Door {
    requests: Buckets,
    passwords: Buckets,
}

#[derive(Debug, Default)]
struct Buckets(Mutex<HashMap<IpAddr, (f64, Instant)>>);

impl Buckets {
    /// One more from this address: a bucket that fills at `rate` per second up to `most`.
    fn allow(&self, from: IpAddr, rate: f64, most: f64) -> bool {
        let now = Instant::now();
        let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() > 50_000 {
            // Full buckets say nothing.
            buckets.retain(|_, (level, since)| *level + since.elapsed().as_secs_f64() * rate < most);
        }
        let (level, since) = buckets.entry(from).or_insert((most, now));
        *level = (*level + now.duration_since(*since).as_secs_f64() * rate).min(most);
        *since = now;
        let allowed = *level >= 1.0;
        if allowed {
            *level -= 1.0;
        }
        allowed
    }
}

/// A JSON body, read strictly.
pub(crate) struct Sent<T>(pub(crate) T);

/// No ordinary request is longer.
pub(crate) const LONGEST_BODY: usize = 256 * 1024;
/// A record may be.
pub(crate) const LONGEST_RECORD: usize = 8 * 1024 * 1024;

impl<T: serde::de::DeserializeOwned> FromRequest<Arc<App>> for Sent<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &Arc<App>) -> Result<Self, Problem> {
        let most = match request.uri().path() {
            "/api/games/import" => LONGEST_RECORD,
            _ => LONGEST_BODY,
        };
        let kind = request
            .headers()
            .get(header::CONTENT_TYPE)
            .and_then(|kind| kind.to_str().ok());
        let is_json = kind.is_some_and(|kind| {
            kind.split(';')
                .next()
                .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
        });
        if !is_json {
            return Err(Problem::malformed(
                "expected a body with the content type application/json",
            ));
        }
        let body = axum::body::to_bytes(request.into_body(), most)
            .await
            .map_err(|error| {
                // The limit is the only error with a cause of this kind; others are broken connections.
                if error.to_string().contains("limit") {
                    Problem::too_large(format!("the body is longer than {most} bytes"))
                } else {
                    Problem::malformed("the body could not be read to its end")
                }
            })?;
        // A list would be read as fields in their order, and nobody means that.
        if body.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'[') {
            return Err(Problem::malformed("expected an object, {…}, not a list"));
        }
        serde_json::from_slice(&body)
            .map(Sent)
            .map_err(|error| Problem::malformed(error.to_string()))
    }
}

/// What nobody knows.
pub(crate) async fn unknown() -> Problem {
    Problem::not_found("address")
}

/// A method nobody knows there.
pub(crate) async fn not_allowed() -> Problem {
    Problem::not_allowed()
}

/// A page for printing has its own style inside.
pub(crate) fn printable(html: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
        ),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (StatusCode::OK, headers, Body::from(html)).into_response()
}
