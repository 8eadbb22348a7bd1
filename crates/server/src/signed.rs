//! How can it be proved that a record is what the players saw? The head of its chain is signed by the server.

use crate::{
    secret::{Key, Written, hex, unhex},
    shape,
    snapshot::{Snapshot, with_commitment},
};
use ed25519_dalek::{Signature, Signer as _, SigningKey, Verifier as _, VerifyingKey};
use jadoube_record::{Json, parse};
use jadoube_store::Head;

/// The pair of keys by which a server signs.
#[derive(Clone)]
pub(crate) struct Signatory(SigningKey);

impl std::fmt::Debug for Signatory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Signatory({})", self.public())
    }
}

/// What is signed: this many acts of this game have this hash.
fn statement(game: &str, seq: u32, head: Head) -> String {
    format!("jadoube game\0{game}\0{seq}\0{head}")
}

impl Signatory {
    /// All nodes with one key sign alike.
    pub(crate) fn of(key: &Key) -> Self {
        Signatory(SigningKey::from_bytes(
            &key.derived("jadoube 2026 key for signing records"),
        ))
    }

    /// What anybody needs to check a signature, in hexadecimal.
    pub(crate) fn public(&self) -> String {
        hex(self.0.verifying_key().as_bytes())
    }

    /// Signs a game up to an act.
    pub(crate) fn sign(&self, game: &str, seq: u32, head: Head) -> shape::Signed {
        let signature = self.0.sign(statement(game, seq, head).as_bytes());
        shape::Signed {
            game: game.to_owned(),
            seq,
            head: head.to_string(),
            signature: hex(&signature.to_bytes()),
            key: self.public(),
        }
    }

    /// A PGN with the signature of its text as a tag of its own, after the others.
    pub(crate) fn sign_pgn(&self, tags: &str, moves: &str) -> String {
        let signature = self.0.sign(pgn_statement(&format!("{tags}{moves}")).as_bytes());
        let signature = hex(&signature.to_bytes());
        format!("{tags}{PGN_SIGNATURE}{signature}\"]\n{moves}")
    }

    /// The last line of a downloaded record: the signature, when play started and stood still, and what opened envelopes
    /// are checked by.
    pub(crate) fn foot(
        &self,
        game: &str,
        snapshot: &Snapshot,
        seq: u32,
        nonces: &[(u32, String)],
    ) -> Option<String> {
        let signed = self.sign(game, seq, snapshot.head_at(seq)?);
        let nonces = nonces
            .iter()
            .map(|(seq, nonce)| (seq.to_string(), Json::from(nonce.as_str())));
        let marks = snapshot.marks().filter(|mark| mark.seq <= i64::from(seq));
        let marks: Result<Vec<Json>, _> = marks.map(|mark| parse(&mark.text())).collect();
        let signed = Json::object([
            ("game", Json::from(signed.game.as_str())),
            ("seq", seq.into()),
            ("head", signed.head.as_str().into()),
            ("signature", signed.signature.as_str().into()),
            ("key", signed.key.as_str().into()),
            ("timeline", Json::List(marks.ok()?)),
            ("nonces", Json::Object(nonces.collect())),
        ]);
        Some(Json::object([("signed", signed)]).to_string())
    }
}

/// What a signed record says of itself, once it has been found to be true.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Proved {
    pub(crate) game: String,
    pub(crate) acts: usize,
    /// Lines that tell how the game stood after an act: they are worked out from the acts, and not signed.
    pub(crate) states: usize,
    /// By whose key; whether that is the right one is for him to say who asks.
    pub(crate) key: String,
}

