# The two main commands are `make run` and `make test`. Each installs what it needs, once.

PYTHON ?= python3
CHROMIUM ?= /usr/bin/chromium-headless-shell
WEBKIT ?= /usr/bin/WebKitWebDriver
export CHROMIUM WEBKIT

# The venv has no pip of its own; using the outer one saves seconds.
INSTALL = $(PYTHON) -m pip --python .venv/bin/python install \
	--disable-pip-version-check --constraint requirements.txt --editable

.PHONY: run test bench icons faults firefox newer translations clean browser postgresql

# Listen on all interfaces, so that phones can connect. For options: make run ARGS="--port 9000"
run: .venv/run
	@exec .venv/bin/referee serve --host 0.0.0.0 $(ARGS)

# One more than cores: in three tenths of its time, a test waits for a server or a browser.
WORKERS = $(shell $(PYTHON) -c "import os; print(os.cpu_count() + 1)")
# Without bytecode, each worker and each server that a test starts would compile everything again. While
# one core checks pages and types, the other one compiles the tests and begins them.
test: .venv/test browser postgresql
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/oxlint referee/static
	@set -x; export PYTHONDONTWRITEBYTECODE=; \
	{ .venv/bin/djlint --quiet referee/templates && .venv/bin/mypy; } & checks=$$!; \
	.venv/bin/pytest --collect-only --quiet $(ARGS) >/dev/null; \
	.venv/bin/pytest --numprocesses $(WORKERS) --dist worksteal $(ARGS); tests=$$?; \
	wait $$checks && exit $$tests

bench: .venv/test browser postgresql
	.venv/bin/python -m tests.bench $(ARGS)

# After a change to referee/static/icon.svg or to the suits drawn in tests/suits.py.
icons: .venv/test
	.venv/bin/python -m tests.icons
	.venv/bin/python -m tests.suits

# The fault tests of `make test`, but for longer, and alone because they take the time; then all that it tries
# only a part of: paces, screens, languages, seeds. Figures are printed at the end.
LONGER = $(shell grep -lrE "tests.faults.conftest|^from hypothesis" tests --include "test_*.py" | grep -v ^tests/faults)
faults: .venv/test browser postgresql
	FAULTS=longer .venv/bin/pytest tests/faults $(ARGS)
	FAULTS=longer PYTHONDONTWRITEBYTECODE= .venv/bin/pytest --numprocesses auto --dist worksteal $(LONGER)
	$(MAKE) firefox ARGS=

# Whole games, outbox, drafts and several phones in Firefox. There, Playwright doesn't come Back from a page
# that was replaced, isn't told that a stream ended with its page, and from 1.65 on asks for what no ESR
# knows yet.
FIREFOX = /usr/bin/firefox-esr
IN_FIREFOX = $(patsubst %,tests/browser/test_%.py,whole_games outbox drafts forms_kept other_phones cards_at_any_pace)
firefox: PACKAGES += firefox-esr
firefox: .venv/test newer browser
	@test -d .venv/firefox || $(PYTHON) -m pip --python .venv/bin/python install --quiet --disable-pip-version-check \
		--no-deps --target .venv/firefox playwright==1.64.1 pyee
	FIREFOX=$(FIREFOX) PYTHONPATH=.venv/firefox .venv/bin/pytest $(IN_FIREFOX) -k "not does_not_lead_to_its_start and not ends_its_stream" $(ARGS)

# What Playwright asks for, Firefox knows since 143, which Debian has among its security updates. A minimal
# system doesn't look for them.
newer:
	@! test -w /etc/apt/sources.list || grep -qrs -- -security /etc/apt/sources.list /etc/apt/sources.list.d || \
		sed -nE 's#^(deb .*/debian)/? ([a-z]+) .*#\1-security \2-security main#p' /etc/apt/sources.list >/etc/apt/sources.list.d/security.list

# Bring the catalogues up to date with the texts in the code, and compile them.
PYBABEL = .venv/bin/pybabel --quiet
translations: .venv/test
	$(PYBABEL) extract --mapping pyproject.toml --keyword _p:1c,2 --sort-by-file --add-location file --output referee.pot referee
	$(PYBABEL) update --no-fuzzy-matching --ignore-obsolete --no-wrap --ignore-pot-creation-date --domain referee \
		--input-file referee.pot --output-dir referee/translations
	$(PYBABEL) compile --domain referee --directory referee/translations
	rm referee.pot

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find referee tests -name __pycache__ -prune -exec rm -rf {} +

