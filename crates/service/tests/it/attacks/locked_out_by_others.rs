//! A good credential is never refused because of somebody else's bad ones.
