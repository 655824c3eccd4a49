//! `bellwether serve`: answers until told to stop, then finishes what is in flight.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::sync::watch;

use super::opening;
use crate::app::App;
use crate::config::Config;
use crate::{admission, http, open_files, people, pipeline, telemetry};

pub async fn run(config: Config) -> anyhow::Result<ExitCode> {
    open_files::raise(http::Limits::open_files(&config));
    let listener = bind("listen", &config.listen).await?;
    let app = opening::app(config).await?;
    tracing::info!("serving on http://{}", listener.local_addr()?);
    until_stopped(app, listener).await?;
    Ok(ExitCode::SUCCESS)
}

pub async fn bind(setting: &str, address: &str) -> anyhow::Result<TcpListener> {
    TcpListener::bind(address).await.with_context(|| {
        format!("cannot listen on {address}; stop what holds it or choose another {setting}")
    })
}

/// Serves `app`, with everything that runs beside it, until the process is asked to end.
pub async fn until_stopped(app: Arc<App>, listener: TcpListener) -> anyhow::Result<()> {
    let (stop, stopped) = watch::channel(false);
    let poll = Duration::from_millis(app.config.index_poll_ms);
    let follower = pipeline::index::follow(
        app.store.clone(),
        Arc::clone(&app.finder),
        app.config.index_dir(),
        poll,
        stopped.clone(),
    );
    let follower = tokio::spawn(follower);
    let stories = pipeline::stories::follow(app.store.clone(), app.config.data_dir(), poll, stopped.clone());
    let stories = tokio::spawn(stories);
    let threads = app.config.reading_threads().div_ceil(2);
    let reading = pipeline::reading::follow(app.store.clone(), app.clock.clone(), threads, stopped.clone());
    let reading = tokio::spawn(reading);
    let calls = tokio::spawn(pipeline::calls::follow(app.store.clone(), poll, stopped.clone()));
    let rollups =
        pipeline::rollup::follow(app.store.clone(), Arc::clone(&app.figures), poll, stopped.clone());
    let rollups = tokio::spawn(rollups);
    let names =
        tokio::spawn(pipeline::names::follow(app.store.clone(), Arc::clone(&app.figures), stopped.clone()));
    let publisher = pipeline::readings::Publisher::new(app.store.clone(), Arc::clone(&app.figures));
    let readings = pipeline::readings::follow(publisher, app.clock.clone(), stopped.clone());
    let readings = tokio::spawn(readings);
    let collector = app.config.collect.then(|| {
        let (store, clock, config) = (app.store.clone(), app.clock.clone(), app.config.clone());
        tokio::spawn(pipeline::collect::run(store, clock, config, stopped.clone()))
    });
    admission::sweep::begin(&app).await;
    let failures = tokio::spawn(people::sign_in::sweep(Arc::clone(&app), stopped.clone()));
    let sweeper = tokio::spawn(admission::sweep::run(Arc::clone(&app), stopped.clone()));
    let metrics = match app.config.metrics_listen.as_str() {
        "" => None,
        address => {
            let (listener, limits) =
                (bind("metrics_listen", address).await?, http::Limits::of_metrics(&app.config));
            Some(tokio::spawn(serve_metrics(listener, limits, stopped.clone())))
        }
    };
    let limits = http::Limits::of(&app.config);
    http::serve(listener, http::router(Arc::clone(&app)), limits, asked_to_end()).await;
    tracing::info!("stopping");
    let _ = stop.send(true);
    if let Some(collector) = collector {
        let _ = collector.await;
    }
    let _ = follower.await;
    let _ = reading.await;
    let _ = stories.await;
    let _ = calls.await;
    let _ = rollups.await;
    let _ = names.await;
    let _ = readings.await;
    let _ = failures.await;
    // Payments that are being settled are settled to the end, within reason.
    if tokio::time::timeout(Duration::from_secs(60), sweeper).await.is_err() {
        tracing::warn!("some payments were still being settled; the next start closes them");
    }
    if let Some(metrics) = metrics {
        let _ = metrics.await;
    }
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
            tracing::warn!("termination is not heard: {error}");
            std::future::pending().await
        }
    }
}

#[cfg(not(unix))]
async fn terminated() {
    std::future::pending().await
}
