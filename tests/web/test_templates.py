"""What templates are given is used by one of them."""

from __future__ import annotations

import re
from pathlib import Path

from flask import Flask
from jinja2.filters import FILTERS
from jinja2.tests import TESTS

import referee

TEMPLATES = Path(referee.__file__).parent / "templates"
OF_FLASK = Flask("bare").jinja_env


def test_every_filter_test_and_function_has_a_template(app: Flask) -> None:
    texts = "\n".join(path.read_text(encoding="utf-8") for path in TEMPLATES.rglob("*.html"))
    words = set(re.findall(r"\w+", texts))
    env = app.jinja_env
    filters = env.filters.keys() - FILTERS.keys() - OF_FLASK.filters.keys()
    tests = env.tests.keys() - TESTS.keys()
    functions = env.globals.keys() - OF_FLASK.globals.keys()
    assert filters
    assert (filters | tests | functions) - words == set()
