//! Days and instants, both UTC, both plain numbers underneath.
//!
//! The proleptic Gregorian calendar from year 1 to year 9999; nothing outside can be written down.

use std::fmt;

/// A UTC calendar day, as days since 1970-01-01.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(i32);

/// A moment in UTC, as milliseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(i64);

/// A run of days with both ends inside; never backwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DayRange {
    first: Day,
    last: Day,
}

/// Why a text is not the day or instant it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeError {
    /// Not of the form that was asked for.
    Malformed,
    /// Of the right form, but there is no such day or hour.
    Impossible,
}

impl fmt::Display for TimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TimeError::Malformed => "not in the expected form",
            TimeError::Impossible => "no such day or time exists",
        })
    }
}

impl std::error::Error for TimeError {}

pub const MS_PER_DAY: i64 = 86_400_000;
pub const MS_PER_HOUR: i64 = 3_600_000;

impl Day {
    pub const MIN: Day = Day(-719_162);
    pub const MAX: Day = Day(2_932_896);

    /// The day that is this many days after 1970-01-01, if it lies in the calendar's range.
    pub fn from_number(days_since_1970: i64) -> Option<Day> {
        let number = i32::try_from(days_since_1970).ok()?;
        (Day::MIN.0..=Day::MAX.0).contains(&number).then_some(Day(number))
    }

    pub fn number(self) -> i64 {
        i64::from(self.0)
    }

    pub fn from_civil(year: i32, month: u32, day: u32) -> Option<Day> {
        if !(1..=9999).contains(&year) || !(1..=12).contains(&month) {
            return None;
        }
        if day < 1 || day > days_in_month(year, month) {
            return None;
        }
        // Counting years from March puts the leap day last, so that month lengths follow one formula.
        let shifted_year = if month <= 2 { year - 1 } else { year };
        let era = shifted_year.div_euclid(400);
        let year_of_era = shifted_year.rem_euclid(400);
        let month_from_march = (month as i32 + 9) % 12;
        let day_of_year = (153 * month_from_march + 2) / 5 + day as i32 - 1;
        let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
        Some(Day(era * 146_097 + day_of_era - 719_468))
    }

    /// Year, month 1..=12 and day of the month 1..=31.
    pub fn civil(self) -> (i32, u32, u32) {
        let shifted = self.0 + 719_468;
        let era = shifted.div_euclid(146_097);
        let day_of_era = shifted.rem_euclid(146_097);
        let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * day_of_year + 2) / 153;
        let day = (day_of_year - (153 * month_from_march + 2) / 5 + 1) as u32;
        let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
        let year = year_of_era + era * 400 + i32::from(month <= 2);
        (year, month as u32, day)
    }

    /// Exactly `YYYY-MM-DD`.
    pub fn parse(text: &str) -> Result<Day, TimeError> {
        let bytes = text.as_bytes();
        if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' {
            return Err(TimeError::Malformed);
        }
        let year = digits(&bytes[0..4])? as i32;
        let month = digits(&bytes[5..7])?;
        let day = digits(&bytes[8..10])?;
        Day::from_civil(year, month, day).ok_or(TimeError::Impossible)
    }

    /// This many days later (earlier when negative), stopping at the calendar's ends.
    pub fn plus(self, days: i64) -> Day {
        let number = self.number().saturating_add(days).clamp(Day::MIN.number(), Day::MAX.number());
        Day(number as i32)
    }

    pub fn start(self) -> Instant {
        Instant(self.number() * MS_PER_DAY)
    }

    /// The last millisecond of the day.
    pub fn end(self) -> Instant {
        Instant((self.number() + 1) * MS_PER_DAY - 1)
    }

    /// Days from `earlier` to this one; negative when it is the later.
    pub fn since(self, earlier: Day) -> i64 {
        self.number() - earlier.number()
    }

    /// 0 is Monday.
    pub fn weekday(self) -> u32 {
        (self.0 + 3).rem_euclid(7) as u32
    }

    /// The same day of the month, `months` later; the month's last day stands in where there is none.
    pub fn plus_months(self, months: i32) -> Day {
        let (year, month, day) = self.civil();
        let index = year * 12 + month as i32 - 1 + months;
        let (year, month) = (index.div_euclid(12), index.rem_euclid(12) as u32 + 1);
        if year < 1 {
            return Day::MIN;
        }
        if year > 9999 {
            return Day::MAX;
        }
        Day::from_civil(year, month, day.min(days_in_month(year, month))).unwrap_or(Day::MAX)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.civil();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

impl fmt::Debug for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Instant {
    /// Milliseconds since 1970, held inside the calendar's range.
    pub fn from_ms(ms: i64) -> Instant {
        Instant(ms.clamp(Day::MIN.start().0, Day::MAX.end().0))
    }

    pub fn ms(self) -> i64 {
        self.0
    }

    pub fn day(self) -> Day {
        Day(self.0.div_euclid(MS_PER_DAY) as i32)
    }

    pub fn plus_ms(self, ms: i64) -> Instant {
        Instant::from_ms(self.0.saturating_add(ms))
    }

    /// Milliseconds from `earlier` to this one.
    pub fn since(self, earlier: Instant) -> i64 {
        self.0 - earlier.0
    }

    /// RFC 3339 with `T` (or a space) and an offset, or a bare day, which means its midnight.
    pub fn parse(text: &str) -> Result<Instant, TimeError> {
        let text = text.trim();
        if text.len() == 10 {
            return Day::parse(text).map(Day::start);
        }
        // Slicing by bytes is only safe where each byte is a character.
        if !text.is_ascii() || text.len() < 17 {
            return Err(TimeError::Malformed);
        }
        let day = Day::parse(&text[..10])?;
        if !matches!(text.as_bytes()[10], b'T' | b't' | b' ') {
            return Err(TimeError::Malformed);
        }
        let (clock, offset_minutes) = split_offset(&text[11..])?;
        let ms = clock_ms(clock)? - i64::from(offset_minutes) * 60_000;
        Ok(Instant::from_ms(day.start().0 + ms))
    }

    /// `2026-01-31T09:30:00Z`, with milliseconds only where there are any.
    pub fn rfc3339(self) -> String {
        let ms = self.0.rem_euclid(MS_PER_DAY);
        let (hour, minute, second, milli) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60, ms % 1000);
        if milli == 0 {
            format!("{}T{hour:02}:{minute:02}:{second:02}Z", self.day())
        } else {
            format!("{}T{hour:02}:{minute:02}:{second:02}.{milli:03}Z", self.day())
        }
    }
}

