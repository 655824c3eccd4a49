//! Names that operators give to what is published.

use anyhow::bail;

const MAX_NAME_CHARS: usize = 100;

pub fn name(text: &str) -> anyhow::Result<String> {
    let name = text.trim();
    if name.is_empty() || name.chars().count() > MAX_NAME_CHARS || name.chars().any(char::is_control) {
        bail!("a name has 1 to {MAX_NAME_CHARS} characters on one line");
    }
    Ok(name.to_owned())
}
