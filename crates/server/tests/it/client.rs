//! A browser as small as the tests need, and servers to talk to.

use futures_util::{SinkExt, StreamExt};
use jadoube_server::{Config, Running};
use serde_json::{Value, json};
use std::{net::SocketAddr, time::Duration};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, tungstenite::Message};

/// No test waits longer for anything.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// The password of every account here.
pub(crate) const PASSWORD: &str = "long enough";

/// A server of its own, with a folder of its own.
pub(crate) struct Server {
    pub(crate) running: Running,
    pub(crate) config: Config,
    pub(crate) folder: Option<TempDir>,
}

impl Server {
    /// On `SQLite`, in a new folder.
    pub(crate) async fn new() -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let mut config = config();
        config.data = folder.path().join("data");
        let mut server = Self::with(config).await;
        server.folder = Some(folder);
        server
    }

    pub(crate) async fn with(config: Config) -> Self {
        let running = jadoube_server::start(config.clone())
            .await
            .expect("the server starts");
        Server {
            running,
            config,
            folder: None,
        }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.running.address()
    }

    /// Stops and starts again on the same data.
    pub(crate) async fn restarted(self) -> Self {
        self.restarted_after(async |_| ()).await
    }

    /// The same, and something happens between.
    pub(crate) async fn restarted_after(self, between: impl AsyncFnOnce(&Config)) -> Self {
        let Server {
            running,
            config,
            folder,
        } = self;
        running.stop().await;
        between(&config).await;
        let mut server = Self::with(config).await;
        server.folder = folder;
        server
    }

    pub(crate) async fn get(&self, path: &str, token: Option<&str>) -> Answer {
        ask(self.address(), "GET", path, &bearer(token), None).await
    }

    pub(crate) async fn post(&self, path: &str, token: Option<&str>, body: Value) -> Answer {
        ask(
            self.address(),
            "POST",
            path,
            &bearer(token),
            Some(body.to_string()),
        )
        .await
    }

    /// A new account; the head of requests by which its owner is known.
    pub(crate) async fn account(&self, name: &str) -> Vec<(String, String)> {
        let account = json!({"name": name, "password": PASSWORD});
        let registered = self.post("/api/accounts", None, account).await;
        assert_eq!(registered.status, 201, "{}", registered.body);
        registered.session()
    }

    /// The secret of a program that acts for a new account.
    pub(crate) async fn program(&self, name: &str) -> String {
        let owner = self.account(name).await;
        let body = Some(json!({"name": "test"}).to_string());
        let token = ask(self.address(), "POST", "/api/tokens", &owner, body).await;
        text(&token.expect(201)["token"])
    }

    /// Opens a game and seats everybody; the umpire and an onlooker too.
    pub(crate) async fn game(&self, header: Value) -> Seated {
        let body = json!({"header": header, "umpire": true, "name": "Ann"});
        let opened = self.post("/api/games", None, body).await.expect(201);
        let mut seated = Seated {
            id: text(&opened["id"]),
            white: text(&opened["token"]),
            ..Seated::default()
        };
        for invitation in opened["invitations"].as_array().expect("invitations") {
            let token = self.accept(invitation).await;
            match invitation["party"].as_str() {
                Some("black") => seated.black = token,
                Some("umpire") => seated.umpire = token,
                _ => seated.onlooker = token,
            }
        }
        seated
    }

    /// Sits down on an invitation; the secret of the seat.
    pub(crate) async fn accept(&self, invitation: &Value) -> String {
        let path = format!("/api/invitations/{}/accept", text(&invitation["code"]));
        let accepted = self.post(&path, None, json!({"name": "Bob"})).await.expect(200);
        text(&accepted["token"])
    }

    /// An act that is expected to be taken.
    pub(crate) async fn act(&self, id: &str, token: &str, seq: u64, act: Value) -> Value {
        let body = json!({"expected_seq": seq, "key": format!("k{seq}"), "act": act});
        self.post(&format!("/api/games/{id}/acts"), Some(token), body)
            .await
            .expect(200)
    }

    /// Connects and sits down.
    pub(crate) async fn live(&self, id: &str, token: Option<&str>, from: u64) -> Live {
        let stream = TcpStream::connect(self.address()).await.expect("connected");
        self.live_by(stream, id, token, from).await
    }

    /// The same on this connection.
    pub(crate) async fn live_by(&self, stream: TcpStream, id: &str, token: Option<&str>, from: u64) -> Live {
        let url = format!("ws://{}/api/games/{id}/live", self.address());
        let stream = MaybeTlsStream::Plain(stream);
        let (mut socket, _) = tokio_tungstenite::client_async(url, stream)
            .await
            .expect("a WebSocket");
        let sit = json!({"type": "sit", "token": token, "from": from});
        socket.send(Message::text(sit.to_string())).await.expect("sent");
        Live(socket)
    }
}

/// A configuration for tests: any port, no limit of rate.
pub(crate) fn config() -> Config {
    Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        rate: 0,
        ..Config::default()
    }
}

