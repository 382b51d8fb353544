//! Connections that hang, and people who read nothing or say too much.

use std::time::Duration;

use plywood_bench::load::{Client, ClientError, HttpConnection, RawConnection, Socket, bot, wish};
use plywood_server::protocol::{ClientMessage, Pace, RefusalCode, ServerMessage};
use tokio::net::TcpSocket;

use super::Hall;

/// The server disconnects clients that do not read, even if they send; others only see them leave.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_reads_nothing_is_gone() {
    let hall = Hall::with("slow", |settings| settings.timeouts.reading = Duration::from_millis(300)).await;
    // Hundreds of plies, with states of many kilobytes.
    let mut wish = wish("cube:n=5,d=4", bot("random"), bot("random"));
    wish.pace = Some(Pace { paused: true, millis: 0 });
    let (seat, mut host) = hall.address.play(&wish).await.unwrap();
    let narrow = TcpSocket::new_v4().unwrap();
    narrow.set_recv_buffer_size(4096).unwrap();
    let stream = narrow.connect(hall.address.0).await.unwrap();
    let mut slow = Socket::over(stream, &seat.table).await.unwrap();
    slow.hello(None).await.unwrap();
    host.until(|state| state.watching == 2).await.unwrap();
    let talking = tokio::spawn(async move {
        while slow.say(&ClientMessage::Ping {}).await.is_ok() {
            tokio::time::sleep(Duration::from_millis(60)).await;
        }
    });
    host.say(&ClientMessage::Pace(Pace { paused: false, millis: 0 })).await.unwrap();
    host.until(|state| state.watching == 1).await.unwrap();
    let ply = host.state.step.ply;
    host.until(|state| state.step.ply > ply || state.end.is_some()).await.unwrap();
    tokio::time::timeout(plywood_bench::load::LIMIT, talking)
        .await
        .expect("the connection is closed")
        .unwrap();
    hall.close().await;
}

/// Silent connections are closed, at any stage.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn half_open_connections_are_closed() {
    let hall = Hall::with("half-open", |settings| {
        settings.timeouts.greeting = Duration::from_millis(200);
        settings.timeouts.asking = Duration::from_millis(100);
        settings.timeouts.gone = Duration::from_millis(600);
        settings.timeouts.silence = Duration::from_millis(600);
    })
    .await;
    let (seat, mut me) = hall.against("tictactoe", "random").await;
    let live = format!("/api/tables/{}/live", seat.table);
    let mut silent = Vec::new();
    for _ in 0..100 {
        silent.push(RawConnection::open(hall.address.0).await.unwrap());
    }
    for begun in
        ["G", "GET / HTTP/1.1\r\nHost: localhost\r\nX", &format!("GET {live} HTTP/1.1\r\nHost: a\r\n")]
    {
        let mut raw = RawConnection::open(hall.address.0).await.unwrap();
        raw.send(begun.as_bytes()).await.unwrap();
        silent.push(raw);
    }
    // An upgrade, and no word.
    let mut speechless = Socket::open(hall.address.0, &seat.table).await.unwrap();
    let why = speechless.dismissed().await.unwrap().unwrap();
    assert_eq!((why.code, why.text.contains("hello")), (RefusalCode::Malformed, true));
    // A hello, and then not even an answer to pings.
    let mut dead = Socket::open(hall.address.0, &seat.table).await.unwrap();
    dead.hello(None).await.unwrap();
    me.until(|state| state.watching == 1).await.unwrap();
    me.until(|state| state.watching == 0).await.unwrap();
    for raw in &mut silent {
        raw.is_closed().await.unwrap();
    }
    // Who answers pings stays, however long nothing else is said.
    super::play_out(&mut me).await;
    hall.close().await;
}

/// A kept-alive connection for requests is closed when it is idle, and not before.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_are_kept_alive_for_a_while() {
    let hall =
        Hall::with("kept-alive", |settings| settings.timeouts.silence = Duration::from_millis(500)).await;
    let mut line = HttpConnection::open(hall.address.0).await.unwrap();
    for _ in 0..8 {
        assert_eq!(line.ask("GET", "/healthz", &[], &[]).await.unwrap().status, 200);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    line.is_closed().await.unwrap();
    hall.close().await;
}

/// A few messages too many are refused; many too many end the connection. The opponent's game continues.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn floods_are_refused_and_then_shown_the_door() {
    let hall = Hall::new("flood").await;
    let mut two = hall.two("tictactoe").await;
    two.play("b2").await;
    let (mut pongs, mut refused) = (0, 0);
    // No more at once than the send queue holds: of unread answers, the oldest are dropped.
    for batch in 1..=4 {
        for _ in 0..40 {
            two.b.say(&ClientMessage::Ping {}).await.unwrap();
        }
        while pongs + refused < batch * 40 {
            match two.b.next().await.unwrap() {
                ServerMessage::Pong {} => pongs += 1,
                ServerMessage::Refused(problem) => {
                    assert_eq!(problem.code, RefusalCode::Busy);
                    refused += 1;
                }
                _ => {}
            }
        }
    }
    assert!((60..150).contains(&pongs), "{pongs} were answered");
    // Not a single one that was refused counts for nothing: patience ends.
    let flood = async {
        while two.b.say(&ClientMessage::Ping {}).await.is_ok() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(plywood_bench::load::LIMIT, flood).await.expect("the connection is closed");
    match two.b.socket.dismissed().await {
        // The system may lose what was said last to somebody who kept talking.
        Ok(why) => assert!(why.is_none_or(|problem| problem.code == RefusalCode::Busy)),
        Err(error) => panic!("{error}"),
    }
    two.b = hall.address.join(&two.table, Some(&two.tokens[1])).await.unwrap();
    two.a.settle().await.unwrap();
    two.play("a1 c3").await;
    assert_eq!(two.a.state.played, ["b2", "a1", "c3"]);
    hall.close().await;
}

/// The connections of a table and of a server are limited.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_are_counted() {
    let hall = Hall::with("counted", |settings| settings.most_connections = 5).await;
    let (seat, me) = hall.against("tictactoe", "random").await;
    let mut others = Vec::new();
    for _ in 0..4 {
        others.push(hall.address.join(&seat.table, None).await.unwrap());
    }
    let refused = hall.address.join(&seat.table, None).await.err().unwrap();
    assert_eq!(refused.problem().unwrap().code, RefusalCode::Full);
    // Where one goes another one may come.
    drop((me, others.pop()));
    let mut watcher = others.pop().unwrap();
    watcher.until(|state| state.watching == 3).await.unwrap();
    // The others hear of it a moment before the connection itself is gone.
    let back = async {
        loop {
            match hall.address.join(&seat.table, Some(&seat.token)).await {
                Err(error) if error.problem().is_some_and(|problem| problem.code == RefusalCode::Full) => {
                    tokio::task::yield_now().await;
                }
                back => break back,
            }
        }
    };
    let back: Result<Client, ClientError> =
        tokio::time::timeout(plywood_bench::load::LIMIT, back).await.expect("there is room in the end");
    assert!(back.is_ok());
    hall.close().await;
}