impl fmt::Display for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rfc3339())
    }
}

impl fmt::Debug for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl DayRange {
    /// Both ends belong to it; none where the last comes before the first.
    pub fn inclusive(first: Day, last: Day) -> Option<DayRange> {
        (first <= last).then_some(DayRange { first, last })
    }

    pub fn single(day: Day) -> DayRange {
        DayRange { first: day, last: day }
    }

    pub fn first(self) -> Day {
        self.first
    }

    pub fn last(self) -> Day {
        self.last
    }

    pub fn start(self) -> Instant {
        self.first.start()
    }

    pub fn end(self) -> Instant {
        self.last.end()
    }

    /// How many days; at least one.
    pub fn length(self) -> i64 {
        self.last.since(self.first) + 1
    }

    pub fn contains(self, day: Day) -> bool {
        self.first <= day && day <= self.last
    }

    pub fn days(self) -> impl DoubleEndedIterator<Item = Day> {
        (self.first.0..=self.last.0).map(Day)
    }

    /// The equally long range that ends the day before this one begins.
    pub fn before(self) -> DayRange {
        let last = self.first.plus(-1);
        DayRange { first: last.plus(1 - self.length()), last }
    }
}

pub fn is_leap_year(year: i32) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

pub fn days_in_month(year: i32, month: u32) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap_year(year) => 29,
        2 => 28,
        _ => 31,
    }
}

fn digits(bytes: &[u8]) -> Result<u32, TimeError> {
    bytes.iter().try_fold(0u32, |number, byte| match byte {
        b'0'..=b'9' => Ok(number * 10 + u32::from(byte - b'0')),
        _ => Err(TimeError::Malformed),
    })
}

/// The clock part and the offset from UTC in minutes.
fn split_offset(text: &str) -> Result<(&str, i32), TimeError> {
    if let Some(clock) = text.strip_suffix(['Z', 'z']) {
        return Ok((clock, 0));
    }
    let at = text.rfind(['+', '-']).ok_or(TimeError::Malformed)?;
    let (clock, offset) = text.split_at(at);
    let bytes = offset.as_bytes();
    let (hours, minutes) = match bytes.len() {
        6 if bytes[3] == b':' => (digits(&bytes[1..3])?, digits(&bytes[4..6])?),
        5 => (digits(&bytes[1..3])?, digits(&bytes[3..5])?),
        _ => return Err(TimeError::Malformed),
    };
    if hours > 23 || minutes > 59 {
        return Err(TimeError::Impossible);
    }
    let total = (hours * 60 + minutes) as i32;
    Ok((clock, if bytes[0] == b'-' { -total } else { total }))
}

/// `HH:MM[:SS[.fraction]]` as milliseconds; a leap second counts as the second before it.
fn clock_ms(clock: &str) -> Result<i64, TimeError> {
    let (clock, fraction) = match clock.split_once('.') {
        Some((clock, fraction)) => (clock, fraction),
        None => (clock, ""),
    };
    let bytes = clock.as_bytes();
    let (hour, minute, second) = match bytes.len() {
        5 if bytes[2] == b':' => (digits(&bytes[0..2])?, digits(&bytes[3..5])?, 0),
        8 if bytes[2] == b':' && bytes[5] == b':' => {
            (digits(&bytes[0..2])?, digits(&bytes[3..5])?, digits(&bytes[6..8])?)
        }
        _ => return Err(TimeError::Malformed),
    };
    if hour > 23 || minute > 59 || second > 60 {
        return Err(TimeError::Impossible);
    }
    if fraction.len() > 12 || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(TimeError::Malformed);
    }
    let milli = fraction.bytes().chain(*b"000").take(3).fold(0, |n, byte| n * 10 + i64::from(byte - b'0'));
    let seconds = i64::from(hour) * 3600 + i64::from(minute) * 60 + i64::from(second.min(59));
    Ok(seconds * 1000 + milli)
}

#[cfg(test)]
#[path = "time_tests.rs"]
mod tests;
