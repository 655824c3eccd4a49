//! A password or link set in one account opens no other account.
