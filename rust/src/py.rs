//! The Python face: the module `sokoplan._core`. The only file of this crate that knows Python.
//!
//! Comes in:  plain numbers and lists of (row, column).     Goes out: the same. `python/sokoplan/_core.pyi` has the
//! types and the words for users. Everything that takes time lets other Python threads run (`py.detach`); a search
//! works on a thread of its own, while the caller's comes back a few times a second to look for Ctrl-C, to report
//! progress, and to see whether it was cancelled.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc;
use std::time::Duration;

mod stepper;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::board::{self, BoardError};
use crate::proof;
use crate::push::law::Play;
use crate::push::puzzle::{Puzzle, kind_of};
use crate::search::improve;
use crate::search::packing::{self, plan::EVER};
use crate::space::control::{self, Limits, Outcome};
use crate::space::dump::{Dump, Style};
use crate::space::options::{self, Objective, Options};
use crate::starts;
use crate::tables::pairs::Pairs;
use crate::tables::{blocklist_maker, listed};
use crate::task::{self, plans};

type Place = (usize, usize);
/// Entries written, whether there was more to say, and why writing stopped.
type Dumped = (u64, bool, Option<String>);
/// Its kind, the boxes and the targets to point at.
type Reason = (&'static str, Vec<Place>, Vec<Place>);
/// Where the box stands at the start, where it goes, and the step that moves it on.
type PlanStep = (Option<Place>, Place, Option<usize>);
/// Two cells of boxes, and where the player must be for them to be dead.
type DeadPair = (Place, Place, Vec<Place>);
/// Player, boxes and open holes.
type Position = (Place, Vec<Place>, Vec<Place>);

fn refused(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// How long the caller's thread sleeps between looks at a running search.
const LOOK: Duration = Duration::from_millis(100);

#[pyclass(frozen, module = "sokoplan._core")]
struct Board(board::Board);

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

    fn dead_squares(&self, py: Python<'_>, player: Place) -> PyResult<Vec<Place>> {
        py.detach(|| {
            let puzzle = Puzzle::new(&self.0, player, &[]).map_err(refused)?;
            let mut dead = puzzle.places[puzzle.live..].to_vec();
            dead.sort_unstable();
            Ok(dead)
        })
    }

    fn explain(&self, py: Python<'_>, player: Place, boxes: Vec<Place>) -> PyResult<Option<Reason>> {
        py.detach(|| {
            let puzzle = Puzzle::new(&self.0, player, &boxes).map_err(refused)?;
            Ok(crate::explain::explain(&puzzle).map(|why| (why.kind, why.boxes, why.targets)))
        })
    }

    #[pyo3(signature = (player, boxes, *, seconds = None, memory_mb = 4096))]
    fn packing_plan(
        &self,
        py: Python<'_>,
        player: Place,
        boxes: Vec<Place>,
        seconds: Option<f64>,
        memory_mb: usize,
    ) -> PyResult<PackingPlan> {
        let limits = limits(seconds, memory_mb);
        watch(py, None, None, |control| {
            let puzzle = Puzzle::new(&self.0, player, &boxes).map_err(|error| error.to_string())?;
            let budget = control::Budget::new(&limits, control);
            let found = match packing::outline::outline(&puzzle, &budget) {
                Ok(found) => found,
                Err(why) => return Ok(PackingPlan { reason: Some(why.name()), style: "", steps: vec![], expanded: 0 }),
            };
            let place = |cell: u16| puzzle.places[cell as usize];
            let until = |step: usize| (step != EVER).then_some(step);
            let steps = found.plan.steps.iter().map(|step| (step.start.map(place), place(step.to), until(step.until)));
            Ok(PackingPlan { reason: None, style: found.style, steps: steps.collect(), expanded: found.expanded })
        })?
        .map_err(|error: String| refused(error))
    }

    fn dead_pairs(&self, py: Python<'_>, player: Place, boxes: Vec<Place>) -> PyResult<Vec<DeadPair>> {
        py.detach(|| {
            let puzzle = Puzzle::new(&self.0, player, &boxes).map_err(refused)?;
            let place = |cell: u16| puzzle.places[cell as usize];
            let pairs = Pairs::new(&puzzle).map_or(vec![], |pairs| pairs.all_dead(&puzzle));
            let placed =
                |(a, b, players): (u16, u16, Vec<u16>)| (place(a), place(b), players.into_iter().map(place).collect());
            Ok(pairs.into_iter().map(placed).collect())
        })
    }

    fn distances(&self, py: Python<'_>, player: Place, boxes: Vec<Place>) -> PyResult<Vec<TableLine>> {
        py.detach(|| {
            let puzzle = Puzzle::new(&self.0, player, &boxes).map_err(refused)?;
            Ok(placed(&puzzle, listed::distances(&puzzle)))
        })
    }

    #[pyo3(signature = (player, boxes, number, distance = 3, threads = 1, *, seconds = None, memory_mb = 4096))]
    #[allow(clippy::too_many_arguments)]
    fn blocklist(
        &self,
        py: Python<'_>,
        player: Place,
        boxes: Vec<Place>,
        number: usize,
        distance: usize,
        threads: usize,
        seconds: Option<f64>,
        memory_mb: usize,
    ) -> PyResult<Vec<TableLine>> {
        let limits = limits(seconds, memory_mb);
        watch(py, None, None, |control| {
            let puzzle = Puzzle::new(&self.0, player, &boxes)?;
            let budget = control::Budget::new(&limits, control);
            let made = blocklist_maker::make(&puzzle, number, distance, threads, &budget);
            Ok(made.map_or(vec![], |list| placed(&puzzle, listed::sets(&puzzle, &list))))
        })?
        .map_err(|error: BoardError| refused(error))
    }

    fn play(&self, player: Place, boxes: Vec<Place>, keys: &str) -> PyResult<Option<Position>> {
        Puzzle::new(&self.0, player, &boxes).map_err(refused)?;
        let mut play = Play::new(&self.0, player, &boxes);
        if !keys.chars().all(|key| play.press(key)) {
            return Ok(None);
        }
        let places = |cells: &std::collections::BTreeSet<usize>| cells.iter().map(|&c| self.0.place(c)).collect();
        Ok(Some((self.0.place(play.player), places(&play.boxes), places(&play.open_holes))))
    }

    fn __repr__(&self) -> String {
        format!("Board({}, {}, ...)", self.0.height, self.0.width)
    }
}

/// Boxes, the player's area, and the pushes.
type TableLine = (Vec<Place>, Vec<Place>, Option<u32>);

fn placed(puzzle: &Puzzle, lines: Vec<listed::Line>) -> Vec<TableLine> {
    let places = |cells: Vec<u16>| {
        let mut places: Vec<Place> = cells.into_iter().map(|cell| puzzle.places[cell as usize]).collect();
        places.sort_unstable();
        places
    };
    let mut lines: Vec<TableLine> =
        lines.into_iter().map(|line| (places(line.boxes), places(line.area), line.pushes)).collect();
    lines.sort_by_key(|(boxes, area, _)| (boxes.len(), boxes.clone(), area[0]));
    lines
}

#[pyclass(frozen, get_all, module = "sokoplan._core")]
struct PackingPlan {
    reason: Option<&'static str>,
    style: &'static str,
    steps: Vec<PlanStep>,
    expanded: u64,
}

#[pyclass(frozen, module = "sokoplan._core")]
#[derive(Default)]
struct Control(Arc<control::Control>);

#[pymethods]
impl Control {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    fn cancel(&self) {
        self.0.cancel.store(true, Relaxed);
    }

    #[getter]
    fn nodes(&self) -> u64 {
        self.0.nodes.load(Relaxed)
    }

    #[getter]
    fn bound(&self) -> u64 {
        self.0.bound.load(Relaxed)
    }

    #[getter]
    fn best(&self) -> Option<u64> {
        Some(self.0.best.load(Relaxed)).filter(|&best| best > 0)
    }

    #[getter]
    fn running(&self) -> Vec<&'static str> {
        self.0.running()
    }

    #[getter]
    fn packed(&self) -> Option<(u64, u64)> {
        let all = self.0.to_pack.load(Relaxed);
        (all > 0).then(|| (self.0.packed.load(Relaxed), all))
    }

    #[getter]
    fn memory(&self) -> u64 {
        self.0.memory.load(Relaxed)
    }
}

