//! Calls by a NATS server, where the database should not carry them: the few words of its protocol that are needed.

use super::{CHANNEL, Channel};
use sqlx::AnyPool;
use std::time::Duration;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    net::{
        TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::Mutex,
    time::timeout,
};

/// A NATS server.
pub(crate) struct Nats {
    host: String,
    login: Option<(String, String)>,
    writer: Mutex<Option<OwnedWriteHalf>>,
    pool: AnyPool,
}

/// The server asks every two minutes whether we are there; a connection silent for longer is dead.
const SILENCE: Duration = Duration::from_secs(300);
/// No line, and no call, is longer.
const LONGEST: u64 = 64 * 1024;

impl Nats {
    /// `nats://[user:password@]host[:4222]`
    pub(crate) fn new(url: &str, pool: AnyPool) -> Option<Self> {
        let rest = url.strip_prefix("nats://")?.trim_end_matches('/');
        let (login, host) = match rest.rsplit_once('@') {
            None => (None, rest),
            Some((login, host)) => {
                let (user, password) = login.split_once(':')?;
                (Some((user.to_owned(), password.to_owned())), host)
            }
        };
        if host.is_empty() {
            return None;
        }
        let has_port = host
            .rsplit_once(':')
            .is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        Some(Nats {
            host: if has_port {
                host.to_owned()
            } else {
                format!("{host}:4222")
            },
            login,
            writer: Mutex::new(None),
            pool,
        })
    }

    async fn write(&self, words: &str) -> Result<(), String> {
        let mut writer = self.writer.lock().await;
        let stream = writer.as_mut().ok_or("no connection to the NATS server")?;
        let written = timeout(Duration::from_secs(5), stream.write_all(words.as_bytes())).await;
        match written {
            Ok(Ok(())) => Ok(()),
            // Half a message may have gone: this connection is of no more use.
            Ok(Err(error)) => {
                *writer = None;
                Err(error.to_string())
            }
            Err(_) => {
                *writer = None;
                Err("the NATS server takes nothing".to_owned())
            }
        }
    }

    async fn connect(&self) -> Result<BufReader<OwnedReadHalf>, String> {
        let stream = TcpStream::connect(&self.host)
            .await
            .map_err(|error| error.to_string())?;
        let _ = stream.set_nodelay(true);
        let (reader, writer) = stream.into_split();
        *self.writer.lock().await = Some(writer);
        let login = match &self.login {
            None => String::new(),
            Some((user, password)) => format!(",\"user\":{user:?},\"pass\":{password:?}"),
        };
        self.write(&format!(
            "CONNECT {{\"verbose\":false,\"pedantic\":false,\"echo\":false,\"lang\":\"rust\",\"version\":\"1\",\
             \"name\":\"jadoube\"{login}}}\r\nSUB {CHANNEL} 1\r\nPING\r\n"
        ))
        .await?;
        Ok(BufReader::new(reader))
    }
}

async fn line(reader: &mut BufReader<OwnedReadHalf>) -> Result<String, String> {
    let mut line = Vec::new();
    let mut limited = reader.take(LONGEST);
    let read = timeout(SILENCE, limited.read_until(b'\n', &mut line)).await;
    match read {
        Ok(Ok(_)) if line.ends_with(b"\n") => Ok(String::from_utf8_lossy(&line).trim_end().to_owned()),
        Ok(Ok(_)) => Err("the NATS server closed the connection".to_owned()),
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => Err("the NATS server is silent".to_owned()),
    }
}

impl Channel for Nats {
    async fn call(&self, words: &str) -> Result<(), String> {
        self.write(&format!("PUB {CHANNEL} {}\r\n{words}\r\n", words.len()))
            .await
    }

    async fn listen(&self, mut heard: impl FnMut(Option<&str>) + Send) -> Result<(), String> {
        let mut reader = self.connect().await?;
        loop {
            let said = line(&mut reader).await?;
            let mut words = said.split_ascii_whitespace();
            match words.next() {
                Some("PING") => self.write("PONG\r\n").await?,
                // The answer to our first word: from now on every call reaches us; earlier ones did not.
                Some("PONG") => heard(None),
                Some("MSG") => {
                    let length: u64 = words.last().and_then(|length| length.parse().ok()).unwrap_or(0);
                    if length > LONGEST {
                        return Err("the NATS server sent a call that is too long".to_owned());
                    }
                    let mut call = vec![0; length as usize + 2];
                    reader
                        .read_exact(&mut call)
                        .await
                        .map_err(|error| error.to_string())?;
                    call.truncate(length as usize);
                    heard(Some(&String::from_utf8_lossy(&call)));
                }
                Some("-ERR") => return Err(said),
                _ => {}
            }
        }
    }

    fn is_closed(&self) -> bool {
        self.pool.is_closed()
    }
}
