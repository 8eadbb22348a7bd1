//! What does whoever keeps a server need beside serving: copies, records out and in, users.

use crate::{
    Config,
    computer::Computers,
    hall::{Hall, Viewer},
    open_store,
    routes::{opening::take_in, papers::write_record, people},
    secret,
    shape::Opening,
    time::WallClock,
};
use jadoube_store::Store;
use std::{path::Path, time::Duration};

async fn opened(config: &Config) -> Result<Hall, String> {
    let (store, key) = open_store(config).await.map_err(|error| error.to_string())?;
    let computers = Computers::built_in(Duration::from_secs(1));
    Ok(Hall::new(store, key, WallClock::machine(), computers))
}

/// Writes a consistent copy of the embedded database.
pub async fn backup(config: &Config, file: &Path) -> Result<Vec<String>, String> {
    if file.exists() {
        return Err(format!("{} exists already", file.display()));
    }
    let hall = opened(config).await?;
    hall.store
        .backup_to(file)
        .await
        .map_err(|error| error.to_string())?;
    hall.store.close().await;
    Ok(vec![format!("{} written", file.display())])
}

/// Writes every game's record into a folder.
pub async fn export(config: &Config, folder: &Path) -> Result<Vec<String>, String> {
    std::fs::create_dir_all(folder)
        .map_err(|error| format!("cannot make the folder {}: {error}", folder.display()))?;
    let hall = opened(config).await?;
    let mut count = 0u64;
    let mut said = Vec::new();
    let mut after = String::new();
    loop {
        let page = hall
            .store
            .game_ids(&after, 500)
            .await
            .map_err(|error| error.to_string())?;
        let Some(last) = page.last() else { break };
        after.clone_from(last);
        for id in &page {
            match hall.table(id).await {
                Ok(table) => {
                    let text = write_record(&table.sheet(), &Viewer::default(), false);
                    let file = folder.join(format!("{id}.jsonl"));
                    std::fs::write(&file, text)
                        .map_err(|error| format!("cannot write {}: {error}", file.display()))?;
                    count += 1;
                }
                // One unreadable game must not keep the others from being exported.
                Err(problem) => said.push(format!("{id}: {}", problem.detail())),
            }
        }
        hall.forget();
    }
    hall.store.close().await;
    said.push(format!("{count} records written to {}", folder.display()));
    Ok(said)
}

/// Takes in one record.
pub async fn import(config: &Config, file: &Path) -> Result<Vec<String>, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let hall = opened(config).await?;
    let laid = take_in(&hall, Opening::default(), None, text).await;
    hall.store.close().await;
    let laid = laid.map_err(|problem| format!("{}: {}", file.display(), problem.detail()))?;
    let id = &laid.game.id;
    let mut said = vec![format!("{}: game {id}", file.display())];
    said.push(format!("  white  /game/{id}#seat={}", laid.token));
    let links = laid.invitations.iter();
    said.extend(links.map(|invited| format!("  {}  {}", invited.party, invited.link)));
    Ok(said)
}

/// Lists users.
pub async fn users(config: &Config) -> Result<Vec<String>, String> {
    let hall = opened(config).await?;
    let accounts = hall.store.accounts().await.map_err(|error| error.to_string())?;
    hall.store.close().await;
    Ok(accounts.into_iter().map(|account| account.name).collect())
}

fn hashed(name: &str, password: &str) -> Result<String, String> {
    people::fit(name, password).map_err(|problem| problem.detail().to_owned())?;
    secret::hash_password(password).ok_or_else(|| "the password cannot be hashed".to_owned())
}

/// Makes a user.
pub async fn add_user(config: &Config, name: &str, password: &str) -> Result<Vec<String>, String> {
    let hash = hashed(name, password)?;
    let hall = opened(config).await?;
    let made = hall.store.create_account(name, &hash, hall.now_ms()).await;
    hall.store.close().await;
    made.map_err(|error| format!("{name}: {error}"))?;
    Ok(vec![format!("{name} can log in")])
}

/// Gives a user a new password; his sessions end.
pub async fn set_password(config: &Config, name: &str, password: &str) -> Result<Vec<String>, String> {
    let hash = hashed(name, password)?;
    let hall = opened(config).await?;
    let done = change(&hall.store, name, &hash).await;
    hall.store.close().await;
    done
}

async fn change(store: &Store, name: &str, hash: &str) -> Result<Vec<String>, String> {
    let account = store.account(name).await.map_err(|error| error.to_string())?;
    let account = account.ok_or_else(|| format!("there is no user {name}"))?;
    store
        .set_password(account.id, hash)
        .await
        .map_err(|error| error.to_string())?;
    Ok(vec![format!("{} has a new password", account.name)])
}
