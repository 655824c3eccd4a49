//! How many files and sockets the system lets the program have open.

/// The limit in force and the largest that the program may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenFiles {
    pub soft: u64,
    pub hard: u64,
}

/// None where the system has no such limit.
#[cfg(unix)]
pub fn limit() -> Option<OpenFiles> {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile);
    let number = |bound: Option<u64>| bound.unwrap_or(u64::MAX);
    Some(OpenFiles { soft: number(limit.current), hard: number(limit.maximum) })
}

/// Raises the limit to what is wanted, as far as that is allowed; many systems begin with 1,024.
#[cfg(unix)]
pub fn raise(wanted: u64) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let before = getrlimit(Resource::Nofile);
    let reachable = before.maximum.map_or(wanted, |maximum| maximum.min(wanted));
    if before.current.is_some_and(|current| current < reachable) {
        let raised = Rlimit { current: Some(reachable), maximum: before.maximum };
        if let Err(error) = setrlimit(Resource::Nofile, raised) {
            tracing::warn!("cannot raise the limit of open files to {reachable}: {error}");
        }
    }
}

#[cfg(not(unix))]
pub fn limit() -> Option<OpenFiles> {
    None
}

#[cfg(not(unix))]
pub fn raise(_: u64) {}
