"""Page states worth looking at: each scene opens a page on a phone and sets it up."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence

from playwright.sync_api import expect

from tests.browser.table import Match, Phone
from tests.games.expected import find_expected
from tests.games.records import SHARED
from tests.games.test_cases import record_of
from tests.phones import Circle

THREE = ("Ann", "Ben", "Cornelia-Magdalena")
FIVE = (*THREE, "Dee", "Maximiliane Schwarzenberger")
SIXTEEN = [f"Name {letter}" for letter in "ABCDEFGHIJKLMNOP"]
SLIPS = record_of("tribello-slips")
"""A Tribello record with impossible deals."""

UNFOLD = "for (const fold of document.querySelectorAll('main details')) fold.open = true"

Scene = Callable[[Phone], None]


class Scenes(dict[str, Scene]):
    def scene(self, set_up: Scene) -> Scene:
        self[set_up.__name__] = set_up
        return set_up


def page(address: str, *folds: str) -> Scene:
    """Scene of a page outside any match, with these sections unfolded."""

    def set_up(phone: Phone) -> None:
        phone.open(address)
        for fold in folds:
            phone.unfold(fold)

    return set_up


def page_of(
    made: Callable[..., Match], leaf: str = "", *folds: str, shows: str = "", **options: object
) -> Scene:
    """Scene of a page in the match that `made` creates; `{row}` in `leaf` is its first row's id."""

    def set_up(phone: Phone) -> None:
        match = made(phone, **options)
        phone.open(match.to_score + leaf.format(row=match.ids[0] if "{row}" in leaf else ""))
        expect(phone.page.get_by_role("main")).to_contain_text(shows, use_inner_text=True)
        for fold in folds:
            phone.unfold(fold)

    return set_up


def tribello(phone: Phone, deals: int = 5) -> Match:
    match = phone.start("tribello", *THREE)
    some = [(8, 4), (3, 6), (0, 13), (5, 5)] * 3
    match.record_all(
        {"tricks0": ann, "tricks1": ben, "trump": "H" if deal < 6 else "", "note": "Fine."}
        for deal, (ann, ben) in enumerate(some[:deals])
    )
    return match


def struck(phone: Phone) -> Match:
    """A Tribello match whose first deal has been struck."""
    match = tribello(phone)
    match.strike(0)
    return match


def thirty_one(
    phone: Phone,
    rounds: Sequence[Iterable[float]] = ((20, 30.5, 25, 31, 27), (10, 21, 21, 24, 25)),
    names: Sequence[str] = FIVE,
    **options: object,
) -> Match:
    match = phone.start("thirty-one", *names, **{"fire": True, "lives": 1} | options)
    for values in rounds:
        match.round(*values)
    return match


SCENES = Scenes({
    "home_without_matches": page("/"),
    "rulebook": page("/rules/tribello"),
    "rules_searched_in_vain": page("/ask?q=zebra"),
    "ask_index": page("/ask"),
    "tribello_with_impossible_deals": page_of(Phone.load, record=SLIPS, shows="or cross it out"),
    "thirty_one_finished": page_of(
        thirty_one, rounds=[(33, 20, 21, 20, 21)], lives=0, shows="Rematch"
    ),
    "thirty_one_with_sixteen_players": page_of(
        thirty_one, rounds=[range(10, 26)], names=SIXTEEN, fire=False, lives=3, deck=52
    ),
    "board_running": page_of(thirty_one, "board"),
    "law_changed": page_of(
        thirty_one, "law/?valuation=suit&fire=False", shows="With these options"
    ),
    "house_rule": page_of(thirty_one, "law/thirty-one.fire", shows="Your house rule"),
})  # fmt: skip


@SCENES.scene
def home_with_matches(phone: Phone) -> None:
    phone.start_circle()
    tribello(phone)
    thirty_one(phone)
    phone.open("/")
    expect(phone.page.get_by_role("main").get_by_role("listitem")).to_have_count(3)


@SCENES.scene
def home_with_a_hidden_match(phone: Phone) -> None:
    tribello(phone)
    thirty_one(phone)
    phone.open("/")
    phone.tap(phone.page.locator("summary").filter(has_text="⋯").last)
    phone.tap_button("Hide on this device")
    expect(phone.page.get_by_text("is hidden.")).to_be_visible()
    phone.unfold("Hidden")
    phone.tap(phone.page.locator("summary").filter(has_text="⋯"))


@SCENES.scene
def new_match_with_faults(phone: Phone) -> None:
    phone.expects(422)
    phone.open("/new")
    for seat in (1, 2):
        phone.seat(seat).fill("Ann")
    phone.tap_button("Start Tribello")
    expect(phone.page.get_by_role("alert")).to_contain_text("is for 3 players")


@SCENES.scene
def tribello_refused(phone: Phone) -> None:
    phone.expects(422)
    phone.open(tribello(phone))
    phone.count(THREE[2], 3)
    phone.count(THREE[0], 1)
    phone.count(THREE[1], 9)
    phone.count(THREE[1], 0)
    phone.record()
    phone.cites("tribello.tricks-total")


