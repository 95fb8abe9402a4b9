//! Sets of cells as bits, the few words that several deadlock tests share.

#[inline]
pub fn has(set: &[u64], cell: u16) -> bool {
    set.get(cell as usize >> 6).is_some_and(|word| word >> (cell & 63) & 1 != 0)
}

#[inline]
pub fn add(set: &mut [u64], cell: u16) {
    set[cell as usize >> 6] |= 1 << (cell & 63);
}

#[inline]
pub fn remove(set: &mut [u64], cell: u16) {
    set[cell as usize >> 6] &= !(1 << (cell & 63));
}

#[inline]
pub fn count(set: &[u64]) -> usize {
    set.iter().map(|word| word.count_ones() as usize).sum()
}

#[inline]
pub fn is_empty(set: &[u64]) -> bool {
    set.iter().all(|&word| word == 0)
}

/// Whether every cell of `set` is in `other`.
#[inline]
pub fn is_within(set: &[u64], other: &[u64]) -> bool {
    set.iter().zip(other).all(|(a, b)| a & !b == 0)
}

/// Calls `visit` with every cell, ascending.
#[inline]
pub fn each(set: &[u64], mut visit: impl FnMut(u16)) {
    for (at, &word) in set.iter().enumerate() {
        let mut rest = word;
        while rest != 0 {
            visit((at * 64) as u16 + rest.trailing_zeros() as u16);
            rest &= rest - 1;
        }
    }
}
