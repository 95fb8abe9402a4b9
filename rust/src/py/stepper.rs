//! `sokoplan._core.Stepper`: many games played at once, their outcomes written into the caller's arrays.
//!
//! The arrays are asked for once, when the stepper is made, and held for as long as it lives: asking for eight of them
//! at every step would take longer than the step.

use std::cell::Cell;
use std::collections::HashMap;

use pyo3::buffer::{Element, PyBuffer};
use pyo3::prelude::*;

use super::refused;
use crate::stepper::{self, Actions, COUNTS, Outputs, Rewards, Room, Setting, Shape};

/// Flags row by row, whether the hero has the key, and the limit.
type RoomGiven = (Vec<u16>, bool, Option<u32>, bool);
/// Level, player, whether the hero has the key, whether an odd number of keys was pressed, whether it is won.
type Told = (usize, (usize, usize), bool, bool, bool);

struct Arrays {
    actions: PyBuffer<i64>,
    following: PyBuffer<i64>,
    planes: PyBuffer<u8>,
    mask: PyBuffer<u8>,
    rewards: PyBuffer<f64>,
    terminated: PyBuffer<u8>,
    truncated: PyBuffer<u8>,
    dead: PyBuffer<u8>,
    bound: PyBuffer<i32>,
    counts: PyBuffer<i32>,
}

fn array<T: Element>(given: &HashMap<String, Bound<'_, PyAny>>, name: &str, len: usize) -> PyResult<PyBuffer<T>> {
    let missing = || refused(format!("the array `{name}` is missing"));
    let buffer = PyBuffer::<T>::get(given.get(name).ok_or_else(missing)?)?;
    if buffer.readonly() || !buffer.is_c_contiguous() || buffer.item_count() != len {
        return Err(refused(format!("the array `{name}` must be contiguous, writable and have {len} entries")));
    }
    Ok(buffer)
}

/// The entries of an array whose kind and size were checked when it came in.
fn cells<'a, T: Element>(_py: Python<'a>, buffer: &'a PyBuffer<T>) -> &'a [Cell<T>] {
    let entries = buffer.as_slice_ptr().expect("it was contiguous");
    // SAFETY: the buffer keeps its memory alive and in place, `array` saw that it may be written, and a `Cell` takes
    // for granted only that no other thread writes at the same time: we hold the interpreter until the step is over.
    unsafe { &*(entries.as_ptr() as *const [Cell<T>]) }
}

impl Arrays {
    fn outputs<'a>(&'a self, py: Python<'a>) -> Outputs<'a> {
        Outputs {
            planes: cells(py, &self.planes),
            mask: cells(py, &self.mask),
            rewards: cells(py, &self.rewards),
            terminated: cells(py, &self.terminated),
            truncated: cells(py, &self.truncated),
            dead: cells(py, &self.dead),
            bound: cells(py, &self.bound),
            counts: cells(py, &self.counts),
        }
    }
}

#[pyclass(module = "sokoplan._core")]
pub struct Stepper {
    stepper: stepper::Stepper,
    arrays: Arrays,
    actions: usize,
}

