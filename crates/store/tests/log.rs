//! The log: once, in order, or not at all.

use jadoube_store::{
    Append, Appended, GameRow, GameSummary, Head, LogRow, Mark, MatchGame, MatchRow, NewMark, Sealed,
    SeatRow, Store, StoreError,
};
use std::path::Path;

async fn with_game(folder: &Path) -> Store {
    let store = Store::open_file(&folder.join("it's a file.sqlite"))
        .await
        .expect("opened");
    let game = GameRow {
        id: "g".to_owned(),
        header: "{}".to_owned(),
        settings: "{}".to_owned(),
        created_ms: 1,
        ..GameRow::default()
    };
    let seat = SeatRow {
        parties: "white".to_owned(),
        ..SeatRow::default()
    };
    store
        .create_game(&game, &[seat], &[], None)
        .await
        .expect("created");
    store
}

/// A chain of no game that is there.
fn nobody_saw() -> Head {
    Head::of_game("another", "{}")
}

/// The chain of a game as it is kept.
async fn head(store: &Store, game: &str) -> Head {
    let row = store.game(game).await.expect("read").expect("there");
    row.head.as_deref().and_then(Head::parse).expect("a chain")
}

/// Appended by somebody who has seen the game as it is kept.
async fn appended(store: &Store, append: Append) -> Result<Appended, StoreError> {
    let head = head(store, &append.game).await;
    store.append(Append { head, ..append }).await
}

fn append(seq: i64, key: &str) -> Append {
    Append {
        game: "g".to_owned(),
        seq,
        act: format!("act {key}"),
        sealed: None,
        timeline: i64::from(seq > 1),
        head: nobody_saw(),
        starts_ms: (seq == 1).then_some(11),
        key: key.to_owned(),
        seat: 1,
        wall_ms: 10 + seq,
        standing: GameSummary {
            deadline_ms: Some(500),
            ..GameSummary::default()
        },
    }
}

/// The log after so many acts and marks, as it is chained.
async fn lines(store: &Store, after: (i64, i64)) -> Vec<String> {
    let log = store.log("g", after).await.expect("the log").into_iter();
    log.map(|line| match line {
        LogRow::Act(act) => act.act,
        LogRow::Mark(row) => row.mark.text(),
    })
    .collect()
}

#[tokio::test]
async fn a_number_and_a_key_are_used_once() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let store = with_game(folder.path()).await;
    assert_eq!(
        appended(&store, append(1, "a")).await.expect("written"),
        Appended::Durable
    );
    assert_eq!(
        appended(&store, append(1, "b")).await.expect("answered"),
        Appended::Conflict
    );
    assert_eq!(
        appended(&store, append(2, "a")).await.expect("answered"),
        Appended::Conflict
    );
    assert_eq!(
        appended(&store, append(2, "c")).await.expect("written"),
        Appended::Durable
    );
    assert_eq!(
        lines(&store, (0, 0)).await,
        [r#"{"seq":0,"from_ms":11}"#, "act a", "act c"]
    );
    let game = store.game("g").await.expect("read").expect("there");
    assert_eq!((game.seq, game.timeline, game.updated_ms), (2, 1, 12));
    assert_eq!(store.check_game("g").await.expect("read"), Ok(2));
    // A number that does not follow, or a time reckoned from another beginning, is not written.
    for wrong in [
        append(4, "d"),
        Append {
            timeline: 0,
            ..append(3, "d")
        },
        Append {
            timeline: 2,
            ..append(3, "d")
        },
    ] {
        assert_eq!(
            appended(&store, wrong).await.expect("answered"),
            Appended::Conflict
        );
    }
    assert_eq!(store.due(500, 10).await.expect("read"), ["g"]);
    assert!(store.due(499, 10).await.expect("read").is_empty());
}

