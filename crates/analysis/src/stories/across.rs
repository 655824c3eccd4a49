//! What of an item is the same in every language: where its text lies among texts of all languages, what its most telling
//! pieces lie near to, and how its names sound.

use super::frequency::Frequencies;
use super::sounds;
use super::terms::Term;
use crate::reader::{self, DIMENSIONS};
use crate::tongue::Tongue;

/// Names whose sounds are kept.
const MAX_SOUNDS: usize = 32;

/// Bytes of the content in which names are looked for.
const MAX_CONTENT: usize = 1_200;

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Profile {
    /// None where the language is not read.
    vector: Option<Box<[i8; DIMENSIONS]>>,
    /// In order.
    telling: Vec<u16>,
    /// In order.
    sounds: Vec<u32>,
}

impl Profile {
    pub fn of(title: &str, content: &str, tongue: Tongue) -> Profile {
        let Some(language) = tongue.language() else { return Profile::default() };
        let begin = &content[..content.floor_char_boundary(MAX_CONTENT.min(content.len()))];
        Profile {
            vector: Some(Box::new(reader::vector(title, content, language))),
            telling: reader::telling(title, content),
            sounds: sounds::names(&format!("{title}\n{begin}"), MAX_SOUNDS),
        }
    }

    /// 1 for the same, about 0 for texts that have nothing to do with each other.
    pub fn cosine(&self, other: &Profile) -> f32 {
        match (&self.vector, &other.vector) {
            (Some(one), Some(two)) => reader::cosine(one, two),
            _ => 0.0,
        }
    }

    /// How much of what either says is said by something like it in the other, 0 to 1.
    pub fn met(&self, other: &Profile) -> f32 {
        reader::met(&self.telling, &other.telling)
    }

    pub fn sounds(&self) -> impl Iterator<Item = Term> {
        self.sounds.iter().map(|sound| Term::from(*sound))
    }

    pub fn write(&self, out: &mut Vec<u8>) {
        out.push(u8::from(self.vector.is_some()));
        out.extend(self.vector.iter().flat_map(|vector| vector.iter()).map(|number| *number as u8));
        out.push(self.telling.len() as u8);
        self.telling.iter().for_each(|piece| out.extend_from_slice(&piece.to_le_bytes()));
        out.push(self.sounds.len() as u8);
        self.sounds.iter().for_each(|sound| out.extend_from_slice(&sound.to_le_bytes()));
    }

    pub fn read(bytes: &[u8]) -> Option<(Profile, &[u8])> {
        let (has_vector, mut bytes) = bytes.split_first()?;
        let vector = match has_vector {
            0 => None,
            1 => {
                let (vector, behind) = bytes.split_first_chunk::<DIMENSIONS>()?;
                bytes = behind;
                Some(Box::new(vector.map(|number| number as i8)))
            }
            _ => return None,
        };
        let (count, bytes) = bytes.split_first()?;
        let (telling, bytes) = bytes.split_at_checked(usize::from(*count) * 2)?;
        let telling: Vec<u16> =
            telling.as_chunks::<2>().0.iter().map(|two| u16::from_le_bytes(*two)).collect();
        let (count, bytes) = bytes.split_first()?;
        let (sounds, bytes) = bytes.split_at_checked(usize::from(*count) * 4)?;
        let sounds: Vec<u32> =
            sounds.as_chunks::<4>().0.iter().map(|four| u32::from_le_bytes(*four)).collect();
        let is_sound = sounds.len() <= MAX_SOUNDS
            && sounds.is_sorted_by(|a, b| a < b)
            && reader::are_known(&telling)
            && telling.is_sorted_by(|a, b| a < b);
        is_sound.then_some((Profile { vector, telling, sounds }, bytes))
    }
}

/// The sounds of an item's names with their rarity as of some moment.
#[derive(Default)]
pub(super) struct WeighedSounds {
    /// One for each sound.
    rarity: Vec<f32>,
    length: f32,
}

impl WeighedSounds {
    pub fn of(profile: &Profile, frequencies: &Frequencies) -> WeighedSounds {
        let rarity: Vec<f32> =
            profile.sounds().map(|sound| frequencies.rarity(Tongue::default(), sound)).collect();
        let length = rarity.iter().map(|rarity| rarity * rarity).sum::<f32>().sqrt();
        WeighedSounds { rarity, length }
    }

    /// How much two items share of what their names weigh.
    pub fn cosine(&self, other: &WeighedSounds, own: &Profile, theirs: &Profile) -> f32 {
        let mut rest = theirs.sounds.as_slice();
        let mut sum = 0.0;
        for (sound, rarity) in own.sounds.iter().zip(&self.rarity) {
            rest = &rest[rest.partition_point(|known| known < sound)..];
            if rest.first() == Some(sound) {
                sum += rarity * rarity;
            }
        }
        sum / (self.length * other.length).max(1e-6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_comes_back_from_its_bytes() {
        for (title, code) in
            [("Binance halts withdrawals", "en"), ("Binance stoppt Auszahlungen", "de"), ("x", "ar")]
        {
            let profile = Profile::of(title, "", Tongue::of(code));
            let mut bytes = Vec::new();
            profile.write(&mut bytes);
            bytes.push(7);
            assert_eq!(Profile::read(&bytes), Some((profile, &[7][..])));
            assert_eq!(Profile::read(&bytes[..bytes.len() - 2]).map(|(_, rest)| rest.len()), None);
        }
        assert_eq!(Profile::read(&[2, 0]), None);
    }

    #[test]
    fn what_is_said_in_two_languages_lies_near() {
        let of = |title: &str, code: &str| Profile::of(title, "", Tongue::of(code));
        let english = of("Hackers steal $40 million from crypto exchange", "en");
        let german = of("Hacker stehlen 40 Millionen Dollar von Kryptobörse", "de");
        let other = of("Notenbank lässt Leitzins unverändert", "de");
        assert!(english.cosine(&german) > english.cosine(&other) + 0.2);
    }
}
