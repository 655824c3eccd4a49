//! Limits survive a restart, and on Postgres hold for all servers together.