fn status(outcome: Outcome) -> (&'static str, Option<&'static str>) {
    match outcome {
        Outcome::Solved => ("solved", None),
        Outcome::Unsolvable => ("unsolvable", None),
        Outcome::Unknown(reason) => ("unknown", Some(reason.name())),
    }
}

#[pyclass(frozen, get_all, module = "sokoplan._core")]
struct Answer {
    status: &'static str,
    reason: Option<&'static str>,
    keys: String,
    proved: bool,
    bound: u32,
    expanded: u64,
    by: &'static str,
    part: Vec<Place>,
    seconds: f64,
    memory: usize,
    dumped: Option<Dumped>,
}

impl Answer {
    fn new(answer: control::Answer, part: Vec<Place>, dumped: Option<Dumped>) -> Self {
        let (status, reason) = status(answer.outcome);
        Self {
            status,
            reason: reason.or(answer.reason.map(control::Reason::name)),
            keys: answer.keys,
            proved: answer.proved,
            bound: answer.bound,
            expanded: answer.expanded,
            by: answer.by,
            part,
            seconds: answer.seconds,
            memory: answer.memory,
            dumped,
        }
    }
}

#[pymethods]
impl Answer {
    fn __repr__(&self) -> String {
        match self.reason {
            Some(reason) => format!("Answer({}: {reason})", self.status),
            None => format!("Answer({}, keys={:?})", self.status, self.keys),
        }
    }
}

