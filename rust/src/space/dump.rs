//! A search written down as it goes: every position expanded, added or rejected, as a board.
//!
//! Comes in:  what a search does.     Goes out: a file, in the NetHack solver's text form or as XML.
//!
//!     Added: (3 + 12 = 15)           what happened: (pushes so far + bound = sum)
//!     ( 7,  3) ( 2,  5)              where the boxes are, as (column, row)
//!     * * * * *                      * wall   . floor   + floor the player can walk to   Y player   X sink, goal or hole
//!     * . o O *                      o box   O the box that was moved   g G the same on a goal
//!
//! Entries are written one by one and never kept, so memory does not grow; after `limit` of them the dump stops and the
//! search goes on. That is why the XML is flat: each node names its parent in place of standing inside it.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::Mutex;

use crate::board::Board;
use crate::push::plan::Push;
use crate::push::puzzle::{Kind, Puzzle};
use crate::push::walk::Walk;
use crate::space::store::ROOT;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    Text,
    Xml,
}

/// What happened to a position.
#[derive(Debug, Clone, Copy)]
pub struct Event<'a> {
    /// `Initial status`, `Expanded`, `Added`, `Pushing`, `Pushed out` or `Rejected`.
    pub what: &'static str,
    /// The test that rejected it; else empty.
    pub why: &'static str,
    /// Numbers of the node and of its parent, `ROOT` for none.
    pub node: u32,
    pub parent: u32,
    pub push: Option<Push>,
    pub bits: &'a [u64],
    pub player: u16,
    /// Whether the player stands there, and not just in the same area.
    pub exact: bool,
    pub cost: u32,
    pub rest: Option<u32>,
}

/// How it ended.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    pub entries: u64,
    /// There was more to say than the limit allowed.
    pub cut: bool,
    /// Why writing stopped, if it had to.
    pub trouble: Option<String>,
}

pub struct Dump(Mutex<Writer>);

struct Writer {
    out: BufWriter<File>,
    style: Style,
    limit: u64,
    report: Report,
    width: usize,
    /// The board without anything that moves.
    ground: Vec<u8>,
    walk: Option<Walk>,
    text: String,
}

const DIRECTIONS: [&str; 4] = ["up", "down", "left", "right"];

impl Dump {
    pub fn create(style: Style, path: &Path, limit: u64, board: &Board) -> std::io::Result<Self> {
        let mut out = BufWriter::new(File::create(path)?);
        if style == Style::Xml {
            out.write_all(b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<root-node>\n")?;
        }
        Ok(Self(Mutex::new(Writer {
            out,
            style,
            limit,
            report: Report::default(),
            width: board.width,
            ground: vec![b'*'; board.width * board.height],
            walk: None,
            text: String::new(),
        })))
    }

    fn writer(&self) -> std::sync::MutexGuard<'_, Writer> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    pub fn note(&self, puzzle: &Puzzle, event: &Event) {
        let writer = &mut *self.writer();
        if writer.report.entries >= writer.limit {
            writer.report.cut = true;
        } else if writer.report.trouble.is_none() {
            writer.report.entries += 1;
            writer.entry(puzzle, event);
            writer.write();
        }
    }

    /// The nodes from the start to the goal.
    pub fn solution(&self, nodes: &[u32]) {
        let writer = &mut *self.writer();
        if writer.report.trouble.is_none() && writer.style == Style::Xml {
            let numbers: Vec<String> = nodes.iter().map(u32::to_string).collect();
            writer.text = format!("<solution nodes=\"{}\"/>\n", numbers.join(" "));
            writer.write();
        }
    }

    pub fn finish(self) -> Report {
        let mut writer = self.0.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        writer.text.clear();
        if writer.style == Style::Xml {
            writer.text.push_str("</root-node>\n");
        }
        writer.write();
        if writer.report.trouble.is_none() {
            writer.report.trouble = writer.out.flush().err().map(|error| error.to_string());
        }
        writer.report
    }
}

