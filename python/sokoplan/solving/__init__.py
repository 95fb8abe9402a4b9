"""From a question to a checked result.

solve.py      the one door: a level, an engine's name and a budget in, a verified Result out
improve.py    a plan in, a shorter one out
ask.py        one engine, run here or in a child process, and its plan verified
race.py       several engines side by side
worker.py     the child process that an engine runs in
result.py     Result: an answer that has been verified
failure.py    InternalError: a bug of ours, with the level that shows it
agreement.py  when two answers cannot both be right
wording.py    a Result in words
warnings.py   what is already lost in a position
certify.py    checking a certificate
limits.py     time and memory limits as people write them
"""