@SCENES.scene
def picker_open(phone: Phone) -> None:
    phone.open(thirty_one(phone))
    phone.open_picker("Dee")
    phone.pick("AH", "KH", "7S")


@SCENES.scene
def receipt_open(phone: Phone) -> None:
    phone.open(thirty_one(phone))
    phone.open_receipt("Round 2")


@SCENES.scene
def watching(phone: Phone) -> None:
    phone.open(tribello(phone).to_watch)


@SCENES.scene
def another_phone_has_written(phone: Phone) -> None:
    match = tribello(phone)
    phone.open(match)
    phone.count(THREE[0], 3)
    match.deal(8, 4, 1)
    phone.shows_in_place("Deal 6 was recorded on another phone")


@SCENES.scene
def struck_row_page(phone: Phone) -> None:
    match = tribello(phone)
    entry = match.ids[0]
    match.post(f"e/{entry}/strike")
    phone.open(f"{match.to_score}e/{entry}")
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Crossed-out entry")


@SCENES.scene
def share(phone: Phone) -> None:
    phone.open(tribello(phone).to_score + "share/")
    phone.tap(phone.page.locator("label").filter(has_text="Scoring"))
    for fold in phone.page.locator("summary:visible").all():
        phone.tap(fold)


@SCENES.scene
def rules_searched(phone: Phone) -> None:
    phone.open("/ask?q=card")
    expect(phone.page.get_by_role("link", name=re.compile("Rule:")).first).to_be_visible()


@SCENES.scene
def import_of_impossible_deals(phone: Phone) -> None:
    phone.expects(422)
    phone.open("/import")
    phone.unfold("Or paste its text")
    phone.page.get_by_label("The file’s text").fill(json.dumps(SLIPS))
    phone.tap_button("Open match")
    phone.cites("tribello.tricks-total")


@SCENES.scene
def nothing_there(phone: Phone) -> None:
    phone.expects(404)
    phone.open("/m/nothing/")
    expect(phone.page.get_by_role("alert")).to_be_visible()


def answered(game: str, kind: str, query: str) -> Scene:
    def set_up(phone: Phone) -> None:
        phone.open(f"/ask/{game}/{kind}?asked=1&{query}")
        answer = phone.page.get_by_role("status").filter(has_text=f"{game}.")
        expect(answer).to_be_visible()
        phone.page.evaluate(UNFOLD)
        expect(phone.page.get_by_label("Calls, starting with the dealer")).to_have_count(0)  # keys

    return set_up


def answers_of(game: str) -> dict[str, Scene]:
    """Scenes of this game's longest answers, by address."""
    answers = find_expected()[game].answers
    return {f"ask/{kind}": answered(game, kind, query) for kind, query in answers.items()}


for kind in ("trick", "arrange"):
    SCENES[f"answer_about_{kind}"] = answers_of("card-triathlon")[f"ask/{kind}"]


@SCENES.scene
def question_that_cannot_be(phone: Phone) -> None:
    phone.expects(422)
    phone.open("/ask/thirty-one/hand?asked=1&cards=AH+AH")
    expect(phone.page.get_by_role("alert")).to_contain_text("Hand:")


# Circles of friends -------------------------------------------------------------------------------

NAME = "Friday friends"


def with_matches(phone: Phone, names: Sequence[str] = (*FIVE[:3], FIVE[4])) -> Circle:
    """Create a circle with matches of several games and years, one of them unfinished."""
    friends = phone.start_circle(NAME)
    friends.play(*names[:3], at="2025-03-01T20:00:00+01:00")
    friends.play("Anne", *names[1:3], made=SHARED, at="2026-01-05T20:00:00+01:00")
    friends.play(*names, made=record_of("card-triathlon-sprint"))
    friends.put(phone.start("tribello", *names[:3], title="Tonight"))
    return friends


def page_of_circle(leaf: str, shows: str, *folds: str) -> Scene:
    def set_up(phone: Phone) -> None:
        phone.open(with_matches(phone).to_score + leaf)
        expect(phone.page.get_by_role("main")).to_contain_text(shows, use_inner_text=True)
        for fold in folds:
            phone.unfold(fold)

    return set_up


SCENES |= {
    "circle_with_matches": page_of_circle("", "All games", "One person", "Rename the circle"),
    "circle_person": page_of_circle("person?name=ann", "Head to head"),
    "circle_recap": page_of_circle("recap/2026", "Most wins"),
    "circle_share": page_of_circle("share/", "Viewing link"),
}


@SCENES.scene
def empty_circle(phone: Phone) -> None:
    phone.open(phone.start_circle().to_score)
    expect(phone.page.get_by_role("main")).to_contain_text("No matches yet")


@SCENES.scene
def circles_of_a_match(phone: Phone) -> None:
    phone.expects(422)
    phone.start_circle("Sunday")
    match = struck(phone)
    phone.start_circle().put(match)
    phone.open(match.to_score + "circles")
    phone.tap_button("Start the circle")
    expect(phone.page.get_by_role("alert")).to_contain_text("name")
