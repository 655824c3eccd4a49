//! Draws for resampling: splitmix64, from a seed that is part of the method, so that an interval can be
//! computed again. Never used where someone could gain by guessing.

#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    pub fn new(seed: u64) -> SplitMix64 {
        SplitMix64(seed)
    }

    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// In 0..n; zero where there is nothing to draw from.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.draw()) * n as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_run_of_draws() {
        let mut draws = SplitMix64::new(1_234_567);
        let expected = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!([draws.draw(), draws.draw(), draws.draw()], expected);
    }

    #[test]
    fn every_place_is_drawn_and_none_outside() {
        let mut draws = SplitMix64::new(1);
        let mut seen = [0; 7];
        (0..7000).for_each(|_| seen[draws.below(7)] += 1);
        assert!(seen.iter().all(|n| (850..1150).contains(n)), "{seen:?}");
        assert_eq!(draws.below(0), 0);
    }
}
