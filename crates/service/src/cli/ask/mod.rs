//! `bellwether ask`: the questions of the interface against any server, from the one list of operations.

mod question;
mod show;

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use futures_util::StreamExt;
use reqwest::header::{ACCEPT, AUTHORIZATION, LINK};
use serde_json::Value;

use self::question::{Output, Question};
use runtime::clock::Clock;
use runtime::config::Config;

/// The longest answer that is read: a bulk export fits.
const MAX_ANSWER_BYTES: usize = 1 << 30;
const TIMEOUT: Duration = Duration::from_secs(120);

#[derive(clap::Args)]
pub struct AskOptions {
    /// Address of the server; by default the service on this machine.
    #[arg(long, env = "BELLWETHER_SERVER", value_name = "URL")]
    server: Option<String>,
    /// API key.
    #[arg(long, env = "BELLWETHER_API_KEY", hide_env_values = true)]
    key: Option<String>,
    /// Output the JSON of the answer.
    #[arg(long)]
    json: bool,
    /// Output the rows of the answer as CSV.
    #[arg(long)]
    csv: bool,
    /// The path of a question, its parts separated by spaces or slashes, then its parameters as --name value. `--days N`
    /// stands for the last N days; --help lists the parameters.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "QUESTION")]
    words: Vec<String>,
}

pub async fn run(config: Config, options: AskOptions) -> anyhow::Result<ExitCode> {
    let today = Clock::System.now().day();
    let question = match question::read(&options.words, today)? {
        question::Asked::Help(text) => {
            print!("{text}");
            return Ok(ExitCode::SUCCESS);
        }
        question::Asked::Question(question) => question,
    };
    let output = match (options.json, options.csv, question.output) {
        (true, true, _) => bail!("give --json or --csv, not both"),
        (true, false, _) => Output::Json,
        (false, true, _) => Output::Csv,
        (false, false, output) => output,
    };
    if output == Output::Csv && !question.tabular {
        bail!("this answer has no rows; ask with --json");
    }
    let server = question.server.clone().or(options.server).unwrap_or_else(|| config.public_base());
    let key = question.key.clone().or(options.key).filter(|key| !key.is_empty());
    let answer = fetch(&server, key.as_deref(), &question, output).await?;
    match output {
        Output::Csv => print!("{}", answer.text),
        Output::Json => println!("{}", pretty(&answer.text)),
        Output::Table => {
            let shown = match answer.is_csv {
                true => show::rows(&answer.text, show::width()),
                false => show::members(&serde_json::from_str(&answer.text).context("the answer is no JSON")?),
            };
            print!("{shown}");
            if let Some(next) = answer.next {
                eprintln!("there is more: --{next}");
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

struct Answered {
    text: String,
    is_csv: bool,
    /// The parameter that gives the next page, with its value.
    next: Option<String>,
}

async fn fetch(
    server: &str,
    key: Option<&str>,
    question: &Question,
    output: Output,
) -> anyhow::Result<Answered> {
    let address = format!("{}{}", server.trim_end_matches('/'), question.target());
    let address = reqwest::Url::parse(&address).with_context(|| format!("{server:?} is no address"))?;
    // A redirect would hand the key to somebody else.
    let client = reqwest::Client::builder()
        .tls_backend_preconfigured(tls())
        .redirect(reqwest::redirect::Policy::none())
        .timeout(TIMEOUT)
        .user_agent(concat!("bellwether/", env!("CARGO_PKG_VERSION")))
        .build()?;
    let wants_csv = question.tabular && output != Output::Json;
    let mut request = client
        .get(address)
        .header(ACCEPT, if wants_csv { "text/csv, application/json;q=0.5" } else { "application/json" });
    if let Some(key) = key {
        request = request.header(AUTHORIZATION, format!("Bearer {key}"));
    }
    let response = request.send().await.with_context(|| format!("cannot reach {server}"))?;
    let status = response.status();
    let header = |name: &str| {
        response.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or("").to_owned()
    };
    let is_csv = header("content-type").starts_with("text/csv");
    let next = response.headers().get(LINK).and_then(|link| next_page(link.to_str().ok()?));
    let mut bytes = Vec::new();
    let mut parts = response.bytes_stream();
    while let Some(part) = parts.next().await {
        bytes.extend_from_slice(&part.context("the answer broke off")?);
        anyhow::ensure!(bytes.len() <= MAX_ANSWER_BYTES, "the answer is too large");
    }
    let text = String::from_utf8(bytes).context("the answer is not text")?;
    if !status.is_success() {
        bail!("{}", refusal(status.as_u16(), &text));
    }
    Ok(Answered { text, is_csv, next })
}

/// The authorities that browsers trust.
fn tls() -> rustls::ClientConfig {
    let roots = rustls::RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    rustls::ClientConfig::builder().with_root_certificates(roots).with_no_client_auth()
}

/// `cursor abc` of `</feed?…&cursor=abc>; rel="next"`, decoded: it is encoded again when it is asked for.
fn next_page(link: &str) -> Option<String> {
    let address = link.strip_prefix('<')?.split_once('>')?.0;
    let address = reqwest::Url::parse("http://localhost").ok()?.join(address).ok()?;
    let (name, value) = address.query_pairs().last()?;
    Some(format!("{name} {value}"))
}

/// A problem document in a line.
fn refusal(status: u16, text: &str) -> String {
    let Ok(problem) = serde_json::from_str::<Value>(text) else {
        return format!("the server answered {status}");
    };
    let said = |name: &str| problem[name].as_str().unwrap_or("");
    // A challenge of pay-per-call says what is missing in `error`.
    let detail = [said("detail"), said("error"), said("title")].into_iter().find(|text| !text.is_empty());
    let mut line = format!("{status} {}: {}", said("code"), detail.unwrap_or("")).replace(" :", ":");
    if status == 401 || status == 402 {
        line.push_str(" (give a key with --key or BELLWETHER_API_KEY)");
    }
    let allowed = problem["allowed"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let allowed: Vec<&str> = allowed.collect();
    if !allowed.is_empty() {
        line.push_str(&format!("\nallowed: {}", allowed.join(", ")));
    }
    line
}

fn pretty(text: &str) -> String {
    let value: Option<Value> = serde_json::from_str(text).ok();
    value.and_then(|value| serde_json::to_string_pretty(&value).ok()).unwrap_or_else(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_told_in_words() {
        let problem = r#"{"title":"x","detail":"asset \"Bitconi\" is not known here.","code":"invalid_parameter","allowed":["Bitcoin"]}"#;
        assert_eq!(
            refusal(400, problem),
            "400 invalid_parameter: asset \"Bitconi\" is not known here.\nallowed: Bitcoin"
        );
        assert!(refusal(402, r#"{"error":"X-PAYMENT header is required"}"#).contains("--key"));
        assert_eq!(refusal(502, "<html>"), "the server answered 502");
    }

    #[test]
    fn the_next_page_is_named() {
        let link = "</feed?startDate=2026-01-01&cursor=abc%3D>; rel=\"next\"";
        assert_eq!(next_page(link).as_deref(), Some("cursor abc="));
        assert_eq!(next_page("nothing"), None);
    }
}
