//! What do shells and manuals need to know of the command line?

use crate::failure::Failure;
use clap::CommandFactory;
use std::io;

/// Print completions for a shell: `jadoube completions bash > jadoube.bash`
#[derive(clap::Args)]
pub(crate) struct Completions {
    /// Which shell.
    shell: clap_complete::Shell,
}

/// Print the manual page: `jadoube man > jadoube.1`
#[derive(clap::Args)]
pub(crate) struct Man {}

pub(crate) fn completions(args: &Completions) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut crate::Cli::command(), "jadoube", &mut script);
    Ok(io::Write::write_all(&mut io::stdout(), &script)?)
}

pub(crate) fn man(_: &Man) -> Result<(), Failure> {
    Ok(clap_mangen::Man::new(crate::Cli::command()).render(&mut io::stdout())?)
}
