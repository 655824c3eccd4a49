//! The pages that people look at, asked one after the other in process: each under 100 ms, in English and in German.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant as Stopwatch;

use axum::body::{Body, to_bytes};
use axum::http::Request;
use axum::http::header::{ACCEPT, ACCEPT_LANGUAGE};
use tower::ServiceExt;

use crate::serving;

const REPEATS: usize = 20;
const TARGET_MS: f64 = 100.0;
const MAX_PAGE_BYTES: usize = 10 << 20;
/// Searches that match much, little and by order, and every page that counts.
const PATHS: [&str; 14] = [
    "/search",
    "/search?period=1y",
    "/search?keyword=bitcoin",
    "/search?keyword=bitcoin&period=1y",
    "/search?keyword=bitcoin&period=1y&sort=relevance",
    "/search?keyword=%22spot+etf%22&period=1y",
    "/search?keyword=stablecoin+AND+(bill+OR+act+OR+law)&period=1y",
    "/search?keyword=tokeni*&period=1y",
    "/search?keyword=bitcoin&sentiment=Negative&category=Regulation&period=1y",
    "/dashboard?period=1y",
    "/companies?period=1y",
    "/assets/Bitcoin?period=1y",
    "/narratives?period=1y",
    "/compare?a=Bitcoin&b=Ethereum&period=1y",
];

pub async fn measure(folder: &Path) -> anyhow::Result<()> {
    let app = serving::app(folder, false, None).await?;
    let router = web::router(Arc::clone(&app));
    println!("\npages, one at a time: first, median and slowest of {REPEATS}, target {TARGET_MS:.0} ms");
    for language in ["en", "de"] {
        for path in PATHS {
            let mut times = Vec::with_capacity(REPEATS);
            let mut bytes = 0;
            for _ in 0..REPEATS {
                let request = Request::get(path)
                    .header("host", "bench")
                    .header(ACCEPT, "text/html")
                    .header(ACCEPT_LANGUAGE, language)
                    .body(Body::empty())?;
                let asked = Stopwatch::now();
                let reply = router.clone().oneshot(request).await?;
                let status = reply.status();
                bytes = to_bytes(reply.into_body(), MAX_PAGE_BYTES).await?.len();
                times.push(asked.elapsed().as_secs_f64() * 1000.0);
                anyhow::ensure!(status.is_success(), "{path} answers {status}");
            }
            let first = times[0];
            times.sort_by(f64::total_cmp);
            let (median, slowest) = (times[REPEATS / 2], times[REPEATS - 1]);
            let verdict = if slowest < TARGET_MS { "" } else { "  NOT MET" };
            println!(
                "{language} {path}: {first:.1} {median:.1} {slowest:.1} ms, {} kB{verdict}",
                bytes / 1000
            );
        }
    }
    Ok(())
}
