//! Honest clients beside a crowd of connections that say nothing, speak slowly or take nothing: their time to an answer
//! against the same clients alone.

use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant as Stopwatch};

use anyhow::Context;
use store::{Settings, Store};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::load::{Outcome, read_answer};
use crate::serving::Served;

/// Clients that keep their connection, and clients that open one for every question.
const KEEPING: usize = 16;
const COMING: usize = 8;
/// Each asks at this pace, answered or not: a load that waits would hide what waiting costs.
const PACE: Duration = Duration::from_millis(20);
const PATHS: [&str; 2] = ["/health", "/feed?startDate=2026-01-01&endDate=2026-01-31&keyword=bitcoin"];

pub async fn measure(connections: usize, seconds: u64) -> anyhow::Result<()> {
    runtime::open_files::raise(100_000);
    let folder = tempfile::tempdir()?;
    Store::open(&Settings::sqlite(folder.path().join("bellwether.db"))).await?.close().await;
    let served = Served::start(folder.path(), false).await?;
    let length = Duration::from_secs(seconds);
    honest(&served.address, Duration::from_secs(2)).await?;
    for (name, addresses) in [("one address", 1), ("a hundred addresses", 100)] {
        let quiet = honest(&served.address, length).await?;
        quiet.print("alone");
        let crowd = Crowd::start(&served.address, connections, addresses)?;
        tokio::time::sleep(Duration::from_secs(8)).await;
        let (processor, started) = (served.processor_s(), Stopwatch::now());
        let beside = honest(&served.address, length).await?;
        let busy = (served.processor_s() - processor) / started.elapsed().as_secs_f64();
        let open = sockets_of(crowd.0.id());
        beside.print(&format!("beside {connections} from {name}"));
        println!(
            "{:<44} p99 kept {:.2}, coming {:.2} times as long; {open} sockets held; the service used {busy:.2} cores, {:.0} MB",
            "",
            beside.kept.percentile_us(99) as f64 / quiet.kept.percentile_us(99).max(1) as f64,
            beside.coming.percentile_us(99) as f64 / quiet.coming.percentile_us(99).max(1) as f64,
            served.memory_mb().0,
        );
        drop(crowd);
        tokio::time::sleep(Duration::from_secs(3)).await;
    }
    Ok(())
}

struct Honest {
    kept: Outcome,
    coming: Outcome,
    failed: usize,
}

impl Honest {
    fn print(&self, name: &str) {
        self.kept.print(&format!("{name}: kept connections"));
        self.coming.print(&format!("{name}: new connections"));
        if self.failed > 0 {
            println!("{:<44} {} questions were not answered with 200", "", self.failed);
        }
    }
}

async fn honest(address: &str, length: Duration) -> anyhow::Result<Honest> {
    let failed = Arc::new(AtomicUsize::new(0));
    let (mut keeping, mut coming) = (Vec::new(), Vec::new());
    let started = Stopwatch::now();
    for number in 0..KEEPING + COMING {
        let keeps = number < KEEPING;
        let (address, failed) = (address.to_owned(), Arc::clone(&failed));
        let client = tokio::spawn(async move {
            let mut kept: Option<TcpStream> = None;
            let (mut latencies, mut buffer) = (Vec::new(), vec![0; 64 * 1024]);
            let mut ticks = tokio::time::interval(PACE);
            // Not all at the same moment.
            tokio::time::sleep(PACE.mul_f64(number as f64 / (KEEPING + COMING) as f64)).await;
            while started.elapsed() < length {
                ticks.tick().await;
                let path = PATHS[latencies.len() % PATHS.len()];
                let asked = Stopwatch::now();
                match ask(&address, kept.take(), path, &mut buffer).await {
                    Ok(stream) => {
                        latencies.push(asked.elapsed().as_micros() as u64);
                        kept = keeps.then_some(stream);
                    }
                    Err(_) => {
                        failed.fetch_add(1, Ordering::Relaxed);
                    }
                }
            }
            latencies
        });
        if keeps { keeping.push(client) } else { coming.push(client) }
    }
    let mut outcomes = Vec::new();
    for clients in [keeping, coming] {
        let mut latencies = Vec::new();
        for client in clients {
            latencies.extend(client.await?);
        }
        outcomes.push(Outcome::new(latencies, length));
    }
    let coming = outcomes.pop().context("an outcome")?;
    let kept = outcomes.pop().context("an outcome")?;
    Ok(Honest { kept, coming, failed: failed.load(Ordering::Relaxed) })
}

