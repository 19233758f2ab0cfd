# Every target sets up what it needs: a clone with Python >= 3.11, make and a package index is enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUNTIME := $(VENV)/.runtime-installed
SERVE := $(VENV)/.serve-installed
DEV := $(VENV)/.dev-installed
BENCH_VENV := .venv-bench
JOBS ?= 2
# Without compiled files every process of the tests would compile all of Osler again.
test test-all: export PYTHONDONTWRITEBYTECODE :=

.PHONY: demo test test-all check format bench serve requirements clean

demo: $(RUNTIME)
	@$(BIN)/osler demo

test: $(DEV)
	$(BIN)/python -m tests.warm
	$(BIN)/python -m pytest -n $(JOBS) --dist loadscope --no-loadscope-reorder

test-all: $(DEV)
	$(BIN)/python -m tests.warm
	$(BIN)/python -m pytest -n $(JOBS) --dist loadscope --no-loadscope-reorder -m "slow or hypothesis" --hypothesis-profile thorough

check: $(DEV)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(DEV)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(DEV) $(BENCH_VENV)/.installed
	$(BIN)/python -m benchmarks

serve: $(SERVE)
	$(BIN)/osler mcp --http

$(RUNTIME): requirements/runtime.txt pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "installing Osler (about a minute) ..." >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/runtime.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	@touch $@

$(DEV): requirements/dev.txt $(RUNTIME)
	@echo "installing the development tools ..." >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/dev.txt
	@touch $@

# What serves the vocabularies to others is no part of the offline core.
$(SERVE): requirements/dev.txt $(RUNTIME)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c requirements/dev.txt -e '.[mcp]'
	@touch $@

# The systems that Osler is measured against live in an environment of their own.
$(BENCH_VENV)/.installed: requirements/bench.txt
	@test -x $(BENCH_VENV)/bin/python || $(PYTHON) -m venv $(BENCH_VENV)
	@$(BENCH_VENV)/bin/python -m pip install --quiet --disable-pip-version-check -r requirements/bench.txt
	@touch $@

requirements:
	$(PYTHON) -m pip install --quiet uv
	uv pip compile -q pyproject.toml --universal --python-version 3.11 --no-emit-index-url --no-emit-find-links \
	  --no-header --annotation-style line -o requirements/runtime.txt
	uv pip compile -q pyproject.toml --group dev --all-extras -c requirements/runtime.txt --universal --python-version 3.11 \
	  --no-emit-index-url --no-emit-find-links --no-header --annotation-style line -o requirements/dev.txt

clean:
	rm -rf $(VENV) $(BENCH_VENV) .pytest_cache .mypy_cache .ruff_cache dist
