"""What a new match is refused for: every reason is a sentence for who plays, with its rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, product

from referee.core.findings import Problem
from referee.core.options import Choice, choices
from referee.core.registry import GAMES
from referee.web.start.new_match import find_faults, read_new_match
from tests.web.markup import Element
from tests.web.phones import Page, Phone

REFUSALS = {
    ("tribello", "players", "tribello.players"),
    ("triathlon", "players", "triathlon.players"),
    ("la-krap", "players", "la-krap.players"),
    ("thirty-one", "players", "thirty-one.players"),
    ("thirty-one", "deck", "thirty-one.players"),
    ("card-triathlon", "players", "card-triathlon.players"),
    ("card-triathlon", "format", "card-triathlon.3000"),
    ("card-triathlon", "teams", "card-triathlon.teams"),
    ("card-triathlon", "b_jokers", "card-triathlon.b.two-cards"),
    ("card-triathlon", "finish_at", "card-triathlon.clock"),
}
"""All of them, by the part of the form that is to blame: whatever is chosen, by however many."""


def names(number: int) -> dict[str, str]:
    return {f"player{seat}": f"P{seat}" for seat in range(number)}


def forms(game: str) -> Iterator[dict[str, str]]:
    """Every number of players with any two values that the form offers, each of another option."""
    spec = GAMES[game].spec
    declared = choices(spec.options, ())
    every = [[("title", "")], *([(each.name, text) for text in texts(each)] for each in declared)]
    pairs = [pair for two in combinations(every, 2) for pair in product(*two)]
    for number in range(spec.most + 1):
        for pair in pairs:
            yield {"game": game, **names(number), **dict(pair)}
    yield {"game": game, **names(spec.fewest), "player0": "p1"}
    yield {"game": game, **names(spec.fewest), "player0": "A" * 41}
    yield {"game": game, **names(spec.fewest), "first_dealer": str(spec.most)}


def texts(choice: Choice) -> list[str]:
    if choice.clock == "finish":
        return ["", "90"]
    return [key for key, _ in choice.keys] or ["0"]


def is_a_sentence(problem: Problem) -> bool:
    """Nothing in it is the name of a field, a list, or an order to a program."""
    message = str(problem.message)
    signs = re.search(r"[_\[\]{}]|must be|options|players: ", message)
    return signs is None and re.fullmatch(r"[A-Z0-9“].*[.]", message) is not None


def test_every_refusal_of_a_start_is_a_sentence_with_the_rule_and_the_part() -> None:
    for game in GAMES:
        found: dict[tuple[str, str | None, str], Problem] = {}
        for form in forms(game):
            for problem in find_faults(read_new_match(form)):
                found.setdefault((game, problem.field, problem.rule), problem)
                assert is_a_sentence(problem), problem.message
        assert found.keys() == {refusal for refusal in REFUSALS if refusal[0] == game}
        assert {rule for _, _, rule in found} <= {law.id for law in GAMES[game].rulebook.laws}


# Where it is said ---------------------------------------------------------------------------------


def part(page: Page, title: str) -> Element:
    found = [
        each for each in page.tree.all("fieldset") if each.one("legend").text.startswith(title)
    ]
    assert len(found) == 1
    return found[0]


def test_what_is_wrong_is_said_in_its_place_and_marked(ann: Phone) -> None:
    cases: list[tuple[str, int, dict[str, str], str, str]] = [
        ("card-triathlon", 6, {"format": "3000"}, "Format", "card-triathlon.3000"),
        ("card-triathlon", 8, {"format": "3000"}, "Format", "card-triathlon.3000"),
        ("card-triathlon", 5, {}, "Players", "card-triathlon.players"),
        ("card-triathlon", 4, {"finish_at": "90"}, "Finish", "card-triathlon.clock"),
        (
            "card-triathlon", 6, {"format": "5000", "b_jokers": "true"}, "Jokers in B",
            "card-triathlon.b.two-cards",
        ),
        (
            "card-triathlon", 8, {"teams": "[0, 1, 2, 0, 1, 2]"}, "Teams",
            "card-triathlon.teams",
        ),
        ("thirty-one", 10, {}, "Pack", "thirty-one.players"),
        ("thirty-one", 12, {"deck": "36"}, "Pack", "thirty-one.players"),
        ("tribello", 2, {}, "Players", "tribello.players"),
    ]  # fmt: skip
    for game, number, typed, title, rule in cases:
        page = ann.post("/new", {"game": game, **names(number), **typed})
        assert (page.status, page.rules) == (422, [rule])
        blamed = part(page, title)
        assert "blamed" in blamed.get("class").split()
        assert blamed.one(role="alert").all("a", class_="rule")[0]["href"].endswith(f"#{rule}")
        assert all("open" in each.attrs for each in blamed.ancestors() if each.tag == "details")
        assert page.tree.one(id="unready").text.endswith(blamed.one(class_="who").text)
        assert len([each for each in page.tree.all("input") if "autofocus" in each.attrs]) == 1

    page = ann.post("/new", {"game": "tribello", **names(3), "player2": "p0"})
    marked = [each["name"] for each in page.tree.all("input") if "aria-invalid" in each.attrs]
    focused = [each["name"] for each in page.tree.all("input") if "autofocus" in each.attrs]
    assert marked == focused == ["player2"]


def test_how_many_are_named_is_said_as_people_say_it() -> None:
    cases: list[tuple[int, str]] = [
        (0, "nobody is named"),
        (1, "1 is named"),
        (2, "2 are named"),
        (5, "5 are named"),
    ]
    for number, told in cases:
        (problem,) = find_faults(read_new_match({"game": "card-triathlon", **names(number)}))
        assert problem.message == f"Card Triathlon needs 4, 6 or 8 players; {told}."


# Before it comes to that --------------------------------------------------------------------------

FORMATS = ("sprint", "3000", "5000", "clock", "half-marathon", "marathon")


def dashed(page: Page, name: str) -> set[str]:
    """The values of an option that are for other numbers of players."""
    keys = [
        key for key in page.tree.all("label") if {"off", "wrong"} & set(key.get("class").split())
    ]
    return {key.one("input")["value"] for key in keys if key.one("input")["name"] == name}


def test_formats_and_teams_that_so_many_cannot_play_are_dashed(ann: Phone) -> None:
    three, four = "[0, 1, 2, 0, 1, 2]", "[0, 1, 0, 1, 2, 3, 2, 3]"
    teams = {0: set(), 3: set(), 4: {three, four}, 5: set(), 6: {four}, 8: {three}}
    for number, off in teams.items():
        page = ann.post("/new", {"game": "card-triathlon", "again": "1", **names(number)})
        assert dashed(page, "format") == ({"3000"} if number > 4 else set())
        assert dashed(page, "teams") == off


def test_a_dashed_key_has_its_reason_and_rule_beside_it(ann: Phone) -> None:
    page = ann.open("/new?game=card-triathlon")
    keys = part(page, "Format").one(class_="keys")
    (reason,) = keys.all("template")
    assert reason.all("a", class_="rule")[0]["href"].endswith("#card-triathlon.3000")
    assert [each["data-numbers"] for each in keys.all("input") if "data-numbers" in each.attrs] == [
        "4"
    ]
    assert page.form("/new")["data-numbers"] == "4 6 8"


def test_options_that_lead_stand_between_the_game_and_the_players(ann: Phone) -> None:
    for game in GAMES:
        page = ann.open(f"/new?game={game}")
        titles = [each.one(class_="who").text for each in page.tree.all("fieldset")[1:]]
        leading = [
            each.title for each in choices(GAMES[game].spec.options, ()) if each.is_asked_first
        ]
        assert titles[: len(leading) + 1] == [*leading, "Players"]
        assert leading == (["Format", "Finish"] if game == "card-triathlon" else [])
        fields = [each["name"] for each in page.tree.all("input") if "autofocus" in each.attrs]
        assert fields == ([] if leading else ["player0"])


def test_every_format_says_its_length(ann: Phone) -> None:
    keys = part(ann.open("/new?game=card-triathlon"), "Format").all("label")
    assert [key.one("input")["value"] for key in keys] == list(FORMATS)
    lengths = [key.one("small").text for key in keys]
    assert [re.findall(r"[\d,]+\d|\d", each) for each in lengths] == [
        ["3", "1", "2"],
        ["5", "2", "3"],
        ["5,000", "4", "6"],
        [],
        ["21,100", "15", "25"],
        ["42,200", "30", "50"],
    ]
