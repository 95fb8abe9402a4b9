"""`sokoplan play`: the game itself, in a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from sokoplan.cli.exitcodes import ExitCode
from sokoplan.cli.keyboard import Keyboard, keyboard
from sokoplan.cli.options import How, Levels, budget_of, level_command, levels_argument
from sokoplan.cli.output import can_draw, out
from sokoplan.errors import InputError, printable
from sokoplan.puzzle.level import DIRECTION, Cell, count, plural
from sokoplan.puzzle.library import Entry
from sokoplan.puzzle.session import Session
from sokoplan.solving.result import Result
from sokoplan.solving.solve import solve
from sokoplan.solving.warnings import trouble
from sokoplan.views.keys import ACTIONS, MOVES_LABEL, action_of, direction_of
from sokoplan.views.terminal import board, plain
from sokoplan.views.text import margin_of

# Terminals send backspace as a control character.
_NAMES = {"\x7f": "backspace", "\b": "backspace"}
_QUIT = ("q", "escape")  # the one action that the web pages do not have
# After that the hint is given up; the player can ask again.
HINT_SECONDS = 10.0


@level_command(levels_argument())
def play(levels: tuple[str, ...], *, how: How) -> int:
    """Play levels in the terminal: arrows, undo, redo, hints. Press ? for the keys."""
    found = Levels(levels, how)
    entries = list(found)
    if not entries:
        return found.code
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise InputError("`play` needs a terminal", "Run it without a pipe. `sokoplan show` draws a level anywhere.")
    games = Games(entries)
    with keyboard() as keys, Live(console=out(), screen=True, auto_refresh=False) as live:
        while games.running:
            live.update(screen(live.console, games), refresh=True)
            _turn(games, keys, live)
    for line in games.farewell():
        print(line)
    return ExitCode.SOLVED


def _turn(games: Games, keys: Keyboard, live: Live) -> None:
    """Wait for one key and act on it; but not for long, so that a resized window is drawn again."""
    try:
        key = keys.read(0.5)
    except EOFError:
        games.running = False
        return
    if key is not None and action_of(key) == "hint" and not games.help_shown:
        games.message = "Thinking..."
        live.update(screen(live.console, games), refresh=True)
    if key is not None:
        games.press(key)


@dataclass
class Games:
    """All levels of one `play` command, each with its own undo. Knows nothing of the screen."""

    entries: list[Entry]

    def __post_init__(self) -> None:
        self.number = 0
        self.running = True
        self.message = ""
        self.help_shown = False
        self.dead_shown = False
        self._dead: tuple[object, frozenset[Cell]] = (None, frozenset())  # a position and its dead squares
        self._sessions: dict[int, Session] = {}
        self._hints = ""  # the rest of the plan that the last hint came from
        self._hinted: object = None  # the position in which that rest starts

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
        key = _NAMES.get(key, key)
        self.message = ""
        if self.help_shown:  # any key closes the list of keys
            self.help_shown = False
        elif key in _QUIT:
            self.running = False
        elif (action := action_of(key)) is not None:
            DO[action](self)
        elif (direction := direction_of(key)) is not None:
            refused = self.session.press(direction)
            if refused is not None:
                self.message = f"Not possible: {refused}."

    def undo(self) -> None:
        if not self.session.undo():
            self.message = "Nothing to undo."

    def undo_push(self) -> None:
        if not self.session.undo_push():
            self.message = "Nothing to undo."

    def redo(self) -> None:
        if not self.session.redo():
            self.message = "Nothing to redo."

    def restart(self) -> None:
        self.session.restart()

    def go(self, by: int) -> None:
        self.number = (self.number + by) % len(self.entries)
        if len(self.entries) == 1:
            self.message = "This is the only level."

    def help(self) -> None:
        self.help_shown = True

    def toggle_dead(self) -> None:
        self.dead_shown = not self.dead_shown
        if self.dead_shown and not self.dead_squares():
            self.message = "There are no dead squares here."

    def dead_squares(self) -> frozenset[Cell]:
        """The squares where a box would be lost, if they are to be shown. Found once for each position."""
        session = self.session
        if not self.dead_shown or session.won or session.over:
            return frozenset()
        here = self.number, session.state.snapshot()
        if self._dead[0] != here:
            self._dead = here, trouble(session.here()).dead
        return self._dead[1]

    def hint(self) -> None:
        """The next key of a plan from here. The plan is kept, so that following it takes no new search."""
        session = self.session
        if session.won:
            self.message = "This level is solved."
            return
        if session.over:
            self.message = "Out of moves: undo or restart."
            return
        here = self.number, session.state.snapshot(), session.cost
        if here != self._hinted or not self._hints:
            result = solve(session.here(), budget=budget_of(HINT_SECONDS, None))
            self._hints = result.answer.plan.keys if result.answer.plan else ""
            if not self._hints:
                self.message = _no_hint(result)
                return
        key = self._hints[0]
        ahead = Session(session.here())
        ahead.press(key)
        self._hints = self._hints[1:]
        self._hinted = self.number, ahead.state.snapshot(), session.cost + ahead.cost
        self.message = f"Hint: {DIRECTION[key]}."

    def farewell(self) -> list[str]:
        """The levels that were solved, with their plans."""
        return [
            f"{printable(self.entries[number].name)}: solved in {count(session.moves, 'move')}, "
            f"{count(session.pushes, session.level.law.push_word)}: {session.plan.keys}"
            for number, session in sorted(self._sessions.items())
            if session.won
        ]


def _no_hint(result: Result) -> str:
    if result.status == "unsolvable":
        return "This position cannot be won: that is proved. Undo some moves."
    ran_out = {"time": "ran out of time", "memory": "ran out of memory", "cancelled": "was stopped"}
    return f"No hint: the solver {ran_out.get(result.answer.reason, 'gave up')}."


# Every action of `views/keys.json`.
DO: dict[str, Callable[[Games], None]] = {
    "undo": Games.undo,
    "undo push": Games.undo_push,
    "redo": Games.redo,
    "restart": Games.restart,
    "hint": Games.hint,
    "dead squares": Games.toggle_dead,
    "next": lambda games: games.go(1),
    "previous": lambda games: games.go(-1),
    "help": Games.help,
}


def screen(console: Console, games: Games) -> Group:
    """The whole screen: title, board, counts, message, keys."""
    if games.help_shown:
        return _help()
    session, level = games.session, games.entry.level
    place = f"  {games.number + 1}/{len(games.entries)}" if len(games.entries) > 1 else ""
    title = Text.assemble((printable(games.entry.name), "bold"), (place, "dim"))
    figures = f"moves {session.moves}   {plural(level.law.push_word)} {session.pushes}"
    if level.limit is not None:
        figures += f"   moves left {level.limit - session.cost}"
    position = session.state.snapshot()
    fancy = can_draw(console)
    dead = games.dead_squares()
    picture = board(level, position, dead=dead) if fancy else Text(plain(level, position, dead))
    if session.won:
        message = Text("Solved!", "bold green")
    elif session.over:
        message = Text("Out of moves: undo or restart.", "bold red")
    else:
        message = Text(games.message, "yellow")
    margin = margin_of(level)
    middle = session.state.player[0] + margin, session.state.player[1] + margin
    footer = _footer(console.width)
    window = _window(picture, middle, 2 if fancy else 1, console.height - 5 - len(footer), console.width)
    return Group(title, Text(), window, Text(), Text(figures), message, Text("\n".join(footer), "dim"))


def _footer(width: int) -> list[str]:
    """The first key of each action, in as many lines as it takes."""
    lines = ["arrows move"]
    for item in (*(f"{action.keys[0]} {action.name}" for action in ACTIONS), "q quit"):
        if len(lines[-1]) + 3 + len(item) > width:
            lines.append(item)
        else:
            lines[-1] += f"   {item}"
    return lines


def _help() -> Group:
    rows = [(MOVES_LABEL, "move"), *((action.label, action.words) for action in ACTIONS), ("Q or Escape", "quit")]
    wide = max(len(keys) for keys, _ in rows)
    lines = [Text(f"  {keys:{wide}}   {words}") for keys, words in rows]
    return Group(Text("Keys", "bold"), Text(), *lines, Text(), Text("Press any key to go back.", "dim"))


def _window(picture: Text, middle: Cell, scale: int, height: int, width: int) -> Text:
    """The part of a large board around `middle` that fits into the terminal; a cell is `scale` columns wide."""
    lines = picture.split("\n")
    wide = max((line.cell_len for line in lines), default=0)
    top = max(0, min(middle[0] - height // 2, len(lines) - height))
    left = max(0, min(middle[1] * scale - width // 2, wide - width))
    return Text("\n").join(line[left : left + width] for line in lines[top : top + max(1, height)])
