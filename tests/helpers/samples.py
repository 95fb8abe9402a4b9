"""A small level in every format."""

from sokoplan.puzzle.formats import read
from sokoplan.puzzle.formats.json import level_to_json

ROOM = "#####\n#@$.#\n#####\n"
SAMPLES = {
    "xsb": ROOM,
    "slc": "<Level><L>#####</L><L>#@$.#</L><L>#####</L></Level>",
    "boxoban": "; 0\n" + "##########\n#@$.     #\n" + "##########\n" * 8,
    "course": "#####\n#SCX#\n#####\n",
    "course-bt": "#####\n#SBT#\n#####\n",
    "course-xho": "xxxxx\nxHo_x\nxxxxx\n",
    "helltaker": "One\n3\n#####\n#H D#\n#####\n",
    "helltaker-cocu-tan": "3\nWWWWW\nWS.GW\n",
    "helltaker-lurbinaa": "3\n p_g\n",
    "helltaker-zaki": "3 1 4\n$ . !\n",
    "nethack-solver": "#1\n#4\n#yo.x\n",
    "json": level_to_json(read(ROOM)[0]),
    "nethack-picture": "------\n|>0.^|\n------\n",
}
