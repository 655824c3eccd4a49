//! When a digest is due, by the clock of who reads it.

use anyhow::Context;
use domain::{Frequency, Instant, Weekday};
use jiff::Timestamp;
use jiff::civil;
use jiff::tz::TimeZone;
use store::digests::DigestDefinition;

/// A week, and a day that a change of the clock may take away.
const MAX_DAYS_AHEAD: usize = 9;

pub fn is_time_zone(name: &str) -> bool {
    TimeZone::get(name).is_ok()
}

/// The next time after a moment.
pub fn next_after(digest: &DigestDefinition, after: Instant) -> anyhow::Result<Instant> {
    let zone = TimeZone::get(&digest.time_zone).context("cannot find the time zone")?;
    let mut date = Timestamp::from_millisecond(after.ms())?.to_zoned(zone.clone()).date();
    for _ in 0..MAX_DAYS_AHEAD {
        let is_day = digest.frequency == Frequency::Daily || date.weekday() == weekday(digest.weekday);
        // An hour that a change of the clock skips comes an hour later.
        let at = date.at(i8::try_from(digest.hour)?, 0, 0, 0).to_zoned(zone.clone())?;
        let at = Instant::from_ms(at.timestamp().as_millisecond());
        if is_day && at > after {
            return Ok(at);
        }
        date = date.tomorrow()?;
    }
    anyhow::bail!("there is no such hour within a week")
}

fn weekday(weekday: Weekday) -> civil::Weekday {
    match weekday {
        Weekday::Monday => civil::Weekday::Monday,
        Weekday::Tuesday => civil::Weekday::Tuesday,
        Weekday::Wednesday => civil::Weekday::Wednesday,
        Weekday::Thursday => civil::Weekday::Thursday,
        Weekday::Friday => civil::Weekday::Friday,
        Weekday::Saturday => civil::Weekday::Saturday,
        Weekday::Sunday => civil::Weekday::Sunday,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest(frequency: Frequency, hour: u32, time_zone: &str) -> DigestDefinition {
        DigestDefinition {
            name: "D".to_owned(),
            frequency,
            weekday: Weekday::Monday,
            hour,
            time_zone: time_zone.to_owned(),
            companies: Vec::new(),
            enabled: true,
        }
    }

    fn next(digest: &DigestDefinition, after: &str) -> String {
        next_after(digest, Instant::parse(after).expect("an instant")).expect("a time").rfc3339()
    }

    #[test]
    fn at_an_hour_of_the_readers_own_clock() {
        let new_york = digest(Frequency::Daily, 7, "America/New_York");
        // The clock goes forward on 8 March 2026.
        assert_eq!(next(&new_york, "2026-03-07T11:59:59Z"), "2026-03-07T12:00:00Z");
        assert_eq!(next(&new_york, "2026-03-07T12:00:00Z"), "2026-03-08T11:00:00Z");
        // Two in the morning is left out on that day.
        let skipped = digest(Frequency::Daily, 2, "America/New_York");
        assert_eq!(next(&skipped, "2026-03-08T06:00:00Z"), "2026-03-08T07:00:00Z");
        let weekly = digest(Frequency::Weekly, 9, "Asia/Tokyo");
        assert_eq!(next(&weekly, "2026-03-09T00:00:00Z"), "2026-03-16T00:00:00Z");
        assert!(is_time_zone("Europe/Berlin") && !is_time_zone("Europe/Atlantis") && !is_time_zone(""));
    }
}
