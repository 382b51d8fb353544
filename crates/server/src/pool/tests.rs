//! The order of searches.

use std::sync::mpsc;

use super::*;

fn kind(name: &str) -> SearchClass {
    SearchClass { name: name.to_string(), hopeful: false, timed: false }
}

fn sleep(millis: u64) {
    std::thread::sleep(Duration::from_millis(millis));
}

/// Searches until it is stopped.
fn think_on(stop: &Stop) {
    while !stop.is_raised() {
        sleep(1);
    }
}

#[test]
fn who_thought_least_is_next() {
    let pool = Pool::start(1, 0, &Metrics::new()).unwrap();
    let (tell, told) = mpsc::channel();
    // Flow 1 asks for four searches before flow 2 asks for two.
    let throttle = Arc::new(Mutex::new(()));
    let closed = throttle.lock().unwrap();
    for (flow, name) in [(1, "a1"), (1, "a2"), (1, "a3"), (1, "a4"), (2, "b1"), (2, "b2")] {
        let (tell, throttle) = (tell.clone(), Arc::clone(&throttle));
        pool.submit(Flow(flow), kind("slow"), Stop::never(), move |_| {
            drop(throttle.lock());
            sleep(5);
            tell.send(name).unwrap();
        });
    }
    drop(closed);
    let order: Vec<_> = (0..6).map(|_| told.recv().unwrap()).collect();
    assert_eq!(order[0], "a1");
    // All of a flow that are queued at once have the same start, so b1 waits for them; what comes later does not.
    let throttle = throttle.lock().unwrap();
    let (first, again) = (tell.clone(), tell.clone());
    let closed = Arc::new(Mutex::new(()));
    let held = closed.lock().unwrap();
    let wait = Arc::clone(&closed);
    pool.submit(Flow(9), kind("slow"), Stop::never(), move |_| drop(wait.lock()));
    pool.submit(Flow(1), kind("slow"), Stop::never(), move |_| first.send("long").unwrap());
    pool.submit(Flow(2), kind("slow"), Stop::never(), move |_| again.send("short").unwrap());
    drop((held, throttle));
    assert_eq!([told.recv().unwrap(), told.recv().unwrap()], ["short", "long"]);
    pool.close();
    pool.join();
}

#[test]
fn quick_thoughts_do_not_wait_for_long_ones() {
    let pool = Pool::start(1, 1, &Metrics::new()).unwrap();
    let (tell, told) = mpsc::channel();
    let teach = tell.clone();
    pool.submit(Flow(1), kind("quick"), Stop::never(), move |_| teach.send(0).unwrap());
    assert_eq!(told.recv(), Ok(0));
    sleep(5);
    let stop = Stop::never();
    pool.submit(Flow(1), kind("long"), stop.clone(), think_on);
    for number in 1..=5 {
        let tell = tell.clone();
        pool.submit(Flow(2), kind("quick"), Stop::never(), move |_| tell.send(number).unwrap());
    }
    let answers: Vec<_> = (0..5).map(|_| told.recv_timeout(Duration::from_secs(10)).unwrap()).collect();
    assert_eq!(answers, [1, 2, 3, 4, 5]);
    stop.raise();
    pool.close();
    pool.join();
}

#[test]
fn a_thought_against_the_clock_does_not_wait_for_those_that_have_time() {
    let pool = Pool::start(1, 0, &Metrics::new()).unwrap();
    let stop = Stop::never();
    pool.submit(Flow(1), kind("long"), stop.clone(), think_on);
    let (tell, told) = mpsc::channel();
    for hopeful in [false, true] {
        let tell = tell.clone();
        let timed = SearchClass { hopeful, timed: true, ..kind(if hopeful { "quick" } else { "slow" }) };
        pool.submit(Flow(2), timed, Stop::never(), move |_| tell.send(hopeful).unwrap());
        assert_eq!(told.recv_timeout(Duration::from_secs(10)), Ok(hopeful));
    }
    stop.raise();
    pool.close();
    pool.join();
}

#[test]
fn a_long_queue_of_long_thoughts_keeps_nobody_else_waiting() {
    let pool = Pool::start(1, 0, &Metrics::new()).unwrap();
    let (tell, told) = mpsc::channel();
    let ask = |flow: u64, name: &'static str, millis: u64| {
        let tell = tell.clone();
        pool.submit(Flow(flow), kind(name), Stop::never(), move |_| {
            sleep(millis);
            tell.send(name).unwrap();
        });
    };
    // One after the other, so that their lengths are known.
    for (name, millis) in [("long", 100), ("short", 45)] {
        ask(0, name, millis);
        told.recv().unwrap();
        sleep(5);
    }
    // None of them has used anything yet; the first search runs when the others come.
    for flow in 1..=5 {
        ask(flow, "long", 20);
    }
    sleep(5);
    ask(6, "short", 0);
    let order: Vec<_> = (0..3).map(|_| told.recv().unwrap()).collect();
    assert_eq!(order, ["long", "short", "long"]);
    pool.close();
    pool.join();
}

