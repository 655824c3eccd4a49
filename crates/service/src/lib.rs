//! The program: the command line and how everything is wired together.

/// A reader that has heard enough (`| head`) is no fault of the command: the rest goes nowhere.
macro_rules! print {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let _ = write!(std::io::stdout(), $($words)*);
    }};
}

macro_rules! println {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stdout(), $($words)*);
    }};
}

pub mod cli;
