//! `bellwether serve`: answers until told to stop, then finishes what is in flight.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::sync::watch;

use super::{followers, opening};
use interface::App;
use runtime::clock::Clock;
use runtime::config::Config;
use runtime::followers::Supervisor;
use runtime::role::Role;
use runtime::{open_files, telemetry};
use web::http;

pub async fn run(config: Config) -> anyhow::Result<ExitCode> {
    run_at(config, Clock::System).await
}

/// By another clock than the machine's: tests let a week pass in minutes.
pub async fn run_at(config: Config, clock: Clock) -> anyhow::Result<ExitCode> {
    open_files::raise(http::Limits::open_files(&config));
    let listener = bind("listen", &config.listen).await?;
    let app = opening::app(config, clock).await?;
    let address = listener.local_addr()?;
    match app.config.node_role {
        Role::All => tracing::info!("serving on http://{address}"),
        Role::Door => {
            tracing::info!("serving on http://{address} as a door: workers on this store do the rest")
        }
        Role::Worker => tracing::info!("working; see http://{address}/health/ready for its state"),
    }
    greet(&app).await?;
    until_stopped(app, listener).await?;
    Ok(ExitCode::SUCCESS)
}

/// What there is, and what to do next where something is missing.
async fn greet(app: &App) -> anyhow::Result<()> {
    let documents = app.store.documents.count().await?;
    let sources = app.store.sources.list().await?.len();
    let accounts = app.store.accounts.list().await?.len();
    let folder = app.config.data_dir();
    tracing::info!(
        "data in {}: {documents} documents, {sources} sources, {accounts} accounts",
        folder.display()
    );
    if documents == 0 && !app.config.collect {
        tracing::info!("next: `bellwether import FILE`, or set `collect` to read sources");
    }
    if accounts == 0 && app.config.metering {
        tracing::info!(
            "next: `bellwether account create NAME`, then `bellwether key create NAME`, for a first key"
        );
    }
    Ok(())
}

pub async fn bind(setting: &str, address: &str) -> anyhow::Result<TcpListener> {
    TcpListener::bind(address).await.with_context(|| {
        format!("cannot listen on {address}; stop what holds it or choose another {setting}")
    })
}

/// Serves `app`, with everything that runs beside it, until the process is asked to end.
pub async fn until_stopped(app: Arc<App>, listener: TcpListener) -> anyhow::Result<()> {
    let (stop, stopped) = watch::channel(false);
    if app.config.node_role.works() {
        admission::sweep::begin(&app.admission).await;
    }
    let mut supervisor = Supervisor::start(&app.store, &app.followers, followers::all(&app));
    let metrics = match app.config.metrics_listen.as_str() {
        "" => None,
        address => {
            let (listener, limits) =
                (bind("metrics_listen", address).await?, http::Limits::of_metrics(&app.config));
            Some(tokio::spawn(serve_metrics(listener, limits, stopped)))
        }
    };
    let limits = http::Limits::of(&app.config);
    let router = match app.config.node_role.answers() {
        true => web::router(Arc::clone(&app)),
        false => web::health_router(Arc::clone(&app)),
    };
    let serving = http::serve(listener, router, limits, asked_to_end());
    tokio::select! {
        () = serving => {}
        // Nobody would notice a follower that dies now: better to end, and to be started again.
        error = supervisor.died() => return Err(error),
    }
    tracing::info!("stopping");
    let _ = stop.send(true);
    supervisor.stop().await;
    // Payments that are being settled are settled to the end, within reason.
    if let Some(gate) = app.admission.gate()
        && tokio::time::timeout(Duration::from_secs(60), gate.idle()).await.is_err()
    {
        tracing::warn!("some payments were still being settled; the next start closes them");
    }
    if let Some(metrics) = metrics {
        let _ = metrics.await;
    }
    // Folds the log of an embedded store back into its file; left alone it may be hundreds of megabytes.
    app.store.close().await;
    Ok(())
}

async fn serve_metrics(listener: TcpListener, limits: http::Limits, mut stopped: watch::Receiver<bool>) {
    let router = axum::Router::new().route("/metrics", get(|| async { telemetry::exposition() }));
    let stop = async move {
        let _ = stopped.wait_for(|stop| *stop).await;
    };
    http::serve(listener, router, limits, stop).await;
}

/// Done at the first interrupt or termination.
async fn asked_to_end() {
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        () = terminated() => {}
    }
}

#[cfg(unix)]
async fn terminated() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut terminate) => {
            let _ = terminate.recv().await;
        }
        Err(error) => {
            tracing::warn!("cannot listen for SIGTERM: {error}");
            std::future::pending().await
        }
    }
}

#[cfg(not(unix))]
async fn terminated() {
    std::future::pending().await
}
