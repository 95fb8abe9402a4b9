//! Many games at once, a key each: what an agent that learns by playing needs.
//!
//! Comes in:  levels as grids of flags, and an action for each game.     Goes out: planes, rewards, masks, and so on,
//! written into arrays that the caller keeps.
//!
//!     room     one level: the grid at the start, and tables about it that are made when they are first needed
//!     push     the rules of Sokoban, with sinks and holes too     kick     the rules of Helltaker
//!     lost     what can be said at once about a position: it is lost, or so many pushes are needed at least
//!     walk     where the player can walk, for actions that are whole pushes
//!
//! The search has the rules in its own numbers, made to be hashed by the million. Here they are on the drawn board, one
//! `u16` a cell: a key changes two or three cells, and only what these cells show is written again. Python's rules are
//! held against them key by key (`tests/lab/test_gym_lockstep.py`).

mod kick;
mod lost;
mod push;
mod room;
mod walk;

use std::cell::Cell;

pub use room::Room;
use walk::Walk;

// What is in a cell.
pub const WALL: u16 = 1;
pub const GOAL: u16 = 1 << 1;
pub const SINK: u16 = 1 << 2;
/// A hole that is still open.
pub const HOLE: u16 = 1 << 3;
pub const DEMONESS: u16 = 1 << 4;
pub const SPIKES: u16 = 1 << 5;
/// Traps as they are now: each key turns them over.
pub const TRAP_DOWN: u16 = 1 << 6;
pub const TRAP_UP: u16 = 1 << 7;
pub const KEY: u16 = 1 << 8;
pub const LOCK: u16 = 1 << 9;
pub const BOX: u16 = 1 << 10;
pub const MOB: u16 = 1 << 11;
pub const PLAYER: u16 = 1 << 12;
/// A box that has never been on a goal, where each has only to stand on one at some time.
pub const OWED: u16 = 1 << 13;
/// Not in a cell, but a plane of its own: whether the hero has the key; what is left of the limit.
pub const HAS_KEY: u16 = 1 << 14;
pub const LEFT: u16 = 1 << 15;

/// Row and column to a cell of the grid, which has one ring of wall around it.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    pub height: usize,
    pub width: usize,
}

impl Shape {
    fn stride(self) -> usize {
        self.width + 2
    }

    fn size(self) -> usize {
        (self.height + 2) * self.stride()
    }

    fn cell(self, row: usize, column: usize) -> usize {
        (row + 1) * self.stride() + column + 1
    }

    /// Where the cell is in an array without the ring.
    fn place(self, cell: usize) -> usize {
        (cell / self.stride() - 1) * self.width + cell % self.stride() - 1
    }

    #[inline]
    fn step(self, cell: usize, direction: usize) -> usize {
        match direction {
            0 => cell - self.stride(),
            1 => cell + self.stride(),
            2 => cell - 1,
            _ => cell + 1,
        }
    }

    /// The cells inside the ring, row by row.
    fn cells(self) -> impl Iterator<Item = usize> {
        (0..self.height).flat_map(move |row| (0..self.width).map(move |column| self.cell(row, column)))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actions {
    /// 0-3: up, down, left, right.
    Keys,
    /// `4 * (row * width + column) + direction`: the player walks to the box in that cell and pushes it.
    Pushes,
    /// 0: nothing; 1-4: a key; 5-8: a key that must not push. The actions of gym-sokoban.
    Nine,
}

impl Actions {
    pub fn named(name: &str) -> Option<Self> {
        [("keys", Self::Keys), ("pushes", Self::Pushes), ("gym-sokoban", Self::Nine)]
            .into_iter()
            .find_map(|(known, actions)| (known == name).then_some(actions))
    }

    pub fn count(self, shape: Shape) -> usize {
        match self {
            Self::Keys => 4,
            Self::Pushes => 4 * shape.height * shape.width,
            Self::Nine => 9,
        }
    }
}

/// What each thing is worth.
#[derive(Debug, Clone, Copy, Default)]
pub struct Rewards {
    /// Every action.
    pub step: f64,
    /// Every action that is not allowed.
    pub illegal: f64,
    /// Every key, the walk to a push included; in Helltaker what the key costs.
    pub moves: f64,
    pub push: f64,
    /// A box that comes to a goal, or falls into a sink or hole; and one that leaves a goal.
    pub on_goal: f64,
    pub off_goal: f64,
    pub win: f64,
}

/// What a key did.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Deed {
    pub allowed: bool,
    pub pushed: bool,
    pub cost: u32,
    /// Boxes that came home, less those that left.
    pub home: i32,
}

/// One game. Its grid is elsewhere, beside those of the others.
#[derive(Debug, Clone, Default)]
pub struct Game {
    pub room: usize,
    pub player: usize,
    /// Boxes that must still come home, or holes that are open.
    pub left: u32,
    pub has_key: bool,
    /// Whether an odd number of keys was pressed, for the traps.
    pub odd: bool,
    pub actions: u32,
    pub moves: u32,
    pub pushes: u32,
    pub cost: u32,
    pub won: bool,
    /// Proved lost.
    pub dead: bool,
    /// No plan from here has fewer pushes; in Helltaker, costs less.
    pub bound: u32,
    over: bool,
    /// Begun again in place of the next action.
    fresh: bool,
}

/// Where the outcome of an action is written; one entry a game, or one row.
pub struct Outputs<'a> {
    pub planes: &'a [Cell<u8>],
    pub mask: &'a [Cell<u8>],
    pub rewards: &'a [Cell<f64>],
    pub terminated: &'a [Cell<u8>],
    pub truncated: &'a [Cell<u8>],
    pub dead: &'a [Cell<u8>],
    pub bound: &'a [Cell<i32>],
    /// The levels of all games, then their moves, their pushes and their costs.
    pub counts: &'a [Cell<i32>],
}

