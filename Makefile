# `make run` opens the site, `make test` tries everything. `make help` lists the rest.
# Needs Python 3.11 or newer and make; the rest is installed in .venv.

SHELL := /bin/sh
# Compiled code is kept, whatever the caller's environment says: each worker of the tests would
# compile all of them again.
unexport PYTHONDONTWRITEBYTECODE
PYTHON ?= $(shell for name in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$name && break; \
	done)
IN := .venv/bin/python
PIP := $(IN) -m pip install --require-hashes --no-input --disable-pip-version-check --progress-bar on
LOCK := $(IN) -m uv pip compile --universal --generate-hashes --no-header --python-version 3.11
# One worker more than processors: a test in a browser waits half of its time. A worker takes whole
# files: what a file shares is made once.
WORKERS := $(shell $(PYTHON) -c 'import os; print(min((os.cpu_count() or 1) + 1, 8))')
TESTS := $(IN) -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder
# Beside SQLite, in one process: about as long as that one takes.
TESTS_ON_POSTGRES := $(IN) -m pytest --database-only

# `make check` tries these folders: pure rules and services.
QUICK := $(wildcard tests/games/*/engine) tests/clubs tests/bulletin tests/jobs tests/games/services \
	tests/leaderboards/rating tests/tournaments/state tests/transmission

# French, unless the terminal is set to another language, as `scorekeeper/console.py` has it.
FRENCH := $(shell case "$${LC_ALL:-$${LC_MESSAGES:-$$LANG}}" in (""|C|C.*|POSIX|fr*) echo yes;; esac)
ifdef FRENCH
ON_SQLITE = == La suite, sur SQLite
ON_POSTGRES = == La suite, sur PostgreSQL
NO_POSTGRES = PostgreSQL manque ici. L'installer, ou donner un serveur :
INSTALLING = Installation des bibliothèques
NOT_INSTALLED = L'installation a échoué : voir les lignes au-dessus (réseau ? place ?).
MAKING_VENV = Création de l'environnement .venv…
NO_VENV = Python ne sait pas créer .venv : installer son module venv (Debian : apt install python3-venv).
NO_PYTHON = Il faut Python 3.11 ou plus récent, et aucun n'a été trouvé : l'installer, ou
OLD_PYTHON = n'est pas un Python 3.11 ou plus récent :
else
ON_SQLITE = == The suite, on SQLite
ON_POSTGRES = == The suite, on PostgreSQL
NO_POSTGRES = PostgreSQL is missing here. Install it, or give a server:
INSTALLING = Installing the libraries
NOT_INSTALLED = The installation failed: see the lines above (network? room?).
MAKING_VENV = Making the environment .venv…
NO_VENV = Python cannot make .venv: install its venv module (Debian: apt install python3-venv).
NO_PYTHON = Python 3.11 or newer is needed, and none was found: install it, or
OLD_PYTHON = is not a Python 3.11 or newer:
endif
GIVE_SERVER = TEST_DATABASE_URL=postgresql://account:secret@host/base make test-postgres

.NOTPARALLEL:
.PHONY: help run demo test check lint bench nightly restore-drill upgrades cluster release audit docs wheel mutants messages lock clean python install install-dev prepare \
	test-both test-sqlite test-postgres

help:  ## ce message | this message
	@sed -n 's/^\([a-z-]*\):.*## \(.*\) | \(.*\)/make \1\t\$(if $(FRENCH),2,3)/p' Makefile | expand -t 24

run: install  ## ouvrir le site (HOST, PORT, SCOREKEEPER_DATA, DATABASE_URL… : voir README.md) | open the site (HOST, PORT, SCOREKEEPER_DATA, DATABASE_URL…: see README.md)
	@exec $(IN) -m scorekeeper

demo: prepare  ## remplir le site d'un club, de joueurs et de parties | fill the site with a club, players and matches
	@$(IN) manage.py demo

prepare: install
	@$(IN) -m scorekeeper --prepare-only

test: install-dev  ## tout essayer, sur SQLite et sur PostgreSQL | try everything, on SQLite and on PostgreSQL
	bash .ci/beside "$(MAKE) lint" $(MAKE) test-both

# The tests are compiled once at first: else each worker of both would do so. They are loaded for it,
# and none is made.
test-both:
	-@$(IN) -m pytest --collect-only -q -o python_functions=none -o python_classes=none >/dev/null
	bash .ci/beside "$(MAKE) test-postgres" $(MAKE) test-sqlite

check: install-dev  ## vite : style, types, couches, traductions, tests courts | the fast part: style, types, layers, translations, short tests
	env -u TEST_DATABASE_URL bash .ci/beside "$(MAKE) lint" $(TESTS) -q --hypothesis-profile quick $(QUICK)

lint: install-dev
	$(IN) -m ruff check .
	$(IN) -m ruff format --check .
	$(IN) -m mypy
	$(IN) -c 'from importlinter.cli import lint_imports_command; lint_imports_command()'
	$(IN) -m djlint --lint --quiet templates clubs games jobs labo leaderboards scorekeeper tournaments transmission
	$(IN) manage.py makemigrations --check --dry-run --skip-checks
	$(IN) manage.py messages --check
	$(IN) -m tests.words

test-sqlite: install-dev
	@echo "$(ON_SQLITE)"
	env -u TEST_DATABASE_URL $(TESTS)

# The address of a server in TEST_DATABASE_URL, or a throw-away one if PostgreSQL is installed.
# What no database changes has been tried once: it is left out.
test-postgres: install-dev
	@echo "$(ON_POSTGRES)"
	@if [ -n "$$TEST_DATABASE_URL" ]; then $(TESTS_ON_POSTGRES); \
	elif bash .ci/postgres --available; then bash .ci/postgres $(TESTS_ON_POSTGRES); \
	else echo "$(NO_POSTGRES) $(GIVE_SERVER)" >&2; [ "$$REQUIRE_POSTGRES" != 1 ]; fi

nightly: install-dev  ## ce que `make test` laisse à la nuit, en parties qui se reprennent (OPTIONS, SCALE) | what `make test` leaves to the night, in parts that can be resumed (OPTIONS, SCALE)
	$(IN) -m tests.nightly $(OPTIONS)

restore-drill: install-dev  ## sauver un club, le restaurer sur PostgreSQL et retour, ouvrir ses pages | back a club up, restore it on PostgreSQL and back, open its pages
	@if [ -n "$$TEST_DATABASE_URL" ]; then $(IN) -m tests.restore_drill $(FOLDER); \
	else bash .ci/postgres $(IN) -m tests.restore_drill $(FOLDER); fi

upgrades: install-dev  ## refaire les bases d'autrefois avec leur programme, et les mettre à jour (COMMITS=…) (long) | make the databases of the past with their program, and upgrade them (COMMITS=…) (long)
	$(IN) -m tests.upgrades $(COMMITS)

cluster: install-dev  ## répéter ce qui arrive à deux machines et deux serveurs (OPTIONS="--tables 100…") (long) | rehearse what befalls two machines and two servers (OPTIONS="--tables 100…") (long)
	$(IN) -m tests.cluster $(OPTIONS)

release: install-dev  ## publier : version, journal des changements et étiquette (VERSION=1.2.3) | release: version, changelog and tag (VERSION=1.2.3)
	$(IN) manage.py makemigrations --check --dry-run --skip-checks
	@$(IN) -m tests.release "$(VERSION)"

audit: install-dev  ## chercher les failles connues des bibliothèques | look for known vulnerabilities of the libraries
	@$(call install_once,requirements-audit.txt)
	$(IN) -m pip_audit --require-hashes --disable-pip -r requirements.txt
	$(IN) -m pip_audit --require-hashes --disable-pip -r requirements-dev.txt

docs: install-dev  ## faire de docs/ un site, dans dist/docs | make docs/ a site, in dist/docs
	$(IN) -m tests.docs_site

wheel: install-dev  ## mettre le carnet en un fichier à installer : dist/*.whl | put the site into one file to install: dist/*.whl
	$(IN) -m hatchling build -t wheel -d dist

mutants: install-dev  ## changer un module pur, et voir si ses tests le disent (MODULE=games/dix/engine) | change a pure module, and see whether its tests notice (MODULE=games/dix/engine)
	@test -n "$(MODULE)" || { echo "make mutants MODULE=games/dix/engine/scoring.py" >&2; exit 2; }
	$(IN) -m tests.mutants $(MODULE)

bench: install-dev  ## mesurer | measure
	@$(IN) -m bench

messages: install-dev  ## mettre les traductions à jour avec les phrases du code | bring the translations up to date with the sentences of the code
	@$(IN) manage.py messages

lock: install-dev  ## refaire requirements*.txt d'après pyproject.toml | remake requirements*.txt from pyproject.toml
	$(LOCK) pyproject.toml --all-extras -o requirements.txt
	$(LOCK) pyproject.toml --all-extras --group dev -o requirements-dev.txt
	$(LOCK) --group build -c requirements-dev.txt -o requirements-build.txt
	$(LOCK) --group audit -c requirements-dev.txt -o requirements-audit.txt
	$(LOCK) --group installer -o requirements-installer.txt

clean:  ## enlever l'environnement et les caches (jamais les données) | remove the environment and the caches (never the data)
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# -- Installing: skipped while the locked requirements are the ones installed -------------------
# uv takes a tenth of pip's time. Where uv cannot be had, or finds no packages (it does not read
# pip's settings), pip does it.

install: .venv/bin/python
	@$(call install_once,requirements.txt)

install-dev: .venv/bin/python
	@$(call install_once,requirements-dev.txt)

define install_once
	stamp=.venv/.$(1)-$$($(IN) -c 'import hashlib,pathlib;print(hashlib.sha256(pathlib.Path("$(1)").read_bytes()).hexdigest()[:16])'); \
	if [ ! -e "$$stamp" ]; then \
		echo "$(INSTALLING) ($(1))…"; \
		{ $(PIP) -q -r requirements-installer.txt && $(IN) -m uv pip install --require-hashes -r $(1); } || \
		$(PIP) -r $(1) || { echo "$(NOT_INSTALLED)" >&2; exit 1; }; \
		touch "$$stamp"; \
	fi
endef

.venv/bin/python: | python
	@echo "$(MAKING_VENV)"
	@$(PYTHON) -m venv .venv || { rm -rf .venv; \
		echo "$(NO_VENV)" >&2; \
		exit 1; }

python:
	@if [ -z "$(PYTHON)" ]; then \
		echo "$(NO_PYTHON) PYTHON=/…/python3 make run." >&2; \
		exit 1; \
	fi
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "$(PYTHON) $(OLD_PYTHON) PYTHON=/…/python3 make run." >&2; \
		exit 1; }
