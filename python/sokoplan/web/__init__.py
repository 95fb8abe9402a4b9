"""The web app: a local server, its JSON API, and the pages in `static/`, which are served as they are.

    cli/web.py -> server.py (a socket, uvicorn, signals) -> app.py (routes) -> guard.py (who may ask) and the rest

Nothing here solves, draws or judges: it asks those who do, in child processes where that may take long.
"""
