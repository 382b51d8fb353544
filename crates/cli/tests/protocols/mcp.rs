//! `mcp` under a client of the protocol.

use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResult, CancelledNotificationParam, ClientRequest, ProtocolVersion,
    ReadResourceRequestParams, Request,
};
use rmcp::service::{
    ClientLifecycleMode, ClientServiceExt, PeerRequestOptions, RunningService, ServiceError,
};
use rmcp::transport::TokioChildProcess;
use rmcp::{RoleClient, ServiceExt};
use serde_json::{Value as Json, json};
use tokio::process::Command;

use crate::common::{Scratch, json, json_of, plywood, without_times};
use crate::protocols::talk::Talk;

/// Runs a test that waits for answers.
fn run(test: impl Future<Output = ()>) {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime").block_on(test);
}

/// A fresh server, which ends when its client leaves.
fn server(proofs: &str) -> TokioChildProcess {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plywood"));
    command.args(["mcp", "--proofs", proofs]);
    TokioChildProcess::new(command).expect("the program starts")
}

/// Runs a test with a client of a fresh server.
fn with_client<F: Future<Output = ()>>(proofs: &str, test: impl FnOnce(Client) -> F) {
    run(async {
        test(Client(().serve(server(proofs)).await.expect("it introduces itself"))).await;
    });
}

struct Client(RunningService<RoleClient, ()>);

fn params(tool: &'static str, arguments: &Json) -> CallToolRequestParams {
    CallToolRequestParams::new(tool).with_arguments(arguments.as_object().expect("an object").clone())
}

impl Client {
    async fn call(&self, tool: &'static str, arguments: &Json) -> Result<CallToolResult, ServiceError> {
        self.0.call_tool(params(tool, arguments)).await
    }

    /// The object that a tool answers with, and the text before it, if there is one.
    async fn answer(&self, tool: &'static str, arguments: Json) -> (Json, String) {
        let result =
            self.call(tool, &arguments).await.unwrap_or_else(|error| panic!("{tool} {arguments}: {error}"));
        assert_eq!(result.is_error, Some(false), "{tool} {arguments}: {result:?}");
        let texts: Vec<String> =
            result.content.iter().filter_map(|block| block.as_text().map(|text| text.text.clone())).collect();
        let object = result.structured_content.expect("an object");
        let last: Json = serde_json::from_str(texts.last().expect("the object as text")).expect("JSON");
        assert_eq!(last, object);
        (object, if texts.len() > 1 { texts[0].clone() } else { String::new() })
    }

    /// The sentence that an assistant reads about wrong arguments.
    async fn refusal(&self, tool: &'static str, arguments: Json) -> String {
        let result =
            self.call(tool, &arguments).await.unwrap_or_else(|error| panic!("{tool} {arguments}: {error}"));
        assert_eq!(result.is_error, Some(true), "{tool} {arguments}: {result:?}");
        result.content[0].as_text().expect("a sentence").text.clone()
    }
}

/// An answer without the times of its search.
fn timeless(mut answer: Json) -> Json {
    let object = answer.as_object_mut().expect("an object");
    object.retain(|key, _| !["seconds", "nodes_per_second"].contains(&key.as_str()));
    answer
}

