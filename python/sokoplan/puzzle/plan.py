"""A plan: the keys that a person presses, and nothing else.

Comes in:  keys, as an engine or a text gives them.     Goes out: `Plan`; `Counts`, the figures players compare.

Which of the keys are pushes depends on the level, so capitals are not part of a plan: `replay` works them out.
`notation` reads and writes plans as text, in six ways.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sokoplan.puzzle.level import STEP, Level


@dataclass(frozen=True)
class Plan:
    """Keys, lower case, from first to last. Helltaker's forced step has no key and is not in it.

    >>> import sokoplan as sp
    >>> plan = sp.Plan("rrr")
    >>> sp.verify(sp.level("#######|#@ $ .#|#######"), plan).lurd
    'rRR'
    """

    keys: str = ""
    # The same with pushes as capitals, and the level, once the plan was verified; they are no part of what a plan is.
    lurd: str = field(default="", compare=False, repr=False)
    level: Level | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        """LURD; pushes are capitals if the plan has been verified, as that of a Result has."""
        return self.lurd or self.keys

    def _repr_html_(self) -> str | None:
        """The plan as a notebook shows it: an animation, if it was verified and so knows its level."""
        if self.level is None:
            return None
        from sokoplan.views.notebook import plan_html  # only a notebook asks for it

        return plan_html(self.level, self)

    def __post_init__(self) -> None:
        wrong = sorted(set(self.keys) - set(STEP))
        if wrong:
            raise ValueError(f"a plan is made of u, d, l and r; this one has {', '.join(map(repr, wrong))}")


@dataclass(frozen=True)
class Counts:
    """What players count.

    `moves`        keys pressed, pushes included.
    `pushes`       keys that moved a box; in Helltaker kicks, also those that moved nothing.
    `box_lines`    runs of pushes of one box in one direction; walking in between does not end a run.
    `box_changes`  how often a push moves another box than the push before it; the first push counts.
    `player_lines` runs of keys in one direction.
    `cost`         what the level's limit is compared with: moves, and in Helltaker one more for each hurt.
    """

    moves: int = 0
    pushes: int = 0
    box_lines: int = 0
    box_changes: int = 0
    player_lines: int = 0
    cost: int = 0
