//! Foreign bytes that make a parser panic cost one file.
