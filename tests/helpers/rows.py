"""A row of a measurement, for tests to vary."""

from sokoplan.lab.rows import Row

ROW = Row("a.xsb", 1, "One", "oracle", "moves", "solved", "", True, 10, 4, 10, 100, 1.0, 1.0)
