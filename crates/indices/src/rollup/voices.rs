//! What was said on a day in known roles: posts, and the statements that documents report. Each row leads to its document.

use domain::hash::hash128;
use domain::language::is_read;
use domain::{Cohort, MentionKind, Tone};

use super::bytes::{Reader, Writer};
use super::{DayInput, DecodeError};
use crate::fixed::ONE;

/// Tones, weights and sureness are kept in ten-thousandths.
pub const STEPS: u16 = 10_000;

/// The first byte of the form in which they stand by themselves.
const VERSION: u8 = 1;

/// What counting needs of a statement, one for each of its speakers. The role is known.
#[derive(Clone, Copy, Debug)]
pub struct StatementInput<'a> {
    pub voice: [u8; 16],
    pub cohort: Cohort,
    /// How sure the role is, 0 to 1.
    pub sureness: f32,
    pub about: Option<(MentionKind, &'a str)>,
    pub tone: Tone,
    /// The same in all reports of a statement.
    pub group: u64,
}

/// Everything said on a day in known roles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Voices {
    /// What is spoken about, sorted; rows name it by its place here.
    pub subjects: Vec<(MentionKind, String)>,
    /// By voice and role, so that a person's day is a run of rows.
    pub rows: Vec<VoiceRow>,
    /// Of the bytes of both, 128 bits.
    pub digest: [u8; 16],
}

/// A post, or one document's report of a statement.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct VoiceRow {
    pub voice: [u8; 16],
    pub cohort: Cohort,
    pub is_post: bool,
    /// The same in all reports of a statement.
    pub group: u64,
    pub document: [u8; 16],
    pub sureness: u16,
    pub positive: u16,
    pub negative: u16,
    /// What an index takes it for: all of a statement, of a post its part in the story, nothing of a sponsored item.
    pub weight: u16,
    /// A bit for each category of the document.
    pub categories: u32,
    /// Places in the list of subjects, ascending.
    pub subjects: Vec<u32>,
}

impl Voices {
    /// The place of a subject, where anybody spoke of it.
    pub fn subject(&self, kind: MentionKind, name: &str) -> Option<u32> {
        let at = self.subjects.binary_search_by(|(own, text)| (*own, text.as_str()).cmp(&(kind, name)));
        at.ok().map(|at| at as u32)
    }

    pub(super) fn write(&self) -> Vec<u8> {
        let mut out = Writer::default();
        out.unsigned(self.subjects.len() as u64);
        for (kind, name) in &self.subjects {
            out.bytes.push(*kind as u8);
            out.text(name);
        }
        out.unsigned(self.rows.len() as u64);
        for row in &self.rows {
            out.bytes.extend_from_slice(&row.voice);
            out.bytes.extend_from_slice(&row.document);
            out.bytes.extend_from_slice(&row.group.to_le_bytes());
            out.bytes.push(row.cohort as u8);
            out.bytes.push(u8::from(row.is_post));
            for part in [row.sureness, row.positive, row.negative, row.weight] {
                out.unsigned(u64::from(part));
            }
            out.unsigned(u64::from(row.categories));
            out.unsigned(row.subjects.len() as u64);
            row.subjects.iter().for_each(|subject| out.unsigned(u64::from(*subject)));
        }
        out.bytes
    }

    pub(super) fn read(from: &mut Reader<'_>) -> Result<Voices, DecodeError> {
        Voices::unsealed(from).map(Voices::sealed)
    }

    fn unsealed(from: &mut Reader<'_>) -> Result<Voices, DecodeError> {
        let subjects = (0..from.length()?)
            .map(|_| {
                let kind = MentionKind::ALL.get(usize::from(from.byte()?)).ok_or(DecodeError::Corrupt)?;
                Ok((*kind, from.text()?))
            })
            .collect::<Result<Vec<_>, DecodeError>>()?;
        let length = from.length()?;
        let mut rows = Vec::with_capacity(length);
        for _ in 0..length {
            rows.push(read_row(from, subjects.len())?);
        }
        Ok(Voices { subjects, rows, digest: [0; 16] })
    }

    /// About so many bytes of memory.
    pub fn memory(&self) -> usize {
        // The least that an allocation takes.
        const SMALL: usize = 16;
        let subjects: usize = self.rows.iter().map(|row| row.subjects.len().min(1) * SMALL).sum();
        size_of::<Voices>()
            + self.subjects.len() * (size_of::<(MentionKind, String)>() + SMALL)
            + self.rows.len() * size_of::<VoiceRow>()
            + subjects
    }

    fn sealed(mut self) -> Voices {
        self.digest = hash128(&self.write());
        self
    }
}

/// The voices of a day by themselves, for whoever wants nothing else of it.
pub fn encode_voices(voices: &Voices) -> Vec<u8> {
    let mut bytes = vec![VERSION];
    bytes.extend_from_slice(&voices.digest);
    bytes.append(&mut voices.write());
    bytes
}

