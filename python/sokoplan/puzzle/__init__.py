"""What a puzzle is: a level, the rules of its game, plans, and the check that a plan solves a level."""
