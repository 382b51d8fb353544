//! Sheets for classes: what is solved is counted and kept, and only the teacher reads it.

use plywood_bench::load::{ClientError, ServerAddress};
use plywood_server::protocol::{
    RefusalCode, Sheet, SheetItem, SheetKey, SheetMade, SheetResult, SolvedRequest,
};

use super::{Hall, scratch};

/// A sheet with items that lead to puzzles.
pub fn sheet(items: usize) -> Sheet {
    let item = |at: usize| SheetItem {
        title: format!("Item {at}"),
        text: String::new(),
        link: format!("puzzles/connect4?n={}", at + 1),
    };
    Sheet { title: "Week 1".into(), items: (0..items).map(item).collect() }
}

/// One that is nearly as large as is allowed.
pub fn large() -> Sheet {
    let mut sheet = sheet(10);
    sheet.items.iter_mut().for_each(|item| item.link = "x".repeat(2900));
    sheet
}

pub async fn make(address: ServerAddress, sheet: &Sheet) -> Result<SheetMade, ClientError> {
    address.post("/api/sheets", sheet).await
}

async fn solve(
    address: ServerAddress,
    id: &str,
    name: &str,
    items: &[usize],
) -> Result<SheetResult, ClientError> {
    let wish = SolvedRequest { name: name.into(), items: items.to_vec() };
    address.post(&format!("/api/sheets/{id}/solved"), &wish).await
}

pub async fn results(
    address: ServerAddress,
    made: &SheetMade,
) -> Result<Vec<(String, Vec<usize>)>, ClientError> {
    let path = format!("/api/sheets/{}/results", made.id);
    let found: Vec<SheetResult> = address.post(&path, &SheetKey { key: made.key.clone() }).await?;
    Ok(found.into_iter().map(|result| (result.name, result.solved)).collect())
}

fn refused<T>(result: Result<T, ClientError>) -> RefusalCode {
    result.err().expect("it is refused").problem().expect("it is refused").code
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_solved_is_counted_for_the_teacher_alone() {
    let hall = Hall::new("sheets").await;
    let address = hall.address;
    let made = make(address, &sheet(50)).await.unwrap();
    let other = make(address, &sheet(2)).await.unwrap();
    let path = format!("/api/sheets/{}", made.id);
    assert_eq!(address.read::<Sheet>(&path).await.unwrap(), sheet(50));
    let text = address.get(&path).await.unwrap().text();
    assert!(!text.contains(&made.key), "{text}");
    // Many at once, some of them twice: all are counted.
    let sent = (0..50).map(|item| {
        let id = made.id.clone();
        tokio::spawn(async move { solve(address, &id, "Žofia", &[item, 49 - item]).await.unwrap() })
    });
    for sent in sent.collect::<Vec<_>>() {
        sent.await.unwrap();
    }
    let bela = solve(address, &made.id, " Béla\u{200b} ", &[3, 1, 3]).await.unwrap();
    assert_eq!((bela.name.as_str(), &bela.solved[..]), ("Béla", &[1, 3][..]));
    assert_eq!(solve(address, &made.id, "Béla", &[0]).await.unwrap().solved, [0, 1, 3]);
    solve(address, &other.id, "Béla", &[1]).await.unwrap();
    let all = [("Béla".to_string(), vec![0, 1, 3]), ("Žofia".to_string(), (0..50).collect())];
    assert_eq!(results(address, &made).await.unwrap(), all);
    let stranger = SheetMade { key: other.key.clone(), ..made.clone() };
    assert_eq!(refused(results(address, &stranger).await), RefusalCode::Token);
    let drop = async |made: &SheetMade| {
        address
            .post::<()>(&format!("/api/sheets/{}/drop", made.id), &SheetKey { key: made.key.clone() })
            .await
    };
    assert_eq!(refused(drop(&stranger).await), RefusalCode::Token);
    // The file as a kill would leave it, and after a new start.
    let killed = scratch("sheets-killed");
    std::fs::copy(hall.folder.join("house.redb"), killed.join("house.redb")).unwrap();
    let killed = Hall::open(&killed, |_| {}).await;
    assert_eq!(results(killed.address, &made).await.unwrap(), all);
    killed.close().await;
    let hall = hall.again().await;
    let address = hall.address;
    assert_eq!(results(address, &made).await.unwrap(), all);
    // What is removed leaves nothing, and the other sheet as it was.
    address
        .post::<()>(&format!("/api/sheets/{}/drop", made.id), &SheetKey { key: made.key.clone() })
        .await
        .unwrap();
    assert_eq!(refused(results(address, &made).await), RefusalCode::NotFound);
    assert_eq!(refused(solve(address, &made.id, "Béla", &[0]).await), RefusalCode::NotFound);
    assert!(hall.house.services.store.solved(&made.id).unwrap().is_empty());
    assert_eq!(results(address, &other).await.unwrap(), [("Béla".to_string(), vec![1])]);
    hall.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sheets_have_limits() {
    let hall = Hall::with("sheet-limits", |settings| settings.most_sheets = 2).await;
    let address = hall.address;
    let wrong = |change: fn(&mut Sheet)| {
        let mut wrong = sheet(3);
        change(&mut wrong);
        wrong
    };
    let all = [
        wrong(|sheet| sheet.title = " ".into()),
        wrong(|sheet| sheet.title = "x".repeat(101)),
        wrong(|sheet| sheet.items.clear()),
        sheet(51),
        wrong(|sheet| sheet.items[2].link.clear()),
        wrong(|sheet| sheet.items[1].link = "x".repeat(4001)),
        wrong(|sheet| sheet.items[0].text = "x".repeat(501)),
    ];
    for wrong in all {
        assert_eq!(refused(make(address, &wrong).await), RefusalCode::Options, "{wrong:?}");
    }
    let mut large = large();
    large.items.extend(large.items.clone());
    assert_eq!(refused(make(address, &large).await), RefusalCode::TooLong);
    let made = make(address, &sheet(3)).await.unwrap();
    for (name, items) in [("", &[0][..]), (" \u{200b}", &[0]), (&"x".repeat(41), &[0]), ("Béla", &[0, 3])] {
        assert_eq!(refused(solve(address, &made.id, name, items).await), RefusalCode::Options, "{name}");
    }
    assert!(results(address, &made).await.unwrap().is_empty());
    let pupils = (0..500).map(|number| {
        let id = made.id.clone();
        tokio::spawn(async move { solve(address, &id, &format!("pupil {number}"), &[0]).await.unwrap() })
    });
    for pupil in pupils.collect::<Vec<_>>() {
        pupil.await.unwrap();
    }
    assert_eq!(refused(solve(address, &made.id, "one more", &[0]).await), RefusalCode::Full);
    solve(address, &made.id, "pupil 7", &[2]).await.unwrap();
    // Sheets that are worked on stay: there is no room for a third.
    make(address, &sheet(1)).await.unwrap();
    assert_eq!(refused(make(address, &sheet(1)).await), RefusalCode::Full);
    assert_eq!(results(address, &made).await.unwrap().len(), 500);
    hall.close().await;
}
