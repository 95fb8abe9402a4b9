"""What every horizon took, as a chart and in a sentence.

Engines that try one horizon after another spend most of their time on those that have no plan; here one sees it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sokoplan.puzzle.level import count
from sokoplan.views.charts import lines, stacked

# The records of one contestant: `sokoplan.engines.answer.Horizon`, as a dictionary.
Records = Sequence[Mapping[str, Any]]
_LEAST = 0.0001  # seconds; less cannot be drawn on a logarithmic axis


def chart(title: str, contestants: Mapping[str, Records]) -> str:
    """Seconds and conflicts of each horizon, as one SVG."""
    return stacked(charts(title, contestants))


def charts(title: str, contestants: Mapping[str, Records]) -> list[str]:
    """The same as two; a line for each contestant and question."""
    parts = {
        name if len(questions) == 1 else f"{name}, {question}": [
            one for one in records if one["question"] == question
        ]
        for name, records in contestants.items()
        for questions in [list(dict.fromkeys(one["question"] for one in records))]
        for question in questions
    }
    seconds = {name: [(one["horizon"], max(one["seconds"], _LEAST)) for one in part] for name, part in parts.items()}
    conflicts = {name: [(one["horizon"], max(one["conflicts"], 1)) for one in part] for name, part in parts.items()}
    return [
        lines(f"{title}: what every horizon took", seconds, "horizon", "seconds"),
        lines(f"{title}: conflicts of the solver", conflicts, "horizon", "conflicts"),
    ]


def share_of_refuting(records: Iterable[Mapping[str, Any]]) -> str:
    """`22 horizons without a plan took 95% of 3.10 s`; empty if none was refuted."""
    rows = list(records)
    refuted = [one for one in rows if one["answer"] == "no plan"]
    whole = sum(one["seconds"] for one in rows)
    if not refuted or not whole:
        return ""
    part = sum(one["seconds"] for one in refuted) / whole
    return f"{count(len(refuted), 'horizon')} without a plan took {part:.0%} of {whole:.2f} s"
