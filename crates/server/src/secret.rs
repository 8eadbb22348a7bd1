//! How are secrets made, recognised without being kept, and sealed moves put out of sight?

use chacha20poly1305::{
    XChaCha20Poly1305, XNonce,
    aead::{Aead, KeyInit, Payload},
};
use std::fmt::Write as _;

/// Random bytes from the system.
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    // Without randomness there are no secrets and nothing may go on; on any system we run on this cannot happen
    // after the program has started.
    if let Err(error) = getrandom::fill(&mut bytes) {
        tracing::error!(%error, "the system gives no random bytes");
        std::process::abort();
    }
    bytes
}

/// A secret to be put into a link or a cookie: 192 random bits.
pub(crate) fn token() -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    random::<32>()
        .iter()
        .map(|byte| char::from(LETTERS[usize::from(byte & 63)]))
        .collect()
}

/// A name for a game or a match: not guessable, easy to read aloud.
pub(crate) fn name() -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    random::<16>()
        .iter()
        .map(|byte| char::from(LETTERS[usize::from(byte & 31)]))
        .collect()
}

/// What is kept of a secret. Secrets have full entropy, so a plain hash is enough.
pub(crate) fn hash(token: &str) -> String {
    blake3::hash(token.as_bytes()).to_hex().to_string()
}

/// Bytes as text.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Text as bytes.
pub(crate) fn unhex(text: &str) -> Option<Vec<u8>> {
    (text.len().is_multiple_of(2) && text.is_ascii())
        .then(|| {
            (0..text.len())
                .step_by(2)
                .map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok())
                .collect()
        })
        .flatten()
}

/// The server's key for sealed moves.
#[derive(Clone)]
pub struct Key([u8; 32]);

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key(…)")
    }
}

/// The size of an envelope, in bytes; a longer text takes a whole number of them.
const ENVELOPE: usize = 512;

/// A sealed move, out of sight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SealedBox {
    /// Nonce and cipher text, in hexadecimal.
    pub(crate) text: String,
}

/// An envelope: what was written, and what both players were given to check it by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) record: String,
    pub(crate) nonce: [u8; 32],
}

impl Written {
    /// A text with a nonce of its own.
    pub(crate) fn new(record: &str) -> Self {
        Written {
            record: record.to_owned(),
            nonce: random(),
        }
    }

    /// The commitment: hash of nonce, game, party and text.
    pub(crate) fn commitment(&self, game: &str, by: &str) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.nonce);
        for part in [game, "\0", by, "\0", &self.record] {
            hasher.update(part.as_bytes());
        }
        hasher.finalize().to_hex().to_string()
    }
}

impl Key {
    /// A new one.
    pub(crate) fn new() -> Self {
        Key(random())
    }

    /// As it is kept in a file: 64 hexadecimal digits.
    pub(crate) fn line(&self) -> String {
        format!("{}\n", hex(&self.0))
    }

    /// A key written as 64 hexadecimal digits.
    pub fn parse(text: &str) -> Option<Self> {
        Some(Key(unhex(text)?.try_into().ok()?))
    }

    /// Another secret made of this one, for another purpose.
    pub(crate) fn derived(&self, purpose: &str) -> [u8; 32] {
        blake3::derive_key(purpose, &self.0)
    }

    /// By which two nodes can tell that they have the same key.
    pub fn fingerprint(&self) -> String {
        blake3::derive_key("jadoube 2026 fingerprint of the key for sealed moves", &self.0)
            .iter()
            .take(8)
            .fold(String::new(), |mut text, byte| {
                let _ = write!(text, "{byte:02x}");
                text
            })
    }

    /// Puts a written move out of sight. It opens only for this game, this number and this party.
    pub(crate) fn seal(&self, written: &Written, game: &str, seq: u32, by: &str) -> Option<SealedBox> {
        let nonce: [u8; 24] = random();
        let mut plain = written.nonce.to_vec();
        plain.extend_from_slice(written.record.as_bytes());
        // All envelopes of ordinary size look alike from outside.
        plain.resize(plain.len().next_multiple_of(ENVELOPE), 0);
        let aad = format!("{game}\0{seq}\0{by}");
        let payload = Payload {
            msg: &plain,
            aad: aad.as_bytes(),
        };
        let sealed = self.cipher().encrypt(&XNonce::from(nonce), payload).ok()?;
        Some(SealedBox {
            text: format!("{}{}", hex(&nonce), hex(&sealed)),
        })
    }

