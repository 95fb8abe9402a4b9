//! Sets of small numbers as bits in words of 64: the few lines of shifting that everybody needs, once.

/// Words for `len` bits.
pub fn words(len: usize) -> usize {
    len.div_ceil(64)
}

#[inline]
pub fn has(bits: &[u64], at: impl Into<usize>) -> bool {
    let at = at.into();
    bits[at >> 6] >> (at & 63) & 1 != 0
}

#[inline]
pub fn set(bits: &mut [u64], at: impl Into<usize>) {
    let at = at.into();
    bits[at >> 6] |= 1 << (at & 63);
}

#[inline]
pub fn clear(bits: &mut [u64], at: impl Into<usize>) {
    let at = at.into();
    bits[at >> 6] &= !(1 << (at & 63));
}

/// The numbers in the set, ascending.
#[inline]
pub fn iter(bits: &[u64]) -> Common<'_> {
    common(bits, bits)
}

/// The numbers in both sets, ascending; the sets need not have the same number of words.
#[inline]
pub fn common<'a>(one: &'a [u64], other: &'a [u64]) -> Common<'a> {
    let rest = if one.is_empty() || other.is_empty() { 0 } else { one[0] & other[0] };
    Common { one, other, at: 0, rest }
}

/// The numbers above `least` in both sets, ascending.
#[inline]
pub fn common_above<'a>(least: usize, one: &'a [u64], other: &'a [u64]) -> Common<'a> {
    let at = least >> 6;
    // Two shifts, because one by 64 is none at all.
    let above = u64::MAX << (least & 63) << 1;
    let rest = if at < one.len() && at < other.len() { one[at] & other[at] & above } else { 0 };
    Common { one, other, at, rest }
}

/// What is left of the numbers in two sets. Written out, because the compiler makes less of nested iterators.
#[derive(Debug, Clone)]
pub struct Common<'a> {
    one: &'a [u64],
    other: &'a [u64],
    at: usize,
    rest: u64,
}

impl Iterator for Common<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.rest == 0 {
            self.at += 1;
            if self.at >= self.one.len() || self.at >= self.other.len() {
                return None;
            }
            self.rest = self.one[self.at] & self.other[self.at];
        }
        let bit = self.rest.trailing_zeros() as usize;
        self.rest &= self.rest - 1;
        Some(self.at * 64 + bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_is_there_until_it_is_cleared() {
        let mut bits = vec![0; words(130)];
        assert_eq!(bits.len(), 3);
        for at in [0usize, 63, 64, 129] {
            set(&mut bits, at);
            assert!(has(&bits, at) && !has(&bits, at ^ 1));
        }
        clear(&mut bits, 63u16);
        assert_eq!(iter(&bits).collect::<Vec<_>>(), [0, 64, 129]);
        assert_eq!(common(&bits, &[1, 1]).collect::<Vec<_>>(), [0, 64]);
        let all = [u64::MAX; 3];
        for least in [0, 62, 63, 64, 127, 128] {
            let above: Vec<_> = common_above(least, &all, &all).collect();
            assert_eq!(above, (least + 1..192).collect::<Vec<_>>());
        }
    }
}
