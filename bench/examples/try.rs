use plywood_games::{Visitor, open};
use plywood_rules::Playable;
use plywood_rules::bot::{Bot, Position, Stop};
use plywood_search::*;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::time::{Duration, Instant};

struct Go {
    args: Vec<String>,
}
impl Visitor for Go {
    type Output = ();
    fn visit<G: Playable>(self, game: G) {
        let mut s = Settings::default();
        let mut e = EngineSettings::default();
        let mut eval: Option<String> = None;
        let mut plain = false;
        let mut pos = game.initial();
        for a in &self.args {
            let (k, v) = a.split_once('=').unwrap_or((a, ""));
            match k {
                "depth" => s.limits.depth = Some(v.parse().unwrap()),
                "time" => s.limits.time = Some(Duration::from_secs_f64(v.parse().unwrap())),
                "nodes" => s.limits.nodes = Some(v.parse().unwrap()),
                "sel" => {
                    e.selective = match v {
                        "on" => Selective::On,
                        "off" => Selective::Off,
                        _ => Selective::Auto,
                    }
                }
                "threads" => e.threads = v.parse().unwrap(),
                "table" => e.table = v.parse::<usize>().unwrap() << 20,
                "without" => {
                    for n in v.split('+') {
                        *e.means.switch(n).unwrap() = false
                    }
                }
                "eval" => eval = Some(v.to_string()),
                "plain" => plain = true,
                "pos" => pos = game.parse_state(v).unwrap(),
                _ => panic!("{a}"),
            }
        }
        if let Some(n) = self.args.iter().find_map(|a| a.strip_prefix("eval=within")) {
            let start = Instant::now();
            for side in plywood_rules::Player::BOTH {
                let a = wins_within(&game, &pos, side, n.parse().unwrap(), 1 << 28, &Stop::never(), |a| {
                    eprintln!(
                        "   {:.3}s {side} {} {:?} {}",
                        start.elapsed().as_secs_f64(),
                        a.none_within,
                        a.wins_in,
                        a.nodes
                    )
                });
                println!(
                    "{side} {:?} none within {} nodes {} {:.3}s",
                    a.wins_in,
                    a.none_within,
                    a.nodes,
                    start.elapsed().as_secs_f64()
                );
            }
            return;
        }
        let ev = game.evaluation(eval.as_deref()).unwrap().evaluation;
        let mut bot: Box<dyn Bot<G>> =
            if plain { Box::new(AlphaBeta::new(ev, s)) } else { Box::new(Engine::new(ev, s, e)) };
        let start = Instant::now();
        bot.listen(Some(Box::new(move |t| {
            eprintln!(
                "  {:>8.3}s depth {:?} value {:?} nodes {} table {:?} pv {}",
                start.elapsed().as_secs_f64(),
                t.depth,
                t.value.map(|v| v.to_string()),
                t.nodes,
                t.table_use,
                t.pv.len()
            )
        })));
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let r = bot.choose(&game, Position::new(&pos), &mut rng, &Stop::never());
        let secs = start.elapsed().as_secs_f64();
        let mut st = pos.clone();
        let mut pv = String::new();
        for &m in &r.pv {
            pv += &game.move_text(&st, m);
            pv.push(' ');
            game.play(&mut st, m);
        }
        println!(
            "{} {} depth {:?} nodes {} {:.3}s {:.2} M/s pv {}",
            game.name(),
            r.value.map_or("none".into(), |v| v.to_string()),
            r.depth,
            r.nodes,
            secs,
            r.nodes as f64 / secs / 1e6,
            pv
        );
    }
}
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    open(&args[0], Go { args: args[1..].to_vec() }).unwrap();
}
