//! Frames and messages that cannot be read.

use plywood_bench::load::{Message, RawConnection, Socket};
use plywood_server::protocol::{ClientMessage, RefusalCode, ServerMessage};

use super::Hall;

/// Anything that is not a message is refused with a reason, and the game continues.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_read_is_refused() {
    let hall = Hall::new("unreadable").await;
    let (_, mut me) = hall.against("tictactoe", "random").await;
    let deep = "[".repeat(4000);
    for text in [
        "",
        "hello",
        "{",
        "null",
        "[]",
        "{}",
        "{\"type\":\"fly\"}",
        "{\"type\":\"resign\",\"really\":true}",
        "{\"type\":\"move\",\"line\":0,\"ply\":0}",
        "{\"type\":\"move\",\"line\":0,\"ply\":-1,\"text\":\"b2\"}",
        "{\"type\":\"move\",\"line\":0,\"ply\":1e99,\"text\":\"b2\"}",
        "{\"type\":\"move\",\"line\":99999999999,\"ply\":0,\"text\":\"b2\"}",
        "{\"type\":\"move\",\"line\":0,\"ply\":0,\"text\":[\"b2\"]}",
        "{\"type\":\"move\",\"line\":0,\"ply\":0,\"text\":\"b2\",\"seat\":\"second\"}",
        "{\"type\":\"decline\",\"what\":\"everything\"}",
        "{\"type\":\"pace\",\"paused\":true,\"millis\":-5}",
        "{\"type\":\"ping\"}{\"type\":\"ping\"}",
        &deep,
    ] {
        me.socket.text(text).await.unwrap();
        let problem = me
            .wait_for(|message| match message {
                ServerMessage::Refused(problem) => Some(problem.clone()),
                _ => None,
            })
            .await
            .unwrap();
        assert_eq!(problem.code, RefusalCode::Malformed, "{text}");
        assert!(problem.text.len() < 1000, "{}", problem.text);
    }
    me.socket.send(Message::binary(vec![0; 100])).await.unwrap();
    assert_eq!(me.refused().await.unwrap(), RefusalCode::Malformed);
    assert_eq!(
        me.refused_to(&ClientMessage::Hello { protocol: 2, token: None }).await.unwrap(),
        RefusalCode::Malformed
    );
    super::play_out(&mut me).await;
    hall.close().await;
}

/// The first message has to be `hello`, in our protocol.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_does_not_greet_is_dismissed() {
    let hall = Hall::new("greeting").await;
    let (seat, _me) = hall.against("tictactoe", "random").await;
    for (text, code) in [
        ("{\"type\":\"ping\"}", RefusalCode::Malformed),
        ("{\"type\":\"hello\"}", RefusalCode::Malformed),
        ("{\"type\":\"hello\",\"protocol\":2,\"admin\":true}", RefusalCode::Malformed),
        ("{\"type\":\"hello\",\"protocol\":1}", RefusalCode::Protocol),
        ("{\"type\":\"hello\",\"protocol\":2,\"token\":\"nonsense\"}", RefusalCode::Token),
        ("{\"type\":\"hello\",\"protocol\":2,\"token\":\"\"}", RefusalCode::Token),
        ("hello", RefusalCode::Malformed),
    ] {
        let mut socket = Socket::open(hall.address.0, &seat.table).await.unwrap();
        socket.text(text).await.unwrap();
        assert_eq!(socket.dismissed().await.unwrap().unwrap().code, code, "{text}");
    }
    let mut socket = Socket::open(hall.address.0, &seat.table).await.unwrap();
    socket.send(Message::binary(vec![1, 2, 3])).await.unwrap();
    assert_eq!(socket.dismissed().await.unwrap().unwrap().code, RefusalCode::Malformed);
    hall.close().await;
}

/// Long messages end the connection, before they are read to their end.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn long_messages_end_the_connection() {
    let hall = Hall::new("long").await;
    let (seat, mut me) = hall.against("tictactoe", "random").await;
    let longest = format!("{{\"type\":\"ping\"{}}}", " ".repeat(4096 - 15));
    me.socket.text(longest).await.unwrap();
    me.wait_for(|message| matches!(message, ServerMessage::Pong {}).then_some(())).await.unwrap();
    me.socket.text(" ".repeat(4097)).await.unwrap();
    assert_eq!(me.socket.dismissed().await.unwrap().unwrap().code, RefusalCode::TooLong);
    let mut me = hall.address.join(&seat.table, Some(&seat.token)).await.unwrap();
    // Too much to be sent before the server has closed the connection.
    let _ = me.socket.text("x".repeat(64 << 20)).await;
    me.socket.dismissed().await.unwrap();
    let mut me = hall.address.join(&seat.table, Some(&seat.token)).await.unwrap();
    super::play_out(&mut me).await;
    hall.close().await;
}

/// Bytes that are no frames end the connection.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn broken_frames_end_the_connection() {
    let hall = Hall::new("frames").await;
    let (seat, mut me) = hall.against("tictactoe", "random").await;
    let path = format!("/api/tables/{}/live", seat.table);
    let upgrade = format!(
        "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    let never_ending =
        [&[0x01, 0x81, 0, 0, 0, 0, b'{'][..], &[0x00, 0x81, 0, 0, 0, 0, b' '].repeat(5000)].concat();
    for (what, bytes) in [
        ("text that is no UTF-8", &[0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe][..]),
        ("a frame without a mask", &[0x81, 0x02, b'h', b'i']),
        ("a frame of 2^40 bytes", &[0x82, 0xff, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
        ("a frame of 2^63 bytes and more", &[0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
        ("an unknown kind of frame", &[0x83, 0x80, 0, 0, 0, 0]),
        ("a continuation of nothing", &[0x80, 0x80, 0, 0, 0, 0]),
        ("reserved bits", &[0xf1, 0x80, 0, 0, 0, 0]),
        ("a long ping", &[0x89, 0xfe, 0x01, 0x00, 0, 0, 0, 0]),
        ("a message that never ends", &never_ending),
        ("another protocol", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 and so on"),
    ] {
        let mut raw = RawConnection::open(hall.address.0).await.unwrap();
        raw.send(upgrade.as_bytes()).await.unwrap();
        assert_eq!(raw.status().await.unwrap(), 101, "{what}");
        let _ = raw.send(bytes).await;
        raw.is_closed().await.unwrap_or_else(|error| panic!("{what}: {error}"));
    }
    // Requests that are none.
    for bytes in [&b"\0\0\0\0\r\n\r\n"[..], b"GET / HTTP/9.9\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"] {
        let mut raw = RawConnection::open(hall.address.0).await.unwrap();
        raw.send(bytes).await.unwrap();
        raw.is_closed().await.unwrap();
    }
    let mut raw = RawConnection::open(hall.address.0).await.unwrap();
    let endless = format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {}", "x".repeat(2 << 20));
    let _ = raw.send(endless.as_bytes()).await;
    raw.is_closed().await.unwrap();
    super::play_out(&mut me).await;
    hall.close().await;
}