# Stamp files: packages are only installed again after these lists change.
.venv/run: pyproject.toml requirements.txt | .venv
	@echo "Installing what Referee needs into .venv (once, well under a minute) ..."
	@rm -f .venv/bin/referee  # a pipe hides whether pip succeeded
	@{ $(INSTALL) '.[https,picture,postgresql]' 2>/dev/null || $(INSTALL) .; } | \
		awk '/^Collecting|^Installing/ { sub(/[^A-Za-z0-9_. -].*/, ""); print "  " $$0; fflush() }'
	@test -x .venv/bin/referee
	@touch $@

.venv/test: pyproject.toml requirements.txt | .venv
	@echo "Installing what the tests need into .venv (once, well under a minute) ..."
	@$(INSTALL) '.[test]' --quiet
	@touch .venv/run $@

.venv:
	@$(PYTHON) -m venv --without-pip $@

# The browsers for the tests, what their drivers need, and two different fonts, one with suit symbols.
PACKAGES = libatomic1 fonts-dejavu-core fonts-liberation
ifeq ($(WEBKIT),/usr/bin/WebKitWebDriver)
PACKAGES += webkit2gtk-driver xvfb
endif
ifeq ($(CHROMIUM),/usr/bin/chromium-headless-shell)
PACKAGES += chromium-headless-shell
endif

# The proxies described in deploy/README.md. Their packages start services, which are stopped again.
ifeq ($(shell command -v caddy),)
PACKAGES += caddy
endif
ifeq ($(shell PATH="$$PATH:/usr/sbin" command -v nginx),)
PACKAGES += nginx-light
endif

browser:
	@if command -v dpkg-query >/dev/null && dpkg-query --show --showformat '$${db:Status-Abbrev}\n' $(PACKAGES) 2>&1 | grep -qv '^.i'; then \
		test "$$(id -u)" = 0 || { echo "The tests need browsers and other packages: sudo apt-get install $(PACKAGES)" >&2; exit 1; }; \
		echo "Installing browsers, proxies, fonts and libraries for the tests (once) ..."; \
		apt-get update -qq && \
		DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(PACKAGES) >/dev/null; \
		for service in $(patsubst nginx-light,nginx,$(filter caddy nginx-light,$(PACKAGES))); do \
			systemctl disable --quiet --now $$service >/dev/null 2>&1 || true; \
		done; \
	fi
	@test -x "$(CHROMIUM)" || { echo "The tests need a browser, but there is none at $(CHROMIUM). Try: make test CHROMIUM=/path/to/chromium" >&2; exit 1; }
	@test -x "$(WEBKIT)" || { echo "The tests need WebKit, but it isn't at $(WEBKIT). Try: make test WEBKIT=/path/to/WebKitWebDriver" >&2; exit 1; }

# A PostgreSQL server, if there is none yet: only its programs, no database cluster. Where apt cannot
# save its state, it reports a failure although it has installed them, so check for the programs.
POSTGRES ?=
export POSTGRES
HAS_POSTGRES = test -x "$${POSTGRES:-$$(ls /usr/lib/postgresql/*/bin/postgres 2>/dev/null | tail -n 1)}" || \
	{ test -z "$$POSTGRES" && command -v postgres >/dev/null; }
NO_CLUSTER = /etc/postgresql-common/createcluster.d/referee.conf

postgresql: browser
	@$(HAS_POSTGRES) || test -n "$$POSTGRES" || ! command -v apt-get >/dev/null || { \
		test "$$(id -u)" = 0 || { echo "The tests need a PostgreSQL server: sudo apt-get install postgresql" >&2; exit 1; }; \
		echo "Installing a PostgreSQL server for the tests (once) ..."; \
		mkdir -p $(dir $(NO_CLUSTER)) && echo "create_main_cluster = false" >$(NO_CLUSTER) && \
		said=$$({ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql; } 2>&1) || \
			$(HAS_POSTGRES) || echo "$$said" >&2; \
		rm -f $(NO_CLUSTER); \
	}
	@$(HAS_POSTGRES) || { echo "The tests need a PostgreSQL server, but there is none. Install it, or try: make test POSTGRES=/path/to/postgres" >&2; exit 1; }