/// The digest is the one that they were written with: it is checked where a day is read as a whole.
pub fn decode_voices(bytes: &[u8]) -> Result<Voices, DecodeError> {
    let (version, rest) = bytes.split_first().ok_or(DecodeError::Truncated)?;
    if *version != VERSION {
        return Err(DecodeError::Version);
    }
    let (digest, rest) = rest.split_first_chunk::<16>().ok_or(DecodeError::Truncated)?;
    let mut from = Reader::new(rest);
    let voices = Voices::unsealed(&mut from)?;
    match from.left() {
        0 => Ok(Voices { digest: *digest, ..voices }),
        _ => Err(DecodeError::Corrupt),
    }
}

fn read_row(from: &mut Reader<'_>, subjects: usize) -> Result<VoiceRow, DecodeError> {
    let id = |from: &mut Reader<'_>| -> Result<[u8; 16], DecodeError> {
        from.take(16)?.try_into().map_err(|_| DecodeError::Truncated)
    };
    let part = |from: &mut Reader<'_>| match from.unsigned()? {
        part if part <= u64::from(STEPS) => Ok(part as u16),
        _ => Err(DecodeError::Corrupt),
    };
    let (voice, document) = (id(from)?, id(from)?);
    let group = u64::from_le_bytes(from.take(8)?.try_into().map_err(|_| DecodeError::Truncated)?);
    let cohort = *Cohort::ALL.get(usize::from(from.byte()?)).ok_or(DecodeError::Corrupt)?;
    let is_post = match from.byte()? {
        0 => false,
        1 => true,
        _ => return Err(DecodeError::Corrupt),
    };
    let (sureness, positive, negative, weight) = (part(from)?, part(from)?, part(from)?, part(from)?);
    let categories = u32::try_from(from.unsigned()?).map_err(|_| DecodeError::Corrupt)?;
    let places = (0..from.length()?)
        .map(|_| match from.unsigned()? {
            place if place < subjects as u64 => Ok(place as u32),
            _ => Err(DecodeError::Corrupt),
        })
        .collect::<Result<_, DecodeError>>()?;
    Ok(VoiceRow {
        voice,
        cohort,
        is_post,
        group,
        document,
        sureness,
        positive,
        negative,
        weight,
        categories,
        subjects: places,
    })
}

/// Takes in what was said, document by document.
#[derive(Default)]
pub struct VoiceCount<'a> {
    rows: Vec<(VoiceRow, Vec<(MentionKind, &'a str)>)>,
}

impl<'a> VoiceCount<'a> {
    /// `weight` is the document's part in its story, in steps of 2^-32; `categories` are its bits.
    pub fn add(&mut self, document: &DayInput<'a>, weight: i64, categories: u32) {
        if let Some(cohort) = document.cohort.filter(|_| is_read(document.language)) {
            let row = VoiceRow {
                voice: document.voice,
                cohort,
                is_post: true,
                group: u64::from_be_bytes(document.id[..8].try_into().expect("eight bytes")),
                document: document.id,
                sureness: STEPS,
                positive: steps(document.tone.positive),
                negative: steps(document.tone.negative),
                weight: ((i128::from(weight) * i128::from(STEPS) + i128::from(ONE / 2)) / i128::from(ONE))
                    as u16,
                categories,
                subjects: Vec::new(),
            };
            let companies = document.companies.iter().map(|mention| (MentionKind::Company, mention.name));
            let assets = document.assets.iter().map(|mention| (MentionKind::Asset, mention.name));
            self.rows.push((row, companies.chain(assets).collect()));
        }
        for said in &document.statements {
            let row = VoiceRow {
                voice: said.voice,
                cohort: said.cohort,
                is_post: false,
                group: said.group,
                document: document.id,
                sureness: steps(said.sureness),
                positive: steps(said.tone.positive),
                negative: steps(said.tone.negative),
                weight: if document.sponsored { 0 } else { STEPS },
                categories,
                subjects: Vec::new(),
            };
            self.rows.push((row, said.about.into_iter().collect()));
        }
    }

    pub fn finish(self) -> Voices {
        let mut named: Vec<(MentionKind, &str)> =
            self.rows.iter().flat_map(|(_, named)| named.iter().copied()).collect();
        named.sort_unstable();
        named.dedup();
        let mut rows: Vec<VoiceRow> = Vec::with_capacity(self.rows.len());
        for (mut row, about) in self.rows {
            row.subjects =
                about.iter().filter_map(|one| named.binary_search(one).ok()).map(|at| at as u32).collect();
            row.subjects.sort_unstable();
            row.subjects.dedup();
            rows.push(row);
        }
        rows.sort_unstable();
        rows.dedup();
        let subjects = named.into_iter().map(|(kind, name)| (kind, name.to_owned())).collect();
        Voices { subjects, rows, digest: [0; 16] }.sealed()
    }
}

/// A share in ten-thousandths, held within 0 and 1 whatever a model handed over.
fn steps(share: f32) -> u16 {
    (f64::from(share).clamp(0.0, 1.0) * f64::from(STEPS)).round() as u16
}
