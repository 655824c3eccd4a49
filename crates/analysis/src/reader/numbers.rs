//! The few functions of numbers that the networks share, written so that every machine gives the same last place.

/// Scores to shares that sum to one.
pub fn shares(scores: impl Iterator<Item = f32>) -> Vec<f32> {
    let mut scores: Vec<f32> = scores.collect();
    to_shares(&mut scores);
    scores
}

/// The same in place.
pub fn to_shares(scores: &mut [f32]) {
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    for score in &mut *scores {
        *score = exp(*score - most);
    }
    let whole: f32 = scores.iter().sum();
    for score in scores {
        *score /= whole;
    }
}

/// Columns of scores to shares that sum to one in each column. Columns lie side by side, so that they pass together.
pub fn columns_to_shares<const N: usize>(rows: &mut [[f32; N]]) {
    let mut most = [f32::MIN; N];
    for row in &*rows {
        most.iter_mut().zip(row).for_each(|(most, score)| *most = most.max(*score));
    }
    let mut whole = [0.0; N];
    for row in &mut *rows {
        for ((score, most), whole) in row.iter_mut().zip(&most).zip(&mut whole) {
            *score = exp(*score - most);
            *whole += *score;
        }
    }
    for row in rows {
        row.iter_mut().zip(&whole).for_each(|(share, whole)| *share /= whole);
    }
}

pub fn sigmoid(x: f32) -> f32 {
    if x >= 0.0 { 1.0 / (1.0 + exp(-x)) } else { 1.0 - 1.0 / (1.0 + exp(x)) }
}

/// e to the x by our own steps, since the system's differs from machine to machine in the last place.
#[inline]
pub fn exp(x: f32) -> f32 {
    let x = x.clamp(-80.0, 80.0);
    // Rounded by a cast, which many scores can take side by side: the number below a half is added, away from zero.
    let powers = x * std::f32::consts::LOG2_E;
    let whole = (powers + 0.499_999_97_f32.copysign(powers)) as i32;
    let rest = x - whole as f32 * std::f32::consts::LN_2;
    let mut sum = 1.0 + rest / 7.0;
    for n in (1..7).rev() {
        sum = 1.0 + rest / n as f32 * sum;
    }
    sum * f32::from_bits(((whole + 127) as u32) << 23)
}
