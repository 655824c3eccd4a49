//! Asks before something is lost.

use std::io::IsTerminal;

use anyhow::bail;

/// Goes on where `yes` was given or a person at the terminal says so.
pub fn confirm(what_is_lost: &str, yes: bool) -> anyhow::Result<()> {
    if yes {
        return Ok(());
    }
    if !std::io::stdin().is_terminal() {
        bail!("{what_is_lost}. Nobody is at a terminal to ask: confirm with --yes");
    }
    let terminal = console::Term::stderr();
    terminal.write_str(&format!("{what_is_lost}. Type yes to go on: "))?;
    match terminal.read_line()?.trim() {
        "yes" => Ok(()),
        _ => bail!("nothing was changed"),
    }
}
