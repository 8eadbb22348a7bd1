//! The description of the interface is true: real answers fit it to the last field, and bad requests do not.

use crate::client::{Server, ask, bearer, text};
use jsonschema::Validator;
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

/// The document, tightened: an answer with a field that is not described does not fit.
struct Description {
    document: Value,
    validators: BTreeMap<(String, String, u16), Validator>,
}

/// Closes every object that lists its fields and does not say what else may stand in it.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            fields.values_mut().for_each(close);
            if fields.contains_key("properties") && fields.get("type") == Some(&json!("object")) {
                fields.entry("additionalProperties").or_insert(json!(false));
            }
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        _ => {}
    }
}

impl Description {
    fn read() -> Self {
        let mut document: Value = serde_json::from_str(&jadoube_server::openapi_document()).expect("JSON");
        close(&mut document["components"]["schemas"]);
        Description {
            document,
            validators: BTreeMap::new(),
        }
    }

    /// A schema of the document, with everything it refers to.
    fn validator(&self, schema: &Value) -> Validator {
        let mut whole = schema.clone();
        whole["components"] = self.document["components"].clone();
        jsonschema::draft202012::new(&whole).expect("a schema")
    }

    fn component(&self, name: &str) -> Validator {
        self.validator(&json!({"$ref": format!("#/components/schemas/{name}")}))
    }

    /// The answer to this request fits what the document says of it.
    #[track_caller]
    fn fits(&mut self, method: &str, path: &str, status: u16, body: &Value) {
        let key = (method.to_owned(), path.to_owned(), status);
        if !self.validators.contains_key(&key) {
            let content = &self.document["paths"][path][method]["responses"][status.to_string()]["content"];
            let kinds = content
                .as_object()
                .unwrap_or_else(|| panic!("{method} {path} {status} is not described"));
            let schema = kinds.values().next().expect("a kind of content")["schema"].clone();
            let validator = self.validator(&schema);
            self.validators.insert(key.clone(), validator);
        }
        fits(&self.validators[&key], body, &format!("{method} {path} {status}"));
    }
}

#[track_caller]
fn fits(validator: &Validator, body: &Value, what: &str) {
    let faults: Vec<String> = validator
        .iter_errors(body)
        .map(|fault| format!("{}: {fault}", fault.instance_path()))
        .collect();
    assert!(faults.is_empty(), "{what}: {}\n{body}", faults.join("\n"));
}

/// A caller who compares every answer with the description.
struct Reader<'s> {
    server: &'s Server,
    description: Description,
}

