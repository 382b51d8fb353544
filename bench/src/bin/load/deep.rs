//! Games between bots with deep searches on big boards, each with a spectator.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use plywood_bench::load::{ClientError, ServerAddress, bot, wish};
use plywood_server::protocol::{Pace, ServerMessage};
use tokio::sync::watch;

use crate::tally::LoadTally;

const BOARDS: &[&str] = &["gomoku", "qubic", "pikkpakk", "tesseract", "connect4"];
const THINKER: &str = "engine:time=2s";

/// Watches one game after the other until it is stopped.
pub async fn watch(
    address: ServerAddress,
    number: usize,
    tally: Arc<LoadTally>,
    mut stopped: watch::Receiver<bool>,
) {
    while !*stopped.borrow() {
        let looking_on = one_game(address, BOARDS[number % BOARDS.len()], &tally);
        let result = tokio::select! {
            result = looking_on => result,
            _ = stopped.wait_for(|&stopped| stopped) => return,
        };
        if let Err(error) = result {
            tally.mishap("deep games", error.to_string());
            tokio::time::sleep(std::time::Duration::from_secs(1)).await;
        }
    }
}

async fn one_game(address: ServerAddress, board: &str, tally: &LoadTally) -> Result<(), ClientError> {
    let mut wish = wish(board, bot(THINKER), bot(THINKER));
    wish.pace = Some(Pace { paused: false, millis: 0 });
    let (_, mut client) = address.play(&wish).await?;
    while client.state.end.is_none() {
        // With fifty of them and one thread a move takes minutes, and that is as it should be.
        match client.next().await {
            Ok(ServerMessage::Thought(_)) => drop(tally.deep_moves.fetch_add(1, Ordering::Relaxed)),
            Ok(_) | Err(ClientError::Late(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
