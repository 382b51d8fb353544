//! The functions of the WebAssembly module, and those that it needs.
//!
//! A caller puts a message into the [`room`] that it asked for, and calls [`hear`]. The module says events while it works.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::path::PathBuf;
use std::time::Duration;

use plywood_page::ids::RandomBytes;

use crate::engine::WorkerEngine;
use crate::messages::EngineEvent;
use crate::outside::Outside;
use crate::work::say;

#[link(wasm_import_module = "plywood")]
unsafe extern "C" {
    #[link_name = "elapsed"]
    safe fn outside_elapsed() -> f64;
    #[link_name = "today"]
    safe fn outside_today() -> f64;
    #[link_name = "random"]
    safe fn outside_random(into: *mut u8, length: usize);
    #[link_name = "say"]
    safe fn outside_say(text: *const u8, length: usize);
    #[link_name = "keep"]
    safe fn outside_keep(key: *const u8, key_length: usize, value: *const u8, length: usize);
    #[link_name = "drop"]
    safe fn outside_drop(key: *const u8, key_length: usize);
}

/// JavaScript.
struct JsPage;

impl Outside for JsPage {
    fn say(&self, event: &str) {
        outside_say(event.as_ptr(), event.len());
    }

    fn keep(&self, key: &str, value: Option<&[u8]>) {
        match value {
            Some(value) => outside_keep(key.as_ptr(), key.len(), value.as_ptr(), value.len()),
            None => outside_drop(key.as_ptr(), key.len()),
        }
    }

    fn elapsed(&self) -> Duration {
        elapsed()
    }

    fn unix_ms(&self) -> u64 {
        outside_today() as u64
    }

    fn random(&self) -> RandomBytes {
        let mut bytes = RandomBytes::default();
        outside_random(bytes.as_mut_ptr(), bytes.len());
        bytes
    }
}

fn elapsed() -> Duration {
    Duration::from_micros((outside_elapsed() * 1000.0) as u64)
}

thread_local! {
    static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ENGINE: RefCell<Option<WorkerEngine>> = const { RefCell::new(None) };
}

/// Opens the engine. Call this first, and once.
#[unsafe(no_mangle)]
pub extern "C" fn open() {
    plywood_rules::set_clock(elapsed);
    std::panic::set_hook(Box::new(|info| say(&JsPage, &EngineEvent::Failed { text: info.to_string() })));
    ENGINE.set(Some(WorkerEngine::new(&JsPage, PathBuf::from("brains"))));
}

/// Room for `length` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    ROOM.with_borrow_mut(|room| {
        room.clear();
        room.resize(length, 0);
        room.as_mut_ptr()
    })
}

fn with(act: impl FnOnce(&mut WorkerEngine, &[u8])) {
    let room = ROOM.take();
    ENGINE.with_borrow_mut(|engine| act(engine.as_mut().expect("it was opened"), &room));
}

/// Puts back a row that was kept: the room has its key of `key` bytes, and then its value.
#[unsafe(no_mangle)]
pub extern "C" fn put_back(key: usize) {
    with(|engine, room| {
        if let Some((key, value)) = room.split_at_checked(key) {
            engine.put_back(&String::from_utf8_lossy(key), value);
        }
    });
}

/// Hears the message in the room.
#[unsafe(no_mangle)]
pub extern "C" fn hear() {
    with(|engine, room| engine.hear(&String::from_utf8_lossy(room)));
}
