//! Pushes that need not be tried and positions that count as one: each idea keeps a shortest plan, by pushes.
//!
//! Comes in:  a position, and where the player can walk in it.     Goes out: what to try from there.

pub mod pi_corral;
pub mod stone_pusher;
pub mod symmetry;

use crate::push::plan::Push;
use crate::push::puzzle::{Kind, Puzzle};
use crate::push::walk::Walk;
use crate::space::options::Options;
use pi_corral::{Choice, PiCorral};
use stone_pusher::StonePusher;

/// What to try from a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Try {
    /// Each of `pushes`.
    Pushes,
    /// All of `pushes`, one after the other: they bring one box home.
    Home,
    /// Nothing: the position is dead.
    Nothing,
}

/// The ideas that are switched on and keep what the objective counts.
pub struct Prunings {
    stone_pusher: Option<StonePusher>,
    /// Whether a box may go home only by a shortest way.
    shortest: bool,
    pi_corral: Option<PiCorral>,
    boxes: Vec<u16>,
    pub pushes: Vec<Push>,
}

impl Prunings {
    /// `merges_players` is whether only pushes count, `optimal` whether they must be the fewest.
    pub fn new(puzzle: &Puzzle, options: &Options, merges_players: bool, optimal: bool) -> Self {
        let home = merges_players && options.stone_pusher && puzzle.kind == Kind::Sinks;
        Self {
            stone_pusher: home.then(|| StonePusher::new(puzzle)),
            shortest: optimal,
            pi_corral: (merges_players && options.pi_corral).then(|| PiCorral::new(puzzle)),
            boxes: Vec::new(),
            pushes: Vec::new(),
        }
    }

    /// `walk` has flooded from `player`. The pushes are in the order of the boxes, then of the directions.
    pub fn choose(&mut self, puzzle: &Puzzle, bits: &[u64], walk: &Walk, player: u16) -> Try {
        self.pushes.clear();
        if let Some(pusher) = &mut self.stone_pusher
            && pusher.find(puzzle, bits, walk, player, self.shortest)
        {
            self.pushes.extend_from_slice(&pusher.pushes);
            return Try::Home;
        }
        self.boxes.clear();
        let boxes = &mut self.boxes;
        puzzle.each_box(bits, |cell| boxes.push(cell));
        let mut only = None;
        if let Some(corral) = &mut self.pi_corral {
            match corral.find(puzzle, bits, &self.boxes, walk) {
                Choice::Free => {}
                Choice::Only => only = Some(&corral.pushes),
                Choice::Dead => return Try::Nothing,
            }
        }
        for &from in &self.boxes {
            for direction in 0..4 {
                let wanted = only.is_none_or(|pushes| pushes.contains(&(from, direction)));
                if wanted && puzzle.can_push(bits, walk, from, direction as usize) {
                    self.pushes.push(Push { from, direction });
                }
            }
        }
        Try::Pushes
    }
}
