"""Scenes of Triathlon and La Krap, deals played card by card, and questions during a match."""

from __future__ import annotations

import re
from collections.abc import Sequence

from playwright.sync_api import expect

from tests.browser.followed import Followed, followed
from tests.browser.scenes import SCENES, THREE, page, page_of
from tests.browser.table import MINUS, Match, Phone

SIX = (
    "Maximiliane zu Schwarzenberger", "Donaudampfschifffahrtskapitäne", "Bo",
    "Maximilian von Schwarzenberger", "Zoë", "Jean-Baptiste de La Fontaine I",
)  # fmt: skip
UPCARDS = ("AH", "7S", "SHEET", "KD", "RJ", "QC")
KRAP = {"turned": "BJ 9H"} | {f"upcard{seat}": card for seat, card in enumerate(UPCARDS)}


def triathlon(phone: Phone, deals: Sequence[tuple[int, int, int, int]] = ()) -> Match:
    match = phone.start("triathlon", *THREE)
    for *tricks, last in deals:
        match.record(**{f"tricks{seat}": n for seat, n in enumerate(tricks)}, last_trick=last)
    return match


def la_krap(phone: Phone, deals: int = 0, **options: object) -> Match:
    """Start a match of six with long names; every deal in it is null with a multiplier of two."""
    match = phone.start("la-krap", *SIX, **options)
    for _ in range(deals):
        match.record(**KRAP, tricks0=3, tricks1=1, tricks2=1, tricks3=2, tricks4=0, marriages0=1)
    return match


def neutralised(phone: Phone, fallen: int = 23) -> Match:
    """Play a deal for six until a trick has five cards, some of them neutralised."""

    def is_wanted(deal: Followed) -> bool:
        return "neutralised" in [mark for *_, mark in deal.on_table(23)]

    return phone.begun(followed("la-krap", 6, is_wanted, SIX), fallen)


def followed_to(phone: Phone, game: str, fallen: int) -> Match:
    return phone.begun(followed(game, 3), fallen)


def krap_for_six() -> Followed:
    return followed("la-krap", 6, names=SIX)


def asked(phone: Phone) -> Match:
    """Start a match and ask who wins the trick on the table."""
    match = phone.begun(krap_for_six(), 8)
    phone.open(match)
    phone.tap_link("Rules")
    expect(phone.page.get_by_role("button", name="Save this ruling")).to_be_visible()
    return match


def kept_ruling(phone: Phone) -> Match:
    match = asked(phone)
    phone.tap_button("Save this ruling")
    expect(phone.page.get_by_role("main")).to_contain_text("A ruling was saved")
    return match


SCENES |= {
    "la_krap_with_six_finished": page_of(la_krap, deals=3, rounds=3, shows="Rematch"),
    "cards_of_tribello_before_the_first": page_of(followed_to, game="tribello", fallen=0),
    "cards_of_la_krap_with_six": page_of(neutralised, shows="neutralised"),
    "trick_with_a_card_put_in": page_of(neutralised, "play/trick?put=14", shows="move along"),
    "trick_without_a_card": page_of(neutralised, "play/trick?at=14&card=", shows="taken out"),
    "cards_on_the_board": page_of(neutralised, "board", shows="neutralised"),
    "midnight_half_played": page_of(neutralised, "midnight", shows="Keep each hand separate."),
    "desk_of_a_match": page_of(kept_ruling, "ask/", shows="What your table decided"),
    "rulings": page_of(kept_ruling, "law/", shows="Who wins this trick?"),
    "may_i_play": page("/ask/la-krap/may?led=H&mine=BJ"),
    "may_i_play_answered": page("/ask/la-krap/may?led=H&mine=BJ&holding=yes", "Change"),
    "what_now_beside_a_match": page_of(
        asked, "ask/irregularity?asked=1&kind=revoke", shows="What you can do"
    ),
    "verdict_for_the_other_side": page("/ask/tribello/quota?asked=1&deal=11#across"),
    "log_with_a_ruling": page_of(kept_ruling, "log/", shows="Who wins this trick?"),
}  # fmt: skip


# The forms of the two games -----------------------------------------------------------------------


@SCENES.scene
def triathlon_typing(phone: Phone) -> None:
    phone.open(triathlon(phone))
    phone.unfold("Trumps, rejected suits")
    phone.count(THREE[0], 5)
    phone.choose("Who took the last trick?", THREE[2])
    phone.count(THREE[1], 6)
    expect(phone.cell(THREE[2])).to_have_attribute("placeholder", "2")
    phone.count(THREE[1], 9, force=True)
    phone.shows_in_place("too many")


