# The few words a developer needs. `make demo` and `make test` set everything up by themselves.

VENV   := .venv
PYTHON := $(VENV)/bin/python
REPO   ?= src
PROJECT ?= click
READY  := $(VENV)/.ready

# What users get: the package as `pip install .` makes it, compiled, beside the editable one that is worked on.
COMPILED := build/compiled
BUILT    := $(COMPILED)/.built
SOURCES  := setup.py pyproject.toml $(shell find src -name '*.py' -o -name '*.sql')
ON_BUILT := PYTHONPATH=$(abspath $(COMPILED))

.PHONY: setup demo test test-compiled soak check bench eval eval-sample format clean

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
	$(MAKE) --no-print-directory test-compiled

$(BUILT): $(READY) $(SOURCES)
	rm -rf $(COMPILED) build/lib* build/bdist*
	$(PYTHON) -m pip install --quiet --disable-pip-version-check --no-deps --target $(COMPILED) .
	touch $(BUILT)

test-compiled: $(BUILT)
	@$(ON_BUILT) $(PYTHON) -c "import callmap.languages.lowering as built; print('Testing', built.__file__)"
	@ls $(COMPILED)/callmap/languages/lowering.*.so >/dev/null 2>&1 || ! command -v cc >/dev/null \
	    || { echo 'There is a C compiler, but nothing was compiled: `pip install --verbose .` says why.'; exit 1; }
	$(ON_BUILT) $(PYTHON) -m pytest -n auto $(patsubst %,tests/test_%.py,cases deep extract_c extract_python linking parts tangled values)

# The same promises as in `make test`, tried for hours: kills and faults (also by strace), edits, real histories.
FOR_HOURS := -m pytest -o faulthandler_timeout=0

soak: setup
	CALLMAP_KILLS=400 CALLMAP_FAULTS=60 $(PYTHON) $(FOR_HOURS) -n auto tests/test_crash.py tests/soak_strace.py
	CALLMAP_EXAMPLES=1000 CALLMAP_STEPS=30 $(PYTHON) $(FOR_HOURS) tests/test_equal.py
	$(PYTHON) $(FOR_HOURS) -n auto -s tests/soak_replay.py tests/soak_edits.py
	CALLMAP_SERVERS=16 $(PYTHON) $(FOR_HOURS) tests/test_servers.py

check: setup
	$(VENV)/bin/ruff check --quiet .
	$(VENV)/bin/ruff format --quiet --check .
	$(VENV)/bin/mypy --no-error-summary

bench: $(BUILT)
	$(ON_BUILT) $(PYTHON) bench/bench.py
	$(ON_BUILT) $(PYTHON) bench/edits.py
	$(ON_BUILT) $(PYTHON) bench/serve.py

eval: setup
	$(PYTHON) eval/run.py

eval-sample: setup
	$(PYTHON) eval/sample.py $(PROJECT)

format: setup
	$(VENV)/bin/ruff check --quiet --fix .
	$(VENV)/bin/ruff format --quiet .

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache build dist
