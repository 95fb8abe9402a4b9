"""A measurement as one HTML page: plots and a table, nothing loaded from anywhere.

The cactus plot is the one that solver competitions use: how many levels are answered within so much time each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import combinations

from sokoplan.errors import printable
from sokoplan.lab.rows import Row, plan_columns
from sokoplan.lab.runs import Comparison, compare_runs
from sokoplan.solving.wording import FAILED, figure
from sokoplan.views import charts
from sokoplan.views.page import page_of

# Below this a measurement is noise, and a logarithm needs a positive number.
_LEAST = 0.001


def page(rows: Sequence[Row], title: str, earlier: Sequence[Row] = (), made_by: str = "") -> str:
    """The whole page. `made_by` is the command, so that a reader can repeat it."""
    parts = [
        f"<p><code>{escape(printable(made_by))}</code></p>" if made_by else "",
        _totals(rows),
        _plots(rows),
        _earlier(rows, earlier) if earlier else "",
        f'<h2>Levels</h2><div class="wide">{_levels(rows)}</div>',
    ]
    return page_of(title, "\n".join(filter(None, parts)))


def _totals(rows: Sequence[Row]) -> str:
    def cells(who: str) -> tuple[str, ...]:
        mine = [row for row in rows if row.who == who]
        number = {
            status: sum(row.status == status for row in mine)
            for status in ("solved", "unsolvable", "unknown", FAILED)
        }
        proved = sum(row.optimal for row in mine)
        cpu = f"{sum(row.cpu for row in mine):,.2f}"
        figures = (len(mine), number["solved"], proved, number["unsolvable"], number["unknown"], number[FAILED])
        return (who, *map(str, figures), cpu)

    columns = ("engine", "levels", "solved", "proved optimal", "unsolvable", "unknown", FAILED, "CPU s")
    return table(columns, map(cells, _engines(rows)))


def _plots(rows: Sequence[Row]) -> str:
    answered = [row for row in rows if row.answered]
    if not answered:
        return "<p>Nothing was answered, so there is nothing to plot.</p>"
    by = {who: [row for row in answered if row.who == who] for who in _engines(answered)}
    cactus = {
        who: [(max(row.cpu, _LEAST), number) for number, row in enumerate(sorted(mine, key=_cpu), start=1)]
        for who, mine in by.items()
    }
    length = {who: [(row.cost, max(row.cpu, _LEAST)) for row in mine if row.cost] for who, mine in by.items()}
    pictures = [charts.steps("Levels answered within so much time each", cactus, "CPU seconds a level", "levels")]
    if any(length.values()):
        pictures.append(charts.cloud("Time against the length of the plan", length, "plan", "CPU seconds"))
    for one, two in combinations(by, 2):
        times = {row.key: row for row in by[two]}
        both = [(max(row.cpu, _LEAST), max(times[row.key].cpu, _LEAST)) for row in by[one] if row.key in times]
        if both:
            words = f"{one} against {two}: CPU seconds on the {len(both)} that both answered"
            pictures.append(charts.cloud(words, {"a level": both}, one, two, diagonal=True))
    return "\n".join(pictures)


def _earlier(rows: Sequence[Row], earlier: Sequence[Row]) -> str:
    parts = ["<h2>Against the earlier run</h2>"]
    for who in _engines(rows):
        before = [row for row in earlier if row.who == who]
        if before:
            found = compare_runs(before, [row for row in rows if row.who == who])
            parts += [f"<h3>{escape(who)}</h3>", _compared(found)]
    if len(parts) == 1:
        parts.append("<p>The earlier run measured none of these engines.</p>")
    return "\n".join(parts)


def _compared(found: Comparison) -> str:
    lines = [f"answered by both runs: {found.both}"]
    if found.cpu_ratio is not None and found.nodes_ratio is not None:
        lines.append(
            f"geometric mean, earlier to now: CPU {found.cpu_ratio:.2f}, nodes {found.nodes_ratio:.2f} "
            "(above 1, now is better)"
        )
    for what, names in (
        ("answered only now", found.only_second),
        ("answered only then", found.only_first),
        ("CONTRADICTIONS", found.contradictions),
    ):
        if names:
            lines.append(f"{what}: {', '.join(map(printable, names))}")
    return "<ul>" + "".join(f"<li>{escape(line)}</li>" for line in lines) + "</ul>"


def _levels(rows: Sequence[Row]) -> str:
    plan = plan_columns(rows)

    def cells(row: Row) -> tuple[str, ...]:
        figures = (*(row.plan_figures[column] for column in plan), row.nodes)
        sizes = (row.memory_mb, row.variables, row.clauses)
        shown = [*map(figure, figures), f"{row.cpu:.3f}", *map(figure, sizes)]
        return (printable(row.name), row.who, row.outcome, *shown)

    columns = ("level", "engine", "answer", *plan, "nodes", "CPU s", "MB", "variables", "clauses")
    return table(columns, map(cells, rows))


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """As HTML; the cells are text."""
    head = "".join(f"<th scope=col>{escape(name)}</th>" for name in columns)
    body = "\n".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table>"


def _engines(rows: Iterable[Row]) -> list[str]:
    return list(dict.fromkeys(row.who for row in rows))


def _cpu(row: Row) -> float:
    return row.cpu
