//! A rollup as bytes, for keeping. The first byte is the version of the form; a form that is not known is
//! refused, and the rollup is then made again from its documents. The last sixteen are the hash of the rest,
//! which is checked on reading: a rollup is either what was written or an error.
//!
//! Published readings name the counts that they were made from by a digest. It covers the sealed part, whose form does
//! not change; behind it stand what no reading is made from (who reported when, what was not read) and, with a digest of
//! their own, the voices.

use std::fmt;

use domain::hash::hash128;
use domain::{Category, Cohort, Day, Kind};

use super::bytes::{Reader, Writer};
use super::{
    Bucket, CompanyRow, DayRollup, NamedRow, OutletAsset, OutletRow, PersonRow, QUARTERS_PER_DAY, Report,
    StoryRow, Tally, Voices, Weighed,
};

pub const VERSION: u8 = 5;
/// The first byte of the sealed part.
const SEALED: u8 = 2;
const MINUTES_PER_DAY: u64 = 1_440;

/// Every tally of a rollup, in one order.
macro_rules! tallies {
    ($rollup:expr, $iter:ident, $($borrow:tt)+) => {
        [$($borrow)+ $rollup.totals, $($borrow)+ $rollup.unsponsored, $($borrow)+ $rollup.uncategorised]
            .into_iter()
            .chain($rollup.outlets.$iter().map(|row| $($borrow)+ row.tally))
            .chain($rollup.kinds.$iter().map(|row| $($borrow)+ row.1))
            .chain($rollup.categories.$iter().map(|row| $($borrow)+ row.1))
            .chain($rollup.languages.$iter().map(|row| $($borrow)+ row.1))
            .chain($rollup.companies.$iter().map(|row| $($borrow)+ row.tally))
            .chain($rollup.assets.$iter().map(|row| $($borrow)+ row.tally))
            .chain($rollup.cohorts.$iter().map(|row| $($borrow)+ row.1))
            .chain($rollup.cohort_categories.$iter().map(|row| $($borrow)+ row.1))
            .chain($rollup.stories.$iter().map(|row| $($borrow)+ row.tally))
    };
}

/// Why bytes are not a rollup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// Written by another version.
    Version,
    Truncated,
    Corrupt,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DecodeError::Version => "the rollup was written in another form",
            DecodeError::Truncated => "the rollup ends too early",
            DecodeError::Corrupt => "the rollup's bytes do not fit together",
        })
    }
}

impl std::error::Error for DecodeError {}

pub fn encode(rollup: &DayRollup) -> Vec<u8> {
    let mut out = Writer { bytes: vec![VERSION] };
    out.bytes.append(&mut sealed(rollup));
    for report in rollup.stories.iter().flat_map(|row| &row.reports) {
        let minute = report.minute.map_or(0, |minute| u64::from(minute) + 1);
        out.unsigned(minute << 1 | u64::from(report.is_own));
    }
    for tally in tallies!(rollup, iter, &) {
        out.signed(tally.unread);
    }
    out.bytes.append(&mut rollup.voices.write());
    let hash = hash128(&out.bytes);
    out.bytes.extend_from_slice(&hash);
    out.bytes
}

pub fn digest(rollup: &DayRollup) -> [u8; 16] {
    hash128(&sealed(rollup))
}

pub fn decode(bytes: &[u8]) -> Result<DayRollup, DecodeError> {
    match bytes.first() {
        Some(&VERSION) => {}
        Some(_) => return Err(DecodeError::Version),
        None => return Err(DecodeError::Truncated),
    }
    let at = bytes.len().checked_sub(16).ok_or(DecodeError::Truncated)?;
    let (body, stated) = bytes.split_at(at);
    if hash128(body) != stated {
        return Err(DecodeError::Corrupt);
    }
    let body = &body[1..];
    let mut reader = Reader::new(body);
    if reader.byte()? != SEALED {
        return Err(DecodeError::Corrupt);
    }
    let mut rollup = read_sealed(&mut reader)?;
    rollup.digest = hash128(&body[..body.len() - reader.left()]);
    for row in &mut rollup.stories {
        row.reports = row.families.iter().map(|_| read_report(&mut reader)).collect::<Result<_, _>>()?;
    }
    for tally in tallies!(rollup, iter_mut, &mut) {
        tally.unread = reader.signed()?;
    }
    rollup.voices = Voices::read(&mut reader)?;
    if reader.left() == 0 { Ok(rollup) } else { Err(DecodeError::Corrupt) }
}

fn read_report(from: &mut Reader<'_>) -> Result<Report, DecodeError> {
    let value = from.unsigned()?;
    let minute = match value >> 1 {
        0 => None,
        minute if minute <= MINUTES_PER_DAY => Some(minute as u16 - 1),
        _ => return Err(DecodeError::Corrupt),
    };
    Ok(Report { minute, is_own: value & 1 == 1 })
}

