"""A whole evening in the table's own language: on no page is there an English word."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from referee.core.language import find_language
from referee.web.story import story_page
from tests.browser.conftest import Lay
from tests.browser.desk import answered, pick_here
from tests.browser.followed import followed
from tests.browser.table import Match, Phone, face
from tests.faults.conftest import amount
from tests.web.english_words import english_on
from tests.web.markup import parsed
from tests.web.phones import Phone as Program
from tests.web.phones import app_over

FRIENDS = ("Liesl", "Jörg", "Käthe")
PORUKKA = ("Aino", "Väinö", "Tuuli", "Eero")
ABOUT = ("story", "story/share", "log/", "share/", "evenings", "board", "print", "law/")

Draw = Callable[[Match, str], str]


@dataclass
class Reader:
    """A phone at a table that reads each page for English words."""

    phone: Phone
    names: Iterable[str]
    english: dict[str, set[str]] = field(default_factory=dict)
    pages: list[str] = field(default_factory=list)

    def read(self, html: str = "") -> None:
        """Read what the page shows and could show, or other markup, such as a picture."""
        page, _faults = parsed(html or self.phone.page.content())
        tag = self.phone.words.tag
        where = f"{len(self.pages)} {self.phone.page.title()}"
        self.pages.append(where)
        if words := english_on(page, tag, self.names):
            self.english[where] = words

    def go(self, what: Locator) -> None:
        """Tap what leads to another page, and read that."""
        with self.phone.page.expect_navigation():
            self.phone.tap(what)
        self.read()

    def link(self, template: str, **values: object) -> Locator:
        words = self.phone.say(template, **values)
        return self.phone.page.get_by_role("link", name=words, exact=True).first

    def begin(self, game: str, options: dict[str, str]) -> Match:
        """Start a match from the home page."""
        phone, say = self.phone, self.phone.say
        for page in ("/language", "/"):
            phone.open(page)
            self.read()
        self.go(self.link("New match"))
        phone.choose_game(game)
        phone.name_all(self.names)
        phone.unfold(say("Options"))
        for option, value in options.items():
            phone.choose(say(option), say(value))
        self.read()
        self.go(phone.page.get_by_role("button", name=say("Start %(game)s", game=say(game))))
        return phone.match

    def receipt(self, label: str) -> Locator:
        """Open a row's receipt and read it."""
        receipt = self.phone.open_receipt(label)
        self.read()
        return receipt

    def ask(self, match: Match, question: str, fill_in: Callable[[], None]) -> None:
        """Ask from the match, and read the question and its answer."""
        phone, say = self.phone, self.phone.say
        phone.open(match)
        self.go(self.link("Rules"))
        self.go(phone.page.get_by_role("link", name=re.compile(f"^{re.escape(say(question))}")))
        fill_in()
        expect(answered(phone)).to_be_visible()
        self.read()

    def look_up(self, game: str, words: str, rule: str) -> None:
        """Search the rules, and read the rulebook."""
        phone = self.phone
        phone.open("/ask")
        phone.page.get_by_role("searchbox").fill(words)
        found = phone.page.locator(f"#found a[href*='#{rule}']")
        expect(found.first).to_be_visible()
        self.read()
        phone.open(f"/rules/{game}")
        self.read()

    def look_back(self, match: Match, draw: Draw) -> None:
        """Read the pages about the evening, its picture, and a page that isn't there."""
        for leaf in amount(ABOUT[::3], ABOUT):
            self.phone.open(match.to_score + leaf)
            self.read()
        self.read(draw(match, self.phone.words.tag))
        self.phone.expects(404)
        self.phone.open("/m/nothing/")
        self.read()


