//! A table from keys of a fixed number of words to one number, for answers that are asked again and again.
//!
//! Keys lie in one long list and are compared in full; nothing is allocated for an entry but its place in the lists.

pub struct AnswerTable {
    width: usize,
    keys: Vec<u64>,
    values: Vec<u32>,
    /// Numbers of entries by hash; `FREE` where there is none. Never more than half full.
    slots: Vec<u32>,
}

const FREE: u32 = u32::MAX;

impl AnswerTable {
    pub fn new(width: usize) -> Self {
        Self { width, keys: Vec::new(), values: Vec::new(), slots: vec![FREE; 1024] }
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.keys.capacity() * 8 + (self.values.capacity() + self.slots.len()) * 4
    }

    pub fn clear(&mut self) {
        *self = Self::new(self.width);
    }

    pub fn key(&self, entry: u32) -> &[u64] {
        &self.keys[entry as usize * self.width..(entry as usize + 1) * self.width]
    }

    #[inline]
    pub fn value(&mut self, entry: u32) -> &mut u32 {
        &mut self.values[entry as usize]
    }

    /// The number of the entry with this key, which is added with the value 0 where it is new.
    pub fn entry(&mut self, key: &[u64]) -> u32 {
        if self.values.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let mut at = self.home(key);
        loop {
            match self.slots[at] {
                FREE => break,
                entry if self.key(entry) == key => return entry,
                _ => at = (at + 1) & (self.slots.len() - 1),
            }
        }
        let entry = self.values.len() as u32;
        self.slots[at] = entry;
        self.keys.extend_from_slice(key);
        self.values.push(0);
        entry
    }

    fn home(&self, key: &[u64]) -> usize {
        let spread = |sum: u64, &word: &u64| (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        let sum = key.iter().fold(0, spread).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (sum >> 32) as usize & (self.slots.len() - 1)
    }

    fn grow(&mut self) {
        self.slots = vec![FREE; self.slots.len() * 2];
        for entry in 0..self.values.len() as u32 {
            let mut at = self.home(self.key(entry));
            while self.slots[at] != FREE {
                at = (at + 1) & (self.slots.len() - 1);
            }
            self.slots[at] = entry;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn agrees_with_a_map() {
        let mut random = crate::testing::Random::new(3);
        let mut table = AnswerTable::new(3);
        let mut map: HashMap<[u64; 3], u32> = HashMap::new();
        for _ in 0..20_000 {
            let key = [random.below(30) as u64, random.below(30) as u64, random.below(9) as u64 * 1024];
            let entry = table.entry(&key);
            let count = map.entry(key).or_default();
            assert_eq!(*table.value(entry), *count);
            *count += 1;
            *table.value(entry) += 1;
            assert_eq!(table.key(entry), key);
        }
        assert!(map.len() > 4000 && map.len() < 8101);
        // A key, a value and two places for each entry; lists have room for twice as many.
        let least = map.len() * (3 * 8 + 4 + 2 * 4);
        assert!((least..3 * least).contains(&table.memory()), "{} {least}", table.memory());
        // Never more than half full, or looking for a place would take long, and in the end for ever.
        assert!(table.slots.len() >= 2 * map.len() && table.slots.len() <= 4 * map.len());
        let crowd = (0..table.slots.len()).filter(|&at| table.slots[at] != FREE).count();
        assert_eq!(crowd, map.len());
        table.clear();
        assert_eq!(table.memory(), AnswerTable::new(3).memory());
        let entry = table.entry(&[1, 2, 3]);
        assert_eq!((entry, *table.value(entry)), (0, 0));
    }

    /// Keys that differ in few bits, as positions do, begin their search for a place far from each other.
    #[test]
    fn keys_have_homes_of_their_own() {
        let table = AnswerTable::new(2);
        let homes: std::collections::HashSet<usize> = (0..8)
            .flat_map(|a| (0..8).map(move |b| [1 << (a * 8), 1 << (b * 8)]))
            .map(|key| table.home(&key))
            .collect();
        assert!(homes.len() > 56, "{} homes of 64 keys", homes.len());
    }
}
