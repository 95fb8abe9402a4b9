"""A measurement as one HTML page: plots and a table, nothing loaded from anywhere.

The cactus plot is the one that solver competitions use: how many levels are answered within so much time each.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import combinations

from sokoplan.errors import printable
from sokoplan.lab.rows import Row, plan_columns
from sokoplan.lab.runs import Comparison, compare_runs
from sokoplan.puzzle.level import Level
from sokoplan.solving.wording import FAILED, figure
from sokoplan.views import charts
from sokoplan.views.page import drawing, page_of

# Below this a measurement is noise, and a logarithm needs a positive number.
_LEAST = 0.001


# So many of the levels that took longest are drawn.
_DRAWN = 8
_LARGEST = 900  # cells; a larger board shows nothing at that size


def page(
    rows: Sequence[Row],
    title: str,
    earlier: Sequence[Row] = (),
    made_by: str = "",
    levels: Mapping[tuple[str, int], Level] | None = None,
) -> str:
    """The whole page. `made_by` is the command, so that a reader can repeat it; `levels` by file and number, to draw
    those that took longest."""
    parts = [
        f"<p><code>{escape(printable(made_by))}</code></p>" if made_by else "",
        f'<section><h2>Engines</h2><div class="wide">{_totals(rows)}</div></section>',
        f'<section><h2>Plots</h2><div class="wide plots" tabindex="0">{_plots(rows)}</div></section>',
        _hardest(rows, levels or {}),
        f"<section>{_earlier(rows, earlier)}</section>" if earlier else "",
        f'<section><h2>Levels</h2><div class="wide levels">{_levels(rows)}</div></section>',
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


def _hardest(rows: Sequence[Row], levels: Mapping[tuple[str, int], Level]) -> str:
    """Pictures of the levels that took longest, all engines together."""
    took: dict[tuple[str, int], float] = {}
    names: dict[tuple[str, int], str] = {}
    for row in rows:
        key = row.file, row.index
        took[key] = took.get(key, 0.0) + row.cpu
        names[key] = printable(row.name)
    longest = sorted((key for key in took if key in levels), key=lambda key: -took[key])
    drawn = [key for key in longest if levels[key].height * levels[key].width <= _LARGEST][:_DRAWN]
    if not drawn:
        return ""
    figures = (
        f"<figure>{drawing(levels[key], names[key])}"
        f"<figcaption>{escape(names[key])}<small>{took[key]:.2f} CPU s</small></figcaption></figure>"
        for key in drawn
    )
    return f'<section><h2>What took longest</h2><div class="gallery">{"".join(figures)}</div></section>'


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