/// Runs `work` on a thread of its own, and comes back to Python while it does.
fn watch<T: Send>(
    py: Python<'_>,
    control: Option<Py<Control>>,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&control::Control) -> T + Send,
) -> PyResult<T> {
    let control = match control {
        Some(control) => control,
        None => Py::new(py, Control::default())?,
    };
    let shared = control.get().0.clone();
    let seen = shared.clone();
    py.detach(move || {
        std::thread::scope(|scope| {
            let (done, wait) = mpsc::channel();
            let worker = std::thread::Builder::new().name("sokoplan-search".into()).stack_size(64 << 20);
            let worker = worker
                .spawn_scoped(scope, move || {
                    let result = work(&shared);
                    // The watcher may have given up waiting; then there is no receiver, and no harm done.
                    let _ = done.send(());
                    result
                })
                .map_err(refused)?;
            let mut trouble: PyResult<()> = Ok(());
            while trouble.is_ok() && wait.recv_timeout(LOOK) == Err(mpsc::RecvTimeoutError::Timeout) {
                trouble = Python::attach(|py| {
                    py.check_signals()?;
                    if let Some(progress) = &progress {
                        progress.call1(py, (&control,))?;
                    }
                    Ok(())
                });
            }
            if trouble.is_err() {
                seen.cancel.store(true, Relaxed);
            }
            let result = worker.join();
            trouble?;
            result.map_err(|_| pyo3::exceptions::PyRuntimeError::new_err("the search broke down; this is a bug"))
        })
    })
}

fn limits(seconds: Option<f64>, memory_mb: usize) -> Limits {
    Limits { seconds, memory: memory_mb.saturating_mul(1 << 20) }
}

fn open_dump((style, path, limit): &(String, PathBuf, u64), board: &board::Board) -> PyResult<Dump> {
    let style = match style.as_str() {
        "text" => Style::Text,
        "xml" => Style::Xml,
        _ => return Err(refused(format!("unknown dump style `{style}`: use text or xml"))),
    };
    Ok(Dump::create(style, path, *limit, board)?)
}

#[pyfunction]
#[pyo3(signature = (board, player, boxes, objective = "pushes", *, options = HashMap::new(), seconds = None,
                    memory_mb = 4096, control = None, progress = None, dump = None))]