fn sealed(rollup: &DayRollup) -> Vec<u8> {
    let mut out = Writer::default();
    out.bytes
        .reserve(256 + 64 * rollup.outlets.len() + 16 * rollup.buckets.len() + 48 * rollup.stories.len());
    out.bytes.push(SEALED);
    out.signed(rollup.day.number());
    tally(&mut out, rollup.totals);
    tally(&mut out, rollup.unsponsored);
    list(&mut out, &rollup.families, |out, family| out.text(family));
    list(&mut out, &rollup.outlets, |out, row| {
        out.text(&row.name);
        out.text(&row.category);
        out.unsigned(u64::from(row.family));
        out.text(&row.country);
        tally(out, row.tally);
        weighed(out, row.index);
        out.signed(row.asset_items);
    });
    list(&mut out, &rollup.kinds, |out, (kind, count)| keyed(out, *kind as u8, *count));
    list(&mut out, &rollup.categories, |out, (category, count)| keyed(out, *category as u8, *count));
    tally(&mut out, rollup.uncategorised);
    list(&mut out, &rollup.languages, |out, (language, count)| {
        out.text(language);
        tally(out, *count);
    });
    list(&mut out, &rollup.companies, |out, row| {
        named(out, &row.name, row.ticker.as_deref(), row.tally, row.mentions);
        list(out, &row.articles, |out, id| out.bytes.extend_from_slice(id));
    });
    list(&mut out, &rollup.assets, |out, row| {
        named(out, &row.name, row.ticker.as_deref(), row.tally, row.mentions);
    });
    list(&mut out, &rollup.cohorts, |out, (cohort, count)| keyed(out, *cohort as u8, *count));
    list(&mut out, &rollup.cohort_categories, |out, ((cohort, category), count)| {
        out.bytes.push(*cohort as u8);
        keyed(out, *category as u8, *count);
    });
    list(&mut out, &rollup.people, |out, row| {
        out.text(&row.name);
        out.bytes.push(row.cohort.map_or(0, |cohort| cohort as u8 + 1));
        out.signed(row.items);
        weighed(out, row.index);
        out.signed(row.lead_attention);
        out.unsigned(u64::from(row.categories));
    });
    list(&mut out, &rollup.stories, |out, row| {
        out.bytes.extend_from_slice(&row.story);
        tally(out, row.tally);
        list(out, &row.families, |out, family| out.unsigned(u64::from(*family)));
        list(out, &row.categories, |out, (category, count)| {
            out.bytes.push(*category as u8);
            out.unsigned(u64::from(*count));
        });
    });
    list(&mut out, &rollup.buckets, |out, row| {
        out.unsigned(u64::from(row.outlet));
        out.bytes.push(row.quarter);
        out.bytes.push(row.category.map_or(0, |category| category as u8 + 1));
        weighed(out, row.index);
    });
    list(&mut out, &rollup.outlet_assets, |out, row| {
        out.unsigned(u64::from(row.outlet));
        out.unsigned(u64::from(row.asset));
        out.signed(row.attention);
        out.signed(row.mentions);
    });
    out.bytes
}

fn list<T>(out: &mut Writer, rows: &[T], each: impl Fn(&mut Writer, &T)) {
    out.unsigned(rows.len() as u64);
    rows.iter().for_each(|row| each(out, row));
}

fn keyed(out: &mut Writer, key: u8, count: Tally) {
    out.bytes.push(key);
    tally(out, count);
}

fn named(out: &mut Writer, name: &str, ticker: Option<&str>, count: Tally, mentions: i64) {
    out.text(name);
    // An empty ticker is no ticker: nothing is lost by writing both alike.
    out.text(ticker.unwrap_or(""));
    tally(out, count);
    out.signed(mentions);
}

fn tally(out: &mut Writer, tally: Tally) {
    for value in [tally.count, tally.positive, tally.negative, tally.tone, tally.attention] {
        out.signed(value);
    }
}

fn weighed(out: &mut Writer, index: Weighed) {
    for value in [index.items, index.weight, index.tone] {
        out.signed(value);
    }
}

