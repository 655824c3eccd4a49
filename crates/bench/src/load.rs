//! A plain HTTP/1.1 load: connections that ask, read the whole answer, and ask again.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant as Stopwatch};

use anyhow::{Context, bail};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// What a load came to.
pub struct Outcome {
    pub per_second: f64,
    latencies_us: Vec<u64>,
    bytes: u64,
}

impl Outcome {
    pub fn new(mut latencies_us: Vec<u64>, took: Duration) -> Outcome {
        latencies_us.sort_unstable();
        Outcome { per_second: latencies_us.len() as f64 / took.as_secs_f64(), latencies_us, bytes: 0 }
    }

    /// Of an answer's body.
    pub fn mean_bytes(&self) -> f64 {
        self.bytes as f64 / self.latencies_us.len().max(1) as f64
    }

    pub fn answers(&self) -> usize {
        self.latencies_us.len()
    }

    pub fn percentile_us(&self, percent: usize) -> u64 {
        let at = self.latencies_us.len() * percent / 100;
        self.latencies_us.get(at.min(self.latencies_us.len().saturating_sub(1))).copied().unwrap_or(0)
    }

    pub fn print(&self, name: &str) {
        println!(
            "{name:<44} {:>8.0}/s   p50 {:>7.2} ms   p99 {:>7.2} ms",
            self.per_second,
            self.percentile_us(50) as f64 / 1000.0,
            self.percentile_us(99) as f64 / 1000.0
        );
    }
}

/// One request, as far as it does not depend on the load's own headers.
#[derive(Clone)]
pub struct Call {
    line: String,
    body: String,
}

impl Call {
    pub fn get(path: &str) -> Call {
        Call { line: format!("GET {path}"), body: String::new() }
    }

    pub fn post(path: &str, body: &str) -> Call {
        Call { line: format!("POST {path}"), body: body.to_owned() }
    }

    fn text(&self, headers: &str) -> String {
        let Call { line, body } = self;
        let about = match body.len() {
            0 => String::new(),
            length => format!("Content-Type: application/json\r\nContent-Length: {length}\r\n"),
        };
        format!("{line} HTTP/1.1\r\nHost: bench\r\n{about}{headers}\r\n{body}")
    }
}

/// Asks the paths in turn over `connections` connections for `length`.
pub async fn run(
    address: &str,
    paths: Vec<String>,
    headers: &str,
    connections: usize,
    length: Duration,
) -> anyhow::Result<Outcome> {
    let calls = paths.iter().map(|path| Call::get(path)).collect();
    run_calls(address, calls, headers, connections, length).await
}

/// Sends the calls in turn over `connections` connections for `length`.
pub async fn run_calls(
    address: &str,
    calls: Vec<Call>,
    headers: &str,
    connections: usize,
    length: Duration,
) -> anyhow::Result<Outcome> {
    let calls: Arc<Vec<(String, String)>> =
        Arc::new(calls.iter().map(|call| (call.line.clone(), call.text(headers))).collect());
    let next = Arc::new(AtomicUsize::new(0));
    let started = Stopwatch::now();
    let mut tasks = Vec::new();
    for _ in 0..connections {
        let (calls, next, address) = (Arc::clone(&calls), Arc::clone(&next), address.to_owned());
        tasks.push(tokio::spawn(async move {
            let mut stream = TcpStream::connect(&address).await?;
            stream.set_nodelay(true)?;
            let mut buffer = vec![0u8; 256 * 1024];
            let mut latencies = Vec::new();
            let mut bytes = 0;
            while started.elapsed() < length {
                let (line, text) = &calls[next.fetch_add(1, Ordering::Relaxed) % calls.len()];
                let asked = Stopwatch::now();
                stream.write_all(text.as_bytes()).await?;
                let (status, body_bytes) = read_answer(&mut stream, &mut buffer).await?;
                if status != 200 {
                    bail!("{line} answered {status}");
                }
                bytes += body_bytes as u64;
                latencies.push(asked.elapsed().as_micros() as u64);
            }
            Ok((latencies, bytes))
        }));
    }
    let mut latencies = Vec::new();
    let mut bytes = 0;
    for task in tasks {
        let (own, own_bytes) = task.await??;
        latencies.extend(own);
        bytes += own_bytes;
    }
    Ok(Outcome { bytes, ..Outcome::new(latencies, started.elapsed()) })
}

/// Reads one answer to its end and gives its status and the length of its body.
pub async fn read_answer(stream: &mut TcpStream, buffer: &mut [u8]) -> anyhow::Result<(u16, usize)> {
    let mut filled = 0;
    let head_end = loop {
        let count = stream.read(&mut buffer[filled..]).await?;
        if count == 0 {
            bail!("the server closed the connection");
        }
        filled += count;
        if let Some(at) = buffer[..filled].windows(4).position(|window| window == b"\r\n\r\n") {
            break at + 4;
        }
    };
    let head = std::str::from_utf8(&buffer[..head_end])?;
    let status = head.get(9..12).context("no status")?.parse()?;
    let length: usize = head
        .lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
        .context("no content-length")?
        .1
        .trim()
        .parse()?;
    let mut left = length.saturating_sub(filled - head_end);
    while left > 0 {
        let most = left.min(buffer.len());
        let count = stream.read(&mut buffer[..most]).await?;
        if count == 0 {
            bail!("the answer broke off");
        }
        left -= count;
    }
    Ok((status, length))
}
