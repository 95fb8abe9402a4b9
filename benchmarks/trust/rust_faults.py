"""All faults of the Rust core in one build, switched on one at a time.

Comes in:  the faults that cargo-mutants lists for some files.     Goes out: a copy of the crate in which the
environment variable SOKOPLAN_FAULT chooses the fault that is on, and the faults that no such copy can hold.

    a - b    becomes    (if crate::faults::on(17) { a + b } else { a - b })

Building takes most of the time where each fault has a build of its own: a thousand times half a minute. One build for
all of them is known as mutant schemata (Untch, Offutt and Harrold, 1993). Only one fault is on at a time, so what
stands in the place of a fault needs no other faults inside it, and the text grows little. What the compiler refuses
is taken out again, by where its errors are: those are no faults but no Rust. Constants cannot ask which fault is on,
nor can patterns: their faults are built one by one.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import resource
import subprocess
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import tree_sitter_rust
from tree_sitter import Language, Node, Parser

VARIABLE = "SOKOPLAN_FAULT"
REACHED = "SOKOPLAN_FAULTS_REACHED"
SWITCH = f"""
/// Which fault is on: 0 is none. `u32::MAX` is none, and at the end a file has the numbers of all that were met.
pub mod faults {{
    use std::sync::OnceLock;
    use std::sync::atomic::{{AtomicBool, Ordering::Relaxed}};

    static ON: OnceLock<u32> = OnceLock::new();
    static ASKED: [AtomicBool; 10_000] = [const {{ AtomicBool::new(false) }}; 10_000];

    unsafe extern "C" {{
        fn atexit(last: extern "C" fn()) -> i32;
    }}

    extern "C" fn write() {{
        let asked: Vec<String> =
            (0..ASKED.len()).filter(|&at| ASKED[at].load(Relaxed)).map(|at| at.to_string()).collect();
        std::fs::write(std::env::var("{REACHED}").unwrap(), asked.join(" ")).unwrap();
    }}

    #[cold]
    fn choose() -> u32 {{
        let on = std::env::var("{VARIABLE}").map_or(0, |text| text.parse().unwrap());
        if on == u32::MAX {{
            unsafe {{ atexit(write) }};
        }}
        on
    }}