pub const COUNTS: usize = 4;

pub struct Setting {
    pub shape: Shape,
    pub kicks: bool,
    pub actions: Actions,
    /// The flags that get a plane, in order; none, if no planes are wanted.
    pub planes: Vec<u16>,
    pub rewards: Rewards,
    pub most_actions: u32,
    pub ends_when_lost: bool,
}

struct Opening {
    game: Game,
    planes: Vec<u8>,
}

pub struct Stepper {
    pub setting: Setting,
    rooms: Vec<Room>,
    /// How each room begins, once it was begun: a copy is quicker than looking at it again.
    openings: Vec<Option<Opening>>,
    games: Vec<Game>,
    grids: Vec<u16>,
    places: Vec<usize>,
    walk: Walk,
}

impl Stepper {
    pub fn new(setting: Setting, rooms: Vec<Room>, games: usize) -> Self {
        let shape = setting.shape;
        let mut places = vec![0; shape.size()];
        shape.cells().enumerate().for_each(|(place, cell)| places[cell] = place);
        Self {
            openings: rooms.iter().map(|_| None).collect(),
            rooms,
            games: vec![Game::default(); games],
            grids: vec![WALL; games * shape.size()],
            places,
            walk: Walk::new(shape),
            setting,
        }
    }

    pub fn games(&self) -> &[Game] {
        &self.games
    }

    pub fn rooms(&self) -> usize {
        self.rooms.len()
    }

