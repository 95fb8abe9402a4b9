"""For students: a lesson about a whole level, and the logic of one cell."""
