//! Products of 16-bit or 8-bit activations with 8-bit weights, summed in 32-bit integers.
//!
//! Integer sums are exact in any order, so the widest instructions that the machine has give the same result as the
//! plain loop. Reaching those instructions needs `unsafe`; it is kept to this file, `products`
//! and `tiles`, behind checked lengths.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

#[cfg(target_arch = "x86_64")]
use super::products::{
    BYTES, LANES, TileShape, WORDS, WORDS_BY_TWO, has_fused, has_wide, products, tiles_of_machine, wide_tiles,
};
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
use super::tiles::{self, Tiles};

/// Outputs that are summed side by side.
#[cfg(not(target_arch = "x86_64"))]
const LANES: usize = 16;

/// The weights of a pair of inputs for a block of 16 outputs. They fill a line of the processor's cache and begin with it:
/// a load that touches two lines takes twice as long.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([i16; 2 * LANES]);

/// A layer: weights in blocks of 16 outputs, each pair of inputs of the block side by side.
pub struct Matrix {
    pub outputs: usize,
    pub inputs: usize,
    packed: Vec<Line>,
    /// The same weights for a machine that multiplies bytes, where inputs are bytes.
    #[cfg(target_arch = "x86_64")]
    bytes: Option<Bytes>,
    /// The same weights for a machine that has tiles.
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    tiles: Option<Tiles>,
    /// What one step of a sum is worth, for each output.
    pub scale: Vec<f32>,
    pub bias: Vec<f32>,
}

/// Weights of four inputs side by side, in place of two that are twice as long.
#[cfg(target_arch = "x86_64")]
struct Bytes {
    packed: Vec<Line>,
    /// What an input of 128 adds to each sum: inputs with a sign are multiplied as if they were so much higher.
    shift: Vec<i32>,
}

#[cfg(target_arch = "x86_64")]
impl Bytes {
    /// None where the machine cannot.
    fn new(outputs: usize, inputs: usize, weights: &[i8]) -> Option<Bytes> {
        if !has_fused() || !inputs.is_multiple_of(4) {
            return None;
        }
        let mut packed = vec![[[0_i8; 4]; LANES]; outputs.div_ceil(LANES) * inputs / 4];
        let mut shift = vec![0; outputs.div_ceil(LANES) * LANES];
        for (at, &weight) in weights.iter().enumerate() {
            let (output, input) = (at / inputs, at % inputs);
            packed[output / LANES * (inputs / 4) + input / 4][output % LANES][input % 4] = weight;
            shift[output] += 128 * i32::from(weight);
        }
        let word = |[low, high]: [i8; 2]| i16::from_le_bytes([low as u8, high as u8]);
        let line = |line: [[i8; 4]; LANES]| {
            Line(std::array::from_fn(|at| word([line[at / 2][at % 2 * 2], line[at / 2][at % 2 * 2 + 1]])))
        };
        Some(Bytes { packed: packed.into_iter().map(line).collect(), shift })
    }
}

impl Matrix {
    /// `weights` holds one row of `inputs` for each output. `inputs` is even.
    pub fn new(outputs: usize, inputs: usize, weights: &[i8], scale: Vec<f32>, bias: Vec<f32>) -> Matrix {
        assert!(
            inputs.is_multiple_of(2) && weights.len() == outputs * inputs,
            "a layer of the compiled-in model is whole"
        );
        let blocks = outputs.div_ceil(LANES);
        let mut packed = vec![Line([0; 2 * LANES]); blocks * inputs / 2];
        for (at, &weight) in weights.iter().enumerate() {
            let (output, input) = (at / inputs, at % inputs);
            let line = output / LANES * (inputs / 2) + input / 2;
            packed[line].0[(output % LANES) * 2 + input % 2] = i16::from(weight);
        }
        Matrix {
            outputs,
            inputs,
            packed,
            #[cfg(target_arch = "x86_64")]
            bytes: None,
            #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
            tiles: Tiles::new(outputs, inputs, weights),
            scale,
            bias,
        }
    }

    /// Outputs, filled up to whole blocks: the length of a row of sums.
    pub fn width(&self) -> usize {
        self.outputs.div_ceil(LANES) * LANES
    }

