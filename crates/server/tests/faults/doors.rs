//! Attacks: names that try files, paths that climb out, pages of others, markup, and too many of anything.

use std::time::Instant;

use plywood_bench::load::{ClientError, HttpConnection, HttpResponse, RawConnection, bot, wish};
use plywood_server::protocol::{
    CatalogueView, LookRequest, Problem, ReadRequest, RecordView, RefusalCode, SeatRequest, SeatTaken,
    SeatView, TableLine,
};

use super::{Hall, resign};

fn code<T>(result: Result<T, ClientError>) -> (RefusalCode, String) {
    match result {
        Err(ClientError::Refused(Problem { code, text })) => (code, text),
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("it is not refused"),
    }
}

/// Ten thousand wishes for tables, of which there is room for few.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_house_says_so() {
    let hall = Hall::with("full", |settings| {
        settings.most_tables = 20;
        // However long ten thousand wishes take, no table without a visitor gives way meanwhile.
        let timeouts = &mut settings.timeouts;
        (timeouts.visit, timeouts.visit_when_full) = (timeouts.comeback, timeouts.comeback);
    })
    .await;
    let (_, mut me) = hall.against("tictactoe", "random").await;
    let wanted = wish("tictactoe", SeatRequest::Me, bot("random"));
    let askers = (0..20).map(|_| {
        let (address, wanted) = (hall.address, wanted.clone());
        tokio::spawn(async move {
            let mut line = HttpConnection::open(address.0).await.unwrap();
            let (mut made, mut full) = (0, 0);
            for _ in 0..500 {
                match line.post("/api/tables", &wanted).await.unwrap().read::<SeatTaken>() {
                    Ok(_) => made += 1,
                    Err(error) => {
                        assert_eq!(error.problem().unwrap().code, RefusalCode::Full, "{error}");
                        full += 1;
                    }
                }
            }
            (made, full)
        })
    });
    let (mut made, mut full) = (0, 0);
    for asker in askers.collect::<Vec<_>>() {
        let (some, others) = asker.await.unwrap();
        made += some;
        full += others;
    }
    assert_eq!(made + full, 10_000);
    // Those who ask at the very same time may get one each.
    assert!((19..=40).contains(&made), "{made} were made");
    assert!(hall.house.lobby.table_count() <= 41);
    super::play_out(&mut me).await;
    hall.close().await;
}

/// A full server evicts tables that everybody has left or that had no visitor.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_that_were_left_give_way() {
    let hall = Hall::with("give-way", |settings| {
        settings.most_tables = 3;
        settings.timeouts.visit_when_full = std::time::Duration::ZERO;
    })
    .await;
    let (over, mut winner) = hall.against("tictactoe", "random").await;
    super::play_out(&mut winner).await;
    let (left, gone) = hall.against("tictactoe", "random").await;
    drop(gone);
    let unvisited = hall.address.make(&wish("tictactoe", SeatRequest::Me, SeatRequest::Open)).await.unwrap();
    // This one had no visitor.
    let (fourth, _here) = hall.against("tictactoe", "random").await;
    hall.is_gone(&unvisited.table).await;
    // One game is over, but somebody is still there; one was only left for a while.
    let wanted = wish("tictactoe", SeatRequest::Me, SeatRequest::Open);
    assert_eq!(code(hall.address.make(&wanted).await).0, RefusalCode::Full);
    let mut looker = hall.address.join(&over.table, None).await.unwrap();
    drop(winner);
    looker
        .until(|state| state.seats[0] == SeatView::Person { name: String::new(), here: false })
        .await
        .unwrap();
    assert_eq!(code(hall.address.make(&wanted).await).0, RefusalCode::Full);
    drop(looker);
    // The server notices that after a while.
    let begun = Instant::now();
    let made = loop {
        match hall.address.make(&wanted).await {
            Ok(made) => break made,
            Err(error) => assert_eq!(error.problem().unwrap().code, RefusalCode::Full),
        }
        assert!(begun.elapsed() < plywood_bench::load::LIMIT, "it never gives way");
    };
    hall.is_gone(&over.table).await;
    for table in [left, fourth, made] {
        hall.address.join(&table.table, Some(&table.token)).await.unwrap();
    }
    let record: RecordView = hall.address.read(&format!("/api/records/{}", over.table)).await.unwrap();
    assert_eq!(record.line.id, over.table);
    hall.close().await;
}

