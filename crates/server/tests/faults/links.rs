//! Links that people paste: what they show, and what they keep to themselves.

use plywood_bench::load::{HttpConnection, HttpResponse, wish};
use plywood_server::protocol::{SeatRequest, SitRequest};

use super::{Hall, resign};

async fn get(hall: &Hall, path: &str, headers: &[&str]) -> HttpResponse {
    let mut line = HttpConnection::open(hall.address.0).await.unwrap();
    line.ask("GET", path, headers, &[]).await.unwrap()
}

/// The content of a property of Open Graph.
fn property<'a>(page: &'a str, name: &str) -> &'a str {
    let start = format!("<meta property=\"{name}\" content=\"");
    let (_, rest) = page.split_once(&start).unwrap_or_else(|| panic!("no '{name}' in {page}"));
    rest.split_once('"').unwrap().0
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn links_show_the_game_and_nothing_secret() {
    let hall = Hall::new("links").await;
    let mut wanted = wish("tictactoe", SeatRequest::Me, SeatRequest::Open);
    wanted.name = "<script>alert(1)</script>".to_string();
    let (mine, mut me) = hall.address.play(&wanted).await.unwrap();
    let shown = "&lt;script&gt;alert(1)&lt;/script&gt;";
    let link = format!("/share/join/{}", mine.table);
    let page = get(&hall, &link, &[]).await;
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    let text = page.text();
    assert_eq!(text.matches("<script").count(), 1, "{text}");
    assert_eq!(property(&text, "og:title"), format!("Tic-tac-toe: {shown} – Open seat"));
    assert_eq!(property(&text, "og:description"), format!("{shown} invites you to play O."));
    assert!(text.contains(&format!("href=\"../../#/join/{}\"", mine.table)), "{text}");
    let picture = property(&text, "og:image").strip_prefix(&format!("http://{}", hall.address.0));
    let picture = get(&hall, picture.expect("it is a whole address"), &[]).await;
    assert_eq!(picture.header("content-type"), Some("image/png"));
    assert_eq!(picture.header("cross-origin-resource-policy"), Some("cross-origin"));
    assert!(picture.body.starts_with(b"\x89PNG"));
    // In the language of the page that it was copied from, behind a proxy.
    let proxy = ["X-Forwarded-Proto: https", "X-Forwarded-Prefix: /games"];
    let text = get(&hall, &format!("{link}?in=sk"), &proxy).await.text();
    assert!(text.contains("<html lang=\"sk\">"), "{text}");
    assert!(property(&text, "og:image").starts_with(&format!("https://{}/games/picture/", hall.address.0)));
    // A token that somebody left in the address stays here.
    let text = get(&hall, &format!("/share/table/{}?seat={}", mine.table, mine.token), &[]).await.text();
    assert!(!text.contains(&mine.token), "{text}");

    hall.address.sit(&mine.table, &SitRequest { seat: None, name: "Ben".to_string() }).await.unwrap();
    me.until(|state| state.step.moves.len() == 9).await.unwrap();
    me.play("b2").await.unwrap();
    resign(&mut me).await;
    let text = get(&hall, &format!("/share/record/{}?ply=1", mine.table), &[]).await.text();
    assert!(property(&text, "og:description").ends_with("wins · 1 move"), "{text}");
    let text = get(&hall, "/share/connect4?moves=d+d+c&ply=2", &[]).await.text();
    assert_eq!(property(&text, "og:title"), "Four in a row");
    assert_eq!(property(&text, "og:description"), "2 moves");
    assert!(text.contains("href=\"../#/connect4?moves=d+d+c&amp;ply=2\""), "{text}");
    let picture = get(&hall, "/picture/connect4?moves=d+d+c", &[]).await;
    let other = get(&hall, "/picture/connect4", &[]).await;
    assert_ne!(picture.body, other.body);
    for (path, status) in [
        ("/share/record/aaaaaaaaaaaaaaaa", 404),
        ("/share/connect4?moves=z", 400),
        ("/share/nothing", 400),
        ("/picture/connect4?ply=x", 400),
        ("/picture/record/", 404),
    ] {
        assert_eq!(get(&hall, path, &[]).await.status, status, "{path}");
    }
    hall.close().await;
}

/// Pages of others may frame a board that cannot be played on, and nothing else.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_board_for_others_may_be_framed() {
    let hall = Hall::new("frames-of-others").await;
    let may = async |path: &str| {
        let answer = get(&hall, path, &[]).await;
        assert_eq!(answer.status, 200, "{path}");
        answer.header("content-security-policy").is_some_and(|policy| policy.contains("frame-ancestors *"))
    };
    assert!(may("/embed.html").await);
    for path in ["/", "/index.html", "/share/connect4", "/picture/connect4", "/api/house"] {
        assert!(!may(path).await, "{path}");
    }
    hall.close().await;
}
