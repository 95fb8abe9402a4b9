"""Who checks the proofs, and who checks the checker: broken proofs are refused, other checkers agree."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from dratify import check_proof as strangers_check
from dratify import parse_dimacs
from pysat.solvers import Solver

from helpers import levelgen
from helpers.levels import drawn
from sokoplan._core import check_proof
from sokoplan.cli import run
from sokoplan.engines.answer import Budget, Objective, Request
from sokoplan.engines.sat.engine import solve
from sokoplan.errors import InputError
from sokoplan.planning.certificate.formula import claim, lemmas
from sokoplan.planning.ground import ground
from sokoplan.planning.task import Operator, Task
from sokoplan.puzzle.level import Level
from sokoplan.solving.certify import CHECKERS, check, refutes

ROOM = "#######\n#@ $ .#\n#  $ .#\n#     #\n#######"
Clauses = list[list[int]]


@pytest.fixture(scope="module", params=["moves", "pushes"])
def certificate(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("certificate")
    objective: Objective = request.param
    answer = solve(
        Request(drawn(ROOM), objective, options={"certificate": str(folder)}), Budget(), lambda progress: None
    )
    assert answer.status == "solved"
    return folder


def texts(folder: Path) -> tuple[str, list[str]]:
    formula, proof = ((folder / name).read_text(encoding="utf-8") for name in ("formula.cnf", "proof.drat"))
    return formula, proof.splitlines(keepends=True)


def test_every_checker_accepts_it(certificate: Path) -> None:
    for name in CHECKERS:
        if name != "drat-trim":
            findings = check(certificate, name)
            assert findings.failed == []
            assert f"the proof refutes the formula (checked by {name})" in findings.passed
    formula, proof = texts(certificate)
    result = check_proof(formula, "".join(proof), every=True)
    assert (result.verified, result.why) == (True, "")
    assert 0 < check_proof(formula, "".join(proof)).checked < result.checked


def test_a_truncated_proof(certificate: Path) -> None:
    formula, proof = texts(certificate)
    half = "".join(proof[: len(proof) // 2])
    assert check_proof(formula, half).why == "the proof does not come to a contradiction"
    with pytest.raises(ValueError, match="does not end with 0"):
        check_proof(formula, half.rstrip("0\n"))


def test_an_empty_clause_too_early(certificate: Path) -> None:
    formula, proof = texts(certificate)
    for place in (0, len(proof) // 2):
        result = check_proof(formula, "".join([*proof[:place], "0\n", *proof[place:]]))
        assert not result.verified
        assert "`0`, does not follow" in result.why


def test_a_clause_of_the_formula_dropped(certificate: Path) -> None:
    """Without the start or the goal there is nothing to refute."""
    formula, proof = texts(certificate)
    lines = formula.splitlines(keepends=True)
    head = next(index for index, line in enumerate(lines) if line.startswith("p"))
    _, _, variables, clauses = lines[head].split()
    units = [index for index, line in enumerate(lines) if index > head and len(line.split()) == 2]
    refused = 0
    for gone in units:
        fewer = [
            *lines[:head],
            f"p cnf {variables} {int(clauses) - 1}\n",
            *lines[head + 1 : gone],
            *lines[gone + 1 :],
        ]
        verified = check_proof("".join(fewer), "".join(proof)).verified
        with Solver("minisat22", bootstrap_with=clauses_of("".join(fewer))) as solver:
            assert not (verified and solver.solve())
        refused += not verified
    assert refused >= 3  # two boxes and the goal; where the player is, follows from where he is not


def test_literals_flipped(certificate: Path) -> None:
    """A clause turned into its opposite may happen to follow too; then another checker must find so as well."""
    formula, proof = texts(certificate)
    parsed = parse_dimacs(formula)
    random = Random(7)
    adds = [index for index, line in enumerate(proof) if line[0] not in "d0"]
    refused = 0
    for index in random.sample(adds, 12):
        numbers = [-int(word) for word in proof[index].split()[:-1]]
        broken = "".join([*proof[:index], " ".join(map(str, [*numbers, 0])) + "\n", *proof[index + 1 :]])
        strict = check_proof(formula, broken, every=True).verified
        stranger = strangers_check(parsed, broken)
        assert strict == (stranger.ok and stranger.reached_empty)
        refused += not strict
    assert refused > 6


def test_random_formulas_refuted_by_solvers() -> None:
    """What solvers write about random formulas, both checkers accept; no formula with a model is refuted."""
    random = Random(2026)
    refuted = 0
    for _ in range(150):
        variables = random.randint(5, 14)
        clauses = [
            [random.choice((1, -1)) * v for v in random.sample(range(1, variables + 1), 3)]
            for _ in range(5 * variables)
        ]
        formula = f"p cnf {variables} {len(clauses)}\n" + text(clauses)
        with Solver("minisat22", bootstrap_with=clauses) as solver:  # it writes no proofs; it says who is right
            refutable = not solver.solve()
        for name in ("cadical195", "glucose4"):
            with Solver(name, bootstrap_with=clauses, with_proof=True) as solver:
                assert solver.solve() is not refutable
                proof = "".join(line.strip() + "\n" for line in solver.get_proof() or () if line.strip()) + "0\n"
            for every in (False, True):
                assert check_proof(formula, proof, every=every).verified == refutable, (formula, proof)
            stranger = strangers_check(parse_dimacs(formula), proof)
            assert (stranger.ok and stranger.reached_empty) == refutable
            refuted += refutable
    assert refuted > 100


def clauses_of(dimacs: str) -> Clauses:
    return [[int(word) for word in line.split()[:-1]] for line in dimacs.splitlines() if line[:1] not in ("c", "p")]


def text(clauses: Clauses) -> str:
    return "".join(" ".join(map(str, [*clause, 0])) + "\n" for clause in clauses)


def test_random_proofs_as_dratify_has_them() -> None:
    """Lines at random on tiny formulas: line by line the same verdict."""
    random = Random(99)
    accepted = 0
    for _ in range(400):
        size = random.randint(2, 4)
        formula, proof = (
            [
                [
                    random.choice((1, -1)) * v
                    for v in random.sample(range(1, size + 1), random.randint(1, min(size, 3)))
                ]
                for _ in range(number)
            ]
            for number in (random.randint(2, 4) * size, random.randint(0, 5))
        )
        dimacs = f"p cnf {size} {len(formula)}\n" + text(formula)
        ours = check_proof(dimacs, text(proof) + "0\n", every=True).verified
        theirs = strangers_check(parse_dimacs(dimacs), text(proof) + "0\n")
        assert ours == (theirs.ok and theirs.reached_empty), (formula, proof)
        accepted += ours
    assert 50 < accepted < 350


# It speaks as drat-trim does, and thinks with dratify.
FAKE = """#!{python}
import sys
from dratify import check_proof, parse_dimacs
formula, proof, *options = sys.argv[1:]
assert options == ["-t", "100000"], options
if open(proof).read() == "c silence\\n":
    sys.exit(1)
