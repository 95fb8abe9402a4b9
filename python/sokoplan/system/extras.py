"""Packages that only some installations have: the extras of `pip install "sokoplan[...]"`.

The base stays light. Whoever needs a heavy package asks for it here, so that a missing one is a sentence with the
line that installs it, and not an ImportError.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from sokoplan.errors import InputError


def need(module: str, extra: str, what: str = "this") -> Any:
    """The module, which the extra of that name installs; InputError with the pip line if it is not there.

    `what` begins the sentence: what cannot be done without it.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        # One of its own dependencies may be what is missing; the same line installs it.
        missing = (error.name or module).partition(".")[0]
        raise missing_extra(missing, extra, what) from None


def need_arrow() -> tuple[Any, Any]:
    """pyarrow and its parquet module."""
    what = "a Parquet file"
    return need("pyarrow", "dataset", what), need("pyarrow.parquet", "dataset", what)


def missing_extra(package: str, extra: str, what: str = "this") -> InputError:
    """The same sentence for code that found out by itself that a package is missing."""
    return InputError(
        f"{what} needs the package {package}, which is not installed",
        f'Install it with: pip install "sokoplan[{extra}]"',
    )
