"""Circles of friends: their tables, their people, their links, and the ways to put matches in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from playwright.sync_api import expect

from tests.browser.scenes import FIVE, THREE, Scenes, page, struck
from tests.browser.table import Match, Phone, imported, start
from tests.games.records import Json
from tests.games.test_cases import record_of
from tests.web.friends import SHARED, WON

NAME = "Friday friends"


@dataclass
class Friends:
    """A circle by its link to score."""

    phone: Phone
    url: str

    @property
    def key(self) -> str:
        return self.url.rstrip("/").split("/")[-1]

    def put(self, match: Match) -> Match:
        """A match goes into it, by a request."""
        answer = self.phone.context.request.post(match.url + "circles", form={"circle": self.key})
        assert answer.ok, answer.text()
        return match

    def played(self, made: Json, names: Sequence[str], at: str = "") -> Match:
        """A match that is over, played by these people at that time."""
        entries = [entry | ({"at": at} if at else {}) for entry in made["entries"]]
        return self.put(imported(self.phone, made | {"players": [*names], "entries": entries}))


def circle(phone: Phone, name: str = NAME) -> Friends:
    """A new circle, begun by a request; it is on the phone's list, but not on its screen."""
    answer = phone.context.request.post("/c/new", form={"name": name})
    assert answer.ok, answer.text()
    return Friends(phone, answer.url)


def with_matches(phone: Phone, names: Sequence[str] = (*FIVE[:3], FIVE[4])) -> Friends:
    """A circle with matches of several games and years, one of which goes on."""
    friends = circle(phone)
    friends.played(WON, names[:3], at="2025-03-01T20:00:00+01:00")
    friends.played(SHARED, ("Anne", *names[1:3]), at="2026-01-05T20:00:00+01:00")
    friends.played(record_of("card-triathlon-sprint"), names)
    friends.put(start(phone, "tribello", names[:3], title="Tonight"))
    return friends


SCENES = Scenes({"new_circle": page("/c/new")})


def page_of_circle(leaf: str, shows: str, *folds: str) -> None:
    """One more scene: a page of a circle with matches."""

    def set_up(phone: Phone) -> None:
        phone.open(with_matches(phone).url + leaf)
        expect(phone.page.get_by_role("main")).to_contain_text(shows, use_inner_text=True)
        for fold in folds:
            phone.unfold(fold)

    SCENES[f"circle_{leaf.partition('?')[0].strip('/') or 'with_matches'}"] = set_up


page_of_circle("", "All games", "One person", "Change the name")
page_of_circle("person?name=ann", "Head to head")
page_of_circle("log", "was put in")
page_of_circle("share/", "To watch")
page_of_circle("new", "Circle of friends")


@SCENES.scene
def empty_circle(phone: Phone) -> None:
    phone.open(circle(phone).url)
    expect(phone.page.get_by_role("main")).to_contain_text("No match yet")


@SCENES.scene
def circle_with_two_people_merged(phone: Phone) -> None:
    phone.expects(422)
    friends = with_matches(phone)
    phone.open(friends.url)
    phone.unfold("One person")
    for group, name in (("This name", "Ben"), ("is really", "Ann")):
        phone.choose(group, name)
    phone.tap_button("They are one person")
    expect(phone.page.get_by_role("alert")).to_contain_text("have played together")


@SCENES.scene
def circles_of_a_match(phone: Phone) -> None:
    phone.expects(422)
    circle(phone, "Sunday")
    phone.open(circle(phone).put(struck(phone)).url + "circles")
    phone.tap_button("Begin it with this match")
    expect(phone.page.get_by_role("alert")).to_contain_text("name")


@SCENES.scene
def home_with_a_circle(phone: Phone) -> None:
    circle(phone)
    start(phone, "tribello", THREE)
    phone.open("/")
    expect(phone.page.get_by_role("link", name=NAME)).to_be_visible()
