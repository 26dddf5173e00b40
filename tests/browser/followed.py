"""Deals played card by card: entering them by tapping, and what the page should show.

Expected values come from the oracles, which know nothing of the core.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count
from random import Random

from playwright.sync_api import Locator, expect

from referee.core.registry import GAMES
from tests.browser.layout import boxes
from tests.browser.screen import SUITS, Match, Screen, face, literal
from tests.games.dealt import PLAYED, Dealt
from tests.games.oracle import NOTHING
from tests.web.followed import facts_typed

TABLES = {game: GAMES[game].usual_players for game in PLAYED}
"""Games whose deals can be played card by card, with the number of players used here."""
NAMES = ("Ann", "Ben", "Cora", "Dee", "Eve", "Fay")

CALLED = {"JK": "an Athlete", "RJ": "the red joker", "BJ": "a black joker", "SHEET": "the sheet"}


@dataclass(frozen=True)
class Followed:
    dealt: Dealt
    names: tuple[str, ...]

    @property
    def cards(self) -> list[str]:
        return self.dealt.cards

    @property
    def breach(self) -> tuple[int, int, str]:
        """The revoke's trick (counted from 1), seat and rule."""
        (breach,) = self.dealt.oracle.breaches(self.dealt.play)
        return breach

    @property
    def wrong_card(self) -> str:
        trick, seat, _ = self.breach
        return self.hands[seat][trick - 1]

    @property
    def proving_trick(self) -> int:
        """Number (from 1) of the trick in which the card that should have been played is played."""
        return self.trick_on_table(self.proof)

    @cached_property
    def proof(self) -> int:
        """How many cards have been played once the revoke is proved."""
        return self.dealt.proof(self.cards)

    @property
    def _leaders(self) -> list[int]:
        return list(self.dealt.oracle.followed(self.dealt.play)[1])

    @property
    def revoke_told(self) -> re.Pattern[str]:
        """Pattern for the warning, which names the revoke's trick and card, and its proof."""
        trick, seat, _rule = self.breach
        name, card = literal(self.names[seat]), CALLED.get(self.wrong_card) or face(self.wrong_card)
        proved = rf"{name} held [^.]+ and played it in trick {self.proving_trick}\."
        return re.compile(rf"Trick {trick}: {name} played {card}\. .+\. {proved}")

    @property
    def takers(self) -> list[int | None]:
        return list(self.dealt.oracle.followed(self.dealt.play)[2])

    def taken(self, name: str, fallen: int) -> int:
        """How many tricks this player has taken once `fallen` cards have been played."""
        return self.takers[: fallen // self.dealt.seats].count(self.names.index(name))

    @property
    def hands(self) -> list[list[str]]:
        return [list(hand) for hand in self.dealt.oracle.followed(self.dealt.play)[0]]

    @property
    def turns(self) -> list[int]:
        """The seat whose turn it is before the first card and after each card."""
        return self.dealt.turns

    def hand_after(self, seat: int, fallen: int) -> list[str]:
        return self.hands[seat][self.turns[:fallen].count(seat) :]

    def forbidden(self, fallen: int) -> list[str]:
        """After `fallen` cards, the cards that the next player holds but may not play."""
        hand = self.hand_after(self.turns[fallen], fallen)
        trick = self.cards[fallen - fallen % self.dealt.seats : fallen]
        allowed = self.dealt.oracle.playable(hand, trick)
        return [card for card in hand if card not in allowed]

    def trick_on_table(self, fallen: int) -> int:
        """Number of the trick that lies there: a complete one until the next card is led."""
        return max(1, -(-fallen // self.dealt.seats))

    def on_table(self, fallen: int) -> list[tuple[str, str, str, str]]:
        """The table once `fallen` cards have been played: leader's sign, player, card and note."""
        seats, before = self.dealt.seats, self.trick_on_table(fallen) - 1
        trick = self.cards[before * seats : fallen]
        leader, is_whole = self._leaders[before], len(trick) == seats
        winning = self.dealt.oracle.winner(trick)
        _, _, out = self.dealt.oracle.read(trick) if trick else NOTHING
        turn = self.turns[fallen] if fallen < len(self.cards) else None
        places = []
        for seat, name in enumerate(self.names):
            place = (seat - leader) % seats
            mark = ""
            if is_whole and seat == self.takers[before]:
                mark = "leads next" if place == winning else "gets it"
            elif place == winning:
                mark = "winning"
            elif place in out:
                mark = "neutralised"
            elif seat == turn:
                mark = "leads" if is_whole or not trick else "to play"
            sign, card = "›leads" if trick and not place else "", trick[place : place + 1]
            places.append((sign, name, face(card[0]) if card else "", mark))
        return places


def followed(
    game: str,
    seats: int,
    wanted: Callable[[Followed], bool] = lambda _deal: True,
    names: Sequence[str] = NAMES,
) -> Followed:
    """Return a random deal of this game that meets `wanted` and is legal except for one revoke.

    Two cards of a legal deal are swapped to make the revoke. A later trick proves it, but not the
    last one.
    """
    for seed in count():
        random = Random(seed)
        lawful = PLAYED[game](random, 0, seats, {})
        cards = lawful.cards
        one, other = random.sample(range(len(cards)), 2)
        cards[one], cards[other] = cards[other], cards[one]
        deal = Followed(replace(lawful, play=lawful.tricks(cards)), tuple(names[:seats]))
        if len(lawful.oracle.breaches(deal.dealt.play)) != 1:
            continue
        is_later = deal.breach[0] < deal.proving_trick < len(lawful.play)
        if is_later and wanted(deal):
            return deal
    raise AssertionError


class ByCards(Screen):
    """A phone on which deals are played card by card."""

    def begun(self, deal: Followed, fallen: int = 0) -> Match:
        match = self.start(deal.dealt.game, *deal.names)
        match.begin(**facts_typed(deal.dealt.facts))
        match.fall(*deal.cards[:fallen])
        return match

    def begin_cards(self, deal: Followed) -> None:
        self.tap_button("Card by card")
        expect(self.page.get_by_role("heading", level=1)).to_have_text("Start deal 1")
        self.start_playing(deal)
        self.shows_trick(deal, 0)

    def start_playing(self, deal: Followed) -> None:
        facts = deal.dealt.facts
        if "trump" in facts:
            self.choose("Trumps", SUITS[facts["trump"]][0])
        if "upcards" in facts:
            upcards = zip(deal.names, facts["upcards"], strict=True)
            self.pick_upcards(dict(upcards))
            self.pick_turned(facts["turned"])
        self.tap_button(self.say("Start playing"))

    def pick_upcards(self, upcards: dict[str, str]) -> None:
        """Pick every upcard; the picker moves on by itself and finally asks for turned-up cards."""
        self.open_picker(next(iter(upcards)), "upcard")
        for name, card in upcards.items():
            self.picks_for(self.say("{name}’s upcard", name=name))
            self.pick(card)
        self.picks_for(self.say("Turned-up cards"))

    def pick_turned(self, turned: Sequence[str]) -> None:
        self.pick(*turned)
        self.close_picker()

    @property
    def table(self) -> Locator:
        return self.page.get_by_role("region", name=self.saying("%(entry)s, card by card"))

    def card_key(self, card: str) -> Locator:
        on_it = re.compile(rf"^\s*{literal(face(card))}\s*$")
        return self.table.get_by_role("button").filter(has_text=on_it).first

    def places_of_keys(self) -> dict[str, dict[str, float]]:
        return boxes(self.table.get_by_role("group").get_by_role("button"))

    def tap_card(self, card: str, *, force: bool = False) -> None:
        self.tap(self.card_key(card), force=force)

    def fall(self, deal: Followed, first: int, last: int) -> None:
        """Tap the cards from index `first` up to but excluding `last`, checking the table."""
        for place in range(first, last):
            self.tap_card(deal.cards[place])
            self.shows_trick(deal, place + 1)

    def shows_trick(self, deal: Followed, fallen: int) -> None:
        """Check the table after this many cards: who played what, which card wins, who is next.

        The revoke is shown as soon as the cards prove it, and not before.
        """
        heading = self.table.get_by_role("heading").first
        if fallen == len(deal.cards):
            expect(heading).to_have_text(re.compile("[Dd]eal 1 finished$"))
        else:
            items = [
                re.compile(
                    rf"^\s*{sign}\s*{literal(name)}\D*tricks won: {deal.taken(name, fallen)}\s*"
                    rf"{literal(card)}(?: of \w+)?\s*{mark}\s*$"
                )
                for sign, name, card, mark in deal.on_table(fallen)
            ]
            trick = self.table.get_by_role("list").first
            expect(trick.get_by_role("listitem")).to_have_text(items)
            number = max(fallen - 1, 0) // deal.dealt.seats + 1
            expect(heading).to_have_text(f"Trick {number} of {len(deal.dealt.play)}")
        told = self.table.get_by_role("listitem").filter(has_text=deal.revoke_told)
        cited = told.locator(f"a.rule[href*='#{deal.breach[2]}']")
        expect(cited).to_have_count(1 if fallen >= deal.proof else 0)
