//! Time to ready, and memory after a load.

use std::path::Path;
use std::time::Duration;

use crate::serving::Served;
use crate::{feed, load};

pub async fn measure(folder: &Path) -> anyhow::Result<()> {
    println!("\n== start-up and memory with {}", folder.display());
    let served = Served::start(folder, false).await?;
    println!("ready after {:.2} s (target 3)", served.ready_after.as_secs_f64());
    let (whole, own) = served.memory_mb();
    println!("resident at rest  {whole:.0} MB, of which {own:.0} MB are not file pages");
    load::run(&served.address, feed::paths(), "", 16, Duration::from_secs(5)).await?;
    let (whole, own) = served.memory_mb();
    println!("resident after a load  {whole:.0} MB, of which {own:.0} MB are not file pages (target 700)");
    Ok(())
}