/// A game and the secrets of all who sit there.
#[derive(Default, Clone)]
pub(crate) struct Seated {
    pub(crate) id: String,
    pub(crate) white: String,
    pub(crate) black: String,
    pub(crate) umpire: String,
    pub(crate) onlooker: String,
}

/// A live view.
pub(crate) struct Live(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Live {
    pub(crate) async fn say(&mut self, said: &Value) {
        self.0.send(Message::text(said.to_string())).await.expect("sent");
    }

    /// The next message of this type; others are passed over.
    pub(crate) async fn next(&mut self, kind: &str) -> Value {
        let waiting = async {
            while let Some(message) = self.0.next().await {
                if let Message::Text(text) = message.expect("a message") {
                    let value: Value = serde_json::from_str(&text).expect("JSON");
                    if value["type"] == kind {
                        return value;
                    }
                }
            }
            panic!("the connection ended before a message of type {kind}")
        };
        tokio::time::timeout(PATIENCE, waiting)
            .await
            .expect("a message in time")
    }

    /// The next message, whatever it is.
    pub(crate) async fn any(&mut self) -> Value {
        let waiting = async {
            loop {
                if let Message::Text(text) = self.0.next().await.expect("it goes on").expect("a message") {
                    return serde_json::from_str(&text).expect("JSON");
                }
            }
        };
        tokio::time::timeout(PATIENCE, waiting)
            .await
            .expect("a message in time")
    }

    /// Everything that comes within a while, as text.
    pub(crate) async fn overheard(&mut self, during: Duration) -> String {
        let mut all = String::new();
        let _ = tokio::time::timeout(during, async {
            while let Some(Ok(message)) = self.0.next().await {
                if let Message::Text(text) = message {
                    all.push_str(&text);
                }
            }
        })
        .await;
        all
    }
}

pub(crate) fn text(value: &Value) -> String {
    value
        .as_str()
        .unwrap_or_else(|| panic!("expected a string: {value}"))
        .to_owned()
}

pub(crate) fn bearer(token: Option<&str>) -> Vec<(String, String)> {
    token
        .map(|token| vec![("Authorization".to_owned(), format!("Bearer {token}"))])
        .unwrap_or_default()
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    /// The body as JSON, where the status is this.
    #[track_caller]
    pub(crate) fn expect(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.body);
        if self.body.is_empty() {
            return Value::Null;
        }
        serde_json::from_str(&self.body).unwrap_or(Value::String(self.body))
    }

    /// A problem of this status and kind.
    #[track_caller]
    pub(crate) fn problem(self, status: u16, kind: &str) -> Value {
        assert!(
            self.head.contains("application/problem+json"),
            "{} {}",
            self.head,
            self.body
        );
        let problem = self.expect(status);
        assert_eq!(problem["kind"], kind, "{problem}");
        problem
    }

    /// The session that this answer begins, as the head of later requests.
    #[track_caller]
    pub(crate) fn session(&self) -> Vec<(String, String)> {
        let set = self.header("set-cookie").expect("a cookie");
        let cookie = set.split(';').next().unwrap_or_default();
        vec![("Cookie".to_owned(), cookie.to_owned())]
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (field, value) = line.split_once(':')?;
            field.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }
}

/// One request on a connection of its own.
pub(crate) async fn ask(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(String, String)],
    body: Option<String>,
) -> Answer {
    let asked = try_ask(address, method, path, headers, body).await;
    asked.expect("an answer")
}

/// The same to a server that may die meanwhile.
pub(crate) async fn try_ask(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(String, String)],
    body: Option<String>,
) -> std::io::Result<Answer> {
    let asking = async {
        let mut stream = TcpStream::connect(address).await?;
        let mut request = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n");
        for (name, value) in headers {
            request.extend([name, ": ", value, "\r\n"]);
        }
        if let Some(body) = &body {
            let kind = "Content-Type";
            if !headers.iter().any(|(name, _)| name == kind) {
                request.push_str("Content-Type: application/json\r\n");
            }
            request.extend(["Content-Length: ", &body.len().to_string(), "\r\n"]);
        }
        request.push_str("\r\n");
        request.push_str(body.as_deref().unwrap_or_default());
        stream.write_all(request.as_bytes()).await?;
        let mut answer = Vec::new();
        // A server that refuses a long body may close before it was all sent; what it said counts.
        let _ = stream.read_to_end(&mut answer).await;
        Ok::<Vec<u8>, std::io::Error>(answer)
    };
    let answer = tokio::time::timeout(PATIENCE, asking)
        .await
        .expect("an answer in time")?;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok())
        .unwrap_or(0);
    let body = if head.to_lowercase().contains("transfer-encoding: chunked") {
        unchunked(body)
    } else {
        body.to_owned()
    };
    Ok(Answer {
        status,
        head: head.to_owned(),
        body,
    })
}

fn unchunked(mut body: &str) -> String {
    let mut whole = String::new();
    while let Some((size, rest)) = body.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap_or(0);
        if size == 0 {
            break;
        }
        whole.push_str(rest.get(..size).unwrap_or(rest));
        body = rest.get(size + 2..).unwrap_or_default();
    }
    whole
}
