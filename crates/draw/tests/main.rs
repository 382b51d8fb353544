//! Pictures, read back as XML.

mod picture;
mod tree;
mod xml;