fn read_sealed(from: &mut Reader<'_>) -> Result<DayRollup, DecodeError> {
    let day = Day::from_number(from.signed()?).ok_or(DecodeError::Corrupt)?;
    let (totals, unsponsored) = (read_tally(from)?, read_tally(from)?);
    let families = read_list(from, |from| from.text())?;
    let outlets = read_list(from, |from| {
        Ok(OutletRow {
            name: from.text()?,
            category: from.text()?,
            family: place(from, families.len())?,
            country: from.text()?,
            tally: read_tally(from)?,
            index: read_weighed(from)?,
            asset_items: from.signed()?,
        })
    })?;
    let kinds = read_list(from, |from| read_keyed(from, Kind::ALL))?;
    let categories = read_list(from, |from| read_keyed(from, Category::ALL))?;
    let uncategorised = read_tally(from)?;
    let languages = read_list(from, |from| Ok((from.text()?, read_tally(from)?)))?;
    let companies = read_list(from, |from| {
        let NamedRow { name, ticker, tally, mentions } = read_named(from)?;
        Ok(CompanyRow { name, ticker, tally, mentions, articles: read_list(from, read_id)? })
    })?;
    let assets = read_list(from, read_named)?;
    let cohorts = read_list(from, |from| read_keyed(from, Cohort::ALL))?;
    let cohort_categories = read_list(from, |from| {
        let cohort = one_of(from.byte()?, Cohort::ALL)?;
        let (category, count) = read_keyed(from, Category::ALL)?;
        Ok(((cohort, category), count))
    })?;
    let people = read_list(from, |from| {
        Ok(PersonRow {
            name: from.text()?,
            cohort: optional(from.byte()?, Cohort::ALL)?,
            items: from.signed()?,
            index: read_weighed(from)?,
            lead_attention: from.signed()?,
            categories: small(from)?,
        })
    })?;
    let stories = read_list(from, |from| {
        let story = read_id(from)?;
        let tally = read_tally(from)?;
        let families = read_list(from, |from| place(from, families.len()))?;
        let categories = read_list(from, |from| {
            let category = one_of(from.byte()?, Category::ALL)?;
            Ok((category, small(from)?))
        })?;
        let (families, categories) = (families.into(), categories.into());
        Ok(StoryRow { story, tally, families, reports: Box::default(), categories })
    })?;
    let buckets = read_list(from, |from| {
        let outlet = place(from, outlets.len())?;
        let quarter = from.byte()?;
        if i64::from(quarter) >= QUARTERS_PER_DAY {
            return Err(DecodeError::Corrupt);
        }
        let category = optional(from.byte()?, Category::ALL)?;
        Ok(Bucket { outlet, quarter, category, index: read_weighed(from)? })
    })?;
    let outlet_assets = read_list(from, |from| {
        Ok(OutletAsset {
            outlet: place(from, outlets.len())?,
            asset: place(from, assets.len())?,
            attention: from.signed()?,
            mentions: from.signed()?,
        })
    })?;
    Ok(DayRollup {
        day,
        totals,
        unsponsored,
        families,
        outlets,
        kinds,
        categories,
        uncategorised,
        languages,
        companies,
        assets,
        cohorts,
        cohort_categories,
        people,
        stories,
        buckets,
        outlet_assets,
        voices: Voices::default(),
        digest: [0; 16],
    })
}

fn read_list<T>(
    from: &mut Reader<'_>,
    mut each: impl FnMut(&mut Reader<'_>) -> Result<T, DecodeError>,
) -> Result<Vec<T>, DecodeError> {
    let length = from.length()?;
    // As long as it is: what is read is held for good. The hash was checked, so that the length is what was written.
    let mut rows = Vec::with_capacity(length);
    for _ in 0..length {
        rows.push(each(from)?);
    }
    Ok(rows)
}

fn read_tally(from: &mut Reader<'_>) -> Result<Tally, DecodeError> {
    Ok(Tally {
        count: from.signed()?,
        positive: from.signed()?,
        negative: from.signed()?,
        tone: from.signed()?,
        attention: from.signed()?,
        unread: 0,
    })
}

fn read_weighed(from: &mut Reader<'_>) -> Result<Weighed, DecodeError> {
    Ok(Weighed { items: from.signed()?, weight: from.signed()?, tone: from.signed()? })
}

fn read_named(from: &mut Reader<'_>) -> Result<NamedRow, DecodeError> {
    Ok(NamedRow {
        name: from.text()?,
        ticker: Some(from.text()?).filter(|ticker| !ticker.is_empty()),
        tally: read_tally(from)?,
        mentions: from.signed()?,
    })
}

fn read_id(from: &mut Reader<'_>) -> Result<[u8; 16], DecodeError> {
    let mut id = [0; 16];
    id.copy_from_slice(from.take(16)?);
    Ok(id)
}

fn read_keyed<Key: Copy>(from: &mut Reader<'_>, keys: &[Key]) -> Result<(Key, Tally), DecodeError> {
    Ok((one_of(from.byte()?, keys)?, read_tally(from)?))
}

fn one_of<Key: Copy>(byte: u8, keys: &[Key]) -> Result<Key, DecodeError> {
    keys.get(usize::from(byte)).copied().ok_or(DecodeError::Corrupt)
}

fn optional<Key: Copy>(byte: u8, keys: &[Key]) -> Result<Option<Key>, DecodeError> {
    byte.checked_sub(1).map(|byte| one_of(byte, keys)).transpose()
}

fn small(from: &mut Reader<'_>) -> Result<u32, DecodeError> {
    u32::try_from(from.unsigned()?).map_err(|_| DecodeError::Corrupt)
}

fn place(from: &mut Reader<'_>, rows: usize) -> Result<u32, DecodeError> {
    let place = small(from)?;
    if (place as usize) < rows { Ok(place) } else { Err(DecodeError::Corrupt) }
}
