//! The least sum of pushes when every box goes to a target of its own.
//!
//! Comes in:  a square table of costs, box by target.     Goes out: the cheapest assignment and its sum.
//!
//! The Hungarian method with potentials (Kuhn 1955, in the shortest-path form of Jonker and Volgenant 1987). A push
//! changes the row of one box, so a child keeps its parent's potentials and seats only the changed rows anew:
//! O(k^2) in place of O(k^3). Without this bound Rolling Stone solved none of its 53 levels (Junghanns 1999).
//!
//! Spare goals are rows of zeros, spare boxes columns of zeros: that keeps the table square, which the reuse of
//! potentials needs.

/// A cost that no plan can pay; sums of real costs stay below it.
pub const NEVER: i32 = 1_000_000;

const NOBODY: usize = usize::MAX;

#[derive(Debug, Clone, Default)]
pub struct Matching {
    size: usize,
    costs: Vec<i32>,
    row_potential: Vec<i32>,
    column_potential: Vec<i32>,
    row_of: Vec<usize>,
    column_of: Vec<usize>,
    /// Whether the table that was solved last has no assignment.
    is_short: bool,
    // Scratch of one augmentation.
    slack: Vec<i32>,
    way: Vec<usize>,
    used: Vec<bool>,
}

impl Matching {
    /// Makes the table `size` x `size` and forgets all seats; the caller then fills `row_mut`. With `keep` the shares
    /// of the columns stay as they are: any will do to begin with, and those of a similar table leave little to do.
    pub fn reset(&mut self, size: usize, keep: bool) {
        // Shares in a sum that cannot be paid would grow from table to table.
        let keep = keep && self.column_potential.len() == size + 1 && !self.is_short;
        self.size = size;
        self.costs.clear();
        self.costs.resize(size * size, 0);
        self.row_potential.clear();
        self.row_potential.resize(size + 1, 0);
        if !keep {
            self.column_potential.clear();
            self.column_potential.resize(size + 1, 0);
        }
        self.column_potential[size] = 0;
        self.row_of.clear();
        self.row_of.resize(size + 1, NOBODY);
        self.column_of.clear();
        self.column_of.resize(size, NOBODY);
        self.slack.resize(size + 1, 0);
        self.way.resize(size + 1, 0);
        self.used.resize(size + 1, false);
    }

    /// Begins with these shares of the columns: any will do, and those of a similar table leave little to do.
    pub fn begin_with(&mut self, shares: &[i32]) {
        self.column_potential.copy_from_slice(shares);
    }

    /// The shares of all columns.
    pub fn shares(&self) -> &[i32] {
        &self.column_potential
    }

    pub fn row_mut(&mut self, row: usize) -> &mut [i32] {
        &mut self.costs[row * self.size..(row + 1) * self.size]
    }

    /// The share of a row in the sum: with that of a column never more than their cost.
    pub fn row_potential(&self, row: usize) -> i32 {
        self.row_potential[row]
    }

    /// The share of a column in the sum.
    pub fn column_potential(&self, column: usize) -> i32 {
        self.column_potential[column]
    }

    /// Seats every row; the sum is `NEVER` or more where no assignment exists.
    pub fn solve(&mut self) -> i32 {
        let size = self.size;
        // Most rows get their cheapest column at once.
        for row in 0..size {
            let costs = self.costs[row * size..(row + 1) * size].iter().zip(&self.column_potential);
            let (column, least) =
                costs.map(|(cost, potential)| cost - potential).enumerate().min_by_key(|&(_, cost)| cost).unwrap();
            self.row_potential[row] = least;
            if self.row_of[column] == NOBODY {
                self.row_of[column] = row;
                self.column_of[row] = column;
            }
        }
        for row in 0..size {
            if self.column_of[row] == NOBODY {
                self.seat(row);
            }
        }
        let sum = self.sum();
        self.is_short = sum >= NEVER;
        sum
    }

    /// Takes over the seats and potentials of `parent`, all but its costs' history.
    pub fn follow(&mut self, parent: &Self) {
        self.size = parent.size;
        self.costs.clone_from(&parent.costs);
        self.row_potential.clone_from(&parent.row_potential);
        self.column_potential.clone_from(&parent.column_potential);
        self.row_of.clone_from(&parent.row_of);
        self.column_of.clone_from(&parent.column_of);
        self.slack.resize(self.size + 1, 0);
        self.way.resize(self.size + 1, 0);
        self.used.resize(self.size + 1, false);
    }

