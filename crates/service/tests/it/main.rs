//! The whole program, asked as a caller asks it: in-process requests against a real store and a real index.

mod app;
mod attacks;
mod collect;
mod console;
mod contract;
mod counting;
mod directness;
mod door;
mod every_route;
mod fake;
mod feed;
mod identities;
mod import;
mod indexing;
mod keys;
mod kill;
mod managing;
mod money;
mod owned;
mod pages;
mod reading;
mod readings;
mod runs;
mod stories;
mod web;
mod x402;
