//! Work that nobody waits for ends.
