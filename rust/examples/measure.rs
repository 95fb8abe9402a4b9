//! Measures the search on a file of levels: a line for each level, totals at the end.
//!
//!     cargo run --release --example measure -- FILE... [objective=pushes] [seconds=10] [memory=4000] [levels=1-20]
//!     [quiet=true] [any option of the search=value]
//!
//! Reads XSB collections, the NetHack solver's files and NetHack's pictures, no more than is needed here: the
//! product reads levels in Python. Every plan is judged by the plain law before it counts.

use sokoplan_core::board::Board;
use sokoplan_core::push::law::Play;
use sokoplan_core::push::puzzle::Puzzle;
use sokoplan_core::search::solve;
use sokoplan_core::space::control::{Control, Limits, Outcome};
use sokoplan_core::space::options::{Objective, Options};

type Place = (usize, usize);

struct Level {
    name: String,
    rows: Vec<String>,
    nethack: bool,
}

fn read(path: &str) -> Vec<Level> {
    let text = std::fs::read_to_string(path).expect("a readable file");
    let stem = std::path::Path::new(path).file_stem().unwrap().to_string_lossy().to_string();
    if path.ends_with(".txt") {
        let hashes: Vec<&str> = text.lines().filter(|line| line.starts_with('#')).collect();
        let old_solver = hashes.len() > 2 && hashes[0][1..].trim().parse::<usize>().is_ok();
        let rows = if old_solver {
            hashes[2..].iter().map(|row| row[1..].to_lowercase()).collect()
        } else {
            text.lines().map(str::to_string).collect()
        };
        return vec![Level { name: stem, rows, nethack: true }];
    }
    let mut levels: Vec<Level> = Vec::new();
    let mut open = false;
    for line in text.lines() {
        if line.contains('#') && !line.starts_with(';') {
            if !open {
                let name = format!("{}", levels.len() + 1);
                levels.push(Level { name, rows: Vec::new(), nethack: false });
            }
            levels.last_mut().unwrap().rows.push(line.to_string());
            open = true;
        } else {
            open = false;
        }
    }
    levels
}

fn board(level: &Level) -> (Board, Place, Vec<Place>) {
    let mut found: [Vec<Place>; 6] = Default::default();
    let [walls, goals, sinks, holes, boxes, players] = &mut found;
    let width = level.rows.iter().map(String::len).max().unwrap_or(0);
    let has_sink = level.nethack && level.rows.iter().any(|row| row.contains('x'));
    for (row, line) in level.rows.iter().enumerate() {
        for column in 0..width {
            let place = (row, column);
            let sign = line.as_bytes().get(column).map_or(' ', |&byte| byte as char);
            match (level.nethack, sign) {
                (true, '.' | '<' | '?') => {}
                (true, '+') if !has_sink => {}
                (true, 'o' | '0') => boxes.push(place),
                (true, 'x') => sinks.push(place),
                (true, '^') => holes.push(place),
                (true, 'y' | '>' | '@') => players.push(place),
                (true, _) | (false, '#') => walls.push(place),
                (false, sign) => {
                    if "$*".contains(sign) {
                        boxes.push(place);
                    }
                    if ".*+".contains(sign) {
                        goals.push(place);
                    }
                    if "@+".contains(sign) {
                        players.push(place);
                    }
                }
            }
        }
    }
    let board = Board::new(level.rows.len(), width, walls, goals, sinks, holes).expect("a board");
    (board, players[0], boxes.clone())
}

fn main() {
    let mut objective = Objective::Pushes;
    let mut options = Options::default();
    let mut limits = Limits { seconds: Some(10.0), memory: 4000 << 20 };
    let (mut first, mut last, mut quiet) = (1, usize::MAX, false);
    let mut files = Vec::new();
    for argument in std::env::args().skip(1) {
        match argument.split_once('=') {
            None => files.push(argument),
            Some(("objective", value)) => objective = Objective::named(value).expect("a known objective"),
            Some(("seconds", value)) => limits.seconds = Some(value.parse().expect("a number")),
            Some(("memory", value)) => limits.memory = value.parse::<usize>().expect("megabytes") << 20,
            Some(("quiet", value)) => quiet = value == "true",
            Some(("levels", value)) => {
                let (low, high) = value.split_once('-').unwrap_or((value, value));
                (first, last) = (low.parse().unwrap(), high.parse().unwrap());
            }
            Some((name, value)) => options.set(name, value).expect("a known option"),
        }
    }
    let levels: Vec<Level> = files.iter().flat_map(|path| read(path)).collect();
    let (mut solved, mut proved, mut unsolvable, mut seconds, mut expanded) = (0, 0, 0, 0.0, 0);
    let mut most = 0;
    let mut cost = 0;
    for level in levels.iter().skip(first - 1).take(last - first + 1) {
        let (board, player, boxes) = board(level);
        let answer = match Puzzle::new(&board, player, &boxes) {
            Ok(puzzle) => solve(&puzzle, objective, &options, &limits, &Control::default()),
            Err(error) => {
                println!("{:>16}  {error}", level.name);
                continue;
            }
        };
        seconds += answer.seconds;
        expanded += answer.expanded;
        most = most.max(answer.memory);
        let word = match answer.outcome {
            Outcome::Solved => {
                let judged = Play::new(&board, player, &boxes).judge(&answer.keys);
                let (moves, pushes) = judged.expect("a plan that the law accepts");
                solved += 1;
                proved += usize::from(answer.proved);
                cost += pushes;
                format!("{pushes} pushes, {moves} moves{}", if answer.proved { ", best" } else { "" })
            }
            Outcome::Unsolvable => {
                unsolvable += 1;
                "unsolvable".to_string()
            }
            Outcome::Unknown(reason) => format!("unknown: {}, at least {}", reason.name(), answer.bound),
        };
        if !quiet {
            println!(
                "{:>16} {:>9.3} s {:>10} expanded {:>10} stored {:>6} MB  {word} ({})",
                level.name,
                answer.seconds,
                answer.expanded,
                answer.stored,
                answer.memory >> 20,
                answer.by
            );
        }
    }
    println!(
        "{} levels, {}: {solved} solved, {proved} proved best, {unsolvable} unsolvable; {seconds:.1} s, {expanded} \
         expanded, at most {} MB, {cost} pushes in all",
        levels.iter().skip(first - 1).take(last - first + 1).count(),
        objective.name(),
        most >> 20
    );
}
