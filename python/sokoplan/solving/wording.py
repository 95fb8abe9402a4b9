"""A Result in words: what was found, who proved it, what it took. Every command and the web app tell it alike.

Comes in:  a Result, or the few of its fields that a measurement keeps.     Goes out: words and figures, without
colour and without a full stop; where they stand is for others to say.
"""

from __future__ import annotations

from dataclasses import replace

from sokoplan.engines import ENGINES
from sokoplan.engines.answer import Answer
from sokoplan.puzzle.level import count
from sokoplan.solving.ask import Result

# From here on a number is rounded: nobody would read it, and not every reader of JSON could.
TOO_LONG = 10**15

# The status of a level that was asked and has no Result: the engine refused, or its process died.
FAILED = "failed"


def first_line(error: Exception) -> str:
    """What went wrong, for a field of its own; the rest is for people."""
    return str(error).partition("\n")[0]


def outcome(status: str, reason: str, optimal: bool) -> str:
    """The answer in a word or two: `optimal`, `solved`, `unsolvable`, `unknown (time)`."""
    if status == "unknown":
        return f"unknown ({reason})" if reason else status
    return "optimal" if optimal else status


def outcome_of(answer: Answer) -> str:
    return outcome(answer.status, answer.reason, answer.optimal)


def found(result: Result) -> str:
    """`solved in 8 moves, 2 pushes` (Helltaker: and the cost); or that there is no plan, or why nobody knows."""
    counts = result.counts
    if counts is None:
        return outcome_of(result.answer)
    words = f"solved in {count(counts.moves, 'move')}, {count(counts.pushes, result.level.law.push_word)}"
    return f"{words}, cost {counts.cost}" if result.level.law.measure == "cost" else words


def proved(result: Result) -> str:
    """What is proved of it, and by whom."""
    answer = result.answer
    if answer.status == "unsolvable":
        return f"proved by {result.engine}"
    if answer.status == "unknown":
        return f"{who(result)} gave no answer"
    if not answer.optimal:
        return f"found by {result.engine}"
    return f"optimal in {result.level.law.measured(result.objective)}, proved by {result.engine}"


def value(result: Result) -> str:
    """The one number that the engines compete for: `13`, `cost 7`."""
    cost = figure(result.cost)
    return f"cost {cost}" if cost and result.level.law.measure == "cost" else cost


def who(result: Result) -> str:
    """The engine that answered; or all that ran, where none did: `search and sat`."""
    names = [result.engine, *(other.engine for other in result.others)]
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def effort(result: Result) -> str:
    """What it took, by the engine's own measure; by each one's, where several tried in vain."""
    if result.others:
        return "; ".join(effort(one) for one in (replace(result, others=()), *result.others))
    nodes, word = result.answer.nodes, ENGINES[result.engine].nodes
    return result.answer.effort or f"{nodes:,} {word.removesuffix('s') if nodes == 1 else word}"


def figure(number: int | None) -> str:
    """For a table: thousands apart; nothing where nothing is known."""
    return "" if number is None else f"{number:,}"


def many(number: int) -> str:
    """A figure that may have thousands of digits, which Python does not like to write out: `about 1.07e301`."""
    if number < TOO_LONG:
        return f"{number:,}"
    power = int(number.bit_length() * 0.30102999566398120) - 1
    leading = number // 10 ** (power - 2)
    while leading >= 1000:
        leading, power = leading // 10, power + 1
    return f"about {leading // 100}.{leading % 100:02}e{power}"
