//! A server for the protocol's conformance suite: the tool door as it is, over an empty store, with the fixtures that some
//! of the suite's scenarios ask for beside our own tools. The program that is shipped knows none of them.
//!
//! `cargo test --workspace --test conformance -- 127.0.0.1:PORT`; without an address there is nothing to do.

mod fixtures;

use std::sync::Arc;

use admission::Admission;
use interface::App;
use runtime::clock::Clock;
use runtime::config::Config;
use search::Finder;
use store::Store;
use tools::ToolServer;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    // Run among the tests it gets none, or what they are given.
    let Some(address) = std::env::args().nth(1).filter(|word| word.contains(':') && !word.contains("::"))
    else {
        return Ok(());
    };
    let folder = tempfile::tempdir()?;
    let config = Config {
        metering: false,
        data_dir: folder.path().display().to_string(),
        listen: address.clone(),
        ..Config::default()
    };
    let store = Store::open(&store::Settings::sqlite(folder.path().join("store.db"))).await?;
    let admission = Arc::new(Admission::new(store.clone(), config.clone(), Clock::System)?);
    let figures: Arc<figures::Figures> = Arc::default();
    figures.set_loaded();
    let app = Arc::new(App {
        store,
        finder: Arc::new(Finder::in_memory()?),
        figures,
        followers: Arc::default(),
        admission,
        config,
        clock: Clock::System,
    });
    let server = fixtures::Fixtures { own: ToolServer::new(Arc::clone(&app)) };
    let router = web::router_with(Arc::clone(&app), tools::http_service_of(&app, server));
    let listener = tokio::net::TcpListener::bind(&address).await?;
    println!("serving on http://{}", listener.local_addr()?);
    let limits = web::http::Limits::of(&app.config);
    web::http::serve(listener, router, limits, std::future::pending()).await;
    Ok(())
}
