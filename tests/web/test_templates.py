"""What templates are given is used by one of them."""

from __future__ import annotations

import re
from pathlib import Path

from flask import Flask
from jinja2.defaults import DEFAULT_FILTERS, DEFAULT_TESTS

import referee

TEMPLATES = Path(referee.__file__).parent / "templates"
OF_FLASK = Flask("bare").jinja_env


def test_every_filter_test_and_function_has_a_template(app: Flask) -> None:
    texts = "\n".join(path.read_text(encoding="utf-8") for path in TEMPLATES.rglob("*.html"))
    words = set(re.findall(r"\w+", texts))
    env = app.jinja_env
    filters = env.filters.keys() - DEFAULT_FILTERS.keys() - OF_FLASK.filters.keys()
    tests = env.tests.keys() - DEFAULT_TESTS.keys()
    functions = env.globals.keys() - OF_FLASK.globals.keys()
    assert filters
    assert (filters | tests | functions) - words == set()
