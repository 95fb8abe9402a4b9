"""SAT against the oracle and the native search: same answer, same length, by every strategy, solver and encoding."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

import pytest

from helpers import levelgen
from helpers.levels import SHARED, drawn
from sokoplan.engines.answer import Answer, Budget, Objective, Request
from sokoplan.engines.dead_pairs import dead_pairs
from sokoplan.engines.options.sat import CARDS, PARTS, STRATEGIES
from sokoplan.engines.oracle import search as oracle
from sokoplan.engines.sat.engine import solve
from sokoplan.engines.search import engine as search
from sokoplan.errors import InputError
from sokoplan.planning.ground import ground
from sokoplan.planning.proved.bounds import push_bound
from sokoplan.puzzle.formats import read
from sokoplan.puzzle.level import KEYS, Level, ahead_of
from sokoplan.puzzle.library import open_levels
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.rules import begin, level_at, play
from sokoplan.puzzle.verify import verify
from sokoplan.views.text import draw

Make = Callable[[Random], Level]


def _sokoban(random: Random) -> Level:
    level = levelgen.sokoban(random, rows=5, columns=6, boxes=2, walls=0.1, spare_goals=random.random() < 0.3)
    return replace(level, reading="each-once") if random.random() < 0.3 else level


def _sink(random: Random) -> Level:
    make = random.choice([levelgen.sink, levelgen.hole])
    return make(random, rows=5, columns=6, boxes=2, walls=0.1)


# Small rooms with few walls, so that many have a plan.
GAMES: dict[str, Make] = {"sokoban": _sokoban, "sink": _sink, "helltaker": levelgen.helltaker}
MOST_STEPS = 16


def ask(level: Level, objective: Objective = "moves", *, all_plans: bool = False, **options: str) -> Answer:
    named = {name.replace("_", "-"): value for name, value in options.items()}
    return solve(Request(level, objective, all_plans, 1000, named), Budget(), lambda progress: None)


def levels(game: str, number: int, seed: str = "") -> Iterator[tuple[Level, oracle.Cheapest]]:
    """Random levels with the oracle's word on them; of three, two have a plan that is worth the name."""
    random = Random(f"sat {game} {seed}")
    without = 0
    while number:
        level = GAMES[game](random)
        found = oracle.search(level, "moves")
        if found.cost is not None and not 2 <= found.cost <= MOST_STEPS:
            continue
        if found.cost is None:
            without += 1
            if without > number // 2:
                continue
        number -= 1
        yield level, found


def value(level: Level, plan: Plan, objective: str) -> int:
    verdict = verify(level, plan)
    assert verdict.solved, f"{verdict.why}: {plan.keys}\n{picture(level)}"
    counts = verdict.counts
    first, second = (counts.pushes, counts.cost) if objective.startswith("pushes") else (counts.cost, counts.pushes)
    return first << 32 | second if "-" in objective else first


def picture(level: Level) -> str:
    return "\n".join([*draw(level), f"{level.game} {level.reading} {level.limit}"])


def agree(level: Level, objective: Objective, truth: oracle.Cheapest | None = None, **options: str) -> None:
    """The engine says what the oracle says. Where there is no plan, it can say so if Helltaker's limit ends it or the
    first position is lost already; else it does not know."""
    truth = truth or oracle.search(level, objective)
    answer = ask(level, objective, **{"max_steps": str(MOST_STEPS), **options})  # type: ignore[arg-type]
    if truth.plan is None:
        assert answer.status != "solved", picture(level)
        assert answer.status == "unsolvable" or level.game != "helltaker", picture(level)
        assert answer.reason == ("" if answer.status == "unsolvable" else "horizon")
    else:
        assert answer.status == "solved", picture(level)
        assert answer.plan is not None
        assert value(level, answer.plan, objective) == truth.cost, picture(level)


def agreement(game: str, number: int, seed: str = "") -> None:
    solved = 0
    for level, found in levels(game, number, seed):
        agree(level, "moves", found)
        if game != "helltaker":
            agree(level, "pushes")
        native = search.solve(Request(level, "moves"), Budget(), lambda progress: None)
        assert (native.status == "solved") == (found.plan is not None), picture(level)
        if native.plan is not None:
            assert value(level, native.plan, "moves") == found.cost, picture(level)
        solved += found.plan is not None
    assert solved > number // 2


@pytest.mark.parametrize("game", GAMES)
def test_agreement(game: str) -> None:
    """300 levels of each game: 900 in all."""
    agreement(game, 300)


@pytest.mark.long
@pytest.mark.timeout(0)
@pytest.mark.parametrize("game", GAMES)
def test_agreement_at_length(game: str) -> None:
    """10,000 levels of each game: `make test-long`."""
    agreement(game, 10_000, "at length")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_strategy(strategy: str, game: str) -> None:
    for level, _ in levels(game, 12, strategy):
        agree(level, "moves", strategy=strategy)
        if game != "helltaker":
            agree(level, "pushes", strategy=strategy)