#[tokio::test]
async fn many_at_once_share_a_commit_and_each_is_answered_for_itself() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let store = with_game(folder.path()).await;
    appended(&store, append(1, "first")).await.expect("written");
    let mut durable = 1;
    // Two rivals for each number, and ten numbers at once; no number is written before the one it follows.
    for tens in 0..30 {
        let mut tasks = Vec::new();
        for number in (2 + tens * 10..12 + tens * 10).rev() {
            for rival in ["x", "y"] {
                let store = store.clone();
                tasks.push(tokio::spawn(async move {
                    let mut answer = Appended::Conflict;
                    for _ in 0..1000 {
                        let append = append(number, &format!("{rival}{number}"));
                        answer = appended(&store, append).await.expect("answered");
                        let there = store.game("g").await.expect("read").expect("there").seq;
                        if answer == Appended::Durable || there >= number {
                            break;
                        }
                    }
                    answer
                }));
            }
        }
        for task in tasks {
            durable += usize::from(task.await.expect("joined") == Appended::Durable);
        }
    }
    assert_eq!(durable, 301);
    let log = store.log("g", (0, 1)).await.expect("the log").into_iter();
    let numbers = log.map(|line| match line {
        LogRow::Act(act) => act.seq,
        LogRow::Mark(row) => panic!("a second mark: {row:?}"),
    });
    assert!(numbers.eq(1..=301));
}

fn mark(seq: i64, timeline: i64, until_ms: Option<i64>) -> NewMark<'static> {
    NewMark {
        game: "g",
        mark: Mark {
            seq,
            from_ms: 20,
            until_ms,
        },
        timeline,
        head: nobody_saw(),
        settings: None,
        deadline_ms: Some(600),
        wall_ms: 15,
    }
}

#[tokio::test]
async fn a_mark_stands_in_the_log_where_it_was_written() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let store = with_game(folder.path()).await;
    let written = async |new: NewMark<'_>| {
        let head = head(&store, "g").await;
        let marked = store.mark(&NewMark { head, ..new }).await;
        marked.expect("answered")
    };
    // Of two who start play one does, and it is due when the mark says so.
    assert_eq!(written(mark(0, 0, None)).await, Appended::Durable);
    assert_eq!(written(mark(0, 0, None)).await, Appended::Conflict);
    assert_eq!(store.due(600, 10).await.expect("read"), ["g"]);
    let started = Append {
        starts_ms: None,
        timeline: 1,
        ..append(1, "a")
    };
    assert_eq!(
        appended(&store, started).await.expect("written"),
        Appended::Durable
    );
    // Whoever has missed the act, or what was agreed, does not mark.
    assert_eq!(written(mark(0, 1, Some(90))).await, Appended::Conflict);
    let pause = |old| NewMark {
        settings: Some((old, "new")),
        ..mark(1, 1, Some(90))
    };
    assert_eq!(written(pause("other")).await, Appended::Conflict);
    assert_eq!(written(pause("{}")).await, Appended::Durable);
    // An act whose time was reckoned without the pause is not written.
    let late = |timeline| Append {
        timeline,
        ..append(2, "b")
    };
    assert_eq!(
        appended(&store, late(1)).await.expect("answered"),
        Appended::Conflict
    );
    assert_eq!(
        appended(&store, late(2)).await.expect("written"),
        Appended::Durable
    );
    let log = [
        r#"{"seq":0,"from_ms":20}"#,
        "act a",
        r#"{"seq":1,"from_ms":20,"until_ms":90}"#,
        "act b",
    ];
    assert_eq!(lines(&store, (0, 0)).await, log);
    assert_eq!(lines(&store, (1, 1)).await, log[2..]);
    let game = store.game("g").await.expect("read").expect("there");
    assert_eq!((game.timeline, game.settings.as_str()), (2, "new"));
    assert_eq!(store.check_game("g").await.expect("read"), Ok(2));
}

#[tokio::test]
async fn a_database_is_opened_again_and_copied_while_in_use() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let store = with_game(folder.path()).await;
    appended(&store, append(1, "a")).await.expect("written");
    let copy = folder.path().join("copy.sqlite");
    store.backup_to(&copy).await.expect("copied");
    store.close().await;
    assert!(matches!(
        store.append(append(2, "b")).await,
        Err(StoreError::Unavailable(_))
    ));
    for file in [folder.path().join("it's a file.sqlite"), copy] {
        let again = Store::open_file(&file).await.expect("opened again");
        assert_eq!(lines(&again, (0, 0)).await.len(), 2, "{}", file.display());
        again.close().await;
    }
}

#[tokio::test]
async fn an_address_of_another_kind_is_refused() {
    let error = Store::open("mysql://x", None).await.expect_err("not ours");
    assert!(error.to_string().contains("postgres://"), "{error}");
}

