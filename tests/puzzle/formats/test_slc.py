"""SLC: what is kept of the XML, and what is refused."""

from __future__ import annotations

import pytest

from sokoplan.errors import InputError
from sokoplan.puzzle.formats import detect, read, write
from sokoplan.puzzle.level import Solution

TEXT = """\
<?xml version="1.0" encoding="ISO-8859-1"?>
<SokobanLevels xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="SokobanLev.xsd">
  <Title>Two rooms</Title>
  <Description>
    For beginners &amp; others.
  </Description>
  <Email>me@example.org</Email>
  <Url>http://example.org/</Url>
  <LevelCollection Copyright="M\xe9" MaxWidth="6" MaxHeight="3">
    <Level Id="One" Width="5" Height="3">
      <L>#####</L>
      <L>#@$.#</L>
      <L>#####</L>
    </Level>
    <Level Id="Two" Width="6" Height="3" Copyright="You">
      <L>######</L>
      <L>#@ $.#</L>
      <L>######</L>
    </Level>
  </LevelCollection>
</SokobanLevels>
"""


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8", "utf-8-sig", "utf-16"])
def test_words_and_boards(encoding: str) -> None:
    one, two = read(TEXT.encode(encoding))
    assert (one.title, one.author, one.collection) == ("One", "M\xe9", "Two rooms")
    assert (two.title, two.author, two.collection) == ("Two", "You", "Two rooms")
    assert one.comments == ("For beginners & others.", "Email: me@example.org", "Url: http://example.org/")
    assert two.comments == ()
    assert (one.width, two.width) == (5, 6)
    assert detect(TEXT) == "slc"


def test_what_it_has_no_place_for_is_written_as_elements() -> None:
    one, two = read(write(read(TEXT), "slc"))
    assert (one.comments[0], two.author) == ("For beginners & others.", "You")
    text = write(read("#####\n#@$.#\n#####\nSolution/x: R\nComment: <&>\n"), "slc")
    assert read(text)[0].solutions == (Solution("R", "x"),)
    assert read(text)[0].comments == ("<&>",)


def wrong(text: str) -> InputError:
    with pytest.raises(InputError) as caught:
        read(text, source="a.slc")
    return caught.value


def test_an_error_knows_its_line_and_column() -> None:
    error = wrong(TEXT.replace("#@ $.#", "#@ $?#"))
    assert error.says == "level 2: unknown character `?`"
    assert (error.line, error.column, error.text) == (17, 13, "      <L>#@ $?#</L>")


@pytest.mark.parametrize(
    "document_type",
    [
        "<!DOCTYPE SokobanLevels>",
        '<!DOCTYPE a [<!ENTITY b "c">]>',
        '<!DOCTYPE a SYSTEM "file:///etc/passwd">',
        '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>',
    ],
)
def test_document_types_are_refused(document_type: str) -> None:
    error = wrong(TEXT.replace("<SokobanLevels", document_type + "<SokobanLevels", 1))
    assert "document type" in error.says


def test_broken_xml() -> None:
    error = wrong(TEXT.replace("</Level>", "", 1))
    assert "not well-formed" in error.says
    assert error.line == 20
    assert "no level in this XML" in wrong("<?xml version='1.0'?><a/>").says
    assert "no rows" in wrong("<Level Id='x'></Level>").says
    assert "no rows" in wrong("<Level></Level>").says


def test_a_title_with_a_bracket_does_not_make_it_xml() -> None:
    assert detect("<16-3-21>\n#####\n#@$.#\n#####\n") == "xsb"
