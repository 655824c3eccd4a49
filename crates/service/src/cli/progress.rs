//! A bar for copies of the store, and a sign of life for work that cannot say how far it is.

use std::io::IsTerminal;
use std::time::{Duration, Instant as Stopwatch};

use indicatif::{ProgressBar, ProgressStyle};
use store::copy::Progress;

/// Turns until it is cleared; nothing where nobody looks.
pub fn working(work: &'static str) -> ProgressBar {
    let bar = ProgressBar::new_spinner().with_message(work);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Says how far long work is where no bar can be drawn: a line for each step, and one every so often within it.
pub struct Steps {
    is_shown: bool,
    last: Stopwatch,
}

/// Between two lines of one step.
const EVERY: Duration = Duration::from_secs(10);

impl Steps {
    pub fn new() -> Steps {
        Steps { is_shown: !std::io::stderr().is_terminal(), last: Stopwatch::now() }
    }

    pub fn begin(&mut self, step: &str) {
        self.last = Stopwatch::now();
        if self.is_shown {
            eprintln!("{step}");
        }
    }

    pub fn at(&mut self, words: impl FnOnce() -> String) {
        if self.is_shown && self.last.elapsed() >= EVERY {
            self.last = Stopwatch::now();
            eprintln!("{}", words());
        }
    }
}

pub struct CopyBar(ProgressBar);

impl CopyBar {
    pub fn new() -> CopyBar {
        CopyBar(ProgressBar::no_length())
    }

    pub fn show(&mut self, progress: Progress) {
        let known = progress.of.is_some();
        if self.0.length() != progress.of {
            let template = match known {
                true => "{bar:30} {pos}/{len} rows, {eta} left, {msg}",
                false => "{pos} rows, {msg}",
            };
            if let Ok(style) = ProgressStyle::with_template(template) {
                self.0.set_style(style);
            }
            match progress.of {
                Some(of) => self.0.set_length(of),
                None => self.0.unset_length(),
            }
        }
        self.0.set_message(format!("{} {}", progress.step, progress.table));
        self.0.set_position(progress.rows);
    }

    pub fn clear(&self) {
        self.0.finish_and_clear();
    }
}