@pytest.fixture
def draw(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Draw:
    """Draws a match's picture as SVG, so that its words can be read; the server sends a PNG."""
    monkeypatch.setattr(story_page, "find_renderer", lambda: None)
    program = Program(app_over(tmp_path))

    def draw(match: Match, tag: str) -> str:
        copy = program.load(match.record_file)
        return program.open(f"{copy.to_score}story/picture", Accept_Language=tag).html

    return draw


def reader(lay: Lay, locale: str, names: Iterable[str]) -> Reader:
    phone = lay(locale=locale)
    phone.words = find_language(locale)
    return Reader(phone, names)


def thirty_one_in_german(lay: Lay, draw: Draw) -> None:
    liesl = reader(lay, "de-DE", FRIENDS)
    phone, say = liesl.phone, liesl.phone.say
    match = liesl.begin("Thirty-One", {"Lives": "1", "Fire": "with fire"})

    # In figures, one of which is refused at first.
    phone.expects(422)
    for name, value in zip(FRIENDS, ("20", "30,5", "31,5"), strict=True):
        phone.worth(name).fill(value)
    phone.record()
    phone.cites("thirty-one.")
    liesl.read()
    phone.worth(FRIENDS[2]).fill("25")
    phone.record()
    expect(phone.rows).to_have_count(1)
    liesl.read()

    # In cards, one of which is taken.
    phone.open_picker(FRIENDS[0])
    phone.pick("AH", "KH", "7S")
    phone.picks_for(say("{name}’s cards", name=FRIENDS[1]))
    phone.tap(phone.picked_key("AH"), force=True)
    expect(phone.picker.get_by_role("status")).to_contain_text("A♥")
    liesl.read()
    phone.pick("7H", "8D", "9C", "9D", "9H", "9S")
    phone.record()
    expect(phone.rows).to_have_count(2)
    liesl.read()

    # A change, taken back and corrected.
    phone.tap_button(phone.saying("Undo %(entry)s"))
    expect(phone.rows).to_have_count(1)
    liesl.read()
    phone.tap_button(say("Redo the last undone change"))
    expect(phone.rows).to_have_count(2)
    receipt = liesl.receipt(say("Round {number}", number=1))
    liesl.go(receipt.get_by_role("link", name=say("Correct")))
    phone.worth(FRIENDS[0]).fill("21")
    liesl.go(phone.page.get_by_role("button", name=phone.saying("Save {entry}")))

    liesl.ask(
        match, "What is a hand worth?", lambda: pick_here(phone, say("Hand"), "AS", "AD", "AC")
    )
    liesl.look_up("thirty-one", "Feuer", "thirty-one.fire")

    # To the end.
    match.round(20, 30.5, 25)
    match.round(None, 20, 25)
    phone.open(match)
    liesl.read()
    phone.open_more()
    liesl.read()
    phone.open(match)
    phone.open(match.to_score + "midnight")
    liesl.read()
    liesl.look_back(match, draw)
    assert liesl.english == {}


def la_krap_in_finnish(lay: Lay, draw: Draw) -> None:
    aino = reader(lay, "fi-FI", PORUKKA)
    phone, say = aino.phone, aino.phone.say
    match = aino.begin("La Krap", {"Deals": "3"})

    # In figures, which are refused at first.
    phone.expects(422)
    for name, tricks in zip(PORUKKA, (2, 1, 3, 1), strict=True):
        phone.count(name, tricks)
    phone.count(PORUKKA[0], 1, "marriages")
    phone.record()
    phone.cites("la-krap.")
    aino.read()
    phone.unfold(say("By hand: teams, trumps, exchange"))
    phone.tap(phone.page.locator("label").filter(has_text=say("Everyone plays alone")))
    phone.record()
    expect(phone.rows).to_have_count(1)
    aino.read()

    # Card by card, with a card that has been played already and a revoke.
    deal = followed("la-krap", len(PORUKKA), names=PORUKKA)
    aino.go(phone.page.get_by_role("button", name=say("Card by card")))
    phone.start_playing(deal)
    before = match.number
    phone.tap_card(deal.cards[0])
    expect(phone.table.get_by_role("list").first).to_contain_text(face(deal.cards[0]))
    phone.until(lambda: match.number != before)  # the card has been sent, too
    aino.read()
    second = next(at for at, card in enumerate(deal.cards) if card in deal.cards[:at])
    match.fall(*deal.cards[1 : second + 1])
    expect(phone.card_key(deal.cards[second])).to_have_attribute("aria-disabled", "true")
    phone.tap_card(deal.cards[second], force=True)
    phone.cites("la-krap.pack")
    aino.read()
    match.fall(*deal.cards[second + 1 :])
    phone.tap_button(say("Record anyway"))
    expect(phone.rows).to_have_count(2)
    aino.receipt(say("Deal {number}", number=2))
    phone.tap_button(say("Close"))

    def announce() -> None:
        phone.choose(say("King and queen of"), say("hearts"))
        phone.choose(say("Have you just taken a trick?"), say("yes"))
        pick_here(phone, say("Your hand"), "KH", "QH", "9D")

    aino.ask(match, "May I announce a marriage?", announce)
    aino.look_up("la-krap", "avioliitto", "la-krap.")

    # The end of the evening.
    phone.open(match)
    phone.open_more()
    aino.read()
    aino.go(aino.link("Stop or end the evening"))
    phone.tap_button(say("End the evening"))
    expect(phone.page.get_by_text(say("The evening ended."))).to_be_visible()
    aino.read()
    for leaf in ("midnight", "resume"):
        phone.open(match.to_score + leaf)
        aino.read()
    aino.look_back(match, draw)
    assert aino.english == {}


@pytest.mark.parametrize(
    "play", amount([thirty_one_in_german], [la_krap_in_finnish, thirty_one_in_german])
)
def test_an_evening_has_no_english_word(
    lay: Lay, draw: Draw, play: Callable[[Lay, Draw], None]
) -> None:
    play(lay, draw)
