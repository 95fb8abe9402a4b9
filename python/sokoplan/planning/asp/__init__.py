"""The rules once more as answer set programs, with the facts of a level; see README.md."""