#[test]
fn only_long_thoughts_without_a_clock_wait_at_the_gate() {
    let pool = Pool::start(1, 1, &Metrics::new()).unwrap();
    pool.throttle().shut();
    let (tell, told) = mpsc::channel();
    for (hopeful, timed) in [(true, false), (true, true), (false, true)] {
        let tell = tell.clone();
        let kind = SearchClass { hopeful, timed, ..kind(&format!("{hopeful} {timed}")) };
        pool.submit(Flow(1), kind, Stop::never(), move |stop| {
            // Longer than from one turn to the next.
            let begun = Instant::now();
            while begun.elapsed() < TURN_EVERY {
                assert!(!stop.is_raised());
                sleep(1);
            }
            tell.send(stop.held()).unwrap();
        });
        let held = told.recv_timeout(Duration::from_secs(10));
        assert_eq!(held, Ok(Duration::ZERO), "{hopeful} {timed}");
    }
    assert!(!pool.has_long_searches());
    // This one is held back but still progresses: it has a turn now and then.
    pool.submit(Flow(1), kind("long"), Stop::never(), move |stop| {
        while stop.held().is_zero() {
            assert!(!stop.is_raised());
        }
        tell.send(stop.held()).unwrap();
    });
    assert!(told.recv_timeout(Duration::from_secs(10)).is_ok());
    pool.close();
    pool.join();
    assert!(!pool.has_long_searches());
}

#[test]
fn a_thought_that_is_held_back_can_be_given_up_and_has_its_deadline() {
    let pool = Pool::start(1, 0, &Metrics::new()).unwrap();
    let (tell, told) = mpsc::channel();
    let begin = |limit| {
        let (tell, stop) = (tell.clone(), Stop::never());
        pool.submit(Flow(1), kind("long"), stop.clone(), move |stop| {
            tell.send("begins").unwrap();
            let stop = stop.within(limit);
            think_on(&stop);
            tell.send(if stop.is_cancelled() { "given up" } else { "over" }).unwrap();
        });
        assert_eq!(told.recv_timeout(Duration::from_secs(10)), Ok("begins"));
        assert!(pool.has_long_searches());
        pool.throttle().shut();
        stop
    };
    begin(Duration::from_secs(3600)).raise();
    assert_eq!(told.recv_timeout(Duration::from_secs(10)), Ok("given up"));
    pool.throttle().open_for(Duration::MAX);
    begin(Duration::from_millis(200));
    assert_eq!(told.recv_timeout(Duration::from_secs(10)), Ok("over"));
    // What is given up while it waits to begin does not begin.
    let (tell, told) = mpsc::channel();
    let stop = Stop::never();
    pool.submit(Flow(1), kind("long"), stop.clone(), move |_| tell.send(()).unwrap());
    stop.raise();
    assert!(told.recv_timeout(Duration::from_secs(10)).is_err());
    pool.close();
    pool.join();
}

#[test]
fn a_thought_that_was_cut_short_does_not_pass_for_a_quick_one() {
    let mut queue = Queue::default();
    let mut done = |seconds, cut_short| {
        let took = MeasuredCost { elapsed: seconds, worked: Some(seconds) };
        queue.done(Flow(1), "x".to_string(), took, cut_short);
        queue.expect(&kind("x"))
    };
    assert_eq!(done(0.001, true), UNKNOWN);
    assert_eq!(done(2.0, false), 2.0);
    assert_eq!(done(0.001, true), 2.0);
    assert_eq!(done(5.0, true), 2.5);
    assert!(done(0.001, false) < 2.5);
}

#[test]
fn waiting_for_a_processor_says_little_of_a_thought() {
    let worth = |elapsed, worked| MeasuredCost { elapsed, worked }.worth();
    assert_eq!(worth(0.020, Some(0.001)), 0.005);
    assert_eq!(worth(0.020, Some(0.019)), 0.019);
    assert_eq!(worth(0.020, None), 0.020);
}

#[test]
fn a_panic_and_a_thought_given_up_leave_the_others_alone() {
    let pool = Pool::start(1, 0, &Metrics::new()).unwrap();
    let (tell, told) = mpsc::channel();
    let given_up = Stop::never();
    given_up.raise();
    let never = tell.clone();
    pool.submit(Flow(1), kind("x"), Stop::never(), |_| {
        // As bots should not; without a report, for which a thread that has only what others leave may need long.
        std::panic::resume_unwind(Box::new("a bug"));
    });
    pool.submit(Flow(1), kind("x"), given_up, move |_| never.send("given up").unwrap());
    pool.submit(Flow(1), kind("x"), Stop::never(), move |_| tell.send("next").unwrap());
    assert_eq!(told.recv_timeout(Duration::from_secs(10)), Ok("next"));
    pool.close();
    pool.join();
}

/// Idle time ends with a search, and begins after it only when it is given again.
#[test]
fn idle_time_ends_when_a_search_is_asked_for() {
    let pool = Pool::start(1, 1, &Metrics::new()).unwrap();
    let waits = || {
        let stop = Stop::never().behind(pool.idle()).within(Duration::from_millis(20));
        stop.is_raised();
        !stop.held().is_zero()
    };
    assert!(waits(), "shut until the server is known to be calm");
    pool.idle().open_for(Duration::from_secs(3600));
    assert!(pool.is_idle() && !waits());
    let (go, gone) = mpsc::channel();
    pool.submit(Flow(1), kind("any"), Stop::never(), move |_| gone.recv().unwrap());
    assert!(!pool.is_idle() && waits());
    go.send(()).unwrap();
    while !pool.is_idle() {
        sleep(1);
    }
    assert!(waits());
    pool.close();
    pool.join();
}
