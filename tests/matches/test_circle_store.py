"""The log of a circle: what it keeps, and whom it refuses."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial
from uuid import uuid4

import pytest
from sqlalchemy.exc import IntegrityError

from referee.matches.circle import CircleFounded, CircleRenamed, MatchPutIn, MatchTakenOut
from referee.matches.circle_store import CircleLink, CircleStore, WrongCircle
from referee.matches.database import migrations
from referee.matches.store import Link, Role, Stale, Store
from tests.matches.writers import all_at_once, behind, open_match


@pytest.fixture
def circles(store: Store) -> CircleStore:
    return CircleStore(store)


@pytest.fixture
def circle(circles: CircleStore) -> CircleLink:
    return found(circles)


def found(circles: CircleStore, id: str | None = None, name: str = "Friday") -> CircleLink:
    return circles.found(id or str(uuid4()), CircleFounded(name=name), name)


def test_a_circle_is_found_by_both_of_its_keys(circles: CircleStore, circle: CircleLink) -> None:
    other = found(circles)
    assert circles.find(circle.score_key) == circle
    watched = circles.find(circle.watch_key)
    assert watched is not None
    assert (watched.role, watched.circle_id, watched.key) == (
        "watch",
        circle.circle_id,
        watched.watch_key,
    )
    assert len({circle.score_key, circle.watch_key, other.score_key, other.watch_key}) == 4
    assert circles.find("no such key") is None
    assert circle.score_key not in repr(circle)


def test_circles_come_in_the_order_of_their_keys_and_once(circles: CircleStore) -> None:
    one, other = found(circles), found(circles)
    keys = [other.watch_key, one.watch_key, one.score_key]
    links = [(link.circle_id, link.role) for link in circles.links(keys)]
    assert links == [(other.circle_id, "watch"), (one.circle_id, "score")]


def test_a_circle_begun_twice_by_a_double_tap_is_one(circles: CircleStore) -> None:
    id, links = str(uuid4()), []
    all_at_once([lambda: links.append(found(circles, id))] * 4)
    assert (len(links), len(set(links))) == (4, 1)
    assert len(circles.events(links[0].circle_id)) == 1


def test_an_event_is_written_once_and_none_is_lost(
    circles: CircleStore, circle: CircleLink
) -> None:
    ids = [str(number) for number in range(12)]
    puts: list[Callable[[], object]] = [
        partial(circles.append, circle.circle_id, id, MatchPutIn(match=int(id))) for id in ids
    ]
    all_at_once(puts * 2)
    events = circles.events(circle.circle_id)
    assert [event.number for event in events] == [*range(1, 14)]
    assert {event.id for event in events[1:]} == {*ids}


def test_who_asks_for_a_number_that_is_taken_is_told_the_last(
    circles: CircleStore, circle: CircleLink
) -> None:
    event = CircleRenamed(name="X")
    assert circles.append(circle.circle_id, "a", event, 2) == circles.events(circle.circle_id)[1]
    assert circles.append(circle.circle_id, "b", event, 2) == Stale(2)
    assert circles.append(circle.circle_id, "a", event, 2) == circles.events(circle.circle_id)[1]


def test_the_id_of_an_event_of_another_circle_is_refused(
    circles: CircleStore, circle: CircleLink
) -> None:
    circles.append(circle.circle_id, "later", MatchPutIn(match=1))
    with pytest.raises(WrongCircle):
        circles.append(found(circles).circle_id, "later", MatchPutIn(match=1))
    with pytest.raises(WrongCircle):
        found(circles, "later")


@pytest.mark.parametrize("act", ["UPDATE circle_event SET kind = 'x'", "DELETE FROM circle_event"])
def test_no_event_of_a_circle_is_ever_altered(circle: CircleLink, url: str, act: str) -> None:
    with pytest.raises(IntegrityError, match="only ever added"), behind(url) as database:
        database.exec_driver_sql(act)
    assert circle.role == "score"


@pytest.mark.parametrize("role", ["score", "watch"])
def test_a_link_is_made_anew(circles: CircleStore, circle: CircleLink, role: Role) -> None:
    renewed = circles.renew(circle.circle_id, role, "the new key")
    old = circle.score_key if role == "score" else circle.watch_key
    assert (renewed.role, circles.find(old)) == (role, None)
    link = circles.find("the new key")
    assert link is not None
    assert (link.circle_id, link.role) == (circle.circle_id, role)


def test_the_circles_of_a_match_are_those_into_which_it_was_ever_put(
    circles: CircleStore, circle: CircleLink, match: Link, store: Store
) -> None:
    other = found(circles)
    for link in (circle, other):
        circles.append(link.circle_id, str(uuid4()), MatchPutIn(match=match.match_id))
    circles.append(other.circle_id, str(uuid4()), MatchTakenOut(match=match.match_id))
    found(circles)
    ids = {link.circle_id for link in circles.with_match(match.match_id)}
    assert ids == {circle.circle_id, other.circle_id}
    assert list(circles.with_match(open_match(store).match_id)) == []


def test_matches_are_listed_with_the_number_of_their_last_event(match: Link, store: Store) -> None:
    listed = store.listed([match.match_id, 99])
    ((link, last),) = listed.values()
    assert (link.match_id, link.role, last) == (match.match_id, "watch", 1)
    assert store.listed([]) == {}


def test_a_database_of_before_circles_gets_them_and_keeps_its_matches(
    match: Link, store: Store, url: str
) -> None:
    store.close()
    with behind(url) as database:
        for table in ("circle_event", "circle"):
            database.exec_driver_sql(f"DROP TABLE {table}")
        database.exec_driver_sql("UPDATE alembic_version SET version_num = '0001'")
    with closing(Store(url)) as again:
        assert again.find(match.score_key) == match
        circle = found(CircleStore(again))
        assert CircleStore(again).find(circle.score_key) == circle
    with behind(url) as database:
        assert migrations.revision(database) == migrations.HEAD
