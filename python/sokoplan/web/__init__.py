"""The web app: a local server, its JSON API, and the pages in `static/`, which are served as they are.

    cli/commands/web.py -> server.py (socket, uvicorn, signals) -> app.py (routes) -> guard.py (request checks), ...

Nothing here solves, draws or checks a plan. That is the work of other parts, called in a child process where it may
take long.
"""
