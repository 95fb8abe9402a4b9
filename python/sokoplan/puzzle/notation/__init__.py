"""Plans as text: LURD and its run-length form, and the words of the projects this one grew out of.

Comes in:  a text and its level, or a plan and its level.     Goes out: a Plan, or lines of text.

    lurd      rrUdd                           capitals are pushes
    rle       2rU2d, 3(uR)                    a number repeats a letter or a group
    actions   push(1,1,down,0)                player's (row,column) before it, direction, time from 0
    pushes    ( 7,  3) --> left               the box's (column, row) before the push; walking is left out
    old       ( 7,  3) --> ( 8,  3)           the same, with where the player stands
    asp       do(pushRight(sokoban,l1_3,l1_4,l1_5,crate_01), 2)

All of them are read, and recognised by their look; so are the answer sets of our encodings and of the Helltaker
project's, all that clingo prints, and the plans of PDDL planners. Only the directions are trusted; everything else
the text says (capitals, cells, times) is checked against the rules and reported where it is wrong.
"""

from __future__ import annotations

from sokoplan.puzzle.notation.plan_read import PlanRead
from sokoplan.puzzle.notation.read import read_plan, read_plans
from sokoplan.puzzle.notation.write import NOTATIONS

__all__ = ["NOTATIONS", "PlanRead", "read_plan", "read_plans"]
