//! The death of a follower is seen, and it goes on.