#[test]
fn tools_answer_as_the_commands_do() {
    with_client(".", |client| async move {
        let info = client.0.peer_info().expect("it has introduced itself");
        assert_eq!(info.server_info.as_ref().map(|info| info.name.as_str()), Some("plywood"));
        let tools = client.0.list_all_tools().await.expect("tools");
        let names: Vec<&str> = tools.iter().map(|tool| &*tool.name).collect();
        assert_eq!(
            names,
            [
                "list_games",
                "show_position",
                "legal_moves",
                "play",
                "analyse",
                "solve",
                "grade",
                "verify_proof"
            ]
        );
        assert!(tools.iter().all(|tool| tool.input_schema["additionalProperties"] == false));
        let hints = tools[0].annotations.as_ref().map(|hints| (hints.read_only_hint, hints.open_world_hint));
        assert_eq!(hints, Some((Some(true), Some(false))));

        assert_eq!(client.answer("list_games", json!({})).await.0, json("games"));
        assert_eq!(client.answer("list_games", json!({ "game": "qubic" })).await.0, json("games qubic"));
        let place = json!({ "game": "tictactoe", "moves": ["b2", "a1"] });
        let (shown, drawing) = client.answer("show_position", place.clone()).await;
        assert_eq!(shown, json_of(&["show", "tictactoe", "--moves", "b2 a1"]));
        assert_eq!(drawing.trim_end(), plywood(&["show", "tictactoe", "--moves", "b2 a1"]).stdout.trim_end());
        let (legal, _) = client.answer("legal_moves", place).await;
        assert_eq!(legal["moves"], shown["moves"]);
        let position = "xox/o1o/x2 x";
        let asked = json!({ "game": "tictactoe", "position": position, "bot": "engine", "all": true });
        let command = ["analyse", "tictactoe", "--position", position, "--bot", "engine", "--all"];
        assert_eq!(timeless(client.answer("analyse", asked).await.0), timeless(json_of(&command)));
        let (solved, _) = client.answer("solve", json!({ "game": "mnk:m=4,n=3,k=3" })).await;
        assert_eq!(timeless(solved), timeless(json("solve mnk:m=4,n=3,k=3")));
        let forced = json!({ "game": "pikkpakk", "within": 3, "side": "second" });
        assert_eq!(
            timeless(client.answer("solve", forced).await.0),
            timeless(json("solve pikkpakk --within 3 --side second"))
        );
        let asked = json!({ "game": "tictactoe", "bots": ["first", "level:n=1"], "sample": 30, "ply": 3, "played_by": "rules", "baselines": true });
        let command =
            "grade tictactoe first level:n=1 --sample 30 --ply 3 --played-by rules --worst 5 --nodes 100000";
        assert_eq!(without_times(client.answer("grade", asked).await.0), without_times(json(command)));
    });
}

#[test]
fn an_assistant_plays_whole_games() {
    with_client(".", |client| async move {
        for (game, bot) in [("connect4:m=5,n=4", "engine:depth=2"), ("pig:target=20", "hold:at=10")] {
            let mut question = json!({ "game": game, "bot": bot, "seed": 3 });
            let mut rolled = false;
            let (shown, drawing) = loop {
                let (shown, drawing) = client.answer("play", question.clone()).await;
                let replies = shown["replies"].as_array().expect("replies").clone();
                rolled |= replies.iter().any(|reply| reply["by"] == "chance");
                if shown["turn"] == "over" {
                    break (shown, drawing);
                }
                // The bot began, so this is the second player's turn.
                assert_eq!(shown["turn"], "second", "{shown}");
                question["moves"] = shown["played"].clone();
                question["move"] = shown["moves"].as_array().expect("moves").last().expect("a move").clone();
            };
            assert_eq!(rolled, game.starts_with("pig"));
            assert!(["first", "second", "draw"].contains(&shown["outcome"].as_str().expect("an outcome")));
            assert!(drawing.contains("position: "), "{drawing}");
            let played: Vec<&str> =
                shown["played"].as_array().unwrap().iter().filter_map(Json::as_str).collect();
            assert_eq!(json_of(&["show", game, "--moves", &played.join(" ")])["outcome"], shown["outcome"]);
        }
    });
}

