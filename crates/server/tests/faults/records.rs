//! Finished games, and looking at positions.

use plywood_bench::load::ClientError;
use plywood_server::protocol::{
    LookRequest, LookView, ReadRecord, ReadRequest, RecordLine, RecordView, RefusalCode, TurnView,
};

use super::{Hall, play_out, resign};

fn refused<T>(result: Result<T, ClientError>) -> RefusalCode {
    result.err().expect("it is refused").problem().expect("it is refused").code
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn records_are_listed_page_by_page() {
    let hall = Hall::with("records", |settings| settings.most_records = 40).await;
    let mut ids = Vec::new();
    for number in 0..45 {
        let game = if number % 3 == 0 { "connect4" } else { "tictactoe" };
        let (seat, mut me) = hall.against(game, "random").await;
        let text = me.state.step.moves[0].text.clone();
        me.play(&text).await.unwrap();
        resign(&mut me).await;
        ids.push(seat.table);
    }
    // A game without moves leaves no record.
    let (unplayed, mut me) = hall.against("tictactoe", "random").await;
    resign(&mut me).await;
    ids.reverse();
    let page = async |path: &str| hall.address.read::<Vec<RecordLine>>(path).await.unwrap();
    let first = page("/api/records").await;
    assert_eq!(first.iter().map(|line| &line.id).collect::<Vec<_>>(), ids[..30].iter().collect::<Vec<_>>());
    let second = page(&format!("/api/records?before={}", first[29].number)).await;
    // The oldest five made room.
    assert_eq!(
        second.iter().map(|line| &line.id).collect::<Vec<_>>(),
        ids[30..40].iter().collect::<Vec<_>>()
    );
    assert!(page(&format!("/api/records?before={}", second[9].number)).await.is_empty());
    assert!(page("/api/records?before=0").await.is_empty());
    let connect4 = first[0].game.clone();
    let of_one = page(&format!(
        "/api/records?game={}",
        if connect4.contains("gravity") { "connect4" } else { "tictactoe" }
    ))
    .await;
    assert!(of_one.iter().all(|line| line.game == of_one[0].game));
    assert!(page("/api/records?game=nothing").await.is_empty());
    let missing = [&ids[44], &unplayed.table, "nothing"];
    for id in missing {
        assert_eq!(
            refused(hall.address.read::<RecordView>(&format!("/api/records/{id}")).await),
            RefusalCode::NotFound
        );
        let text = hall.address.get(&format!("/api/records/{id}/text")).await.unwrap();
        assert_eq!(text.status, 404);
    }
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn records_read_back() {
    let hall = Hall::new("round-trip").await;
    for (game, opponent) in [("pikkpakk:size=3", "random"), ("pig:target=20", "hold"), ("cube3", "rules")] {
        let (seat, mut me) = hall.against(game, opponent).await;
        play_out(&mut me).await;
        let path = format!("/api/records/{}", seat.table);
        let record: RecordView = hall.address.read(&path).await.unwrap();
        let text = hall.address.get(&format!("{path}/text")).await.unwrap().text();
        assert_eq!(text, record.text);
        let read: ReadRecord = hall.address.post("/api/records/read", &ReadRequest { text }).await.unwrap();
        assert_eq!((&read.game, &read.position), (&record.line.game, &record.position));
        assert_eq!(read.moves, record.moves);
        // Every ply of it can be shown, and the last one is the end of the game.
        let look = LookRequest { game: read.game, position: None, moves: read.moves, from: 0, random: 0 };
        let seen: LookView = hall.address.post("/api/look", &look).await.unwrap();
        assert_eq!((seen.plies, seen.steps.len()), (record.moves.len(), record.moves.len() + 1));
        assert_eq!(seen.steps.last().unwrap().position, me.state.step.position);
        assert_eq!(seen.board, me.table.board);
    }
    for text in [
        "",
        "nonsense",
        "[Game \"nothing\"]\n\nb2\n",
        "[Game \"tictactoe\"]\n\nb2 b2\n",
        "[First \"x\"]\n\nb2\n",
    ] {
        let wish = ReadRequest { text: text.to_string() };
        assert_eq!(
            refused(hall.address.post::<ReadRecord>("/api/records/read", &wish).await),
            RefusalCode::Options,
            "{text}"
        );
    }
    let wish = ReadRequest { text: " ".repeat(70 << 10) };
    assert_eq!(
        refused(hall.address.post::<ReadRecord>("/api/records/read", &wish).await),
        RefusalCode::Options
    );
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn positions_can_be_looked_at() {
    let hall = Hall::new("look").await;
    let look = async |wish: &LookRequest| hall.address.post::<LookView>("/api/look", wish).await;
    let mut wish = LookRequest {
        game: "tictactoe".to_string(),
        position: None,
        moves: ["b2", "a1", "b1", "a2", "b3"].map(str::to_string).to_vec(),
        from: 3,
        random: 0,
    };
    let seen = look(&wish).await.unwrap();
    assert_eq!(seen.steps.iter().map(|step| step.ply).collect::<Vec<_>>(), [3, 4, 5]);
    assert_eq!(seen.steps[2].turn, TurnView::Over);
    assert!(!seen.steps[2].scene.marks.is_empty() && seen.steps[2].moves.is_empty());
    wish.from = 6;
    assert_eq!(refused(look(&wish).await), RefusalCode::Options);
    wish.from = 0;
    wish.moves.push("c3".to_string());
    assert_eq!(refused(look(&wish).await), RefusalCode::Options);
    wish.moves = Vec::new();
    for game in ["tictactoe", "pig", "pikkpakk", "tesseract"] {
        wish.game = game.to_string();
        wish.random = 60;
        let seen = look(&wish).await.unwrap();
        assert_eq!(seen.steps.len(), seen.plies + 1);
        // A game played at random may be over soon.
        assert!((1..=60).contains(&seen.plies), "{game}");
    }
    wish.random = 61;
    assert_eq!(refused(look(&wish).await), RefusalCode::Options);
    wish.random = 0;
    wish.moves = vec!["b2".to_string(); 6000];
    assert_eq!(refused(look(&wish).await), RefusalCode::Options);
    wish.moves = Vec::new();
    wish.position = Some("nonsense".to_string());
    assert_eq!(refused(look(&wish).await), RefusalCode::Options);
    wish.game = "mnk:m=99,n=3,k=3".to_string();
    assert_eq!(refused(look(&wish).await), RefusalCode::Options);
    wish.game = format!("tree:{}", "(".repeat(9000));
    assert_eq!(refused(look(&wish).await), RefusalCode::Options);
    hall.close().await;
}
