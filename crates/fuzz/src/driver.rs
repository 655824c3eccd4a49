//! Feeds targets with changed inputs and reports what panics, takes too long or costs too much.
//!
//! Each input is written to a file before it is tried, so that one which ends the process is not lost.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use crate::memory::{Cost, measured};
use crate::mutate::{Random, mutated};
use crate::targets::Target;

/// On the processor, for one input, without optimisation.
const MAX_TIME: Duration = Duration::from_secs(10);
/// On the wall: what has not come back by then never will, however busy the machine.
const MAX_WAIT: Duration = Duration::from_secs(120);
const MAX_PEAK_BYTES: usize = 256 << 20;
/// Threads that block have this much in the service.
const STACK_BYTES: usize = 2 << 20;
/// Inputs that are kept to be changed again.
const MAX_KEPT: usize = 256;
const MAX_KEPT_BYTES: usize = 16 << 10;

#[derive(Clone, Debug)]
pub struct Finding {
    pub target: &'static str,
    pub what: String,
    pub input: PathBuf,
}

#[derive(Debug, Default)]
pub struct Run {
    pub inputs: u64,
    pub findings: Vec<Finding>,
}

/// The kept inputs of a target, from the folders that it names.
pub fn corpus(target: &Target) -> Vec<Vec<u8>> {
    let mut inputs = vec![Vec::new()];
    for folder in target.corpus {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(folder);
        let mut files: Vec<PathBuf> =
            std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        files.sort();
        inputs.extend(files.iter().filter_map(|file| std::fs::read(file).ok()));
    }
    inputs
}

/// Tries a target for a while. `seed` chooses the inputs; those that fail are written into `folder`.
pub fn run(target: &'static Target, seed: u64, time: Duration, folder: &Path) -> Run {
    let (sender, receiver) = mpsc::channel();
    let place = folder.to_owned();
    let working = move || {
        let run = attack(target, seed, time, &place);
        let _ = sender.send(run);
    };
    let worker = std::thread::Builder::new().name(target.name.to_owned()).stack_size(STACK_BYTES);
    let worker = worker.spawn(working).expect("a thread");
    match receiver.recv_timeout(time + MAX_WAIT) {
        Ok(run) => {
            let _ = worker.join();
            run
        }
        // The thread cannot be stopped; it ends with the process.
        Err(_) => {
            let what = format!("one input takes longer than {} s", MAX_WAIT.as_secs());
            let input = folder.join(format!("{}-slow", target.name));
            let _ = std::fs::copy(current(folder, target), &input);
            Run { inputs: 0, findings: vec![Finding { target: target.name, what, input }] }
        }
    }
}

/// Where the input that is being tried stands.
fn current(folder: &Path, target: &Target) -> PathBuf {
    folder.join(format!("{}.current", target.name))
}

fn attack(target: &'static Target, seed: u64, time: Duration, folder: &Path) -> Run {
    let _ = std::fs::create_dir_all(folder);
    let mut random = Random::new(seed);
    let mut inputs = corpus(target);
    let n_seeds = inputs.len();
    // Lists and models are read on first use; that is no input's fault.
    for input in &inputs {
        let _ = quietly(|| (target.run)(input));
    }
    let began = Instant::now();
    let (mut run, mut seen) = (Run::default(), HashSet::new());
    let mut hardest = 0;
    while began.elapsed() < time {
        let (one, other) = (random.below(inputs.len()), random.below(inputs.len()));
        let input = match run.inputs < n_seeds as u64 {
            true => inputs[run.inputs as usize].clone(),
            false => mutated(&mut random, &inputs[one], &inputs[other], target.max_bytes),
        };
        run.inputs += 1;
        let place = current(folder, target);
        let _ = std::fs::write(&place, &input);
        let started = processor_time();
        let (outcome, cost) = measured(|| quietly(|| (target.run)(&input)));
        let took = processor_time().saturating_sub(started);
        if let Some(what) = verdict(outcome, cost, took)
            && seen.insert(what.split(" after ").next().unwrap_or("").to_owned())
        {
            let name = format!("{}-{:016x}", target.name, hash(&input));
            let saved = folder.join(name);
            let _ = std::fs::write(&saved, &input);
            run.findings.push(Finding { target: target.name, what, input: saved });
        }
        let effort = cost.allocations * 1_000 / (input.len() + 16);
        if (effort > hardest || random.below(64) == 0) && input.len() <= MAX_KEPT_BYTES {
            hardest = hardest.max(effort);
            match inputs.len() < MAX_KEPT {
                true => inputs.push(input),
                false => {
                    let replaced = n_seeds + random.below(MAX_KEPT - n_seeds);
                    inputs[replaced] = input;
                }
            }
        }
    }
    let _ = std::fs::remove_file(current(folder, target));
    run
}

/// Of this thread, where the system tells it.
fn processor_time() -> Duration {
    sources::budget::processor_time().unwrap_or_default()
}

fn verdict(outcome: Result<(), String>, cost: Cost, took: Duration) -> Option<String> {
    match outcome {
        Err(panic) => Some(format!("panics: {panic}")),
        Ok(()) if took > MAX_TIME => Some(format!("too slow: done after {took:?}")),
        Ok(()) if cost.peak_bytes > MAX_PEAK_BYTES => {
            Some(format!("too large: done after {} MiB were held", cost.peak_bytes >> 20))
        }
        Ok(()) => None,
    }
}

/// The message and place of the last panic.
static LAST_PANIC: Mutex<String> = Mutex::new(String::new());

/// Keeps panics for the report instead of printing them. To be called once.
pub fn install_hook() {
    std::panic::set_hook(Box::new(|info| {
        if let Ok(mut last) = LAST_PANIC.lock() {
            *last = info.to_string().replace('\n', " ");
        }
    }));
}

fn quietly(work: impl FnOnce()) -> Result<(), String> {
    catch_unwind(AssertUnwindSafe(work))
        .map_err(|_| LAST_PANIC.lock().map(|last| last.clone()).unwrap_or_default())
}

fn hash(bytes: &[u8]) -> u64 {
    let hash = domain::hash::hash128(bytes);
    u64::from_be_bytes(std::array::from_fn(|i| hash[i]))
}