    /// Sums of `rows` rows of inputs that begin `stride` apart; `sums` gets `rows` rows of `width()`.
    pub fn sums(&self, x: &[i16], stride: usize, rows: usize, sums: &mut Vec<i32>) {
        // Every sum is written below, so what the buffer held before need not be cleared.
        sums.resize(rows * self.width(), 0);
        if rows == 0 {
            return;
        }
        assert!((rows - 1) * stride + self.inputs <= x.len(), "every row of inputs lies inside the buffer");
        #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
        if let Some(tiles) = self.tiles_for(rows) {
            return tiles.sums(x, stride, rows, sums);
        }
        #[cfg(target_arch = "x86_64")]
        {
            // SAFETY: the machine has the instructions of these tiles; the lengths were checked.
            unsafe {
                let packed = (&self.packed[..], self.inputs);
                walk(packed, (x.as_ptr(), stride), rows, sums, tiles_of_machine(rows));
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        self.plain(x, stride, rows, sums);
    }

    /// The tiles, where there are any and enough rows to fill them.
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    fn tiles_for(&self, rows: usize) -> Option<&Tiles> {
        self.tiles.as_ref().filter(|_| rows >= tiles::MIN_ROWS)
    }

    /// Whether so many rows go through tiles.
    #[cfg(target_arch = "x86_64")]
    fn is_tiled(&self, rows: usize) -> bool {
        #[cfg(target_os = "linux")]
        return self.tiles_for(rows).is_some();
        #[cfg(not(target_os = "linux"))]
        return false;
    }

    /// Ready for inputs that are bytes.
    pub fn of_bytes(mut self, weights: &[i8]) -> Matrix {
        #[cfg(target_arch = "x86_64")]
        {
            self.bytes = Bytes::new(self.outputs, self.inputs, weights);
        }
        self
    }

    /// `sums` of inputs that are bytes with a sign.
    pub fn byte_sums(&self, x: &[i8], rows: usize, sums: &mut Vec<i32>) {
        assert!(x.len() == rows * self.inputs, "every row of inputs is whole");
        #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
        if let Some(tiles) = self.tiles_for(rows) {
            let x: Vec<u8> = x.iter().map(|&value| value as u8).collect();
            sums.resize(rows * self.outputs, 0);
            return tiles.byte_sums::<true>(&x, self.inputs, rows, sums);
        }
        #[cfg(target_arch = "x86_64")]
        if let Some(bytes) = self.bytes.as_ref().filter(|_| rows > 0) {
            let x: Vec<u8> = x.iter().map(|&value| value as u8 ^ 0x80).collect();
            sums.resize(rows * self.width(), 0);
            let (packed, stride) = ((&bytes.packed[..], self.inputs / 2), self.inputs / 2);
            // SAFETY: the machine has the instructions, as whoever made `bytes` asked; the length was checked.
            unsafe { walk(packed, (x.as_ptr().cast(), stride), rows, sums, wide_tiles::<BYTES>(rows)) };
            for row in sums.chunks_exact_mut(bytes.shift.len()) {
                row.iter_mut().zip(&bytes.shift).for_each(|(sum, shift)| *sum -= shift);
            }
            return;
        }
        let x: Vec<i16> = x.iter().map(|&value| i16::from(value)).collect();
        self.sums(&x, self.inputs, rows, sums);
    }

    /// `steps` of inputs that are bytes without a sign.
    pub fn byte_steps(
        &self,
        (x, stride): (&[u8], usize),
        rows: usize,
        to: &Steps,
        sums: &mut Vec<i32>,
        out: &mut [i16],
    ) {
        #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
        if let Some(tiles) = self.tiles_for(rows) {
            assert!(out.len() == rows * self.outputs, "every row lies inside its buffer");
            sums.resize(rows * self.outputs, 0);
            tiles.byte_sums::<false>(x, stride, rows, sums);
            return self.step_rows(sums, to, out);
        }
        #[cfg(target_arch = "x86_64")]
        if let Some(bytes) = self.bytes.as_ref().filter(|_| rows > 0)
            && self.outputs.is_multiple_of(NARROW * LANES)
            && stride.is_multiple_of(2)
        {
            assert!(
                (rows - 1) * stride + self.inputs <= x.len() && out.len() == rows * self.outputs,
                "every row lies inside its buffer"
            );
            to.check(self.outputs);
            let (packed, from) = ((&bytes.packed[..], self.inputs / 2), (x.as_ptr().cast(), stride / 2));
            // SAFETY: the machine has the instructions, as whoever made `bytes` asked; the lengths were checked.
            return unsafe { walk_steps::<BYTES>(packed, from, rows, to, out) };
        }
        let x: Vec<i16> = x.iter().map(|&value| i16::from(value)).collect();
        self.steps((&x, stride), rows, to, sums, out);
    }

    /// Steps of activations instead of sums; `out` gets `rows` rows of outputs, which fill whole blocks.
    pub fn steps(
        &self,
        (x, stride): (&[i16], usize),
        rows: usize,
        to: &Steps,
        sums: &mut Vec<i32>,
        out: &mut [i16],
    ) {
        assert!(
            self.width() == self.outputs && out.len() == rows * self.outputs,
            "rows of outputs are whole"
        );
        #[cfg(target_arch = "x86_64")]
        if !self.is_tiled(rows) && rows > 0 && self.outputs.is_multiple_of(NARROW * LANES) && has_wide() {
            assert!(
                (rows - 1) * stride + self.inputs <= x.len(),
                "every row of inputs lies inside the buffer"
            );
            to.check(self.outputs);
            // SAFETY: the machine has the instructions; the lengths were checked.
            return unsafe {
                let packed = (&self.packed[..], self.inputs);
                if has_fused() {
                    walk_steps::<WORDS>(packed, (x.as_ptr(), stride), rows, to, out);
                } else {
                    walk_steps::<WORDS_BY_TWO>(packed, (x.as_ptr(), stride), rows, to, out);
                }
            };
        }
        self.sums(x, stride, rows, sums);
        self.step_rows(sums, to, out);
    }

    fn step_rows(&self, sums: &[i32], to: &Steps, out: &mut [i16]) {
        for (sums, out) in sums.chunks_exact(self.outputs).zip(out.chunks_exact_mut(self.outputs)) {
            to.take([sums], out);
        }
    }

    /// The same in plain loops: what the other ways are tested against.
    #[cfg(any(test, not(target_arch = "x86_64")))]
    pub fn plain(&self, x: &[i16], stride: usize, rows: usize, sums: &mut [i32]) {
        let width = self.width();
        sums.fill(0);
        for row in 0..rows {
            let inputs = &x[row * stride..row * stride + self.inputs];
            for (block, weights) in self.packed.chunks_exact(self.inputs / 2).enumerate() {
                let sums = &mut sums[row * width + block * LANES..][..LANES];
                for (pair, weights) in inputs.chunks_exact(2).zip(weights) {
                    for (sum, weight) in sums.iter_mut().zip(weights.0.chunks_exact(2)) {
                        *sum += i32::from(pair[0]) * i32::from(weight[0])
                            + i32::from(pair[1]) * i32::from(weight[1]);
                    }
                }
            }
        }
    }
}

/// Weights as they lie in memory, and how many inputs of 16 bits a row of them has: two bytes are one.
#[cfg(target_arch = "x86_64")]
type Packed<'a> = (&'a [Line], usize);

/// Walks over blocks of outputs, then rows: a block's weights stay near while all rows pass. `tiles` begin with the
/// largest; the last is of one row and one block, so that everything is covered.
#[cfg(target_arch = "x86_64")]
unsafe fn walk(
    (packed, inputs): Packed,
    (x, stride): (*const i16, usize),
    rows: usize,
    sums: &mut [i32],
    tiles: &[TileShape],
) {
    let width = sums.len() / rows;
    let blocks = width / LANES;
    let mut block = 0;
    while block < blocks {
        let breadth = tiles.iter().map(|tile| tile.2).find(|&breadth| block + breadth <= blocks).unwrap_or(1);
        let weights = packed[block * inputs / 2..].as_ptr().cast();
        let mut row = 0;
        while row < rows {
            let fits = |tile: &&TileShape| tile.2 == breadth && row + tile.1 <= rows;
            let Some(&(tile, height, _)) = tiles.iter().find(fits) else { break };
            // SAFETY: rows row..row+height lie inside `x` and `sums`, as the caller checked, the blocks inside `packed`.
            unsafe {
                let sums = sums.as_mut_ptr().add(row * width + block * LANES);
                tile(x.add(row * stride), stride, inputs, weights, sums, width);
            }
            row += height;
        }
        block += breadth;
    }
}

/// Blocks of outputs that a tile of steps is broad, and the last one where they are not filled.
#[cfg(target_arch = "x86_64")]
const BREADTH: usize = 4;
#[cfg(target_arch = "x86_64")]
const NARROW: usize = 2;

/// As `walk`, with the sums turned to steps before they leave the registers.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn walk_steps<const HOW: u8>(
    packed: Packed,
    (x, stride): (*const i16, usize),
    rows: usize,
    to: &Steps,
    out: &mut [i16],
) {
    let outputs = to.scale.len();
    let blocks = outputs / LANES;
    let mut block = 0;
    while block < blocks {
        let is_broad = block + BREADTH <= blocks;
        let mut row = 0;
        while row < rows {
            let into = &mut out[row * outputs + block * LANES..];
            // SAFETY: so many rows are left, and the caller has checked that `x` holds them.
            row += unsafe {
                let from = (x.add(row * stride), stride);
                match (is_broad, rows - row) {
                    (true, 6..) => wide_steps::<6, BREADTH, HOW>(packed, from, block, to, into),
                    (true, 4..) => wide_steps::<4, BREADTH, HOW>(packed, from, block, to, into),
                    (true, 2..) => wide_steps::<2, BREADTH, HOW>(packed, from, block, to, into),
                    (true, _) => wide_steps::<1, BREADTH, HOW>(packed, from, block, to, into),
                    (false, 8..) => wide_steps::<8, NARROW, HOW>(packed, from, block, to, into),
                    (false, 4..) => wide_steps::<4, NARROW, HOW>(packed, from, block, to, into),
                    (false, _) => wide_steps::<1, NARROW, HOW>(packed, from, block, to, into),
                }
            };
        }
        block += if is_broad { BREADTH } else { NARROW };
    }
}

