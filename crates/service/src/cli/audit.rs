//! `bellwether audit`: proves that the books balance, or names what does not agree.

use std::process::ExitCode;

use domain::MicroUsd;

use super::opening;
use crate::config::Config;

pub async fn run(config: Config) -> anyhow::Result<ExitCode> {
    let store = opening::store(&config).await?;
    let audit = store.ledger.audit().await?;
    println!(
        "{} entries, {} credits, {} USD owed or paid, {} holds open",
        audit.entries,
        audit.credits,
        MicroUsd::new(u64::try_from(audit.micro_usd).unwrap_or(0)),
        audit.open_holds
    );
    for difference in &audit.differences {
        println!(
            "DIFFERS {}: {}: {} and {}",
            difference.what, difference.place, difference.left, difference.right
        );
    }
    if audit.differences.is_empty() {
        println!("the books balance");
        return Ok(ExitCode::SUCCESS);
    }
    Ok(ExitCode::FAILURE)
}
