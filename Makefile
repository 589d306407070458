# Good Ten. `make up` runs it, `make test` tests it; both set up what they need in .venv first.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: help setup up check test test-javascript typescript-client long audit bench load thousand golden perft evaluation mutants steps \
	storm fmt lock screenshot screenshots

# The first Python that is new enough; the message below when there is none.
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& { echo "$$python"; break; }; done)
IN := .venv/bin
RUN := $(IN)/python
ARGS ?=

help: ## lists the verbs
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

setup: .venv/dev ## installs everything that developing needs into .venv

up: .venv/runtime ## runs Good Ten until Ctrl-C; ARGS="--port 9000 --no-demo"
	@exec $(RUN) manage.py up $(ARGS)

check: .venv/dev ## style, types, layers, migrations, deployment settings, side by side
	@$(MAKE) --no-print-directory -j$(CORES) $(IN_TURN) $(CHECKS)

# One of these by itself: `make types`. What each says stands together, whichever ends first.
CHECKS = types typescript lint format layers migrations deployment scripts templates
check-javascript: typescript scripts templates
IN_TURN = $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
CORES := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
.PHONY: $(CHECKS) check-javascript
typescript: node_modules/.package-lock.json
	@$(IN)/node node_modules/typescript/bin/tsc
	@$(IN)/node node_modules/typescript/bin/tsc --project tests/javascript
scripts:
	@$(IN)/oxlint --deny-warnings
templates:
	@$(IN)/djlint --lint --quiet games tournaments casino_site
format:
	@$(IN)/ruff format --check .
lint:
	@$(IN)/ruff check .
types:
	@$(IN)/mypy
layers:
	@$(IN)/lint-imports
migrations:
	@$(RUN) manage.py makemigrations --check --dry-run
deployment:
	@$(PRODUCTION) $(RUN) manage.py check --deploy --fail-level WARNING

test: .venv/dev node_modules/.package-lock.json test-javascript typescript-client ## all tests: scripts, then on SQLite, beside them those of the store on PostgreSQL; ARGS="-k sweep"
	@$(RUN) -m tests.lanes $(ARGS)

long: .venv/dev node_modules/.package-lock.json ## what takes longer than a test may, before an issue is called resolved
	LONG=1 CHANCE=any $(RUN) -m tests.lanes
	$(RUN) -m tests.site.steps
	$(RUN) -m tests.site.storm
	$(RUN) -m tests.site.storm_under_load
	$(RUN) -m tests.engine.mutants
	$(RUN) -m tests.load.hour
	$(RUN) -m tests.load.hall

typescript-client: tests/clients/typescript/node_modules/.package-lock.json

test-javascript: .venv/dev
	$(IN)/node --import ./tests/javascript/served.js --test --test-reporter dot "tests/javascript/*.test.js"

bench: .venv/dev .venv-bench/ready ## how fast judging, playing, storing and pairing are, beside other engines
	$(RUN) -m tests.bench
	$(RUN) -m tests.bench.standings
	$(RUN) -m tests.bench.tables
	$(RUN) -m tests.bench.reads
	$(RUN) -m tests.load --only watching --only walls
	$(RUN) -m tests.bench.event
	$(RUN) -m tests.bench.event --on postgresql
	$(RUN) -m tests.bench.beside .venv-bench/bin/python $(ARGS)
	$(RUN) -m tests.bench.swiss .venv-bench/bin/python

load: .venv/dev tests/load/boardgame/node_modules/.package-lock.json ## live play under load, beside its references; ARGS="--only moves"
	$(RUN) -m tests.load $(ARGS)

thousand: .venv/dev ## runs a Swiss of 1,000 bots on PostgreSQL, start to end; ARGS="--entrants 100 --rounds 5"
	$(RUN) -m tests.bench.thousand $(ARGS)

audit: .venv-audit/ready ## asks the advisories of PyPI for known faults of what is pinned; needs the Internet
	.venv-audit/bin/pip-audit --disable-pip --require-hashes --strict --progress-spinner off \
		-r requirements.lock -r requirements-dev.lock $(ARGS)

golden: .venv/dev ## plays the golden matches of the tests anew; only for a change that is meant
	$(RUN) -m tests.engine.make_golden

perft: .venv/dev ## counts plays by the literal rules anew, which the engine must agree with
	$(RUN) -m tests.engine.make_perft

evaluation: .venv/dev ## learns the weights of the bots' evaluation anew, from self-play; minutes
	$(RUN) -m engine evaluation --deals 3000 --out engine/bots/evaluation_data.py $(ARGS)
	$(IN)/ruff format engine/bots/evaluation_data.py

mutants: .venv/dev ## plants faults in the rules, one at a time; the tests must catch each
	$(RUN) -m tests.engine.mutants

fmt: .venv/dev ## formats the code
	$(IN)/ruff format .
	$(IN)/ruff check --fix .

