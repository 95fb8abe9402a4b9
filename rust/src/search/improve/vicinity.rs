//! Which positions count as near a plan: those that differ from one of its positions by a few boxes.
//!
//! Comes in:  the positions of a stretch of the plan, and how far boxes may be out of place.     Goes out: yes or no.
//!
//! The idea is Brian Damgaard's, whose optimizer in YASS looks at all positions with one box on one of its 20 nearest
//! squares and another on one of its 10. Ours asks the other way round: a position that the search has reached is
//! compared with those of the plan around the one that its parent was near. So nothing is listed beforehand, and only
//! what can be reached costs anything.

use crate::push::puzzle::Puzzle;
use crate::push::walk::steps_between;

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
        let steps = steps_between(&puzzle.next, live);
        let steps = steps.into_iter().map(|steps| steps.min(u16::from(ANYWHERE - 1)) as u8).collect();
        Self { live, steps }
    }

    #[inline]
    fn between(&self, one: u16, other: u16) -> u8 {
        self.steps[one as usize * self.live + other as usize]
    }
}

/// Positions of the plan, before and after the one that the parent was near, with which a position is compared.
const AROUND: usize = 100;

pub struct Vicinity<'a> {
    puzzle: &'a Puzzle,
    spread: &'a Spread,
    reach: Reach,
    /// The positions of the stretch, one after the other.
    plan: Vec<u64>,
    positions: usize,
}

impl<'a> Vicinity<'a> {
    pub fn new(puzzle: &'a Puzzle, spread: &'a Spread) -> Self {
        Self { puzzle, spread, reach: Reach::ALL, plan: Vec::new(), positions: 0 }
    }

    /// Takes another stretch of the plan.
    pub fn take<'b>(&mut self, positions: impl Iterator<Item = &'b [u64]>, reach: Reach) {
        self.reach = reach;
        self.plan.clear();
        for position in positions {
            let masked = position.iter().zip(&self.puzzle.box_mask).map(|(&word, &mask)| word & mask);
            self.plan.extend(masked);
        }
        self.positions = self.plan.len() / self.puzzle.words;
    }

    /// The latest position of the plan that these boxes are near, not too far from where the search was: what one push
    /// changes is seen close by. Without limits on the boxes it is always the first.
    #[inline]
    pub fn latest(&self, bits: &[u64], was: usize) -> Option<usize> {
        if self.reach == Reach::ALL {
            return Some(0);
        }
        let least = was.saturating_sub(AROUND);
        (least..(was + AROUND + 1).min(self.positions)).rev().find(|&at| self.is_near_to(bits, at))
    }

    #[inline]
    fn is_near_to(&self, bits: &[u64], at: usize) -> bool {
        let position = &self.plan[at * self.puzzle.words..(at + 1) * self.puzzle.words];
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
