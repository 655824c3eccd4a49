//! How often anyone may try a password. Wrong tries are counted in the store, so that a restart forgets none and all
//! servers on one database count together.
//!
//! What a stranger does wrong keeps nobody out: for one name, only the network that failed has to wait; a browser in
//! which the person signed in before, and every other network, go on. A network that fails with many names, or a name
//! that many networks fail with, is slowed, and the right password still gets in.

use std::net::IpAddr;

use domain::hash::{hash128, to_hex};
use store::rate_limits::Rate;

use super::password::Lane;
use admission::buckets::RateLimitKey;
use interface::App;
use runtime::error::{ApiError, Code};

/// One try, counted as wrong until it proves right.
pub struct Attempt {
    pub lane: Lane,
    /// What it took, to be given back.
    counted: Vec<String>,
}

impl Attempt {
    /// Counts a try of this name. `device`: the hash of a cookie that this person signed in with before.
    pub async fn begin(
        app: &App,
        name: &str,
        address: IpAddr,
        device: Option<&[u8; 32]>,
    ) -> Result<Attempt, ApiError> {
        let (limits, rate, now) = (&app.store.rate_limits, rate(app), app.clock.now());
        // The name only as a hash: what is typed there may be a password.
        let name = to_hex(&hash128(name.as_bytes()));
        let network = RateLimitKey::address(address);
        if let Some(device) = device {
            let own = format!("sign-in {name} device {}", to_hex(&hash128(device)));
            if limits.take(&own, rate, 1, now).await?.taken {
                return Ok(Attempt { lane: Lane::Known, counted: vec![own] });
            }
        }
        let ids = [
            format!("sign-in {name} from {network}"),
            format!("sign-in from {network}"),
            format!("sign-in {name}"),
        ];
        let each: Vec<(&str, Rate)> = ids.iter().map(|id| (id.as_str(), rate)).collect();
        let taken = limits.take_each(&each, 1, now).await?;
        if !taken[0].taken {
            return Err(too_many(taken[0].level.wait_us));
        }
        let failed_here = taken[0].level.left + 1 < i64::from(burst(app));
        let lane = match !taken[1].taken || (!taken[2].taken && failed_here) {
            true => Lane::Slow,
            false => Lane::Usual,
        };
        let counted = ids.into_iter().zip(&taken).filter(|(_, one)| one.taken).map(|(id, _)| id);
        Ok(Attempt { lane, counted: counted.collect() })
    }

    /// It was right: as if it had not been counted.
    pub async fn succeeded(self, app: &App) -> Result<(), ApiError> {
        let rate = rate(app);
        let each: Vec<(&str, Rate)> = self.counted.iter().map(|id| (id.as_str(), rate)).collect();
        Ok(app.store.rate_limits.give_back(&each).await?)
    }

    /// It was wrong. Who is slowed hears to wait, whatever was wrong.
    pub fn failed(self) -> Result<(), ApiError> {
        match self.lane {
            Lane::Slow => Err(too_many(SLOWED_US)),
            Lane::Known | Lane::Usual => Ok(()),
        }
    }
}

/// What those hear to wait who are slowed.
const SLOWED_US: i64 = 5_000_000;

/// Counts a wrong link of this address, or a wrong old password of somebody who is signed in.
pub async fn count_failure(app: &App, what: &str) -> Result<(), ApiError> {
    let taken = app.store.rate_limits.take(what, rate(app), 1, app.clock.now()).await?;
    if taken.taken { Ok(()) } else { Err(too_many(taken.level.wait_us)) }
}

pub fn too_many(wait_us: i64) -> ApiError {
    let seconds = u64::try_from(wait_us).unwrap_or(0).div_ceil(1_000_000).max(1);
    let detail = format!("Too many tries to sign in. Wait {seconds} s and try again.");
    ApiError::new(Code::RateLimited, detail).retry_after(seconds)
}

fn burst(app: &App) -> u32 {
    u32::try_from(app.config.sign_in_tries_per_minute).unwrap_or(u32::MAX)
}

fn rate(app: &App) -> Rate {
    Rate::new(burst(app), burst(app))
}
