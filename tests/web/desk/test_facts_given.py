"""No verdict rests on a fact that nobody gave: it is known, said in the answer, or asked for."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

from referee.core.question import question_name
from referee.core.registry import GAMES
from referee.core.rulings import ask, question_kinds
from referee.core.validation import NotARecord
from referee.web.forms.game_pages import fields_of
from tests.games.expected import find_expected
from tests.games.records import NAMES, Json
from tests.web.desk.test_desk import asked as at_desk
from tests.web.desk.test_desk import asked_of, verdict
from tests.web.phones import Phone, PlayedMatch

Field = tuple[str, str, str]
"""A game, a kind of question, and a field."""

CASES: dict[str, list[Json]] = {
    "tribello": [{"question": "trick", "cards": ["AH", "2S", "3D"]}],
    "triathlon": [{"question": "trick", "cards": ["AH", "9S"], "hand": ["KH", "JK"]}],
    "la-krap": [
        {"question": "trick", "turned": ["10S"], "cards": ["9H", "9S"]},
        {"question": "marriage", "suit": "H", "took_trick": True, "hand": ["QH", "KH", "9S"]},
        {"question": "marriage", "suit": "H", "took_trick": True,
         "hand": ["QH", "KH", "9S", "9S", "8S", "8S"]},
        {"question": "marriage", "suit": "H", "took_trick": False, "hand": ["QH", "KH"]},
    ],
    "thirty-one": [
        {"question": "turn", "turns": [0, 0, 0], "seat": 1},
        {"question": "turn", "turns": [1, 1, 1], "seat": 1},
        {"question": "close", "turns": [1, None, 1], "seat": 0},
    ],
    "card-triathlon": [
        {"question": "auction", "calls": ["1S", "P", "P", "P"]},
        {"question": "trick", "cards": ["AS", "JK", "KH"]},
        {"question": "trick", "cards": ["AS", "KS"], "trump": "S", "hand": ["JK", "2H"]},
        {"question": "meld", "cards": ["3S", "3S", "3C"]},
        {"question": "pile", "top": "9D", "hand": ["9S", "4C"], "melded": ["9"]},
        {"question": "pile", "top": "3S", "hand": ["9S", "4C"]},
    ],
}  # fmt: skip
NONE = {"cards", "hand", "calls", "rejected", "melded"}
"""Fields that are blank for none: no card, no hand, no call, no suit, no meld."""
SHOWN = {"number"}
"""Fields whose usual value is a key that is pressed: the number of a fresh match."""
OF_NO_WEIGHT = {
    ("triathlon", "rejection", "trump"),  # the answer says that trumps are to be named
    ("card-triathlon", "irregularity", "leg"),  # only another rule is quoted
}
SAID = {
    "leader": "if player 1 led",
    "dealer": "if player 1 dealt",
    "first_dealer": "this assumes that player 1 dealt first",
    "trump": "if nobody trumped",
    "card-triathlon.trump": "if there are no trumps",
    "jokers_played": "if no joker was played before this trick",
    "turned": "if the game isn’t null",
    "turns": "everyone has had a turn",
    "starter": "if it isn’t the first decision",
    "closed_by": "nobody has closed",
    "frozen": "if there is no wild card in the pile",
    "going_out": "if you aren’t going out",
}


def left_empty(game: str, question: Json) -> list[str]:
    """The fields of a question that its form lets somebody leave empty."""
    (kind,) = (
        each for each in question_kinds(GAMES[game]) if question_name(each) == question["question"]
    )
    return [
        each.field.name
        for each in fields_of(GAMES[game], kind, 3)
        if not kind.model.model_fields[each.field.name].is_required() or each.assumed
    ]


def others(name: str, question: Json) -> list[Any]:
    """What the field may say instead."""
    match name:
        case "turns":
            return [[each and 0 for each in question["turns"]]]
        case "leader" | "dealer" | "first_dealer":
            return [*range(question["players"])]
        case "closed_by":  # whoever asks what to do hasn’t
            return [seat for seat in range(question["players"]) if seat != question["seat"]]
        case "trump":
            return [*"SHDC"]
        case "jokers_played":
            return [1, 2]
        case "turned":
            return [["7S"]]
        case "leg":
            return [*"BCD"]
    return [True]


def answer_to(question: Json) -> Any:
    try:
        return ask(question)["answer"]
    except NotARecord:  # impossible in this case
        return None


def test_no_field_that_is_left_empty_turns_an_answer_in_silence(ann: Phone) -> None:
    every, turning = set[Field](), set[Field]()
    for game, expected in find_expected().items():
        for question in [*expected.questions, *CASES.get(game, ())]:
            asked = asked_of(game, question)
            for name in {*left_empty(game, question)} - NONE - SHOWN:
                if (field := (game, asked.name, name)) in OF_NO_WEIGHT:
                    continue
                every.add(field)
                case = {key: value for key, value in asked.whole.items() if key != name}
                if name == "turns":  # at the first decision nobody has had one
                    case["turns"] = [int("starter" not in case)] * asked.seats
                usual = answer_to(case)
                answers = [answer_to(case | {name: each}) for each in others(name, asked.whole)]
                if all(each in (None, usual) for each in answers):
                    continue
                turning.add(field)
                typed = {
                    key: text
                    for key, text in asked.typed.items()
                    if key.rstrip("0123456789") != name
                }
                typed["players"] = str(asked.seats)
                said = at_desk(ann, f"/ask/{game}", asked.name, typed).tree.one(id="answer").text
                clause = SAID.get(f"{game}.{name}", SAID[name])
                assert clause in said.casefold(), (question, name, said)
    assert every == turning


def test_no_fact_is_chosen_before_somebody_chooses_it(ann: Phone) -> None:
    for game in GAMES.values():
        for kind in question_kinds(game):
            page = ann.open(f"/ask/{game.name}/{question_name(kind)}")
            form = page.tree.one("form", class_="ask")
            pressed = {
                each["name"].rstrip("0123456789")
                for each in form.all("input")
                if "checked" in each.attrs
            }
            shown = {"players", *SHOWN, *NONE, "cards_for", *game.spec.options.model_fields}
            if question_name(kind) != "deal":  # which has the entry form
                assert pressed <= shown, (game.name, question_name(kind))


WINS = "Player 1 wins · A♥"
TURNS: list[tuple[str, str, str, list[str]]] = [
    ("tribello/trick", "leader=0&cards=AH+2S+3D", f"If nobody trumped: {WINS}",
     ["With spades as trumps: Player 2 wins · 2♠.",
      "With diamonds as trumps: Player 3 wins · 3♦."]),
    ("tribello/trick", "leader=0&cards=AH+2H+3H", WINS, []),
    ("tribello/trick", "leader=0&cards=AH+2S+3D&trump=none", WINS, []),
    ("tribello/trick", "leader=0&cards=AH+2S+3D&trump=C", WINS, []),
    ("tribello/trick", "cards=AH+2S+3H", f"If Player 1 led, if nobody trumped: {WINS}",
     ["With spades as trumps: Player 2 wins · 2♠."]),
    ("card-triathlon/trick", "leader=0&cards=AS&hand=JK+2H&jokers_played=0",
     "If there are no trumps: Player 1 is winning · A♠",
     ["With spades as trumps: Player 1 is winning · A♠. Playable cards: Joker"]),
    ("card-triathlon/trick", "leader=0&cards=AS+JK+KH+2S&trump=H",
     "If no Joker was played before this trick: Player 2 wins · a Joker",
     ["With one played before: Player 3 wins · K♥."]),
    ("card-triathlon/pile", "top=9D&hand=9S+4C&melded9=1",
     "If there is no wild card in the pile: Yes. Take the pile",
     ["With a wild card in it: No. Leave the pile."]),
    ("card-triathlon/pile", "top=9D&hand=9S+4C&melded9=1&frozen=0", "Yes. Take the pile", []),
    ("card-triathlon/pile", "top=9D&hand=9S+9C", "Yes. Take the pile", []),
    ("card-triathlon/meld", "cards=3S+3S+3C", "If you aren’t going out: No. This isn’t a meld",
     ["If you go out with it: Yes. 15 points."]),
    ("card-triathlon/auction", "calls=1S+P+P+P", "If Player 1 dealt: Legal. 1♠ by Player 1", []),
    ("la-krap/marriage", "suit=H&took_trick=1&hand=QH+KH+9S+9S+8S+8S",
     "If the game isn’t null: Yes. +5 points, then lead K♥ or Q♥",
     ["In null: Yes. −5 points, then lead K♥ or Q♥."]),
    ("la-krap/marriage", "suit=H&took_trick=1&hand=QH+KH&turned=10S",
     "Yes. +5 points, then lead K♥ or Q♥", []),
    ("la-krap/deal", "tricks0=4&tricks1=2&tricks2=1&alone=1",
     "If the game isn’t null, if no joker was turned up: "
     "Player 1: 32 · Player 2: 8 · Player 3: 2",
     ["In null: Player 1: −32 · Player 2: −8 · Player 3: −2."]),
    ("la-krap/deal", "tricks0=4&tricks1=2&tricks2=1&alone=1&turned=10H",
     "Player 1: 32 · Player 2: 8 · Player 3: 2", []),
    ("la-krap/deal", "tricks0=4&tricks1=2&tricks2=1&alone=1&null=0&multiplier=1",
     "Player 1: 32 · Player 2: 8 · Player 3: 2", []),
    ("thirty-one/turn", "turns0=0&turns1=0&turns2=0&seat=1",
     "If it isn’t the first decision: Player 2 may swap one, swap all three or pass this turn",
     ["If it is: Player 2 may keep the hand or lay it down."]),
    ("thirty-one/turn", "starter=1&seat=1", "Player 2 may keep the hand or lay it down", []),
]  # fmt: skip


def plain(text: str) -> str:
    return text.replace("\u00a0", " ")


def test_the_verdict_says_what_it_rests_on_and_when_it_would_turn(ann: Phone) -> None:
    for question, typed, told, turned in TURNS:
        page = ann.open(f"/ask/{question}?{typed}&asked=1&players={4 if 'card' in question else 3}")
        assert plain(verdict(page)) == told, typed
        lines = page.tree.one(id="answer").all("p", class_="otherwise")
        assert [plain(each.text) for each in lines] == turned, typed
        assert told in plain(page.tree.one(id="across").text)


def of_question(phone: Phone, match: PlayedMatch, name: str) -> dict[str, str]:
    """The facts that the desk of a match brings along to a question."""
    links = [a["href"] for a in phone.open(match.to_score + "ask/").tree.one("main").all("a")]
    (link,) = (link for link in links if f"/ask/{name}" in link)
    return {key: values[0] for key, values in parse_qs(urlsplit(link).query).items()}


def test_a_match_knows_whether_there_are_trumps(ann: Phone) -> None:
    rounds = ann.start("tribello", *NAMES[:3])
    for deals, trump in ((5, ""), (1, "none")):  # after five and six deals
        for _deal in range(deals):
            rounds.deal(6, 4, 3)
        assert of_question(ann, rounds, "trick").get("trump", "") == trump
    for strain, trump in (("NT", "none"), ("S", "S")):
        match = ann.start("card-triathlon", *NAMES[:4])
        contract = {"level": 1, "strain": strain, "declarer": 0}
        match.write("begun", entry={"kind": "b-leg", "contract": contract})
        assert of_question(ann, match, "trick")["trump"] == trump
        match.write("fell", card="9H")
        answer = ann.open(match.to_score + "ask/").tree.one(id="answer")
        assert answer.one(class_="verdict").all("small") == []


AT_ONCE = "Yes. Under your rules it may be played at any time"
TAPPED = [
    ("led=BJ&mine=H&holding=yes",
     "No. You hold a card of the jokers’ suit, so you must follow suit"),
    ("led=BJ&mine=H&holding=no",
     "Yes. You have none of the jokers’ suit, so you may play any card"),
    ("led=BJ&mine=H&holding=sheets", "Yes. There is no suit to follow, so you may play any card"),
    ("led=BJ&mine=SHEET", AT_ONCE),
    ("led=H&mine=SHEET", AT_ONCE),
    ("led=H&mine=BJ&holding=sheets", AT_ONCE),
    ("led=H&mine=BJ", ""),
]  # fmt: skip


def test_a_card_that_may_always_be_played_needs_no_hand_and_no_suit_is_made_up(ann: Phone) -> None:
    for typed, told in TAPPED:
        page = ann.open(f"/ask/la-krap/may?{typed}")
        assert [each.text for each in page.tree.all(class_="verdict")] == ([told] if told else [])
    only_void = ann.start("la-krap", *NAMES[:3], special_anytime="false")
    ask = f"{only_void.to_score}ask/may?led=H&mine="
    assert ann.open(ask + "SHEET").tree.all(class_="verdict") == []
    assert verdict(ann.open(ask + "SHEET&holding=yes")).startswith("No. You hold a heart")
    keys = ann.open(ask + "BJ").tree.all("input", name="holding")
    assert [key["value"] for key in keys] == ["jokers", "yes", "no", "sheets", "sheets-none"]


def test_whether_everyone_has_had_a_turn_is_one_question(ann: Phone) -> None:
    rows = [
        ("close?turns=1&seat=0", "Yes. Player 1 may close"),
        ("close?turns=1&turns2=out&seat=0", "Yes. Player 1 may close"),
        ("close?turns=0&turns1=0&seat=0", "No. Player 2 hasn’t had a turn yet"),
        ("close?turns1=0&seat=0", "No. Player 2 hasn’t had a turn yet"),
        ("close?turns=0&seat=0", ""),  # who hasn’t?
        ("close?turns=1&turns1=0&seat=0", ""),  # that doesn’t agree
        ("turn?turns=1&seat=0",
         "Player 1 may swap one, swap all three, pass this turn or close"),
    ]  # fmt: skip
    for address, told in rows:
        page = ann.open(f"/ask/thirty-one/{address}&players=3&asked=1")
        assert [each.text for each in page.tree.all("h2", class_="verdict")] == [told] * bool(told)
        assert page.status == (200 if told else 422)
        assert "Has everyone had a turn?" in page.tree.text
    legends = [each.text for each in ann.open("/ask/thirty-one/close").tree.all("legend")]
    assert legends[:2] == ["Players", "Has everyone had a turn?"]


def test_a_sprint_has_no_jokers_in_its_b_leg(ann: Phone) -> None:
    sprint, longer = (
        ann.start("card-triathlon", *NAMES[:4], format=format) for format in ("sprint", "5000")
    )
    for asked in ("trick?asked=1&trump=S&cards=AS+JK", "may?led=H&mine=JK&holding=yes"):
        page = ann.open(f"{sprint.to_score}ask/{asked}")
        assert page.status == 422
        assert "A sprint has no Jokers in its B leg" in page.tree.one(class_="problems").text
        assert ann.open(f"{longer.to_score}ask/{asked}").status == 200
    keys = ann.open(f"{sprint.to_score}ask/may?led=H&mine=S").tree.all("input", name="holding")
    assert [key["value"] for key in keys] == ["yes", "no"]
