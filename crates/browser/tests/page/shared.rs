//! What all tests need.

use std::path::Path;

use plywood_browser::house::House;
use plywood_browser::page::Page;
use plywood_browser::session::Driver;

/// A house and a way to look at it.
pub struct Stage {
    pub house: House,
    pub driver: Driver,
}

impl Stage {
    /// `None` where there is no browser and none is required.
    pub fn open() -> Option<Stage> {
        let driver = Driver::start()?;
        Some(Stage { house: House::start(env!("CARGO_BIN_EXE_house")), driver })
    }

    /// A browser that looks at the house.
    pub fn page(&self) -> Page {
        self.page_at(&self.house.url())
    }

    /// A browser that looks at an address behind which the house is.
    pub fn page_at(&self, url: &str) -> Page {
        let pictures = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../screenshots");
        Page::new(&self.driver, url, &pictures)
    }
}
