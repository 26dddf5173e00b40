"""What a copy holds opens elsewhere as it was: the same pages and links, on the same phones."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from referee.matches.database.backup import backup, restore
from tests.web.http.test_kept import KEPT, state_of
from tests.web.http.test_kept import restore as kept_database
from tests.web.phones import Phone, PlayedMatch, app_over, record_deal, store_of


@pytest.fixture
def moved(tmp_path: Path) -> Callable[[Path], Path]:
    """Saves a data folder and puts the copy into another one."""

    def move(data: Path) -> Path:
        backup(data / "referee.db", tmp_path / "copy.db")
        restore(tmp_path / "copy.db", tmp_path / "elsewhere")
        return tmp_path / "elsewhere"

    return move


def test_the_pages_of_a_restored_copy_show_the_same_sheets(
    tmp_path: Path, moved: Callable[[Path], Path]
) -> None:
    kept_database(tmp_path / "referee.db")
    first = app_over(tmp_path)
    with closing(store_of(first)):
        second = app_over(moved(tmp_path))  # while the first one still runs
        with closing(store_of(second)):
            for match in KEPT["matches"].values():
                old, new = (
                    PlayedMatch(store_of(app), match["score_key"]) for app in (first, second)
                )
                pages = [Phone(app).open(old.to_score + "?all=1") for app in (first, second)]
                assert pages[0].rows == pages[1].rows
                assert pages[0].totals == pages[1].totals
                assert state_of(Phone(second), new) == state_of(Phone(first), old)


def test_a_phone_knows_its_matches_again_and_plays_on(
    ann: Phone, friday: PlayedMatch, tmp_path: Path, moved: Callable[[Path], Path]
) -> None:
    record_deal(ann, friday, 6, 4, 3)
    app = app_over(moved(tmp_path))
    with closing(store_of(app)):
        phone, cookie = Phone(app), ann.client.get_cookie("referee")
        assert cookie is not None
        phone.client.set_cookie("referee", cookie.value)
        assert friday.score_key in phone.open("/").html
        again = PlayedMatch(store_of(app), friday.score_key)
        assert record_deal(phone, again, 3, 7, 3).totals == ["0", "1", "−1"]
        assert (again.number, friday.number) == (3, 2)
