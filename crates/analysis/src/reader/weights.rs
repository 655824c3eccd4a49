//! Reads the compiled-in model files, in the order in which `training/export.py` writes them.

use super::kernel::Matrix;

pub struct Weights {
    bytes: &'static [u8],
}

const WHOLE: &str = "the compiled-in model is whole";

impl Weights {
    pub fn new(bytes: &'static [u8]) -> Weights {
        Weights { bytes }
    }

    fn take(&mut self, count: usize) -> &'static [u8] {
        let (head, rest) = self.bytes.split_at(count);
        self.bytes = rest;
        head
    }

    pub fn number(&mut self) -> usize {
        u32::from_le_bytes(self.take(4).try_into().expect(WHOLE)) as usize
    }

    pub fn real(&mut self) -> f32 {
        f32::from_le_bytes(self.take(4).try_into().expect(WHOLE))
    }

    pub fn reals(&mut self, count: usize) -> Vec<f32> {
        (0..count).map(|_| self.real()).collect()
    }

    pub fn small(&mut self, count: usize) -> Vec<i8> {
        self.take(count).iter().map(|&byte| byte as i8).collect()
    }

    pub fn halves(&mut self, count: usize) -> Vec<i16> {
        self.take(2 * count).chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect()
    }

    /// A table of rows of small numbers: how many rows, how wide, and the numbers.
    pub fn table(&mut self) -> (usize, usize, Vec<i8>) {
        let (rows, width) = (self.number(), self.number());
        (rows, width, self.small(rows * width))
    }

    pub fn matrix(&mut self) -> Matrix {
        let (outputs, inputs, weights) = self.table();
        let scale = self.reals(outputs);
        let bias = self.reals(outputs);
        Matrix::new(outputs, inputs, &weights, scale, bias)
    }

    /// The same, for inputs that are bytes.
    pub fn matrix_of_bytes(&mut self) -> Matrix {
        let mut again = Weights { bytes: self.bytes };
        let (_, _, weights) = again.table();
        self.matrix().of_bytes(&weights)
    }

    /// Nothing may be left: a file of another layout must not pass.
    pub fn finish(self) {
        assert!(self.bytes.is_empty(), "{WHOLE}");
    }
}
