//! The page is in the program: a file that is added to it or taken away makes the program anew.

fn main() {
    println!("cargo::rerun-if-changed=ui");
}
