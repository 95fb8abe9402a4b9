"""`sokoplan`, and `python -m sokoplan`: the way in.

So small because Ctrl-C may come while everything else is still being imported.
"""

from __future__ import annotations

import sys


def main() -> None:
    try:
        from sokoplan.cli import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)


if __name__ == "__main__":
    main()
