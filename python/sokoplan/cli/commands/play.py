"""`sokoplan play`: the game itself, in a terminal."""

from __future__ import annotations

import sys
from dataclasses import dataclass

import typer
from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from sokoplan.cli.exitcodes import ExitCode
from sokoplan.cli.keyboard import Keyboard, keyboard
from sokoplan.cli.options import How, LevelsArgument, levels_or_error, megabytes_of, reads_levels
from sokoplan.cli.output import can_draw, out
from sokoplan.engines.answer import Budget
from sokoplan.errors import InputError, printable
from sokoplan.puzzle.level import DIRECTION, Cell, plural
from sokoplan.puzzle.library import Entry
from sokoplan.puzzle.session import Session
from sokoplan.solving.result import Result
from sokoplan.solving.solve import solve
from sokoplan.views.terminal import board, plain
from sokoplan.views.text import margin_of

HELP = "arrows/wasd move  u undo  r redo  x restart\nh hint  n next  p previous  q quit"
_WASD = {"w": "u", "a": "l", "s": "d", "d": "r"}
# A hint that takes longer than this is no hint; the player can press h again to wait once more.
HINT_SECONDS = 10.0


@reads_levels
def play(levels: LevelsArgument, *, how: How) -> int:
    """Play levels in the terminal: arrows, undo, redo, restart, hints, next and previous level."""
    entries = levels_or_error(levels, how)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise InputError("playing needs a terminal", "Run it without a pipe; `sokoplan show` draws a level anywhere.")
    games = Games(entries)
    with keyboard() as keys, Live(console=out(), screen=True, auto_refresh=False) as live:
        while games.running:
            live.update(screen(live.console, games), refresh=True)
            _turn(games, keys, live)
    for line in games.farewell():
        print(line)
    return ExitCode.SOLVED


def _turn(games: Games, keys: Keyboard, live: Live) -> None:
    """Wait for one key and do what it says. A time limit, so that a resized window is drawn anew."""
    try:
        key = keys.read(0.5)
    except EOFError:
        games.running = False
        return
    if key == "h":
        games.message = "thinking ..."
        live.update(screen(live.console, games), refresh=True)
    if key is not None:
        games.press(key)


@dataclass
class Games:
    """All levels that are played in one sitting, each with its own undo; knows nothing of the screen."""

    entries: list[Entry]

    def __post_init__(self) -> None:
        self.number = 0
        self.running = True
        self.message = ""
        self._sessions: dict[int, Session] = {}
        self._hints = ""  # keys still to come of the plan that the last hint was taken from
        self._hinted: object = None  # the position that plan starts from

    @property
    def entry(self) -> Entry:
        return self.entries[self.number]

    @property
    def session(self) -> Session:
        if self.number not in self._sessions:
            self._sessions[self.number] = Session(self.entry.level)
        return self._sessions[self.number]

    def press(self, key: str) -> None:
        """One key, by the name that `keyboard` gives it."""
        self.message = ""
        if key in _COMMANDS:
            _COMMANDS[key](self)
        elif key in ARROWS or key in _WASD:
            refused = self.session.press(ARROWS.get(key) or _WASD[key])
            if refused is not None:
                self.message = str(refused)

    def undo(self) -> None:
        if not self.session.undo():
            self.message = "this is the start"

    def redo(self) -> None:
        if not self.session.redo():
            self.message = "nothing to redo"

    def restart(self) -> None:
        self.session.restart()

    def go(self, by: int) -> None:
        self.number = (self.number + by) % len(self.entries)
        if len(self.entries) == 1:
            self.message = "this is the only level"

    def quit(self) -> None:
        self.running = False

    def hint(self) -> None:
        """The next key of a plan from here. A plan is kept, so that following it costs no new search."""
        session = self.session
        if session.won:
            self.message = "it is solved"
            return
        if session.over:
            self.message = "out of moves: undo or restart"
            return
        here = self.number, session.state.snapshot(), session.cost
        if here != self._hinted or not self._hints:
            result = solve(session.here(), budget=Budget(HINT_SECONDS, megabytes_of(None)))
            self._hints = result.answer.plan.keys if result.answer.plan else ""
            if not self._hints:
                self.message = _no_hint(result)
                return
        key = self._hints[0]
        ahead = Session(session.here())
        ahead.press(key)
        self._hints = self._hints[1:]
        self._hinted = self.number, ahead.state.snapshot(), session.cost + ahead.cost
        self.message = f"hint: {DIRECTION[key]}"

    def farewell(self) -> list[str]:
        """What was solved, as plans that can be kept."""
        return [
            f"{printable(self.entries[number].name)}: solved in {session.moves} moves, {session.pushes} pushes: "
            f"{session.plan.keys}"
            for number, session in sorted(self._sessions.items())
            if session.won
        ]


def _no_hint(result: Result) -> str:
    if result.status == "unsolvable":
        return "there is no way to win from here: undo (proved)"
    ran_out = {"time": "ran out of time", "memory": "ran out of memory", "cancelled": "was stopped"}
    return f"no hint: the solver {ran_out.get(result.answer.reason, 'gave up')}"


# Names of `keyboard`, and the keys of the law.
ARROWS = {"up": "u", "down": "d", "left": "l", "right": "r"}
_COMMANDS = {
    "u": Games.undo,
    "r": Games.redo,
    "x": Games.restart,
    "h": Games.hint,
    "n": lambda games: games.go(1),
    "p": lambda games: games.go(-1),
    "q": Games.quit,
    "escape": Games.quit,
}


def screen(console: Console, games: Games) -> Group:
    """The whole picture: title, board, counts, message, keys."""
    session, level = games.session, games.entry.level
    place = f"  {games.number + 1}/{len(games.entries)}" if len(games.entries) > 1 else ""
    title = Text.assemble((printable(games.entry.name), "bold"), (place, "dim"))
    figures = f"moves {session.moves}   {plural(level.push_word)} {session.pushes}"
    if level.limit is not None:
        figures += f"   left {level.limit - session.cost}"
    position = session.state.snapshot()
    fancy = can_draw(console)
    picture = board(level, position) if fancy else Text(plain(level, position))
    if session.won:
        message = Text("Solved!", "bold green")
    elif session.over:
        message = Text("Out of moves: undo or restart.", "bold red")
    else:
        message = Text(games.message, "yellow")
    margin = margin_of(level)
    middle = session.state.player[0] + margin, session.state.player[1] + margin
    window = _window(picture, middle, 2 if fancy else 1, console.height - 7, console.width)
    return Group(title, Text(), window, Text(), Text(figures), message, Text(HELP, "dim"))


def _window(picture: Text, middle: Cell, scale: int, height: int, width: int) -> Text:
    """The part of a large board around its `middle` that the terminal has room for; a cell is `scale` columns."""
    lines = picture.split("\n")
    wide = max((line.cell_len for line in lines), default=0)
    top = max(0, min(middle[0] - height // 2, len(lines) - height))
    left = max(0, min(middle[1] * scale - width // 2, wide - width))
    return Text("\n").join(line[left : left + width] for line in lines[top : top + max(1, height)])


def register(app: typer.Typer) -> None:
    app.command()(play)
