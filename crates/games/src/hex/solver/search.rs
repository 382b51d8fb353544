//! The search for the winner of a position: depth first, among the moves that meet all threats found so far.

use plywood_rules::{Interrupted, Run};

use super::connections::ConnectionTable;
use super::inferior::inferior;
use super::table::{HexVerdict, SolvedPosition, SolvedTable};
use crate::bits::Bits;
use crate::hex::lattice::Lattice;

/// A position with the connections of both players.
#[derive(Clone)]
pub(super) struct ConnectedPosition<const W: usize> {
    pub stones: [Bits<W>; 2],
    pub mover: usize,
    /// The free cells that each player was given since the last move, as the opponent cannot keep them from it.
    filled: [Bits<W>; 2],
    tables: [ConnectionTable<W>; 2],
}

impl<const W: usize> ConnectedPosition<W> {
    pub fn new(lattice: &Lattice<W>, stones: [Bits<W>; 2], mover: usize) -> ConnectedPosition<W> {
        let free = lattice.cells - stones[0] - stones[1];
        let tables =
            [0, 1].map(|player| ConnectionTable::new(lattice, stones[player], free, lattice.edges[player]));
        let mut position = ConnectedPosition { stones, mover, filled: [Bits::EMPTY; 2], tables };
        position.fill(lattice);
        position
    }

    /// The position after a move, in `child`, whose memory is used.
    pub fn play(&self, lattice: &Lattice<W>, cell: usize, child: &mut ConnectedPosition<W>) {
        child.stones = self.stones;
        for player in [0, 1] {
            child.tables[player].clone_from(&self.tables[player]);
        }
        child.place(cell, self.mover);
        child.mover = 1 - self.mover;
        child.fill(lattice);
    }

    fn place(&mut self, cell: usize, player: usize) {
        self.stones[player].insert(cell);
        self.tables[player].place(cell);
        self.tables[1 - player].lose(cell);
    }

    /// Fills the cells that no longer matter, or are as good as one player's.
    fn fill(&mut self, lattice: &Lattice<W>) {
        self.filled = [Bits::EMPTY; 2];
        while let Some((player, cells, captured)) = inferior(lattice, self.stones) {
            cells.cells().for_each(|cell| self.place(cell, player));
            if captured {
                self.filled[player] = self.filled[player] | cells;
            }
        }
    }

    /// The same verdict of the position before cells were filled.
    fn unfilled(&self, verdict: HexVerdict<W>) -> HexVerdict<W> {
        let winner = if verdict.wins { self.mover } else { 1 - self.mover };
        HexVerdict { carrier: verdict.carrier | self.filled[winner], ..verdict }
    }

    /// The verdict, if the connections give one; else the opponent's half connections of the edges that have few cells in common.
    fn judge(&self) -> Result<HexVerdict<W>, Threats<W>> {
        let (own, own_half) = self.tables[self.mover].of_edges();
        if let Some(carrier) = own_half.iter().copied().chain(own).min_by_key(|carrier| carrier.len()) {
            return Ok(HexVerdict { wins: true, carrier });
        }
        let (full, half) = self.tables[1 - self.mover].of_edges();
        let mut threats = Threats { carriers: Vec::new(), common: None };
        if let Some(carrier) = full {
            return Ok(HexVerdict { wins: false, carrier });
        }
        let mut half = half.to_vec();
        half.sort_unstable_by_key(|carrier| carrier.len());
        half.into_iter().for_each(|carrier| threats.add(carrier));
        threats.verdict().ok_or(threats)
    }
}

/// Wins of the opponent's, if they moved next.
#[derive(Clone, Debug)]
struct Threats<const W: usize> {
    /// The cells that each of them depends on.
    carriers: Vec<Bits<W>>,
    /// The cells that all of them depend on; `None` if there are none.
    common: Option<Bits<W>>,
}

impl<const W: usize> Threats<W> {
    fn add(&mut self, carrier: Bits<W>) {
        let left = self.common.map_or(carrier, |common| common & carrier);
        if Some(left) != self.common {
            self.common = Some(left);
            self.carriers.push(carrier);
        }
    }

    /// No move meets all of them.
    fn verdict(&self) -> Option<HexVerdict<W>> {
        let lost = self.common.is_some_and(|common| common.is_empty());
        lost.then(|| HexVerdict { wins: false, carrier: self.enough() })
    }

