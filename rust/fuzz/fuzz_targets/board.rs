//! Boards that libFuzzer invents. What is asked of them is in `checks`, which tests replay the corpus through.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../checks/board.rs"]
mod board;

fuzz_target!(|data: &[u8]| board::check(data));
