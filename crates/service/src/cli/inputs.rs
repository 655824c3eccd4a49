//! Input for the commands that try a source, a page or a transcript: many addresses or files, answered in order.

use std::io::{BufWriter, Read, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use futures_util::{StreamExt, stream};
use serde::Serialize;
use sources::fetch::Request;
use sources::{Budget, Fetcher, Poisoned, SourceError};

use super::lines;
use pipeline::collect;
use runtime::config::Config;

/// Larger files are none of ours.
const MAX_FILE_BYTES: u64 = 64 << 20;

/// What an input holds and what is known about it.
pub struct Loaded {
    pub bytes: Vec<u8>,
    /// The address in the end, or the file's name.
    pub name: String,
    pub content_type: Option<String>,
}

/// Stands in the place of an answer to an input that cannot be read.
#[derive(Serialize)]
struct Bad<'a> {
    input: &'a str,
    error: &'a str,
}

/// How the inputs are asked for and the answers shown.
pub struct Way {
    pub json: bool,
    /// Addresses are pages, for which robots.txt is asked.
    pub pages: bool,
}

/// Reads every input with `read`, several at once, and prints the answers in the order of the inputs. An input
/// that cannot be read costs only itself.
pub async fn each<T: Serialize + Send + 'static>(
    config: &Config,
    inputs: Vec<String>,
    way: Way,
    read: impl Fn(&str, &Loaded) -> Result<T, String> + Send + Sync + 'static,
    describe: impl Fn(&T) -> String,
) -> anyhow::Result<ExitCode> {
    let fetcher = Arc::new(collect::fetcher(config)?);
    let read = Arc::new(read);
    let answers = stream::iter(inputs).map(|input| {
        let (fetcher, read, pages) = (Arc::clone(&fetcher), Arc::clone(&read), way.pages);
        async move {
            let answer = one(&fetcher, &input, pages, read).await;
            (input, answer)
        }
    });
    let mut answers = std::pin::pin!(answers.buffered(config.reading_threads().max(2)));
    let mut output = BufWriter::new(std::io::stdout().lock());
    let (mut all_read, mut any_read, mut none_failed) = (true, false, true);
    while let Some((input, answer)) = answers.next().await {
        all_read &= answer.is_ok();
        any_read |= answer.is_ok();
        none_failed &= !matches!(answer, Err(Failure::Poisoned(_)));
        match (answer, way.json) {
            (Ok(answer), true) => lines::print(&mut output, &answer)?,
            (Ok(answer), false) => writeln!(output, "{}", describe(&answer))?,
            (Err(failure), true) => {
                lines::print(&mut output, &Bad { input: &input, error: &failure.to_string() })?
            }
            (Err(failure), false) => writeln!(output, "{input}: {failure}")?,
        }
    }
    output.flush()?;
    // A program reads the errors from the lines; a person's script asks the status. That we failed, or that nothing
    // could be read at all, is told to both.
    Ok(if all_read || (way.json && any_read && none_failed) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Why an input has no answer.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("{0}")]
    Unreadable(String),
    /// It costs too much, or made its reader panic.
    #[error("{0}")]
    Poisoned(#[from] Poisoned),
}

async fn one<T: Send + 'static>(
    fetcher: &Fetcher,
    input: &str,
    pages: bool,
    read: Arc<impl Fn(&str, &Loaded) -> Result<T, String> + Send + Sync + 'static>,
) -> Result<T, Failure> {
    let budget = Budget::for_document();
    let is_address = input.starts_with("http://") || input.starts_with("https://");
    let fetched = match is_address {
        true => {
            let fetched = fetch(fetcher, input, pages, &budget).await;
            Some(fetched.map_err(|error| Failure::Unreadable(error.chain()))?)
        }
        false => None,
    };
    let input = input.to_owned();
    let work = move || {
        let loaded = fetched.map_or_else(|| load(&input), Ok)?;
        read(&input, &loaded)
    };
    fetcher.read(&budget, work).await?.map_err(Failure::Unreadable)
}

async fn fetch(fetcher: &Fetcher, url: &str, page: bool, budget: &Budget) -> Result<Loaded, SourceError> {
    let request = if page { Request::page(url) } else { Request::get(url) };
    let reply = fetcher.fetch_within(&request, budget).await?;
    Ok(Loaded { bytes: reply.body, name: reply.url, content_type: reply.content_type })
}

fn load(input: &str) -> Result<Loaded, String> {
    let path = input.strip_prefix("file://").unwrap_or(input);
    let words = |error: std::io::Error| format!("the file cannot be read: {error}");
    if Path::new(path).is_dir() {
        return Err("this is a folder, not a file".to_owned());
    }
    let file = std::fs::File::open(path).map_err(words)?;
    let mut bytes = Vec::new();
    file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes).map_err(words)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(format!("the file is larger than {MAX_FILE_BYTES} bytes"));
    }
    Ok(Loaded { bytes, name: path.to_owned(), content_type: None })
}
