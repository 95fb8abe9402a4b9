"""Long work that can be stopped at any moment and taken up again: levels, questions and answers in one file.

store.py     the SQLite file: who may write it, what is checked on opening, which answer replaces which
schema.py    its tables, version by version
intake.py    levels from files into the store, each puzzle once
run.py       the puzzles without an answer, out to the workers and back
export.py    everything that was found, as a collection, a table or a page (page.py)
"""
