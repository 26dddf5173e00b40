"""What is due in a game of Card Triathlon: the leg, who deals and bids, which cards to take."""

from __future__ import annotations

from referee.game import Due, counted, listed
from referee.games.card_triathlon.state import Card_Table, Held, State, dealer_of, due_leg
from referee.games.card_triathlon.values import AT_TABLE, Leg, full_pack

HAND = 13
Text = tuple[int | None, str, str, tuple[str, ...]]
"""The dealer, the headline, the details, and the rules that go with them."""


def due(table: Card_Table, state: State) -> Due:
    """The next leg, or the end after a leg that the clock cut short."""
    leg, number = due_leg(table, state), state.legs + 1
    if leg is None:
        return Due(
            kind="time",
            label="Time is up",
            name="the end",
            dealer=None,
            headline="The clock has cut the last leg short",
            details="Record that the time is up, and the game is over.",
            rules=("card-triathlon.clock",),
        )
    texts = {"B": _b_text, "C": _c_text, "D": _d_text}
    dealer, headline, details, rules = texts[leg](table, state)
    return Due(
        kind=f"{leg.lower()}-leg",
        label=f"Leg {number}, {leg}",
        name=f"leg {number}, {leg}",
        dealer=dealer,
        headline=headline,
        details=details,
        rules=(*rules, table.options.plan.rule),
    )


def _before(table: Card_Table, state: State) -> Leg | None:
    """The leg before; None at the start."""
    return table.options.plan.leg(state.legs - 1) if state.legs else None


def _b_text(table: Card_Table, state: State) -> Text:
    dealer = dealer_of(table, state)
    names = [table.players[dealer]]
    if table.seats == 2 * AT_TABLE:
        names.append(table.players[dealer + AT_TABLE])
    several = len(names) > 1
    verbs = ("deal", "call") if several else ("deals", "calls")
    headline = f"B leg: {listed(names)} {verbs[0]} and {verbs[1]} first"
    rules = ("card-triathlon.b.deal", "card-triathlon.b.auction", "card-triathlon.b.declarer")
    return dealer, headline, f"{_b_cards(table, state)} Thirteen cards each.", rules


def _b_cards(table: Card_Table, state: State) -> str:
    each = " at each table" if table.seats == 2 * AT_TABLE else ""
    if table.seats == 6:
        number = "six whole suits, 78 cards, without Jokers"
    elif table.options.has_b_jokers(table.seats):
        number = f"one pack and two Jokers{each}, 54 cards; two of them are left face down"
    else:
        number = f"one pack{each}, 52 cards, without Jokers"
    if state.is_dealt_again:
        return f"All had passed, so deal again: {number}."
    before = _before(table, state)
    if before == "B":
        return f"Put the cards of the last leg aside and take the second pack: {number}."
    if before is not None:
        return f"No cards are kept: sort the packs, and take {number}."
    return f"Take {number}."


def _c_text(table: Card_Table, state: State) -> Text:
    before, number = _before(table, state), len(full_pack(table.seats))
    if before is None:
        cards = f"Take all packs with their Jokers, {number} cards. Thirteen cards each;"
    elif before == "B":
        cards = (
            "Everyone takes up the tricks that they won. The other cards come in, Jokers too:"
            f" {number} in all. {_made_up(table, state.held)};"
        )
    else:
        cards = f"No cards are kept: all {number} are shuffled. Thirteen cards each;"
    rules = ("card-triathlon.c.start", "card-triathlon.c.draw", "card-triathlon.c.meld")
    return None, "C leg: melds", f"{cards} turn one card up.", rules


def _d_text(table: Card_Table, state: State) -> Text:
    before, number = _before(table, state), len(full_pack(table.seats))
    if before is None:
        cards = f"Take all packs with their Jokers, {number} cards. Thirteen cards each."
    elif before == "D":
        cards = f"All cards go back: shuffle the {number}, thirteen cards each."
    else:
        own = "melds and hand" if before == "C" else "tricks; all Jokers come in"
        cards = f"Everyone takes up their own {own}. {_made_up(table, state.held)}."
    buck = " Buck has the highest card; four rounds of discarding."
    rules = ("card-triathlon.d.start", "card-triathlon.d.buck", "card-triathlon.d.rounds")
    return None, "D leg: straight flushes", f"{cards}{buck}", rules


def _made_up(table: Card_Table, held: Held | None) -> str:
    """Who discards down to 13 and who draws up to it, as far as the last leg tells."""
    if held is None:
        return "Whoever has more than 13 discards down to 13, the others draw up to 13"
    down, up = [], []
    for name, (least, most) in zip(table.players, held, strict=True):
        cards = counted(most, "card") if least == most else f"{least} to {most} cards"
        if least > HAND:
            down.append(f"{name} ({cards})")
        elif most < HAND:
            up.append(f"{name} ({cards})")
    parts = [f"{listed(names)} {words}" for names, words in _verbs(down, up) if names]
    unsure = len(down) + len(up) < table.seats
    text = ", ".join(parts)
    if not text:
        return "Everyone makes up 13 cards"
    return f"{text}, the others make up 13" if unsure else text


def _verbs(down: list[str], up: list[str]) -> list[tuple[list[str], str]]:
    return [
        (down, "discards down to 13" if len(down) == 1 else "discard down to 13"),
        (up, "draws up to 13" if len(up) == 1 else "draw up to 13"),
    ]
