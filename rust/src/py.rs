//! The Python face: the module `sokoplan._core`. The only file of this crate that knows Python.
//!
//! Comes in:  plain numbers and lists of (row, column).     Goes out: the same. `python/sokoplan/_core.pyi` has the
//! types and the words for users. Everything that takes time lets other Python threads run (`py.detach`).

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::board::{self, Bits, BoardError};
use crate::reach::Reach;

type Place = (usize, usize);

fn refused(error: BoardError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

#[pyclass(frozen, module = "sokoplan._core")]
struct Board(board::Board);

impl Board {
    fn bits(&self, name: &'static str, places: &[Place]) -> Result<Bits, BoardError> {
        let mut bits = Bits::new(self.0.len());
        for &(row, column) in places {
            bits.set(self.0.floor(name, row, column)?);
        }
        Ok(bits)
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (height, width, walls, goals = vec![], sinks = vec![], holes = vec![]))]
    fn new(
        height: usize,
        width: usize,
        walls: Vec<Place>,
        goals: Vec<Place>,
        sinks: Vec<Place>,
        holes: Vec<Place>,
    ) -> PyResult<Self> {
        board::Board::new(height, width, &walls, &goals, &sinks, &holes).map(Self).map_err(refused)
    }

    #[getter]
    fn height(&self) -> usize {
        self.0.height
    }

    #[getter]
    fn width(&self) -> usize {
        self.0.width
    }

    fn reachable(&self, py: Python<'_>, player: Place, boxes: Vec<Place>) -> PyResult<Vec<Place>> {
        let start = self.0.floor("player", player.0, player.1).map_err(refused)?;
        let boxes = self.bits("box", &boxes).map_err(refused)?;
        if boxes.has(start) {
            return Err(refused(BoardError::Shared("thing", player.0, player.1)));
        }
        Ok(py.detach(|| {
            let mut reach = Reach::new(&self.0);
            let words = reach.flood(start, &boxes, &self.0.holes);
            let is_in = |cell: &usize| words[cell >> 6] >> (cell & 63) & 1 != 0;
            (0..self.0.len()).filter(is_in).map(|cell| self.0.place(cell)).collect()
        }))
    }

    fn __repr__(&self) -> String {
        format!("Board({}, {}, ...)", self.0.height, self.0.width)
    }
}

#[pymodule]
mod _core {
    #[pymodule_export]
    use super::Board;
}
