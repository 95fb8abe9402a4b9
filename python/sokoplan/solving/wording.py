"""A Result in words: what was found, which engine proved it, what it took. The commands and the web app share it.

Words and figures without colour and without a full stop; layout is up to the caller.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sokoplan.engines import ENGINES
from sokoplan.engines.answer import Answer, Progress
from sokoplan.puzzle.level import count

if TYPE_CHECKING:
    from sokoplan.solving.result import Result

# Larger numbers are rounded: nobody would read them, and not every JSON reader could.
TOO_LONG = 10**15

# The status of a level without a Result: the engine refused, or its process died.
FAILED = "failed"


def first_line(error: Exception) -> str:
    """What went wrong, as one line."""
    return str(error).partition("\n")[0]


def outcome(status: str, reason: str, optimal: bool) -> str:
    """The answer in a word or two: `optimal`, `solved`, `unsolvable`, `unknown (time)`."""
    if status == "unknown":
        return f"unknown ({reason})" if reason else status
    return "optimal" if optimal else status


def outcome_of(answer: Answer) -> str:
    return outcome(answer.status, answer.reason, answer.optimal)


def summary(result: Result) -> str:
    """`solved in 8 moves, 2 pushes` (Helltaker: and the cost), `unsolvable`, or `unknown (time)`."""
    counts = result.counts
    if counts is None:
        return outcome_of(result.answer)
    words = f"solved in {count(counts.moves, 'move')}, {count(counts.pushes, result.level.law.push_word)}"
    return f"{words}, cost {counts.cost}" if result.level.law.measure == "cost" else words


def proved(result: Result) -> str:
    """What is proved, and by which engine."""
    answer = result.answer
    if answer.status == "unsolvable":
        return f"proved by {result.engine}"
    if answer.status == "unknown":
        return f"no answer from {who(result)}"
    if not answer.optimal:
        return ", ".join(filter(None, (bounded(result), f"found by {result.engine}")))
    return f"optimal in {result.level.law.measured(result.objective)}, proved by {result.engine}"


def bounded(result: Result) -> str:
    """What every plan costs at least: `at least 208 pushes are needed (gap 2.9 %)`; empty if nothing is known."""
    if not result.bound or result.gap is None:
        return ""
    measure = result.level.law.measured(result.objective.partition("-")[0])
    needed = (
        f"a cost of at least {result.bound:,} is" if measure == "cost" else f"at least {result.bound:,} {measure} are"
    )
    return f"{needed} needed (gap {100 * result.gap:.1f} %)"


def value(result: Result) -> str:
    """The one number that the engines minimise: `13`, `cost 7`."""
    cost = figure(result.cost)
    return f"cost {cost}" if cost and result.level.law.measure == "cost" else cost


def who(result: Result) -> str:
    """The engine that answered; or all that ran, if none did: `search and sat`."""
    names = [result.engine, *(other.engine for other in result.others)]
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def effort(result: Result) -> str:
    """What it took, in the engine's own measure; for each engine, if several tried in vain."""
    if result.others:
        return "; ".join(effort(one) for one in (replace(result, others=()), *result.others))
    nodes, word = result.answer.nodes, ENGINES[result.engine].nodes
    return result.answer.effort or f"{nodes:,} {word.removesuffix('s') if nodes == 1 else word}"


def doing(sign: Progress, nodes: str = "positions") -> str:
    """How far an engine has come: `forward + packing, packed 3 of 10; 1,234 positions, 12 MB`."""
    bound = f", at least {sign.bound}" if sign.bound is not None else ""
    bound += f", best plan {sign.best}" if sign.best is not None else ""
    memory = f", {sign.memory_mb} MB" if sign.memory_mb is not None else ""
    return f"{f'{sign.words}; ' if sign.words else ''}{sign.nodes:,} {nodes}{bound}{memory}"


def figure(number: int | None) -> str:
    """For a table: with thousands separators; empty if nothing is known."""
    return "" if number is None else f"{number:,}"


def many(number: int) -> str:
    """A number that may have thousands of digits: `about 1.07e301`."""
    if number < TOO_LONG:
        return f"{number:,}"
    power = int(number.bit_length() * 0.30102999566398120) - 1
    leading = number // 10 ** (power - 2)
    while leading >= 1000:
        leading, power = leading // 10, power + 1
    return f"about {leading // 100}.{leading % 100:02}e{power}"
