# Everything a newcomer or CI needs. `make help` lists it.
# Two stamps in .venv keep the second run quick: one for the package, one for the tools that test it.

PYTHON ?= python3
BIN := .venv/bin
export PATH := $(CURDIR)/.venv/bin:$(PATH)
export VIRTUAL_ENV := $(CURDIR)/.venv
UNIT := tests/puzzle tests/planning tests/project/test_rooms.py
SOURCES := pyproject.toml $(wildcard rust/Cargo.*) $(shell find rust/src -name '*.rs' 2>/dev/null)
# Two targets at once, each of which has its say when it is done (where make knows how).
SIDE_BY_SIDE = $(MAKE) --no-print-directory -j2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
PIP := $(BIN)/python -m pip install
export PIP_QUIET := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help setup demo check unit-test test lint lint-python rust-test python-test chromium test-long bench bench-sat bench-web wheel docs clean
.DEFAULT_GOAL := help

help: ## List these targets.
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

setup: .venv/.package ## Make .venv and build the package in it.

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed" >&2; exit 1; }
	@command -v cargo >/dev/null || { echo "a Rust toolchain (cargo) is needed" >&2; exit 1; }
	$(PYTHON) -m venv .venv || { echo "could not make .venv; on Debian: apt-get install python3-venv" >&2; exit 1; }

.venv/.package: .venv/bin/python $(SOURCES)
	@echo "building sokoplan (the first time takes a minute) ..."
	@$(PIP) 'maturin>=1.8,<2'
	@$(BIN)/maturin develop --quiet --release
	@touch $@

.venv/.tools: .venv/.package pyproject.toml
	@echo "installing the tools that test it ..."
	@$(BIN)/maturin develop --quiet --release --extras dev
	@$(PIP) --no-deps 'stable-baselines3>=2.4'  # for its checker; its torch, which the checker leaves alone, takes 5 GB
	@touch $@

demo: .venv/.package ## Draw, solve, verify and explain levels of all three games.
	@sh scripts/demo.sh

check: .venv/.tools ## Lint and unit tests: under a minute, no browser, no root.
	@$(SIDE_BY_SIDE) lint-python unit-test

unit-test: .venv/.tools
	$(BIN)/python -m pytest -q -n 2 -m 'not slow and not shared and not long' $(UNIT)

# The Python tests keep two cores busy by themselves; what comes before them does not.
test: ## Everything: lint, types, arrows, Rust and Python tests. CI runs this.
	@$(SIDE_BY_SIDE) rust-test lint chromium
	@$(MAKE) --no-print-directory python-test

lint-python: .venv/.tools
	$(BIN)/ruff check --quiet .
	$(BIN)/ruff format --quiet --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

lint: lint-python ## Style, types, the arrows between the rooms, the stubs of the compiled module.
	$(BIN)/python -m mypy.stubtest sokoplan._core
	cargo fmt --manifest-path rust/Cargo.toml --check
	cargo clippy --quiet --manifest-path rust/Cargo.toml --all-targets -- -D warnings
	cargo clippy --quiet --manifest-path rust/Cargo.toml --features python -- -D warnings

rust-test: ## The Rust core's own tests.
	cargo test --quiet --manifest-path rust/Cargo.toml

python-test: .venv/.tools chromium ## The Python tests.
	$(BIN)/python -m pytest -n 2 --dist worksteal --durations=15

chromium: ## Debian's browser, for the tests of the web pages; installed if it is missing and we may.
	@command -v chromium >/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "installing chromium ..."; apt-get -qq update && apt-get -qq install -y --no-install-recommends chromium >/dev/null; \
	  else \
	    echo "the tests of the web pages need chromium: sudo apt-get install chromium" >&2; exit 1; \
	  fi; }

test-long: .venv/.tools ## The tests that take long: ten thousand random levels through every engine, and more.
	$(BIN)/python -m pytest -m long

bench: .venv/.tools ## The quick benchmarks (benchmarks/README.md), as ratios measured in one run.
	@$(BIN)/python benchmarks/start_up.py
	@$(BIN)/python benchmarks/search_parts.py bottom-drawer diamond --time 2
	@$(BIN)/python benchmarks/planners.py 2 first-push two-yardsticks
	@$(BIN)/python benchmarks/course_asp.py

bench-sat: .venv/.package ## What the SAT engine is worth, against the textbook encoding; takes long.
	@for what in helltaker parts moves pushes; do $(BIN)/python benchmarks/sat/measure.py $$what || exit 1; done

bench-web: .venv/.package ## The web server under load: 200 clients for a minute, a third of whom vanish.
	@$(BIN)/python benchmarks/web_load.py

wheel: .venv/.package ## A wheel for any Linux of the last ten years (manylinux2014, Python 3.11 or newer), in dist/.
	@$(PIP) ziglang
	@$(BIN)/maturin build --quiet --release --zig --compatibility manylinux2014 --out dist
	@ls dist/*.whl

docs: .venv/.tools ## The documentation as a site, in site/.
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --strict

clean: ## Remove what was built.
	rm -rf .venv dist site rust/target .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
