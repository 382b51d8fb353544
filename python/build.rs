//! On macOS a library that Python loads says to the linker that Python's own functions are found then.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
