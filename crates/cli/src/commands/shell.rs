//! What do shells and manuals need to know of the command line?

use crate::failure::Failure;
use clap::CommandFactory;
use std::{io, path::PathBuf};

/// Print completions for a shell: `jadoube completions bash > jadoube.bash`
#[derive(clap::Args)]
pub(crate) struct Completions {
    /// Which shell.
    shell: clap_complete::Shell,
}

/// Print the manual page, or that of a command: `jadoube man judge > jadoube-judge.1`
#[derive(clap::Args)]
pub(crate) struct Man {
    /// Of which command [default: of the program].
    command: Option<String>,
    /// Write the pages of the program and of every command into this directory.
    #[arg(long, value_name = "DIRECTORY", conflicts_with = "command")]
    to: Option<PathBuf>,
}

pub(crate) fn completions(args: &Completions) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut crate::Cli::command(), "jadoube", &mut script);
    Ok(io::Write::write_all(&mut io::stdout(), &script)?)
}

pub(crate) fn man(args: &Man) -> Result<(), Failure> {
    let mut program = crate::Cli::command();
    if let Some(directory) = &args.to {
        return std::fs::create_dir_all(directory)
            .and_then(|()| clap_mangen::generate_to(program, directory))
            .map_err(|why| Failure::Fault(format!("{}: {why}", directory.display())));
    }
    let page = match &args.command {
        None => program,
        Some(name) => {
            // The whole program is built first, so that a command knows its full name.
            program.build();
            let found = program.find_subcommand(name).cloned();
            found.ok_or_else(|| {
                let names: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
                Failure::Input(format!(
                    "no command `{name}`; expected one of: {}",
                    names.join(", ")
                ))
            })?
        }
    };
    Ok(clap_mangen::Man::new(page).render(&mut io::stdout())?)
}
