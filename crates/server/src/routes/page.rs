//! The page: everything that is not an address of the interface.

use crate::problem::Problem;
use axum::{
    http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "$JADOUBE_PAGE"]
struct Page;

/// A file of the page, or the page itself for the addresses it keeps for itself.
pub(crate) async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return Problem::not_allowed().into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let (name, file) = match Page::get(path) {
        Some(file) => (path, file),
        // `/game/…` and `/join` are the page's own; a missing file is missing.
        None if !path.rsplit('/').next().unwrap_or_default().contains('.') => match Page::get("index.html") {
            Some(file) => ("index.html", file),
            None => return Problem::not_found("page").into_response(),
        },
        None => return Problem::not_found("file").into_response(),
    };
    // What the page's build has packed well is sent as it was packed, to whoever can open it.
    let packed = Page::get(&format!("{name}.br"));
    let chosen = packed.is_some();
    let (kind, packed) = (
        file.metadata.mimetype().to_owned(),
        packed.filter(|_| opens_brotli(&headers)),
    );
    let as_packed = packed.is_some();
    let file = packed.unwrap_or(file);
    let tag = format!("\"{}\"", crate::secret::hex(&file.metadata.sha256_hash()[..12]));
    let known = headers
        .get(header::IF_NONE_MATCH)
        .and_then(|value| value.to_str().ok());
    // Names with a fingerprint never change their contents.
    let stem = name.rsplit_once('.').map_or("", |(stem, _)| stem);
    let fingerprint = stem.rsplit(['-', '.']).next().unwrap_or_default();
    let forever = stem.contains(['-', '.'])
        && fingerprint.len() >= 8
        && fingerprint.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && fingerprint.bytes().any(|byte| byte.is_ascii_digit());
    let cache = if forever {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let kind = if kind.starts_with("text/") {
        format!("{kind}; charset=utf-8")
    } else {
        kind
    };
    let mut head = HeaderMap::new();
    let lines = [
        (header::CONTENT_TYPE, Some(&*kind)),
        (header::CACHE_CONTROL, Some(cache)),
        (header::ETAG, Some(&*tag)),
        (header::VARY, chosen.then_some("accept-encoding")),
        (header::CONTENT_ENCODING, as_packed.then_some("br")),
    ];
    for (name, value) in lines {
        if let Some(value) = value.and_then(|value| HeaderValue::from_str(value).ok()) {
            head.insert(name, value);
        }
    }
    if known == Some(&*tag) {
        return (StatusCode::NOT_MODIFIED, head).into_response();
    }
    (StatusCode::OK, head, file.data.into_owned()).into_response()
}

/// Whether whoever asks can open what Brotli has packed.
fn opens_brotli(headers: &HeaderMap) -> bool {
    headers
        .get_all(header::ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|each| {
            let (name, weight) = each.split_once(';').unwrap_or((each, ""));
            let refused = weight
                .trim()
                .strip_prefix("q=")
                .is_some_and(|q| q.trim().parse() == Ok(0.0));
            name.trim().eq_ignore_ascii_case("br") && !refused
        })
}
