"""A level as an answer set program that clingo can run: one file, or a folder of files with a README.

Comes in:  a Level.     Goes out: the text of one program; or the names of files and their text.

    sokoplan export LEVEL --to asp > level.lp                 one file:  clingo level.lp
    sokoplan export LEVEL --to asp --output folder            a folder:  clingo push.lp level.lp, and more

Both have only what the level's game needs. What each file is for is its own first line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from sokoplan.planning.asp.encodings import INCLUDE, encoding_of, text_of
from sokoplan.planning.asp.facts import files as facts_file
from sokoplan.planning.asp.facts import horizon_of, title_of
from sokoplan.puzzle.level import Level

# Beside the program that plays a game: what makes its search shorter, and what else may be asked of it.
_SOONER = {"push.lp": ("mutex.lp", "deadlock.lp"), "kick.lp": ("mutex.lp",)}
_ALSO = {
    "push.lp": ("pushes.lp", "shortest.lp", "fewest-pushes.lp", "count-pushes.lp", "reason.lp"),
    "kick.lp": ("shortest.lp",),
}


def program(level: Level, horizon: int | None = None) -> str:
    """One file that needs no other: the facts, then the encodings, each after those it includes."""
    game = encoding_of(level)
    asked = horizon_of(level, horizon)
    heading = (
        "% The level and everything that clingo needs to solve it. Save this as level.lp, then:\n"
        f"%     clingo level.lp                  a plan of at most {asked} steps: do(Direction,T) is the T-th key\n"
        f"%     clingo level.lp -c horizon={asked + 10:<5} the same with at most {asked + 10} steps\n"
        "%     clingo level.lp 0                all plans\n"
    )
    parts = _with_included((game, *_SOONER[game]))
    texts = (f"\n%%%%%% {name} %%%%%%\n\n{_without_includes(text_of(name))}" for name in parts)
    facts = facts_file(level, horizon)["level.lp"].replace(f"% clingo {game} level.lp\n", "")
    return "".join((heading, facts, *texts))


def files(level: Level, horizon: int | None = None) -> dict[str, str]:
    """The facts, the encodings that can be run with them, and a README with the commands."""
    game = encoding_of(level)
    names = sorted(_with_included((game, *_SOONER[game], *_ALSO[game])))
    encodings = {name: text_of(name) for name in names}
    return {
        **facts_file(level, horizon),
        **encodings,
        "README.md": "\n".join(_readme(level, game, encodings, horizon_of(level, horizon))) + "\n",
    }


def _with_included(names: tuple[str, ...]) -> list[str]:
    """The files and all that they include, each once and after what it includes."""
    found: dict[str, None] = {}
    for name in names:
        included = tuple(INCLUDE.findall(text_of(name)))
        found |= dict.fromkeys(chain(_with_included(included), (name,)))
    return list(found)


def _without_includes(text: str) -> str:
    return re.sub(rf"(?m)^{INCLUDE.pattern}\n", "", text)


def _readme(level: Level, game: str, encodings: dict[str, str], horizon: int) -> Iterator[str]:
    sooner = " ".join(_SOONER[game])
    commands = [
        (f"clingo {game} level.lp", f"a plan of at most {horizon} steps, or UNSATISFIABLE"),
        (f"clingo {game} {sooner} level.lp", "the same, sooner"),
        (f"clingo {game} {sooner} level.lp 0", "all of them"),
        (f"clingo {game} {sooner} level.lp -c horizon={horizon + 10}", "another horizon"),
        (f"clingo {game} {sooner} shortest.lp level.lp", "a plan with the fewest steps"),
    ]
    if game == "push.lp":
        commands.append((f"clingo pushes.lp {sooner} shortest.lp level.lp", "a plan with the fewest pushes"))
    commands.append(
        (f"clingo {game} {sooner} level.lp | sokoplan verify LEVEL -", "is it a plan? LEVEL: your level file")
    )
    width = max(len(command) for command, _ in commands)
    yield f"# {title_of(level) or 'A level'} as an answer set program"
    yield ""
    yield "`clingo` is the program of that name, or `python -m clingo` (`pip install clingo`)."
    yield ""
    yield "```sh"
    yield from (f"{command:{width}}  # {words}" for command, words in commands)
    yield "```"
    yield ""
    yield "| file | what it is |"
    yield "|---|---|"
    yield "| `level.lp` | the facts of the level, and the default horizon |"
    yield from (f"| `{name}` | {_first_line(text)} |" for name, text in encodings.items())


def _first_line(text: str) -> str:
    return text.partition("\n")[0].lstrip("% ").rstrip(".")
