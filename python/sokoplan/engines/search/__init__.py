"""The native search: the Rust core as an engine.

engine.py          a Request in, an Answer out
explain.py         why a level has no plan
options.py         what can be set, and how words become switches of the core
level_options.py   the `option=value` lines of a NetHack solver's level file
"""