#[test]
fn proofs_are_verified_in_their_folder_only() {
    let scratch = Scratch::new("mcp-proofs");
    let proof = scratch.file("win.proof");
    assert_eq!(plywood(&["solve", "mnk:m=4,n=3,k=3", "--method", "proof", "-o", &proof]).code, 0);
    let outside = Scratch::new("mcp-outside").file("win.proof");
    std::fs::copy(&proof, &outside).expect("room for a file");
    std::fs::create_dir(scratch.file("folder")).expect("room for a folder");
    let folder = proof.strip_suffix("win.proof").expect("its folder").to_string();
    with_client(&folder, |client| async move {
        let question = |game: &str, file: &str| json!({ "game": game, "file": file });
        let (verified, _) = client.answer("verify_proof", question("mnk:m=4,n=3,k=3", "win.proof")).await;
        assert_eq!(timeless(verified), timeless(json_of(&["verify", "mnk:m=4,n=3,k=3", &proof])));
        let (refused, _) = client.answer("verify_proof", question("tictactoe", "win.proof")).await;
        assert_eq!(refused["ok"], false);
        for file in
            ["../mcp-outside/win.proof", &outside, "folder", "missing.proof", "", "a\0b", "/etc/passwd"]
        {
            let refusal = client.refusal("verify_proof", question("tictactoe", file)).await;
            assert!(refusal.contains("in the folder of proofs"), "{file}: {refusal}");
        }
    });
}

#[test]
fn wrong_arguments_are_named() {
    with_client(".", |client| async move {
        for (tool, arguments, expected) in [
            ("show_position", json!({}), "'game' is missing"),
            ("show_position", json!({ "game": ["a"] }), "'game' has to be a text, and is [\"a\"]"),
            ("show_position", json!({ "game": 7 }), "unknown game '7'"),
            ("show_position", json!({ "game": "Tic-Tac-Toe" }), "did you mean 'tictactoe'?"),
            ("show_position", json!({ "game": "Connect 4" }), "did you mean 'connect4'?"),
            ("show_position", json!({ "game": "tictactoe", "moove": "b2" }), "did you mean 'moves'?"),
            ("show_position", json!({ "game": "--help" }), "unknown game '--help'"),
            ("show_position", json!({ "game": "chess" }), "unknown game 'chess'"),
            ("show_position", json!({ "game": "tree:Cargo.toml" }), "line 1"),
            ("show_position", json!({ "game": "tictactoe", "moves": [{}] }), "a list of texts"),
            ("show_position", json!({ "game": "tictactoe", "moves": ["b2", "b2"] }), "move 2 ('b2')"),
            ("show_position", json!({ "game": "tictactoe", "position": "--json" }), "position '--json'"),
            ("show_position", json!({ "game": "tictactoe", "record": "x" }), "unknown argument 'record'"),
            ("play", json!({ "game": "tictactoe", "move": "z9" }), "'z9'"),
            ("play", json!({ "game": "pig", "moves": ["roll"], "move": "roll" }), "no move to make here"),
            ("play", json!({ "game": "tictactoe", "bot": "human" }), "person"),
            ("analyse", json!({ "game": "tictactoe", "bot": "learner:brain=x,learn=on" }), "'brain'"),
            ("analyse", json!({ "game": "tictactoe", "bot": "perfect:table=x" }), "'table'"),
            ("analyse", json!({ "game": "pig", "moves": ["roll"] }), "chance decides here"),
            ("solve", json!({ "game": "tictactoe", "within": 0 }), "a whole number from 1 to 500"),
            ("solve", json!({ "game": "tictactoe", "within": "x" }), "a whole number from 1 to 500"),
            ("solve", json!({ "game": "tictactoe", "side": "first" }), "'side' goes with 'within' only"),
            (
                "solve",
                json!({ "game": "tictactoe", "method": "luck" }),
                "proof, race or iterate, and is \"luck\"",
            ),
            ("solve", json!({ "game": "tictactoe", "out": "x.table" }), "unknown argument 'out'"),
            ("solve", json!({ "game": "tictactoe", "threads": 2 }), "unknown argument 'threads'"),
            ("grade", json!({ "game": "tictactoe", "bots": ["records:games.txt"] }), "unknown bot"),
            ("grade", json!({ "game": "tictactoe", "bots": [] }), "'bots' is empty"),
            ("grade", json!({ "game": "tictactoe", "bots": "first", "sample": 5000 }), "1000"),
            ("analyse", json!({ "game": "tictactoe", "all": "yes" }), "true or false, and is \"yes\""),
            ("solve", json!({ "game": "tictactoe", "side": "third", "within": 3 }), "first or second"),
        ] {
            let refusal = client.refusal(tool, arguments.clone()).await;
            assert!(refusal.contains(expected), "{tool} {arguments}: {refusal}");
        }
        // A client that knows the tools calls no other.
        match client.call("solv", &json!({})).await {
            Err(ServiceError::McpError(error)) => {
                assert_eq!(
                    (error.code.0, &*error.message),
                    (-32602, "unknown tool 'solv'; did you mean 'solve'?")
                );
            }
            other => panic!("{other:?}"),
        }
    });
    let run = plywood(&["mcp", "game"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    // A client that leaves at once.
    let run = plywood(&["mcp"]);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""));
}