/// Checks a downloaded record against its own signature.
pub(crate) fn prove(text: &str) -> Result<Proved, String> {
    if text.trim_start().starts_with('[') {
        return prove_pgn(text);
    }
    let mut lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let all = lines.len();
    lines.retain(|line| !is_state(line));
    let states = all - lines.len();
    let foot = lines.pop().and_then(|last| parse(last).ok());
    let foot = foot.as_ref().and_then(|foot| foot.get("signed"));
    let foot = foot.ok_or("the record has no signature: expected a last line {\"signed\":…}")?;
    if let Some(why) = foot.get("broken").and_then(Json::as_str) {
        return Err(format!(
            "the server did not sign it: the stored game is broken, {why}"
        ));
    }
    let field = |name: &str| {
        let text = foot.get(name).and_then(Json::as_str);
        text.ok_or_else(|| format!("the signature has no \"{name}\""))
    };
    let game = field("game")?;
    let (header, acts) = lines.split_first().ok_or("the record is empty")?;
    // Marks of the timeline stand in the chain among the acts, each after as many as it counts; a record made before there
    // were any has none.
    let mut marks = match foot.get("timeline") {
        None => [].iter(),
        Some(Json::List(marks)) => marks.iter(),
        Some(_) => return Err("the signature's \"timeline\" is not a list".to_owned()),
    }
    .peekable();
    let mut head = Head::of_game(game, header);
    for seq in 0u32.. {
        let after = seq.to_string();
        let here = |mark: &&Json| mark.get("seq").is_some_and(|seq| seq.to_string() == after);
        while let Some(mark) = marks.next_if(here) {
            head = head.and(&mark.to_string());
        }
        let Some(act) = acts.get(seq as usize) else { break };
        head = head.and(&kept(game, seq + 1, act, foot)?);
    }
    if let Some(mark) = marks.next() {
        return Err(format!("the mark {mark} of the timeline is not in its place"));
    }
    let count = acts.len().to_string();
    if foot.get("seq").map(ToString::to_string) != Some(count.clone()) {
        return Err(format!(
            "the signature is not for the {count} acts of this record"
        ));
    }
    if field("head")? != head.to_string() {
        return Err("the record is not the one that was signed: its checksum is another".to_owned());
    }
    let key = field("key")?;
    let statement = statement(game, u32::try_from(acts.len()).unwrap_or(u32::MAX), head);
    is_signed(&statement, field("signature")?, key)?;
    Ok(Proved {
        game: game.to_owned(),
        acts: acts.len(),
        states,
        key: key.to_owned(),
    })
}

/// Whether this was signed by this key.
fn is_signed(statement: &str, signature: &str, key: &str) -> Result<(), String> {
    let bytes = |text: &str| unhex(text).unwrap_or_default();
    let public = <[u8; 32]>::try_from(bytes(key))
        .ok()
        .and_then(|bytes| VerifyingKey::from_bytes(&bytes).ok())
        .ok_or("the key is not one")?;
    let signature = <[u8; 64]>::try_from(bytes(signature)).map_err(|_| "the signature is not one")?;
    public
        .verify(statement.as_bytes(), &Signature::from_bytes(&signature))
        .map_err(|_| "the signature is false: the text is not the one that was signed".to_owned())
}

/// A line that tells how the game stands after an act.
fn is_state(line: &str) -> bool {
    parse(line).is_ok_and(|line| matches!(line.get("act"), Some(Json::Object(_))))
}

/// The tag of a PGN that has the signature of all the rest of it.
const PGN_SIGNATURE: &str = "[JadoubeSignature \"";

fn pgn_statement(text: &str) -> String {
    format!("jadoube pgn\0{text}")
}

/// Checks a downloaded PGN against the signature among its tags.
fn prove_pgn(text: &str) -> Result<Proved, String> {
    // Whatever a mail or an editor made of the line ends.
    let text = text.replace("\r\n", "\n");
    let tag = |name: &str| {
        // Every line that begins so counts, however it goes on: what stands on that of the signature is not signed.
        let mut lines = text.lines().filter_map(|line| line.strip_prefix(name));
        let line = lines.next().filter(|_| lines.next().is_none());
        let value = line.and_then(|rest| rest.strip_suffix("\"]"));
        value.ok_or_else(|| format!("expected one line {name}…\"]"))
    };
    let (game, key) = (tag("[JadoubeGame \"")?, tag("[JadoubeKey \"")?);
    let acts = tag("[JadoubeHead \"")?
        .split(' ')
        .next()
        .and_then(|acts| acts.parse().ok());
    let signature = tag(PGN_SIGNATURE)?;
    let signed: String = text
        .split_inclusive('\n')
        .filter(|line| !line.starts_with(PGN_SIGNATURE))
        .collect();
    is_signed(&pgn_statement(&signed), signature, key)?;
    Ok(Proved {
        game: game.to_owned(),
        acts: acts.ok_or("the tag JadoubeHead does not begin with the number of acts")?,
        states: 0,
        key: key.to_owned(),
    })
}

/// The line of an act as the server keeps it.
fn kept(game: &str, seq: u32, line: &str, foot: &Json) -> Result<String, String> {
    let act = parse(line).map_err(|fault| format!("act {seq}: {fault}"))?;
    let sealed = act.get("act").and_then(Json::as_str) == Some("seal");
    // An envelope that was closed to whoever took the record away stands there as it is kept.
    if !sealed || act.get("record").is_none() && act.get("commitment").is_some() {
        return Ok(line.to_owned());
    }
    let nonce = foot
        .get("nonces")
        .and_then(|nonces| nonces.get(&seq.to_string()))
        .and_then(Json::as_str)
        .and_then(unhex)
        .and_then(|nonce| nonce.try_into().ok())
        .ok_or_else(|| format!("act {seq}: nothing to check the envelope by"))?;
    let text = |name| act.get(name).and_then(Json::as_str).unwrap_or_default();
    let written = Written {
        record: text("record").to_owned(),
        nonce,
    };
    let commitment = written.commitment(game, text("by"));
    Ok(with_commitment(act, &commitment).to_string())
}