/// Names from outside are never names of files.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_reach_no_files() {
    let hall = Hall::new("files").await;
    let secret = hall.folder.join("secret.tree");
    std::fs::write(&secret, "(a:1 b:2)").unwrap();
    let folder = hall.folder.display().to_string();
    let files = [
        "tree:/etc/passwd".to_string(),
        "tree:../../../etc/passwd".to_string(),
        format!("tree:{}", secret.display()),
        format!("tree:@{}", secret.display()),
        "tree:secret.tree".to_string(),
        "tree:file=/etc/passwd".to_string(),
        "tree:/dev/zero".to_string(),
    ];
    let check = |(code, text): (RefusalCode, String), name: &str| {
        assert_eq!(code, RefusalCode::Options, "{name}: {text}");
        // The answer contains no text of a file, nor the server's own folder.
        assert!(!text.contains("root:") && !text.contains("a:1"), "{name}: {text}");
        assert!(name.contains(&folder) || !text.contains(&folder), "{name}: {text}");
    };
    for name in &files {
        check(code(hall.address.make(&wish(name, SeatRequest::Me, bot("random"))).await), name);
        let look = LookRequest { game: name.clone(), position: None, moves: Vec::new(), from: 0, random: 0 };
        check(code(hall.address.post::<serde_json::Value>("/api/look", &look).await), name);
        let text = format!("[Game \"{name}\"]\n\na *\n");
        check(
            code(hall.address.post::<serde_json::Value>("/api/records/read", &ReadRequest { text }).await),
            name,
        );
    }
    for brain in [
        "../../x", "/tmp/x", "..", ".", "", "a/b", "a\\b", "x.brain", "X", "-x", "ä", "a b", "%2e%2e", "a\0b",
    ] {
        for name in [format!("learner:brain={brain},learn=on"), format!("learner:brain={brain}")] {
            if brain.is_empty() {
                continue;
            }
            check(code(hall.address.make(&wish("tictactoe", SeatRequest::Me, bot(&name))).await), brain);
        }
    }
    for name in ["human", "", "learner:file=/etc/passwd,learn=on", "learner:brain=a,brain=/tmp/x", "nobody"] {
        check(code(hall.address.make(&wish("tictactoe", SeatRequest::Me, bot(name))).await), name);
    }
    let brains = std::fs::read_dir(hall.folder.join("brains")).unwrap().count();
    assert_eq!(brains, 0, "nothing was made");
    hall.close().await;
}

/// Paths that climb out lead nowhere.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn paths_lead_to_embedded_files_only() {
    let hall = Hall::new("paths").await;
    for path in [
        "/../Cargo.toml",
        "/../../Cargo.toml",
        "/./../Cargo.toml",
        "/styles/../../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/%2e%2e%2fCargo.toml",
        "/..%2fCargo.toml",
        "/..%5cCargo.toml",
        "/%252e%252e/Cargo.toml",
        "/..;/Cargo.toml",
        "/....//Cargo.toml",
        "/..%c0%afCargo.toml",
        "//etc/passwd",
        "/%2fetc/passwd",
        "/etc/passwd",
        "/C:/Windows/win.ini",
        "/file:///etc/passwd",
        "/index.html%00",
        "/index.html/",
        "/%00",
        "/house.redb",
        "/brains/",
        "/protocol.d.ts",
        "/styles",
        "/api/records/../../Cargo.toml",
        "/api/records/%2e%2e%2f%2e%2e%2fCargo.toml",
        "/api/records/..%2f..%2fhouse.redb/text",
        "/api/tables/%2e%2e/live",
    ] {
        let answer = hall.address.get(path).await.unwrap();
        assert!([400, 404].contains(&answer.status), "{path}: {} {}", answer.status, answer.text());
        assert!(!answer.text().contains("[package]") && !answer.text().contains("root:"), "{path}");
    }
    for path in ["/", "/index.html"] {
        let answer = hall.address.get(path).await.unwrap();
        assert_eq!((answer.status, answer.header("content-type")), (200, Some("text/html; charset=utf-8")));
    }
    hall.close().await;
}

