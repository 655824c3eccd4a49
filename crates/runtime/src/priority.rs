//! Which of two programs on one machine goes first.

/// Steps below others; a program that answers gets nine times the processor's time of one that is so far below it.
#[cfg(unix)]
const STEPS: i32 = 10;

/// Lets others go first from now on: for work that nobody waits for. Called before there are other threads, which inherit it.
pub fn lower() {
    #[cfg(unix)]
    if let Err(error) = rustix::process::nice(STEPS) {
        tracing::debug!("the priority stays as it is: {error}");
    }
}
