"""Making levels: each one solved, proved and measured, and none of it there for nothing.

Comes in:  a `Recipe` and a number.     Goes out: levels as they are done, a `GeneratedLevel` each.

    recipe.py    what is asked for
    figures.py   how hard a level is
    sketch.py    the floor of a level, and small changes of it
    climb.py     the climb that all games share
    push.py      Sokoban and sinks: from the solved position backwards
    kick.py      Helltaker
    useless.py   boxes that do nothing
    twins.py     levels that are the same puzzle
    generated.py a level that was made
    jobs.py      several at a time

The same recipe gives the same levels, on one core or on many: level number 3 has dice of its own, and only if it is a
twin of an earlier one (or of a level to be avoided) they are thrown again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from random import Random

from sokoplan.lab.generate.generated import GeneratedLevel
from sokoplan.lab.generate.recipe import MAKERS, Recipe
from sokoplan.lab.generate.twins import fingerprint
from sokoplan.puzzle.level import Level

__all__ = ["MAKERS", "GeneratedLevel", "Recipe", "generate"]

# So often a level may turn out to be a twin before we believe that there are no others.
_MOST_TWINS = 20
# Called from time to time with the number of levels done; what it raises goes through.
Tell = Callable[[int], object]


def generate(
    recipe: Recipe,
    count: int,
    *,
    avoid: Iterable[Level] = (),
    jobs: int = 1,
    tell: Tell = lambda done: None,
) -> Iterator[GeneratedLevel]:
    """Levels as they are done, at most `count`; fewer where no more of them can be found.

    With one job all work is done here, and `tell` is called after every try.
    """
    from sokoplan.lab.generate.jobs import Workers  # imports processes; many callers want one level

    seen = {fingerprint(level) for level in avoid}
    with Workers(recipe, count, jobs) as workers:
        for number in range(1, count + 1):
            for throw in range(_MOST_TWINS):
                made = workers.level(number, throw, lambda: tell(number - 1))  # noqa: B023 (called before it changes)
                if made is None:
                    return
                print_of = fingerprint(made.level)
                if print_of not in seen:
                    seen.add(print_of)
                    yield made.titled(f"Generated {number} (seed {recipe.seed})")
                    break
            else:
                return


def make(recipe: Recipe, number: int, throw: int, tried: Callable[[], object]) -> GeneratedLevel | None:
    """The level of this number; None if no climb found one. `tried` is called after every climb."""
    maker = import_module(f"sokoplan.lab.generate.{MAKERS[recipe.game].module}").make
    dice = (recipe.seed, recipe.game, recipe.size, recipe.boxes, recipe.difficulty, number, throw)
    found: GeneratedLevel | None
    for found in maker(recipe, Random(repr(dice))):
        tried()
        if found is not None:
            return found
    return None