/// The headers that every answer needs.
fn check_headers(answer: &HttpResponse, what: &str) {
    let policy = answer.header("content-security-policy").unwrap_or_else(|| panic!("{what} has no policy"));
    assert!(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"), "{policy}");
    assert!(!policy.contains("unsafe"), "{policy}");
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{what}");
    assert_eq!(answer.header("referrer-policy"), Some("no-referrer"), "{what}");
    assert_eq!(answer.header("access-control-allow-origin"), None, "{what}");
}

/// Requests for other names, and from other pages, are refused before anything else happens.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_our_names_and_our_pages() {
    let hall = Hall::with("origins", |settings| settings.hosts = vec!["games.example".to_string()]).await;
    let (seat, _me) = hall.against("tictactoe", "random").await;
    let port = hall.address.0.port();
    let (own, live) = (format!("127.0.0.1:{port}"), format!("/api/tables/{}/live", seat.table));
    let body = serde_json::to_vec(&wish("tictactoe", SeatRequest::Me, bot("random"))).unwrap();
    let tables = hall.house.lobby.table_count();
    for (host, origin) in [
        ("evil.example", None),
        ("evil.example", Some("http://evil.example")),
        ("127.0.0.1.evil.example", None),
        (&*own, Some("http://evil.example")),
        (&*own, Some("null")),
        (&*own, Some("http://127.0.0.1:1")),
        (&*own, Some("https://games.example.evil")),
        ("games.example", Some("http://evil.example")),
    ] {
        let mut headers = vec![format!("Host: {host}")];
        headers.extend(origin.map(|origin| format!("Origin: {origin}")));
        let mut upgrade = headers.clone();
        upgrade.extend(
            [
                "Connection: Upgrade",
                "Upgrade: websocket",
                "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            ]
            .map(str::to_string),
        );
        for (method, path, headers, body) in [
            ("GET", &*live, &upgrade, &[][..]),
            ("POST", "/api/tables", &headers, &body[..]),
            ("GET", "/api/house", &headers, &[]),
            ("GET", "/", &headers, &[]),
        ] {
            let headers: Vec<&str> = headers.iter().map(String::as_str).collect();
            let answer = HttpConnection::open(hall.address.0)
                .await
                .unwrap()
                .ask(method, path, &headers, body)
                .await
                .unwrap();
            assert_eq!(answer.status, 403, "{method} {path} {headers:?}");
            assert_eq!(serde_json::from_slice::<Problem>(&answer.body).unwrap().code, RefusalCode::Origin);
            check_headers(&answer, path);
        }
    }
    assert_eq!(hall.house.lobby.table_count(), tables);
    // Without a name, or with two.
    for text in ["GET /api/house HTTP/1.1\r\n\r\n", "GET /api/house HTTP/1.1\r\nHost: \r\n\r\n"] {
        let mut raw = RawConnection::open(hall.address.0).await.unwrap();
        raw.send(text.as_bytes()).await.unwrap();
        assert!([400, 403].contains(&raw.status().await.unwrap()), "{text}");
    }
    for (host, origin) in [
        ("localhost", "http://localhost".to_string()),
        (&*own, format!("http://{own}")),
        ("games.example", "https://games.example".to_string()),
    ] {
        let headers = [&*format!("Host: {host}"), &*format!("Origin: {origin}")];
        let mut line = HttpConnection::open(hall.address.0).await.unwrap();
        assert_eq!(line.ask("GET", "/api/house", &headers, &[]).await.unwrap().status, 200, "{headers:?}");
    }
    hall.close().await;
}

/// Every answer has its headers, whatever it is; and nothing is done by a method that only asks.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_answer_is_guarded() {
    let hall = Hall::new("headers").await;
    let (seat, mut me) = hall.against("tictactoe", "random").await;
    me.play("b2").await.unwrap();
    resign(&mut me).await;
    let record = format!("/api/records/{}", seat.table);
    let text = format!("{record}/text");
    for (path, status) in [
        ("/", 200),
        ("/nothing", 404),
        ("/api/house", 200),
        ("/api/nothing", 404),
        ("/api/game", 400),
        ("/api/game?name=nothing", 400),
        ("/api/tables", 200),
        ("/api/tables/nothing/live", 400),
        ("/api/records", 200),
        ("/api/records?before=x", 400),
        ("/api/records/nothing", 404),
        (&record, 200),
        (&text, 200),
        ("/healthz", 200),
        ("/metrics", 200),
    ] {
        let answer = hall.address.get(path).await.unwrap();
        assert_eq!(answer.status, status, "{path}: {}", answer.text());
        check_headers(&answer, path);
    }
    let before = hall.address.get(&record).await.unwrap().body;
    let mut line = HttpConnection::open(hall.address.0).await.unwrap();
    for method in ["PUT", "POST", "DELETE", "PATCH"] {
        for path in [&*record, &*text, "/api/records", "/healthz", "/metrics", "/"] {
            let answer = line.ask(method, path, &[], b"{}").await.unwrap();
            assert!([404, 405].contains(&answer.status), "{method} {path}: {}", answer.status);
            check_headers(&answer, path);
        }
    }
    for path in ["/api/tables", "/api/look", "/api/records/read"] {
        for body in [&b"{}"[..], b"[]", b"null", b"{", b"\xff\xfe", b"{\"game\":1}"] {
            let answer = line.ask("POST", path, &[], body).await.unwrap();
            assert_eq!(answer.status, 400, "{path}");
            assert_eq!(serde_json::from_slice::<Problem>(&answer.body).unwrap().code, RefusalCode::Malformed);
        }
        let long = vec![b' '; 200 << 10];
        let answer = line.ask("POST", path, &[], &long).await.unwrap();
        assert_eq!(answer.status, 413, "{path}");
        line = HttpConnection::open(hall.address.0).await.unwrap();
    }
    assert_eq!(hall.address.get(&record).await.unwrap().body, before, "records stay as they are");
    let metrics = hall.address.get("/metrics").await.unwrap().text();
    assert!(metrics.contains("plywood_tables ") && metrics.contains("plywood_moves_total"), "{metrics}");
    assert_eq!(hall.address.get("/healthz").await.unwrap().text(), "ok\n");
    hall.close().await;
}