impl Writer {
    fn write(&mut self) {
        if self.report.trouble.is_none()
            && let Err(error) = self.out.write_all(self.text.as_bytes())
        {
            self.report.trouble = Some(error.to_string());
        }
    }

    /// Puts an entry into `text`.
    fn entry(&mut self, puzzle: &Puzzle, event: &Event) {
        let place = |cell: u16| {
            let (row, column) = puzzle.places[cell as usize];
            format!("({column:2}, {row:2})")
        };
        let mut boxes = Vec::new();
        puzzle.each_box(event.bits, |cell| boxes.push(cell));
        boxes.sort_unstable_by_key(|&cell| puzzle.places[cell as usize]);
        let list = boxes.iter().map(|&cell| place(cell)).collect::<Vec<_>>().join(" ");
        let board = self.board(puzzle, event, &boxes);
        let sum = event.rest.map(|rest| event.cost + rest);
        self.text.clear();
        if self.style == Style::Text {
            let blank = if event.what == "Expanded" { "\n" } else { "" };
            let why = if event.why.is_empty() { String::new() } else { format!(": {}", event.why) };
            let costs = match (event.rest, sum) {
                (Some(rest), Some(sum)) => format!("({} + {rest} = {sum})", event.cost),
                _ => format!("({})", event.cost),
            };
            self.text = format!("{blank}{}{why}: {costs}\n{list}\n{board}\n", event.what);
            return;
        }
        let mut attributes = String::new();
        let mut add = |name: &str, value: &dyn std::fmt::Display| attributes += &format!(" {name}=\"{value}\"");
        if event.node != ROOT {
            add("id", &event.node);
        }
        if event.parent != ROOT {
            add("parent", &event.parent);
        }
        if let Some(push) = event.push {
            add("stone", &place(push.from));
            add("d", &DIRECTIONS[push.direction as usize]);
        }
        add("cost", &event.cost);
        if let (Some(rest), Some(sum)) = (event.rest, sum) {
            add("heur", &rest);
            add("costFgv", &sum);
        }
        if !event.why.is_empty() {
            add("rejected", &event.why);
        }
        self.text = format!("<node what=\"{}\"{attributes}>\n<dump>\n{list}\n{board}</dump>\n</node>\n", event.what);
    }

    fn board(&mut self, puzzle: &Puzzle, event: &Event, boxes: &[u16]) -> String {
        let width = self.width;
        let at = |cell: u16| puzzle.places[cell as usize].0 * width + puzzle.places[cell as usize].1;
        if self.walk.is_none() {
            for cell in 0..puzzle.n as u16 {
                let target = puzzle.goal[cell as usize] || puzzle.sink[cell as usize];
                self.ground[at(cell)] = if target { b'X' } else { b'.' };
            }
        }
        let walk = self.walk.get_or_insert_with(|| Walk::new(puzzle.n));
        puzzle.block(walk, event.bits);
        walk.flood(&puzzle.next, event.player);
        let mut signs = self.ground.clone();
        for &cell in walk.cells() {
            let sign = &mut signs[at(cell)];
            *sign = if *sign == b'.' { b'+' } else { *sign };
        }
        for &cell in puzzle.holes.iter().filter(|&&cell| puzzle.is_open_hole(event.bits, cell)) {
            signs[at(cell)] = b'X';
        }
        if event.exact {
            signs[at(event.player)] = b'Y';
        }
        let moved = event.push.map(|push| puzzle.next[push.from as usize][push.direction as usize]);
        for &cell in boxes {
            let home = puzzle.kind == Kind::Goals && puzzle.goal[cell as usize];
            signs[at(cell)] = match (home, moved == Some(cell)) {
                (false, false) => b'o',
                (false, true) => b'O',
                (true, false) => b'g',
                (true, true) => b'G',
            };
        }
        let mut board = String::with_capacity(signs.len() * 2);
        for row in signs.chunks(width) {
            for (column, &sign) in row.iter().enumerate() {
                if column > 0 {
                    board.push(' ');
                }
                board.push(sign as char);
            }
            board.push('\n');
        }
        board
    }
}
