//! The command line of `cargo xtask dist`.

use crate::platform::{PLATFORMS, Platform};

/// The command line.
pub struct Orders {
    pub platforms: Vec<&'static Platform>,
    pub makes: bool,
    pub checks: bool,
    pub only_needs: bool,
    pub wheels: bool,
    pub page: bool,
}

impl Orders {
    /// Reads the arguments.
    ///
    /// # Errors
    /// If one is unknown, or a platform cannot be made here.
    pub fn read(words: &[String]) -> Result<Orders, String> {
        let mut orders = Orders {
            platforms: Vec::new(),
            makes: true,
            checks: false,
            only_needs: false,
            wheels: true,
            page: true,
        };
        for word in words {
            match word.as_str() {
                "--check" => orders.checks = true,
                "--only-check" => (orders.makes, orders.checks) = (false, true),
                "--needs" => orders.only_needs = true,
                "--no-wheels" => orders.wheels = false,
                "--no-page" => orders.page = false,
                name => {
                    let known = PLATFORMS.iter().find(|platform| platform.name == name);
                    orders.platforms.push(known.ok_or_else(|| format!("unknown platform '{name}'"))?);
                }
            }
        }
        if let (true, Some(platform)) =
            (orders.makes, orders.platforms.iter().find(|platform| !platform.builds_here()))
        {
            return Err(format!(
                "{} cannot be made on this machine; .github/workflows/release.yml makes all",
                platform.name
            ));
        }
        if orders.platforms.is_empty() {
            orders.platforms.extend(PLATFORMS.iter().filter(|platform| platform.builds_here()));
        }
        Ok(orders)
    }
}
