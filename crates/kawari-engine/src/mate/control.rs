//! The limits of a mate search, which its searches of all orders share.

use std::cell::Cell;

use super::proof_table::ProofTable;

/// The callback that can stop a search.
pub trait SearchMonitor {
    /// Returns false to stop the search. Called every 512 nodes with the
    /// node count, the length of the current line and the table usage in permille.
    fn should_continue(&self, nodes: u64, depth: usize, hashfull: u32) -> bool;
}

/// Nodes between two calls of the monitor.
const MONITOR_INTERVAL: u64 = 512;

/// Node limit, after the end of a search, for extracting a line that the table has lost in part.
pub(super) const EXTRACTION_NODES: u64 = 300_000;

/// The nodes of a search, its node limit and its monitor.
pub(super) struct SearchControl<'a> {
    monitor: &'a dyn SearchMonitor,
    nodes: Cell<u64>,
    node_limit: Cell<u64>,
    /// Node count at the last call of the monitor.
    last_call: Cell<u64>,
    is_interrupted: Cell<bool>,
    is_extracting: Cell<bool>,
}

impl<'a> SearchControl<'a> {
    pub fn new(monitor: &'a dyn SearchMonitor, node_limit: u64) -> Self {
        Self {
            monitor,
            nodes: Cell::new(0),
            node_limit: Cell::new(node_limit),
            last_call: Cell::new(0),
            is_interrupted: Cell::new(false),
            is_extracting: Cell::new(false),
        }
    }

    /// Returns the nodes searched.
    pub fn nodes(&self) -> u64 {
        self.nodes.get()
    }

    /// Counts nodes.
    pub fn add_nodes(&self, nodes: u64) {
        self.nodes.set(self.nodes.get() + nodes);
    }

    /// Returns true if the node limit is reached.
    pub fn is_at_limit(&self) -> bool {
        self.nodes_left() == 0
    }

    /// Returns the nodes to the node limit.
    pub fn nodes_left(&self) -> u64 {
        self.node_limit.get().saturating_sub(self.nodes.get())
    }

    /// Returns true if the monitor has stopped the search.
    pub fn is_interrupted(&self) -> bool {
        self.is_interrupted.get()
    }

    /// Returns true while a result is extracted.
    pub fn is_extracting(&self) -> bool {
        self.is_extracting.get()
    }

    /// Runs a part of the search with at most `nodes` more nodes.
    pub fn with_nodes<T>(&self, nodes: u64, run: impl FnOnce() -> T) -> T {
        let limit = self.node_limit.get();
        self.node_limit.set(self.nodes().saturating_add(nodes).min(limit));
        let result = run();
        self.node_limit.set(limit);
        result
    }

    /// Extracts a result with at most `nodes` more nodes, also after the end of the search.
    pub fn extract<T>(&self, nodes: u64, run: impl FnOnce() -> T) -> T {
        let (limit, is_interrupted) = (self.node_limit.get(), self.is_interrupted.get());
        self.node_limit.set(self.nodes().saturating_add(nodes));
        self.is_interrupted.set(false);
        self.is_extracting.set(true);
        let result = run();
        self.node_limit.set(limit);
        self.is_interrupted.set(is_interrupted);
        self.is_extracting.set(false);
        result
    }

    /// Returns true if the search has to stop. `depth` is the length of the current line.
    pub fn should_stop(&self, depth: usize, table: &ProofTable) -> bool {
        if self.is_at_limit() {
            return true;
        }
        let nodes = self.nodes();
        if nodes - self.last_call.get() < MONITOR_INTERVAL {
            return false;
        }
        self.last_call.set(nodes);
        let should_continue = self.monitor.should_continue(nodes, depth, table.hashfull());
        self.is_interrupted.set(!should_continue && !self.is_extracting());
        self.is_interrupted()
    }
}