/// Steps of `R` rows, which it gives back, for the blocks from `block` on.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn wide_steps<const R: usize, const B: usize, const HOW: u8>(
    (packed, inputs): Packed,
    (x, stride): (*const i16, usize),
    block: usize,
    to: &Steps,
    out: &mut [i16],
) -> usize {
    let weights = packed[block * inputs / 2..].as_ptr().cast();
    // SAFETY: the caller keeps to the buffers.
    let kept = unsafe { products::<R, B, HOW>(x, stride, inputs, weights) };
    let (none, half, most) = (_mm512_setzero_ps(), _mm512_set1_ps(0.5), _mm512_set1_ps(to.most));
    for i in 0..B {
        let outputs = (block + i) * LANES..(block + i + 1) * LANES;
        let (scale, bias) = (&to.scale[outputs.clone()], &to.bias[outputs]);
        // SAFETY: both are as long as a register.
        let (scale, bias) = unsafe { (_mm512_loadu_ps(scale.as_ptr()), _mm512_loadu_ps(bias.as_ptr())) };
        for (row, kept) in kept.iter().enumerate() {
            // Product and sum are rounded one by one, as everywhere else.
            let value = _mm512_add_ps(_mm512_mul_ps(_mm512_cvtepi32_ps(kept[i]), scale), bias);
            let value = _mm512_add_ps(_mm512_min_ps(_mm512_max_ps(value, none), most), half);
            let steps = _mm512_cvtepi32_epi16(_mm512_cvttps_epi32(value));
            let out = &mut out[row * to.scale.len() + i * LANES..][..LANES];
            // SAFETY: the place is as long as what is stored.
            unsafe { _mm256_storeu_si256(out.as_mut_ptr().cast(), steps) };
        }
    }
    R
}

