//! Random numbers for generated tests: SplitMix64, the same on every machine.
//!
//! A fuzzer that watches coverage wants to change one decision of a generator and keep the others. For it, the numbers are
//! read from bytes, one byte for a choice of at most 256 ([`Random::of_choices`]).

/// A generator of random numbers. A case is a function of its seed, or of its bytes, alone.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
    /// Choices that were made elsewhere, and how many bytes of them were used.
    choices: Box<[u8]>,
    used: usize,
}

impl Random {
    /// The generator with this seed.
    pub fn new(seed: u64) -> Random {
        Random {
            state: seed,
            choices: Box::default(),
            used: 0,
        }
    }

    /// The generator of case `number` of a campaign: neighbours have nothing in common.
    pub fn of_case(seed: u64, number: u64) -> Random {
        let mut random = Random::new(seed);
        let base = random.bits();
        let mut random = Random::new(base ^ number.wrapping_mul(0xd6e8_feb8_6659_fd93));
        random.bits();
        random
    }

    /// A generator whose numbers are these bytes. Behind the last one it goes on with numbers that are always the same: zeros would
    /// never end a "once more?".
    pub fn of_choices(choices: &[u8]) -> Random {
        Random {
            choices: choices.into(),
            ..Random::new(0)
        }
    }

    /// The next `count` bytes as a number, if there are any left.
    fn chosen(&mut self, count: usize) -> Option<u64> {
        let rest = self.choices.get(self.used..)?;
        let bytes = &rest[..count.min(rest.len())];
        self.used += bytes.len();
        let number = bytes.iter().rev().fold(0, |n, &b| n << 8 | u64::from(b));
        (!bytes.is_empty()).then_some(number)
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        if let Some(number) = self.chosen(8) {
            return number;
        }
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`; 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        let n = n.max(1) as u64;
        let bytes = if n <= 1 << 8 { 1 } else { 3 };
        let number = self.chosen(bytes).unwrap_or_else(|| self.bits());
        (number % n) as usize
    }

    /// True in `percent` of 100 cases.
    pub fn percent(&mut self, percent: u32) -> bool {
        self.below(100) < percent as usize
    }

    /// One of the items, if there are any.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn choices_are_the_bytes_and_then_go_on() {
        let mut random = Random::of_choices(&[7, 255, 1, 2, 3]);
        assert_eq!((random.below(10), random.below(256)), (7, 255));
        assert_eq!(random.below(1 << 20), 1 | 2 << 8 | 3 << 16);
        let mut rest = Random::new(0);
        assert_eq!(random.bits(), rest.bits());
        assert_eq!(random.below(1000), rest.below(1000));
        // Something that is repeated until a number comes up ends.
        let mut zeros = Random::of_choices(&[0; 8]);
        assert!((0..100).any(|_| !zeros.one_in(3)));
    }

    #[test]
    fn one_changed_byte_is_one_changed_choice() {
        let choices = |bytes: &[u8]| -> Vec<usize> {
            let mut random = Random::of_choices(bytes);
            (0..6).map(|_| random.below(100)).collect()
        };
        let (a, b) = (choices(&[1, 2, 3, 4]), choices(&[1, 9, 3, 4]));
        assert_eq!((a[1], b[1]), (2, 9));
        assert_eq!((a[0], &a[2..]), (b[0], &b[2..]));
    }
}
