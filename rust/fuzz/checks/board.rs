//! Any text as a board: refused or read, never a panic; and what is read is one puzzle however it is drawn.

use sokoplan_core::{board, turns};

/// Text of the letters that boards are made of, most of the time: a byte of 128 and more stands for one of them.
fn text(data: &[u8]) -> String {
    const SIGNS: &[u8] = b"# $.@*+\n";
    data.iter()
        .map(|&byte| if byte < 128 { byte as char } else { SIGNS[byte as usize % SIGNS.len()] as char })
        .collect()
}

pub fn check(data: &[u8]) {
    let text = text(data);
    if let Ok((board, player, boxes)) = board::drawn(&text) {
        for (row, column) in boxes.into_iter().chain([player]) {
            let cell = board.cell(row, column).expect("what was drawn is on the board");
            assert_eq!(board.place(cell), (row, column));
            assert!(!board.walls.has(cell));
        }
    }
    if let Some((normal, _)) = turns::normal(&text) {
        assert_eq!(turns::normal(&normal), Some((normal.clone(), 0)), "the normal form of {text:?} has another one");
    }
}
