"""Data sets with proved labels: positions along optimal plans, for those who train.

label.py    a level's rows: each position on a best plan, its best action, the distance left, what would lose
plans.py    the best plans, from a batch store if one is given
store.py    a folder to which one part a level is added, so that a run can go on where the last one stopped
files.py    all parts as one Parquet or NumPy file
minari.py   the same as a Minari data set: a level an episode, played in our own environment
card.py     the data card beside it: what is in it, how it was made, what it does not promise
"""
