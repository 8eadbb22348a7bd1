//! By what can a stored game be recognised as the one that was played? Each act carries a hash chained to the one before.

use crate::{Store, StoreError, games::ActRow};
use sqlx::Row;
use std::fmt;

/// The hash of a game up to some act.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Head([u8; 32]);

/// Fixes what the hashes are of; another form of chain would have another name.
const CONTEXT: &str = "jadoube 2026 chain of a game's acts, first form";

impl Head {
    /// Of a game before its first act: its name and its header.
    pub fn of_game(id: &str, header: &str) -> Self {
        let mut hasher = blake3::Hasher::new_derive_key(CONTEXT);
        hasher.update(&(id.len() as u64).to_le_bytes());
        hasher.update(id.as_bytes());
        hasher.update(header.as_bytes());
        Head(*hasher.finalize().as_bytes())
    }

    /// After one more act, as it is kept.
    #[must_use]
    pub fn and(self, act: &str) -> Self {
        let mut hasher = blake3::Hasher::new_derive_key(CONTEXT);
        hasher.update(&self.0);
        hasher.update(act.as_bytes());
        Head(*hasher.finalize().as_bytes())
    }

    /// As it is written: 64 hexadecimal digits.
    pub fn parse(text: &str) -> Option<Self> {
        blake3::Hash::from_hex(text)
            .ok()
            .map(|hash| Head(*hash.as_bytes()))
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&blake3::Hash::from_bytes(self.0).to_hex())
    }
}

impl fmt::Debug for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Head({self})")
    }
}

/// What is wrong with a stored game, and from which act on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// The first act that cannot be believed; 0 where the game itself cannot.
    pub seq: i64,
    /// What is wrong with it.
    pub why: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

/// Follows the chain of a game over its acts as they are read.
#[derive(Debug, Clone)]
pub struct Follower {
    seq: i64,
    head: Head,
}

impl Follower {
    /// After this many acts.
    pub fn new(seq: i64, head: Head) -> Self {
        Follower { seq, head }
    }

    /// The next act; whatever is wrong with it.
    pub fn follow(&mut self, act: &ActRow) -> Result<Head, Broken> {
        let next = self.seq + 1;
        let broken = |seq, why| Broken { seq, why };
        if act.seq > next {
            let why = if act.seq == next + 1 {
                format!("act {next} is missing from the database")
            } else {
                format!("acts {next} to {} are missing from the database", act.seq - 1)
            };
            return Err(broken(next, why));
        }
        if act.seq < next {
            return Err(broken(
                act.seq,
                format!("there are two acts with the number {}", act.seq),
            ));
        }
        let head = self.head.and(&act.act);
        if act.hash.as_deref().and_then(Head::parse) != Some(head) {
            let why = format!(
                "act {next} is not the one that was written: its checksum does not follow from those before"
            );
            return Err(broken(next, why));
        }
        self.seq = next;
        self.head = head;
        Ok(head)
    }

    /// Whether the game ends where its row says that it does.
    pub fn ends_at(&self, seq: i64, head: Option<&str>) -> Result<(), Broken> {
        if self.seq < seq {
            let (first, why) = (self.seq + 1, "missing from the database");
            let why = if first == seq {
                format!("act {first} is {why}")
            } else {
                format!("acts {first} to {seq} are {why}")
            };
            return Err(Broken { seq: first, why });
        }
        if self.seq == seq && head.and_then(Head::parse) != Some(self.head) {
            let why = format!("the game's own checksum is not that of its {seq} acts");
            return Err(Broken { seq, why });
        }
        Ok(())
    }
}

impl Store {
    /// Walks the chain of one game; how many acts it has.
    pub async fn check_game(&self, id: &str) -> Result<Result<i64, Broken>, StoreError> {
        let Some(game) = self.game(id).await? else {
            return Ok(Ok(0));
        };
        let mut follower = Follower::new(0, Head::of_game(id, &game.header));
        loop {
            let page = self.some_acts(id, follower.seq, 2000).await?;
            for act in &page {
                if let Err(broken) = follower.follow(act) {
                    return Ok(Err(broken));
                }
            }
            if page.len() < 2000 {
                break;
            }
        }
        // Acts may have come since the game was read; those that it counted must be there.
        Ok(follower
            .ends_at(game.seq, game.head.as_deref())
            .map(|()| follower.seq))
    }
}

/// Chains what was written before there was a chain.
pub(crate) async fn chain_all(transaction: &mut sqlx::AnyConnection) -> Result<(), StoreError> {
    let mut after = String::new();
    loop {
        let games = sqlx::query("SELECT id, header FROM games WHERE id > $1 ORDER BY id LIMIT 200")
            .bind(&after)
            .fetch_all(&mut *transaction)
            .await?;
        if games.is_empty() {
            return Ok(());
        }
        for game in games {
            let (id, header): (String, String) = (game.try_get(0)?, game.try_get(1)?);
            let mut head = Head::of_game(&id, &header);
            let acts = sqlx::query("SELECT seq, act FROM acts WHERE game = $1 ORDER BY seq")
                .bind(&id)
                .fetch_all(&mut *transaction)
                .await?;
            for act in acts {
                let (seq, text): (i64, String) = (act.try_get(0)?, act.try_get(1)?);
                head = head.and(&text);
                sqlx::query("UPDATE acts SET hash = $1 WHERE game = $2 AND seq = $3")
                    .bind(head.to_string())
                    .bind(&id)
                    .bind(seq)
                    .execute(&mut *transaction)
                    .await?;
            }
            sqlx::query("UPDATE games SET head = $1 WHERE id = $2")
                .bind(head.to_string())
                .bind(&id)
                .execute(&mut *transaction)
                .await?;
            after = id;
        }
    }
}