#[allow(clippy::too_many_arguments)]
fn solve_push(
    py: Python<'_>,
    board: &Board,
    player: Place,
    boxes: Vec<Place>,
    objective: &str,
    options: HashMap<String, Bound<'_, PyAny>>,
    seconds: Option<f64>,
    memory_mb: usize,
    control: Option<Py<Control>>,
    progress: Option<Py<PyAny>>,
    dump: Option<(String, PathBuf, u64)>,
) -> PyResult<Answer> {
    let (objective, chosen) = asked(objective, &options)?;
    let limits = limits(seconds, memory_mb);
    let board = &board.0;
    chosen.check(objective, kind_of(board).map_err(refused)?).map_err(refused)?;
    let dump = dump.map(|dump| open_dump(&dump, board)).transpose()?;
    let found = watch(py, control, progress, |control| {
        let puzzle = Puzzle::new(board, player, &boxes)?;
        let budget = control::Budget { dump: dump.as_ref(), ..control::Budget::new(&limits, control) };
        let answer = crate::search::solve_in(&puzzle, objective, &chosen, budget);
        let part: Vec<Place> = answer.part.iter().map(|&cell| puzzle.places[cell as usize]).collect();
        Ok((answer, part))
    });
    // Also after Ctrl-C: what was written is a whole file.
    let dumped = dump.map(Dump::finish).map(|report| (report.entries, report.cut, report.trouble));
    let (answer, part) = found?.map_err(|error: BoardError| refused(error))?;
    Ok(Answer::new(answer, part, dumped))
}

fn asked(objective: &str, options: &HashMap<String, Bound<'_, PyAny>>) -> PyResult<(Objective, Options)> {
    let objective = Objective::named(objective).ok_or_else(|| refused(format!("unknown objective `{objective}`")))?;
    let mut chosen = Options::default();
    for (name, value) in options {
        chosen.set(name, &value.str()?.to_string().to_lowercase()).map_err(refused)?;
    }
    Ok((objective, chosen))
}

#[pyfunction]
#[pyo3(signature = (boards, objective = "pushes", *, options = HashMap::new(), seconds = None, memory_mb = 4096,
                    control = None, progress = None))]
#[allow(clippy::too_many_arguments)]
fn solve_many(
    py: Python<'_>,
    boards: Vec<String>,
    objective: &str,
    options: HashMap<String, Bound<'_, PyAny>>,
    seconds: Option<f64>,
    memory_mb: usize,
    control: Option<Py<Control>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<Answer>> {
    let (objective, chosen) = asked(objective, &options)?;
    let limits = limits(seconds, memory_mb);
    let answers = watch(py, control, progress, |control| {
        crate::search::many::solve_many(&boards, objective, &chosen, &limits, control)
    })?
    .map_err(refused)?;
    Ok(answers.into_iter().map(|(answer, part)| Answer::new(answer, part, None)).collect())
}

#[pyfunction]
fn normal_texts(py: Python<'_>, boards: Vec<String>) -> Vec<Option<(String, u8)>> {
    py.detach(|| boards.iter().map(|text| crate::turns::normal(text)).collect())
}

#[pyclass(frozen, get_all, module = "sokoplan._core")]
struct Improved {
    keys: String,
    reason: Option<&'static str>,
    expanded: u64,
}

#[pyfunction]
#[pyo3(signature = (board, player, boxes, keys, objective = "moves", *, seconds = None, memory_mb = 4096,
                    control = None, progress = None))]
