# Two commands do everything: `make run` plays, `make test` checks. Each installs what it needs, once.

PYTHON ?= python3
CHROMIUM ?= /usr/bin/chromium-headless-shell
export CHROMIUM

# The venv goes without a pip of its own: the outer one fills it, which saves seconds.
INSTALL = $(PYTHON) -m pip --python .venv/bin/python install --quiet \
	--disable-pip-version-check --constraint requirements.txt --editable

.PHONY: run test bench faults clean browser postgresql

# All interfaces, because phones must reach it. Options go through: make run ARGS="--port 9000"
run: .venv/run
	@exec .venv/bin/referee serve --host 0.0.0.0 $(ARGS)

test: .venv/test browser postgresql
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/mypy
	.venv/bin/oxlint referee/static
	.venv/bin/djlint --quiet referee/templates
	.venv/bin/pytest --numprocesses auto --dist worksteal $(ARGS)

bench: .venv/test browser postgresql
	.venv/bin/python -m tests.bench $(ARGS)

# What `make test` tries a little, for half an hour; the figures are printed at the end.
faults: .venv/test browser postgresql
	FAULTS=longer .venv/bin/pytest tests/faults tests/browser/test_outbox_at_random.py $(ARGS)

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find referee tests -name __pycache__ -prune -exec rm -rf {} +

# Stamps: nothing is installed again until the lists of packages change.
.venv/run: pyproject.toml requirements.txt | .venv
	@echo "Installing what Referee needs into .venv (once, well under a minute) ..."
	@$(INSTALL) '.[picture,postgresql]' 2>/dev/null || $(INSTALL) .
	@touch $@

.venv/test: pyproject.toml requirements.txt | .venv
	@echo "Installing what the tests need into .venv (once, well under a minute) ..."
	@$(INSTALL) '.[test]'
	@touch .venv/run $@

.venv:
	@$(PYTHON) -m venv --without-pip $@

# The browser of the tests, what its driver needs, and fonts that differ; one of them has the suits.
PACKAGES = libatomic1 fonts-dejavu-core fonts-liberation
ifeq ($(CHROMIUM),/usr/bin/chromium-headless-shell)
PACKAGES += chromium-headless-shell
endif

# The proxies that hosts are told of; what they install starts as a service, and is stopped again.
ifeq ($(shell command -v caddy),)
PACKAGES += caddy
endif
ifeq ($(shell PATH="$$PATH:/usr/sbin" command -v nginx),)
PACKAGES += nginx-light
endif

browser:
	@if ! command -v dpkg-query >/dev/null; then \
		test -x "$(CHROMIUM)" || { echo "The tests need a browser, and $(CHROMIUM) is none: make test CHROMIUM=/path/to/chromium" >&2; exit 1; }; \
	elif dpkg-query --show --showformat '$${db:Status-Abbrev}\n' $(PACKAGES) 2>&1 | grep -qv '^.i'; then \
		test "$$(id -u)" = 0 || { echo "The tests need a browser and more: sudo apt-get install $(PACKAGES)" >&2; exit 1; }; \
		echo "Installing the browser of the tests, a proxy, fonts and libraries (once) ..."; \
		apt-get update -qq && \
		DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(PACKAGES) >/dev/null; \
		for service in $(patsubst nginx-light,nginx,$(filter caddy nginx-light,$(PACKAGES))); do \
			systemctl disable --quiet --now $$service >/dev/null 2>&1 || true; \
		done; \
	fi
	@test -x "$(CHROMIUM)" || { echo "There is no browser at $(CHROMIUM)." >&2; exit 1; }

# A server of PostgreSQL, if there is none yet: its programs only, no database of its own. In a folder
# that apt may not write to, it cannot note what to keep, and says that it failed: the programs count.
POSTGRES ?=
export POSTGRES
HAS_POSTGRES = test -x "$${POSTGRES:-$$(ls /usr/lib/postgresql/*/bin/postgres 2>/dev/null | tail -n 1)}" || \
	{ test -z "$$POSTGRES" && command -v postgres >/dev/null; }
NO_CLUSTER = /etc/postgresql-common/createcluster.d/referee.conf

postgresql: browser
	@$(HAS_POSTGRES) || test -n "$$POSTGRES" || ! command -v apt-get >/dev/null || { \
		test "$$(id -u)" = 0 || { echo "The tests need a server of PostgreSQL: sudo apt-get install postgresql" >&2; exit 1; }; \
		echo "Installing a server of PostgreSQL for the tests (once) ..."; \
		mkdir -p $(dir $(NO_CLUSTER)) && echo "create_main_cluster = false" >$(NO_CLUSTER) && \
		said=$$({ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql; } 2>&1) || \
			$(HAS_POSTGRES) || echo "$$said" >&2; \
		rm -f $(NO_CLUSTER); \
	}
	@$(HAS_POSTGRES) || { echo "The tests need a server of PostgreSQL, and find none: install it, or make test POSTGRES=/path/to/postgres" >&2; exit 1; }
