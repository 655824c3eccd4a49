//! Whole numbers and texts as bytes, short where they are small. Reading stops at the end of what is there.

use super::DecodeError;

#[derive(Default)]
pub struct Writer {
    pub bytes: Vec<u8>,
}

impl Writer {
    /// Seven bits a byte, the lowest first; the high bit says that more follow.
    pub fn unsigned(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }

    /// The sign goes to the lowest bit, so that small negative numbers stay short.
    pub fn signed(&mut self, value: i64) {
        self.unsigned(((value << 1) ^ (value >> 63)) as u64);
    }

    pub fn text(&mut self, text: &str) {
        self.unsigned(text.len() as u64);
        self.bytes.extend_from_slice(text.as_bytes());
    }
}

pub struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { rest: bytes }
    }

    pub fn take(&mut self, length: usize) -> Result<&'a [u8], DecodeError> {
        let (taken, rest) = self.rest.split_at_checked(length).ok_or(DecodeError::Truncated)?;
        self.rest = rest;
        Ok(taken)
    }

    pub fn byte(&mut self) -> Result<u8, DecodeError> {
        Ok(self.take(1)?[0])
    }

    pub fn unsigned(&mut self) -> Result<u64, DecodeError> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(DecodeError::Corrupt)
    }

    pub fn signed(&mut self) -> Result<i64, DecodeError> {
        let value = self.unsigned()?;
        Ok((value >> 1) as i64 ^ -((value & 1) as i64))
    }

    pub fn text(&mut self) -> Result<String, DecodeError> {
        let length = self.length()?;
        let bytes = self.take(length)?;
        std::str::from_utf8(bytes).map(str::to_owned).map_err(|_| DecodeError::Corrupt)
    }

    /// A count of things to come. Each takes a byte at least, so that a broken count cannot ask for much memory.
    pub fn length(&mut self) -> Result<usize, DecodeError> {
        let length = self.unsigned()?;
        match usize::try_from(length) {
            Ok(length) if length <= self.rest.len() => Ok(length),
            _ => Err(DecodeError::Truncated),
        }
    }

    /// Bytes that were not read yet.
    pub fn left(&self) -> usize {
        self.rest.len()
    }
}
