//! The law room, the page, and what every answer is held to.

use crate::client::{Server, ask, config};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn the_law_room_answers_without_a_game() {
    let server = Server::new().await;
    let codes = server.get("/api/laws", None).await.expect(200);
    let about = server.get("/api/about", None).await.expect(200);
    assert_eq!(
        codes["codes"].as_array().map(Vec::len),
        about["codes"].as_array().map(Vec::len)
    );
    let code = server.get("/api/laws/bcc-1899", None).await.expect(200);
    assert!(code["clauses"].as_array().expect("clauses").len() > 50);
    let clause = server
        .get("/api/laws/bcc-1899/ii%205%20c", None)
        .await
        .expect(200);
    assert_eq!(clause["clause"]["label"], "II.5(c)");
    server
        .get("/api/laws/bcc-1899/II.5(h)", None)
        .await
        .problem(404, "not-found");
    server
        .get("/api/laws/nobody-1900", None)
        .await
        .problem(404, "not-found");
    let compared = server.get("/api/laws/compare/touch", None).await.expect(200);
    let answers = &compared["rows"][0]["answers"];
    assert_eq!(
        answers.as_object().map(serde_json::Map::len),
        Some(jadoube_game::Code::ALL.len()),
        "{compared}"
    );
    assert!(server.get("/api/laws/compare", None).await.expect(200)["questions"].is_array());
    assert!(server.get("/api/laws/readings", None).await.expect(200)["readings"].is_array());
    let incident = json!({"header": {}, "acts": [{"by": "white", "act": "move", "move": "e2e5"}], "codes": ["bcc-1896", "bcc-1899"]});
    let judged = server.post("/api/judge", None, incident).await.expect(200);
    assert_eq!(
        judged["codes"]["bcc-1899"]["states"].as_array().map(Vec::len),
        Some(2)
    );
    assert_eq!(
        judged["codes"]["bcc-1899"]["states"][1]["rulings"][0]["clause"],
        "II.6(a)"
    );
    let nobody = json!({"header": {}, "acts": [], "codes": []});
    server
        .post("/api/judge", None, nobody)
        .await
        .problem(422, "invalid");
    server
        .post("/api/judge", None, json!([{}, []]))
        .await
        .problem(400, "malformed");
    let wrong = json!({"header": {}, "acts": [{"by": "white", "act": "move", "move": "e2"}]});
    assert_eq!(
        server
            .post("/api/judge", None, wrong)
            .await
            .problem(422, "invalid")["field"],
        "acts[0].move"
    );
    let read = server
        .post("/api/read", None, json!({"text": "P-K4"}))
        .await
        .expect(200);
    assert_eq!(read["moves"][0]["uci"], "e2e4");
    let unread = server
        .post("/api/read", None, json!({"text": "%%"}))
        .await
        .expect(200);
    assert_eq!(unread["understood"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_is_served_with_strict_headers_and_nothing_else_is() {
    let server = Server::new().await;
    for path in ["/", "/game/abc", "/join"] {
        let page = server.get(path, None).await;
        assert_eq!(page.status, 200, "{path}");
        assert!(page.body.contains("<title>"), "{}", page.body);
        let policy = page.header("content-security-policy").expect("a policy");
        assert!(
            policy.contains("default-src 'none'")
                && !policy.contains("'unsafe-inline'")
                && !policy.contains("'unsafe-eval'"),
            "{policy}"
        );
        assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
        assert!(page.header("x-request-id").is_some());
    }
    // Data come with every act and are never shown as a page.
    for (path, status) in [("/api/about", 200), ("/api/nothing", 404)] {
        let data = server.get(path, None).await;
        assert_eq!(data.status, status);
        assert_eq!(data.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(data.header("content-security-policy"), None, "{path}");
        assert_eq!(data.header("permissions-policy"), None, "{path}");
    }
    server.get("/missing.js", None).await.problem(404, "not-found");
    server.get("/api/nothing", None).await.problem(404, "not-found");
    let put = ask(server.address(), "PUT", "/api/judge", &[], None).await;
    put.problem(405, "not-allowed");
    let elsewhere = [("Origin".to_owned(), "https://elsewhere.example".to_owned())];
    let body = json!({"header": {"code": "bcc-1899"}}).to_string();
    ask(
        server.address(),
        "POST",
        "/api/games",
        &elsewhere,
        Some(body.clone()),
    )
    .await
    .problem(403, "forbidden");
    let plain = [("Content-Type".to_owned(), "text/plain".to_owned())];
    ask(server.address(), "POST", "/api/games", &plain, Some(body))
        .await
        .problem(400, "malformed");
}

#[tokio::test(flavor = "multi_thread")]
async fn health_figures_and_description_are_there() {
    let server = Server::new().await;
    server.get("/healthz", None).await.expect(200);
    server.get("/readyz", None).await.expect(200);
    let figures = server.get("/metrics", None).await;
    assert!(
        figures.body.contains("jadoube_requests_total"),
        "{}",
        figures.body
    );
    let description = server.get("/api/openapi.json", None).await.expect(200);
    assert!(description["paths"]["/api/games/{id}/acts"]["post"].is_object());
    assert!(server.get("/api/about", None).await.expect(200)["codes"].is_array());
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_requests_are_told_to_wait() {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let mut config = config();
    config.data = folder.path().to_owned();
    config.rate = 2;
    let server = Server::with(config).await;
    let mut refused = None;
    for _ in 0..40 {
        let answer = server.get("/api/about", None).await;
        if answer.status == 429 {
            refused = Some(answer);
            break;
        }
    }
    let refused = refused.expect("a limit");
    assert!(refused.header("retry-after").is_some());
    // Health is asked by machines that must not be turned away.
    server.get("/healthz", None).await.expect(200);
}