    /// Opens what was sealed; nothing where the key is another or the text was tampered with.
    pub(crate) fn open(&self, sealed: &SealedBox, game: &str, seq: u32, by: &str) -> Option<Written> {
        let bytes = unhex(&sealed.text)?;
        let (nonce, text) = bytes.split_at_checked(24)?;
        let nonce: [u8; 24] = nonce.try_into().ok()?;
        let aad = format!("{game}\0{seq}\0{by}");
        let payload = Payload {
            msg: text,
            aad: aad.as_bytes(),
        };
        let plain = self.cipher().decrypt(&XNonce::from(nonce), payload).ok()?;
        let (nonce, record) = plain.split_at_checked(32)?;
        let end = record
            .iter()
            .rposition(|byte| *byte != 0)
            .map_or(0, |last| last + 1);
        let record = &record[..end];
        Some(Written {
            record: String::from_utf8(record.to_vec()).ok()?,
            nonce: nonce.try_into().ok()?,
        })
    }

    fn cipher(&self) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new(&self.0.into())
    }
}

/// The hash of a password: argon2id.
pub fn hash_password(password: &str) -> Option<String> {
    use argon2::PasswordHasher;
    argon2::Argon2::default()
        .hash_password(password.as_bytes())
        .ok()
        .map(|hash| hash.to_string())
}

/// Whether the password is the one.
pub(crate) fn is_password(password: &str, hash: &str) -> bool {
    use argon2::PasswordVerifier;
    argon2::PasswordHash::new(hash).is_ok_and(|hash| {
        argon2::Argon2::default()
            .verify_password(password.as_bytes(), &hash)
            .is_ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_envelope_opens_for_its_own_game_number_and_party_only() {
        let key = Key(random());
        let written = Written::new("Kt-KB3");
        let sealed = key.seal(&written, "g", 7, "white").expect("sealed");
        assert!(!sealed.text.contains(&hex(b"Kt-KB3")));
        assert_eq!(key.open(&sealed, "g", 7, "white"), Some(written));
        assert_eq!(key.open(&sealed, "h", 7, "white"), None);
        assert_eq!(key.open(&sealed, "g", 8, "white"), None);
        assert_eq!(key.open(&sealed, "g", 7, "black"), None);
        assert_eq!(Key(random()).open(&sealed, "g", 7, "white"), None);
        let cut = SealedBox {
            text: sealed.text[..40].to_owned(),
        };
        assert_eq!(key.open(&cut, "g", 7, "white"), None);
    }

    #[test]
    fn envelopes_look_alike_whatever_is_in_them() {
        let key = Key(random());
        let length = |text: &str| {
            key.seal(&Written::new(text), "g", 1, "white")
                .map(|sealed| sealed.text.len())
        };
        assert_eq!(length(""), length("Kt-KB3"));
        assert_eq!(
            length(""),
            length("the King's Knight to his Bishop's third square, giving check")
        );
    }

    #[test]
    fn the_commitment_binds_the_text_and_the_nonce() {
        let written = Written::new("P-K4");
        let same = written.commitment("g", "white");
        assert_eq!(same, written.clone().commitment("g", "white"));
        assert_ne!(
            same,
            Written {
                record: "P-Q4".to_owned(),
                ..written.clone()
            }
            .commitment("g", "white")
        );
        assert_ne!(same, Written::new("P-K4").commitment("g", "white"));
    }

    #[test]
    fn a_password_is_recognised_by_its_hash() {
        let hash = hash_password("correct horse").expect("hashed");
        assert!(hash.starts_with("$argon2id$"), "{hash}");
        assert!(is_password("correct horse", &hash));
        assert!(!is_password("correct hors", &hash));
    }
}
