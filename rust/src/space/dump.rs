//! A search written down as it goes: every position expanded, added or rejected, as a board.
//!
//! Comes in:  what a search does.     Goes out: a file, in the NetHack solver's text form or as XML.
//!
//!     Added: (3 + 12 = 15)           what happened: (pushes so far + bound = sum)
//!     ( 7,  3) ( 2,  5)              where the boxes are, as (column, row)
//!     * * * * *                      * wall   . floor   + floor the player can walk to   Y player   X sink, goal or hole
//!     * . o O *                      o box   O the box that was moved   g G the same on a goal
//!
//! The packing search moves a box several pushes at a time and has no bound. It writes its style, the advisor that named
//! the move, and the features of the position; and before these, the cells of its plan in the order in which it means to
//! fill them:
//!
//!     Packing plan: packing
//!     ( 7,  3) ( 2,  5)
//!     Expanded: packing, named by opener: (packed 1, areas 2, lost links 0, out of plan 0, hotspots 1, away 40, weight 3)
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

/// What happened to a position of the packing search.
#[derive(Debug, Clone, Copy)]
pub struct Moved<'a> {
    /// `Initial status`, `Expanded`, `Added`, `Rejected` or `Solved`.
    pub what: &'static str,
    /// Who rejected it; else empty.
    pub why: &'static str,
    /// The style that searches, and who named the move; empty for nobody.
    pub style: &'static str,
    pub advisor: &'static str,
    /// Numbers of the node and of its parent within the style, `ROOT` for none.
    pub node: u32,
    pub parent: u32,
    /// Where the box was and where it is now.
    pub step: Option<(u16, u16)>,
    pub bits: &'a [u64],
    pub player: u16,
    pub exact: bool,
    /// What the position looks like, in numbers.
    pub features: &'a [(&'static str, i64)],
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

/// A position in XML.
struct Element(String);

impl Element {
    fn new(what: &str, node: u32, parent: u32) -> Self {
        let mut element = Self(format!("<node what=\"{what}\""));
        for (name, number) in [("id", node), ("parent", parent)] {
            if number != ROOT {
                element.add(name, number);
            }
        }
        element
    }

    fn add(&mut self, name: &str, value: impl std::fmt::Display) {
        self.0 += &format!(" {name}=\"{value}\"");
    }

    fn close(mut self, why: &str, picture: &str) -> String {
        if !why.is_empty() {
            self.add("rejected", why);
        }
        format!("{}>\n<dump>\n{picture}</dump>\n</node>\n", self.0)
    }
}

