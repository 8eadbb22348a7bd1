//! The page: everything that is not an address of the interface.

use crate::problem::Problem;
use axum::{
    http::{HeaderMap, Method, StatusCode, Uri, header},
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
    let kind = file.metadata.mimetype().to_owned();
    let kind = if kind.starts_with("text/") {
        format!("{kind}; charset=utf-8")
    } else {
        kind
    };
    let head = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, cache.to_owned()),
        (header::ETAG, tag.clone()),
    ];
    if known == Some(&*tag) {
        return (StatusCode::NOT_MODIFIED, head).into_response();
    }
    (StatusCode::OK, head, file.data.into_owned()).into_response()
}
