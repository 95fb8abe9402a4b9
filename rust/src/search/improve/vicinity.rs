//! Which positions count as near a plan: those that differ from one of its positions by a few boxes.
//!
//! Comes in:  the positions of a stretch of the plan, and how far boxes may be out of place.     Goes out: yes or no.
//!
//! The idea is Brian Damgaard's, whose optimizer in YASS looks at all positions with one box on one of its 20 nearest
//! squares and another on one of its 10. Ours asks the other way round: a position that the search has reached is
//! compared with those of the plan. So nothing is listed beforehand, and only what can be reached costs anything.

use crate::push::puzzle::Puzzle;

/// No limit on how far a box may be out of place.
pub const ANYWHERE: u8 = u8::MAX;
/// Boxes that can be out of place at once, where that is limited at all.
const MOST: usize = 3;
/// What a box counts that one of the two positions does not have: it is in a sink or a hole already.
const GONE: u8 = 3;

/// How far the boxes out of place may be from where the plan has them: the first, the second and the third, each limit
/// at most as large as the one before. 0 means that there is no such box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach(pub [u8; MOST]);

impl Reach {
    /// Every position is near.
    pub const ALL: Self = Self([ANYWHERE; MOST]);

    fn boxes(self) -> u32 {
        self.0.iter().filter(|&&limit| limit > 0).count() as u32
    }
}

/// How far apart cells are for a box, walls in between counted but not where the player would have to stand.
pub struct Spread {
    live: usize,
    steps: Vec<u8>,
}

impl Spread {
    pub fn new(puzzle: &Puzzle) -> Self {
        let live = puzzle.live;
        let mut steps = vec![ANYWHERE - 1; live * live];
        let mut queue = Vec::with_capacity(live);
        for start in 0..live {
            let row = &mut steps[start * live..(start + 1) * live];
            row[start] = 0;
            queue.clear();
            queue.push(start);
            let mut at = 0;
            while at < queue.len() {
                let cell = queue[at];
                at += 1;
                for &other in &puzzle.next[cell] {
                    let other = other as usize;
                    if other < live && row[other] == ANYWHERE - 1 && row[cell] < ANYWHERE - 2 {
                        row[other] = row[cell] + 1;
                        queue.push(other);
                    }
                }
            }
        }
        Self { live, steps }
    }

    #[inline]
    fn between(&self, one: u16, other: u16) -> u8 {
        self.steps[one as usize * self.live + other as usize]
    }
}

/// The verdicts of positions that were asked about, by key; a new one takes the place of an old one.
const CACHE: usize = 1 << 18;

pub struct Vicinity<'a> {
    puzzle: &'a Puzzle,
    spread: &'a Spread,
    reach: Reach,
    /// The positions of the stretch, one after the other.
    plan: Vec<u64>,
    /// Where the last yes was found: the next one is likely to be close.
    last: usize,
    cache: Vec<u64>,
    /// Another one for every stretch, so that old verdicts need not be cleared.
    salt: u64,
}

impl<'a> Vicinity<'a> {
    pub fn new(puzzle: &'a Puzzle, spread: &'a Spread) -> Self {
        Self { puzzle, spread, reach: Reach::ALL, plan: Vec::new(), last: 0, cache: vec![0; CACHE], salt: 0 }
    }

    /// Takes another stretch of the plan.
    pub fn take<'b>(&mut self, positions: impl Iterator<Item = &'b [u64]>, reach: Reach) {
        self.reach = reach;
        self.plan.clear();
        for position in positions {
            let masked = position.iter().zip(&self.puzzle.box_mask).map(|(&word, &mask)| word & mask);
            self.plan.extend(masked);
        }
        self.last = 0;
        self.salt = self.salt.wrapping_add(0x9e37_79b9_7f4a_7c15);
    }

    /// Whether the boxes, whose key this is, are near the plan.
    #[inline]
    pub fn holds(&mut self, bits: &[u64], key: u64) -> bool {
        if self.reach == Reach::ALL {
            return true;
        }
        let key = key ^ self.salt;
        let at = (key >> 1) as usize & (CACHE - 1);
        if self.cache[at] | 1 == key | 1 {
            return self.cache[at] & 1 == 1;
        }
        let verdict = self.is_near(bits);
        self.cache[at] = key & !1 | u64::from(verdict);
        verdict
    }

    fn is_near(&mut self, bits: &[u64]) -> bool {
        let words = self.puzzle.words;
        let positions = self.plan.len() / words;
        // Around the last place that fitted, further and further away.
        for step in 0..2 * positions {
            let away = step.div_ceil(2);
            let at = if step % 2 == 0 { self.last.checked_sub(away) } else { Some(self.last + away) };
            let Some(at) = at.filter(|&at| at < positions) else { continue };
            if self.is_near_to(bits, &self.plan[at * words..(at + 1) * words]) {
                self.last = at;
                return true;
            }
        }
        false
    }

    #[inline]
    fn is_near_to(&self, bits: &[u64], position: &[u64]) -> bool {
        let most = self.reach.boxes();
        let (mut missing, mut extra) = (0, 0);
        for (at, &word) in position.iter().enumerate() {
            let boxes = bits[at] & self.puzzle.box_mask[at];
            missing += (word & !boxes).count_ones();
            extra += (boxes & !word).count_ones();
            if missing.max(extra) > most {
                return false;
            }
        }
        if missing.max(extra) <= 1 && self.reach.0[0] == ANYWHERE {
            return true;
        }
        let [mut gone, mut come] = [[u16::MAX; MOST]; 2];
        let (mut first, mut second) = (0, 0);
        for (at, &word) in position.iter().enumerate() {
            let boxes = bits[at] & self.puzzle.box_mask[at];
            let (mut from, mut to) = (word & !boxes, boxes & !word);
            while from != 0 {
                gone[first] = (at * 64) as u16 + from.trailing_zeros() as u16;
                first += 1;
                from &= from - 1;
            }
            while to != 0 {
                come[second] = (at * 64) as u16 + to.trailing_zeros() as u16;
                second += 1;
                to &= to - 1;
            }
        }
        self.fits(&gone[..first.max(second)], &come[..first.max(second)])
    }

    /// Whether the boxes can be told apart so that each is within its limit.
    fn fits(&self, gone: &[u16], come: &[u16]) -> bool {
        let away = |a: usize, b: usize| match (gone[a], come[b]) {
            (u16::MAX, _) | (_, u16::MAX) => GONE,
            (from, to) => self.spread.between(from, to),
        };
        let within = |mut steps: [u8; MOST]| {
            steps.sort_unstable_by(|a, b| b.cmp(a));
            steps.iter().zip(self.reach.0).all(|(&steps, limit)| steps <= limit)
        };
        match gone.len() {
            0 => true,
            1 => within([away(0, 0), 0, 0]),
            2 => within([away(0, 0), away(1, 1), 0]) || within([away(0, 1), away(1, 0), 0]),
            _ => [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
                .into_iter()
                .any(|[a, b, c]| within([away(0, a), away(1, b), away(2, c)])),
        }
    }
}
