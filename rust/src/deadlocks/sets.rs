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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;
    use std::collections::BTreeSet;

    #[test]
    fn agrees_with_a_set() {
        let mut random = Random::new(4);
        for round in 0..200 {
            let cells = 1 + random.below(200);
            let words = cells.div_ceil(64);
            let (mut set, mut other) = (vec![0; words], vec![0; words]);
            let (mut truth, mut truth_of_other) = (BTreeSet::new(), BTreeSet::new());
            assert!(is_empty(&set));
            for _ in 0..1 + round {
                let cell = random.below(cells) as u16;
                match random.below(4) {
                    0 => {
                        remove(&mut set, cell);
                        truth.remove(&cell);
                    }
                    1 => {
                        add(&mut set, cell);
                        truth.insert(cell);
                    }
                    _ => {
                        add(&mut other, cell);
                        truth_of_other.insert(cell);
                    }
                }
                let mut visited = Vec::new();
                each(&set, |cell| visited.push(cell));
                assert_eq!(visited, truth.iter().copied().collect::<Vec<_>>());
                assert!((0..cells as u16).all(|cell| has(&set, cell) == truth.contains(&cell)));
                assert_eq!((count(&set), is_empty(&set)), (truth.len(), truth.is_empty()));
                assert_eq!(is_within(&set, &other), truth.is_subset(&truth_of_other));
            }
        }
    }
}
