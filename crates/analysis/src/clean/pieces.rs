//! A text in the pieces that are kept and those that are cut, round after round, so that both can be put together again.

use std::borrow::Cow;
use std::ops::Range;

use domain::cut::separator;
use domain::{Cut, CutReason, Field};

use super::Found;

pub(super) struct Pieces<'a> {
    text: &'a str,
    /// In order and apart.
    cuts: Vec<Found>,
    /// What lies between them, without the space around it; none is empty.
    kept: Vec<Range<usize>>,
    /// The kept pieces as one text, and where each begins in it.
    left: Cow<'a, str>,
    starts: Vec<usize>,
}

impl<'a> Pieces<'a> {
    pub fn of(text: &'a str) -> Pieces<'a> {
        let (whole, starts) = (std::iter::once(0..text.len()).collect(), vec![0]);
        Pieces { text, cuts: Vec::new(), kept: whole, left: Cow::Borrowed(text), starts }
    }

    pub fn is_whole(&self) -> bool {
        self.cuts.is_empty()
    }

    pub fn left(&self) -> &str {
        &self.left
    }

    pub fn n_bytes_cut(&self, counts: impl Fn(CutReason) -> bool) -> usize {
        self.cuts.iter().filter(|(_, reason)| counts(*reason)).map(|(range, _)| range.len()).sum()
    }

    /// Takes ranges out of what is left.
    pub fn cut(&mut self, found: &[Found]) {
        for (range, reason) in found {
            self.cuts.push((self.start_in_text(range.start)..self.end_in_text(range.end), *reason));
        }
        self.merge();
        self.join();
    }

    /// What is left, and the cuts behind those that are there.
    pub fn taken_apart(self, cuts: &mut Vec<Cut>) -> String {
        let left = self.left.into_owned();
        let mut index = 0;
        let mut from = 0;
        for (place, (range, reason)) in self.cuts.iter().enumerate() {
            // Up to the next piece, kept or cut: no space is lost.
            while self.kept.get(index).is_some_and(|kept| kept.end <= range.start) {
                from = self.kept[index].end;
                index += 1;
            }
            let next_cut = self.cuts.get(place + 1).map_or(self.text.len(), |(next, _)| next.start);
            let end = self.kept.get(index).map_or(self.text.len(), |kept| kept.start).min(next_cut);
            let at = index.checked_sub(1).map_or(0, |before| self.starts[before] + self.kept[before].len());
            let text = self.text[from..end].to_owned();
            cuts.push(Cut { field: Field::Content, at, text, reason: *reason });
            from = end;
        }
        left
    }

    /// Where two overlap, the one that begins first names the reason.
    fn merge(&mut self) {
        self.cuts.sort_by_key(|(range, _)| range.start);
        self.cuts.dedup_by(|(range, _), (last, _)| {
            let overlaps = range.start < last.end;
            if overlaps {
                last.end = last.end.max(range.end);
            }
            overlaps
        });
    }

    fn join(&mut self) {
        self.kept.clear();
        let mut from = 0;
        let ends = self.cuts.iter().map(|(range, _)| (range.start, range.end));
        for (start, end) in ends.chain([(self.text.len(), self.text.len())]) {
            let between = &self.text[from..start];
            let begin = from + (between.len() - between.trim_start().len());
            let close = from + between.trim_end().len();
            if begin < close {
                self.kept.push(begin..close);
            }
            from = end;
        }
        self.starts.clear();
        let mut left = String::with_capacity(self.text.len());
        for (index, piece) in self.kept.iter().enumerate() {
            if index > 0 {
                left.push_str(separator(&self.text[self.kept[index - 1].end..piece.start]));
            }
            self.starts.push(left.len());
            left.push_str(&self.text[piece.clone()]);
        }
        self.left = Cow::Owned(left);
    }

    /// A place of what is left, in the whole text; one between two pieces is where the next begins.
    fn start_in_text(&self, place: usize) -> usize {
        let index = self.starts.partition_point(|start| *start <= place).saturating_sub(1);
        let Some(piece) = self.kept.get(index) else { return self.text.len() };
        let inside = place - self.starts[index];
        if inside < piece.len() {
            return piece.start + inside;
        }
        self.kept.get(index + 1).map_or(self.text.len(), |next| next.start)
    }

    /// One between two pieces is where the first ends.
    fn end_in_text(&self, place: usize) -> usize {
        let index = self.starts.partition_point(|start| *start < place).saturating_sub(1);
        self.kept.get(index).map_or(0, |piece| piece.start + (place - self.starts[index]).min(piece.len()))
    }
}
