"""Every example in the README and the docs is run, and prints what the page says it prints.

A `console` block holds commands after `$ ` and their output under them. What an answer took, `(97 conflicts, 0.2 s)`,
differs from machine to machine and from one release of a solver to the next, so it is not compared; nothing else is
forgiven. A line `...` stands for lines left out.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest
from packing_pictures import pictures
from update_examples import printed

from helpers.command import sokoplan
from helpers.levels import SHARED
from sokoplan.cli.app import ONE_LINE

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def examples() -> list[tuple[str, str, str]]:
    """(place, command, expected output) of every example."""
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for block in re.finditer(r"^```console\n(.*?)^```", text, re.M | re.S):
            line = text[: block.start()].count("\n") + 2
            for part in re.split(r"^\$ ", block[1], flags=re.M)[1:]:
                command, _, output = part.partition("\n")
                found.append((f"{page.name}:{line}", command, output))
    return found


def _without_effort(text: str) -> str:
    return re.sub(r"\([^()\n]*\d+\.\d+ s\)", "(...)", text).rstrip()


def _matches(expected: str, printed: str) -> bool:
    pieces = [re.escape(piece) for piece in re.split(r"^\.\.\.$", expected, flags=re.M)]
    return re.fullmatch(".*".join(pieces), printed, re.S) is not None


@pytest.mark.parametrize(("place", "command", "output"), examples(), ids=lambda value: value[:50].replace("\n", " "))
def test_example(place: str, command: str, output: str) -> None:
    told = printed(command)
    assert _matches(_without_effort(output), _without_effort(told)), f"{place}: {command}\nprinted:\n{told}"


def python_examples() -> list[tuple[str, str]]:
    """(place, code) of every Python block; pages without one are not asked."""
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for block in re.finditer(r"^```python\n(.*?)^```", text, re.M | re.S):
            found.append((f"{page.name}:{text[: block.start()].count(chr(10)) + 2}", block[1]))
    return found


@pytest.mark.parametrize(("place", "code"), python_examples(), ids=lambda value: value[:30].replace("\n", " "))
def test_python_example_runs(place: str, code: str) -> None:
    exec(compile(code, place, "exec"), {})


# What stands for a word of a person's own, in the commands of tables.
_MEANT = {"LEVEL": "first-push", "FILE": "map.txt", "mapfile": "map.txt", "FOLDER": "folder", "N": "2", "T": "4"}
_WAITS = ("web", "play")  # for a person


def commands_of_tables() -> list[str]:
    """Every whole command in a table of the page that holds the other projects beside this one."""
    page = (ROOT / "docs" / "seeds.md").read_text(encoding="utf-8")
    rows = "\n".join(line for line in page.splitlines() if line.startswith("|"))
    found = (shlex.split(command) for command in re.findall(r"`sokoplan ([^`]*)`", rows))
    whole = [words for words in found if words[0] not in _WAITS and (words[1:] or words == ["levels"])]
    return list(dict.fromkeys(" ".join(words) for words in whole))


@pytest.mark.parametrize("command", commands_of_tables())
def test_a_command_of_a_table(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "map.txt").write_text("#####\n#S  #\n# C #\n#  X#\n#####\n")
    words = [_MEANT.get(word, word) for word in command.partition(" > ")[0].split()]
    if words[0] == "dump":
        style = "xml" if "--tree" in words else "text"
        assert sokoplan("solve", "first-push", "--dump", style, "--dump-file", "map.txt").returncode == 0
    if words[0] == "certify":
        asked = ("--engine", "sat", "--objective", "moves", "--certificate", "folder")
        assert sokoplan("solve", "first-push", *asked).returncode == 0
    for program in words:
        if program.startswith("/") and not Path(program).exists():
            pytest.skip(f"there is no {program}")
    ran = sokoplan(*words)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout


def _rows_of_seeds() -> list[tuple[str, str]]:
    """The two columns of every row of the tables, without their heads."""
    page = (ROOT / "docs" / "seeds.md").read_text(encoding="utf-8")
    rows = [re.split(r"(?<!\\) \| ", line.strip("| ")) for line in page.splitlines() if line.startswith("| ")]
    return [(cells[0], cells[1]) for cells in rows if cells[0] != "in the original"]


def _command(name: str) -> click.Command:
    from sokoplan.cli.app import app

    found = app.get_command(click.Context(app), name)
    assert found is not None
    return found


def _flags_of(command: str) -> set[str]:
    return {flag for option in _command(command).params for flag in (*option.opts, *option.secondary_opts)}


def test_every_flag_that_a_table_names_is_there() -> None:
    """Ours on the right. On the left those of the NetHack solver, which `solve` takes or refuses with a reason."""
    rows = _rows_of_seeds()
    assert len(rows) > 60
    assert all(ours for _, ours in rows)
    ours = {flag for _, cell in rows for code in re.findall(r"`([^`]*)`", cell) for flag in _named(code)}
    known = {"--help"}.union(*map(_flags_of, ONE_LINE))
    assert ours - known == set()
    assert len(ours) > 30
    page = (ROOT / "docs" / "seeds.md").read_text(encoding="utf-8").partition("## 5.")[2]
    theirs = {flag for line in page.splitlines() if line.startswith("| ") for flag in _named(line.split(" | ")[0])}
    assert theirs - _flags_of("solve") - {"--help"} == set()
    assert len(theirs) >= 10


def _sections_of_seeds() -> list[str]:
    page = (ROOT / "docs" / "seeds.md").read_text(encoding="utf-8")
    return re.split(r"^## (?=\d\. )", page, flags=re.M)[1:]


# What each section's options are tried on: a level, and what else is asked.
_TRIED_ON = (
    ("first-push", "--objective", "moves"),
    ("first-push", "--objective", "moves"),
    ("first-push", "--objective", "moves"),
    ("helltaker-level-1",),
    ("diamond", "--objective", "pushes"),
)
_VALUES = {"N": "30", "FILE": "file.txt", "FOLDER": "folder", "T": "4"}


def options_of_tables() -> list[tuple[int, str]]:
    """(section, options) for every piece of code on the right that is nothing but options, with their values."""
    found = []
    for number, section in enumerate(_sections_of_seeds()):
        for line in section.splitlines():
            if not line.startswith("| ") or line.startswith("| in the original"):
                continue
            ours = re.split(r"(?<!\\) \| ", line.strip("| "))[1]
            found += [(number, code) for code in re.findall(r"`(-[^`]*)`", ours)]
    return list(dict.fromkeys(found))


def test_there_are_options_in_the_tables() -> None:
    assert len(options_of_tables()) > 30
    assert {section for section, _ in options_of_tables()} == {0, 1, 2, 3, 4}


@pytest.mark.parametrize(("section", "options"), options_of_tables())
def test_an_option_of_a_table_does_what_it_is_asked(
    section: int, options: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    flags = {name: option for option in _command("solve").params for name in option.opts}
    words = [_VALUES.get(word, word) for word in options.split()]
    option = flags.get(words[0])
    if option is None:
        # Of another command: it is enough that one has it.
        assert words[0] in set().union(*map(_flags_of, ONE_LINE))
        return
    if len(words) == 1 and not getattr(option, "is_flag", False):
        return  # another name for what stands beside it with a value
    asked = ["solve", *_TRIED_ON[section], *words]
    if words[0] == "--strategy" and words[1] == "single":
        asked += ["--engine", "asp"]
    ran = sokoplan(*asked)
    assert ran.returncode == 0, ran.stderr
    for word in words:
        if word in ("file.txt", "folder"):
            assert Path(word).exists(), f"{options} wrote nothing"


def test_every_command_that_solves_or_checks_takes_the_reading() -> None:
    with_levels = {"web"} | {name for name in ONE_LINE if "--from" in _flags_of(name)}
    assert {"solve", "verify", "check", "compare", "bench", "export", "explain"} <= with_levels
    assert [name for name in sorted(with_levels) if "--goal" not in _flags_of(name)] == []


# Names in the documents that are no features: arguments, other people's tools, words of the shell.
_NO_FEATURES = {
    "Action", "Time", "boost", "program_options", "bin", "less", "variant", "install", "pip", "python3",
    "path_to_file", "level1.txt", "map1.txt", "bx", "px", "fromX", "fromY", "toX", "toY", "direction", "games", "dir",
}  # fmt: skip


@pytest.mark.shared
@pytest.mark.parametrize("number", range(5))
def test_every_name_in_the_documents_is_on_the_page(number: int) -> None:
    """The page says that every feature and option is there. The documents stand beside the level collections."""
    documents = sorted((SHARED.parent / "seeds").glob("[1-5]-*.md"))
    if len(documents) != 5:
        pytest.skip("the documents of the five projects are not here")
    section = _sections_of_seeds()[number]
    text = re.sub(r"^```.*?^```", "", documents[number].read_text(encoding="utf-8"), flags=re.M | re.S)
    spans = re.findall(r"`([^`\n]+)`", text)
    names = {name for span in spans for name in re.findall(r"--[a-z][\w-]*|[A-Za-z_]\w+(?:\.\w+)?", span)}
    same = re.compile(r"(move|push)(Left|Right|Up|Down)|up|down|left|right")  # one of a kind is enough
    missing = {name for name in names - _NO_FEATURES if name not in section and not same.fullmatch(name)}
    assert missing == set()
    assert len(names) > 10


def _named(text: str) -> set[str]:
    return set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text))


def test_there_are_examples() -> None:
    assert sum(place.startswith("README") for place, _, _ in examples()) >= 3
    assert any(place.startswith("README") for place, _ in python_examples())


def test_the_readme_lists_every_exit_code() -> None:
    from sokoplan.cli.exitcodes import TABLE

    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for code, words in TABLE.items():
        assert f"| {code.value} | {words} |" in readme


def test_the_picture_of_the_way_of_the_data_names_real_files() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    picture = re.search(r"^```text\n(.*?)^```", page, re.M | re.S)
    assert picture is not None
    names = re.findall(r"[\w/]+(?:\.\w+|/)(?=[\s,:;]|$)", picture[1])
    assert len(names) > 20
    for name in names:
        assert (ROOT / "python" / "sokoplan" / name).exists() or (ROOT / name).exists(), f"there is no {name}"


def test_the_architecture_lists_what_a_new_game_takes() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    listed = page.partition("## What a new game takes")[2].partition("\n## ")[0]
    package = ROOT / "python" / "sokoplan"
    told_apart = [
        path.relative_to(package).as_posix()
        for path in sorted(package.rglob("*.py"))
        if re.search(r"game [!=]= .helltaker|\"helltaker\": ", path.read_text(encoding="utf-8"))
    ]
    assert 0 < len(told_apart) <= 10  # all else asks the law
    for name in told_apart:
        assert f"`{name}`" in listed, f"ARCHITECTURE.md does not say that a new game concerns {name}"
    for name in re.findall(r"`([\w/]+\.py|[\w/]+/)`", listed):
        assert (package / name).exists() or (ROOT / name).exists(), f"there is no {name}"


def test_the_recipes_name_real_files() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    recipes = page.partition("## Recipes")[2].partition("\n## ")[0]
    names = re.findall(r"`([\w/]+/(?:[\w.]+\.\w+)?)`", recipes)
    assert len(names) > 20
    for name in names:
        where = name.partition("NAME")[0]
        assert (ROOT / "python" / "sokoplan" / where).exists() or (ROOT / where).exists(), f"there is no {name}"


def test_the_pictures_of_the_packing_search_show_the_search_as_it_is() -> None:
    for name, drawn in pictures().items():
        kept = (ROOT / "docs" / name).read_text(encoding="utf-8")
        assert kept == drawn, f"docs/{name} is old: run python scripts/packing_pictures.py"
    shown = re.findall(r'(?:src|srcset)="([^"]+)"', (ROOT / "docs" / "search.md").read_text(encoding="utf-8"))
    assert sorted(shown) == sorted(pictures())


def test_the_links_between_pages_lead_somewhere() -> None:
    for page in [*PAGES, *ROOT.glob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} points to {target}"
