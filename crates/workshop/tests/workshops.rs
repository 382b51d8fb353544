//! Two workshops in one process share nothing.

use std::path::PathBuf;

use plywood_erased::{Call, Ending};
use plywood_rules::{Run, Stop};
use plywood_workshop::Workshop;

/// A file that is removed when the test is over.
struct File(PathBuf);

impl File {
    fn new(name: &str) -> File {
        File(std::env::temp_dir().join(format!("plywood-workshops-{}-{name}", std::process::id())))
    }

    fn name(&self) -> &str {
        self.0.to_str().expect("the name was made here")
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn plays(workshop: &Workshop, bot: &str) -> Result<String, String> {
    let game = workshop.open("mnk:m=4,n=3,k=3").expect("it is of the list");
    let session = game.session(None, "", 1).expect("the opening is legal");
    session.analyse(bot, false, 1, &Stop::never()).map(|found| found.best).map_err(|error| error.to_string())
}

#[test]
fn a_proof_is_open_in_one_workshop_only() {
    let [one, other] = [(); 2].map(|()| Workshop::standard());
    let file = File::new("proof");
    let game = one.open("mnk:m=4,n=3,k=3").unwrap();
    let run = Run { memory: 64 << 20, ..Run::default() };
    let session = game.session(None, "", 1).unwrap();
    let proof = session.prove(true, None, &run).unwrap().file.unwrap();
    std::fs::write(&file.0, proof).unwrap();
    let open = game.open_proof(&file.0, &Run::default()).unwrap();
    let bot = format!("perfect:proof={}", file.name());
    let best = plays(&one, &bot).unwrap();
    assert_eq!(plays(&other, &bot), Ok(best.clone()));
    std::fs::remove_file(&file.0).unwrap();
    assert_eq!(plays(&one, &bot), Ok(best), "it is open here");
    assert!(plays(&other, &bot).unwrap_err().contains("cannot read the proof"));
    drop(open);
    assert!(plays(&one, &bot).unwrap_err().contains("cannot read the proof"));
}

#[test]
fn each_workshop_has_its_own_brains() {
    let [one, other] = [(); 2].map(|()| Workshop::standard());
    let files = [File::new("brain-one"), File::new("brain-other")];
    let mut seated: Vec<_> = [&one, &other]
        .into_iter()
        .zip(&files)
        .map(|(workshop, file)| {
            let learner = format!("learner:brain={},learn=on", file.name());
            workshop.open("tictactoe").unwrap().seat_bots([Some(&learner), None], None, 1).unwrap()
        })
        .collect();
    let moves = ["b2", "a1", "b1", "b3", "a2", "c2"].map(str::to_string);
    for (bots, plies) in seated.iter_mut().zip(5..) {
        bots.follow(0, &moves[..plies]).unwrap();
        assert_eq!(bots.teach(Ending::Called(Call::Agreed)).unwrap()[0].games, 1);
    }
    // A file that one workshop writes is in use for the other, and free when the first is dropped.
    let counters = |workshop: &Workshop, file: &File| {
        workshop.open("tictactoe").unwrap().brain_counters(&file.0).map(|counters| counters.games)
    };
    assert_eq!(counters(&one, &files[0]).unwrap(), 1);
    assert!(counters(&other, &files[0]).unwrap_err().to_string().contains("in use"));
    drop(seated);
    assert_eq!(counters(&other, &files[0]).unwrap(), 1);
}