#[test]
fn long_work_blocks_nothing_and_can_be_cancelled() {
    with_client(".", |client| async move {
        let begin = async || {
            let call =
                ClientRequest::CallToolRequest(Request::new(params("solve", &json!({ "game": "gomoku" }))));
            client
                .0
                .send_cancellable_request(call, PeerRequestOptions::no_options())
                .await
                .expect("it is sent")
        };
        // As many calls work at the same time as there are processors.
        let slots = std::thread::available_parallelism().map_or(1, usize::from);
        let mut long = Vec::new();
        for _ in 1..slots {
            long.push(begin().await);
        }
        client.answer("legal_moves", json!({ "game": "tictactoe" })).await;
        long.push(begin().await);
        for call in &long {
            let cancelled = CancelledNotificationParam::new(Some(call.id.clone()), None);
            client.0.notify_cancelled(cancelled).await.expect("it is sent");
        }
        // Without a slot that a cancelled call gave back, this would never be answered.
        let answer = client.answer("solve", json!({ "game": "tictactoe" }));
        let answer =
            tokio::time::timeout(Duration::from_secs(20), answer).await.expect("a slot is free again");
        assert_eq!(answer.0["proved"], "draw");
    });
}

/// Assistants write numbers, flags and lists as texts, and digits as numbers.
#[test]
fn arguments_are_understood_in_other_forms() {
    with_client(".", |client| async move {
        let moves = [json!(["d", "d"]), json!("d d"), json!("[\"d\", \"d\"]"), json!([4, 4]), json!(["d d"])];
        for moves in moves {
            let (shown, _) =
                client.answer("show_position", json!({ "game": "connect4", "moves": moves.clone() })).await;
            assert_eq!(shown["position"], "7/7/7/7/3o3/3x3 x", "{moves}");
        }
        for within in [json!(6), json!("6"), json!(" 6"), json!(6.0)] {
            let question = json!({ "game": "pikkpakk", "within": within.clone(), "side": null });
            let (solved, _) = client.answer("solve", question).await;
            assert_eq!(timeless(solved), timeless(json("solve pikkpakk --within 6")), "{within}");
        }
        let asked = |all: Json| json!({ "game": "tictactoe", "bot": "engine", "all": all });
        let (all, _) = client.answer("analyse", asked(json!("True"))).await;
        assert_eq!(timeless(all), timeless(client.answer("analyse", asked(json!(true))).await.0));
        let (played, _) = client.answer("play", json!({ "game": "kalah", "move": 1, "bot": "random" })).await;
        assert_eq!(played["played"][0], "1");
    });
}