#[allow(clippy::too_many_arguments)]
fn improve_push(
    py: Python<'_>,
    board: &Board,
    player: Place,
    boxes: Vec<Place>,
    keys: String,
    objective: &str,
    seconds: Option<f64>,
    memory_mb: usize,
    control: Option<Py<Control>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Improved> {
    let objective = Objective::named(objective).ok_or_else(|| refused(format!("unknown objective `{objective}`")))?;
    let limits = limits(seconds, memory_mb);
    let board = &board.0;
    watch(py, control, progress, |control| {
        let puzzle = Puzzle::new(board, player, &boxes).map_err(|error| error.to_string())?;
        let plan = improve::pushes_of(&puzzle, &keys).ok_or("the plan does not solve the level")?;
        let found = improve::improve(&puzzle, &plan, objective, &control::Budget::new(&limits, control));
        let keys = crate::push::plan::keys(&puzzle, &found.plan);
        Ok(Improved { keys, reason: found.reason.map(control::Reason::name), expanded: found.expanded })
    })?
    .map_err(|error: String| refused(error))
}

#[pyclass(frozen, get_all, module = "sokoplan._core")]
struct PushOption {
    name: &'static str,
    kind: &'static str,
    default: OptionValue,
    low: u64,
    high: u64,
    objectives: Vec<&'static str>,
    searches: Vec<&'static str>,
    levels: Vec<&'static str>,
    needs: Option<&'static str>,
    help: &'static str,
}

#[pymethods]
impl PushOption {
    fn __repr__(&self) -> String {
        format!("PushOption({}, {})", self.name, self.kind)
    }
}

/// A `bool` or an `int` in Python.
#[derive(Clone, Copy, IntoPyObject)]
enum OptionValue {
    Switch(bool),
    Number(u64),
}

#[pyfunction]
fn push_options() -> Vec<PushOption> {
    let option = |row: options::Row| PushOption {
        name: row.name,
        kind: row.role.name(),
        default: match row.default {
            options::Value::Switch(on) => OptionValue::Switch(on),
            options::Value::Number(number) => OptionValue::Number(number),
        },
        low: row.range.0,
        high: row.range.1,
        objectives: row.objectives.iter().map(|objective| objective.name()).collect(),
        searches: row.searches.iter().map(|search| search.name()).collect(),
        levels: row.kinds.iter().map(|kind| kind.name()).collect(),
        needs: row.needs,
        help: row.help,
    };
    Options::table().into_iter().map(option).collect()
}

/// Pushes, changes of the box, pushes away from the goals, plans.
type Figures = (u16, u8, u8, u64);

fn figures(found: starts::Figures) -> Figures {
    (found.pushes, found.changes, found.away, found.plans)
}

#[pyclass(frozen, module = "sokoplan._core")]
struct Starts(starts::Starts);

#[pymethods]
impl Starts {
    #[new]
    #[pyo3(signature = (board, boxes, *, most = 1_000_000))]
    fn new(py: Python<'_>, board: &Board, boxes: usize, most: usize) -> PyResult<Self> {
        let field = starts::Field::new(&board.0).map_err(refused)?;
        let made =
            watch(py, None, None, |control| starts::Starts::new(field, boxes, most, &|| control.cancel.load(Relaxed)))?;
        made.map(Self).map_err(refused)
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    #[getter]
    fn complete(&self) -> bool {
        self.0.complete()
    }

    #[pyo3(signature = (target, weights, number = 1))]
    fn nearest(
        &self,
        py: Python<'_>,
        target: f64,
        weights: (f64, f64, f64, f64),
        number: usize,
    ) -> Vec<(Figures, Place, Vec<Place>)> {
        let (pushes, changes, away, plans) = weights;
        let weights = starts::Weights { pushes, changes, away, plans };
        let found = py.detach(|| self.0.nearest(target, weights, number));
        let place = |at| self.0.field().place(at);
        let told = |(found, player, boxes): (starts::Figures, usize, Vec<usize>)| {
            (figures(found), place(player), boxes.into_iter().map(place).collect())
        };
        found.into_iter().map(told).collect()
    }
}

#[pyfunction]
#[pyo3(signature = (board, player, boxes, *, most = 1_000_000))]
fn start_figures(
    py: Python<'_>,
    board: &Board,
    player: Place,
    boxes: Vec<Place>,
    most: usize,
) -> PyResult<Option<Figures>> {
    Puzzle::new(&board.0, player, &boxes).map_err(refused)?;
    let field = starts::Field::new(&board.0).map_err(refused)?;
    let on_floor = |place| field.at(place).ok_or_else(|| refused("a box or the player stands outside the floor"));
    let player = on_floor(player)?;
    let boxes = boxes.into_iter().map(on_floor).collect::<PyResult<Vec<_>>>()?;
    let found = watch(py, None, None, |control| {
        starts::Starts::of(field, player, &boxes, most, &|| control.cancel.load(Relaxed))
    })?;
    Ok(found.map_err(refused)?.map(figures))
}

/// Keys, cost, plans and positions.
type KickAnswer = (String, u32, u64, usize);

#[pyfunction]
#[pyo3(signature = (board, player, pieces, *, most = 200_000))]
fn solve_kick(
    py: Python<'_>,
    board: &Board,
    player: Place,
    pieces: HashMap<String, Vec<Place>>,
    most: usize,
) -> PyResult<Option<KickAnswer>> {
    let field = starts::Field::new(&board.0).map_err(refused)?;
    let cell = |place| field.at(place).ok_or_else(|| refused("a piece stands outside the floor"));
    let mut set = starts::kick::Pieces::default();
    for (name, places) in pieces {
        let of_name = match name.as_str() {
            "boxes" => &mut set.boxes,
            "mobs" => &mut set.mobs,
            "locks" => &mut set.locks,
            "keys" => &mut set.keys,
            "demonesses" => &mut set.demonesses,
            "spikes" => &mut set.spikes,
            "traps_down" => &mut set.traps_down,
            "traps_up" => &mut set.traps_up,
            _ => return Err(refused(format!("there are no `{name}` in Helltaker"))),
        };
        for place in places {
            *of_name |= 1 << cell(place)?;
        }
    }
    let player = cell(player)?;
    let found = watch(py, None, None, |control| {
        starts::kick::solve(&field, &set, player, most, &|| control.cancel.load(Relaxed))
    })?;
    Ok(found.map(|found| (found.keys, found.cost, found.plans, found.positions)))
}

type Facts = Vec<u32>;

#[pyclass(frozen, module = "sokoplan._core")]
struct Task(task::Task);

#[pymethods]
impl Task {
    #[new]
    fn new(
        facts: usize,
        start: Facts,
        goal: Vec<Vec<(u32, bool)>>,
        operators: Vec<(Facts, Facts, Facts, Facts)>,
    ) -> PyResult<Self> {
        let operators = operators
            .into_iter()
            .map(|(needs, forbids, adds, deletes)| task::Operator { needs, forbids, adds, deletes })
            .collect();
        let task = task::Task { facts, start, goal, operators };
        task.check().map_err(refused)?;
        Ok(Self(task))
    }
}

#[pyclass(frozen, get_all, module = "sokoplan._core")]
struct TaskAnswer {
    status: &'static str,
    reason: Option<&'static str>,
    plan: Vec<u32>,
    bound: u32,
    total: String,
    plans: Vec<Vec<u32>>,
    states: u64,
}

#[pyfunction]
#[pyo3(signature = (task, *, steps = None, count = false, list = 0, shortest = false, seconds = None,
                    memory_mb = 4096, control = None, progress = None))]
