"""Deals played card by card through the pages, as the phones at a table do it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.games.dealt import PLAYED, Dealt
from tests.games.la_krap import oracle_la_krap
from tests.games.triathlon import oracle_triathlon
from tests.web.phones import Phone, PlayedMatch


def dealt(game: str, seed: int = 1, *, seats: int = 3, number: int = 0, **options: Any) -> Dealt:
    """Return a legal deal, always the same one for the same arguments."""
    return PLAYED[game](Random(seed), number, seats, options)


@dataclass(frozen=True)
class Irregular:
    """A deal's play in which exactly one card breaks a rule."""

    cards: list[str]
    at: int
    """Index of that card in order of play."""
    trick: int
    """Number of its trick, from 1."""
    seat: int
    proven: int
    """Number of cards played when the breach is proved, after its own trick but before the last."""


def irregular(deal: Dealt, rule: str) -> Irregular:
    for seed in range(5000):
        play = _sloppy(deal, Random(seed))
        cards = [card for trick in play for card in trick]
        found = deal.oracle.breaches(play)
        if [broken for _, _, broken in found] == [rule]:
            ((trick, seat, _),) = found
            first = deal.seats * (trick - 1)
            at = first + (seat - deal.oracle.followed(play).leaders[trick - 1]) % deal.seats
            proven = deal.proof(cards)
            if first + deal.seats < proven <= len(cards) - deal.seats:
                return Irregular(cards, at, trick, seat, proven)
    raise AssertionError(f"no play of {deal.game} breaks {rule} alone")


def _sloppy(deal: Dealt, random: Random) -> list[list[str]]:
    """Play the hands of a deal again, now and then ignoring the rules."""
    hands = [list(hand) for hand in deal.oracle.followed(deal.play)[0]]
    leader, play = deal.leader, []
    for _ in deal.play:
        trick: list[str] = []
        for place in range(deal.seats):
            hand = hands[(leader + place) % deal.seats]
            is_careless = random.random() < 0.1
            card = random.choice(hand if is_careless else deal.oracle.playable(hand, trick))
            hand.remove(card)
            trick.append(card)
        won = deal.oracle.winner(trick)
        leader = leader if won is None else (leader + won) % deal.seats
        play.append(trick)
    return play


def married() -> tuple[Dealt, tuple[int, int]]:
    """Return a La Krap deal, and the trick and seat of a marriage that can be announced in it."""
    for seed in range(100):
        deal = dealt("la-krap", seed, seats=4)
        followed = oracle_la_krap.followed(deal.play, deal.leader, deal.facts["turned"], {})
        if found := [at for at in oracle_la_krap.marriages(followed) if at[0] < 5]:
            return deal, found[0]
    raise AssertionError("no marriage")


def facts_typed(facts: dict[str, Any]) -> dict[str, str]:
    typed = {f"upcard{seat}": card for seat, card in enumerate(facts.get("upcards", ()))}
    if "turned" in facts:
        typed["turned"] = " ".join(facts["turned"])
    if "trump" in facts:
        typed["trump"] = facts["trump"]
    return typed


def trick_asked(phone: Phone, match: PlayedMatch) -> tuple[list[str], int]:
    """The trick on the table and its leader, as prefilled in the question about it."""
    known = in_question(phone, match.to_score, "trick")
    return known.get("cards", "").split(), int(known["leader"])


def in_question(phone: Phone, home: str, question: str) -> dict[str, str]:
    """Values prefilled in a question about the match, taken from the link that leads to it."""
    links = [a["href"] for a in phone.open(home + "ask/").tree.one("main").all("a")]
    (link,) = (link for link in links if urlsplit(link).path.endswith(f"/ask/{question}"))
    return {name: values[0] for name, values in parse_qs(urlsplit(link).query).items()}


def points(deal: Dealt, marriages: tuple[int, ...] = ()) -> list[int]:
    """Each seat's points for this deal as the first of a match, calculated independently."""
    _, _, takers = deal.oracle.followed(deal.play)
    tricks = [takers.count(seat) for seat in range(deal.seats)]
    if deal.game == "tribello":
        dealer = deal.options.get("first_dealer", 0)
        quotas = [(6, 4, 3)[(seat - dealer) % 3] for seat in range(3)]
        return [taken - quota for taken, quota in zip(tricks, quotas, strict=True)]
    if deal.game == "triathlon":
        last = takers[-1]
        assert last is not None
        return oracle_triathlon.scores(tricks, last)
    made = oracle_la_krap.made(deal.facts["turned"])
    sides = oracle_la_krap.teams(deal.facts["upcards"], deal.facts["turned"])
    said = marriages or (0,) * deal.seats
    return oracle_la_krap.scores(tricks, said, sides, made.null, made.multiplier)
