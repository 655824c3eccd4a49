//! `bellwether mcp`: the tools over standard input and output, for an agent on the same machine.

use std::process::ExitCode;
use std::sync::Arc;

use super::{followers, opening};
use runtime::clock::Clock;
use runtime::config::Config;
use runtime::followers::Supervisor;

pub async fn run(config: Config) -> anyhow::Result<ExitCode> {
    // Whoever can start this can read the store: there is nobody to charge, and nothing is fetched meanwhile.
    let config = Config { metering: false, collect: false, ..config };
    opening::check_there(&config)?;
    let app = opening::app(config, Clock::System).await?;
    let mut supervisor = Supervisor::start(&app.store, &app.followers, followers::all(&app));
    tokio::select! {
        served = tools::serve_stdio(Arc::clone(&app)) => served.map_err(|error| anyhow::anyhow!(error))?,
        error = supervisor.died() => return Err(error),
    }
    supervisor.stop().await;
    Ok(ExitCode::SUCCESS)
}