fn place(puzzle: &Puzzle, cell: u16) -> String {
    let (row, column) = puzzle.places[cell as usize];
    format!("({column:2}, {row:2})")
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
        self.add(|writer| writer.entry(puzzle, event));
    }

    pub fn moved(&self, puzzle: &Puzzle, moved: &Moved) {
        self.add(|writer| writer.moved_entry(puzzle, moved));
    }

    /// Writes the entry that `make` puts into `text`, if there is room for it.
    fn add(&self, make: impl FnOnce(&mut Writer)) {
        let writer = &mut *self.writer();
        if writer.report.entries >= writer.limit {
            writer.report.cut = true;
        } else if writer.report.trouble.is_none() {
            writer.report.entries += 1;
            make(writer);
            writer.write();
        }
    }

    /// The cells that a style of the packing search means to fill, in that order.
    pub fn plan(&self, puzzle: &Puzzle, style: &str, cells: &[u16]) {
        let writer = &mut *self.writer();
        if writer.report.trouble.is_none() {
            let list = cells.iter().map(|&cell| place(puzzle, cell)).collect::<Vec<_>>().join(" ");
            writer.text = match writer.style {
                Style::Text => format!("Packing plan: {style}\n{list}\n\n"),
                Style::Xml => format!("<plan style=\"{style}\" cells=\"{list}\"/>\n"),
            };
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
        let moved = event.push.map(|push| puzzle.next[push.from as usize][push.direction as usize]);
        let picture = self.picture(puzzle, event.bits, event.player, event.exact, moved);
        let sum = event.rest.map(|rest| event.cost + rest);
        if self.style == Style::Text {
            let blank = if event.what == "Expanded" { "\n" } else { "" };
            let why = if event.why.is_empty() { String::new() } else { format!(": {}", event.why) };
            let costs = match (event.rest, sum) {
                (Some(rest), Some(sum)) => format!("({} + {rest} = {sum})", event.cost),
                _ => format!("({})", event.cost),
            };
            self.text = format!("{blank}{}{why}: {costs}\n{picture}\n", event.what);
            return;
        }
        let mut element = Element::new(event.what, event.node, event.parent);
        if let Some(push) = event.push {
            element.add("stone", place(puzzle, push.from));
            element.add("d", DIRECTIONS[push.direction as usize]);
        }
        element.add("cost", event.cost);
        if let (Some(rest), Some(sum)) = (event.rest, sum) {
            element.add("heur", rest);
            element.add("costFgv", sum);
        }
        self.text = element.close(event.why, &picture);
    }

    fn moved_entry(&mut self, puzzle: &Puzzle, moved: &Moved) {
        let picture = self.picture(puzzle, moved.bits, moved.player, moved.exact, moved.step.map(|(_, to)| to));
        if self.style == Style::Text {
            let mut line = if moved.what == "Expanded" { String::from("\n") } else { String::new() };
            line += moved.what;
            if !moved.why.is_empty() {
                line += &format!(": {}", moved.why);
            }
            line += &format!(": {}", moved.style);
            if !moved.advisor.is_empty() {
                line += &format!(", named by {}", moved.advisor);
            }
            if !moved.features.is_empty() {
                let list: Vec<String> =
                    moved.features.iter().map(|(name, number)| format!("{name} {number}")).collect();
                line += &format!(": ({})", list.join(", "));
            }
            self.text = format!("{line}\n{picture}\n");
            return;
        }
        let mut element = Element::new(moved.what, moved.node, moved.parent);
        element.add("style", moved.style);
        if !moved.advisor.is_empty() {
            element.add("advisor", moved.advisor);
        }
        if let Some((from, to)) = moved.step {
            element.add("stone", place(puzzle, from));
            element.add("to", place(puzzle, to));
        }
        for (name, number) in moved.features {
            element.add(&name.replace(' ', "-"), number);
        }
        self.text = element.close(moved.why, &picture);
    }

    /// The list of the boxes, and the board.
    fn picture(&mut self, puzzle: &Puzzle, bits: &[u64], player: u16, exact: bool, moved: Option<u16>) -> String {
        let mut boxes = Vec::new();
        puzzle.each_box(bits, |cell| boxes.push(cell));
        boxes.sort_unstable_by_key(|&cell| puzzle.places[cell as usize]);
        let list = boxes.iter().map(|&cell| place(puzzle, cell)).collect::<Vec<_>>().join(" ");
        let width = self.width;
        let at = |cell: u16| puzzle.places[cell as usize].0 * width + puzzle.places[cell as usize].1;
        if self.walk.is_none() {
            for cell in 0..puzzle.n as u16 {
                let target = puzzle.goal[cell as usize] || puzzle.sink[cell as usize];
                self.ground[at(cell)] = if target { b'X' } else { b'.' };
            }
        }
        let walk = self.walk.get_or_insert_with(|| Walk::new(puzzle.n));
        puzzle.block(walk, bits);
        walk.flood(&puzzle.next, player);
        let mut signs = self.ground.clone();
        for &cell in walk.cells() {
            let sign = &mut signs[at(cell)];
            *sign = if *sign == b'.' { b'+' } else { *sign };
        }
        for &cell in puzzle.holes.iter().filter(|&&cell| puzzle.is_open_hole(bits, cell)) {
            signs[at(cell)] = b'X';
        }
        if exact {
            signs[at(player)] = b'Y';
        }
        for &cell in &boxes {
            let home = puzzle.kind == Kind::Goals && puzzle.goal[cell as usize];
            signs[at(cell)] = match (home, moved == Some(cell)) {
                (false, false) => b'o',
                (false, true) => b'O',
                (true, false) => b'g',
                (true, true) => b'G',
            };
        }
        let mut text = format!("{list}\n");
        text.reserve(signs.len() * 2);
        for row in signs.chunks(width) {
            for (column, &sign) in row.iter().enumerate() {
                if column > 0 {
                    text.push(' ');
                }
                text.push(sign as char);
            }
            text.push('\n');
        }
        text
    }
}