    /// The cells of as few threats as no move meets.
    fn enough(&self) -> Bits<W> {
        let mut kept = self.carriers.clone();
        kept.sort_unstable_by_key(|carrier| carrier.len());
        for at in (0..kept.len()).rev() {
            let others = || (0..kept.len()).filter(|&other| other != at).map(|other| kept[other]);
            if others().reduce(|one, other| one & other).is_some_and(|common| common.is_empty()) {
                kept.remove(at);
            }
        }
        kept.into_iter().fold(Bits::EMPTY, |all, carrier| all | carrier)
    }

    fn meets(&self, cell: usize) -> bool {
        self.common.is_none_or(|common| common.has(cell))
    }
}

/// Searches positions of one board.
pub(super) struct ConnectionSearch<'s, const W: usize> {
    lattice: &'s Lattice<W>,
    table: &'s SolvedTable<W>,
    /// Positions that it may visit.
    most: u64,
    run: &'s Run<'s, u64>,
    /// Positions visited.
    pub nodes: u64,
    /// Positions whose memory is used again.
    spare: Vec<ConnectedPosition<W>>,
}

impl<'s, const W: usize> ConnectionSearch<'s, W> {
    pub fn new(lattice: &'s Lattice<W>, table: &'s SolvedTable<W>, most: u64, run: &'s Run<'s, u64>) -> Self {
        ConnectionSearch { lattice, table, most, run, nodes: 0, spare: Vec::new() }
    }

    /// The verdict of a position that is not over.
    ///
    /// # Errors
    /// If it was stopped, or has visited as many positions as it may.
    pub fn verdict(&mut self, position: &ConnectedPosition<W>) -> Result<HexVerdict<W>, Interrupted> {
        self.nodes += 1;
        if self.nodes > self.most {
            return Err(Interrupted);
        }
        self.run.report(self.nodes)?;
        let mut threats = match position.judge() {
            Ok(verdict) => return Ok(position.unfilled(verdict)),
            Err(threats) => threats,
        };
        let key = SolvedPosition::of(self.lattice, position.stones, position.mover);
        if let Some(verdict) = self.table.get(&key) {
            return Ok(position.unfilled(verdict));
        }
        let mut child = self.spare.pop().unwrap_or_else(|| position.clone());
        let verdict = self.search(position, &mut threats, &mut child);
        self.spare.push(child);
        let verdict = verdict?;
        self.table.put(&key, verdict);
        Ok(position.unfilled(verdict))
    }

    /// The verdict of a position that is not over, if it can be had without a search.
    pub fn known(&self, position: &ConnectedPosition<W>) -> Option<HexVerdict<W>> {
        let in_table = || self.table.get(&SolvedPosition::of(self.lattice, position.stones, position.mover));
        position.judge().ok().or_else(in_table).map(|verdict| position.unfilled(verdict))
    }

    /// A move on one of these free cells that wins a position that is not over; `None` if it is lost.
    ///
    /// # Errors
    /// As [`ConnectionSearch::verdict`].
    pub fn winning_move(
        &mut self,
        position: &ConnectedPosition<W>,
        all: Bits<W>,
    ) -> Result<Option<usize>, Interrupted> {
        let verdict = self.verdict(position)?;
        if !verdict.wins {
            return Ok(None);
        }
        let free = self.lattice.cells - position.stones[0] - position.stones[1];
        let mut child = position.clone();
        let mut unsure = Vec::new();
        for cell in (verdict.carrier & free).cells() {
            position.play(self.lattice, cell, &mut child);
            match self.known(&child) {
                Some(HexVerdict { wins: false, .. }) => return Ok(Some(cell)),
                Some(_) => {}
                None => unsure.push(cell),
            }
        }
        for cell in unsure {
            position.play(self.lattice, cell, &mut child);
            if !self.verdict(&child)?.wins {
                return Ok(Some(cell));
            }
        }
        // The position is won without a move, and none does harm.
        Ok(all.first())
    }

