"""What the SAT engine writes: formulas that solvers read, models that fit them, certificates that hold or fail."""

from __future__ import annotations

import json
import os
import shutil
import stat
import sys
from importlib import import_module
from pathlib import Path

import pytest

from helpers.levels import drawn
from sokoplan.cli import run
from sokoplan.engines.answer import Answer, Budget, Cancelled, Objective, Request
from sokoplan.engines.sat.engine import solve
from sokoplan.engines.sat.external import read_answer
from sokoplan.engines.sat.options import read_options
from sokoplan.engines.sat.watch import Watch
from sokoplan.engines.sat.write import seconds_a_clause
from sokoplan.errors import InputError
from sokoplan.planning.cnf.readable import HEADINGS
from sokoplan.puzzle.level import Level
from sokoplan.puzzle.library import bundled, open_levels
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.verify import verify
from sokoplan.solving import solve as solving
from sokoplan.solving.certify import check

SAMPLE = """
######
#s   #
#CCCX#
#X   #
######
"""

# A solver program in a few lines: it speaks the way that its first argument asks for.
FAKE = """#!{python}
import sys
from pysat.formula import CNF
from pysat.solvers import Solver
formula = CNF(from_file=sys.argv[1])
with Solver("glucose4", bootstrap_with=formula.clauses) as solver:
    sat = solver.solve()
    model = [literal for literal in solver.get_model() or () if abs(literal) <= formula.nv]
if len(sys.argv) > 2:
    print("conflicts             : 7")
    text = "SAT\\n" + " ".join(map(str, model)) + " 0\\n" if sat else "UNSAT\\n"
    open(sys.argv[2], "w").write(text)
else:
    print("c a comment")
    print("s SATISFIABLE" if sat else "s UNSATISFIABLE")
    for first in range(0, len(model), 8):
        print("v", *model[first : first + 8])
    if sat:
        print("v 0")
sys.exit(10 if sat else 20)
"""


@pytest.fixture
def sample() -> Level:
    return drawn(SAMPLE)


@pytest.mark.parametrize("strategy", ["deepen", "fresh", "binary", "ramp"])
def test_a_search_that_is_stopped_writes_the_formula_it_was_given_last(
    sample: Level, tmp_path: Path, strategy: str
) -> None:
    cnf, readable, model = (tmp_path / name for name in ("last.cnf", "last.txt", "last.model"))
    for path in (cnf, readable, model):
        path.write_text("of an earlier run", encoding="utf-8")
    options = {
        "strategy": strategy,
        "write-cnf": str(cnf),
        "write-readable": str(readable),
        "write-model": str(model),
    }
    looks = iter([False] * (9 if strategy in ("deepen", "ramp") else 3))  # these look at every step they add
    budget = Budget(cancelled=lambda: next(looks, True))
    answer = solve(Request(sample, "moves", options=options), budget, lambda progress: None)
    assert (answer.status, answer.reason, answer.notes) == ("unknown", "cancelled", ())
    asked = [one for one in answer.horizons if one.variables][-1]
    assert cnf.read_text(encoding="utf-8").startswith("c sokoplan: a plan of ")
    assert f" {asked.horizon} moves\n" in cnf.read_text(encoding="utf-8").partition("c 1 ")[0]
    assert f" {asked.horizon} moves\n" in readable.read_text(encoding="utf-8")
    assert model.read_text(encoding="utf-8") == "s UNKNOWN\n"


def test_the_readable_formula_is_grouped_and_the_headline_counts_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    level, readable, cnf = (tmp_path / name for name in ("level.txt", "formula.txt", "formula.cnf"))
    level.write_text(SAMPLE, encoding="utf-8")
    asked = ["solve", str(level), "-e", "sat", "--objective", "moves", "--write-cnf", str(cnf)]
    assert run([*asked, "--write-readable", str(readable)]) == 0
    text = readable.read_text(encoding="utf-8")
    blocks = [block.splitlines() for block in text.split("\n\n")]
    headings = [block[0].removeprefix("# ") for block in blocks[1:]]
    assert headings == [heading for heading in HEADINGS if heading in headings]
    assert {"The start", "Preconditions of the actions", "The goal, at the end"} < set(headings)
    assert "aux" not in text  # at most one, pairwise
    clauses = sum(len(block) - 1 for block in blocks[1:])
    variables = int(text.splitlines()[1].split()[1])
    assert f"p cnf {variables} {clauses}\n" in cnf.read_text(encoding="utf-8")
    assert f"{variables:,} variables, {clauses:,} clauses" in capsys.readouterr().out


