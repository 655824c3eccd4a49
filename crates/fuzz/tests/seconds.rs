//! Every target for a moment, always with the same inputs; at length with `cargo run -p fuzz`.

use std::path::Path;
use std::time::Duration;

use fuzz::{TARGETS, driver, memory};

#[global_allocator]
static ALLOCATOR: memory::Counting = memory::Counting;

/// For each target, after its kept inputs.
const TIME: Duration = Duration::from_millis(150);

#[test]
fn no_target_panics_stalls_or_swells() {
    driver::install_hook();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let mut findings = Vec::new();
    for target in TARGETS {
        assert!(driver::corpus(target).len() > 1, "{} has no kept input", target.name);
        findings.extend(driver::run(target, 1, TIME, folder).findings);
    }
    assert!(findings.is_empty(), "{findings:#?}");
}

/// The other door to the same targets lists each of them.
#[test]
fn cargo_fuzz_knows_every_target() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/Cargo.toml");
    let manifest = std::fs::read_to_string(manifest).expect("the manifest for cargo fuzz");
    for target in TARGETS {
        let line = format!("name = \"{}\"", target.name);
        assert!(manifest.contains(&line), "fuzz/Cargo.toml does not name {}", target.name);
    }
}