#[test]
fn games_are_described_by_resources() {
    with_client(".", |client| async move {
        let all = client.0.list_all_resources().await.expect("resources");
        let games = json("games")["games"].as_array().expect("games").clone();
        let names =
            games.iter().map(|game| 1 + game["aliases"].as_array().expect("names").len()).sum::<usize>();
        // A written tree is a game only with its file.
        assert_eq!(all.len(), 3 * (names - 1));
        let read = async |uri: &str| client.0.read_resource(ReadResourceRequestParams::new(uri)).await;
        for resource in &all {
            let text = read(&resource.uri).await.unwrap_or_else(|error| panic!("{}: {error}", resource.uri));
            let text = serde_json::to_value(&text).expect("JSON")["contents"][0]["text"].clone();
            assert!(text.as_str().is_some_and(|text| text.len() > 20), "{}: {text}", resource.uri);
        }
        assert_eq!(client.0.list_all_resource_templates().await.expect("templates").len(), 3);
        let text = read("plywood://games/hex:size%3D3/notation").await.expect("a text");
        let text = serde_json::to_value(&text).expect("JSON")["contents"][0]["text"].clone();
        let text = text.as_str().expect("a text").to_string();
        assert!(text.contains("position after '': 3/3/3 x\nlegal moves: a1 b1"), "{text}");
        assert!(text.contains("position after 'b2': 3/1x1/3 o"), "{text}");
        for (uri, reason) in [
            ("plywood://games/chess/rules", "unknown game 'chess'"),
            ("plywood://games/hex/colour", "there is nothing at"),
            ("file:///etc/passwd", "there is nothing at"),
            ("plywood://games/tree:Cargo.toml/rules", "line 1"),
            ("plywood://games/%zz/rules", "there is nothing at"),
            ("plywood://games/%é/rules", "there is nothing at"),
        ] {
            let error = read(uri).await.expect_err(uri).to_string();
            assert!(error.contains(reason), "{uri}: {error}");
        }
    });
}

#[test]
fn slow_everything_that_was_asked_before_the_end_of_the_input_is_answered_once() {
    let mut talk = Talk::with("mcp");
    let count = 1000;
    for id in 0..count {
        let game = ["tictactoe", "nim", "connect4", "chess"][id % 4];
        let params = json!({ "name": "legal_moves", "arguments": { "game": game } });
        let call = json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params });
        // The last line may lack its end.
        let end = if id + 1 < count { "\n" } else { "" };
        talk.send_bytes(format!("{call}{end}").as_bytes());
    }
    let mut answered: Vec<usize> = Vec::new();
    for line in talk.end() {
        let answer: Json = serde_json::from_str(&line).expect("JSON");
        let id = answer["id"].as_u64().expect("an id") as usize;
        assert_eq!(answer["result"]["isError"], id % 4 == 3, "{answer}");
        answered.push(id);
    }
    answered.sort_unstable();
    assert!(answered.iter().copied().eq(0..count), "{answered:?}");
}

fn long_call(id: &str, token: Json) -> String {
    let params =
        json!({ "name": "solve", "arguments": { "game": "gomoku" }, "_meta": { "progressToken": token } });
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params }).to_string()
}

fn cancel(id: &str) -> String {
    let params = json!({ "requestId": id });
    json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params }).to_string()
}

#[test]
fn slow_long_calls_report_their_progress() {
    let mut talk = Talk::with("mcp");
    talk.send(&long_call("long", json!("p")));
    let mut last = 0.0;
    for _ in 0..3 {
        let report: Json = serde_json::from_str(&talk.line()).expect("JSON");
        assert_eq!(report["method"], "notifications/progress", "{report}");
        assert_eq!(report["params"]["progressToken"], "p", "{report}");
        let progress = report["params"]["progress"].as_f64().expect("a number");
        assert!(progress > last, "{report}");
        assert!(report["params"]["message"].as_str().is_some_and(|text| !text.is_empty()), "{report}");
        last = progress;
    }
    talk.send(&cancel("long"));
    // Cancelled calls get no answer, and hold up no end.
    assert!(talk.end().iter().all(|line| line.contains("notifications/progress")));
}

