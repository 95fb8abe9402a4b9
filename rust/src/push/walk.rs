//! Where the player can walk, how far it is, and which cell names the area.
//!
//! Comes in:  the neighbour table, blocked cells, the player.     Goes out: marks that can be asked cell by cell.
//!
//! One table of stamps serves blocked and visited cells alike: a cell is free while its stamp is older than this
//! walk's, so nothing is ever cleared. On boards of a hundred cells this plain queue beats shifting bit rows.

pub struct Walk {
    mark: Vec<u32>,
    /// Steps from the player; only good for cells reached by `flood_with_steps`.
    steps: Vec<u16>,
    queue: Vec<u16>,
    stamp: u32,
}

impl Walk {
    /// For `n` cells; the cell `n` is the wall.
    pub fn new(n: usize) -> Self {
        let mut mark = vec![0; n + 1];
        mark[n] = u32::MAX;
        Self { mark, steps: vec![0; n + 1], queue: Vec::with_capacity(n), stamp: 0 }
    }

    /// Forgets what was blocked and visited.
    pub fn begin(&mut self) {
        if self.stamp >= u32::MAX - 4 {
            let wall = self.mark.len() - 1;
            self.mark[..wall].fill(0);
            self.stamp = 0;
        }
        self.stamp += 2;
    }

    #[inline]
    pub fn block(&mut self, cell: u16) {
        self.mark[cell as usize] = self.stamp + 1;
    }

    #[inline]
    pub fn unblock(&mut self, cell: u16) {
        self.mark[cell as usize] = 0;
    }

    /// Walks everywhere from `player`; returns the least cell of the area.
    #[inline]
    pub fn flood(&mut self, next: &[[u16; 4]], player: u16) -> u16 {
        self.go::<false>(next, player)
    }

    /// The same, and counts the steps to every cell.
    pub fn flood_with_steps(&mut self, next: &[[u16; 4]], player: u16) -> u16 {
        self.steps[player as usize] = 0;
        self.go::<true>(next, player)
    }

    #[inline]
    fn go<const COUNT: bool>(&mut self, next: &[[u16; 4]], player: u16) -> u16 {
        let stamp = self.stamp;
        self.queue.clear();
        self.queue.push(player);
        self.mark[player as usize] = stamp;
        let mut least = player;
        let mut at = 0;
        while at < self.queue.len() {
            let cell = self.queue[at];
            at += 1;
            for &other in &next[cell as usize] {
                let mark = &mut self.mark[other as usize];
                if *mark < stamp {
                    *mark = stamp;
                    if COUNT {
                        self.steps[other as usize] = self.steps[cell as usize] + 1;
                    }
                    least = least.min(other);
                    self.queue.push(other);
                }
            }
        }
        least
    }

    /// Whether the last flood came here.
    #[inline]
    pub fn reached(&self, cell: u16) -> bool {
        self.mark[cell as usize] == self.stamp
    }

    /// Whether the cell is floor that was neither blocked nor reached.
    #[inline]
    pub fn untouched(&self, cell: u16) -> bool {
        self.mark[cell as usize] < self.stamp
    }

    #[inline]
    pub fn steps(&self, cell: u16) -> u16 {
        self.steps[cell as usize]
    }

    /// The cells of the last flood, nearest first.
    pub fn cells(&self) -> &[u16] {
        &self.queue
    }
}