#[tokio::test]
async fn names_and_sessions() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let store = with_game(folder.path()).await;
    let ann = store.create_account("Ann", "hash", None, 1).await.expect("made");
    assert!(matches!(
        store.create_account("ANN", "hash", None, 1).await,
        Err(StoreError::Taken)
    ));
    store.open_session("s", ann.id, 100).await.expect("opened");
    assert_eq!(
        store.session("s", 99).await.expect("read").map(|one| one.id),
        Some(ann.id)
    );
    assert!(store.session("s", 100).await.expect("read").is_none());
    store.set_password(ann.id, "other").await.expect("set");
    assert!(
        store.session("s", 1).await.expect("read").is_none(),
        "a new password ends every session"
    );
    store
        .put_into_inbox(ann.id, "g", "your-turn", "text", "key", 5)
        .await
        .expect("put");
    store
        .put_into_inbox(ann.id, "g", "your-turn", "text", "key", 6)
        .await
        .expect("put");
    assert_eq!(store.unread(ann.id).await.expect("read"), 1);
}

/// Opens a game of this name, in a match where one is named, and writes acts with these keys.
async fn opened(store: &Store, id: &str, of_match: Option<&str>, keys: &[&str]) {
    let game = GameRow {
        id: id.to_owned(),
        header: "{}".to_owned(),
        settings: "{}".to_owned(),
        match_id: of_match.map(str::to_owned),
        created_ms: 1,
        ..GameRow::default()
    };
    match of_match {
        None => store.create_game(&game, &[], &[], None).await.expect("created"),
        Some(of_match) => {
            let first = MatchGame {
                number: 1,
                game: id.to_owned(),
                white: "a".to_owned(),
                first_move: "white".to_owned(),
            };
            let row = MatchRow {
                id: of_match.to_owned(),
                title: None,
                header: "{}".to_owned(),
                settings: "{}".to_owned(),
                games: 2,
                created_ms: 1,
            };
            let made = store.create_match(&row, &first, &game, &[], None).await;
            made.expect("created");
        }
    }
    for (key, seq) in keys.iter().zip(1..) {
        let act = Append {
            game: id.to_owned(),
            ..append(seq, key)
        };
        assert_eq!(appended(store, act).await.expect("written"), Appended::Durable);
    }
}

#[tokio::test]
async fn what_nobody_ever_played_goes_and_nothing_else() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let store = with_game(folder.path()).await;
    opened(&store, "played", None, &["1 k"]).await;
    opened(
        &store,
        "computer",
        None,
        &["computer 0", "computer 0\tpress", "clock\t2"],
    )
    .await;
    opened(&store, "answered", None, &["computer 0", "2 k"]).await;
    opened(&store, "match", Some("m"), &[]).await;
    opened(&store, "begun", Some("n"), &["1 k"]).await;
    let mut gone = store.expire(1_000, 100).await.expect("expired");
    gone.sort();
    assert_eq!(gone, ["computer", "g", "match"]);
    assert!(store.match_row("m").await.expect("read").is_none());
    assert!(store.match_row("n").await.expect("read").is_some());
    assert!(store.expire(1_000, 100).await.expect("nothing").is_empty());
}

#[tokio::test]
async fn the_latest_notes_are_read_in_their_order_and_talk_is_counted_by_channel() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let store = with_game(folder.path()).await;
    for number in 1..=5 {
        let what = format!("note {number}");
        store.note(number, (None, None), &what, "").await.expect("noted");
    }
    let noted = store.noted(0, 2).await.expect("read");
    let noted: Vec<&str> = noted.iter().map(|row| row.what.as_str()).collect();
    assert_eq!(noted, ["note 4", "note 5"]);
    for (channel, key) in [("onlookers", "2 a"), ("onlookers", "2 b"), ("table", "1 a")] {
        let said = store.say("g", channel, (None, "white", "text"), key, 1);
        said.await.expect("said");
    }
    assert_eq!(store.count_said("g", "table").await.expect("counted"), (1, 4));
    assert_eq!(store.count_said("g", "onlookers").await.expect("counted"), (2, 8));
}

#[tokio::test]
async fn the_room_of_a_game_is_its_header_and_its_seats_too() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let store = with_game(folder.path()).await;
    let game = GameRow {
        id: "long".to_owned(),
        header: "x".repeat(10_000),
        person: Some("p".to_owned()),
        ..GameRow::default()
    };
    let seats = vec![SeatRow::default(); 900];
    store
        .create_game(&game, &seats, &[], None)
        .await
        .expect("created");
    let (_, bytes) = store.kept_for("p").await.expect("counted");
    assert!(bytes > 10_000 + 900 * 100, "{bytes}");
    // So is what comes later: seats of onlookers, and talk.
    store.add_seat("long", &SeatRow::default()).await.expect("seated");
    let text = "x".repeat(1000);
    for _ in 0..2 {
        let said = store.say("long", "table", (None, "white", &text), "1 a", 1);
        said.await.expect("said");
    }
    let (_, more) = store.kept_for("p").await.expect("counted");
    assert!((1200..1500).contains(&(more - bytes)), "{bytes} {more}");
}