#[pymethods]
impl Stepper {
    #[new]
    #[pyo3(signature = (height, width, rooms, games, arrays, *, actions, planes, rewards, most_actions,
                        kicks = false, ends_when_lost = false))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        height: usize,
        width: usize,
        rooms: Vec<RoomGiven>,
        games: usize,
        arrays: HashMap<String, Bound<'_, PyAny>>,
        actions: &str,
        planes: Vec<u16>,
        rewards: HashMap<String, f64>,
        most_actions: u32,
        kicks: bool,
        ends_when_lost: bool,
    ) -> PyResult<Self> {
        let actions = Actions::named(actions).ok_or_else(|| refused(format!("unknown actions `{actions}`")))?;
        if kicks && actions != Actions::Keys {
            return Err(refused("where nothing is pushed, actions are keys"));
        }
        if rooms.is_empty() || games == 0 {
            return Err(refused("at least one level and one game are needed"));
        }
        let shape = Shape { height, width };
        let made = |(flags, has_key, limit, each_once): RoomGiven| {
            Room::new(shape, &flags, has_key, limit, each_once).map_err(refused)
        };
        let rooms = rooms.into_iter().map(made).collect::<PyResult<Vec<Room>>>()?;
        let count = actions.count(shape);
        let arrays = Arrays {
            actions: array(&arrays, "actions", games)?,
            following: array(&arrays, "following", games)?,
            planes: array(&arrays, "planes", games * planes.len() * height * width)?,
            mask: array(&arrays, "mask", games * count)?,
            rewards: array(&arrays, "rewards", games)?,
            terminated: array(&arrays, "terminated", games)?,
            truncated: array(&arrays, "truncated", games)?,
            dead: array(&arrays, "dead", games)?,
            bound: array(&arrays, "bound", games)?,
            counts: array(&arrays, "counts", games * COUNTS)?,
        };
        let rewards = worth(&rewards)?;
        let setting = Setting { shape, kicks, actions, planes, rewards, most_actions, ends_when_lost };
        Ok(Self { stepper: stepper::Stepper::new(setting, rooms, games), arrays, actions: count })
    }

    #[pyo3(signature = (game, room, *, instead = false))]
    fn begin(&mut self, py: Python<'_>, game: usize, room: usize, instead: bool) -> PyResult<()> {
        self.check(game)?;
        if room >= self.stepper.rooms() {
            return Err(refused(format!("there is no level {room}: there are {}, from 0", self.stepper.rooms())));
        }
        self.stepper.begin(game, room, instead, &self.arrays.outputs(py));
        Ok(())
    }

    /// Begins every game that is at an end with the room that `following` has for it.
    #[pyo3(signature = (*, instead = false))]
    fn begin_ended(&mut self, py: Python<'_>, instead: bool) -> PyResult<()> {
        for game in 0..self.stepper.games().len() {
            if self.stepper.is_at_an_end(game) {
                let room = cells(py, &self.arrays.following)[game].get();
                self.begin(py, game, room as usize, instead)?;
            }
        }
        Ok(())
    }

    fn step(&mut self, py: Python<'_>) -> PyResult<usize> {
        let actions = cells(py, &self.arrays.actions);
        if let Some(wrong) = actions.iter().find(|action| !(0..self.actions as i64).contains(&action.get())) {
            return Err(refused(format!("there is no action {}: use 0 to {}", wrong.get(), self.actions - 1)));
        }
        Ok(self.stepper.step(actions, &self.arrays.outputs(py)))
    }

    fn look(&self, game: usize) -> PyResult<Vec<u16>> {
        self.check(game)?;
        Ok(self.stepper.look(game).collect())
    }

    fn told(&self, game: usize) -> PyResult<Told> {
        self.check(game)?;
        let now = &self.stepper.games()[game];
        let stride = self.stepper.setting.shape.width + 2;
        let player = (now.player / stride - 1, now.player % stride - 1);
        Ok((now.room, player, now.has_key, now.odd, now.won))
    }
}

impl Stepper {
    fn check(&self, game: usize) -> PyResult<()> {
        let games = self.stepper.games().len();
        if game < games { Ok(()) } else { Err(refused(format!("there is no game {game}: there are {games}, from 0"))) }
    }
}

fn worth(given: &HashMap<String, f64>) -> PyResult<Rewards> {
    let mut rewards = Rewards::default();
    for (name, &value) in given {
        let place = match name.as_str() {
            "step" => &mut rewards.step,
            "illegal" => &mut rewards.illegal,
            "move" => &mut rewards.moves,
            "push" => &mut rewards.push,
            "on_goal" => &mut rewards.on_goal,
            "off_goal" => &mut rewards.off_goal,
            "win" => &mut rewards.win,
            _ => return Err(refused(format!("nothing is rewarded by the name `{name}`"))),
        };
        *place = value;
    }
    Ok(rewards)
}
