"""Triathlon and La Krap, deals that are followed card by card, and the desk beside a match."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.followed import Followed, begun, card_key, fields, followed, open_suit, tap_card
from tests.browser.scenes import Scenes
from tests.browser.table import Match, Phone, choose_a_card, open_picker, pick, picker, start

THREE = ("Ann", "Ben", "Cornelia-Magdalena")
SIX = (
    "Maximiliane zu Schwarzenberger", "Donaudampfschifffahrtskapitäne", "Bo",
    "Maximilian von Schwarzenberger", "Zoë", "Jean-Baptiste de La Fontaine I",
)  # fmt: skip
SCENES = Scenes()

KRAP = {"turned": "BJ 9H"} | dict(
    zip(
        [f"upcard{seat}" for seat in range(6)], ("AH", "7S", "SHEET", "KD", "RJ", "QC"), strict=True
    )
)


def triathlon(phone: Phone, *deals: tuple[int, int, int, int]) -> Match:
    match = start(phone, "triathlon", THREE)
    for *tricks, last in deals:
        match.record(**{f"tricks{seat}": n for seat, n in enumerate(tricks)}, last_trick=last)
    return match


def la_krap(phone: Phone, deals: int = 0, **options: object) -> Match:
    """With six players of long names; every deal is null, times two."""
    match = start(phone, "la-krap", SIX, **options)
    for _ in range(deals):
        match.record(**KRAP, tricks0=3, tricks1=1, tricks2=1, tricks3=2, tricks4=0, marriages0=1)
    return match


# The forms of the two games -----------------------------------------------------------------------


@SCENES.scene
def new_triathlon(phone: Phone) -> None:
    phone.open("/new?game=triathlon")
    phone.unfold("Options")
    phone.unfold("Where the rules are silent")


@SCENES.scene
def new_la_krap(phone: Phone) -> None:
    phone.open("/new?game=la-krap")
    phone.unfold("Options")
    phone.unfold("Where the rules are silent")


@SCENES.scene
def triathlon_typing(phone: Phone) -> None:
    phone.open(triathlon(phone))
    phone.unfold("Trumps and rejected suits")
    phone.choose(THREE[0], 5)
    phone.choose("The last trick", THREE[2])
    phone.choose(THREE[1], 6)
    expect(phone.group(THREE[2]).locator("legend")).to_contain_text("2")
    phone.tap(phone.key(THREE[1], 9), force=True)
    phone.shows_in_place("too many")


@SCENES.scene
def triathlon_refused(phone: Phone) -> None:
    phone.expects(422)
    phone.open(triathlon(phone))
    phone.choose(THREE[0], 0)
    phone.choose(THREE[1], 6)
    phone.choose("The last trick", THREE[0])
    phone.record()
    phone.shows_in_place("triathlon.last")


@SCENES.scene
def triathlon_running(phone: Phone) -> None:
    phone.open(triathlon(phone, (5, 5, 3, 2), (4, 2, 7, 2), (5, 5, 3, 2)))
    expect(phone.rows).to_have_count(3)


@SCENES.scene
def triathlon_finished(phone: Phone) -> None:
    phone.open(triathlon(phone, (0, 6, 7, 1), *[(5, 5, 3, 2)] * 3))
    expect(phone.page.get_by_role("button", name="Rematch")).to_be_visible()


@SCENES.scene
def la_krap_with_six_typing(phone: Phone) -> None:
    phone.open(la_krap(phone, 2))
    for seat, name in enumerate(SIX):
        open_picker(phone, name, "upcard")
        pick(phone, KRAP[f"upcard{seat}"])
        phone.tap(picker(phone).get_by_role("button", name="Done"))
    choose_a_card(phone, "The turned cards")
    pick(phone, "BJ", "9H")
    phone.tap(picker(phone).get_by_role("button", name="Done"))
    phone.unfold("Exchanged and exposed")
    phone.unfold("Marriages")
    for name, tricks in zip(SIX, (3, 1, 0, 1, 0), strict=False):
        phone.tap(phone.key(f"{name} tricks", tricks))
    expect(phone.group(f"{SIX[3]} tricks")).to_contain_text("10 × 4 opponents × 2")


@SCENES.scene
def la_krap_with_six_without_cards(phone: Phone) -> None:
    phone.expects(422)
    phone.open(la_krap(phone))
    phone.unfold("Without those cards")
    phone.choose("Game", "null")
    phone.tap(phone.key(f"{SIX[0]} tricks", 3))
    phone.record()
    phone.shows_in_place("Still missing")


@SCENES.scene
def la_krap_with_six_finished(phone: Phone) -> None:
    phone.open(la_krap(phone, 3, rounds=3))
    expect(phone.page.get_by_role("button", name="Rematch")).to_be_visible()


@SCENES.scene
def la_krap_receipt(phone: Phone) -> None:
    phone.open(la_krap(phone, 1))
    phone.tap(phone.row("Deal 1").get_by_role("cell").first)
    expect(phone.page.get_by_role("dialog", name="Receipt")).to_contain_text("la-krap.null")


# The picker ---------------------------------------------------------------------------------------


@SCENES.scene
def picker_with_jokers(phone: Phone) -> None:
    phone.open(start(phone, "la-krap", THREE))
    choose_a_card(phone, "The turned cards")
    pick(phone, "BJ", "BJ", "RJ")
    expect(picker(phone).get_by_role("button", name="Black joker")).to_contain_text("×2")


@SCENES.scene
def picker_with_athletes(phone: Phone) -> None:
    phone.open("/ask/triathlon/trick")
    choose_a_card(phone, "The cards, in the order they were played")
    pick(phone, "JK", "AH", "JK")


# Card by card -------------------------------------------------------------------------------------


def six(fallen: int) -> Followed:
    """A deal of La Krap for six in which a trick of so many cards has neutralised ones."""
    return followed("la-krap", 6, lambda deal: "neutralised" in marks(deal, fallen), SIX)


def marks(deal: Followed, fallen: int) -> list[str]:
    return [mark for _, _, mark in deal.on_table(fallen)]


@SCENES.scene
def facts_of_tribello(phone: Phone) -> None:
    phone.open(start(phone, "tribello", THREE).url + "play/")


@SCENES.scene
def facts_of_triathlon_refused(phone: Phone) -> None:
    phone.expects(422)
    phone.open(start(phone, "triathlon", THREE).url + "play/")
    phone.choose(f"Rejected by {THREE[1]}", "hearts")
    phone.tap_button("Start with the first card")
    phone.shows_in_place("triathlon.rejection")


@SCENES.scene
def facts_of_la_krap_with_six(phone: Phone) -> None:
    phone.open(la_krap(phone).url + "play/")
    for fold in ("Without those cards", "Exchanged and exposed"):
        phone.unfold(fold)


@SCENES.scene
def facts_of_la_krap_refused(phone: Phone) -> None:
    phone.expects(422)
    phone.open(la_krap(phone).url + "play/")
    open_picker(phone, SIX[0], "upcard")
    pick(phone, "AH")
    phone.tap(picker(phone).get_by_role("button", name="Done"))
    phone.tap_button("Start with the first card")
    phone.shows_in_place("Still missing: the upcard")


@SCENES.scene
def facts_of_a_deal_underway(phone: Phone) -> None:
    deal = six(6 * 3 + 5)
    phone.open(begun(phone, deal, 3).url + "play/")


@SCENES.scene
def cards_of_tribello_before_the_first(phone: Phone) -> None:
    phone.open(begun(phone, followed("tribello", 3)))


@SCENES.scene
def cards_of_triathlon_with_athletes_open(phone: Phone) -> None:
    phone.open(begun(phone, followed("triathlon", 3), 4))
    open_suit(phone, "JK")
    expect(card_key(phone, "JK")).to_be_visible()


@SCENES.scene
def cards_of_la_krap_with_six(phone: Phone) -> None:
    deal = six(6 * 3 + 5)
    phone.open(begun(phone, deal, 6 * 3 + 5))
    expect(phone.page.get_by_role("main")).to_contain_text("neutralised")


@SCENES.scene
def cards_with_a_card_refused_and_a_revoke(phone: Phone) -> None:
    deal = followed("tribello", 3)
    phone.expects(422)
    phone.open(begun(phone, deal, deal.proof))
    tap_card(phone, deal.cards[0], force=True)
    expect(phone.page.get_by_role("alert")).to_contain_text("tribello.pack")


@SCENES.scene
def cards_with_a_marriage_to_announce(phone: Phone) -> None:
    deal = followed("la-krap", 6, names=SIX)
    phone.open(begun(phone, deal, 6))
    phone.tap_button(re.compile("announces a marriage"))
    expect(phone.page.get_by_role("button", name=re.compile("^Withdraw"))).to_be_visible()


@SCENES.scene
def cards_all_fallen(phone: Phone) -> None:
    deal = followed("la-krap", 6, names=SIX)
    phone.open(begun(phone, deal, 42))
    phone.unfold("Note")
    expect(phone.record_button).to_have_text("Record deal 1 and keep it anyway")


@SCENES.scene
def cards_recorded_with_a_warning(phone: Phone) -> None:
    deal = followed("triathlon", 3)
    phone.open(begun(phone, deal, 39))
    phone.record()
    phone.tap(phone.row("Deal 1").get_by_role("cell").first)
    expect(phone.page.get_by_role("dialog", name="Receipt")).to_contain_text("triathlon.follow")


@SCENES.scene
def cards_corrected_trick_by_trick(phone: Phone) -> None:
    match = start(phone, "la-krap", SIX)
    deal = followed("la-krap", 6, names=SIX)
    match.begin(**fields(deal.dealt))
    match.fall(*deal.cards)
    phone.open(match)
    phone.record()
    expect(phone.rows).to_have_count(1)
    phone.open(f"{match.url}e/{match.entries[0]}/edit")
    expect(phone.page.get_by_role("group", name=re.compile("^The cards"))).to_be_visible()


@SCENES.scene
def cards_watched(phone: Phone) -> None:
    deal = followed("triathlon", 3)
    phone.open(begun(phone, deal, deal.proof).watch_url)
    expect(phone.page.get_by_role("main")).to_contain_text("triathlon.follow")


@SCENES.scene
def cards_on_the_board(phone: Phone) -> None:
    phone.open(begun(phone, six(6 * 3 + 5), 6 * 3 + 5).url + "board")
    expect(phone.page.get_by_role("main")).to_contain_text("neutralised")


@SCENES.scene
def log_of_fallen_cards(phone: Phone) -> None:
    phone.open(begun(phone, followed("triathlon", 3), 20).url + "log/")
    phone.unfold("The cards")


# The own hand -------------------------------------------------------------------------------------


def own_hand(phone: Phone, deal: Followed, fallen: int, seat: int) -> None:
    """The page after so many cards, on the phone of this seat, its hand entered."""
    match = begun(phone, deal, fallen)
    match.post("share/seat", seat=seat)
    hand = deal.hands[seat]
    match.post("play/hand", deal=match.field("deal"), hand=" ".join(hand))
    phone.open(match)
    expect(phone.page.get_by_text("Your hand:")).to_be_visible()


@SCENES.scene
def own_hand_to_enter(phone: Phone) -> None:
    match = begun(phone, followed("la-krap", 6, names=SIX), 8)
    match.post("share/seat", seat=1)
    phone.open(match)
    phone.unfold("Enter your own hand")
    choose_a_card(phone, "Your hand")
    pick(phone, "AS", "AS", "RJ", "SHEET", "10H", "2C", "9D")
    phone.tap(picker(phone).get_by_role("button", name="Done"))


@SCENES.scene
def own_hand_in_turn(phone: Phone) -> None:
    deal = followed("triathlon", 3, lambda deal: "JK" in deal.forbidden(4))
    own_hand(phone, deal, 4, deal.turns[4])
    phone.unfold("Your hand")
    expect(phone.page.get_by_role("main")).to_contain_text("not now")


@SCENES.scene
def own_hand_of_la_krap_refused(phone: Phone) -> None:
    phone.expects(422)
    deal = followed("la-krap", 6, lambda deal: len(deal.forbidden(8)) > 2, SIX)
    own_hand(phone, deal, 8, deal.turns[8])
    phone.tap(card_key(phone, deal.forbidden(8)[0]), force=True)
    all_the_same = re.compile("was played all the same$")
    expect(phone.page.get_by_role("button", name=all_the_same)).to_be_visible()


@SCENES.scene
def own_hand_out_of_turn(phone: Phone) -> None:
    deal = followed("la-krap", 6, names=SIX)
    own_hand(phone, deal, 8, deal.turns[7])
    phone.unfold("Your hand")


# The desk beside a match --------------------------------------------------------------------------


def kept_ruling(phone: Phone) -> Match:
    deal = followed("la-krap", 6, names=SIX)
    match = begun(phone, deal, 8)
    phone.open(match)
    phone.tap_link("Ask")
    phone.tap(phone.page.get_by_role("link", name=re.compile("^Who wins the trick")))
    phone.tap_button("Ask")
    phone.tap_button("Keep this ruling in the log")
    expect(phone.page.get_by_role("main")).to_contain_text("A ruling was kept")
    return match


@SCENES.scene
def desk_of_a_match(phone: Phone) -> None:
    phone.open(kept_ruling(phone).url + "ask/")
    expect(phone.page.get_by_role("heading", name="Rulings of this match")).to_be_visible()


@SCENES.scene
def desk_of_a_match_answering(phone: Phone) -> None:
    phone.open(begun(phone, followed("la-krap", 6, names=SIX), 8))
    phone.tap_link("Ask")
    phone.tap(phone.page.get_by_role("link", name=re.compile("^Who wins the trick")))
    phone.tap_button("Ask")
    expect(phone.page.get_by_role("button", name="Keep this ruling in the log")).to_be_visible()


@SCENES.scene
def log_with_a_ruling(phone: Phone) -> None:
    phone.open(kept_ruling(phone).url + "log/")
    expect(phone.page.get_by_role("main")).to_contain_text("la-krap.trick")
