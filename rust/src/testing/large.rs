//! Levels of real size, 100 to 400 cells, that have a plan: made from a seed, by playing backwards from the end.
//!
//! Rooms with doors and a few pillars. All boxes begin where they belong; then the player walks about and pulls one
//! after another, at random. What one can pull apart one can push together again.

use super::Random;
use crate::board::Board;
use crate::push::puzzle::{Kind, Puzzle};

type Place = (usize, usize);

/// Times that a box is pulled away.
const PULLS: usize = 60;

#[derive(Clone)]
pub struct Large {
    height: usize,
    width: usize,
    is_wall: Vec<bool>,
    targets: Vec<usize>,
    kind: Kind,
    boxes: Vec<usize>,
    /// Holes that are open now; sinks and goals are always there.
    open: Vec<usize>,
    player: usize,
}

impl Large {
    /// A level with up to `most_boxes` boxes.
    pub fn random(random: &mut Random, kind: Kind, most_boxes: usize) -> Self {
        let size = (10 + random.below(8), 10 + random.below(11));
        let boxes = 3 + random.below(most_boxes - 2);
        Self::of_size(random, kind, size, boxes)
    }

    /// A smaller one that is full of boxes.
    pub fn crowded(random: &mut Random, kind: Kind) -> Self {
        let (size, boxes) = ((6 + random.below(2), 8), 5 + random.below(3));
        Self::of_size(random, kind, size, boxes)
    }

    /// A real warehouse: large, and full of boxes.
    pub fn warehouse(random: &mut Random) -> Self {
        let (size, boxes) = ((10 + random.below(3), 13 + random.below(4)), 10 + random.below(6));
        Self::of_size(random, Kind::Goals, size, boxes)
    }

    fn of_size(random: &mut Random, kind: Kind, (height, width): (usize, usize), boxes: usize) -> Self {
        let mut level = Self {
            height,
            width,
            is_wall: vec![false; height * width],
            targets: Vec::new(),
            kind,
            boxes: Vec::new(),
            open: Vec::new(),
            player: 0,
        };
        level.build(random);
        level.player = level.free_cell(random);
        while level.targets.len() < if kind == Kind::Sinks { 1 + boxes / 4 } else { boxes } {
            let cell = level.free_cell(random);
            level.targets.push(cell);
            if kind == Kind::Goals {
                level.boxes.push(cell);
            }
        }
        for _ in 0..PULLS {
            level.pull_back(random, boxes);
        }
        level
    }

    /// Walls around, one wall across with a door or two, and pillars.
    fn build(&mut self, random: &mut Random) {
        let (height, width) = (self.height, self.width);
        let across = 3 + random.below(width - 6);
        let doors = [1 + random.below(height - 2), 1 + random.below(height - 2)];
        for at in 0..height * width {
            let (row, column) = (at / width, at % width);
            let edge = row == 0 || row == height - 1 || column == 0 || column == width - 1;
            let cut = column == across && !doors.contains(&row);
            self.is_wall[at] = edge || cut || random.below(14) == 0;
        }
    }

    fn free_cell(&self, random: &mut Random) -> usize {
        loop {
            let at = random.below(self.height * self.width);
            if !self.is_wall[at] && at != self.player && !self.targets.contains(&at) {
                return at;
            }
        }
    }

    fn next(&self, at: usize, direction: usize) -> usize {
        at.wrapping_add_signed([-(self.width as isize), self.width as isize, -1, 1][direction])
    }

    fn is_free(&self, at: usize) -> bool {
        !self.is_wall[at] && !self.boxes.contains(&at) && !self.open.contains(&at)
    }

    /// Where the player can walk.
    fn area(&self) -> Vec<usize> {
        let mut found = vec![self.player];
        let mut at = 0;
        while at < found.len() {
            for direction in 0..4 {
                let other = self.next(found[at], direction);
                if self.is_free(other) && !found.contains(&other) {
                    found.push(other);
                }
            }
            at += 1;
        }
        found
    }

    /// Pulls a box to `to`, where the player stands, and the player one further: out of the cell behind, where a box
    /// stands there, or out of a sink or a filled hole. False where that is not possible.
    fn pull(&mut self, to: usize, direction: usize, most_boxes: usize) -> bool {
        let (from, player) = (self.next(to, direction ^ 1), self.next(to, direction));
        let is_target = |cell: &usize| self.targets.contains(cell);
        if !self.is_free(player) || (self.kind == Kind::Sinks && is_target(&to)) {
            return false;
        }
        if let Some(at) = self.boxes.iter().position(|&cell| cell == from) {
            self.boxes[at] = to;
        } else if self.kind != Kind::Goals
            && is_target(&from)
            && !self.open.contains(&from)
            && self.boxes.len() < most_boxes
        {
            self.boxes.push(to);
            if self.kind == Kind::Holes {
                self.open.push(from);
            }
        } else {
            return false;
        }
        self.player = player;
        true
    }

    /// One random pull, and more of the same box the same way as long as the dice like it.
    fn pull_back(&mut self, random: &mut Random, most_boxes: usize) {
        let area = self.area();
        for _ in 0..100 {
            let (mut to, direction) = (area[random.below(area.len())], random.below(4));
            if self.pull(to, direction, most_boxes) {
                while random.below(3) > 0 {
                    to = self.next(to, direction);
                    if !self.pull(to, direction, most_boxes) {
                        break;
                    }
                }
                return;
            }
        }
    }

    fn place(&self, at: usize) -> Place {
        (at / self.width, at % self.width)
    }

    fn places(&self, cells: &[usize]) -> Vec<Place> {
        cells.iter().map(|&at| self.place(at)).collect()
    }

    pub fn board(&self) -> Board {
        let walls: Vec<usize> = (0..self.is_wall.len()).filter(|&at| self.is_wall[at]).collect();
        let of_kind = |kind: Kind, cells: &[usize]| if self.kind == kind { self.places(cells) } else { Vec::new() };
        let (goals, sinks) = (of_kind(Kind::Goals, &self.targets), of_kind(Kind::Sinks, &self.targets));
        let holes = of_kind(Kind::Holes, &self.open);
        Board::new(self.height, self.width, &self.places(&walls), &goals, &sinks, &holes).unwrap()
    }

    pub fn puzzle(&self) -> Puzzle {
        Puzzle::new(&self.board(), self.place(self.player), &self.places(&self.boxes)).unwrap()
    }

    /// How many cells there are, walls included.
    pub fn size(&self) -> usize {
        self.height * self.width
    }

    /// The level as a picture, for messages.
    pub fn draw(&self) -> String {
        let mut text = String::from("\n");
        for at in 0..self.size() {
            let target = self.targets.contains(&at) && (self.kind != Kind::Holes || self.open.contains(&at));
            text.push(match () {
                () if self.is_wall[at] => '#',
                () if at == self.player => '@',
                () if self.boxes.contains(&at) => {
                    if target {
                        '*'
                    } else {
                        '$'
                    }
                }
                () if target => '.',
                () => ' ',
            });
            if at % self.width == self.width - 1 {
                text.push('\n');
            }
        }
        text
    }
}
