"""What templates are given is used by one of them, and each is compiled once."""

from __future__ import annotations

import re
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

from flask import Flask
from jinja2 import FunctionLoader, Template
from jinja2.filters import FILTERS
from jinja2.tests import TESTS

import referee
from referee.web.http.app import SharedTemplates

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


def test_a_template_that_many_want_at_once_is_compiled_once() -> None:
    loaded: list[str] = []

    def load(name: str) -> str:
        loaded.append(name)
        time.sleep(0.05)
        return "{{ 1 }}"

    env = SharedTemplates(Flask("bare"), loader=FunctionLoader(load))
    phones = 8
    start = Barrier(phones)

    def show(_phone: int) -> Template:
        start.wait()
        return env.get_template("page.html")

    with ThreadPoolExecutor(phones) as threads:
        found = list(threads.map(show, range(phones)))
    assert loaded == ["page.html"]
    assert len(set(map(id, found))) == 1
