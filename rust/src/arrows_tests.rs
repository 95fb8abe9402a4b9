//! The arrows between the modules of this crate: who may use whom. They go one way, so there are no cycles.
//!
//! Reads the `use crate::` lines of every file but the tests. A module may use itself and what its row names.

use std::collections::BTreeMap;
use std::path::Path;

/// Each module with those it may use, all of which come before it.
const MAY_USE: [(&str, &[&str]); 16] = [
    ("bits", &[]),
    ("turns", &[]),
    ("proof", &[]),
    ("board", &["bits"]),
    ("push", &["bits", "board"]),
    ("space", &["board", "push"]),
    ("pruning", &["bits", "push", "space"]),
    ("tables", &["bits", "push", "space", "pruning"]),
    ("bounds", &["push", "space", "tables"]),
    ("deadlocks", &["bits", "push", "space", "tables"]),
    ("explain", &["push", "space", "tables", "deadlocks"]),
    ("search", &["bits", "board", "push", "space", "pruning", "tables", "bounds", "deadlocks"]),
    ("task", &["bits", "space"]),
    ("starts", &["board"]),
    ("stepper", &["board", "push"]),
    ("py", &["board", "proof", "push", "space", "tables", "explain", "search", "task", "starts", "stepper", "turns"]),
];

/// Every Rust file below a folder that is not a test, with its text.
fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().to_string();
        if path.is_dir() && name != "testing" {
            sources(&path, found);
        } else if path.is_file() && !name.ends_with("tests") && name != "lib" {
            let below = path.strip_prefix(concat!(env!("CARGO_MANIFEST_DIR"), "/src")).unwrap();
            let module = below.iter().next().unwrap().to_string_lossy().trim_end_matches(".rs").to_string();
            let text = std::fs::read_to_string(&path).unwrap();
            // What a file's own tests use is no arrow.
            found.push((module, text.split("#[cfg(test)]\nmod tests").next().unwrap().to_string()));
        }
    }
}

/// The modules that a text names after `crate::`, also in a group such as `crate::{bits, board}`.
fn used(text: &str) -> Vec<String> {
    let names = |rest: &str| -> Vec<String> {
        let word = |text: &str| text.trim().chars().take_while(|&sign| sign.is_alphanumeric() || sign == '_').collect();
        match rest.strip_prefix('{') {
            Some(group) => group.split('}').next().unwrap().split(',').map(word).collect(),
            None => vec![word(rest)],
        }
    };
    text.split("crate::").skip(1).flat_map(names).filter(|name| !name.is_empty()).collect()
}

#[test]
fn arrows_between_modules_go_one_way() {
    for (at, (module, may)) in MAY_USE.iter().enumerate() {
        let before: Vec<&str> = MAY_USE[..at].iter().map(|row| row.0).collect();
        assert!(may.iter().all(|used| before.contains(used)), "`{module}` may use only what is above it");
    }
    let allowed: BTreeMap<&str, &[&str]> = MAY_USE.into_iter().collect();
    let mut found = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    let mut arrows = std::collections::BTreeSet::new();
    for (module, text) in &found {
        let may = allowed.get(module.as_str()).unwrap_or_else(|| panic!("`{module}` has no row of arrows"));
        for used in used(text).into_iter().filter(|used| used != module && used != "testing") {
            assert!(may.contains(&used.as_str()), "`{module}` may not use `{used}`");
            arrows.insert((module.clone(), used));
        }
    }
    // An arrow that is no longer needed is removed.
    for (module, may) in MAY_USE {
        for used in may {
            assert!(arrows.contains(&(module.to_string(), used.to_string())), "`{module}` does not use `{used}`");
        }
    }
}