@pytest.mark.parametrize("objective", ["any", "moves-pushes", "pushes-moves"])
def test_other_objectives(objective: Objective) -> None:
    solved = 0
    for game in ("sokoban", "sink"):
        for level, found in levels(game, 20, objective):
            solved += found.plan is not None
            if objective == "any":
                assert (ask(level, "any", max_steps="16").plan is None) == (found.plan is None)
            elif found.plan is not None:
                longest = verify(level, oracle.search(level, objective).plan or Plan()).counts.moves
                agree(level, objective, max_steps=str(max(longest, 1)))
    assert solved > 10


@pytest.mark.parametrize(
    "part",
    [*PARTS, "forward,backward,dead"],
)
def test_every_part_may_be_missing(part: str) -> None:
    for game in GAMES:
        for level, _ in levels(game, 6, part):
            agree(level, "moves", without=part)
            if game != "helltaker":
                agree(level, "pushes", without=part)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_without_upper_no_strategy_asks_the_native_search(strategy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def some_plan(level: Level, counts: str) -> Plan | None:
        asked.append(counts)
        return None

    monkeypatch.setattr("sokoplan.engines.upper.some_plan", some_plan)
    monkeypatch.setattr("sokoplan.engines.sat.problem.some_plan", some_plan)
    level = drawn("#######\n#@ $ .#\n#  $ .#\n#     #\n#######")
    assert ask(level, "pushes", strategy=strategy).optimal
    assert asked == ([] if strategy in ("patterns", "fresh") else ["pushes"])  # these have no use for a bound
    asked.clear()
    assert ask(level, "pushes", strategy=strategy, without="upper").optimal
    assert asked == []


@pytest.mark.parametrize("without", ["", "upper", "upper,cuts", "upper,fights"])
def test_boxes_in_each_others_way(without: str) -> None:
    """Positions from the middle of levels in which boxes cost each other pushes: as many as the search finds."""
    random = Random("fights")
    compared = 0
    for name in ("there-and-back", "revolving-door", "spoilt-for-choice", "picket-fence", "bottom-drawer"):
        (entry,) = open_levels(name)
        for keys in (0, 10, 40):
            level = entry.level
            state = begin(level)
            for key in random.choices(KEYS, k=keys):
                play(level, state, key)
            position = level_at(level, state)
            best = search.solve(Request(position, "pushes"), Budget(), lambda progress: None)
            if best.plan is not None:
                found = ask(position, "pushes", without=without)
                assert found.plan is not None
                assert found.optimal
                counts = [verify(position, plan).counts.pushes for plan in (found.plan, best.plan)]
                assert counts[0] == counts[1], picture(position)
                compared += 1
    assert compared > 6


def test_dead_pairs_are_those_without_a_plan() -> None:
    """Two boxes alone, the player beside one of them: dead by the table exactly if the oracle finds no plan."""
    random = Random("pairs")
    seen = {False: 0, True: 0}
    while min(seen.values()) < 40:
        level = levelgen.sokoban(random, rows=5, columns=6, boxes=2, walls=0.15)
        if (
            len(level.boxes) < 2
            or len(level.reachable()) < 4
            or not all(oracle.search(one, "any").plan for one in _alone(level))
        ):
            continue
        dead = {(one, two): players for one, two, players in dead_pairs(level)}
        cells = sorted(level.reachable())
        one, two = sorted(random.sample(cells, 2))
        beside = [ahead_of(cell, key) for cell in (one, two) for key in KEYS]
        player = random.choice(beside)
        if player not in cells or player in (one, two):
            continue
        position = replace(level, boxes=frozenset((one, two)), player=player)
        hopeless = any(oracle.search(alone, "any").plan is None for alone in _alone(position))
        lost = (one, two) in dead and (not dead[one, two] or player in dead[one, two])
        if not hopeless:  # a box that is lost by itself needs no table
            assert lost == (oracle.search(position, "any").plan is None), picture(position)
            seen[lost] += 1


def _alone(level: Level) -> Iterator[Level]:
    """The level with each of its boxes by itself."""
    return (replace(level, boxes=frozenset((box,))) for box in sorted(level.boxes))


def test_the_bound_knows_the_players_side() -> None:
    """
    ########
    #@ $  .#     in a corridor the player cannot get round the box
    ########
    """
    for text, least in (("########\n# . $ @#\n########", 2), ("########\n#@ $ . #\n#  #####\n########", 2)):
        level = drawn(text)
        task = ground(level)
        bound = push_bound(level, task)
        assert bound is not None
        assert bound.least == least
    # On the wrong side: no number of pushes will do.
    level = drawn("########\n#@ $  .#\n########")
    turned = replace(level, player=(1, 4))
    bounds = [push_bound(one, ground(one)) for one in (level, turned)]
    assert [bound.least < 1000 for bound in bounds if bound is not None] == [True, False]


@pytest.mark.parametrize("way", ["pairwise", *CARDS])
def test_every_at_most_one(way: str) -> None:
    for game in GAMES:
        for level, _ in levels(game, 4, way):
            agree(level, "moves", amo=way)


@pytest.mark.parametrize("game", GAMES)
def test_a_variable_for_each_operator(game: str) -> None:
    for level, _ in levels(game, 20, "named"):
        agree(level, "moves", variables="operators")
        agree(level, "moves", variables="operators", strategy="binary")


@pytest.mark.parametrize("name", ["glucose4", "minisat22", "cadical153", "maplecm", "lingeling"])
def test_solvers_by_name(name: str) -> None:
    for level, _ in levels("sokoban", 5, "solver"):
        agree(level, "moves", sat_solver=name)


@pytest.mark.parametrize("game", GAMES)
def test_all_plans_agree_with_the_oracle(game: str) -> None:
    counted = 0
    for level, found in levels(game, 40, "all"):
        for objective in ("moves",) if game == "helltaker" else ("moves", "moves-pushes"):
            if found.plan is None:
                continue
            truth = oracle.all_plans(level, objective, 1000)
            if truth.count > 200:
                continue  # one by one, and each costs the solver more than the one before
            answer = ask(level, objective, all_plans=True)  # type: ignore[arg-type]
            assert answer.plans == truth.count, picture(level)
            assert answer.listed == truth.plans, picture(level)
            counted += truth.count > 1
    assert counted > 4


def test_a_first_position_that_is_lost_is_proved_without_a_formula() -> None:
    """
    #####
    #@  #     the box is in a corner
    # .$#
    #####
    """
    answer = ask(drawn("#####\n#@  #\n# .$#\n#####"))
    assert (answer.status, answer.reason, answer.horizons) == ("unsolvable", "", ())
    assert answer.effort == "without a formula"


def test_two_boxes_that_can_only_reach_one_goal_are_proved_too() -> None:
    """
    #######
    #.$@$ #     neither box can leave its row, and only one goal is in it
    ##   ##
    # . ###
    #######
    """
    answer = ask(drawn("#######\n#.$@$ #\n##   ##\n# . ###\n#######"), "pushes")
    assert (answer.status, answer.reason) == ("unsolvable", "")


def test_a_level_without_a_plan_is_not_claimed() -> None:
    """
    ######
    #.$$.#     the two boxes at the wall block each other, which a long formula does not see;
    #  @ #     with a third box, the table of two would
    ######
    """
    answer = ask(drawn("######\n#.$$.#\n#  @ #\n######"), max_steps="20", strategy="deepen")
    assert (answer.status, answer.reason) == ("unknown", "horizon")
    answer = ask(drawn("########\n#..$$..#\n#      #\n# @ $. #\n########"), max_steps="20")
    assert answer.status == "unsolvable"


def test_too_short_a_horizon() -> None:
    level = drawn("######\n#@ $.#\n######")
    assert ask(level, max_steps="1").reason == "horizon"
    assert ask(level, max_steps="2").status == "solved"


@pytest.mark.shared
def test_the_sample_map_has_thirteen_actions() -> None:
    (level,) = read((SHARED / "comenius_course" / "map1.txt").read_text(encoding="utf-8"))
    answer = ask(level)
    assert answer.plan is not None
    assert len(answer.plan.keys) == 13


@pytest.mark.shared
@pytest.mark.parametrize(
    ("number", "cost", "plans"),
    [(1, 23, 8), (2, 24, 3), (3, 32, 1), (4, 23, 2), (5, 22, 26), (6, 42, 39), (7, 32, 2), (8, 12, 4), (9, 33, 2)],
)
def test_helltaker(number: int, cost: int, plans: int) -> None:
    (level,) = read((SHARED / "helltaker_official" / f"level{number}.txt").read_text(encoding="utf-8"))
    answer = ask(level, all_plans=True, sat_solver="glucose4")
    assert answer.plan is not None
    assert verify(level, answer.plan).counts.cost == cost
    assert answer.plans == plans == len(answer.listed)


def test_wrong_options_are_told() -> None:
    level = drawn("######\n#@ $.#\n######")
    with pytest.raises(InputError, match="unknown value 'best' for --strategy"):
        ask(level, strategy="best")
    with pytest.raises(InputError, match="unknown SAT solver 'cadicle'"):
        ask(level, sat_solver="cadicle")
    with pytest.raises(InputError, match="program not found"):
        ask(level, sat_solver="/no/such/minisat")
    with pytest.raises(InputError, match="unknown value 'luck' for --without"):
        ask(level, without="luck")
