"""A store as one HTML page that opens without a server: counts, times, the hardest levels, what is still open."""

from __future__ import annotations

import os
from collections.abc import Sequence
from html import escape

from sokoplan.errors import printable
from sokoplan.lab.batch.export import stored_boards
from sokoplan.lab.batch.store import Answer, Store
from sokoplan.lab.report import table
from sokoplan.puzzle.level import count
from sokoplan.solving.rate import duration
from sokoplan.solving.wording import figure
from sokoplan.views import charts
from sokoplan.views.page import page_of
from sokoplan.views.svg import picture

_LEAST = 0.0001  # seconds; a curve on a logarithmic axis has to begin somewhere
_HARDEST = 12
_GAPS = 50
_FILES = 100
_POINTS = 200  # of a curve: more cannot be seen, and a million would not open
_STYLE = """<style>
.gallery { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 1.25rem; padding: 0;
  margin-bottom: 2rem; }
.gallery figure { margin: 0; } .gallery svg { width: 100%; height: auto; max-height: 13rem; }
.gallery figcaption { font-size: .9rem; overflow-wrap: anywhere; }
.wide { margin-bottom: 2rem; }
td:nth-child(n+2), th:nth-child(n+2) { text-align: right; }
.files td:nth-child(2), .files th:nth-child(2) { text-align: left; }
</style>"""


def page(store: Store) -> str:
    questions = store.questions()
    parts = [_STYLE, _sources(store), f'<h2>Answers</h2><div class="wide">{_counts(store)}</div>', _files(store)]
    parts.append(_cactus(store))
    for objective, question in questions.items():
        parts += [_hardest(store, objective, question), _gaps(store, objective, question)]
    return page_of(f"Levels solved: {store.path.name}", "\n".join(filter(None, parts)))


def _sources(store: Store) -> str:
    levels, boards = store.connection.execute(
        "SELECT (SELECT count(*) FROM level), (SELECT count(*) FROM board)"
    ).fetchone()
    names = [os.path.basename(row[0]) for row in store.connection.execute("SELECT path FROM source ORDER BY id")]
    shown = ", ".join(map(printable, names[:20])) + (f" and {len(names) - 20:,} more" if names[20:] else "")
    same = f" ({boards:,} different puzzles; rotated and mirrored ones are the same)" if boards != levels else ""
    return f"<p>{levels:,} levels{same} from {escape(shown)}.</p>"


def _counts(store: Store) -> str:
    columns = ("objective", "answers", "solved", "proved optimal", "unsolvable", "unknown", "failed", "time")
    rows = []
    for row in store.connection.execute(
        """SELECT objective, count(*), sum(status = 'solved'), sum(optimal), sum(status = 'unsolvable'),
            sum(status = 'unknown'), sum(status = 'failed'), sum(seconds)
        FROM answer JOIN question ON question.id = answer.question GROUP BY question.id"""
    ):
        rows.append((row[0], *(f"{number:,}" for number in row[1:-1]), _time(row[-1])))
    return table(columns, rows)


def _files(store: Store) -> str:
    """The same for each file, where there are several: which collection is done, and which is the hard one."""
    found = store.connection.execute(
        """SELECT source.path, objective, count(*), total(status = 'solved'), total(optimal),
            total(status = 'unsolvable'), total(status IN ('unknown', 'failed')), total(status IS NULL),
            total(seconds)
        FROM source JOIN level ON level.source = source.id JOIN question
            LEFT JOIN answer ON answer.board = level.board AND answer.question = question.id
        GROUP BY source.id, question.id ORDER BY source.id, question.id"""
    ).fetchall()
    if len({row[0] for row in found}) < 2:
        return ""
    rows = [
        (
            printable(os.path.basename(path)),
            objective,
            *(f"{int(number):,}" for number in numbers),
            _time(seconds) if seconds else "",
        )
        for path, objective, *numbers, seconds in found[:_FILES]
    ]
    columns = (
        "file",
        "objective",
        "levels",
        "solved",
        "proved optimal",
        "unsolvable",
        "unknown",
        "not asked",
        "time",
    )
    more = f"<p>And {len(found) - _FILES:,} rows more.</p>" if found[_FILES:] else ""
    return f'<h2>By file</h2><div class="wide files">{table(columns, rows)}</div>{more}'


