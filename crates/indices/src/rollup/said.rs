//! What everybody is reported to have said on a day, whether or not the role is known: one row for each report and speaker.
//!
//! Rows have a fixed width and are read where they lie, so that a year is gone through without taking it apart. No reading is
//! made from them. They follow from the statements of the store: what cannot be read is made again.

use std::collections::HashMap;
use std::ops::Range;

use domain::{Cohort, MentionKind, Tone};

use super::DecodeError;

/// The first byte of the form.
const VERSION: u8 = 1;
const COUNTS: usize = 7;
const ID: usize = 16;
const SPEAKER: usize = ID + 4;
const DOCUMENT: usize = 8;
const OUTLET: usize = 8;
const SUBJECT: usize = 9;
const AFFILIATION: usize = 8;
const ROW: usize = 33;
const NOTHING: u32 = u32::MAX;
const NO_ROLE: u8 = u8::MAX;

/// A document in which somebody speaks.
#[derive(Clone, Debug)]
pub struct SaidInput<'a> {
    pub outlet: i64,
    /// Milliseconds since the day began.
    pub at_ms: u32,
    pub quotes: Vec<Quote<'a>>,
}

/// One speaker of a statement.
#[derive(Clone, Copy, Debug)]
pub struct Quote<'a> {
    pub speaker: [u8; 16],
    pub cohort: Option<Cohort>,
    pub about: Option<(MentionKind, &'a str)>,
    pub affiliation: &'a str,
    pub tone: Tone,
    /// The same in all reports of a statement.
    pub group: u64,
}

/// Texts of one kind, each once.
#[derive(Default)]
struct Names<'a> {
    places: HashMap<(Option<MentionKind>, &'a str), u32>,
    names: Vec<(Option<MentionKind>, &'a str)>,
}

impl<'a> Names<'a> {
    fn place(&mut self, kind: Option<MentionKind>, name: &'a str) -> u32 {
        *self.places.entry((kind, name)).or_insert_with(|| {
            self.names.push((kind, name));
            (self.names.len() - 1) as u32
        })
    }
}

pub fn encode_said(documents: &[SaidInput<'_>]) -> Vec<u8> {
    let (mut subjects, mut affiliations) = (Names::default(), Names::default());
    let mut outlets: Vec<i64> = documents.iter().map(|document| document.outlet).collect();
    outlets.sort_unstable();
    outlets.dedup();
    let mut rows: Vec<([u8; 16], u32, u32, u32, &Quote<'_>)> = Vec::new();
    for (number, document) in documents.iter().enumerate() {
        for report in &document.quotes {
            let subject = report.about.map_or(NOTHING, |(kind, name)| subjects.place(Some(kind), name));
            let affiliation = affiliations.place(None, report.affiliation);
            rows.push((report.speaker, number as u32, subject, affiliation, report));
        }
    }
    // A stable sort: reports of one document stay in the order of its text.
    rows.sort_by_key(|row| (row.0, row.1));
    let mut speakers: Vec<([u8; 16], u32)> = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        if speakers.last().is_none_or(|last| last.0 != row.0) {
            speakers.push((row.0, number as u32));
        }
    }
    let texts: usize = subjects.names.iter().chain(&affiliations.names).map(|name| name.1.len()).sum();
    let mut out = vec![VERSION];
    let lengths =
        [speakers.len(), outlets.len(), documents.len(), subjects.names.len(), affiliations.names.len()];
    for count in lengths.into_iter().chain([texts, rows.len()]) {
        out.extend_from_slice(&(count as u32).to_le_bytes());
    }
    for (id, first) in speakers {
        out.extend_from_slice(&id);
        out.extend_from_slice(&first.to_le_bytes());
    }
    outlets.iter().for_each(|outlet| out.extend_from_slice(&outlet.to_le_bytes()));
    for document in documents {
        let outlet = outlets.partition_point(|outlet| *outlet < document.outlet) as u32;
        out.extend_from_slice(&document.at_ms.to_le_bytes());
        out.extend_from_slice(&outlet.to_le_bytes());
    }
    let mut end = 0_u32;
    for (kind, name) in subjects.names.iter().chain(&affiliations.names) {
        out.extend(kind.map(|kind| kind as u8));
        out.extend_from_slice(&end.to_le_bytes());
        end += name.len() as u32;
        out.extend_from_slice(&end.to_le_bytes());
    }
    subjects
        .names
        .iter()
        .chain(&affiliations.names)
        .for_each(|name| out.extend_from_slice(name.1.as_bytes()));
    for (_, document, subject, affiliation, report) in rows {
        out.extend_from_slice(&document.to_le_bytes());
        out.extend_from_slice(&report.group.to_le_bytes());
        out.push(report.cohort.map_or(NO_ROLE, |cohort| cohort as u8));
        out.extend_from_slice(&subject.to_le_bytes());
        out.extend_from_slice(&affiliation.to_le_bytes());
        for part in [report.tone.positive, report.tone.neutral, report.tone.negative] {
            out.extend_from_slice(&part.to_le_bytes());
        }
    }
    out
}

/// A day's rows where they lie.
#[derive(Clone, Copy, Debug)]
pub struct SaidDay<'a> {
    speakers: &'a [u8],
    outlets: &'a [u8],
    documents: &'a [u8],
    subjects: &'a [u8],
    affiliations: &'a [u8],
    texts: &'a [u8],
    rows: &'a [u8],
}

/// One report of a speaker.
#[derive(Clone, Copy, Debug)]
pub struct SaidRow<'a>(&'a [u8]);

