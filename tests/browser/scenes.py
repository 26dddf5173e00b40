"""States of pages that are worth looking at: each opens a page on a phone and brings it there."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence

from playwright.sync_api import expect

from referee.core.deal_question import question_kinds
from referee.core.question import question_name
from referee.core.registry import GAMES
from tests.browser.table import Match, Phone, imported, open_picker, pick, start
from tests.games.test_cases import record_of

THREE = ("Ann", "Ben", "Cornelia-Magdalena")
FIVE = (*THREE, "Dee", "Maximiliane Schwarzenberger")
SIXTEEN = [f"Name {letter}" for letter in "ABCDEFGHIJKLMNOP"]
SLIPS = record_of("tribello-slips")
"""Deals of Tribello that cannot be."""

Scene = Callable[[Phone], None]


class Scenes(dict[str, Scene]):
    """The scenes of a module, by their names."""

    def scene(self, set_up: Scene) -> Scene:
        """One more, by the name of its function."""
        self[set_up.__name__] = set_up
        return set_up


def page(address: str, *folds: str) -> Scene:
    """A page of no match, with these folds open."""

    def set_up(phone: Phone) -> None:
        phone.open(address)
        for fold in folds:
            phone.unfold(fold)

    return set_up


def page_of(
    made: Callable[..., Match], leaf: str = "", *folds: str, shows: str = "", **options: object
) -> Scene:
    """A page of a match that is made with these options; `{row}` is its first row."""

    def set_up(phone: Phone) -> None:
        match = made(phone, **options)
        phone.open(match.url + leaf.format(row=match.entries[0] if "{row}" in leaf else ""))
        expect(phone.page.get_by_role("main")).to_contain_text(shows, use_inner_text=True)
        for fold in folds:
            phone.unfold(fold)

    return set_up


def tribello(phone: Phone, deals: int = 5) -> Match:
    match = start(phone, "tribello", THREE)
    for deal in range(deals):
        tricks = [(8, 4, 1), (3, 6, 4), (0, 13, 0), (5, 5, 3)][deal % 4]
        match.record(
            tricks0=tricks[0], tricks1=tricks[1], trump="H" if deal < 6 else "", note="Fine."
        )
    return match


def struck(phone: Phone) -> Match:
    """The first deal of Tribello is off the sheet."""
    match = tribello(phone)
    match.post(f"e/{match.entries[0]}/strike", number=match.number)
    return match


def thirty_one(
    phone: Phone,
    rounds: Sequence[Iterable[float]] = ((20, 30.5, 25, 31, 27), (10, 21, 21, 24, 25)),
    names: Sequence[str] = FIVE,
    **options: object,
) -> Match:
    match = start(phone, "thirty-one", names, **{"fire": True, "lives": 1} | options)
    for values in rounds:
        match.round(*values)
    return match


SCENES = Scenes({
    "home_without_matches": page("/"),
    "new_tribello_with_options": page("/new", "Options"),
    "new_thirty_one_with_options": page(
        "/new?game=thirty-one", "Options", "What the rules leave open"
    ),
    "rules_index": page("/rules"),
    "rules_searched_in_vain": page("/rules?q=zebra"),
    **{f"rulebook_{name}": page(f"/rules/{name}") for name in GAMES},
    "ask_index": page("/ask"),
    "tribello_fresh": page_of(tribello, deals=0),
    "tribello_finished": page_of(tribello, deals=12, shows="Rematch"),
    "tribello_with_impossible_deals": page_of(imported, record=SLIPS, shows="has to be corrected"),
    "after_undo": page_of(struck, shows="Undo"),
    "row_page": page_of(tribello, "e/{row}"),
    "edit_tribello": page_of(tribello, "e/{row}/edit"),
    "edit_thirty_one": page_of(thirty_one, "e/{row}/edit"),
    "thirty_one_fresh": page_of(thirty_one, rounds=(), fire=False, lives=3),
    "thirty_one_running": page_of(thirty_one, "", "Who closed", shows="Round 2"),
    "thirty_one_finished": page_of(
        thirty_one, rounds=[(33, 20, 21, 20, 21)], lives=0, shows="Rematch"
    ),
    "thirty_one_with_sixteen_players": page_of(
        thirty_one, rounds=[range(10, 26)], names=SIXTEEN, fire=False, lives=3, deck=52
    ),
    "board_fresh": page_of(tribello, "board", deals=0),
    "board_running": page_of(thirty_one, "board"),
    "board_finished": page_of(tribello, "board", deals=12),
    "rules_of_a_match": page_of(thirty_one, "rules"),
    "law": page_of(thirty_one, "law/", shows="House rules"),
    "law_changed": page_of(thirty_one, "law/?valuation=suit&fire=False", shows="If you play so"),
    "house_rule": page_of(thirty_one, "law/thirty-one.fire", shows="What your table plays"),
    "log": page_of(struck, "log/", shows="struck"),
})  # fmt: skip


@SCENES.scene
def home_with_matches(phone: Phone) -> None:
    tribello(phone)
    thirty_one(phone)
    phone.open("/")
    expect(phone.page.get_by_role("main").get_by_role("listitem")).to_have_count(2)


@SCENES.scene
def home_with_a_hidden_match(phone: Phone) -> None:
    tribello(phone)
    thirty_one(phone)
    phone.open("/")
    phone.tap(phone.page.locator("summary").filter(has_text="⋯").last)
    phone.tap_button("Hide it here")
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
    expect(phone.page.get_by_role("alert")).to_contain_text("needs 3 players")


@SCENES.scene
def tribello_running_and_typing(phone: Phone) -> None:
    phone.open(tribello(phone))
    phone.unfold("Trumps and pickup")
    phone.count(THREE[0], 6)
    phone.count(THREE[1], 4)
    phone.count(THREE[1], 9, force=True)
    phone.shows_in_place("too many")


@SCENES.scene
def tribello_refused(phone: Phone) -> None:
    phone.expects(422)
    phone.open(tribello(phone))
    phone.count(THREE[2], 3)
    phone.count(THREE[0], 1)
    phone.count(THREE[1], 9)
    phone.count(THREE[1], 0)
    phone.record()
    phone.shows_in_place("tribello.tricks-total")


@SCENES.scene
def thirty_one_refused(phone: Phone) -> None:
    phone.expects(422)
    phone.open(thirty_one(phone))
    phone.record()
    phone.shows_in_place("thirty-one.")


@SCENES.scene
def picker_open(phone: Phone) -> None:
    phone.open(thirty_one(phone))
    open_picker(phone, "Dee")
    pick(phone, "AH", "KH", "7S")


@SCENES.scene
def receipt_open(phone: Phone) -> None:
    phone.open(thirty_one(phone))
    phone.tap(phone.row("Round 2").get_by_role("cell").first)
    expect(phone.page.get_by_role("dialog", name="Receipt")).to_contain_text("Round 2")


@SCENES.scene
def watching(phone: Phone) -> None:
    phone.open(tribello(phone).watch_url)


@SCENES.scene
def another_phone_has_written(phone: Phone) -> None:
    match = tribello(phone)
    phone.open(match)
    phone.count(THREE[0], 3)
    match.deal(8, 4, 1)
    phone.shows_in_place("Another phone recorded deal 6")


@SCENES.scene
def struck_row_page(phone: Phone) -> None:
    match = tribello(phone)
    entry = match.entries[0]
    match.post(f"e/{entry}/strike", number=match.number)
    phone.open(f"{match.url}e/{entry}")
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Struck entry")


@SCENES.scene
def share(phone: Phone) -> None:
    phone.open(tribello(phone).url + "share/")
    phone.tap(phone.page.locator("label").filter(has_text="Score"))
    for fold in phone.page.locator("summary:visible").all():
        phone.tap(fold)


@SCENES.scene
def rules_searched(phone: Phone) -> None:
    phone.open("/rules?q=card")
    expect(phone.page.get_by_role("link", name=re.compile("tribello.")).first).to_be_visible()


@SCENES.scene
def import_without_a_record(phone: Phone) -> None:
    phone.expects(422)
    phone.open("/import")
    phone.unfold("Or put")
    record = {"format": "referee-record/1", "game": "tribello", "players": ["Ann"], "entries": [1]}
    phone.page.get_by_label("The text of the file").fill(json.dumps(record))
    phone.tap_button("Open the match")
    expect(phone.page.get_by_role("alert")).to_be_visible()


@SCENES.scene
def import_of_impossible_deals(phone: Phone) -> None:
    phone.expects(422)
    phone.open("/import")
    phone.unfold("Or put")
    phone.page.get_by_label("The text of the file").fill(json.dumps(SLIPS))
    phone.tap_button("Open the match")
    expect(phone.page.get_by_role("alert")).to_contain_text("tribello.tricks-total")


@SCENES.scene
def nothing_there(phone: Phone) -> None:
    phone.expects(404)
    phone.open("/m/nothing/")
    expect(phone.page.get_by_role("alert")).to_be_visible()


ASKED = {
    "tribello/trick": "cards=AS+2S&trump=H&hand=KS+3D+4H",
    "tribello/quota": "deal=11",
    "tribello/pickup": "deal=2&taken0=5",
    "thirty-one/hand": "cards=AH+KD+7S",
    "thirty-one/turn": "turns0=1&turns1=1&turns2=0&turns3=1&seat=0",
    "thirty-one/close": "turns0=1&turns1=1&turns2=0&turns3=1&seat=0",
    "triathlon/trick": "cards=AS&leader=0&trump=H&hand=KS+JK+9D",
    "triathlon/rejection": "dealer=1&rejected0=S&rejected1=H",
    "triathlon/feats": "tricks0=5&tricks1=5&last_trick=2",
    "la-krap/trick": "turned=RJ+8H&cards=9H+JS+9H&leader=2&hand=AS+2C+SHEET+BJ",
    "la-krap/teams": "upcards=AH+7S+SHEET+KD&turned=BJ+10H",
    "card-triathlon/auction": "dealer=1&calls=1C+P+1H+X+P+1S+P+P+2H",
    "card-triathlon/trick": "cards=JK+KH&cards_for=H&trump=S&jokers_played=1&hand=2H+AC",
    "card-triathlon/meld": "cards=KS+KH+2D+2C+JK",
    "card-triathlon/pile": "top=9D&hand=9S+4C&melded9=1&frozen=1",
    "card-triathlon/go-out": "melds0=8S+8S+8H&melds1=KS+KH+2D&hand=3C",
    "card-triathlon/arrange": "cards=4C+5S+6H+7H+8H+2H+10H+AS+KD",
    "card-triathlon/layout": "cards=4C+5S+6H+7H+8H+2H+10H",
    "card-triathlon/buck": "hands0=AH+KD&hands1=AH+QS&hands2=JK+KS&hands3=9C",
    "card-triathlon/offices": "buck=1&round=3",
    **{f"{game}/irregularity": "kind=misdeal" for game in GAMES},
    "la-krap/marriage": "suit=H&took_trick=1&hand=QH+KH+7S&turned=9S",
    "tribello/deal": "number=10&tricks0=2&tricks1=5&tricks2=6",
    "thirty-one/deal": "players=3&cards0=AH+KH+7S&cards1=9C+9D+9H&cards2=8S+8D+QC",
    "triathlon/deal": "tricks0=5&tricks1=5&tricks2=3&last_trick=2",
    "la-krap/deal": "players=3&upcard0=AH&upcard1=7S&upcard2=SHEET&turned=BJ+10H"
    "&tricks0=4&tricks1=2&tricks2=1",
    "card-triathlon/deal": "kind=d-leg&scored0=110&scored1=35&scored2=60&scored3=0",
}


def answered(question: str) -> Callable[[Phone], None]:
    def set_up(phone: Phone) -> None:
        phone.open(f"/ask/{question}?asked=1&{ASKED[question]}")
        answer = phone.page.get_by_role("status").filter(has_text=question.split("/")[0] + ".")
        expect(answer).to_be_visible()
        for fold in phone.page.locator("summary").all():
            if fold.locator("..").get_attribute("open") is None:  # the first rule is in sight
                phone.tap(fold)

    return set_up


QUESTIONS = [
    f"{game.name}/{question_name(i)}" for game in GAMES.values() for i in question_kinds(game)
]
SCENES |= {f"answer_{question}": answered(question) for question in QUESTIONS}


@SCENES.scene
def question_that_cannot_be(phone: Phone) -> None:
    phone.expects(422)
    phone.open("/ask/thirty-one/hand?asked=1&cards=AH+AH")
    expect(phone.page.get_by_role("alert")).to_contain_text("The hand")
