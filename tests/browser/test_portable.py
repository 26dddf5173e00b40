"""The same app where granian isn't installed: waitress serves it, and phones poll for news."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Lay
from tests.browser.table import THREE, House
from tests.servers import slowness

WITHOUT_GRANIAN = (
    "import sys; sys.modules['granian'] = None; from referee.__main__ import main; main()"
)
SECONDS = 5.0
"""Time within which a phone that polls every two seconds shows another phone's entry."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("portable")
    with House(folder / "data", program=("-c", WITHOUT_GRANIAN)).running() as house:
        yield house


def test_other_phones_follow(lay: Lay) -> None:
    phone, other = lay(), lay()
    match = phone.start("tribello", *THREE)
    other.open(match)
    phone.open(match)
    phone.record_tricks(8, 4)
    expect(other.rows).to_have_count(1, timeout=SECONDS * 1000 * slowness())