/// Names with markup are what they are, and come back as data.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn markup_comes_back_as_data() {
    let hall = Hall::new("markup").await;
    let name = "<script>alert(\"1\")</script>&amp;'";
    let mut wanted = wish("tictactoe", SeatRequest::Me, bot("random"));
    wanted.name = format!("{name}\u{0}\u{1b}\r\n");
    wanted.public = true;
    let (seat, mut me) = hall.address.play(&wanted).await.unwrap();
    let shown = SeatView::Person { name: name.to_string(), here: true };
    assert_eq!(me.state.seats[0], shown);
    let listed: Vec<TableLine> = hall.address.read("/api/tables").await.unwrap();
    assert!(matches!(&listed[0].seats[0], SeatView::Person { name: listed, .. } if listed == name));
    me.play("b2").await.unwrap();
    resign(&mut me).await;
    let answer = hall.address.get(&format!("/api/records/{}", seat.table)).await.unwrap();
    assert_eq!(answer.header("content-type"), Some("application/json"));
    let record: RecordView = answer.read().unwrap();
    assert_eq!(record.line.players[0], SeatView::Person { name: name.to_string(), here: false });
    let file = hall.address.get(&format!("/api/records/{}/text", seat.table)).await.unwrap();
    assert_eq!(file.header("content-type"), Some("text/plain; charset=utf-8"));
    assert!(file.header("content-disposition").unwrap().starts_with("attachment"));
    // A record whose tags a name could not break out of.
    let mut wanted = wanted.clone();
    wanted.name = "\"]\n[Game \"pig\"]\\".to_string();
    let (seat, mut me) = hall.address.play(&wanted).await.unwrap();
    me.play("b2").await.unwrap();
    resign(&mut me).await;
    let text = hall.address.get(&format!("/api/records/{}/text", seat.table)).await.unwrap().text();
    let read: plywood_server::protocol::ReadRecord =
        hall.address.post("/api/records/read", &ReadRequest { text }).await.unwrap();
    assert_eq!(read.game, me.table.game);
    assert!(read.tags.iter().any(|(tag, value)| tag == "First" && value.contains("[Game")), "{read:?}");
    wanted.name = "x".repeat(41);
    assert_eq!(code(hall.address.make(&wanted).await).0, RefusalCode::Options);
    hall.close().await;
}

/// Files of the page are sent once, and then only asked about.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_have_tags() {
    let hall = Hall::new("etags").await;
    let mut line = HttpConnection::open(hall.address.0).await.unwrap();
    let first = line.ask("GET", "/", &[], &[]).await.unwrap();
    let tag = first.header("etag").unwrap().to_string();
    for (header, status) in [
        (format!("If-None-Match: {tag}"), 304),
        (format!("If-None-Match: \"other\", {tag}"), 304),
        ("If-None-Match: \"other\"".to_string(), 200),
        ("If-None-Match: ".to_string(), 200),
    ] {
        let answer = line.ask("GET", "/", &[&header], &[]).await.unwrap();
        assert_eq!(answer.status, status, "{header}");
        assert_eq!(answer.header("etag"), Some(&*tag));
        assert_eq!(answer.body.is_empty(), status == 304);
        check_headers(&answer, &header);
    }
    // What is longer than a packet or so is compressed.
    let squeezed = line.ask("GET", "/api/house", &["Accept-Encoding: gzip"], &[]).await.unwrap();
    assert_eq!(squeezed.header("content-encoding"), Some("gzip"));
    let house: CatalogueView = hall.address.read("/api/house").await.unwrap();
    assert!(house.games.len() > 5);
    hall.close().await;
}
