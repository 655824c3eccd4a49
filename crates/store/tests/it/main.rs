//! Every test on every engine.

#![allow(clippy::unwrap_used)]

mod accounts;
mod attempts;
mod audit_log;
mod calls;
mod charges;
mod cleaning;
mod copy;
mod crash;
mod db;
mod documents;
mod events;
mod invitations;
mod kept;
mod leases;
mod ledger;
mod makers;
mod narratives;
mod nodes;
mod owned;
mod payments;
mod people;
mod prices;
mod quarantine;
mod rate_limits;
mod readings;
mod rollups;
mod sample;
mod second_factors;
mod sources;
mod statements;
mod stories;
mod wire;
