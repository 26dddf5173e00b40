"""Fixtures: one app for each module of these tests, and the match that most of them use."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.leg_forms import game
from tests.web.phones import Phone, PlayedMatch


@pytest.fixture
def app(shared_app: Flask) -> Flask:
    return shared_app


@pytest.fixture
def table(ann: Phone) -> PlayedMatch:
    """A new sprint for four players, in which the B leg comes first."""
    return game(ann, 4)
