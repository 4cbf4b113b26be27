# The few words a developer needs. `make demo` and `make test` set everything up by themselves.

VENV   := .venv
PYTHON := $(VENV)/bin/python
REPO   ?= src
PROJECT ?= click
READY  := $(VENV)/.ready

.PHONY: setup demo test check bench eval eval-sample format clean

setup: $(READY)

$(READY): pyproject.toml
	python3 -m venv $(VENV)
	$(PYTHON) -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	$(PYTHON) -m pip install --quiet --disable-pip-version-check --editable . --group dev
	touch $(READY)

demo: setup
	@$(PYTHON) scripts/demo.py $(REPO)

test: setup check
	$(PYTHON) -m pytest -n auto

check: setup
	$(VENV)/bin/ruff check --quiet .
	$(VENV)/bin/ruff format --quiet --check .
	$(VENV)/bin/mypy --no-error-summary

bench: setup
	$(PYTHON) bench/bench.py

eval: setup
	$(PYTHON) eval/run.py

eval-sample: setup
	$(PYTHON) eval/sample.py $(PROJECT)

format: setup
	$(VENV)/bin/ruff check --quiet --fix .
	$(VENV)/bin/ruff format --quiet .

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache build dist
