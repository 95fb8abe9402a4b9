//! One text for a puzzle, however it is drawn: turned, mirrored, with decoration around it.
//!
//! Comes in:  a Sokoban level as text.     Goes out: the first of its eight drawings in the order of their letters, and
//! which one that is. The twin of `puzzle/symmetry.py`, which says it for all games; `tests/lab/batch/test_intake.py` compares
//! them. Data sets have millions of levels, and each has to be looked up in a store by this text.

/// The normal text and the turn that leads to it: 4 swaps rows and columns, then 1 mirrors left and right, then 2 up
/// and down. None where the text is not a level in the letters `#@+$*.` and space with one player.
pub fn normal(text: &str) -> Option<(String, u8)> {
    let trimmed = Trimmed::new(text)?;
    let (found, turn) = (0..8).map(|turn| (trimmed.drawing(turn), turn)).min()?;
    Some((String::from_utf8(found).ok()?, turn))
}

/// The board with floor that cannot be reached drawn as wall, and with walls around it that are one cell thick.
struct Trimmed {
    cells: Vec<u8>,
    stride: usize,
    top: usize,
    left: usize,
    height: usize,
    width: usize,
}

impl Trimmed {
    fn new(text: &str) -> Option<Self> {
        let lines: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
        let stride = lines.iter().map(|line| line.len()).max()? + 2;
        let mut cells = vec![b'#'; (lines.len() + 2) * stride];
        let mut player = None;
        for (row, line) in lines.iter().enumerate() {
            let start = (row + 1) * stride + 1;
            cells[start..start + stride - 2].fill(b' ');
            cells[start..start + line.len()].copy_from_slice(line);
        }
        for (at, &sign) in cells.iter().enumerate() {
            match sign {
                b'@' | b'+' if player.is_some() => return None,
                b'@' | b'+' => player = Some(at),
                b'#' | b' ' | b'$' | b'*' | b'.' => {}
                _ => return None,
            }
        }
        wall_off(&mut cells, stride, player?);
        let (mut top, mut bottom, mut left, mut right) = (usize::MAX, 0, usize::MAX, 0);
        for at in (0..cells.len()).filter(|&at| cells[at] != b'#') {
            (top, bottom) = (top.min(at / stride), bottom.max(at / stride));
            (left, right) = (left.min(at % stride), right.max(at % stride));
        }
        let (height, width) = (bottom - top + 3, right - left + 3);
        Some(Self { cells, stride, top: top - 1, left: left - 1, height, width })
    }

    /// Rows with line breaks between them.
    fn drawing(&self, turn: u8) -> Vec<u8> {
        let (height, width) = if turn & 4 > 0 { (self.width, self.height) } else { (self.height, self.width) };
        let mut text = Vec::with_capacity(height * (width + 1));
        for row in 0..height {
            let row = if turn & 2 > 0 { height - 1 - row } else { row };
            for column in 0..width {
                let column = if turn & 1 > 0 { width - 1 - column } else { column };
                let (row, column) = if turn & 4 > 0 { (column, row) } else { (row, column) };
                text.push(self.cells[(self.top + row) * self.stride + self.left + column]);
            }
            text.push(b'\n');
        }
        text.pop();
        text
    }
}

/// Floor that the player could not reach if every box were out of the way becomes wall.
fn wall_off(cells: &mut [u8], stride: usize, player: usize) {
    let mut reached = vec![false; cells.len()];
    reached[player] = true;
    let mut todo = vec![player];
    while let Some(at) = todo.pop() {
        for other in [at - stride, at + stride, at - 1, at + 1] {
            if cells[other] != b'#' && !reached[other] {
                reached[other] = true;
                todo.push(other);
            }
        }
    }
    for (cell, reached) in cells.iter_mut().zip(reached) {
        if *cell == b' ' && !reached {
            *cell = b'#';
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_drawings_of_a_puzzle_are_one() {
        let (text, turn) = normal("  #####\n  #.$@#\n ######").unwrap();
        assert_eq!(text, "###\n#.#\n#$#\n#@#\n###");
        for drawing in ["#####\n#@$.#\n#####\n", "###\n#@#\n#$#\n#.#\n###", &text] {
            assert_eq!(normal(drawing).unwrap().0, text);
        }
        assert_ne!(turn, 0);
        assert_eq!(normal(&text).unwrap().1, 0);
    }

    #[test]
    fn what_is_no_level_has_no_normal_form() {
        assert_eq!(normal(""), None);
        assert_eq!(normal("####\n#$.#\n####"), None);
        assert_eq!(normal("####\n#@@#\n####"), None);
        assert_eq!(normal("####\n#@x#\n####"), None);
    }
}
