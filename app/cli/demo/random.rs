/// The seed of everything drawn here; another one gives another, equally good, set of files.
const SEED: u64 = 0x2026_1027_0032_0000;

/// splitmix64, a few lines instead of a crate: the demo's bytes are part of its tests, and a library may change what it
/// draws from one version to the next.
pub(crate) struct Random(u64);

impl Random {
    /// A stream of its own for `label`, so that a new scenario leaves the numbers of the others alone.
    pub(crate) fn of(label: &str) -> Self {
        // FNV-1a: tells labels apart, and draw() does the mixing.
        Self(label.bytes().fold(SEED, |state, byte| {
            (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        }))
    }

    /// The next 64 bits.
    pub(crate) fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to, not including, 1.
    pub(crate) fn unit(&mut self) -> f64 {
        // 53 bits are what an f64 holds, so the division is exact.
        (self.draw() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A number between `1 - width` and `1 + width`, mostly near 1.
    pub(crate) fn near_one(&mut self, width: f64) -> f64 {
        // A mean of three stands in for a bell curve, which would need more than + - * /.
        let mean = (self.unit() + self.unit() + self.unit()) / 3.0;
        1.0 + width * (2.0 * mean - 1.0)
    }

    /// A whole number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.draw() % bound as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the published algorithm for the state 0.
    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        let mut random = Random(0);
        assert_eq!(random.draw(), 0xe220_a839_7b1d_cdaf);
        assert_eq!(random.draw(), 0x6e78_9e6a_a1b9_65f4);
    }

    #[test]
    fn numbers_stay_in_their_range() {
        let mut random = Random::of("range");
        for _ in 0..1000 {
            assert!((0.0..1.0).contains(&random.unit()));
            assert!((0.9..=1.1).contains(&random.near_one(0.1)));
            assert!(random.below(3) < 3);
        }
    }
}
