//! `xqdb completions`: a completion script; `xqdb man`: the manual page with every command.

use super::{Context, Status};
use crate::cli::{Cli, CompletionsArgs};

/// Prints the completion script of a shell.
pub(crate) fn completions(context: &Context, args: &CompletionsArgs) -> anyhow::Result<Status> {
    let mut script = Vec::new();
    clap_complete::generate(
        args.shell,
        &mut Cli::spoken(context.lang, context.width),
        "xqdb",
        &mut script,
    );
    context.print(&mut std::io::stdout().lock(), &script)?;
    Ok(Status::Success)
}

/// Prints the manual page.
pub(crate) fn man(context: &Context) -> anyhow::Result<Status> {
    let mut page = Vec::new();
    let command = Cli::spoken(context.lang, context.width);
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set()) {
        // clap wants names that live as long as the program; some twenty are leaked.
        let name: &'static str = Box::leak(format!("xqdb {}", sub.get_name()).into_boxed_str());
        let man = clap_mangen::Man::new(sub.clone().name(name).bin_name(name));
        man.render_name_section(&mut page)?;
        man.render_synopsis_section(&mut page)?;
        man.render_options_section(&mut page)?;
        man.render_extra_section(&mut page)?;
    }
    context.print(&mut std::io::stdout().lock(), &page)?;
    Ok(Status::Success)
}