impl Reader<'_> {
    async fn ask(
        &mut self,
        method: &str,
        pattern: &str,
        path: &str,
        headers: &[(String, String)],
        body: Option<Value>,
        status: u16,
    ) -> Value {
        let sent = body.map(|body| body.to_string());
        let answer = ask(self.server.address(), &method.to_uppercase(), path, headers, sent).await;
        let body = answer.expect(status);
        self.description.fits(method, pattern, status, &body);
        body
    }

    async fn get(&mut self, pattern: &str, path: &str, token: Option<&str>) -> Value {
        self.ask("get", pattern, path, &bearer(token), None, 200).await
    }

    async fn post(
        &mut self,
        pattern: &str,
        path: &str,
        token: Option<&str>,
        body: Value,
        status: u16,
    ) -> Value {
        self.ask("post", pattern, path, &bearer(token), Some(body), status)
            .await
    }

    async fn act(&mut self, id: &str, token: &str, act: Value) -> Value {
        let path = format!("/api/games/{id}");
        let shown = self.get("/api/games/{id}", &path, Some(token)).await;
        let seq = shown["seq"].as_u64().expect("a number");
        let body = json!({"expected_seq": seq, "key": format!("k{seq}"), "act": act});
        let path = format!("{path}/acts");
        self.post("/api/games/{id}/acts", &path, Some(token), body, 200)
            .await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_fits_its_description() {
    let server = Server::new().await;
    let mut reader = Reader {
        server: &server,
        description: Description::read(),
    };
    let rich = json!({
        "code": "bcc-1899", "odds": {"giver": "white", "men": ["knight"], "moves": 0},
        "time_limit": {"by": [{"moves": 20, "seconds": 3600}], "then": {"moves": 15, "seconds": 900.5}, "close_of_play": 14400},
        "undertakings": [{"by": "white", "mate": {"with": "f2"}}, {"by": "black", "engage": "be-mated"}],
        "sides": {"white": ["Ann", "Bob"], "black": ["Cy"]}, "previous": {"first_move": "white", "status": "drawn"},
        "agreements": {"castle_without_rook": false}, "guard": true, "scheduled": true
    });
    let body = json!({"header": rich, "public": true, "umpire": true, "title": "t"});
    reader.post("/api/games", "/api/games", None, body, 201).await;
    reader.get("/api/games", "/api/games?public=true", None).await;
    play(&mut reader).await;
    seal(&mut reader).await;
    correspond(&mut reader).await;
    matches(&mut reader).await;
    people(&mut reader).await;
    law_room(&mut reader).await;
    for path in ["/healthz", "/readyz", "/api/about"] {
        reader.get(path, path, None).await;
    }
}

async fn play(reader: &mut Reader<'_>) {
    let game = reader.server.game(json!({"code": "bcc-1899"})).await;
    let (id, white, black) = (&*game.id, &*game.white, &*game.black);
    reader
        .act(id, white, json!({"act": "move", "move": "e2e5"}))
        .await;
    let shown = reader
        .get("/api/games/{id}", &format!("/api/games/{id}"), Some(black))
        .await;
    // A right is an act that fits what may be sent.
    let right = shown["state"]["options"]["black"][0].clone();
    fits(
        &reader.description.component("ActSent"),
        &right,
        "a right given back",
    );
    reader.act(id, black, right).await;
    for (token, act) in [
        (white, json!({"act": "touch", "square": "g1"})),
        (white, json!({"act": "move", "move": "g1f3"})),
        (black, json!({"act": "move", "move": "g8f6"})),
        (white, json!({"act": "offer", "what": "draw"})),
        (black, json!({"act": "decline", "what": "draw"})),
        (&*game.umpire, json!({"act": "say", "words": "silence"})),
        (black, json!({"act": "claim", "ground": "fifty-moves"})),
    ] {
        reader.act(id, token, act).await;
    }
    let path = format!("/api/games/{id}");
    let stale = json!({"expected_seq": 0, "key": "old", "act": {"act": "resign"}});
    let acts = format!("{path}/acts");
    let stale = reader
        .post("/api/games/{id}/acts", &acts, Some(white), stale, 409)
        .await;
    assert_eq!(stale["kind"], "stale");
    let wrong = json!({"expected_seq": 9, "key": "x", "act": {"act": "lift"}});
    reader
        .post("/api/games/{id}/acts", &acts, Some(white), wrong, 422)
        .await;
    for text in ["Kt-B3", "nonsense", "R-R8"] {
        reader
            .post(
                "/api/games/{id}/read",
                &format!("{path}/read"),
                Some(white),
                json!({"text": text}),
                200,
            )
            .await;
    }
    let chat = format!("{path}/chat");
    let say = json!({"channel": "table", "text": "good day", "key": "1"});
    reader
        .post("/api/games/{id}/chat", &chat, Some(white), say, 201)
        .await;
    reader.get("/api/games/{id}/chat", &chat, Some(black)).await;
    let invitations = format!("{path}/invitations");
    reader
        .get("/api/games/{id}/invitations", &invitations, Some(white))
        .await;
    let made = reader
        .post(
            "/api/games/{id}/invitations",
            &invitations,
            Some(white),
            json!({"party": "onlooker"}),
            201,
        )
        .await;
    let invitation = format!("/api/invitations/{}", text(&made["code"]));
    reader.get("/api/invitations/{code}", &invitation, None).await;
    let accept = format!("{invitation}/accept");
    reader
        .post("/api/invitations/{code}/accept", &accept, None, json!({}), 200)
        .await;
    reader.get("/api/games/{id}", &path, Some(&game.onlooker)).await;
    live(reader, id, white).await;
    reader.act(id, black, json!({"act": "resign"})).await;
    let record = reader
        .server
        .get(&format!("{path}/record"), Some(white))
        .await
        .body;
    for line in record.lines().skip(1) {
        let act: Value = serde_json::from_str(line).expect("JSON");
        if act.get("signed").is_some() {
            // The last line is the server's word for the ones before it, and no act.
            continue;
        }
        fits(&reader.description.component("Act"), &act, "an act of the record");
    }
    reader
        .post(
            "/api/games/import",
            "/api/games/import",
            None,
            json!({"record": record}),
            201,
        )
        .await;
    let bad = json!({"record": "{\"code\":\"bcc-1899\"}\n{\"by\":\"white\"}"});
    reader
        .post("/api/games/import", "/api/games/import", None, bad, 422)
        .await;
}

async fn live(reader: &mut Reader<'_>, id: &str, white: &str) {
    let told = reader.description.component("Told");
    let mut live = reader.server.live(id, Some(white), 0).await;
    fits(&told, &live.next("hello").await, "hello");
    reader.act(id, white, json!({"act": "say", "words": "hm"})).await;
    fits(&told, &live.next("acts").await, "acts");
    live.say(&json!({"type": "ping"})).await;
    fits(&told, &live.next("pong").await, "pong");
    let chat = format!("/api/games/{id}/chat");
    let said = json!({"channel": "table", "text": "again"});
    reader
        .post("/api/games/{id}/chat", &chat, Some(white), said, 201)
        .await;
    fits(&told, &live.next("chat").await, "chat");
    let _another = reader.server.live(id, Some(white), 0).await;
    fits(&told, &live.next("seats").await, "seats");
    let mut nobody = reader.server.live(id, Some("nobody"), 0).await;
    fits(&told, &nobody.next("bye").await, "bye");
}

async fn seal(reader: &mut Reader<'_>) {
    let game = reader
        .server
        .game(json!({"code": "bcc-1899", "time_limit": {"by": [{"moves": 20, "seconds": 3600}]}}))
        .await;
    let (id, white) = (&*game.id, &*game.white);
    reader.act(id, white, json!({"act": "adjourn"})).await;
    reader
        .act(id, white, json!({"act": "seal", "record": "P-K4"}))
        .await;
    for token in [&game.black, &game.umpire, &game.onlooker] {
        let path = format!("/api/games/{id}");
        reader.get("/api/games/{id}", &path, Some(token)).await;
    }
    reader.act(id, white, json!({"act": "resume"})).await;
}

async fn correspond(reader: &mut Reader<'_>) {
    let body = json!({"header": {"code": "bcc-1899", "mode": "communication"}, "days_per_move": 3, "opponent": "here",
        "blindfold": ["white"]});
    let opened = reader.post("/api/games", "/api/games", None, body, 201).await;
    let (id, token) = (text(&opened["id"]), text(&opened["token"]));
    let send = json!({"by": "white", "act": "send", "text": "P-K4", "if": [["P-K4", "Kt-KB3"]]});
    reader.act(&id, &token, send).await;
    let path = format!("/api/games/{id}/vacation");
    for body in [json!({"days": 3}), json!({"accept": true})] {
        reader
            .post("/api/games/{id}/vacation", &path, Some(&token), body, 200)
            .await;
    }
}

async fn matches(reader: &mut Reader<'_>) {
    let body = json!({"header": {"code": "bcc-1899"}, "games": 2, "opponent": "here"});
    let opened = reader.post("/api/matches", "/api/matches", None, body, 201).await;
    let token = text(&opened["token"]);
    reader
        .act(
            &text(&opened["id"]),
            &token,
            json!({"by": "white", "act": "resign"}),
        )
        .await;
    let path = format!("/api/matches/{}", text(&opened["match"]["id"]));
    reader.get("/api/matches/{id}", &path, Some(&token)).await;
    let next = format!("{path}/next");
    reader
        .post("/api/matches/{id}/next", &next, Some(&token), json!({}), 201)
        .await;
    reader
        .post("/api/matches/{id}/next", &next, Some(&token), json!({}), 200)
        .await;
}

async fn people(reader: &mut Reader<'_>) {
    let who = json!({"name": "Ann", "password": "correct horse"});
    reader
        .post("/api/accounts", "/api/accounts", None, who.clone(), 201)
        .await;
    reader
        .post("/api/accounts", "/api/accounts", None, who.clone(), 409)
        .await;
    let answer = reader.server.post("/api/session", None, who).await;
    let session = answer.session();
    let body = json!({"header": {"code": "bcc-1899"}, "opponent": "here"}).to_string();
    let opened = ask(
        reader.server.address(),
        "POST",
        "/api/games",
        &session,
        Some(body),
    )
    .await
    .expect(201);
    let resign = json!({"by": "white", "act": "resign"});
    reader
        .act(&text(&opened["id"]), &text(&opened["token"]), resign)
        .await;
    // The letter is posted after the answer.
    let mut letters = 0;
    for _ in 0..100 {
        let inbox = reader
            .ask("get", "/api/inbox", "/api/inbox", &session, None, 200)
            .await;
        letters = inbox["items"].as_array().map_or(0, Vec::len);
        if letters > 0 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert_eq!(letters, 1);
    for path in ["/api/session", "/api/games"] {
        reader.ask("get", path, path, &session, None, 200).await;
    }
    reader
        .ask("get", "/api/session", "/api/session", &[], None, 401)
        .await;
}

async fn law_room(reader: &mut Reader<'_>) {
    for path in ["/api/laws", "/api/laws/readings", "/api/laws/compare"] {
        reader.get(path, path, None).await;
    }
    for code in ["xxv", "bca-1862", "bcc-1896", "bcc-1899", "fide-1931"] {
        reader
            .get("/api/laws/{code}", &format!("/api/laws/{code}"), None)
            .await;
    }
    for clause in ["II.5(c)", "II.5", "II"] {
        let path = format!("/api/laws/bcc-1899/{clause}");
        reader.get("/api/laws/{code}/{clause}", &path, None).await;
    }
    let missing = "/api/laws/bcc-1899/II.5(h)";
    reader
        .ask("get", "/api/laws/{code}/{clause}", missing, &[], None, 404)
        .await;
    let questions = reader.get("/api/laws/compare", "/api/laws/compare", None).await;
    for question in questions["questions"].as_array().expect("questions") {
        let path = format!("/api/laws/compare/{}", text(&question["question"]));
        reader.get("/api/laws/compare/{question}", &path, None).await;
    }
    let acts = json!([{"by": "white", "act": "move", "move": "e2e5"}, {"by": "black", "act": "lift", "square": "e4"}]);
    let judge = json!({"header": {}, "acts": acts});
    reader.post("/api/judge", "/api/judge", None, judge, 200).await;
    for text in ["P-K4", "P-K5", "%%"] {
        let body = json!({"text": text, "code": "fide-1931"});
        reader.post("/api/read", "/api/read", None, body, 200).await;
    }
}

#[test]
fn no_answer_is_described_as_just_anything() {
    let document: Value = serde_json::from_str(&jadoube_server::openapi_document()).expect("JSON");
    for (path, methods) in document["paths"].as_object().expect("paths") {
        for (method, operation) in methods.as_object().expect("methods") {
            let bodies = operation["responses"].as_object().into_iter().flatten();
            let bodies = bodies
                .map(|(_, answer)| answer)
                .chain([&operation["requestBody"]]);
            for content in bodies.filter_map(|body| body["content"].as_object()) {
                for (kind, media) in content {
                    let schema = &media["schema"];
                    let said = schema["$ref"].is_string() || schema["type"] == "string";
                    assert!(said, "{method} {path}: {kind} is {schema}");
                }
            }
        }
    }
    // What an address has not in it is asked after the question mark.
    for (path, methods) in document["paths"].as_object().expect("paths") {
        let parameters = methods.as_object().expect("methods").values();
        for parameter in parameters
            .filter_map(|method| method["parameters"].as_array())
            .flatten()
        {
            let in_path = path.contains(&format!("{{{}}}", text(&parameter["name"])));
            let place = if in_path { "path" } else { "query" };
            assert_eq!(parameter["in"], place, "{path}: {parameter}");
            assert_eq!(parameter["required"], in_path, "{path}: {parameter}");
        }
    }
    // Every name that is referred to is there.
    let whole = document.to_string();
    for name in whole.split("\"#/components/schemas/").skip(1) {
        let name = name.split('"').next().unwrap_or_default();
        assert!(document["components"]["schemas"][name].is_object(), "{name}");
    }
}

#[test]
fn what_is_described_refuses_what_the_server_refuses() {
    let description = Description::read();
    for (name, bad) in [
        (
            "OpenGame",
            json!({"header": {"code": "bcc-1899"}, "sied": "white"}),
        ),
        ("OpenGame", json!({"header": {"code": "bcc-1900"}})),
        (
            "SendAct",
            json!({"expected_seq": 0, "key": "k", "act": {"act": "jump"}}),
        ),
        (
            "SendAct",
            json!({"expected_seq": 0, "key": "k", "act": {"act": "resign", "at": 3}}),
        ),
        (
            "SendAct",
            json!({"expected_seq": -1, "key": "k", "act": {"act": "resign"}}),
        ),
        ("Say", json!({"channel": "nowhere", "text": "x"})),
        ("Accept", json!({"token": "short"})),
    ] {
        assert!(!description.component(name).is_valid(&bad), "{name} takes {bad}");
    }
}

/// Every name of a figure in a text.
fn figures(text: &str) -> BTreeSet<String> {
    let named = text.match_indices("jadoube_").map(|(at, _)| {
        let name = text[at..].split(|letter: char| !letter.is_ascii_lowercase() && letter != '_');
        name.into_iter().next().unwrap_or_default().to_owned()
    });
    named.filter(|name| name != "jadoube_").collect()
}

/// Every file of Rust below a folder.
fn sources(folder: &Path, found: &mut String) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            sources(&path, found);
        } else {
            found.push_str(&std::fs::read_to_string(&path).expect("a text"));
        }
    }
}

#[test]
fn the_dashboard_shows_every_figure_and_no_other() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut code = String::new();
    sources(&here.join("src"), &mut code);
    // Crates are named so too.
    let ours: BTreeSet<String> = figures(&code)
        .into_iter()
        .filter(|name| code.contains(&format!("!(\"{name}\"")))
        .collect();
    let document = |name: &str| std::fs::read_to_string(here.join("../../docs").join(name)).expect(name);
    assert_eq!(figures(&document("operations/dashboard.json")), ours);
    for name in ["operations/alerts.yml", "server.md"] {
        let unknown: Vec<String> = figures(&document(name)).difference(&ours).cloned().collect();
        assert!(unknown.is_empty(), "{name} names what there is not: {unknown:?}");
    }
}