#[allow(clippy::too_many_arguments)]
fn solve_task(
    py: Python<'_>,
    task: &Task,
    steps: Option<u32>,
    count: bool,
    list: usize,
    shortest: bool,
    seconds: Option<f64>,
    memory_mb: usize,
    control: Option<Py<Control>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<TaskAnswer> {
    let limits = limits(seconds, memory_mb);
    let wanted = plans::Wanted { count, list, shortest };
    let task = &task.0;
    let answer = watch(py, control, progress, |control| plans::solve(task, steps, wanted, &limits, control))?;
    let (status, reason) = status(answer.outcome);
    Ok(TaskAnswer {
        status,
        reason,
        total: answer.total().to_string(),
        plan: answer.plan,
        bound: answer.bound,
        plans: answer.plans,
        states: answer.states,
    })
}

#[pyclass(frozen, get_all, module = "sokoplan._core")]
struct ProofCheck {
    verified: bool,
    why: String,
    lemmas: usize,
    checked: usize,
    rat: usize,
    core: usize,
}

#[pyfunction]
#[pyo3(signature = (formula, proof, *, every = false))]
fn check_proof(py: Python<'_>, formula: String, proof: String, every: bool) -> PyResult<ProofCheck> {
    let verdict =
        watch(py, None, None, |control| proof::check(&formula, &proof, every, &|| control.cancel.load(Relaxed)))?
            .map_err(refused)?;
    // It is stopped only when `watch` has an exception to raise, so there is a verdict here.
    let verdict = verdict.ok_or_else(|| refused("the check was stopped"))?;
    Ok(ProofCheck {
        verified: verdict.verified,
        why: verdict.why,
        lemmas: verdict.lemmas,
        checked: verdict.checked,
        rat: verdict.rat,
        core: verdict.core,
    })
}

#[pymodule]
mod _core {
    #[pymodule_export]
    use super::{
        Answer, Board, Control, Improved, PackingPlan, ProofCheck, PushOption, Starts, Task, TaskAnswer, check_proof,
        improve_push, normal_texts, push_options, solve_kick, solve_many, solve_push, solve_task, start_figures,
        stepper::Stepper,
    };
}
