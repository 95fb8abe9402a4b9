"""What the site needs besides docs/: the pages of the root, references made from the program, and its looks.

A hook of MkDocs. README.md becomes the first page, and links between the pages of the root and docs/ are turned into
links within the site; what is not part of it (source files) is named, not linked. The reference of the commands is
made from the commands themselves, that of Python from `sokoplan.__all__`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "python" / "sokoplan" / "web" / "static"
OF_ROOT = {
    "README.md": "index.md",
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changelog.md",
}
WORKER = "file_worker.js"
# What the theme would load from the net to search a page that was opened as a file.
_FROM_THE_NET = "https://unpkg.com/iframe-worker/shim"
_LINK = re.compile(r"(!?\[[^\]]*\])\(([^)#\s:]*)(#[^)\s]*)?\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Pages of docs/ that no section names go to the end of the how-to."""
    nav: list[Any] = list(config.nav or [])
    named = set(re.findall(r"[\w/-]+\.md", str(nav)))
    others = sorted(path.name for path in Path(config.docs_dir).glob("*.md") if path.name not in named)
    for section in nav:
        if "How to" in section:
            section["How to"] = [*section["How to"], *others]
    config.nav = nav
    return config


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    made = {target: (ROOT / source).read_text(encoding="utf-8") for source, target in OF_ROOT.items()}
    made["reference/commands.md"] = commands_page()
    made["reference/python.md"] = python_page()
    made["site.css"] = stylesheet()
    made[WORKER] = Path(__file__).with_name("file_worker.js").read_text(encoding="utf-8")
    made["favicon.svg"] = (STATIC / "favicon.svg").read_text(encoding="utf-8")
    for name, content in made.items():
        files.append(File.generated(config, name, content=content))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links as they must be in the site. Code blocks are left alone."""
    parts = re.split(r"(^```.*?^```$)", markdown, flags=re.M | re.S)
    here = page.file.src_uri
    from_root = here in OF_ROOT.values()
    return "".join(
        part if part.startswith("```") else _LINK.sub(lambda link: _relinked(link, from_root, files), part)
        for part in parts
    )


def on_post_page(output: str, *, page: Page, config: MkDocsConfig) -> str:
    return output.replace(_FROM_THE_NET, "../" * page.file.src_uri.count("/") + WORKER)


def on_post_template(output: str, *, template_name: str, config: MkDocsConfig) -> str:
    return output.replace(_FROM_THE_NET, WORKER)


def _relinked(link: re.Match[str], from_root: bool, files: Files) -> str:
    words, target, anchor = link[1], link[2], link[3] or ""
    if not target:
        return link[0]
    path = target if from_root else target.removeprefix("../") if target.startswith("../") else f"docs/{target}"
    if path in OF_ROOT:
        return f"{words}({OF_ROOT[path]}{anchor})"
    inside = path.removeprefix("docs/")
    if path.startswith("docs/") and files.get_file_from_path(inside) is not None:
        return f"{words}({inside}{anchor})"
    if not from_root and files.get_file_from_path(target) is not None:
        return link[0]
    return f"{words[1:-1]} (`{path}`)"


# --- references -----------------------------------------------------------------------------------------------------


def commands_page() -> str:
    from sokoplan.cli.app import COMMANDS, app
    from sokoplan.cli.exitcodes import TABLE

    parent = click.Context(app, info_name="sokoplan", **app.context_settings)
    lines = ["# Commands", "", "Every command with all its arguments and options, as `sokoplan COMMAND --help` says."]
    for section, names in COMMANDS.items():
        lines += ["", f"## {section}"]
        for name in names:
            command = app.get_command(parent, name)
            assert command is not None
            context = click.Context(command, info_name=name, parent=parent, max_content_width=80, terminal_width=80)
            lines += ["", f"### sokoplan {name}", "", "```text", click.unstyle(command.get_help(context)), "```"]
    lines += ["", "## Exit codes", "", "| code | meaning |", "|---|---|"]
    lines += [f"| {code.value} | {words} |" for code, words in TABLE.items()]
    return "\n".join(lines) + "\n"


def python_page() -> str:
    import sokoplan

    first = (sokoplan.__doc__ or "").partition("\n")[0]
    lines = ["# Python", "", first, "", "`import sokoplan as sp` gives all of this."]
    functions = [name for name in sokoplan.__all__ if name[0].islower()]
    classes = [name for name in sokoplan.__all__ if name[0].isupper()]
    for name in functions:
        lines += ["", f"::: sokoplan.{name}"]
    for name in classes:
        lines += ["", f"::: {getattr(sokoplan, name).__module__}.{name}"]
    return "\n".join(lines) + "\n"


# --- looks ----------------------------------------------------------------------------------------------------------


def stylesheet() -> str:
    """The web app's colours for the theme's; its palette decides by `color-scheme` between light and dark."""
    palette = (ROOT / "python" / "sokoplan" / "views" / "palette.css").read_text(encoding="utf-8")
    return palette + _THEME


_THEME = """
[data-md-color-scheme] {
  --md-primary-fg-color: var(--accent); --md-primary-fg-color--light: var(--accent);
  --md-primary-fg-color--dark: var(--accent); --md-primary-bg-color: var(--on-accent);
  --md-accent-fg-color: var(--accent); --md-typeset-a-color: var(--accent);
  --md-default-bg-color: var(--page); --md-default-fg-color: var(--ink); --md-code-bg-color: var(--sunken);
  --md-footer-bg-color: var(--sunken);
}
[data-md-color-scheme=default] { color-scheme: light; }
[data-md-color-scheme=slate] {
  color-scheme: dark; --md-primary-fg-color: var(--raised); --md-primary-bg-color: var(--ink);
}
.md-typeset h1, .md-typeset h2 { color: var(--ink); font-weight: 600; }
.md-typeset table:not([class]) { font-size: .68rem; background: var(--surface); }
.md-typeset pre > code { line-height: 1.25; }
"""