/// How sums become steps of an activation: `sum * scale + bias`, cut off below zero and at `most`, rounded.
pub struct Steps {
    pub scale: Vec<f32>,
    pub bias: Vec<f32>,
    pub most: f32,
}

impl Steps {
    fn check(&self, width: usize) {
        assert!(self.scale.len() == width && self.bias.len() == width, "every output has its scale");
        assert!((0.0..f32::from(i16::MAX)).contains(&self.most), "the highest step fits its type");
    }

    /// The steps of all sums of an output together.
    pub fn take<const N: usize>(&self, sums: [&[i32]; N], out: &mut [i16]) {
        self.check(out.len());
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
            #[target_feature(enable = "avx512f,avx512bw")]
            fn widest<const N: usize>(to: &Steps, sums: [&[i32]; N], out: &mut [i16]) {
                steps_of(sums, &to.scale, &to.bias, to.most, out);
            }
            // SAFETY: the machine has the instructions.
            return unsafe { widest(self, sums, out) };
        } else if is_x86_feature_detected!("avx2") {
            #[target_feature(enable = "avx2")]
            fn wide<const N: usize>(to: &Steps, sums: [&[i32]; N], out: &mut [i16]) {
                steps_of(sums, &to.scale, &to.bias, to.most, out);
            }
            // SAFETY: the machine has the instructions.
            return unsafe { wide(self, sums, out) };
        }
        steps_of(sums, &self.scale, &self.bias, self.most, out);
    }
}

