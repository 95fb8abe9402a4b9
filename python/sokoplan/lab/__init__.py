"""Measuring engines; making levels; environments and data sets for agents that learn.

rows.py      one measurement: a level, an engine, what came out and what it took
bench.py     measuring one level with one engine
runs.py      two measurements compared
variants.py  every engine and every way it can work
compare.py   one level with all of them
report.py    a measurement as a page with plots
generate/    new levels, and how hard they are
check.py     levels put to the test, row by row
expected.py  what must come out of a check
junit.py     a check for build servers
gym/         environments for Gymnasium
dataset/     positions with proved labels
"""