def test_where_no_formula_was_asked_an_older_file_does_not_stay(tmp_path: Path) -> None:
    cnf = tmp_path / "last.cnf"
    cnf.write_text("of an earlier run", encoding="utf-8")
    answer = ask(drawn("#####\n#@  #\n# .$#\n#####"), "moves", write_cnf=str(cnf))
    assert answer.notes == (f"{cnf} was not written: no formula had to be solved",)
    assert not cnf.exists()


def test_time_out_and_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Through the child process: it is stopped, and still writes what was asked for."""
    level, cnf = tmp_path / "level.txt", tmp_path / "last.cnf"
    rows = ["#" * 12, *["#" + " " * 10 + "#"] * 10, "#" * 12]
    rows[2], rows[5], rows[9] = "# $  $  $  #", "#  $ @$  $ #", "# ........ #"
    rows[7] = "#   $ $    #"
    level.write_text("\n".join(rows), encoding="utf-8")
    code = run(["solve", str(level), "-e", "sat", "--objective", "moves", "--time", "3", "--write-cnf", str(cnf)])
    assert code == 23
    assert "not written" not in capsys.readouterr().err
    assert cnf.read_text(encoding="utf-8").startswith("c sokoplan: a plan of exactly")


def test_time_for_the_files_is_part_of_the_time() -> None:
    """The clock stops the solver as long before the end as writing the clauses it has will take."""
    options = read_options({"write-readable": "formula.txt"})
    watch = Watch(Budget(100), lambda progress: None, seconds_a_clause(options))
    watch.clauses = 1_000_000
    watch.pause()
    watch.clauses = 100_000_000
    with pytest.raises(Cancelled, match="time"):
        watch.pause()
    without = Watch(Budget(100), lambda progress: None, seconds_a_clause(read_options({})))
    without.clauses = 100_000_000
    without.pause()


def test_a_second_file_does_not_take_as_long_again() -> None:
    """The formula is made once for all files, and a model is short: too much time set aside is lost for solving."""
    files = {"write-cnf": "formula.cnf", "write-readable": "formula.txt", "write-model": "model.txt"}
    each = {name: seconds_a_clause(read_options({name: path})) for name, path in files.items()}
    together = seconds_a_clause(read_options(files))
    assert max(each.values()) < together < 0.7 * sum(each.values())
    assert together < 1e-5


def test_the_size_of_a_formula_that_never_became_complete() -> None:
    """It used to be `0 variables, 173,068 clauses`."""
    (entry,) = open_levels("bottom-drawer")
    looks = iter([False] * 3)
    budget = Budget(cancelled=lambda: next(looks, True))
    answer = solve(Request(entry.level, "moves"), budget, lambda progress: None)
    assert answer.formula is not None
    assert answer.formula.clauses > 0
    assert answer.formula.variables > 0


def test_no_time_for_a_whole_formula(tmp_path: Path) -> None:
    """It ends while the first formula is still growing: nothing is written, and a note says so."""
    path = tmp_path / "formula.txt"
    (entry,) = open_levels("bottom-drawer")
    request = Request(entry.level, "moves", options={"write-readable": str(path)})
    answer = solve(request, Budget(0.0), lambda progress: None)
    assert (answer.status, answer.reason) == ("unknown", "time")
    assert answer.notes == (f"{path} was not written: a whole formula takes longer than the time limit",)
    assert not path.exists()


def ask(level: Level, objective: Objective = "moves", **options: str) -> Answer:
    named = {name.replace("_", "-"): value for name, value in options.items()}
    return solve(Request(level, objective, options=named), Budget(), lambda progress: None)


def clauses_of(text: str) -> list[list[int]]:
    return [[int(word) for word in line.split()[:-1]] for line in text.splitlines() if line[:1] not in ("c", "p", "")]


@pytest.mark.parametrize("objective", ["moves", "pushes"])
@pytest.mark.parametrize("strategy", ["deepen", "binary"])
def test_the_model_satisfies_the_formula(objective: Objective, strategy: str, sample: Level, tmp_path: Path) -> None:
    cnf, model = tmp_path / "a" / "f.cnf", tmp_path / "m.txt"
    answer = ask(sample, objective, strategy=strategy, write_cnf=str(cnf), write_model=str(model))
    assert answer.status == "solved"
    said, literals = read_answer(model.read_text())
    assert said is True
    text = cnf.read_text()
    true = set(literals)
    assert all(true & set(clause) for clause in clauses_of(text))
    header = next(line for line in text.splitlines() if line.startswith("p cnf")).split()
    assert (int(header[2]), int(header[3])) == (len(literals), len(clauses_of(text)))
    # Every variable has its comment line.
    named = {
        int(line.split()[1]) for line in text.splitlines() if line.startswith("c ") and line.split()[1].isdigit()
    }
    assert named == set(map(abs, literals))


def test_readable_names(sample: Level, tmp_path: Path) -> None:
    path = tmp_path / "readable.txt"
    ask(sample, write_readable=str(path))
    text = path.read_text()
    assert text.startswith("# a plan of exactly 13 moves\n")
    for name in ("player(1,1,t0)", "-push(1,1,down,t0) | ", "push(3,2,up,t9)", "box(2,1,t0)", "won(t13)"):
        assert name in text


def test_the_last_formula_when_there_is_no_plan(sample: Level, tmp_path: Path) -> None:
    cnf, model = tmp_path / "f.cnf", tmp_path / "m.txt"
    assert ask(sample, max_steps="12", write_cnf=str(cnf), write_model=str(model)).reason == "horizon"
    assert "a plan of exactly 12 moves" in cnf.read_text()
    assert read_answer(model.read_text()) == (False, [])


def test_the_seeds_vocabulary(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    level = tmp_path / "map1.txt"
    level.write_text(SAMPLE.lstrip())
    options = ["--engine", "sat", "--objective", "moves", "--format", "actions"]
    assert run(["solve", str(level), *options]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "13 moves" in lines[0]
    assert "proved by sat" in lines[0]
    assert len(lines) == 14
    assert lines[1] == "push(1,1,down,0)"


@pytest.mark.parametrize(
    ("option", "value", "engine"),
    [
        ("--strategy", "fresh", "sat"),
        ("--strategy", "single", "asp"),
        ("--strategy", "nonsense", "sat"),
        ("--max-steps", "9", "sat"),
        ("--amo", "ladder", "sat"),
    ],
)
def test_an_option_chooses_its_engine(
    option: str, value: str, engine: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """With --engine search it is refused, and the engine proposed is one that knows the value."""
    assert run(["solve", "first-push", option, value, "--engine", "search"]) == 2
    assert f"add --engine {engine}" in " ".join(capsys.readouterr().err.replace("│", " ").split())
    if value != "nonsense":
        assert run(["solve", "first-push", option, value]) == 0
        assert f" by {engine} (" in capsys.readouterr().out


def test_the_names_of_the_courses_planner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("map1.txt").write_text(SAMPLE.lstrip())
    asked = ["solve", "map1.txt", "--objective", "moves", "--maxsteps", "13"]
    assert run([*asked, "-s", "glucose4", "-i", "in.cnf", "-o", "out.txt", "-r", "names.txt"]) == 0
    assert "optimal in moves, proved by sat" in capsys.readouterr().out
    assert Path("in.cnf").read_text().startswith("c sokoplan: a plan of exactly 13 moves")
    assert Path("out.txt").read_text().startswith("s SATISFIABLE")
    assert "push(1,1,down" in Path("names.txt").read_text()
    assert run([*asked, "--input", "a", "--output", "b", "--readable", "c"]) == 0
    assert run(["solve", "map1.txt", "--objective", "moves", "--maxsteps", "12"]) == 12


def test_options_need_their_engine(tmp_path: Path) -> None:
    level = tmp_path / "map1.txt"
    level.write_text(SAMPLE.lstrip())
    assert run(["solve", str(level), "--engine", "oracle", "--strategy", "fresh"]) == 2
    assert run(["solve", str(level), "--engine", "sat", "--strategy", "worst"]) == 2
    assert run(["solve", str(level), "--engine", "sat", "--write-cnf", str(level / "x" / "y")]) == 33


def test_export_dimacs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    level = tmp_path / "map1.txt"
    level.write_text(SAMPLE.lstrip())
    assert run(["export", str(level), "--to", "dimacs", "--horizon", "13"]) == 0
    text = capsys.readouterr().out
    from pysat.solvers import Solver

    with Solver("cadical195", bootstrap_with=clauses_of(text)) as solver:
        assert solver.solve()
    assert run(["export", str(level), "--to", "dimacs", "--horizon", "12"]) == 0
    with Solver("cadical195", bootstrap_with=clauses_of(capsys.readouterr().out)) as solver:
        assert not solver.solve()
    assert run(["export", str(level), "--to", "sas", "--horizon", "12"]) == 2


@pytest.mark.parametrize("name", ["fake-minisat", "fake-kissat"])
def test_a_program_as_solver(name: str, sample: Level, tmp_path: Path) -> None:
    program = tmp_path / name
    program.write_text(FAKE.format(python=sys.executable))
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    answer = ask(drawn("######\n#@ $.#\n#    #\n######"), sat_solver=str(program))
    assert answer.plan is not None
    assert len(answer.plan.keys) == 2
    answer = ask(sample, strategy="binary", sat_solver=str(program), max_steps="16")
    assert answer.plan is not None
    assert len(answer.plan.keys) == 13


def test_a_program_that_is_none(sample: Level, tmp_path: Path) -> None:
    program = tmp_path / "liar"
    program.write_text("#!/bin/sh\necho hello\n")
    program.chmod(0o755)
    with pytest.raises(InputError, match="gave no answer"):
        ask(sample, sat_solver=str(program))


@pytest.mark.parametrize("name", ["minisat", "kissat", "cadical", "glucose"])
def test_real_programs(name: str, sample: Level) -> None:
    program = shutil.which(name)
    if program is None:
        pytest.skip(f"{name} is not installed")
    answer = ask(sample, sat_solver=program)
    assert answer.plan is not None
    assert len(answer.plan.keys) == 13


LEVELS: dict[str, Level] = {
    "sokoban": drawn("######\n#@ $.#\n#    #\n######"),
    "two boxes": drawn("#######\n#@ $ .#\n#  $ .#\n#     #\n#######"),
    "sink": drawn("#####\n#...#\n#yox#\n#...#\n#####", format="nethack-solver"),
    "helltaker": drawn("A\n9\n#######\n#H BS #\n#  M D#\n#######"),
    "solved": drawn("####\n#@*#\n####"),
}


# Helltaker counts moves only.
CERTIFIED = [("moves", name) for name in LEVELS] + [("pushes", name) for name in LEVELS if name != "helltaker"]


@pytest.mark.parametrize(("objective", "name"), CERTIFIED)
def test_certificates(name: str, objective: Objective, tmp_path: Path) -> None:
    level = LEVELS[name]
    answer = ask(level, objective, certificate=str(tmp_path))
    assert answer.plan is not None
    assert verify(level, answer.plan).solved
    findings = check(tmp_path)
    assert findings.failed == []
    assert findings.words.startswith("certified: ")
    assert run(["certify", str(tmp_path)]) == 0


def test_the_certificate_of_a_helltaker_plan_is_about_its_cost(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The way along the spikes has fewer moves and costs more, so "no fewer moves" would be false."""
    level = drawn("Sp\n12\n########\n#      #\n# ####D#\n#HSSSS #\n#      #\n########\n")
    assert verify(level, Plan("rrrrr")).solved
    ask(level, "moves", certificate=str(tmp_path), write_cnf=str(tmp_path / "last.cnf"))
    assert json.loads((tmp_path / "manifest.json").read_text())["claim"] == "no plan costs less than 7"
    assert "a plan that costs at most 6\n" in (tmp_path / "formula.cnf").read_text()
    assert "a plan that costs exactly 7\n" in (tmp_path / "last.cnf").read_text()
    assert run(["certify", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "certified: no plan costs less than 7, and here is one for 7" in told
    assert "it costs 7" in told
    assert "moves" not in told


def test_files_are_for_one_level(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A second level would overwrite what was written of the first."""
    for option in ("--certificate", "--write-cnf", "--write-readable", "--write-model"):
        levels = ["first-push", "helltaker-level-1"]
        assert run(["solve", *levels, "-e", "sat", "--objective", "moves", option, str(tmp_path / "x")]) == 2
        assert "give one level, not 2" in capsys.readouterr().err
    assert os.listdir(tmp_path) == []


def test_the_certificate_of_another_level_is_not_overwritten(tmp_path: Path) -> None:
    ask(LEVELS["sokoban"], "moves", certificate=str(tmp_path))
    ask(LEVELS["sokoban"], "pushes", certificate=str(tmp_path))  # of the same level: that is a second try
    with pytest.raises(InputError, match="holds the certificate of another level"):
        ask(LEVELS["two boxes"], "moves", certificate=str(tmp_path))
    verdict = check(tmp_path)
    assert verdict.words == "certified: no plan has fewer pushes than 1, and here is one with 1"


def test_a_certificate_that_lies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ask(LEVELS["two boxes"], "moves", certificate=str(tmp_path))

    def with_change(name: str, old: str, new: str) -> str:
        path = tmp_path / name
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new, 1))
        try:
            assert run(["certify", str(tmp_path)]) == 34
            return capsys.readouterr().out
        finally:
            path.write_text(text)

    optimum = json.loads((tmp_path / "manifest.json").read_text())["optimum"]
    told = with_change("manifest.json", f'"optimum": {optimum}', f'"optimum": {optimum + 2}')
    assert "the formula is not that of the level" in told
    assert f"it has {optimum} moves, not {optimum + 2}" in told
    formula = (tmp_path / "formula.cnf").read_text()
    first = formula[formula.index("p cnf") :].splitlines()[1]
    assert "the formula is not that of the level" in with_change("formula.cnf", f"\n{first}\n", "\n")
    assert "plan.txt not as in the manifest" in with_change("plan.txt", "R", "l")
    proof = (tmp_path / "proof.drat").read_text()
    (tmp_path / "proof.drat").write_text("0\n")
    assert run(["certify", str(tmp_path)]) == 34
    assert "the proof does not refute the formula" in capsys.readouterr().out
    (tmp_path / "proof.drat").write_text(proof)
    assert run(["certify", str(tmp_path)]) == 0


def test_no_certificate(tmp_path: Path) -> None:
    assert run(["certify", str(tmp_path)]) == 33
    with pytest.raises(InputError, match="the fewest moves or the fewest pushes"):
        ask(LEVELS["sokoban"], "any", certificate=str(tmp_path))
    assert os.listdir(tmp_path) == []


def test_a_certificate_that_sat_has_no_time_for(tmp_path: Path) -> None:
    """It says that others prove more, and what such a proof lacks."""
    folder = tmp_path / "certificate"
    request = Request(bundled()["lantern"].level(), "pushes", options={"certificate": str(folder)})
    answer = solve(request, Budget(seconds=0.2), lambda progress: None)
    assert (answer.status, answer.reason) == ("unknown", "time")
    assert "native search may prove the optimum, but not so that others can check it" in answer.notes[-1]
    assert not folder.exists()


def test_files_that_there_is_nothing_to_write_into(tmp_path: Path) -> None:
    """The box is in a corner, so that no formula is solved."""
    level = drawn("#####\n#@  #\n# .$#\n#####")
    cnf, folder = tmp_path / "f.cnf", tmp_path / "certificate"
    answer = ask(level, "moves", write_cnf=str(cnf), certificate=str(folder))
    assert answer.notes == (
        f"{cnf} was not written: no formula had to be solved",
        f"{folder} was not written: there is no plan to certify",
    )
    assert not cnf.exists()


def test_an_export_without_a_horizon_takes_that_of_a_shortest_plan(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    level = tmp_path / "level.txt"
    level.write_text(SAMPLE, encoding="utf-8")
    assert run(["export", str(level), "--to", "dimacs"]) == 0
    written = capsys.readouterr()
    assert written.out.startswith("c sokoplan: a plan of exactly 13 moves\n")
    assert "exactly 13 moves, the shortest there is" in written.err
    assert run(["export", "helltaker-level-1", "--to", "dimacs"]) == 0
    assert "a plan that costs exactly 23, the least there is; " in capsys.readouterr().err
    level.write_text("#####\n#@  #\n# .$#\n#####\n", encoding="utf-8")  # no plan
    assert run(["export", str(level), "--to", "dimacs"]) == 0
    assert ", but there is no plan at all; " in capsys.readouterr().err


def test_an_export_without_time_for_a_plan(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    export = import_module("sokoplan.cli.commands.export")
    monkeypatch.setattr(export, "_best_plan", lambda level: solving.solve(level, "oracle", "moves", Budget(0.0)))
    assert run(["export", "hourglass", "--to", "dimacs"]) == 0
    assert "not obviously too short" in capsys.readouterr().err
    assert run(["export", "hourglass", "--to", "asp"]) == 0
    assert "so the horizon of the program is 20; " in capsys.readouterr().err


@pytest.mark.parametrize("name", ["fake-minisat", "fake-kissat"])
def test_the_model_of_a_program_is_what_it_printed(sample: Level, tmp_path: Path, name: str) -> None:
    """Word for word, about the formula that --write-cnf holds."""
    program, cnf, model = tmp_path / name, tmp_path / "last.cnf", tmp_path / "last.model"
    program.write_text(FAKE.format(python=sys.executable))
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    ask(sample, "pushes", write_cnf=str(cnf), write_model=str(model), **{"sat-solver": str(program)})
    text = model.read_text(encoding="utf-8")
    assert text.startswith(
        "conflicts             : 7\n" if name == "fake-minisat" else "c a comment\ns SATISFIABLE\nv "
    )
    answer, literals = read_answer(text)
    true = set(literals)
    clauses = [line.split()[:-1] for line in cnf.read_text(encoding="utf-8").splitlines() if line[0] not in "cp"]
    assert answer
    assert all(any(int(literal) in true for literal in clause) for clause in clauses)
