"""Random lawful B legs of Card Triathlon: by cards and by figures, with what goes wrong."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.games.card_triathlon import oracle_bridge as oracle
from tests.games.card_triathlon.legs import (
    CROSSCHECK,
    TEAMS,
    at_tables,
    b_cards,
    cells_of,
    figures,
    found,
    is_explained,
    sheet_of,
)
from tests.games.records import Json

SEEDS = st.integers(0, 2**32)
WAYS = st.sampled_from([("4", False), ("4", True), ("6", False), ("6 in three", False)])


def played(
    seed: int, way: str, jokers: bool
) -> tuple[Random, tuple[int, ...], list[str], int, oracle.Leg]:
    """A lawful leg under the contract of a lawful auction, and who dealt."""
    random = Random(seed)
    teams = TEAMS[way] if len(TEAMS[way]) < 8 else oracle.FOUR
    dealer = random.randrange(len(teams))
    while True:
        calls = oracle.lawful_auction(random, dealer, teams)
        made = oracle.contract_of(calls, dealer, teams)
        if made is not None:
            return random, teams, calls, dealer, oracle.lawful_leg(random, made, teams, jokers)


def by_figures(leg: oracle.Leg, derived: oracle.Figures) -> Json:
    """The derived figures, entered."""
    bid = f"{leg.contract.level}{leg.contract.strain}"
    return figures(bid, leg.contract.declarer, *derived)


def is_settled(leg: oracle.Leg, teams: tuple[int, ...], derived: oracle.Figures) -> bool:
    """Whether it is told who gets what: not where totals are exchanged and two are equal."""
    players, _ = oracle.scores(leg.contract, teams, derived.tricks, derived.points)
    sums = [sum(p for p, t in zip(derived.points, teams, strict=True) if t == team)
            for team in sorted(set(teams))]  # fmt: skip
    return players[0] is not None or len(set(sums)) == len(sums)


@given(SEEDS, WAYS)
def test_a_lawful_leg_by_cards_and_its_figures_come_to_the_same(
    seed: int, way: tuple[str, bool]
) -> None:
    jokers = way[1]
    _, teams, calls, dealer, leg = played(seed, *way)
    derived = oracle.figures(leg, teams)
    options: Json = {"format": "half-marathon", "b_jokers": jokers, "first_dealer": dealer}
    options["teams"] = list(teams)
    facts = by_figures(leg, derived)
    aside = {"aside": leg.aside} if jokers else {}
    uncounted = {key: value for key, value in facts.items() if key != "unscored"}
    rows = []
    for entry in (
        b_cards(leg.play, auction=calls, **aside),
        b_cards(leg.play, contract=facts["contract"], **aside),
        b_cards(leg.play, **facts, auction=calls, **aside),
        {"kind": "b-leg", **facts},
        {"kind": "b-leg", **facts, "auction": calls},
        {"kind": "b-leg", **uncounted},
    ):
        sheet = sheet_of(len(teams), entry, **options)
        assert sheet["problems"] == []
        assert is_explained(sheet)
        rows.append(cells_of(sheet))
    assert all(row == rows[0] for row in rows)
    if is_settled(leg, teams, derived):
        assert rows[0] == oracle.row(leg.contract, teams, derived)


@given(SEEDS, st.booleans())
def test_two_tables_of_lawful_play_add_up(seed: int, jokers: bool) -> None:
    tables: list[Json] = []
    legs, rows = [], []
    for number in range(2):
        _, teams, _, _, leg = played(seed + number, "8", jokers)
        derived = oracle.figures(leg, teams)
        aside = {"aside": leg.aside} if jokers else {}
        facts = by_figures(leg, derived)
        tables.append({"contract": facts["contract"], "play": leg.play, **aside})
        legs.append(facts)
        rows.append(oracle.row(leg.contract, teams, derived))
    (*first, a, b, out, whole), (*second, c, d, out_too, whole_too) = rows
    cells = [*first, *second, (a or 0) + (d or 0), (b or 0) + (c or 0)]
    cells += [(out or 0) + (out_too or 0), (whole or 0) + (whole_too or 0)]
    for entry in (at_tables(*tables), at_tables(*legs), at_tables(tables[0], legs[1])):
        sheet = sheet_of(8, entry, format="half-marathon", b_jokers=jokers)
        assert (sheet["problems"], cells_of(sheet)) == ([], cells)
        assert is_explained(sheet)


@given(SEEDS, WAYS)
def test_every_single_wrong_figure_is_noticed(seed: int, way: tuple[str, bool]) -> None:
    random, teams, _, _, leg = played(seed, *way)
    options: Json = {"format": "half-marathon", "b_jokers": way[1], "teams": list(teams)}
    facts = by_figures(leg, oracle.figures(leg, teams))
    for place in range(len(teams) + 1):
        points, unscored = list(facts["points"]), facts["unscored"]
        now = unscored if place == len(teams) else points[place]
        step = random.choice([step for step in (-20, -5, 5, 25) if now + step >= 0])
        if place == len(teams):
            unscored += step
        else:
            points[place] += step
        wrong = {"kind": "b-leg", **facts, "points": points, "unscored": unscored}
        assert CROSSCHECK in found(sheet_of(len(teams), wrong, **options))
        tricks = list(facts["tricks"])
        tricks[place % len(teams)] += 1
        wrong = {"kind": "b-leg", **facts, "tricks": tricks}
        assert "b.tricks-total" in found(sheet_of(len(teams), wrong, **options))


@given(SEEDS, WAYS)
def test_where_two_cards_are_exchanged_revokes_are_found(seed: int, way: tuple[str, bool]) -> None:
    random, teams, _, _, leg = played(seed, *way)
    options: Json = {"format": "half-marathon", "b_jokers": way[1], "teams": list(teams)}
    places = [
        (number, place)
        for number, trick in enumerate(leg.play)
        for place, card in enumerate(trick)
        if not oracle.is_joker(card)
    ]
    (first, here), (second, there) = random.sample(places, 2)
    one, other = leg.play[first][here], leg.play[second][there]
    leg.play[first][here], leg.play[second][there] = other, one
    aside = {"aside": leg.aside} if way[1] else {}
    facts = by_figures(leg, oracle.figures(leg, teams))
    entry = b_cards(leg.play, contract=facts["contract"], **aside)
    sheet = sheet_of(len(teams), entry, **options)
    revoked = oracle.revokes(leg.play, leg.contract, teams)
    assert found(sheet) == (["b.follow"] if revoked else [])
    if is_settled(leg, teams, oracle.figures(leg, teams)):
        assert cells_of(sheet) == oracle.row(leg.contract, teams, oracle.figures(leg, teams))
