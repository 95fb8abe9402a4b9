//! The fast half of sokoplan. This crate is a plain search library; `py.rs` alone knows Python.
