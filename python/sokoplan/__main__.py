"""`sokoplan`, and `python -m sokoplan`: the way in.

So small because Ctrl-C may come while everything else is still being imported, and because the version should not
wait for anything.
"""

from __future__ import annotations

import sys
from contextlib import suppress

from sokoplan import __version__
from sokoplan.system.interrupts import obey, obeyed


def main() -> None:
    if sys.argv[1:] == ["--version"]:
        # Where it cannot be printed, `run` tries again and knows what to say.
        with suppress(OSError):
            print(f"sokoplan {__version__}", flush=True)
            return
    try:
        obey(main.__code__)
        from sokoplan.cli import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        code = 130
    obeyed()
    sys.exit(code)


if __name__ == "__main__":
    main()
