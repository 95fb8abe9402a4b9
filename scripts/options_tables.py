"""Write the tables of engine options in the docs from the rows of `sokoplan.engines.options`.

    python scripts/options_tables.py docs/search.md docs/sat.md

A table stands between two comments, `<!-- options: sat -->` and `<!-- end of options -->`; whatever is between them
is replaced. A test holds every table that is marked like this equal to the rows.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from sokoplan.engines.options import as_table

_TABLE = re.compile(r"(<!-- options: (\w+) -->\n).*?(<!-- end of options -->)", re.S)


def renewed(page: str) -> str:
    return _TABLE.sub(lambda found: found[1] + as_table(found[2]) + found[3], page)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = Path(name)
        path.write_text(renewed(path.read_text(encoding="utf-8")), encoding="utf-8")
