//! Files that were changed: whatever is still accepted has to be true.

use plywood_games::{Visitor, open_small};
use plywood_rules::random::below;
use plywood_rules::{Playable, Player, Run};
use plywood_verify::{Goal, Head, Refusal, check};
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::plain::Truth;
use crate::proofs::whole;
use crate::writer::{Means, Part, file, part, sum};

/// `bytes` with the sum that its body has.
fn summed(bytes: &[u8]) -> Vec<u8> {
    let end = bytes.windows(2).position(|two| two == b"\n\n").expect("a head ends") + 2;
    let (head, body) = bytes.split_at(end);
    let digits = format!("{:016x}\n\n", sum(body));
    [&head[..end - digits.len()], digits.as_bytes(), body].concat()
}

/// Returns true if a file is accepted, and checks that its claims are then true by the rules alone.
fn accepted<G: Playable>(game: &G, bytes: &[u8]) -> Result<bool, Refusal> {
    check(game, bytes, &Run::default())?;
    let head = Head::read(bytes).expect("it was accepted");
    let start = game.parse_state(&head.position).expect("it was accepted");
    let truth = Truth::of(game, &start);
    for claim in head.claims() {
        assert!(truth.is(&start, claim.player, claim.goal == Goal::Wins), "{claim} at {}", head.position);
    }
    Ok(true)
}

/// Small files with everything that a file can have in it.
fn small_files<G: Playable>(game: &G, positions: &[&str]) -> Vec<Vec<u8>> {
    let starts = positions.iter().map(|text| game.parse_state(text).unwrap());
    let means = [(0, false, false), (2, true, true), (9, true, false)];
    let means = means.map(|(merge, lines, pairs)| Means { merge, lines, pairs });
    starts
        .flat_map(|start| {
            let truth = Truth::of(game, &start);
            means.map(|means| whole(game, &start, &truth, means))
        })
        .collect()
}

struct Changed<'a>(&'a [&'a str]);

impl Visitor for Changed<'_> {
    /// Files tried, and those accepted.
    type Output = [u32; 2];

    fn visit<G: Playable>(self, game: G) -> [u32; 2] {
        let mut counts = [0; 2];
        let mut try_file = |bytes: &[u8]| {
            counts[0] += 1;
            counts[1] += u32::from(accepted(&game, bytes).unwrap_or(false));
        };
        for bytes in small_files(&game, self.0) {
            assert_eq!(accepted(&game, &bytes), Ok(true));
            for length in 0..bytes.len() {
                assert!(
                    check(&game, &bytes[..length], &Run::default()).is_err(),
                    "cut off after {length} bytes"
                );
            }
            assert!(matches!(
                check(&game, &[&bytes[..], &[0]].concat(), &Run::default()),
                Err(Refusal::TooLong { extra: 1 })
            ));
            let body = bytes.windows(2).position(|two| two == b"\n\n").unwrap() + 2;
            for place in 0..bytes.len() {
                for byte in [1, 2, 3, 4, 6, 0x20, 0x80].map(|change| bytes[place] ^ change) {
                    let mut changed = bytes.clone();
                    changed[place] = byte;
                    try_file(&changed);
                    if place >= body {
                        assert_eq!(check(&game, &changed, &Run::default()), Err(Refusal::Damaged));
                        try_file(&summed(&changed));
                    }
                }
                // Taken away and doubled, the head saying so.
                if place >= body {
                    let head = Head::read(&bytes).unwrap();
                    if head.claims().count() == 1 {
                        let claim = head.claims().next().unwrap().to_string();
                        let start = game.parse_state(&head.position).unwrap();
                        for with in [vec![], vec![bytes[place]; 2], vec![0, bytes[place]]] {
                            let part = [&bytes[body..place], &with, &bytes[place + 1..]].concat();
                            try_file(&file(
                                &game,
                                &start,
                                head.merge,
                                &[Part { claim: claim.clone(), bytes: part }],
                            ));
                        }
                    }
                }
            }
        }
        counts
    }
}

#[test]
fn no_change_proves_what_is_false() {
    let cases: &[(&str, &[&str])] = &[
        ("tictactoe", &["xo1/3/3 x", "xox/3/3 o", "xox/1o1/x2 o", "xo1/3/x2 o"]),
        ("tictactoe:misere=on", &["xox/1o1/3 x"]),
        ("mnk:m=4,n=2,k=3,gravity=on", &["4/xo2 x"]),
    ];
    for (game, positions) in cases {
        let [tried, accepted] = open_small(game, Changed(positions)).unwrap();
        assert!(tried > 2000 && accepted > 0, "{game}: {accepted} of {tried}");
        assert!(accepted * 10 < tried, "{game}: {accepted} of {tried}");
    }
}

/// Strategies with one wrong move, and claims that are false.
struct Planted;

impl Visitor for Planted {
    type Output = [u32; 2];

