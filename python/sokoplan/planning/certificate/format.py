"""A certificate is a folder: what is in it, and the name and version that its manifest carries.

    level.json      the level
    plan.txt        the plan
    formula.cnf     "a plan with at least one step less exists" (formula.py)
    proof.drat      a DRAT proof that this formula has no model
    manifest.json   what is claimed, and the SHA-256 of the other files

The engine that writes one and the checker share this file and nothing else but the formula, which the checker makes
again from the level.
"""

from __future__ import annotations

FORMAT, VERSION = "sokoplan-certificate", 1
FILES = ("level.json", "plan.txt", "formula.cnf", "proof.drat")
MANIFEST = "manifest.json"
