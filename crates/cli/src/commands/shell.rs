//! What do shells and manuals need to know of the command line?

use crate::failure::Failure;
use clap::CommandFactory;
use std::{
    io,
    path::{Path, PathBuf},
};

/// Print completions for a shell: `jadoube completions bash > jadoube.bash`
#[derive(clap::Args)]
pub(crate) struct Completions {
    /// Which shell.
    shell: clap_complete::Shell,
}

/// Print the manual page, or that of a command: `jadoube man table build > jadoube-table-build.1`
#[derive(clap::Args)]
pub(crate) struct Man {
    /// Of which command [default: of the program].
    command: Vec<String>,
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
    let mut program = crate::Cli::command().disable_help_subcommand(true);
    // The whole program is built first, so that a command knows its full name.
    program.build();
    if let Some(directory) = &args.to {
        return std::fs::create_dir_all(directory)
            .and_then(|()| write_pages(&program, directory))
            .map_err(|why| Failure::Fault(format!("{}: {why}", directory.display())));
    }
    let mut command = &program;
    for name in &args.command {
        command = command.find_subcommand(name).ok_or_else(|| {
            let names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
            let expected = match &names[..] {
                [] => format!("`{}` has none of its own", command.get_name()),
                names => format!("expected one of: {}", names.join(", ")),
            };
            Failure::Input(format!("no command `{name}`; {expected}"))
        })?;
    }
    Ok(page(command).render(&mut io::stdout())?)
}

/// The page of one command. Which version it speaks of stands at its foot, with the day of its commit where that is known.
fn page(command: &clap::Command) -> clap_mangen::Man {
    // A date left out would make the version the date, and the title of the manual the version.
    let day = env!("JADOUBE_COMMIT").split([' ', ',']).nth(1).unwrap_or(" ");
    clap_mangen::Man::new(command.clone())
        .date(day)
        .source(format!("jadoube {}", crate::VERSION))
        .manual("The manual of jadoube")
}

fn write_pages(command: &clap::Command, directory: &Path) -> io::Result<()> {
    page(command).generate_to(directory)?;
    command
        .get_subcommands()
        .try_for_each(|command| write_pages(command, directory))
}
