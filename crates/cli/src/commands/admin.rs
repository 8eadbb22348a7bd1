//! What does whoever keeps a server need beside serving: copies, records out and in, users.

use super::{
    input::number,
    serve::{Place, runtime},
};
use crate::failure::{Failure, print};
use jadoube_server::admin;
use std::{io::BufRead as _, path::PathBuf};

/// Back up, export, import, and see to users
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    place: Place,
    #[command(subcommand)]
    task: Task,
}

#[derive(clap::Subcommand)]
enum Task {
    /// Write a consistent copy of the embedded database, also while the server runs (keep the file "key" beside it).
    Backup {
        /// The file to write; it must not exist.
        file: PathBuf,
    },
    /// Put a copy in the place of the embedded database, after checking it. The server must be stopped.
    Restore {
        /// The copy.
        file: PathBuf,
    },
    /// Write every game's record into a folder, one file each; of an envelope that is not open it has the commitment.
    Export {
        /// The folder.
        folder: PathBuf,
    },
    /// Take in records; every act is ruled on again. Prints the game's name and the links for each file.
    Import {
        /// Records, one game per file.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Walk every game's chain of checksums and name the first bad act of each that is broken.
    Check,
    /// Check a downloaded record or PGN against the server's signature in it.
    Verify {
        /// The record, or the PGN.
        file: PathBuf,
        /// The server's public key, as its /api/about shows it.
        #[arg(long)]
        key: Option<String>,
    },
    /// Print the description of the server's interface (`OpenAPI` 3.1, JSON), as `/api/openapi.json` serves it.
    Openapi,
    /// List users, or make one, or give one a new password (read from standard input).
    Users {
        /// Make a user of this name.
        #[arg(long, value_name = "NAME", conflicts_with = "password")]
        add: Option<String>,
        /// Give the user of this name a new password; all his sessions end.
        #[arg(long, value_name = "NAME")]
        password: Option<String>,
        /// Pass on no more what the user of this name says.
        #[arg(long, value_name = "NAME", conflicts_with_all = ["add", "password"])]
        mute: Option<String>,
        /// Pass it on again.
        #[arg(long, value_name = "NAME", conflicts_with_all = ["add", "password", "mute"])]
        unmute: Option<String>,
        /// Delete the user of this name; his games stay, without his name.
        #[arg(long, value_name = "NAME", conflicts_with_all = ["add", "password", "mute", "unmute"])]
        delete: Option<String>,
        /// Make a token by which a program acts for the user of this name, and print it.
        #[arg(long, value_name = "NAME", conflicts_with_all = ["add", "password", "mute", "unmute", "delete"])]
        token: Option<String>,
    },
    /// Make a new key and seal every envelope anew with it. All nodes must be stopped.
    RotateKey,
    /// Print what was noted of late: logins, seats, links, what was done here.
    Audit {
        /// Of how many days.
        #[arg(long, value_name = "N", default_value_t = 30, value_parser = number(1..=36_500u32))]
        days: u32,
    },
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    if let Task::Openapi = args.task {
        return print(jadoube_server::openapi_document());
    }
    if let Task::Verify { file, key } = &args.task {
        for line in admin::verify(file, key.as_deref()).map_err(Failure::input)? {
            print(line)?;
        }
        return Ok(());
    }
    let config = args.place.config()?;
    let said = runtime()?.block_on(async {
        match args.task {
            Task::Openapi | Task::Verify { .. } => Ok(Vec::new()),
            Task::Check => admin::check(&config).await,
            Task::Backup { file } => admin::backup(&config, &file).await,
            Task::Export { folder } => admin::export(&config, &folder).await,
            Task::Import { files } => {
                let mut said = Vec::new();
                for file in files {
                    said.extend(admin::import(&config, &file).await?);
                }
                Ok(said)
            }
            Task::Users { add: Some(name), .. } => admin::add_user(&config, &name, &secret()?).await,
            Task::Users {
                password: Some(name), ..
            } => admin::set_password(&config, &name, &secret()?).await,
            Task::Users { mute: Some(name), .. } => admin::mute(&config, &name, true).await,
            Task::Users {
                unmute: Some(name), ..
            } => admin::mute(&config, &name, false).await,
            Task::Users {
                delete: Some(name), ..
            } => admin::delete_user(&config, &name).await,
            Task::Users {
                token: Some(name), ..
            } => admin::new_token(&config, &name).await,
            Task::Users { .. } => admin::users(&config).await,
            Task::RotateKey => admin::rotate_key(&config).await,
            Task::Audit { days } => admin::audit(&config, days).await,
            Task::Restore { file } => admin::restore(&config, &file).await,
        }
    });
    for line in said.map_err(Failure::input)? {
        print(line)?;
    }
    Ok(())
}

/// The first line of standard input.
fn secret() -> Result<String, String> {
    let mut line = String::new();
    std::io::stdin()
        .lock()
        .read_line(&mut line)
        .map_err(|error| format!("cannot read the password: {error}"))?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}
