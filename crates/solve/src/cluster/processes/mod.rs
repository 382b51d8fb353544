//! Several processes, connected by timely dataflow.

mod connect;
mod exchange;
mod link;
pub mod run;
