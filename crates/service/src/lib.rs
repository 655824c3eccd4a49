//! The program: the command line and how everything is wired together.

pub mod cli;