    #[inline(always)]
    pub fn on(number: u32) -> bool {{
        let on = *ON.get_or_init(choose);
        if on == u32::MAX {{
            ASKED[number as usize].store(true, Relaxed);
        }}
        on == number
    }}
}}
"""


@dataclass(frozen=True)
class Fault:
    number: int  # from 1, in the order of cargo-mutants
    name: str
    file: str  # within the crate
    genre: str
    replacement: str
    start: tuple[int, int]  # line and column from 0, in characters
    end: tuple[int, int]


@dataclass
class Crate:
    """A copy of the crate with its faults."""

    folder: Path
    faults: dict[int, Fault]
    inside: set[int] = field(default_factory=set)  # can be switched on
    outside: set[int] = field(default_factory=set)  # want a build of their own
    refused: set[int] = field(default_factory=set)  # by the compiler


@dataclass
class Test:
    name: str
    seconds: float  # of the processor, where no fault is on
    reached: set[int]  # the faults in whose places it comes by


def made(
    sources: Path, folder: Path, files: tuple[str, ...], tests: tuple[str, ...]
) -> tuple[Crate, Path, list[Test]]:
    """The crate with all faults, what runs its tests, and the tests that begin with one of the words of `tests`.

    It is made once, and anew where the sources or this file have changed.
    """
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=sources, stdout=subprocess.PIPE, text=True, check=True)
    names = tracked.stdout.split("\0")[:-1]
    digest = hashlib.sha256(repr((files, tests)).encode() + Path(__file__).read_bytes())
    for name in names:
        text = (sources / name).read_bytes()
        digest.update(f"{name} {len(text)} ".encode() + text)
        if not (folder / name).exists() or (folder / name).read_bytes() != text:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(text)
    crate = Crate(folder, listed(sources, files))
    kept = folder / "made.json"
    if kept.exists() and (found := json.loads(kept.read_text(encoding="utf-8")))["digest"] == digest.hexdigest():
        crate.inside, crate.outside = set(found["inside"]), set(found["outside"])
        crate.refused = set(found["refused"])
        return crate, Path(found["program"]), [Test(name, took, set(at)) for name, took, at in found["tests"]]
    build(crate, sources)
    program = _compiled(folder)
    measured = [_measured(program, name) for name in _names(program) if name.startswith(tests)]
    found = {
        "digest": digest.hexdigest(),
        "inside": sorted(crate.inside),
        "outside": sorted(crate.outside),
        "refused": sorted(crate.refused),
        "program": str(program),
        "tests": [(test.name, test.seconds, sorted(test.reached)) for test in measured],
    }
    kept.write_text(json.dumps(found), encoding="utf-8")
    return crate, program, measured


def _compiled(folder: Path) -> Path:
    # (Tests run as fast as ever; they are built in less time without what a debugger wants.)
    profile = {"CARGO_PROFILE_TEST_DEBUG": "0", "CARGO_PROFILE_TEST_INCREMENTAL": "false"}
    environment = {**os.environ, **profile, "CARGO_TARGET_DIR": str(folder / "target")}
    command = ["cargo", "test", "--lib", "--no-run", "--message-format", "json"]
    done = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return next(Path(row["executable"]) for row in rows if row.get("executable"))


def _names(program: Path) -> list[str]:
    lines = subprocess.run([program, "--list"], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    return [line.removesuffix(": test") for line in lines if line.endswith(": test")]


def _measured(program: Path, name: str) -> Test:
    places = program.parent / "reached"
    environment = {**os.environ, VARIABLE: str(2**32 - 1), REACHED: str(places)}
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    quiet = subprocess.DEVNULL
    subprocess.run([program, "--exact", name], env=environment, stdout=quiet, stderr=quiet, check=True)
    took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return Test(name, took, set(map(int, places.read_text(encoding="utf-8").split())))


def listed(crate: Path, files: tuple[str, ...]) -> dict[int, Fault]:
    command = ["cargo", "mutants", "--list", "--json", *(word for pattern in files for word in ("-f", pattern))]
    rows = json.loads(subprocess.run(command, cwd=crate, stdout=subprocess.PIPE, text=True, check=True).stdout)

    def at(place: dict[str, int]) -> tuple[int, int]:
        return place["line"] - 1, place["column"] - 1

    return {
        number: Fault(
            number,
            row["name"],
            row["file"],
            row["genre"],
            row["replacement"],
            at(row["span"]["start"]),
            at(row["span"]["end"]),
        )
        for number, row in enumerate(rows, 1)
    }


def alone(fault: Fault, text: str) -> str:
    """The text of a file with this one fault in it."""
    lines = text.splitlines(keepends=True)
    before = "".join(lines[: fault.start[0]]) + lines[fault.start[0]][: fault.start[1]]
    after = lines[fault.end[0]][fault.end[1] :] + "".join(lines[fault.end[0] + 1 :])
    return f"{before}{fault.replacement}{after}"


def build(crate: Crate, sources: Path) -> None:
    """Put all faults into the copy that `crate` is, and take out what the compiler refuses until it compiles."""
    crate.inside = set(crate.faults)
    library = crate.folder / "src" / "lib.rs"
    _write(library, (sources / "src" / "lib.rs").read_text(encoding="utf-8") + SWITCH)
    while True:
        for file in sorted({fault.file for fault in crate.faults.values()}):
            here = [crate.faults[number] for number in sorted(crate.inside) if crate.faults[number].file == file]
            text, left = _woven((sources / file).read_bytes(), here)
            crate.inside -= left
            crate.outside |= left
            _write(crate.folder / file, text)
        blamed = _blamed(crate.folder)
        if not blamed:
            return
        crate.inside -= blamed
        crate.refused |= blamed


def _write(path: Path, text: str) -> None:
    if path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def _woven(source: bytes, faults: list[Fault]) -> tuple[str, set[int]]:
    """The text of a file with its faults in it, and the numbers of those that found no place."""
    tree = Parser(Language(tree_sitter_rust.language())).parse(source)
    lines = source.decode().splitlines(keepends=True)
    at: dict[int, list[Fault]] = defaultdict(list)
    left: set[int] = set()
    for fault in faults:
        node = _node(tree.root_node, fault, lines)
        if node is None:
            left.add(fault.number)
        else:
            at[node.id].append(fault)

    def rendered(node: Node, after: dict[int, str] | None = None) -> str:
        """The text of a node with the faults inside it; `after` says what follows a child, by the child's place."""
        pieces, end = [], node.start_byte
        for at_child, child in enumerate(node.children):
            pieces += [source[end : child.start_byte].decode(), woven(child), (after or {}).get(at_child, "")]
            end = child.end_byte
        return "".join(pieces) + source[end : node.end_byte].decode()

    def woven(node: Node) -> str:
        here = at.get(node.id)
        if not here:
            return rendered(node)
        tests = [
            (f"crate::faults::on({fault.number})", f"/*<{fault.number}*/ {_arm(fault, node)} /*{fault.number}>*/")
            for fault in here
        ]
        if node.type == "block":
            returns = "".join(f" if {test} {{ return {arm}; }}" for test, arm in tests)
            return "{" + returns + rendered(node).removeprefix("{")
        if node.type == "match_arm":
            # An arm that is taken away is one that never fits.
            pattern, number = node.children[0], here[0].number
            word = "&&" if any(child.type == "if" for child in pattern.children) else "if"
            return rendered(node, {0: f" {word} /*<{number}*/ !{tests[0][0]} /*{number}>*/ "})
        chain = "".join(f"if {test} {{ {arm} }} else " for test, arm in tests)
        if node.type.endswith("field_initializer"):
            name, value = node.children[0], node.children[-1]
            return f"{(name.text or b'').decode()}: ({chain}{{ {woven(value)} }})"
        return f"({chain}{{ {rendered(node)} }})"

    return rendered(tree.root_node), left