def _time(seconds: float) -> str:
    if seconds < 0.01:
        return "under 0.01 s"
    return f"{seconds:.2f} s" if seconds < 10 else duration(seconds)


def _cactus(store: Store) -> str:
    """How many levels are answered within so much time each."""
    curves = {}
    for objective, question in store.questions().items():
        find = """SELECT max(seconds, ?) FROM answer WHERE question = ? AND status IN ('solved', 'unsolvable')
            ORDER BY 1"""
        times = [row[0] for row in store.connection.execute(find, (_LEAST, question))]
        if times:
            curves[objective] = _thinned([(seconds, number) for number, seconds in enumerate(times, 1)])
    if not curves:
        return "<p>Nothing was answered, so there is nothing to plot.</p>"
    return charts.steps("Levels answered within so much time each", curves, "seconds a level", "levels")


def _thinned(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    step = max(1, len(points) // _POINTS)
    return [*points[:-1:step], points[-1]]


def _hardest(store: Store, objective: str, question: int) -> str:
    found = list(
        stored_boards(store, question, "answer.status IN ('solved', 'unsolvable')", "answer.seconds DESC", _HARDEST)
    )
    if not found:
        return ""
    figures = []
    for row in found:
        answer = row.answer
        assert answer is not None
        said = "unsolvable" if answer.status == "unsolvable" else _length(answer)
        best = ", optimal" if answer.optimal else ""
        drawn = picture(row.level(), name=row.shown_name)
        words = f"{said}{best}; {_time(answer.seconds)}, {answer.nodes:,} positions"
        figures.append(
            f"<figure>{drawn}<figcaption><b>{escape(row.shown_name)}</b><br>{escape(words)}</figcaption></figure>"
        )
    return f'<h2>The hardest: {escape(objective)}</h2><div class="gallery">{"".join(figures)}</div>'


def _length(answer: Answer) -> str:
    return f"{count(answer.moves or 0, 'move')}, {count(answer.pushes or 0, 'push')}"


def _gaps(store: Store, objective: str, question: int) -> str:
    """Where neither a best plan nor a proof is known: the plan, the bound, and what lies between."""
    where = "answer.status = 'unknown' OR (answer.status = 'solved' AND NOT answer.optimal)"
    if objective == "any":
        where = "answer.status = 'unknown'"
    order = "answer.cost IS NULL, answer.cost - answer.bound DESC, answer.seconds DESC"
    found = stored_boards(store, question, where, order, _GAPS)
    rows = []
    for row in found:
        answer = row.answer
        assert answer is not None
        plan = answer.cost if answer.plan else _best_known(store, row.board, objective)
        gap = plan - answer.bound if plan is not None and answer.bound is not None else None
        said = "plan not proved best" if answer.plan else f"unknown ({answer.reason})"
        cells = (*map(figure, (plan, answer.bound, gap)), _time(answer.seconds))
        rows.append((row.shown_name, said, *cells))
    if not rows:
        return ""
    columns = ("level", "answer", "best plan known", "bound", "gap", "time")
    return f'<h2>Still open: {escape(objective)}</h2><div class="wide">{table(columns, rows)}</div>'


def _best_known(store: Store, board: int, objective: str) -> int | None:
    """From the plans for other objectives, which are plans too."""
    column = {"pushes": "pushes", "moves": "moves"}.get(objective.partition("-")[0])
    if column is None:
        return None
    found = store.connection.execute(f"SELECT min({column}) FROM answer WHERE board = ?", (board,)).fetchone()
    return None if found[0] is None else int(found[0])