/// Such calls can no longer be cancelled.
#[test]
fn slow_endless_calls_are_stopped_and_answered_after_the_end_of_the_input() {
    let mut talk = Talk::with("mcp");
    talk.send(&long_call("long", Json::Null));
    let lines = talk.end();
    assert_eq!(lines.len(), 1, "{lines:?}");
    let answer: Json = serde_json::from_str(&lines[0]).expect("JSON");
    assert_eq!(answer["id"], "long");
    assert!(answer["result"]["structuredContent"]["incomplete"].is_string(), "{answer}");
}

#[test]
fn clients_of_all_versions_are_served() {
    let newest = ProtocolVersion::LATEST;
    assert_eq!(newest, ProtocolVersion::V_2026_07_28);
    let modes = [
        (ClientLifecycleMode::Discover { preferred_versions: vec![newest.clone()] }, &newest),
        (
            ClientLifecycleMode::Auto { preferred_versions: vec![newest.clone()], legacy_version: None },
            &newest,
        ),
        (ClientLifecycleMode::Initialize, &ProtocolVersion::LATEST_WITH_INITIALIZE),
    ];
    for (mode, expected) in modes {
        run(async {
            let client =
                Client(().serve_with_lifecycle(server("."), mode).await.expect("it introduces itself"));
            let info = client.0.peer_info().expect("it has introduced itself").clone();
            assert_eq!(info.protocol_version, *expected);
            client.answer("legal_moves", json!({ "game": "tictactoe" })).await;
            assert!(client.refusal("legal_moves", json!({ "game": "chess" })).await.contains("'chess'"));
            assert_eq!(client.0.list_all_tools().await.expect("tools").len(), 8);
            assert!(!client.0.list_all_resources().await.expect("resources").is_empty());
        });
    }
    for (asked, answered) in
        [("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"), ("1999-01-01", "2025-11-25")]
    {
        let mut talk = Talk::with("mcp");
        let params = json!({ "protocolVersion": asked });
        talk.send(
            &json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params }).to_string(),
        );
        let answer: Json = serde_json::from_str(&talk.line()).expect("JSON");
        assert_eq!(answer["result"]["protocolVersion"], answered, "{answer}");
        talk.end();
    }
}

#[test]
fn lines_that_are_no_requests_are_refused() {
    let mut talk = Talk::with("mcp");
    for (line, id, code) in [
        ("{", json!(null), -32700),
        ("[]", json!(null), -32600),
        (r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, json!(null), -32600),
        (r#"{"id":1,"method":"ping"}"#, json!(null), -32600),
        (r#"{"jsonrpc":"2.0","id":1,"result":{}}"#, json!(null), -32600),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, json!(null), -32600),
        (r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, json!(null), -32600),
        (r#"{"jsonrpc":"2.0","id":"a","method":"fly"}"#, json!("a"), -32601),
        (r#"{"jsonrpc":"2.0","id":2,"method":"tools/call"}"#, json!(2), -32602),
        (
            r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"solve","arguments":[]}}"#,
            json!(3),
            -32602,
        ),
    ] {
        let answer: Json = serde_json::from_str(&talk.ask(line)).expect("JSON");
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&id, &json!(code)), "{line}: {answer}");
    }
    // Notifications get no answer.
    talk.send(r#"{"jsonrpc":"2.0","method":"fly"}"#);
    talk.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}}"#);
    // Two calls of the same id could not be told apart.
    talk.send(&long_call("b", Json::Null));
    assert!(talk.ask(&long_call("b", Json::Null)).contains(r#"the id \"b\" has no answer yet"#));
    assert_eq!(
        talk.ask(r#"{"jsonrpc":"2.0","id":4,"method":"ping"}"#),
        r#"{"jsonrpc":"2.0","id":4,"result":{}}"#
    );
    talk.send(&cancel("b"));
    assert_eq!(talk.end(), Vec::<String>::new());
}
