//! Accounts, inboxes and vacations.

use crate::client::{Answer, Server, ask, text};
use serde_json::{Value, json};

/// A browser that keeps its cookie.
struct Browser<'s> {
    server: &'s Server,
    cookie: String,
}

impl Browser<'_> {
    async fn ask(&self, method: &str, path: &str, body: Option<Value>) -> Answer {
        let headers = [("Cookie".to_owned(), format!("jadoube={}", self.cookie))];
        ask(
            self.server.address(),
            method,
            path,
            &headers,
            body.map(|body| body.to_string()),
        )
        .await
    }
}

fn cookie(answer: &Answer) -> String {
    let set = answer.header("set-cookie").expect("a cookie");
    assert!(
        set.contains("HttpOnly") && set.contains("SameSite=Strict"),
        "{set}"
    );
    let value = set.strip_prefix("jadoube=").expect("our cookie");
    value.split(';').next().unwrap_or_default().to_owned()
}

async fn registered<'s>(server: &'s Server, name: &str) -> Browser<'s> {
    let body = json!({"name": name, "password": "long enough"});
    let answer = server.post("/api/accounts", None, body).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    Browser {
        server,
        cookie: cookie(&answer),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_log_in_and_out_here_and_everywhere() {
    let server = Server::new().await;
    let ann = registered(&server, "Ann").await;
    let again = json!({"name": "ANN", "password": "long enough"});
    server
        .post("/api/accounts", None, again)
        .await
        .problem(409, "taken");
    let short = json!({"name": "Cy", "password": "short"});
    server
        .post("/api/accounts", None, short)
        .await
        .problem(422, "invalid");
    let wrong = json!({"name": "ann", "password": "not this one"});
    server
        .post("/api/session", None, wrong)
        .await
        .problem(401, "unauthorized");
    let nobody = json!({"name": "nobody", "password": "not this one"});
    server
        .post("/api/session", None, nobody)
        .await
        .problem(401, "unauthorized");
    let right = json!({"name": "ann", "password": "long enough"});
    let second = server.post("/api/session", None, right).await;
    let second = Browser {
        server: &server,
        cookie: cookie(&second),
    };
    assert_eq!(
        second.ask("GET", "/api/session", None).await.expect(200)["name"],
        "Ann"
    );
    second.ask("DELETE", "/api/session", None).await.expect(204);
    second
        .ask("GET", "/api/session", None)
        .await
        .problem(401, "unauthorized");
    ann.ask("GET", "/api/session", None).await.expect(200);
    ann.ask("DELETE", "/api/sessions", None).await.expect(204);
    ann.ask("GET", "/api/session", None)
        .await
        .problem(401, "unauthorized");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_by_post_lies_in_the_inbox_and_stands_still_in_a_vacation() {
    let server = Server::new().await;
    let (ann, bob) = (registered(&server, "Ann").await, registered(&server, "Bob").await);
    let body = json!({"header": {"code": "bcc-1899", "mode": "communication"}, "days_per_move": 3});
    let opened = ann.ask("POST", "/api/games", Some(body)).await.expect(201);
    let id = text(&opened["id"]);
    let code = text(&opened["invitations"][0]["code"]);
    bob.ask(
        "POST",
        &format!("/api/invitations/{code}/accept"),
        Some(json!({})),
    )
    .await
    .expect(200);
    // No token is needed: the seat belongs to the account.
    let act = json!({"expected_seq": 0, "key": "1", "act": {"act": "send", "text": "P-K4"}});
    let sent = ann
        .ask("POST", &format!("/api/games/{id}/acts"), Some(act))
        .await
        .expect(200);
    assert_eq!(sent["state"]["turn"], "black");
    let mut inbox = Value::Null;
    for _ in 0..50 {
        inbox = bob.ask("GET", "/api/inbox", None).await.expect(200);
        if inbox["items"][0]["kind"] == "your-turn" {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert_eq!(inbox["items"][0]["game"], id.as_str(), "{inbox}");
    let ids = json!({"ids": [inbox["items"][0]["id"]]});
    bob.ask("POST", "/api/inbox/read", Some(ids)).await.expect(204);
    assert_eq!(bob.ask("GET", "/api/session", None).await.expect(200)["inbox"], 0);
    let games = bob.ask("GET", "/api/games", None).await.expect(200);
    assert_eq!(games["games"][0]["your_turn"], true);
    let due = games["games"][0]["deadline_ms"].as_i64().expect("a reply is due");
    let vacation = format!("/api/games/{id}/vacation");
    bob.ask("POST", &vacation, Some(json!({"days": 14})))
        .await
        .expect(200);
    // Nobody agrees with himself.
    bob.ask("POST", &vacation, Some(json!({"accept": true})))
        .await
        .problem(422, "invalid");
    ann.ask("POST", &vacation, Some(json!({"accept": true})))
        .await
        .expect(200);
    let games = bob.ask("GET", "/api/games", None).await.expect(200);
    let later = games["games"][0]["deadline_ms"].as_i64().expect("a reply is due");
    assert_eq!(later - due, 14 * 86_400_000);
    let read = bob
        .ask(
            "POST",
            &format!("/api/games/{id}/read"),
            Some(json!({"text": "P-K4"})),
        )
        .await
        .expect(200);
    assert_eq!(read["moves"][0]["uci"], "e7e5");
}
