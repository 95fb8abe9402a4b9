"""The commands, one a file and each by the name of its file; `app.py` has the table of them."""