def _node(root: Node, fault: Fault, lines: list[str]) -> Node | None:
    """The part of the tree that a fault stands for, or nothing where it cannot ask whether it is on."""
    start, end = (
        (line, len(lines[line][:column].encode())) if line < len(lines) else (line, column)
        for line, column in (fault.start, fault.end)
    )
    # (A field's place ends with its comma.)
    node = root.descendant_for_point_range(start, start if fault.genre == "StructField" else end)
    wanted = {
        "BinaryOperator": ("binary_expression", "compound_assignment_expr"),
        "UnaryOperator": ("unary_expression",),
        "FnValue": ("block",),
        "MatchArm": ("match_arm",),
        "MatchArmGuard": ("binary_expression",),
        "StructField": ("field_initializer", "shorthand_field_initializer"),
    }.get(fault.genre, ())
    while node is not None and node.type not in wanted:
        if node.type in ("function_item", "source_file") or not wanted:
            return None
        node = node.parent
    if node is None or (fault.genre == "BinaryOperator" and node.children[1].start_point != start):
        return None  # `&&` after a `let` in a condition
    if node.type == "match_arm" and node == [arm for arm in node.parent.children if arm.type == "match_arm"][-1]:
        return None  # without it, the others would not be all cases
    place = node
    while place is not None:
        # What is worked out while compiling cannot ask.
        if place.type == "closure_expression":
            return node
        if place.type in ("const_item", "static_item", "array_type") or place.type.startswith("attribute"):
            return None
        if place.type == "function_item" and any(b"const" in (word.text or b"") for word in place.children[:2]):
            return None
        place = place.parent
    return node


def _arm(fault: Fault, node: Node) -> str:
    """What stands in the place of the node while the fault is on."""
    whole = node.text or b""
    if fault.genre in ("FnValue", "MatchArm", "MatchArmGuard"):
        return fault.replacement
    if fault.genre == "StructField":
        rest = next(child for child in (node.parent or node).children if child.type == "base_field_initializer")
        return f"({(rest.children[1].text or b'').decode()}).{(node.children[0].text or b'').decode()}"
    if fault.genre == "UnaryOperator":
        return whole[1:].decode()
    operator = node.children[1]
    first, last = operator.start_byte - node.start_byte, operator.end_byte - node.start_byte
    return f"{whole[:first].decode()}{fault.replacement}{whole[last:].decode()}"


def _blamed(folder: Path) -> set[int]:
    """The faults in whose places the compiler finds errors; nothing where it compiles."""
    command = ["cargo", "check", "--lib", "--quiet", "--message-format", "json"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return set()
    blamed: set[int] = set()
    unexplained = []
    for line in done.stdout.splitlines():
        message = json.loads(line).get("message") or {}
        if message.get("level") != "error" or not message.get("spans"):
            continue
        found = {number for span in message["spans"] if (number := _around(folder, span))}
        blamed |= found
        if not found:
            unexplained.append(message["rendered"])
    if not blamed:
        raise SystemExit("the crate with its faults does not compile:\n" + "\n".join(unexplained[:3]))
    return blamed


def _around(folder: Path, span: dict[str, object]) -> int:
    """The number of the innermost fault around a place, or 0."""
    text = (folder / str(span["file_name"])).read_bytes()
    place = int(str(span["byte_start"]))
    found, size = 0, len(text)
    for mark in re.finditer(rb"/\*<(\d+)\*/", text):
        end = text.find(b"/*%s>*/" % mark[1], mark.end())
        if mark.start() <= place < end and end - mark.start() < size:
            found, size = int(mark[1]), end - mark.start()
    return found