    /// Seats a row anew after its costs have changed.
    pub fn reseat(&mut self, row: usize) {
        let old = self.column_of[row];
        self.row_of[old] = NOBODY;
        let size = self.size;
        let costs = &self.costs[row * size..(row + 1) * size];
        let least = costs.iter().zip(&self.column_potential).map(|(cost, potential)| cost - potential).min().unwrap();
        self.row_potential[row] = least;
        if costs[old] - self.column_potential[old] == least {
            // The old seat is still as good as any.
            self.row_of[old] = row;
            return;
        }
        self.seat(row);
    }

    pub fn sum(&self) -> i32 {
        (0..self.size).map(|row| self.costs[row * self.size + self.column_of[row]]).fold(0, i32::saturating_add)
    }

    /// Finds the cheapest chain of changes that gives `row` a column: Dijkstra's search over the columns. Shares change
    /// once, at its end.
    fn seat(&mut self, row: usize) {
        let Self { size, costs, row_potential, column_potential, row_of, column_of, slack, way, used, .. } = self;
        let size = *size;
        let (slack, way, used) = (&mut slack[..size], &mut way[..size], &mut used[..size]);
        slack.fill(i32::MAX);
        used.fill(false);
        // The way so far, its end and the row that is without a seat there.
        let (mut length, mut column, mut from) = (0, size, row);
        loop {
            let costs = &costs[from * size..(from + 1) * size];
            let begun = length - row_potential[from];
            let (mut least, mut best) = (i32::MAX, size);
            for other in 0..size {
                if used[other] {
                    continue;
                }
                let reduced = costs[other] + begun - column_potential[other];
                if reduced < slack[other] {
                    slack[other] = reduced;
                    way[other] = column;
                }
                if slack[other] < least {
                    least = slack[other];
                    best = other;
                }
            }
            (length, column, from) = (least, best, row_of[best]);
            if from == NOBODY {
                break;
            }
            used[column] = true;
        }
        row_potential[row] += length;
        for other in (0..size).filter(|&other| used[other]) {
            let change = length - slack[other];
            row_potential[row_of[other]] += change;
            column_potential[other] -= change;
        }
        while column != size {
            let before = way[column];
            let seated = if before == size { row } else { row_of[before] };
            row_of[column] = seated;
            column_of[seated] = column;
            column = before;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    fn cheapest(costs: &[Vec<i32>], row: usize, used: &mut Vec<bool>) -> i32 {
        if row == costs.len() {
            return 0;
        }
        let mut best = i32::MAX;
        for column in 0..costs.len() {
            if !used[column] {
                used[column] = true;
                best = best.min(costs[row][column] + cheapest(costs, row + 1, used));
                used[column] = false;
            }
        }
        best
    }

    #[test]
    fn agrees_with_trying_every_assignment_also_after_changes() {
        let mut random = Random::new(3);
        for _ in 0..3000 {
            let size = 1 + random.below(5);
            let mut cost = || if random.below(6) == 0 { NEVER } else { random.below(12) as i32 };
            let mut costs: Vec<Vec<i32>> = (0..size).map(|_| (0..size).map(|_| cost()).collect()).collect();
            let changed: Vec<i32> = (0..size).map(|_| cost()).collect();
            let mut parent = Matching::default();
            parent.reset(size, false);
            for (row, costs) in costs.iter().enumerate() {
                parent.row_mut(row).copy_from_slice(costs);
            }
            assert_eq!(parent.solve(), cheapest(&costs, 0, &mut vec![false; size]));
            let mut child = Matching::default();
            child.follow(&parent);
            let row = random.below(size);
            child.row_mut(row).copy_from_slice(&changed);
            child.reseat(row);
            costs[row] = changed;
            let least = cheapest(&costs, 0, &mut vec![false; size]);
            assert_eq!(child.sum(), least, "{costs:?}");
            parent.reset(size, true);
            for (row, costs) in costs.iter().enumerate() {
                parent.row_mut(row).copy_from_slice(costs);
            }
            assert_eq!(parent.solve(), least, "{costs:?}");
        }
    }
}