    fn visit<G: Playable>(self, game: G) -> [u32; 2] {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let start = game.initial();
        let truth = Truth::of(&game, &start);
        let mut counts = [0; 2];
        for round in 0..300 {
            let player = Player::BOTH[round % 2];
            // Wrong at about one position in `rare`, always the same ones.
            let (rare, seed) = ([3, 30, 300, 3000][below(&mut rng, 4)], below(&mut rng, 1 << 30) as u64);
            let strategy = |state: &G::State| {
                let moves = game.count_moves(state);
                let drawn = plywood_rules::random::mix(game.key(state) ^ seed);
                if drawn.is_multiple_of(rare) {
                    (drawn >> 32) as usize % moves
                } else {
                    truth.best(&game, state, player, false)
                }
            };
            let means = Means { merge: [0, 2][round / 2 % 2], lines: false, pairs: round / 4 % 2 == 1 };
            let part = part(&game, &start, (player, false), means, &strategy);
            let bytes = file(&game, &start, means.merge, &[part]);
            counts[usize::from(check(&game, &bytes, &Run::default()).is_ok())] += 1;
            accepted(&game, &bytes).ok();
        }
        // Neither player wins it, by any strategy.
        for player in Player::BOTH {
            let strategy = |state: &G::State| truth.best(&game, state, player, true);
            let part = part(&game, &start, (player, true), Means::default(), &strategy);
            let refusal = check(&game, &file(&game, &start, 0, &[part]), &Run::default()).unwrap_err();
            assert!(refusal.to_string().contains("the game is over and the claim is false"), "{refusal}");
        }
        counts
    }
}

#[test]
fn wrong_moves_are_found() {
    let [refused, held] = open_small("tictactoe", Planted).unwrap();
    assert!(refused > 50 && held > 20, "{refused} refused, {held} held");
}

/// A file of one game for another, for other rules and with other heads.
struct Elsewhere(Vec<u8>);

impl Visitor for Elsewhere {
    type Output = Refusal;

    fn visit<G: Playable>(self, game: G) -> Refusal {
        check(&game, &self.0, &Run::default()).unwrap_err()
    }
}

struct Written;

impl Visitor for Written {
    type Output = Vec<u8>;

    fn visit<G: Playable>(self, game: G) -> Vec<u8> {
        let start = game.parse_state("xo1/3/3 x").unwrap();
        whole(&game, &start, &Truth::of(&game, &start), Means { merge: 1, lines: true, pairs: true })
    }
}

#[test]
fn heads_are_held_to_what_they_say() {
    let bytes = open_small("tictactoe", Written).unwrap();
    let end = bytes.windows(2).position(|two| two == b"\n\n").unwrap();
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let check = |game: &str, from: &str, to: &str, expected: &str| {
        let changed = head.replacen(from, to, 1);
        assert!(from == to || changed != head, "{from}");
        let refusal = open_small(game, Elsewhere([changed.as_bytes(), &bytes[end..]].concat())).unwrap();
        assert!(refusal.to_string().contains(expected), "{from} -> {to}: {refusal}");
    };
    check("mnk:m=4,n=3,k=3", "", "", "it is about mnk:m=3,n=3,k=3, and not about mnk:m=4,n=3,k=3");
    check("pikkpakk", "", "", "it is about mnk:m=3,n=3,k=3");
    check("tictactoe", "k=3", "k=3,misere=on", "it is about mnk:m=3,n=3,k=3,misere=on, and not about");
    check("tictactoe", "rules: ", "rules: 0000000000000000\nrules: ", "line 4 of its head");
    check("tictactoe", "xo1/3/3 x", "xo1/3/4 x", "its position is none of mnk:m=3,n=3,k=3");
    check("tictactoe", "xo1/3/3 x", "3/3/3 x", "it does not prove that first wins");
    check("tictactoe", "xo1/3/3 x", "3/1o1/x2 x", "it does not prove that first wins: after");
    check("tictactoe", "first wins", "second wins", "it does not prove that second wins");
    let rules = head.lines().find(|line| line.starts_with("rules")).unwrap();
    check("tictactoe", rules, "rules: 0123456789abcdef", "other rules of mnk:m=3,n=3,k=3");
}

/// A game that knows no connections, and a file that claims some.
struct Connected;

impl Visitor for Connected {
    type Output = String;

    fn visit<G: Playable>(self, game: G) -> String {
        let start = game.parse_state("xo1/3/3 x").unwrap();
        // The first move, all replies to it by connections: one step, two ends that touch.
        let part = Part { claim: "first wins".to_string(), bytes: vec![1 + 3, 1, 0, 0, 1] };
        let mut bytes = file(&game, &start, 0, &[part]);
        bytes["plywood proof ".len()] = b'2';
        check(&game, &bytes, &Run::default()).unwrap_err().to_string()
    }
}

#[test]
fn connections_win_in_games_that_know_them() {
    let refusal = open_small("tictactoe", Connected).unwrap();
    assert!(refusal.contains("the connections that are given do not win"), "{refusal}");
}

struct AnyBody {
    body: Vec<u8>,
    claim: &'static str,
    position: &'static str,
}

impl Visitor for AnyBody {
    type Output = ();

    fn visit<G: Playable>(self, game: G) {
        let start = game.parse_state(self.position).unwrap();
        let part = Part { claim: self.claim.to_string(), bytes: self.body };
        accepted(&game, &file(&game, &start, 1, &[part])).ok();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_refused_or_true(
        body in prop::collection::vec(prop_oneof![0u8..12, any::<u8>()], 0..40),
        claim in prop::sample::select(vec!["first wins", "second wins", "first holds", "second holds"]),
        position in prop::sample::select(vec!["xox/1o1/x2 o", "xo1/1xo/1xo x", "xox/o2/3 x"]),
    ) {
        open_small("tictactoe", AnyBody { body, claim, position }).unwrap();
    }

    #[test]
    fn any_head_is_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200), cut in 0usize..60) {
        let _ = Head::read(&bytes);
        let beginning = b"plywood proof 1\ngame: x\nrules: 0000000000000000\nposition: p\nmerge: 0\n";
        let _ = Head::read(&[&beginning[..cut], &bytes].concat());
    }
}
