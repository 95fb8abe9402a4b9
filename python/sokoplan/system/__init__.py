"""The machine under us: files and processes."""
