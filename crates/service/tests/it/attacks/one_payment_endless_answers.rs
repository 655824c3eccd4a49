//! A settled payment answers again a few times and not beyond its bounded time.
