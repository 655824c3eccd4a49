//! What the tool door costs: a cheap tool against the route behind it, metering on, in turns on one server.

use std::path::Path;
use std::time::Duration;

use crate::load::{self, Call};
use crate::metering::{CHEAP, issue_key};
use crate::serving::Served;

const ROUNDS: usize = 3;
/// The same question as `CHEAP`.
const CALL: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_fear_greed","arguments":{"startDate":"2025-04-01","endDate":"2025-04-07"}}}"#;

pub async fn measure(folder: &Path, seconds: u64) -> anyhow::Result<()> {
    println!("\n== tools, 64 connections on one account, metered");
    let key = issue_key(folder).await?;
    let headers = format!(
        "Authorization: Bearer {key}\r\nAccept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2025-06-18\r\n"
    );
    let calls = [
        ("GET /fear-greed-index, a week", Call::get(CHEAP)),
        ("get_fear_greed, a week", Call::post("/mcp", CALL)),
    ];
    let mut rates = [0.0; 2];
    let served = Served::start(folder, true).await?;
    for _ in 0..ROUNDS {
        for ((name, call), rate) in calls.iter().zip(&mut rates) {
            let run = |length| load::run_calls(&served.address, vec![call.clone()], &headers, 64, length);
            run(Duration::from_secs(1)).await?;
            let outcome = run(Duration::from_secs(seconds)).await?;
            outcome.print(name);
            *rate += outcome.per_second / ROUNDS as f64;
        }
    }
    println!("tool / route {:.2} (target 0.50)", rates[1] / rates[0]);
    Ok(())
}