lock: .venv/dev ## resolves the dependencies of pyproject.toml anew (needs uv)
	uv pip compile --universal --generate-hashes --no-emit-index-url --no-header \
		pyproject.toml --output-file requirements.lock
	uv pip compile --universal --generate-hashes --no-emit-index-url --no-header \
		pyproject.toml --extra dev --output-file requirements-dev.lock
	uv pip compile --universal --generate-hashes --no-emit-index-url --no-header \
		--group pyproject.toml:bench --output-file requirements-bench.lock
	uv pip compile --universal --generate-hashes --no-emit-index-url --no-header \
		--group pyproject.toml:audit --output-file requirements-audit.lock
	PATH="$(CURDIR)/$(IN):$$PATH" npm install --package-lock-only --ignore-scripts
	cd tests/load/boardgame && PATH="$(CURDIR)/$(IN):$$PATH" npm install --package-lock-only --ignore-scripts
	cd tests/clients/typescript && PATH="$(CURDIR)/$(IN):$$PATH" npm install --package-lock-only --ignore-scripts

steps: .venv/dev ## kills the worker at every step of a round, one step after another
	$(RUN) -m tests.site.steps $(ARGS)

storm: .venv/dev ## kills processes at random while a tournament runs, then under load; ARGS="--kills 60 --seed 1"
	$(RUN) -m tests.site.storm $(ARGS)
	$(RUN) -m tests.site.storm_under_load $(ARGS)

screenshot: .venv/dev ## takes docs/screenshot.png from the running product
	$(RUN) -m tests.browser.screenshot

screenshots: .venv/dev ## takes pictures of tables of every size into var/screenshots, to be looked at
	$(RUN) -m tests.browser.screenshots $(ARGS)

# As a deployment has them; nothing is connected to.
PRODUCTION = DATABASE_URL=postgresql://nobody@127.0.0.1/nowhere REDIS_URL=redis://127.0.0.1 \
	GOODTEN_HOSTS=good-ten.example GOODTEN_HTTPS=1 GOODTEN_PROXIES=10.0.0.1 \
	SECRET_KEY=$$($(RUN) -c 'import secrets; print(secrets.token_urlsafe(64))') \
	GOODTEN_LOG_KEYS=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=

.venv/bin/python:
	@if [ -z "$(PYTHON)" ]; then \
		echo "Good Ten needs Python 3.11 or newer, and there is none on this PATH." >&2; exit 2; fi
	@$(PYTHON) -m venv --clear .venv || { rm -rf .venv; \
		echo "$(PYTHON) cannot make a virtual environment (Debian: apt-get install python3-venv)." >&2; \
		exit 2; }

.venv/runtime: requirements.lock | .venv/bin/python
	@echo "Installing what Good Ten needs into .venv"
	@$(RUN) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

.venv/dev: requirements-dev.lock | .venv/bin/python
	@echo "Installing what developing Good Ten needs into .venv"
	@$(RUN) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@ .venv/runtime

.venv-audit/ready: requirements-audit.lock | .venv/bin/python
	@echo "Installing what looks for known faults into .venv-audit"
	@$(RUN) -m venv .venv-audit
	@.venv-audit/bin/python -m pip install --quiet --disable-pip-version-check \
		--require-hashes -r requirements-audit.lock
	@touch $@

.venv-bench/ready: requirements-bench.lock | .venv/bin/python
	@echo "Installing the engines that bench compares with into .venv-bench"
	@$(RUN) -m venv .venv-bench
	@.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check \
		--require-hashes -r requirements-bench.lock
	@touch $@

# What npm writes last; it needs the `node` beside it.
node_modules/.package-lock.json: package-lock.json | .venv/dev
	@echo "Installing the type checker of the scripts into node_modules"
	@PATH="$(CURDIR)/$(IN):$$PATH" npm ci --ignore-scripts --no-audit --no-fund --loglevel error
	@touch $@

# What makes types of the API's schema, for a test of them.
tests/clients/typescript/node_modules/.package-lock.json: tests/clients/typescript/package-lock.json | .venv/dev
	@echo "Installing what makes a client in TypeScript into tests/clients/typescript"
	@cd tests/clients/typescript && PATH="$(CURDIR)/$(IN):$$PATH" \
		npm ci --ignore-scripts --no-audit --no-fund --loglevel error
	@touch $@

# What live play is measured beside; nothing else wants it.
tests/load/boardgame/node_modules/.package-lock.json: tests/load/boardgame/package-lock.json | .venv/dev
	@echo "Installing boardgame.io, which live play is measured beside, into tests/load/boardgame"
	@cd tests/load/boardgame && PATH="$(CURDIR)/$(IN):$$PATH" \
		npm ci --ignore-scripts --no-audit --no-fund --loglevel error
	@touch $@
