"""A package, so that the browser of `conftest.py` is closed after its last page: other tests need the event loop."""
