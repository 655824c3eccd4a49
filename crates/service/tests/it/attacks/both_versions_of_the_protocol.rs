//! Buyers of both versions of x402 are served by one state machine.
