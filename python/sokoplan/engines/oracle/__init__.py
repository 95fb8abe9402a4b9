"""The oracle: plain uniform-cost search over the rules of the game. `engine.py` asks it, `search.py` is it."""