#[tokio::test]
async fn whatever_an_account_gathers_has_a_bound() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let store = with_game(folder.path()).await;
    let ann = store
        .create_account("Ann", "hash", None, 1)
        .await
        .expect("made")
        .id;
    for number in 0..60 {
        let name = format!("s{number}");
        store
            .open_session(&name, ann, 100 + number)
            .await
            .expect("opened");
    }
    // The latest sessions stay, and the last of all.
    for (number, there) in [(0, false), (9, false), (10, true), (59, true)] {
        let found = store.session(&format!("s{number}"), 1).await.expect("read");
        assert_eq!(found.is_some(), there, "session {number}");
    }
    let mut made = 0;
    for number in 0..60 {
        match store.add_token(&format!("t{number}"), ann, "", 1).await {
            Ok(()) => made += 1,
            Err(StoreError::Full(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!(made, 50);
    store.end_tokens(ann).await.expect("void");
    store.add_token("again", ann, "", 1).await.expect("room again");
    for number in 0..1100 {
        let key = format!("k{number}");
        let letter = store.put_into_inbox(ann, "g", "your-turn", "text", &key, 1);
        letter.await.expect("put");
    }
    let letters = store.inbox(ann, 5000).await.expect("read");
    assert!(letters.len() <= 1000, "{}", letters.len());
    // The same key is the same letter, also after many.
    store
        .put_into_inbox(ann, "g", "your-turn", "text", "k1099", 1)
        .await
        .expect("put");
    assert_eq!(store.inbox(ann, 5000).await.expect("read").len(), letters.len());
    for number in 0..30 {
        store.note(number, (None, None), "x", "").await.expect("noted");
    }
    store.forget_notes(5, 20).await.expect("forgotten");
    let left = store.noted(0, 100).await.expect("read");
    assert_eq!((left.len(), left[0].at_ms), (20, 10));
}

#[tokio::test]
async fn accounts_that_nobody_used_lapse_and_those_of_the_keeper_stay() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let store = with_game(folder.path()).await;
    for (name, from) in [
        ("keeper", None),
        ("idle", Some("p")),
        ("here", Some("p")),
        ("seated", Some("p")),
        ("late", Some("p")),
    ] {
        let at = if name == "late" { 900 } else { 1 };
        let made = store.create_account(name, "hash", from, at);
        let id = made.await.expect("made").id;
        if name == "here" {
            store.open_session("s", id, 10_000).await.expect("opened");
        }
        if name == "seated" {
            let seat = SeatRow {
                account: Some(id),
                ..SeatRow::default()
            };
            store.add_seat("g", &seat).await.expect("seated");
        }
    }
    assert_eq!(store.accounts_from("p").await.expect("counted"), 4);
    assert_eq!(store.expire_accounts(500, 10).await.expect("expired"), 1);
    assert!(store.account("idle").await.expect("read").is_none());
    assert_eq!(store.accounts().await.expect("read").len(), 4);
    assert_eq!(store.expire_accounts(500, 10).await.expect("expired"), 0);
}

#[tokio::test]
async fn everything_secret_is_encrypted_by_one_key() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let store = with_game(folder.path()).await;
    store.meta_or_insert("key", "old").await.expect("named");
    let sealed = |seq, key: &str| Append {
        sealed: Some(Sealed {
            text: format!("by {key}"),
            key: key.to_owned(),
        }),
        ..append(seq, &format!("{seq} {key}"))
    };
    assert_eq!(
        appended(&store, sealed(1, "old")).await.expect("written"),
        Appended::Durable
    );
    let again = |key: &str| ("g".to_owned(), 1, format!("by {key}"));
    // Somebody has read the secrets to encrypt them anew; meanwhile another was written.
    assert_eq!(
        appended(&store, sealed(2, "old")).await.expect("written"),
        Appended::Durable
    );
    let late = store.replace_secrets(&[again("new")], "new", "a").await;
    assert!(matches!(late, Err(StoreError::Key(_))), "{late:?}");
    let secrets = async || {
        let all = store.secrets().await.expect("read").into_iter();
        all.map(|(_, _, _, sealed)| sealed).collect::<Vec<_>>()
    };
    assert_eq!(secrets().await, ["by old", "by old"], "nothing of it was done");
    let both = [again("new"), ("g".to_owned(), 2, "by new".to_owned())];
    store.replace_secrets(&both, "new", "a").await.expect("replaced");
    let refused = appended(&store, sealed(3, "old")).await;
    assert!(matches!(refused, Err(StoreError::Key(_))), "{refused:?}");
    assert_eq!(
        appended(&store, sealed(3, "new")).await.expect("written"),
        Appended::Durable
    );
    assert_eq!(secrets().await, ["by new", "by new", "by new"]);
}

/// Whoever writes much beside the games keeps no act waiting: one other write at most is before it.
#[tokio::test(flavor = "multi_thread")]
async fn acts_stand_in_no_queue_behind_what_else_is_written() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let store = with_game(folder.path()).await;
    let written = std::sync::Arc::new(std::sync::atomic::AtomicU32::new(0));
    let others: Vec<_> = (0..32)
        .map(|number| {
            let (store, written) = (store.clone(), std::sync::Arc::clone(&written));
            tokio::spawn(async move {
                for deadline in 0.. {
                    let deadline = Some(1_000_000 * number + deadline);
                    store.set_deadline_of("g", deadline).await.expect("written");
                    written.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
                }
            })
        })
        .collect();
    let acts = 40;
    let mut meanwhile = 0;
    for seq in 1..=acts {
        let head = head(&store, "g").await;
        let before = written.load(std::sync::atomic::Ordering::SeqCst);
        let act = append(seq, &format!("k{seq}"));
        let appended = store.append(Append { head, ..act }).await.expect("written");
        assert_eq!(appended, Appended::Durable);
        meanwhile += written.load(std::sync::atomic::Ordering::SeqCst) - before;
    }
    for other in others {
        other.abort();
    }
    assert!(
        i64::from(meanwhile) <= 4 * acts,
        "while {acts} acts were written one after another, {meanwhile} other writes went before them"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn acts_are_written_while_somebody_who_has_said_much_is_forgotten() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let store = with_game(folder.path()).await;
    let ann = store.create_account("Ann", "", None, 1).await.expect("made").id;
    let seat = SeatRow {
        parties: "black".to_owned(),
        name: Some("Ann".to_owned()),
        account: Some(ann),
        creator: true,
        ..SeatRow::default()
    };
    let game = GameRow {
        id: "h".to_owned(),
        header: "{}".to_owned(),
        settings: "{}".to_owned(),
        title: Some("Ann's".to_owned()),
        ..GameRow::default()
    };
    store
        .create_game(&game, &[seat], &[], None)
        .await
        .expect("created");
    // As if she had talked for an hour.
    let url = format!("sqlite://{}/it%27s%20a%20file.sqlite", folder.path().display());
    let mut direct = <sqlx::AnyConnection as sqlx::Connection>::connect(&url)
        .await
        .expect("opened");
    sqlx::query(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
         INSERT INTO chat (game, channel, author, party, text, sent_ms, key)
         SELECT 'h', 'table', 'Ann', 'black', 'something or other', 1, '1 k' || i FROM n",
    )
    .execute(&mut direct)
    .await
    .expect("said");
    sqlx::Connection::close(direct).await.expect("closed");
    let forgetting = tokio::spawn({
        let store = store.clone();
        async move { store.delete_account(ann).await }
    });
    let mut acts = 0;
    while !forgetting.is_finished() {
        acts += 1;
        let done = appended(&store, append(acts, &format!("k{acts}"))).await;
        assert_eq!(done.expect("written"), Appended::Durable);
    }
    forgetting.await.expect("ended").expect("deleted");
    assert!(acts >= 20, "{acts} acts came between");
    let said = store.said("h", None, 0, 100_000).await.expect("read");
    assert_eq!(said.len(), 60_000);
    assert!(said.iter().all(|row| row.author.is_none() && row.text.is_empty()));
    let kept = store.game("h").await.expect("read").expect("there");
    assert_eq!(kept.title, None);
    assert_eq!(store.seats("h").await.expect("read")[0].name, None);
    assert!(store.account("Ann").await.expect("read").is_none());
}
