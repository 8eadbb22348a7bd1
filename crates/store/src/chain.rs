//! By what can a stored game be recognised as the one that was played? Each line of its log, act or mark on the timeline,
//! carries a hash chained to the one before.

use crate::{GameRow, LogRow, MarkRow, Store, StoreError};
use sqlx::Row;
use std::fmt;

/// The hash of a game up to some line of its log.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Head([u8; 32]);

/// Fixes what the hashes are of; another form of chain would have another name.
const CONTEXT: &str = "jadoube 2026 chain of a game's acts, first form";
/// Lines read at once where a whole log is walked.
const PAGE: i64 = 2000;

impl Head {
    /// Of a game before its first act: its name and its header.
    pub fn of_game(id: &str, header: &str) -> Self {
        let mut hasher = blake3::Hasher::new_derive_key(CONTEXT);
        hasher.update(&(id.len() as u64).to_le_bytes());
        hasher.update(id.as_bytes());
        hasher.update(header.as_bytes());
        Head(*hasher.finalize().as_bytes())
    }

    /// After one more line, as it is kept.
    #[must_use]
    pub fn and(self, line: &str) -> Self {
        let mut hasher = blake3::Hasher::new_derive_key(CONTEXT);
        hasher.update(&self.0);
        hasher.update(line.as_bytes());
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

/// What is wrong with a stored game: the first line that cannot be believed, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken(pub String);

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Follows the chain of a game over its log as it is read.
#[derive(Debug, Clone)]
pub struct Follower {
    seq: i64,
    timeline: i64,
    head: Head,
}

impl Follower {
    /// After so many acts and so many marks on the timeline.
    pub fn new((seq, timeline): (i64, i64), head: Head) -> Self {
        Follower { seq, timeline, head }
    }

    /// The next line; whatever is wrong with it.
    pub fn follow(&mut self, line: &LogRow) -> Result<(), Broken> {
        let (next, text, hash) = match line {
            LogRow::Act(act) => {
                next_is("act", self.seq, act.seq)?;
                self.seq = act.seq;
                (format!("act {}", act.seq), act.act.clone(), &act.hash)
            }
            LogRow::Mark(MarkRow { number, mark, hash }) => {
                next_is("mark", self.timeline, *number)?;
                self.timeline = *number;
                // Those after which it was written are there.
                missing("act", self.seq, mark.seq)?;
                (format!("mark {number} of the timeline"), mark.text(), hash)
            }
        };
        self.head = self.head.and(&text);
        if hash.as_deref().and_then(Head::parse) != Some(self.head) {
            return Err(Broken(format!(
                "{next} is not the one that was written: its checksum does not follow from those before"
            )));
        }
        Ok(())
    }

    /// Whether the game ends where its row said that it does, before its log was read.
    fn ends_at(&self, (seq, timeline): (i64, i64), head: Option<&str>) -> Result<(), Broken> {
        missing("act", self.seq, seq)?;
        missing("mark", self.timeline, timeline)?;
        let ends = (self.seq, self.timeline) == (seq, timeline);
        if ends && head.and_then(Head::parse) != Some(self.head) {
            return Err(Broken(format!(
                "the game's own checksum is not that of its {seq} acts and {timeline} marks"
            )));
        }
        Ok(())
    }

    /// Whether its row has counted what is there, asked after its log was read.
    fn counted(&self, (seq, timeline): (i64, i64)) -> Result<(), Broken> {
        let never = |what, number| {
            Err(Broken(format!(
                "{what} {number} was never counted in the game's own row"
            )))
        };
        if self.seq > seq {
            never("act", seq + 1)
        } else if self.timeline > timeline {
            never("mark", timeline + 1)
        } else {
            Ok(())
        }
    }
}

/// The number of an act, or of a mark on the timeline, follows the last.
fn next_is(what: &str, last: i64, found: i64) -> Result<(), Broken> {
    if found <= last {
        return Err(Broken(format!("there are two {what}s with the number {found}")));
    }
    missing(what, last, found - 1)
}

/// There are so many of them, and so many were counted.
fn missing(what: &str, there: i64, counted: i64) -> Result<(), Broken> {
    let first = there + 1;
    match counted - there {
        ..=0 => Ok(()),
        1 => Err(Broken(format!("{what} {first} is missing from the database"))),
        _ => Err(Broken(format!(
            "{what}s {first} to {counted} are missing from the database"
        ))),
    }
}

impl Store {
    /// Walks the chain of one game; how many acts it has.
    pub async fn check_game(&self, id: &str) -> Result<Result<i64, Broken>, StoreError> {
        let Some(game) = self.game(id).await? else {
            return Ok(Ok(0));
        };
        let mut follower = Follower::new((0, 0), Head::of_game(id, &game.header));
        loop {
            let after = (follower.seq, follower.timeline);
            let page = self.some_log(id, after, PAGE).await?;
            for line in &page {
                if let Err(broken) = follower.follow(line) {
                    return Ok(Err(broken));
                }
            }
            if i64::try_from(page.len()).is_ok_and(|lines| lines < PAGE) {
                break;
            }
        }
        let ends = self.ends(&follower, &game).await?;
        Ok(ends.map(|()| follower.seq))
    }

    /// Whether a game's log, read after its row, is as long as that says, and the same; more may have come meanwhile.
    pub async fn ends(&self, log: &Follower, before: &GameRow) -> Result<Result<(), Broken>, StoreError> {
        let ends = log.ends_at((before.seq, before.timeline), before.head.as_deref());
        if ends.is_err() || log.counted((before.seq, before.timeline)).is_ok() {
            return Ok(ends);
        }
        let after = self.game(&before.id).await?;
        // One that was deleted meanwhile is no concern of ours.
        Ok(after.map_or(Ok(()), |after| log.counted((after.seq, after.timeline))))
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
