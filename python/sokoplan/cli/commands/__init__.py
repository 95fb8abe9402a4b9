"""The commands, one a file; each has a `register` that adds it to the program."""