@SCENES.scene
def la_krap_with_six_typing(phone: Phone) -> None:
    phone.open(la_krap(phone, 2))
    phone.pick_upcards(dict(zip(SIX, UPCARDS, strict=True)))
    phone.pick_turned(["BJ", "9H"])
    phone.unfold("By hand: teams, trumps, exchange")
    for name, tricks in zip(SIX, (3, 1, 0, 3), strict=False):
        phone.count(name, tricks)
    phone.count(SIX[3], 1, "marriages")
    expect(phone.page.locator("form").get_by_role("status")).to_contain_text(
        [f"Red {MINUS}(18 + 5) × 4 opponents × 2 = {MINUS}184"]
    )


@SCENES.scene
def la_krap_with_six_without_cards(phone: Phone) -> None:
    phone.expects(422)
    phone.open(la_krap(phone))
    phone.unfold("By hand: teams, trumps, exchange")
    phone.choose("Trumps or null", "null")
    for name, team in zip(SIX, ("red", "black", "jokers"), strict=False):
        phone.choose(f"{name}’s team", team)
    phone.count(SIX[0], 3)
    phone.record()
    phone.shows_in_place("Enter the tricks for")


# The picker ---------------------------------------------------------------------------------------


# Card by card -------------------------------------------------------------------------------------


@SCENES.scene
def facts_of_la_krap_refused(phone: Phone) -> None:
    phone.expects(422)
    phone.open(la_krap(phone).to_score + "play/")
    phone.open_picker(SIX[0], "upcard")
    phone.pick("AH")
    phone.close_picker()
    phone.tap_button("Start playing")
    phone.shows_in_place(re.compile(r"The upcards? of .* (is|are) missing"))


@SCENES.scene
def cards_with_a_card_refused_and_a_revoke(phone: Phone) -> None:
    deal = followed("tribello", 3)
    phone.expects(422)
    phone.open(phone.begun(deal, deal.proof))
    phone.tap_card(deal.cards[0], force=True)
    phone.cites("tribello.pack")


@SCENES.scene
def cards_with_a_marriage_to_announce(phone: Phone) -> None:
    phone.open(phone.begun(krap_for_six(), 6))
    phone.tap_button(re.compile("announces a marriage"))
    expect(phone.page.get_by_role("button", name=re.compile("^Withdraw"))).to_be_visible()


@SCENES.scene
def cards_all_fallen(phone: Phone) -> None:
    phone.open(phone.begun(krap_for_six(), 42))
    phone.unfold("Note")
    expect(phone.record_button).to_have_text("Record anyway")


def given(phone: Phone, seat: int) -> None:
    phone.open(followed_to(phone, "triathlon", 27))
    phone.unfold("The rest go to …")
    names = phone.page.locator("#rest").get_by_role("button")
    expect(names).to_have_count(3)
    phone.tap(names.nth(seat))
    phone.cites("triathlon.table", "main")


@SCENES.scene
def cards_of_which_the_rest_may_be_given(phone: Phone) -> None:
    given(phone, 1)
    phone.tap_button("Undo")
    phone.unfold("The rest go to …")


@SCENES.scene
def cards_of_which_the_rest_was_given(phone: Phone) -> None:
    given(phone, 1)


@SCENES.scene
def cards_recorded_with_a_warning(phone: Phone) -> None:
    phone.open(followed_to(phone, "triathlon", 39))
    phone.record()
    phone.open_receipt("Deal 1")
    phone.cites("triathlon.follow", "dialog")


@SCENES.scene
def cards_watched(phone: Phone) -> None:
    deal = followed("triathlon", 3)
    phone.open(phone.begun(deal, deal.proof).to_watch)
    phone.cites("triathlon.follow", "main")


# A player's own hand ------------------------------------------------------------------------------


def own_hand(phone: Phone, deal: Followed, fallen: int, seat: int) -> None:
    """Play `fallen` cards, then show the page on this seat's phone, with its hand entered."""
    match = phone.begun(deal, fallen)
    phone.take_seat(match.to_score, seat)
    hand = deal.hands[seat]
    match.post("play/hand", deal=match.field("deal"), hand=" ".join(hand))
    phone.open(match)
    expect(phone.page.get_by_text("Your hand:")).to_be_visible()


@SCENES.scene
def own_hand_to_enter(phone: Phone) -> None:
    match = phone.begun(krap_for_six(), 8)
    phone.take_seat(match.to_score, 1)
    phone.open(match)
    phone.unfold("Enter your own hand")
    phone.pick("AS", "AS", "RJ", "SHEET", "10H", "2C", "9D")
    phone.close_picker()


@SCENES.scene
def own_hand_of_la_krap_refused(phone: Phone) -> None:
    phone.expects(422)
    deal = followed("la-krap", 6, lambda deal: len(deal.forbidden(8)) > 2, SIX)
    own_hand(phone, deal, 8, deal.turns[8])
    phone.tap(phone.card_key(deal.forbidden(8)[0]), force=True)
    all_the_same = re.compile("was played anyway$")
    expect(phone.page.get_by_role("button", name=all_the_same)).to_be_visible()


# Questions during a match -------------------------------------------------------------------------
