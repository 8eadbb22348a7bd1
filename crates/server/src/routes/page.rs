//! The page: everything that is not an address of the interface.

use crate::{App, guard::by_tls, problem::Problem};
use axum::{
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use rust_embed::RustEmbed;
use serde::Deserialize;
use std::{
    borrow::Cow,
    collections::BTreeMap,
    sync::{Arc, LazyLock},
};

#[derive(RustEmbed)]
#[folder = "$JADOUBE_PAGE"]
struct Page;

/// What is told of an address to whoever shows a link to it.
#[derive(Debug, Deserialize)]
struct Preview {
    title: String,
    text: String,
}

/// By the beginning of the address, as the page's build has written them down; that of `/` stands in the page itself.
type Previews = BTreeMap<String, Preview>;

static PREVIEWS: LazyLock<Previews> = LazyLock::new(|| {
    let file = Page::get("previews.json");
    file.and_then(|file| serde_json::from_slice(&file.data).ok())
        .unwrap_or_default()
});

/// A file of the page, or the page itself for the addresses it keeps for itself.
pub(crate) async fn page(
    State(app): State<Arc<App>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
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
    if name == "index.html" {
        let host = headers.get(header::HOST).and_then(|value| value.to_str().ok());
        let scheme = if by_tls(&app.config, &headers) {
            "https"
        } else {
            "http"
        };
        let origin = host.map(|host| format!("{scheme}://{host}"));
        let page = String::from_utf8_lossy(&file.data);
        let page = introduced(page, uri.path(), origin.as_deref(), &PREVIEWS);
        let tag = format!(
            "\"{}\"",
            crate::secret::hex(&blake3::hash(page.as_bytes()).as_bytes()[..12])
        );
        let lines = [
            (header::CONTENT_TYPE, Some("text/html; charset=utf-8")),
            (header::CACHE_CONTROL, Some("no-cache")),
            (header::ETAG, Some(&*tag)),
        ];
        return unless_known(&headers, &tag, lines, page.into_owned());
    }
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
    let lines = [
        (header::CONTENT_TYPE, Some(&*kind)),
        (header::CACHE_CONTROL, Some(cache)),
        (header::ETAG, Some(&*tag)),
        (header::VARY, chosen.then_some("accept-encoding")),
        (header::CONTENT_ENCODING, as_packed.then_some("br")),
    ];
    unless_known(&headers, &tag, lines, file.data)
}

/// The answer with these headers, or only that it is as it was to whoever has it already.
fn unless_known<const N: usize>(
    headers: &HeaderMap,
    tag: &str,
    lines: [(HeaderName, Option<&str>); N],
    body: impl IntoResponse,
) -> Response {
    let mut head = HeaderMap::new();
    for (name, value) in lines {
        if let Some(value) = value.and_then(|value| HeaderValue::from_str(value).ok()) {
            head.insert(name, value);
        }
    }
    let known = headers
        .get(header::IF_NONE_MATCH)
        .and_then(|value| value.to_str().ok());
    if known == Some(tag) {
        return (StatusCode::NOT_MODIFIED, head).into_response();
    }
    (StatusCode::OK, head, body).into_response()
}

/// The page as it introduces itself at this address: with the title and text of the address, and the picture's whole address,
/// for whoever shows a link elsewhere cannot complete it.
fn introduced<'p>(page: Cow<'p, str>, path: &str, origin: Option<&str>, previews: &Previews) -> Cow<'p, str> {
    let mut told = page;
    let begins = |known: &str| {
        path.strip_prefix(known)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let here = previews.iter().rev().find(|(known, _)| begins(known));
    if let (Some(usual), Some((_, here))) = (previews.get("/"), here) {
        for (usual, here) in [(&usual.title, &here.title), (&usual.text, &here.text)] {
            told = told.replace(&as_content(usual), &as_content(here)).into();
        }
    }
    // What a header holds is not to be trusted: only what can be a host goes into the page.
    let host = |byte: u8| byte.is_ascii_alphanumeric() || b":/.-[]".contains(&byte);
    if let Some(origin) = origin.filter(|origin| origin.bytes().all(host)) {
        told = told
            .replace(
                "content=\"/preview.png\"",
                &format!("content=\"{origin}/preview.png\""),
            )
            .into();
    }
    told
}

/// As the value of `content`.
fn as_content(text: &str) -> String {
    let text = text
        .replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('<', "&lt;");
    format!("content=\"{text}\"")
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

#[cfg(test)]
mod tests {
    use super::{Preview, Previews, introduced};

    const PAGE: &str = r#"<meta property="og:title" content="Usual" /><meta property="og:description" content="Of all" /><meta property="og:image" content="/preview.png" />"#;

    fn previews() -> Previews {
        let told = [
            ("/", "Usual", "Of all"),
            ("/incidents", "Incidents", "What happened"),
            ("/incidents/silent", "The \"silent\" check", "Nobody said it"),
        ];
        told.into_iter()
            .map(|(path, title, text)| {
                let (title, text) = (title.to_owned(), text.to_owned());
                (path.to_owned(), Preview { title, text })
            })
            .collect()
    }

    fn at(path: &str, origin: Option<&str>) -> String {
        introduced(PAGE.into(), path, origin, &previews()).into_owned()
    }

    #[test]
    fn an_address_is_introduced_by_what_is_to_be_seen_there() {
        let one = at("/incidents/silent", Some("https://chess.example:8443"));
        assert!(one.contains(r#"content="The &quot;silent&quot; check""#), "{one}");
        assert!(one.contains(r#"content="Nobody said it""#), "{one}");
        assert!(
            one.contains(r#"content="https://chess.example:8443/preview.png""#),
            "{one}"
        );
        let unknown = at("/incidents/other", None);
        assert!(unknown.contains(r#"content="Incidents""#), "{unknown}");
        assert_eq!(at("/incidentsx", None), PAGE);
        assert_eq!(at("/", None), PAGE);
    }

    #[test]
    fn a_host_that_is_none_does_not_reach_the_page() {
        assert_eq!(at("/", Some("http://\"><script>")), PAGE);
    }
}
