"""All that clingo prints, as text or as JSON (`--outf=2`): the answer sets in it that are plans.

    Answer: 1 (Time: 0.147s)           {"Call": [{"Witnesses": [{"Value": ["do(right,1)", ...]}]}],
    do(right,1) do(down,2)              "Result": "SATISFIABLE"}
    SATISFIABLE

Where clingo optimizes, each answer is better than the one before, and the last is meant. Otherwise (`clingo ... 0`)
each of them is a plan.
"""

from __future__ import annotations

import json
import re

from sokoplan.errors import InputError

_ANSWER = re.compile(r"Answer: \d+\b")
_OPTIMIZATION = re.compile(r"Optimization\s*:|OPTIMUM FOUND")
_NONE = re.compile(r"(?m)^(UNSATISFIABLE|UNKNOWN)\s*$")
_WHOLE = re.compile(r"(?m)^(?:Answer: \d+\b|(?:py)?clingo version|(?:UN)?SATISFIABLE\s*$|OPTIMUM FOUND)")


def looks_like(text: str) -> bool:
    return _WHOLE.search(text) is not None or (text.lstrip().startswith("{") and '"Call"' in text)


def answers(text: str) -> list[str]:
    """The answer sets; each with blanks for all else, so that places in it stay what they are. Raises InputError."""
    found = _of_json(text) if text.lstrip().startswith("{") else _of_text(text)
    if not found:
        none = _NONE.search(text)
        raise InputError(
            f"there is no answer set in this output of clingo{f': {none[1]}' if none else ''}",
            "Without a plan there is nothing to check. A longer horizon may have one: -c horizon=N.",
        )
    return found


def _of_text(text: str) -> list[str]:
    lines = text.split("\n")
    found = []
    for number, line in enumerate(lines[:-1]):
        if _ANSWER.match(line):
            before = (" " * len(one) for one in lines[: number + 1])
            found.append("\n".join((*before, lines[number + 1])))
    return found[-1:] if _OPTIMIZATION.search(text) else found


def _of_json(text: str) -> list[str]:
    try:
        said = json.loads(text)
        witnesses = [witness for call in said["Call"] for witness in call.get("Witnesses", ())]
        found = [" ".join(witness["Value"]) for witness in witnesses]
        return found[-1:] if any("Costs" in witness for witness in witnesses) else found
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else None
        raise InputError("this is not the JSON that clingo prints", "Use clingo ... --outf=2.", line=line) from None
