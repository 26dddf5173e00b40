"""A club's server, as hosts run it, and eight phones around each table.

PostgreSQL keeps the matches, four processes answer, and a proxy with a certificate stands in front.
Each entry comes from another phone, and all the others have it before the next one is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.club import Club
from tests.browser.conftest import Lay, phones_in
from tests.browser.legs import Company, fill, set_contract
from tests.browser.table import THREE, Phone, start
from tests.browser.test_whole_games import DEALS
from tests.postgresql import shared

PHONES = 8
EIGHT = Company("8")
Entry = Callable[[Phone], None]


@dataclass(frozen=True)
class Game:
    """A whole match: how each entry is put in by thumb, and who has won then."""

    name: str
    players: Sequence[str]
    options: dict[str, object]
    entries: Sequence[Entry]
    end: str


def tricks(*taken: int) -> Entry:
    def enter(phone: Phone) -> None:
        phone.count(THREE[0], taken[0])
        if taken[0] < 13:  # else the others have none
            phone.count(THREE[1], taken[1])

    return enter


def b_leg(phone: Phone) -> None:
    for table, bid, declarer, taken, points in (
        (1, "4C", "Ann", (6, 1, 5, 1), (190, 40, 150, 35)),
        (2, "3NT", "Finn", (2, 6, 2, 3), (70, 200, 60, 110)),
    ):
        set_contract(phone, bid, declarer, table)
        players = EIGHT.players[4 * (table - 1) :][:4]
        fill(phone, players, tricks=taken, points=points)


def c_leg(phone: Phone) -> None:
    melded, held = (310, 150, 205, 180, 75, 240, 30, 115), (0, 25, 10, 40, 0, 0, 0, 0)
    fill(phone, EIGHT.players, melded=melded, held=held)


def d_leg(phone: Phone) -> None:
    fill(phone, EIGHT.players, scored=(110, 35, 60, 0, 80, 20, 30, 50))


GAMES = [
    Game("tribello", THREE, {}, [tricks(*deal) for deal in DEALS], "Ben won"),
    Game("card-triathlon", EIGHT.players, {"format": "sprint"}, [b_leg, c_leg, d_leg],
         "Ann+Cleo+Finn+Hugo won"),
]  # fmt: skip


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    with shared().database() as database:
        options = ("--workers", "4", "--behind-proxy", "--access-log")
        folder = tmp_path_factory.mktemp("club") / "data"
        club = Club(folder, options=options, database=database)
        club.start()
        with club.proxy():
            yield club
        club.stop()
        assert "fault" not in club.stderr.read_text()


@pytest.fixture
def lay(club: Club, browser: Browser) -> Iterator[Lay]:
    with contextmanager(phones_in)(browser, club) as lay:
        yield lambda **options: lay(ignore_https_errors=True, **options)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_eight_phones_play_a_match_over_four_processes_and_a_proxy(lay: Lay, game: Game) -> None:
    phones = [lay() for _ in range(PHONES)]
    match = start(phones[0], game.name, game.players, **game.options)
    for phone in phones:
        phone.open(match)
    for number, (phone, enter) in enumerate(zip(cycle(phones), game.entries), start=1):
        enter(phone)
        phone.record()
        for each in phones:
            expect(each.page.locator("#live")).to_have_attribute("data-number", str(number + 1))
    for phone in phones:
        expect(phone.due).to_have_text(game.end)
        expect(phone.record_button).to_have_count(0)


def test_a_link_that_is_shown_leads_here_from_outside_and_is_in_no_log(
    club: Club, lay: Lay
) -> None:
    phone, other = lay(), lay()
    for each in (phone, other):
        each.may_lose_server = True
        each.expects(502)
    match = start(phone, "tribello", THREE)
    phone.open(f"{match.url}share/")
    address = phone.page.get_by_label("The link to watch").input_value()
    assert address.startswith(f"{club.address}/m/")
    other.open(address)
    expect(other.due).to_contain_text(THREE[0])
    with club.away():  # what the proxy says of a request that fails has no link in it
        assert other.context.request.get(address).status == 502
    asked, refused = club.stderr.read_text(), club.proxy_log.read_text()
    assert "GET /m/" in asked
    assert "502" in refused
    for key in (address.split("/")[-2], match.url.split("/")[-2]):
        assert key not in asked + refused