result = check_proof(parse_dimacs(open(formula).read()), open(proof).read())
print("c a comment")
print("s VERIFIED" if result.ok and result.reached_empty else "s NOT VERIFIED")
"""


def test_drat_trim_where_it_is_installed(
    certificate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(InputError, match="program not found: 'drat-trim'"):
        check(certificate, "drat-trim")
    assert "checked by sokoplan" in refutes(certificate / "formula.cnf", certificate / "proof.drat")[1]
    program = tmp_path / "drat-trim"
    program.write_text(FAKE.format(python=sys.executable))
    program.chmod(0o755)
    assert run(["certify", str(certificate)]) == 0
    assert "the proof refutes the formula (checked by drat-trim)" in capsys.readouterr().out
    formula, broken = certificate / "formula.cnf", tmp_path / "broken.drat"
    broken.write_text("0\n")
    assert refutes(formula, broken) == (False, "checked by drat-trim")
    broken.write_text("c silence\n")
    assert refutes(formula, broken) == (False, "checked by drat-trim: it gave no verdict")


def test_a_checker_that_nobody_knows(certificate: Path) -> None:
    assert run(["certify", str(certificate), "--checker", "hope"]) == 2


# --- what the formula of a certificate leaves out: nothing --------------------------------------------------------


def plays(random: Random, task: Task, steps: int) -> Iterator[tuple[Operator, frozenset[int]]]:
    """Operators at random, foolish or not, and the facts after each."""
    facts = task.start
    for _ in range(steps):
        usable = [op for op in task.operators if op.needs <= facts and not op.forbids & facts]
        if not usable:
            return
        operator = random.choice(usable)
        facts = facts - operator.deletes | operator.adds
        yield operator, facts


def small(random: Random, game: str) -> Level:
    if game == "helltaker":
        return levelgen.helltaker(random)
    make = levelgen.sokoban if game == "sokoban" else levelgen.sink
    return make(random, rows=5, columns=6, boxes=2, walls=0.1)


@pytest.mark.parametrize("game", ["sokoban", "sink", "helltaker"])
def test_the_formula_of_a_certificate_lets_every_play_through(game: str) -> None:
    """Steps straight back, boxes into corners: but for the goal, every play of T keys is a model."""
    random = Random(f"claim {game}")
    tried = 0
    for _ in range(40):
        formula = claim(small(random, game), "moves", 8)
        encoding = formula.encoding
        task = encoding.task
        played = list(plays(random, task, 8))
        if len(played) < 8:
            continue
        goal = encoding.aims(8)
        with Solver("cadical195", bootstrap_with=[one for one in formula.clauses if one != goal]) as solver:
            used = [
                encoding.variable(len(task.facts) + 1 + task.operators.index(operator), step)
                for step, (operator, _) in enumerate(played)
            ]
            assert solver.solve(assumptions=used)
            true = set(solver.get_model())
        for step, (_, facts) in enumerate(played, start=1):
            assert {fact for fact in range(len(task.facts)) if encoding.variable(fact + 1, step) in true} == facts
        tried += 1
    assert tried > 20


@pytest.mark.parametrize("game", ["sokoban", "sink"])
def test_the_formula_of_a_push_certificate_lets_every_play_through(game: str) -> None:
    """The same with walks of any kind between the pushes."""
    random = Random(f"push claim {game}")
    tried = 0
    for _ in range(60):
        level = small(random, game)
        task = ground(level)
        pushed = [(op, facts) for op, facts in plays(random, task, 80) if op.deed == "push"][:6]
        if not pushed:
            continue
        formula = claim(level, "pushes", len(pushed))
        encoding = formula.encoding
        assert encoding.task == task
        goal = encoding.aims(len(pushed))
        key = {name: local for local, name in encoding.keys.items()}
        with Solver("cadical195", bootstrap_with=[one for one in formula.clauses if one != goal]) as solver:
            assumed = [encoding.variable(key[op.key], step) for step, (op, _) in enumerate(pushed)]
            assumed += [
                encoding.variable(fact + 1, step)
                for step, (_, facts) in enumerate(pushed, start=1)
                for fact in sorted(facts)
            ]
            assert solver.solve(assumptions=assumed)
            true = set(solver.get_model())
        for step, (_, facts) in enumerate(pushed, start=1):
            assert {fact for fact in range(len(task.facts)) if encoding.variable(fact + 1, step) in true} == facts
        tried += 1
    assert tried > 20


def test_lemmas_are_no_part_of_the_formula() -> None:
    """What the windows know comes in the proof, where it is checked; the formula has a variable for every fact."""
    formula = claim(drawn(ROOM), "moves", 6)
    facts = range(len(formula.encoding.task.facts))
    for step in range(1, 7):
        assert all(formula.encoding.variable(fact + 1, step) in formula.number for fact in facts)
    known = list(lemmas(formula))
    assert len(known) > 100
    # Single literals of the formula speak of the start, or are the goal.
    encoding = formula.encoding
    units = {literal for literal, *more in formula.clauses if not more}
    assert {literal for literal in units if abs(literal) > encoding.stride} == set(encoding.aims(6))
    # Each of them follows from those before it; one that is turned round does not.
    dimacs = "".join(formula.dimacs("a room"))
    proof = [f"{literal} 0\n" for literal in known]
    for number in (10, len(known) // 2):
        result = check_proof(dimacs, "".join(proof[:number]) + "0\n", every=True)
        assert result.why == f"clause {number + 1} of the proof, `0`, does not follow"
