"""Broken texts by the hundred: each is read into levels or refused with a clean InputError, and nothing else.

Hand-written ones lie in tests/broken; the rest grows from good texts, mutated from a fixed seed.
"""

from __future__ import annotations

import unicodedata
from pathlib import Path
from random import Random

import pytest

from helpers import levelgen
from helpers.samples import SAMPLES
from sokoplan.errors import InputError
from sokoplan.puzzle.formats import FORMATS, read, write
from sokoplan.puzzle.level import Level

FOLDER = Path(__file__).parents[2] / "broken"
SEED = 1982
MUTANTS = 3000
ALPHABET = "#@$.*+ -_|0123456789^<>?xyoSCcXsHDBKLMTUOPQWG\t\x00\x1b\u202e\ufeffé;:=\n\r&!\\/\"'"


def good_texts() -> list[str]:
    random = Random(SEED)
    texts = list(SAMPLES.values())
    for make, format in [
        (levelgen.sokoban, "xsb"),
        (levelgen.sokoban, "slc"),
        (levelgen.sokoban, "course"),
        (levelgen.sink, "nethack-solver"),
        (levelgen.hole, "nethack-picture"),
    ]:
        texts += [write([make(random)], format) for _ in range(4)]
    texts += [
        "Two\n\n#####\n#@$.#\n#####\nTitle: One\nSolution: R\n\n> ####\n> #@.#\n> ####\nComment:\nx\nComment-end:\n",
        "One\n9\n#####\n#H D#\n#MBK#\n#LST#\n#UOP#\n##Q##\n",
        "5#|#@$.#|5#\n\n5#\n#@$.#\n5#\n",
    ]
    return texts


def mutate(random: Random, text: str) -> str:
    """One to four small accidents."""
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(text) + 1)
        match random.randrange(7):
            case 0:
                text = text[:at] + text[at + 1 :]
            case 1:
                text = text[:at] + random.choice(ALPHABET) + text[at:]
            case 2:
                text = text[:at] + random.choice(ALPHABET) + text[at + 1 :]
            case 3:
                text = text[:at]
            case 4:
                lines = text.split("\n")
                del lines[random.randrange(len(lines))]
                text = "\n".join(lines)
            case 5:
                lines = text.split("\n")
                lines.insert(random.randrange(len(lines) + 1), random.choice(lines))
                text = "\n".join(lines)
            case 6:
                text = (
                    text[:at]
                    + random.choice(["999999999#", "\n\n", "<L>", "Comment:\n", "; ", "> ", "=", "|"])
                    + text[at:]
                )
    return text


def mutants() -> list[str]:
    random = Random(SEED)
    texts = good_texts()
    return [mutate(random, random.choice(texts)) for _ in range(MUTANTS)]


def verdict_on(data: bytes | str, format: str | None = None) -> InputError | list[Level]:
    """Levels, or an InputError; whatever else is raised fails the test."""
    try:
        return read(data, source="fuzz\x1b.txt", format=format)
    except InputError as error:
        return error


def judge(data: bytes | str, format: str | None = None) -> InputError | list[Level]:
    """The verdict, seen to be clean."""
    verdict = verdict_on(data, format)
    if isinstance(verdict, InputError):
        assert verdict.says.strip()
        assert not _controls(str(verdict)), str(verdict)
        assert verdict.line is None or verdict.line >= 1
        assert verdict.column is None or verdict.column >= 0
        return verdict
    assert verdict
    for level in verdict:
        assert not any(map(_controls, (level.title, level.author, level.collection, *level.comments)))
    return verdict


def _controls(text: str) -> bool:
    return any(unicodedata.category(char) == "Cc" for char in text.replace("\n", ""))


def test_hundreds_of_mutants_get_a_clean_error() -> None:
    verdicts = [judge(text) for text in mutants()]
    errors = [verdict for verdict in verdicts if isinstance(verdict, InputError)]
    assert len({str(error) for error in errors}) >= 500
    assert len(verdicts) - len(errors) >= 100, "some accidents do no harm"


def test_mutants_in_a_format_that_was_told() -> None:
    """Also with the format named, where detection cannot come between."""
    random = Random(SEED + 1)
    for text in mutants()[:600]:
        judge(text, random.choice(list(FORMATS)))


def test_bytes_of_any_kind() -> None:
    random = Random(SEED + 2)
    for text in mutants()[:300]:
        data = bytearray(text.encode("utf-8", "replace"))
        for _ in range(3):
            data.insert(random.randrange(len(data) + 1), random.randrange(256))
        judge(bytes(data))


def test_what_was_read_can_be_written_and_read_again() -> None:
    """Whatever words a broken file leaves in a level, our writers bear them."""
    seen = 0
    for text in mutants():
        levels = verdict_on(text)
        if isinstance(levels, InputError) or any(level.game != "sokoban" for level in levels):
            continue
        for name in ("xsb", "slc"):
            assert read(write(levels, name)) == levels, text
            seen += 1
    assert seen >= 100


HAND_WRITTEN = sorted(path for path in FOLDER.glob("*") if path.is_file() and path.name != "README.md")


@pytest.mark.parametrize("path", HAND_WRITTEN, ids=lambda path: path.name)
def test_hand_written_texts_are_refused(path: Path) -> None:
    """The file's name says what is wrong with it."""
    verdict = judge(path.read_bytes())
    assert isinstance(verdict, InputError), path.name


def test_there_are_hand_written_texts() -> None:
    assert len(HAND_WRITTEN) >= 30
