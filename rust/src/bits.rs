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
pub fn iter(bits: &[u64]) -> impl Iterator<Item = usize> + '_ {
    bits.iter().enumerate().flat_map(|(at, &word)| ones(at, word))
}

/// The numbers in both sets, ascending; the sets need not have the same number of words.
#[inline]
pub fn common<'a>(one: &'a [u64], other: &'a [u64]) -> impl Iterator<Item = usize> + 'a {
    one.iter().zip(other).enumerate().flat_map(|(at, (&one, &other))| ones(at, one & other))
}

/// The numbers above `least` in both sets, ascending.
#[inline]
pub fn common_above<'a>(least: usize, one: &'a [u64], other: &'a [u64]) -> impl Iterator<Item = usize> + 'a {
    let first = least >> 6;
    // Two shifts, because one by 64 is none at all.
    let above = move |at: usize, word: u64| if at == first { word & (u64::MAX << (least & 63) << 1) } else { word };
    let words = one.iter().zip(other).enumerate().skip(first);
    words.flat_map(move |(at, (&one, &other))| ones(at, above(at, one & other)))
}

/// The numbers in the word with number `at`, ascending.
#[inline]
pub fn ones(at: usize, word: u64) -> impl Iterator<Item = usize> {
    let mut rest = word;
    std::iter::from_fn(move || {
        if rest == 0 {
            return None;
        }
        let bit = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        Some(at * 64 + bit)
    })
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