#[inline(always)]
fn steps_of<const N: usize>(sums: [&[i32]; N], scale: &[f32], bias: &[f32], most: f32, out: &mut [i16]) {
    let width = out.len();
    let (sums, scale, bias) = (sums.map(|sums| &sums[..width]), &scale[..width], &bias[..width]);
    for i in 0..width {
        let sum: i32 = sums.iter().map(|sums| sums[i]).sum();
        // SAFETY: the caller has checked `most`.
        out[i] = unsafe { rounded(sum as f32 * scale[i] + bias[i], most) };
    }
}

/// All sums of an output together, `sum * scale + bias`, cut off below zero.
pub fn rectify<const N: usize>(sums: [&[i32]; N], scale: &[f32], bias: &[f32], out: &mut [f32]) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx512f") {
        #[target_feature(enable = "avx512f")]
        fn widest<const N: usize>(sums: [&[i32]; N], scale: &[f32], bias: &[f32], out: &mut [f32]) {
            rectify_of(sums, scale, bias, out);
        }
        // SAFETY: the machine has the instructions.
        return unsafe { widest(sums, scale, bias, out) };
    } else if is_x86_feature_detected!("avx2") {
        #[target_feature(enable = "avx2")]
        fn wide<const N: usize>(sums: [&[i32]; N], scale: &[f32], bias: &[f32], out: &mut [f32]) {
            rectify_of(sums, scale, bias, out);
        }
        // SAFETY: the machine has the instructions.
        return unsafe { wide(sums, scale, bias, out) };
    }
    rectify_of(sums, scale, bias, out);
}

#[inline(always)]
fn rectify_of<const N: usize>(sums: [&[i32]; N], scale: &[f32], bias: &[f32], out: &mut [f32]) {
    let width = out.len();
    let (sums, scale, bias) = (sums.map(|sums| &sums[..width]), &scale[..width], &bias[..width]);
    for i in 0..width {
        let sum: i32 = sums.iter().map(|sums| sums[i]).sum();
        let value = sum as f32 * scale[i] + bias[i];
        out[i] = if value > 0.0 { value } else { 0.0 };
    }
}

/// Numbers of a row of a table of small numbers.
pub const SMALL_ROW: usize = 32;

/// The rows of `table` at these places, added up.
pub fn add_rows(table: &[[i8; SMALL_ROW]], places: &[u32]) -> [i32; SMALL_ROW] {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        #[target_feature(enable = "avx2")]
        fn wide(table: &[[i8; SMALL_ROW]], places: &[u32]) -> [i32; SMALL_ROW] {
            add_rows_of(table, places)
        }
        // SAFETY: the machine has the instructions.
        return unsafe { wide(table, places) };
    }
    add_rows_of(table, places)
}

#[inline(always)]
fn add_rows_of(table: &[[i8; SMALL_ROW]], places: &[u32]) -> [i32; SMALL_ROW] {
    let mut sums = [0; SMALL_ROW];
    // So many small numbers fit the narrower type.
    for places in places.chunks(256) {
        let mut some = [0_i16; SMALL_ROW];
        for &place in places {
            let row = &table[place as usize];
            some.iter_mut().zip(row).for_each(|(sum, &value)| *sum += i16::from(value));
        }
        sums.iter_mut().zip(some).for_each(|(sum, some)| *sum += i32::from(some));
    }
    sums
}

/// Sixteen sums side by side, then their sum: an order of our own, so that every machine rounds alike.
pub fn dot(a: &[f32], b: &[f32]) -> f32 {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        #[target_feature(enable = "avx2")]
        fn wide(a: &[f32], b: &[f32]) -> f32 {
            dot_of(a, b)
        }
        // SAFETY: the machine has the instructions.
        return unsafe { wide(a, b) };
    }
    dot_of(a, b)
}

#[inline(always)]
fn dot_of(a: &[f32], b: &[f32]) -> f32 {
    let mut lanes = [0.0_f32; LANES];
    for (a, b) in a.chunks_exact(LANES).zip(b.chunks_exact(LANES)) {
        for ((lane, a), b) in lanes.iter_mut().zip(a).zip(b) {
            *lane += a * b;
        }
    }
    lanes.iter().sum()
}

/// Values in steps of another size, cut off below zero and at `most`, rounded.
pub fn scale(values: &[f32], factor: f32, most: f32, out: &mut [i16]) {
    assert!((0.0..f32::from(i16::MAX)).contains(&most), "the highest step fits its type");
    for (value, out) in values.iter().zip(out) {
        // SAFETY: `most` was checked.
        *out = unsafe { rounded(value * factor, most) };
    }
}

