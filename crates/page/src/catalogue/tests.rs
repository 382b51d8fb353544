//! Names from outside become what they should, or nothing.

use plywood_workshop::{LEVELS, Level};

use super::*;

fn catalogue(name: &str, most_brains: usize) -> (Catalogue, PathBuf) {
    let folder = std::env::temp_dir().join(format!("plywood-catalogue-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let brains = folder.join("brains");
    std::fs::create_dir_all(&brains).unwrap();
    (Catalogue::new(Workshop::standard(), brains, most_brains), folder)
}

#[test]
fn nothing_from_outside_names_a_file() {
    let (catalogue, folder) = catalogue("files", 10);
    let secret = folder.join("secret.tree");
    std::fs::write(&secret, "(a:1 b:2)").unwrap();
    let name = format!("tree:{}", secret.display());
    assert_eq!(catalogue.game(&name).err().unwrap().code, RefusalCode::Options);
    assert!(catalogue.game("tree:(a:1,b:2)").is_ok());
    let game = catalogue.game("tictactoe").unwrap();
    for brain in ["../x", "/tmp/x", "a/b", "", "A", "a.b", "-a", &"a".repeat(33), "a\\b", "é"] {
        let refused = catalogue.opponent(&game, &format!("learner:brain={brain},learn=on")).unwrap_err();
        assert_eq!(refused.code, RefusalCode::Options, "{brain}");
    }
    for bot in ["human", "nobody", "engine:depth=0", "random:x=1", "hold", &"r".repeat(300)] {
        assert_eq!(catalogue.opponent(&game, bot).unwrap_err().code, RefusalCode::Options, "{bot}");
    }
    // No timed takes all processors and all memory.
    assert!(catalogue.opponent(&game, "engine:threads=1,table=256").is_ok());
    for bot in ["engine:table=257", "engine:depth=3,table=65536", "alphabeta:plain=off,table=300"] {
        let refused = catalogue.opponent(&game, bot).unwrap_err().text;
        assert!(refused.contains("may be 256 at most on this server"), "{refused}");
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let greedy = format!("engine:threads={}", cores + 1);
    assert!(cores >= 64 || catalogue.opponent(&game, &greedy).unwrap_err().text.contains("threads"));
    let race = catalogue.game("pig").unwrap();
    assert_eq!(catalogue.opponent(&race, "perfect").unwrap().made_by, "perfect");
    for (game, text) in [(&race, "names a file; the server opens none"), (&game, "only in dice races")] {
        let table = format!("perfect:table={}", secret.display());
        assert!(catalogue.opponent(game, &table).unwrap_err().text.contains(text));
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn brains_are_made_where_they_learn_and_only_so_many() {
    let (catalogue, folder) = catalogue("brains", 2);
    for many in ["cube:n=4,d=5", "pig"] {
        let many = catalogue.game(many).unwrap();
        assert_eq!(catalogue.opponent(&many, "learner:learn=on").unwrap_err().code, RefusalCode::Options);
    }
    let game = catalogue.game("tictactoe").unwrap();
    let refused = catalogue.opponent(&game, "learner").unwrap_err();
    assert!(refused.text.contains("there is no brain 'house'"), "{}", refused.text);
    let own = catalogue.opponent(&game, "learner:learn=on,gamma=0.5").unwrap_err();
    assert!(own.code == RefusalCode::Options && own.text.contains("a brain of your own"), "{}", own.text);
    let opponent = catalogue.opponent(&game, "learner:learn=on").unwrap();
    assert_eq!(opponent.name, "learner:brain=house,learn=on");
    assert_eq!(opponent.learns_into.as_deref(), Some("house"));
    assert!(!opponent.name.contains("tmp"));
    assert_eq!(catalogue.opponent(&game, "learner").unwrap().learns_into, None);
    let mine = catalogue.opponent(&game, "learner:brain=mine,learn=on,beyond=1,gamma=0.5").unwrap();
    assert_eq!(mine.name, "learner:brain=mine,learn=on,beyond=1,gamma=0.5");
    let other = catalogue.opponent(&game, "learner:brain=mine,gamma=0.9").unwrap_err();
    assert_eq!(other.code, RefusalCode::Options);
    let told = ["the brain 'mine'", "gamma=0.5", "not with", "gamma=0.9"];
    assert!(told.iter().all(|part| other.text.contains(part)), "{}", other.text);
    let full = catalogue.opponent(&game, "learner:brain=third,learn=on").unwrap_err();
    assert_eq!(full.code, RefusalCode::Full);
    assert_eq!(catalogue.brains(&game), [("house".to_string(), 0), ("mine".to_string(), 0)]);
    // The same name means another brain in another game.
    assert!(catalogue.brains(&catalogue.game("connect4").unwrap()).is_empty());
    let known = catalogue.ask_brain(&game, "house", None, &["b2".into()]).unwrap();
    assert_eq!((known.games, known.moves.len(), known.explanation), (0, 8, None));
    for none in ["none", "onnx@none"] {
        assert_eq!(catalogue.ask_brain(&game, none, None, &[]).err().unwrap().code, RefusalCode::NotFound);
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn every_card_has_opponents_who_can_play_it() {
    let (catalogue, folder) = catalogue("cards", 100);
    let house = catalogue.house(Duration::from_secs(5));
    for family in catalogue.workshop.families() {
        let cards = house.games.iter().filter(|card| card.family == family.name).count();
        assert!(cards > 0 && cards == family.cards.len(), "{}", family.name);
    }
    assert_eq!(house.levels.len(), LEVELS.len());
    for card in house.games {
        let game = catalogue.game(&card.game).unwrap();
        assert_eq!(
            card.opponents[card.middling].bot,
            Level::of(Level::MIDDLING).unwrap().even(),
            "{}",
            card.key
        );
        for opponent in card.opponents {
            catalogue.opponent(&game, &opponent.bot).unwrap_or_else(|p| panic!("{}: {}", card.key, p.text));
        }
        catalogue.describe(&card.game).unwrap();
    }
    assert_ne!(folder_of("mnk:m=3"), folder_of("mnk:m-3"));
    assert_ne!(folder_of(&"x".repeat(50)), folder_of(&"x".repeat(51)));
    // The brains that were kept as those of Othello have the plain count.
    let kept = ["othello", "othello:empties=none"].map(|name| catalogue.game(name).unwrap().kept_as());
    assert_eq!(kept, ["othello 2", "othello"]);
    std::fs::remove_dir_all(folder).unwrap();
}
