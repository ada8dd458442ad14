# make demo   set everything up and look at one program's compilation
# make test   most tests, those that need torch included; make test-all runs all of them
# make lint   formatting, lint rules and types
# make docs   what the walk-through shows, made anew by running its programs; the site
# make report  the page of index.html: types, tests, and the bundle made anew (needs node)
# make site   the site alone, in docs/_build; make links looks whether its links lead on
#
# PYTHON chooses the interpreter, TORCH the release of torch (any pip requirement).
PYTHON ?= python3
TORCH  ?= torch==2.13.0
VENV   ?= .venv
# Where the demonstration writes, and how many tests run at a time.
DEMO_DIR ?= depyf_demo
JOBS     ?= 2
PYTEST_ARGS ?=

BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
# One stamp per interpreter and release of torch, so that changing either sets up anew.
SETUP := $(VENV)/.depyf-$(shell printf '%s' '$(PYTHON) $(TORCH)' | tr -c 'A-Za-z0-9._' '-')

.DELETE_ON_ERROR:
.PHONY: demo test test-all lint docs report site links clean

demo: $(SETUP)-run
	$(BIN)/depyf run --out $(DEMO_DIR) examples/train.py

test: $(SETUP)-test
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m "not slow and not rare" $(PYTEST_ARGS)

test-all: $(SETUP)-test
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal $(PYTEST_ARGS)

lint: $(SETUP)-lint
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

report: report/node_modules
	cd report && npm run --silent types && npm run --silent test && npm run --silent build

report/node_modules: report/package-lock.json
	cd report && npm ci --silent --no-audit --no-fund
	@touch $@

docs: $(SETUP)-test $(SETUP)-docs
	$(BIN)/python -m tests.docs.shown
	$(MAKE) site

site links: $(SETUP)-docs
site:
	$(BIN)/sphinx-build -q -n -W --keep-going docs docs/_build
	@echo open docs/_build/index.html
links:
	$(BIN)/sphinx-build -q -b linkcheck docs docs/_build/links

$(SETUP):
	$(PYTHON) -m venv --clear $(VENV)
	$(PIP) install --quiet '$(TORCH)' numpy
	@touch $@

# The extras that each goal needs beside depyf itself.
$(SETUP)-run: EXTRAS :=
$(SETUP)-test: EXTRAS := [test,models,debuggers,browser]
$(SETUP)-lint: EXTRAS := [lint]
$(SETUP)-docs: EXTRAS := [docs]
$(SETUP)-run $(SETUP)-test $(SETUP)-lint $(SETUP)-docs: pyproject.toml | $(SETUP)
	$(PIP) install --quiet --editable '.$(EXTRAS)'
	@touch $@

clean:
	rm -rf $(VENV) $(DEMO_DIR) docs/_build build dist .pytest_cache .mypy_cache .ruff_cache
