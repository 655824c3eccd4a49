//! GET /feed of the whole program, quiet and beside a running import: indexing, reading, stories and counts go on meanwhile.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant as Stopwatch};

use anyhow::{Context, bail};

use crate::load::{self, Outcome};
use crate::{corpus, feed};

const CONNECTIONS: usize = 4;
const READY_WITHIN: Duration = Duration::from_secs(120);

/// A process of our own; gone when this is dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// `program` is `bellwether`; the folder gets the real corpus on top of what it holds, under addresses of their own.
pub async fn measure(program: &Path, folder: &Path, data: &Path, seconds: u64) -> anyhow::Result<()> {
    println!("\n== GET /feed beside an import into {}, {CONNECTIONS} connections", folder.display());
    let file = folder.join("more.jsonl");
    let articles = write_more(data, &file)?;
    let address = {
        let probe = std::net::TcpListener::bind("127.0.0.1:0")?;
        probe.local_addr()?.to_string()
    };
    let run = |command: &[&str]| -> anyhow::Result<Running> {
        let started = Command::new(program)
            .args(["--data-dir", &folder.display().to_string(), "--listen", &address, "--log", "warn"])
            .args(["--metering", "false", "--collect", "false"])
            .args(command)
            .stdout(Stdio::null())
            .spawn();
        Ok(Running(started.with_context(|| format!("{} cannot be started", program.display()))?))
    };
    let started = Stopwatch::now();
    let mut served = run(&["serve"])?;
    // Long enough for one question.
    let a_moment = Duration::from_millis(1);
    while load::run(&address, vec!["/health/ready".into()], "", 1, a_moment).await.is_err() {
        if let Some(status) = served.0.try_wait()? {
            bail!("the service ended: {status}");
        }
        if started.elapsed() > READY_WITHIN {
            bail!("the service did not become ready");
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    println!("ready after {:.2} s", started.elapsed().as_secs_f64());
    let length = Duration::from_secs(seconds);
    let ask = async |length| load::run(&address, feed::paths(), "", CONNECTIONS, length).await;
    ask(Duration::from_secs(5)).await?;
    let quiet = ask(length).await?;
    quiet.print("quiet");
    let started = Stopwatch::now();
    let mut importing = run(&["import", &file.display().to_string()])?;
    let mut beside: Vec<Outcome> = Vec::new();
    while importing.0.try_wait()?.is_none() {
        let outcome = ask(length).await?;
        outcome.print("beside the import");
        beside.push(outcome);
    }
    let took = started.elapsed().as_secs_f64();
    println!("{articles} articles taken in and read in {took:.1} s, {:.0} a second", articles as f64 / took);
    let after = ask(length).await?;
    after.print("after it");
    let p99 = |outcome: &Outcome| outcome.percentile_us(99) as f64;
    let worst = beside.iter().map(p99).fold(0.0, f64::max);
    println!("the worst p99 beside it is {:.2} times the quiet one (target 3)", worst / p99(&quiet));
    std::fs::remove_file(file)?;
    Ok(())
}

/// The real corpus under addresses that no earlier run had.
fn write_more(data: &Path, file: &Path) -> anyhow::Result<usize> {
    use std::io::{BufRead, BufReader, BufWriter, Write};
    let run = std::process::id();
    let opened = std::fs::File::open(corpus::file(data))?;
    let mut out = BufWriter::new(std::fs::File::create(file)?);
    let mut count = 0;
    for line in BufReader::new(flate2::read::GzDecoder::new(opened)).lines() {
        let mut item: serde_json::Value = serde_json::from_str(&line?)?;
        let url = item["url"].as_str().unwrap_or_default().to_owned();
        let mark = if url.contains('?') { '&' } else { '?' };
        item["url"] = format!("{url}{mark}more={run}").into();
        writeln!(out, "{item}")?;
        count += 1;
    }
    out.flush()?;
    Ok(count)
}