/// Between 0 and `most`, which fits the type.
#[inline(always)]
unsafe fn rounded(value: f32, most: f32) -> i16 {
    // Compared this way round, nothing but a number passes; a checked cast costs several times the rest.
    let value = if value > 0.0 { value } else { 0.0 };
    let value = if value < most { value } else { most };
    // SAFETY: `value` lies between 0 and `most`.
    (unsafe { (value + 0.5).to_int_unchecked::<i32>() }) as i16
}

/// Rows of a table, in some order.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    pub values: &'a [i16],
    pub at: &'a [u32],
    /// A multiple of 16.
    pub width: usize,
}

impl<'a> Rows<'a> {
    /// A block of columns of each row.
    #[inline(always)]
    fn block(self, first: usize) -> impl Iterator<Item = &'a [i16; LANES]> {
        self.at
            .iter()
            .filter_map(move |&row| self.values[row as usize * self.width + first..].first_chunk::<LANES>())
    }
}

/// The highest value of each column, at least zero.
pub fn highest(rows: Rows, out: &mut [f32]) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        #[target_feature(enable = "avx2")]
        fn wide(rows: Rows, out: &mut [f32]) {
            highest_in(rows, out);
        }
        // SAFETY: the machine has the instructions.
        return unsafe { wide(rows, out) };
    }
    highest_in(rows, out);
}

#[inline(always)]
fn highest_in(rows: Rows, out: &mut [f32]) {
    // A block of columns at a time stays in registers while all rows pass.
    for at in (0..rows.width).step_by(LANES) {
        let mut most = [0_i16; LANES];
        for row in rows.block(at) {
            most.iter_mut().zip(row).for_each(|(most, &value)| *most = value.max(*most));
        }
        out[at..at + LANES].iter_mut().zip(most).for_each(|(out, most)| *out = f32::from(most));
    }
}

/// The columns, added up with `N` weights for each row; `out` gets `N` rows. Rows are added one after the other, so that
/// every machine rounds alike.
pub fn weigh<const N: usize>(rows: Rows, weights: &[[f32; N]], out: &mut [f32]) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the machine has the instructions.
        return unsafe { weigh_wide(rows, weights, out) };
    }
    weigh_of(rows, weights, out);
}

/// By instructions of their own: whether the compiler finds them in the loops changes from build to build.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn weigh_wide<const N: usize>(rows: Rows, weights: &[[f32; N]], out: &mut [f32]) {
    for at in (0..rows.width).step_by(LANES) {
        let mut sums = [[_mm256_setzero_ps(); 2]; N];
        for (row, weights) in rows.block(at).zip(weights) {
            // SAFETY: a block is as long as a register of words.
            let words = unsafe { _mm256_loadu_si256(row.as_ptr().cast()) };
            let halves = [_mm256_castsi256_si128(words), _mm256_extracti128_si256::<1>(words)];
            let values = halves.map(|half| _mm256_cvtepi32_ps(_mm256_cvtepi16_epi32(half)));
            for (sums, weight) in sums.iter_mut().zip(weights) {
                for (sum, values) in sums.iter_mut().zip(values) {
                    *sum = _mm256_add_ps(*sum, _mm256_mul_ps(values, _mm256_set1_ps(*weight)));
                }
            }
        }
        for (sums, out) in sums.into_iter().zip(out.chunks_exact_mut(rows.width)) {
            for (sum, out) in sums.into_iter().zip(out[at..at + LANES].chunks_exact_mut(LANES / 2)) {
                // SAFETY: the place is as long as what is stored.
                unsafe { _mm256_storeu_ps(out.as_mut_ptr(), sum) };
            }
        }
    }
}

#[inline(always)]
fn weigh_of<const N: usize>(rows: Rows, weights: &[[f32; N]], out: &mut [f32]) {
    for at in (0..rows.width).step_by(LANES) {
        let mut sums = [[0.0_f32; LANES]; N];
        for (row, weights) in rows.block(at).zip(weights) {
            for (sums, weight) in sums.iter_mut().zip(weights) {
                sums.iter_mut().zip(row).for_each(|(sum, &value)| *sum += f32::from(value) * weight);
            }
        }
        for (sums, out) in sums.iter().zip(out.chunks_exact_mut(rows.width)) {
            out[at..at + LANES].copy_from_slice(sums);
        }
    }
}

#[cfg(test)]
#[path = "kernel_tests.rs"]
mod tests;