impl<'a> SaidDay<'a> {
    pub fn read(bytes: &'a [u8]) -> Result<SaidDay<'a>, DecodeError> {
        let (version, rest) = bytes.split_first().ok_or(DecodeError::Truncated)?;
        if *version != VERSION {
            return Err(DecodeError::Version);
        }
        let (counts, mut rest) = rest.split_at_checked(COUNTS * 4).ok_or(DecodeError::Truncated)?;
        let widths = [SPEAKER, OUTLET, DOCUMENT, SUBJECT, AFFILIATION, 1, ROW];
        let mut parts: [&[u8]; COUNTS] = [&[]; COUNTS];
        for (at, width) in widths.into_iter().enumerate() {
            let length =
                (number(counts, at * 4) as usize).checked_mul(width).ok_or(DecodeError::Truncated)?;
            (parts[at], rest) = rest.split_at_checked(length).ok_or(DecodeError::Truncated)?;
        }
        let [speakers, outlets, documents, subjects, affiliations, texts, rows] = parts;
        let day = SaidDay { speakers, outlets, documents, subjects, affiliations, texts, rows };
        match rest.is_empty() && day.fits_together() {
            true => Ok(day),
            false => Err(DecodeError::Corrupt),
        }
    }

    /// Every place that is named is there.
    fn fits_together(&self) -> bool {
        let (documents, outlets) = (self.documents.len() / DOCUMENT, self.outlets.len() / OUTLET);
        let rows = self.rows.len() / ROW;
        let mut first = self.speakers.chunks_exact(SPEAKER).map(|one| number(one, ID) as usize);
        let is_run = first.clone().zip(first.clone().skip(1)).all(|(one, next)| one < next);
        (rows == 0 || first.next() == Some(0))
            && is_run
            && self.speakers.chunks_exact(SPEAKER).all(|one| (number(one, ID) as usize) < rows)
            && self.documents.chunks_exact(DOCUMENT).all(|one| (number(one, 4) as usize) < outlets)
            && self.rows.chunks_exact(ROW).all(|one| (number(one, 0) as usize) < documents)
    }

    pub fn outlets(&self) -> impl Iterator<Item = i64> + use<'a> {
        self.outlets.chunks_exact(OUTLET).map(|one| i64::from_le_bytes(array(one, 0)))
    }

    /// Every speaker with all reports, those of one document together.
    pub fn speakers(&self) -> impl Iterator<Item = ([u8; 16], impl Iterator<Item = SaidRow<'a>> + use<'a>)> {
        let day = *self;
        (0..self.speakers.len() / SPEAKER).map(move |at| (day.speaker(at), day.rows_of(at)))
    }

    pub fn find(&self, speaker: [u8; 16]) -> Option<impl Iterator<Item = SaidRow<'a>> + use<'a>> {
        let (mut low, mut high) = (0, self.speakers.len() / SPEAKER);
        while low < high {
            let middle = low.midpoint(high);
            match self.speaker(middle) < speaker {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        (low < self.speakers.len() / SPEAKER && self.speaker(low) == speaker).then(|| self.rows_of(low))
    }

    fn speaker(&self, at: usize) -> [u8; 16] {
        array(self.speakers, at * SPEAKER)
    }

    fn rows_of(&self, at: usize) -> impl Iterator<Item = SaidRow<'a>> + use<'a> {
        let first = |at: usize| number(self.speakers, at * SPEAKER + ID) as usize * ROW;
        let end = if (at + 1) * SPEAKER < self.speakers.len() { first(at + 1) } else { self.rows.len() };
        self.rows[first(at)..end].chunks_exact(ROW).map(SaidRow)
    }

    /// Milliseconds since the day began, and the place of the outlet.
    pub fn document(&self, row: SaidRow<'_>) -> (u32, usize) {
        let at = row.document() as usize * DOCUMENT;
        (number(self.documents, at), number(self.documents, at + 4) as usize)
    }

    /// What rows say that are about it; none where nobody speaks of it.
    pub fn subject(&self, kind: MentionKind, name: &str) -> Option<u32> {
        let is_it = |one: &[u8]| one[0] == kind as u8 && self.text(one, 1) == name.as_bytes();
        self.subjects.chunks_exact(SUBJECT).position(is_it).map(|at| at as u32)
    }

    /// What rows say whose speaker is said to belong to it.
    pub fn affiliation(&self, name: &str) -> Option<u32> {
        let is_it = |one: &[u8]| self.text(one, 0) == name.as_bytes();
        self.affiliations.chunks_exact(AFFILIATION).position(is_it).map(|at| at as u32)
    }

    fn text(&self, one: &[u8], at: usize) -> &'a [u8] {
        let range: Range<usize> = number(one, at) as usize..number(one, at + 4) as usize;
        self.texts.get(range).unwrap_or_default()
    }
}

impl SaidRow<'_> {
    pub fn document(self) -> u32 {
        number(self.0, 0)
    }

    pub fn group(self) -> u64 {
        u64::from_le_bytes(array(self.0, 4))
    }

    pub fn cohort(self) -> Option<Cohort> {
        Cohort::ALL.get(usize::from(self.0[12])).copied()
    }

    pub fn subject(self) -> Option<u32> {
        Some(number(self.0, 13)).filter(|place| *place != NOTHING)
    }

    pub fn affiliation(self) -> u32 {
        number(self.0, 17)
    }

    pub fn tone(self) -> Tone {
        let part = |at: usize| f32::from_le_bytes(array(self.0, at));
        Tone { positive: part(21), neutral: part(25), negative: part(29) }
    }
}

fn number(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(array(bytes, at))
}

fn array<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut array = [0; N];
    array.copy_from_slice(&bytes[at..at + N]);
    array
}
