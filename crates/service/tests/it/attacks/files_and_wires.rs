//! Files are readable by their owner alone, and plain text on the wire is said loudly.
