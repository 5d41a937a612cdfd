# make play | test | lint | docs | translations | bench | strength | census | fuzz | soak | mutant NAME=... |
#   mutants-rulesets | native-report
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed
SPIEL := .venv/.openspiel

.PHONY: play test lint docs translations bench strength census fuzz soak mutant mutants-rulesets native-report clean

play: $(STAMP)
	$(BIN)/claim play --ruleset base.yaml

test: $(SPIEL)
	$(BIN)/python -m pytest -q -n auto

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/mypy --strict claimdsl cli.py
	$(BIN)/lint-imports
	test -d .venv/strict || $(BIN)/python -m pip install --quiet --disable-pip-version-check --target .venv/strict interegular
	PYTHONPATH=.venv/strict:. $(BIN)/python tests/strict_grammar.py

docs: $(STAMP)
	$(BIN)/python tests/write_reference.py
	$(BIN)/python -m tests.write_codes
	$(BIN)/python -m tests.write_rulesets
	$(BIN)/python -m tests.write_solving
	$(BIN)/python tests/evidence.py
	$(BIN)/python -m tests.evidence_tui

translations: $(STAMP)
	$(BIN)/python -m tests.write_translations

bench: $(STAMP)
	$(BIN)/python benchmarks/run.py

strength: $(STAMP)
	$(BIN)/python benchmarks/strength.py

census: $(STAMP)
	$(BIN)/python -m tests.write_census

fuzz: $(STAMP)
	$(BIN)/python tests/fuzz.py
	$(BIN)/python tests/fuzz_fmt.py

soak: $(STAMP)
	$(BIN)/python tests/soak.py
	$(BIN)/python tests/soak_native.py
	$(BIN)/python tests/soak_kill.py
	$(BIN)/python tests/soak.py --solver --seconds 300

mutant: $(STAMP)
	$(BIN)/python tests/mutants.py $(NAME)

mutants-rulesets: $(STAMP)
	$(BIN)/python tests/mutants_rulesets.py

native-report: $(STAMP)
	$(BIN)/python tests/native_report.py

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist

# OpenSpiel is large and not for every machine: where it is not to be had, its tests are left out.
$(SPIEL): $(STAMP)
	-$(BIN)/python -m pip install --quiet --disable-pip-version-check --only-binary :all: --editable '.[openspiel]'
	touch $@

$(STAMP): pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@