    /// The flags of every cell of one game, row by row.
    pub fn look(&self, at: usize) -> impl Iterator<Item = u16> + '_ {
        self.setting.shape.cells().map(move |cell| self.grid(at)[cell])
    }

    fn grid(&self, at: usize) -> &[u16] {
        let size = self.setting.shape.size();
        &self.grids[at * size..(at + 1) * size]
    }

    /// Begins a game anew. With `instead`, in place of its next action, which then has no effect.
    pub fn begin(&mut self, at: usize, room: usize, instead: bool, out: &Outputs) {
        let size = self.setting.shape.size();
        let here = &self.rooms[room];
        let grid = &mut self.grids[at * size..(at + 1) * size];
        grid.copy_from_slice(&here.start);
        let planes = self.planes_of(at, out);
        if let Some(opening) = &self.openings[room] {
            self.games[at] = opening.game.clone();
            planes.iter().zip(&opening.planes).for_each(|(entry, &shown)| entry.set(shown));
        } else {
            let mut game = Game { room, player: here.player, has_key: here.has_key, ..Game::default() };
            if !self.setting.kicks {
                game.left = push::left(here, &here.start);
            }
            lost::at_start(here, self.setting.shape, &here.start, &mut game);
            self.games[at] = game.clone();
            self.show_all(at, out);
            self.openings[room] = Some(Opening { game, planes: planes.iter().map(Cell::get).collect() });
        }
        self.games[at].fresh = instead;
        self.tell(at, 0.0, out);
    }

    fn planes_of<'a>(&self, at: usize, out: &Outputs<'a>) -> &'a [Cell<u8>] {
        let shape = self.setting.shape;
        let size = self.setting.planes.len() * shape.height * shape.width;
        &out.planes[at * size..(at + 1) * size]
    }

    /// Plays one action in every game, and returns how many games are at an end. The actions must be in range.
    pub fn step(&mut self, actions: &[Cell<i64>], out: &Outputs) -> usize {
        let mut ended = 0;
        for at in 0..self.games.len() {
            let fresh = std::mem::take(&mut self.games[at].fresh);
            let reward = if fresh { 0.0 } else { self.act(at, actions[at].get() as usize, out) };
            self.tell(at, reward, out);
            ended += usize::from(self.is_at_an_end(at));
        }
        ended
    }

    /// Over, or cut short.
    #[inline]
    pub fn is_at_an_end(&self, at: usize) -> bool {
        self.games[at].over || self.is_cut_short(at)
    }

    #[inline]
    fn is_cut_short(&self, at: usize) -> bool {
        let game = &self.games[at];
        !game.over && game.actions >= self.setting.most_actions
    }

    fn act(&mut self, at: usize, action: usize, out: &Outputs) -> f64 {
        let size = self.setting.shape.size();
        let before = self.games[at].player;
        let (deed, direction) = match self.setting.actions {
            Actions::Keys => (self.press(at, action), action),
            Actions::Nine if action == 0 => (Deed { allowed: true, ..Deed::default() }, 0),
            Actions::Nine => {
                let direction = (action - 1) % 4;
                let ahead = self.setting.shape.step(before, direction);
                let gentle = action > 4 && self.grids[at * size + ahead] & BOX != 0;
                (if gentle { Deed::default() } else { self.press(at, direction) }, direction)
            }
            Actions::Pushes => (self.push(at, action), action % 4),
        };
        let rewards = &self.setting.rewards;
        let game = &mut self.games[at];
        let here = &self.rooms[game.room];
        let grid = &self.grids[at * size..(at + 1) * size];
        game.actions += 1;
        let mut reward = rewards.step;
        if deed.allowed {
            game.cost += deed.cost;
            game.pushes += u32::from(deed.pushed);
            game.won = if self.setting.kicks {
                here.limit.is_none_or(|limit| game.cost <= limit) && kick::won(self.setting.shape, grid, game.player)
            } else {
                game.left == 0
            };
            reward += rewards.moves * f64::from(deed.cost);
            reward += if deed.pushed { rewards.push } else { 0.0 };
            reward += if deed.home > 0 { rewards.on_goal } else { 0.0 };
            reward += if deed.home < 0 { rewards.off_goal } else { 0.0 };
            if self.setting.kicks || deed.pushed {
                let to = self.setting.shape.step(game.player, direction);
                lost::after(here, self.setting.shape, grid, game, to);
            }
            if self.setting.kicks {
                self.show_all(at, out);
            } else if deed.cost > 0 {
                let player = self.games[at].player;
                let shape = self.setting.shape;
                for cell in [before, player, shape.step(player, direction)] {
                    self.show(at, cell, out);
                }
            }
        } else {
            reward += rewards.illegal;
        }
        let game = &mut self.games[at];
        let spent = here_is_spent(&self.rooms[game.room], game);
        game.over = game.won || spent || (game.dead && self.setting.ends_when_lost);
        if game.won { reward + rewards.win } else { reward }
    }

    fn press(&mut self, at: usize, direction: usize) -> Deed {
        let size = self.setting.shape.size();
        let game = &mut self.games[at];
        let grid = &mut self.grids[at * size..(at + 1) * size];
        let deed = if self.setting.kicks {
            kick::press(&self.rooms[game.room], self.setting.shape, grid, game, direction)
        } else {
            push::press(&self.rooms[game.room], self.setting.shape, grid, game, direction)
        };
        if deed.allowed {
            game.moves += 1;
            game.odd = !game.odd;
        }
        deed
    }

    /// Walks to a box and pushes it; nothing, if that cannot be done.
    fn push(&mut self, at: usize, action: usize) -> Deed {
        let shape = self.setting.shape;
        let (place, direction) = (action / 4, action % 4);
        let cell = shape.cell(place / shape.width, place % shape.width);
        let size = shape.size();
        let grid = &mut self.grids[at * size..(at + 1) * size];
        let game = &mut self.games[at];
        let behind = shape.step(cell, direction ^ 1);
        if grid[cell] & BOX == 0 || !push::has_room(grid[shape.step(cell, direction)]) {
            return Deed::default();
        }
        self.walk.from(shape, grid, game.player);
        let Some(steps) = self.walk.steps(behind) else { return Deed::default() };
        grid[game.player] &= !PLAYER;
        grid[behind] |= PLAYER;
        game.player = behind;
        let deed = self.press(at, direction);
        debug_assert!(deed.pushed);
        let game = &mut self.games[at];
        game.moves += steps;
        game.odd ^= steps % 2 == 1;
        Deed { cost: deed.cost + steps, ..deed }
    }

    // --- telling ----------------------------------------------------------------------------------------------------

    fn show_all(&self, at: usize, out: &Outputs) {
        let (shape, planes) = (self.setting.shape, &self.setting.planes);
        let cells = shape.height * shape.width;
        let game = &self.games[at];
        let left = self.rooms[game.room].limit.map_or(0, |limit| limit.saturating_sub(game.cost)).min(255) as u8;
        for (number, &flag) in planes.iter().enumerate() {
            let plane = &self.planes_of(at, out)[number * cells..][..cells];
            match flag {
                HAS_KEY => plane.iter().for_each(|entry| entry.set(u8::from(game.has_key))),
                LEFT => plane.iter().for_each(|entry| entry.set(left)),
                _ => plane.iter().zip(self.look(at)).for_each(|(entry, here)| entry.set(u8::from(here & flag != 0))),
            }
        }
    }

    #[inline]
    fn show(&self, at: usize, cell: usize, out: &Outputs) {
        let (shape, planes) = (self.setting.shape, &self.setting.planes);
        let flags = self.grids[at * shape.size() + cell];
        if flags == WALL {
            return; // nothing ever changes there, and the ring is in no plane
        }
        let cells = shape.height * shape.width;
        let mut entry = at * planes.len() * cells + self.places[cell];
        for &flag in planes {
            out.planes[entry].set(u8::from(flags & flag != 0));
            entry += cells;
        }
    }

    fn tell(&mut self, at: usize, reward: f64, out: &Outputs) {
        let game = &self.games[at];
        out.rewards[at].set(reward);
        out.terminated[at].set(u8::from(game.over));
        out.truncated[at].set(u8::from(self.is_cut_short(at)));
        out.dead[at].set(u8::from(game.dead));
        out.bound[at].set(game.bound as i32);
        let numbers = [game.room as u32, game.moves, game.pushes, game.cost];
        for (row, number) in numbers.into_iter().enumerate() {
            out.counts[row * self.games.len() + at].set(number as i32);
        }
        self.write_mask(at, out);
    }

    fn write_mask(&mut self, at: usize, out: &Outputs) {
        let shape = self.setting.shape;
        let count = self.setting.actions.count(shape);
        let mask = &out.mask[at * count..(at + 1) * count];
        let size = shape.size();
        let grid = &self.grids[at * size..(at + 1) * size];
        let game = &self.games[at];
        if self.setting.actions == Actions::Pushes {
            self.walk.from(shape, grid, game.player);
            mask.iter().for_each(|entry| entry.set(0));
            for cell in shape.cells().filter(|&cell| grid[cell] & BOX != 0) {
                for direction in 0..4 {
                    let can = push::has_room(grid[shape.step(cell, direction)])
                        && self.walk.steps(shape.step(cell, direction ^ 1)).is_some();
                    mask[4 * self.places[cell] + direction].set(u8::from(can));
                }
            }
            return;
        }
        let nine = self.setting.actions == Actions::Nine;
        for direction in 0..4 {
            let ahead = shape.step(game.player, direction);
            let can = if self.setting.kicks {
                kick::can(grid[ahead], game.has_key)
            } else {
                push::can(grid[ahead], grid[if grid[ahead] & BOX != 0 { shape.step(ahead, direction) } else { ahead }])
            };
            if nine {
                mask[1 + direction].set(u8::from(can));
                mask[5 + direction].set(u8::from(can && grid[ahead] & BOX == 0));
            } else {
                mask[direction].set(u8::from(can));
            }
        }
        if nine {
            mask[0].set(1);
        }
    }
}

/// In Helltaker every key costs something, so without anything left the game is lost.
fn here_is_spent(room: &Room, game: &Game) -> bool {
    !game.won && room.limit.is_some_and(|limit| game.cost >= limit)
}

#[cfg(test)]
mod tests;