    /// Cells of a position that is not over, and true if each of them wins; otherwise no other cell does. Makes `most` moves at most: those
    /// of the position, and then those of a search. `None` if it finds nothing, or that the position is lost.
    pub fn worthwhile(&mut self, position: &ConnectedPosition<W>, most: u64) -> Option<(Bits<W>, bool)> {
        let free = self.lattice.cells - position.stones[0] - position.stones[1];
        let (mut open, mut threats) = match position.judge() {
            Ok(HexVerdict { wins: false, .. }) => return None,
            Ok(HexVerdict { wins: true, carrier }) => (carrier & free, None),
            Err(threats) => (threats.common.unwrap_or(free), Some(threats)),
        };
        let mut wins = Bits::EMPTY;
        let mut child = position.clone();
        let mut left = most;
        for cell in self.ways_first(position, open) {
            if threats.as_ref().is_some_and(|threats| !threats.meets(cell)) {
                continue;
            }
            if left == 0 || self.run.check().is_err() {
                left = 0;
                break;
            }
            left -= 1;
            position.play(self.lattice, cell, &mut child);
            match (child.judge().map(|verdict| child.unfilled(verdict)), &mut threats) {
                (Ok(HexVerdict { wins: false, .. }), _) => wins.insert(cell),
                (Ok(HexVerdict { carrier, .. }), Some(threats)) => {
                    threats.add(carrier);
                    open.remove(cell);
                }
                _ => {}
            }
        }
        if !wins.is_empty() {
            return Some((wins, true));
        }
        let threats = threats.filter(|threats| threats.verdict().is_none())?;
        if left > 0 {
            // A position of the search takes as many at most.
            self.most = left / free.len() as u64;
            match self.winning_move(position, Bits::EMPTY) {
                Ok(Some(cell)) => return Some((Bits::from_cells([cell]), true)),
                Ok(None) => return None,
                Err(Interrupted) => {}
            }
        }
        open = open & threats.common.unwrap_or(free);
        (!open.is_empty()).then_some((open, false))
    }

    /// These free cells, those on the shortest ways of both players first.
    fn ways_first(&self, position: &ConnectedPosition<W>, cells: Bits<W>) -> Vec<usize> {
        let free = self.lattice.cells - position.stones[0] - position.stones[1];
        let way =
            |player: usize| self.lattice.way(position.stones[player], free, self.lattice.edges[player]).cells;
        let ways = [way(0), way(1)];
        let mut list: Vec<usize> = cells.cells().collect();
        list.sort_by_key(|&cell| ways.iter().filter(|way| !way.has(cell)).count());
        list
    }

    fn search(
        &mut self,
        position: &ConnectedPosition<W>,
        threats: &mut Threats<W>,
        child: &mut ConnectedPosition<W>,
    ) -> Result<HexVerdict<W>, Interrupted> {
        let free = self.lattice.cells - position.stones[0] - position.stones[1];
        let mut moves = Vec::new();
        for cell in threats.common.unwrap_or(free).cells() {
            if !threats.meets(cell) {
                continue;
            }
            position.play(self.lattice, cell, child);
            let judged = child.judge().or_else(|threats| {
                let known = self.table.get(&SolvedPosition::of(self.lattice, child.stones, child.mover));
                known.ok_or(threats)
            });
            match judged.map(|verdict| child.unfilled(verdict)) {
                Ok(HexVerdict { wins: true, carrier }) => threats.add(carrier),
                Ok(HexVerdict { wins: false, mut carrier }) => {
                    carrier.insert(cell);
                    return Ok(HexVerdict { wins: true, carrier });
                }
                Err(answers) => {
                    let replies = answers.common.map_or(free.len(), |common| common.len());
                    moves.push((replies, self.order(child), cell));
                }
            }
        }
        moves.sort_unstable();
        for (.., cell) in moves {
            if let Some(verdict) = threats.verdict() {
                return Ok(verdict);
            }
            if !threats.meets(cell) {
                continue;
            }
            let HexVerdict { wins, mut carrier } = {
                position.play(self.lattice, cell, child);
                self.verdict(child)?
            };
            if !wins {
                carrier.insert(cell);
                return Ok(HexVerdict { wins: true, carrier });
            }
            threats.add(carrier);
        }
        // Every move was refuted, so that no cell is left.
        Ok(threats.verdict().expect("every move was refuted"))
    }

    /// The less the better for the player who moved.
    fn order(&self, child: &ConnectedPosition<W>) -> i32 {
        let free = self.lattice.cells - child.stones[0] - child.stones[1];
        let [own, other] = [1 - child.mover, child.mover].map(|player| {
            let way = self.lattice.way(child.stones[player], free, self.lattice.edges[player]);
            100 * way.stones as i32 - 3 * way.cells.len().min(25) as i32
        });
        own - other
    }
}
