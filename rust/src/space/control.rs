//! Budgets, cancelling, progress, and the three answers.
//!
//! Limits are arguments, never globals. `Control` is shared with whoever watches: it can be cancelled from another
//! thread and read while the search runs.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::dump::Dump;
use crate::push::plan::Push;

#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub seconds: Option<f64>,
    /// Bytes for positions, queues and tables.
    pub memory: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { seconds: None, memory: 4 << 30 }
    }
}

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    Time,
    Memory,
    Cancelled,
    /// The limit on steps was reached: a longer plan may exist.
    Horizon,
}

impl Reason {
    pub fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Memory => "memory",
            Self::Cancelled => "cancelled",
            Self::Horizon => "horizon",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Solved,
    /// Proved: every position that can be reached was looked at, or shown to be dead.
    Unsolvable,
    Unknown(Reason),
}

#[derive(Debug, Clone)]
pub struct Answer {
    pub outcome: Outcome,
    /// Whether the plan is the best for its objective, proved.
    pub proved: bool,
    /// If it is not: what ended the search for a better one.
    pub reason: Option<Reason>,
    /// No plan costs less than this (in what the objective counts first).
    pub bound: u32,
    pub pushes: Vec<Push>,
    pub keys: String,
    /// Positions expanded, and positions stored.
    pub expanded: u64,
    pub stored: u64,
    pub memory: usize,
    pub seconds: f64,
    /// Which search found the answer.
    pub by: &'static str,
    /// Where the proof is about some of the boxes only: these. Without any one of them there is a plan.
    pub part: Vec<u16>,
}

impl Answer {
    pub fn new() -> Self {
        Self {
            outcome: Outcome::Unknown(Reason::Cancelled),
            proved: false,
            reason: None,
            bound: 0,
            pushes: Vec::new(),
            keys: String::new(),
            expanded: 0,
            stored: 0,
            memory: 0,
            seconds: 0.0,
            by: "",
            part: Vec::new(),
        }
    }

    /// The answer of a search that went on where this one gave way.
    pub fn then(self, next: Self) -> Self {
        let (expanded, stored) = (self.expanded + next.expanded, self.stored + next.stored);
        Self { expanded, stored, memory: self.memory.max(next.memory), ..next }
    }
}

impl Default for Answer {
    fn default() -> Self {
        Self::new()
    }
}

/// Shared with whoever watches the search.
#[derive(Debug, Default)]
pub struct Control {
    pub cancel: AtomicBool,
    /// Positions expanded so far.
    pub nodes: AtomicU64,
    pub bound: AtomicU64,
    /// What the best plan so far costs, in what the objective counts first; 0 if there is none.
    pub best: AtomicU64,
    pub memory: AtomicU64,
    /// The searches that run now, each under the name that its answer would have.
    running: Mutex<Vec<&'static str>>,
    /// Packing search: boxes that the best position of this turn has packed for good, of all in the plan; else 0.
    pub packed: AtomicU64,
    pub to_pack: AtomicU64,
}

/// A search that runs until this is dropped.
pub struct Running<'a> {
    control: &'a Control,
    name: &'static str,
}

impl Control {
    /// Says that a search runs, to whoever watches.
    pub fn begin(&self, name: &'static str) -> Running<'_> {
        self.names(|names| names.push(name));
        Running { control: self, name }
    }

    /// The searches that run now, by name; each once.
    pub fn running(&self) -> Vec<&'static str> {
        let mut once = Vec::new();
        self.names(|names| once.clone_from(names));
        once.sort_unstable();
        once.dedup();
        once
    }

    fn names(&self, change: impl FnOnce(&mut Vec<&'static str>)) {
        change(&mut self.running.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.control.names(|names| {
            if let Some(at) = names.iter().rposition(|&name| name == self.name) {
                names.remove(at);
            }
        });
    }
}

/// Limits with the clock running: what a search asks whether to go on.
#[derive(Clone)]
pub struct Budget<'a> {
    pub limits: Limits,
    pub control: &'a Control,
    pub started: Instant,
    /// Set when another search on the same puzzle has answered.
    pub over: Arc<AtomicBool>,
    /// Positions that a search may expand before it gives way to another.
    pub patience: u64,
    /// Where to write down what is done, if that is wanted.
    pub dump: Option<&'a Dump>,
    /// A plan that is known to be right: no position of it may be called dead.
    #[cfg(debug_assertions)]
    pub known_plan: Option<&'a super::known_plan::KnownPlan>,
}

impl<'a> Budget<'a> {
    pub fn new(limits: &Limits, control: &'a Control) -> Self {
        Self {
            limits: *limits,
            control,
            started: Instant::now(),
            over: Arc::default(),
            patience: u64::MAX,
            dump: None,
            #[cfg(debug_assertions)]
            known_plan: None,
        }
    }

    /// The same for a search that is to give way after a while.
    pub fn with_patience(&self, patience: u64) -> Self {
        Self { patience, ..self.clone() }
    }

    /// Why the search should stop now, if it should: as `stop`, or because it has had its turn.
    pub fn stop_after(&self, expanded: u64, memory: usize) -> Option<Reason> {
        self.stop(memory).or((expanded >= self.patience).then_some(Reason::Horizon))
    }

    /// Why the search should stop now, if it should. `memory` is what it uses, or is about to use.
    pub fn stop(&self, memory: usize) -> Option<Reason> {
        if self.control.cancel.load(Relaxed) || self.over.load(Relaxed) {
            return Some(Reason::Cancelled);
        }
        if memory > self.limits.memory {
            return Some(Reason::Memory);
        }
        if self.limits.seconds.is_some_and(|seconds| self.started.elapsed().as_secs_f64() >= seconds) {
            return Some(Reason::Time);
        }
        None
    }
}