async fn ask(
    address: &str,
    kept: Option<TcpStream>,
    path: &str,
    buffer: &mut [u8],
) -> anyhow::Result<TcpStream> {
    let mut stream = match kept {
        Some(stream) => stream,
        None => TcpStream::connect(address).await?,
    };
    stream.set_nodelay(true)?;
    stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: bench\r\n\r\n").as_bytes()).await?;
    let (status, _) =
        tokio::time::timeout(Duration::from_secs(20), read_answer(&mut stream, buffer)).await??;
    anyhow::ensure!(status == 200, "{path} answered {status}");
    Ok(stream)
}

/// A process of its own, so that its work is not the honest clients'; gone when this is dropped.
struct Crowd(Child);

impl Crowd {
    fn start(address: &str, connections: usize, addresses: usize) -> anyhow::Result<Crowd> {
        let child = Command::new(std::env::current_exe()?)
            .args(["crowd", address, &connections.to_string(), &addresses.to_string()])
            .stdout(Stdio::null())
            .spawn()
            .context("the crowd cannot be started")?;
        Ok(Crowd(child))
    }
}

impl Drop for Crowd {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn sockets_of(process: u32) -> usize {
    let files = std::fs::read_dir(format!("/proc/{process}/fd")).into_iter().flatten().flatten();
    files
        .filter(|file| {
            std::fs::read_link(file.path()).is_ok_and(|to| to.to_string_lossy().starts_with("socket"))
        })
        .count()
}

/// So many connections from so many addresses of loopback, each of which comes again when it is closed.
pub async fn crowd(address: &str, connections: usize, addresses: usize) -> anyhow::Result<()> {
    runtime::open_files::raise(100_000);
    let address: SocketAddr = address.parse()?;
    for number in 0..connections {
        let from = format!("127.9.{}.{}:0", number % addresses / 250, 1 + number % addresses % 250);
        let from: SocketAddr = from.parse()?;
        tokio::spawn(async move {
            loop {
                // Closed, or refused: again after a while, as a patient attacker would.
                let _ = dawdle(address, from, number % 6).await;
                tokio::time::sleep(Duration::from_millis(4_000 + (number as u64 * 37) % 4_000)).await;
            }
        });
        if number % 100 == 99 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    std::future::pending().await
}

async fn dawdle(address: SocketAddr, from: SocketAddr, way: usize) -> std::io::Result<()> {
    let socket = TcpSocket::new_v4()?;
    socket.set_reuseaddr(true)?;
    socket.bind(from)?;
    let mut stream = socket.connect(address).await?;
    let (begun, drop): (&[u8], &[u8]) = match way {
        0 | 1 => (b"", b""),
        2 => (b"GET /health HTTP/1.1\r\n", b"A: b\r\n"),
        3 => (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0", b"\0\0\x08\x06\0\0\0\0\0pingping"),
        4 => (b"POST /grouped-data HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n{", b" "),
        // Takes nothing of what it asks for.
        _ => {
            stream.write_all(b"GET /still/16000000 HTTP/1.1\r\nHost: a\r\n\r\n").await?;
            tokio::time::sleep(Duration::from_secs(60)).await;
            return Ok(());
        }
    };
    stream.write_all(begun).await?;
    let mut bytes = [0; 512];
    loop {
        match tokio::time::timeout(Duration::from_secs(3), stream.read(&mut bytes)).await {
            Ok(Ok(count)) if count > 0 => {}
            Ok(_) => return Ok(()),
            Err(_) => stream.write_all(drop).await?,
        }
    }
}
