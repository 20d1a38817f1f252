# `make run` opens the site, `make test` tries everything. `make help` lists the rest.
# Needs Python 3.11 or newer and make; the rest is installed in .venv.

SHELL := /bin/sh
PYTHON ?= $(shell for name in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$name && break; \
	done)
IN := .venv/bin/python
PIP := $(IN) -m pip install --require-hashes --no-input --disable-pip-version-check --progress-bar on
LOCK := $(IN) -m uv pip compile --universal --generate-hashes --no-header --python-version 3.11
SOAKED := tests/games/test_soak.py tests/games/test_schema_fuzz.py tests/leaderboards/test_rebuilding.py \
	tests/leaderboards/test_histories.py
# Whatever the shell says of bytecode: the second turn, and the servers that tests start, use it.
TESTS := env -u PYTHONDONTWRITEBYTECODE $(IN) -m pytest -n auto --maxprocesses 4 --dist loadgroup

.NOTPARALLEL:
.PHONY: help run demo test check lint bench soak mutants messages lock clean python install install-dev prepare \
	test-sqlite test-postgres test-everything

help:  ## ce message
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' Makefile | expand -t 18

run: install  ## ouvrir le site (HOST, PORT, SCOREKEEPER_DATA, DATABASE_URL… : voir README.md)
	@exec $(IN) -m scorekeeper

demo: prepare  ## remplir le site d'un club, de joueurs et de parties
	@$(IN) manage.py demo

prepare: install
	@$(IN) -m scorekeeper --prepare-only

test: lint test-sqlite test-postgres  ## tout essayer, sur SQLite puis sur PostgreSQL

check: lint  ## vite : style, types, étages, traductions, tests courts
	env -u TEST_DATABASE_URL $(TESTS) -q -m "not browser and not slow"

# `make test` runs the short tests with the others: once is enough.
lint: install-dev
	$(IN) -m ruff check .
	$(IN) -m ruff format --check .
	$(IN) -m mypy
	$(IN) -c 'from importlinter.cli import lint_imports_command; lint_imports_command()'
	$(IN) -m djlint --lint --quiet templates games transmission
	$(IN) manage.py makemigrations --check --dry-run
	$(IN) manage.py messages --check

test-sqlite: install-dev
	@echo "== La suite, sur SQLite"
	env -u TEST_DATABASE_URL $(TESTS)

# The address of a server in TEST_DATABASE_URL, or a throw-away one if PostgreSQL is installed.
# What no database changes has been tried once: it is left out.
test-postgres: install-dev
	@if [ -n "$$TEST_DATABASE_URL" ]; then \
		echo "== La suite, sur PostgreSQL"; $(TESTS) --database-only; \
	elif bash .ci/postgres --available; then \
		echo "== La suite, sur un PostgreSQL jetable"; bash .ci/postgres $(TESTS) --database-only; \
	elif [ "$$REQUIRE_POSTGRES" = 1 ]; then \
		echo "PostgreSQL manque, et REQUIRE_POSTGRES=1 le demande." >&2; exit 1; \
	else \
		echo "== PostgreSQL : NON ESSAYÉ, il n'est pas installé ici. L'installer, ou donner un serveur :"; \
		echo "   TEST_DATABASE_URL=postgresql://compte:secret@hôte/base make test-postgres"; \
	fi

test-everything: install-dev  ## chaque test, sur le seul serveur de TEST_DATABASE_URL
	@test -n "$$TEST_DATABASE_URL" || { echo "Il manque TEST_DATABASE_URL=postgresql://…" >&2; exit 2; }
	$(TESTS)

soak: install-dev  ## 10 000 parties de chaque jeu, tous les tableaux de 2 à 128 (long)
	env -u TEST_DATABASE_URL SOAK=1 $(TESTS) $(SOAKED) tests/tournaments/pairing
	@if [ -n "$$TEST_DATABASE_URL" ]; then SOAK=1 $(TESTS) $(SOAKED); \
	elif bash .ci/postgres --available; then SOAK=1 bash .ci/postgres $(TESTS) $(SOAKED); \
	else echo "PostgreSQL : non essayé, il n'est pas installé ici."; fi

mutants: install-dev  ## fausser un module de code pur, et voir si ses tests le disent (MODULE=games/dix/engine)
	@test -n "$(MODULE)" || { echo "Quel module ? make mutants MODULE=games/dix/engine/scoring.py" >&2; exit 2; }
	$(IN) -m tests.mutants $(MODULE)

bench: install-dev  ## mesurer
	@$(IN) -m bench

messages: install-dev  ## mettre les traductions à jour avec les phrases du code
	@$(IN) manage.py messages

lock: install-dev  ## refaire requirements*.txt d'après pyproject.toml
	$(LOCK) pyproject.toml -o requirements.txt
	$(LOCK) pyproject.toml --group dev -o requirements-dev.txt

clean:  ## enlever l'environnement et les caches (jamais les données)
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# -- Installing: skipped while the locked requirements are the ones installed -------------------

install: .venv/bin/python
	@$(call install_once,requirements.txt)

install-dev: .venv/bin/python
	@$(call install_once,requirements-dev.txt)

define install_once
	stamp=.venv/.$(1)-$$($(IN) -c 'import hashlib,pathlib;print(hashlib.sha256(pathlib.Path("$(1)").read_bytes()).hexdigest()[:16])'); \
	if [ ! -e "$$stamp" ]; then \
		echo "Installation des bibliothèques ($(1))…"; \
		$(PIP) -r $(1) || { echo "L'installation a échoué : voir les lignes au-dessus (réseau ? place ?)." >&2; exit 1; }; \
		touch "$$stamp"; \
	fi
endef

.venv/bin/python: | python
	@echo "Création de l'environnement .venv…"
	@$(PYTHON) -m venv .venv || { rm -rf .venv; \
		echo "Python ne sait pas créer .venv : installer son module venv (Debian : apt install python3-venv)." >&2; \
		exit 1; }

python:
	@if [ -z "$(PYTHON)" ]; then \
		echo "Il faut Python 3.11 ou plus récent, et aucun n'a été trouvé : l'installer, ou PYTHON=/chemin/vers/python3 make run." >&2; \
		exit 1; \
	fi
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "$(PYTHON) n'est pas un Python 3.11 ou plus récent : PYTHON=/chemin/vers/python3 make run." >&2; \
		exit 1; }
