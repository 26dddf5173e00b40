"""The question desk: its questions, fields preset from the deal, and irregularities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, get_args
from urllib.parse import parse_qs, urlencode, urlsplit

from referee.core.findings import Verdict
from referee.core.language import PSEUDO
from referee.core.options import choices, value_id
from referee.core.question import question_name
from referee.core.registry import GAMES
from referee.core.rulings import ask, question_kinds
from referee.core.text import ended
from referee.web.forms.entry_form import form_of
from referee.web.forms.game_pages import fields_of
from tests.games.card_triathlon.legs import c_leg as c_leg_of
from tests.games.expected import find_expected
from tests.games.records import NAMES, deal, figures, record, thirty_one, tribello
from tests.web.followed import dealt, in_question
from tests.web.hands import HANDS, sprint
from tests.web.phones import HTMX, Page, Phone, PlayedMatch
from tests.web.timed import LEG

Typed = dict[str, str]
QUOTA = {"deal": "10"}


UNUSUAL = {game: expected.unusual for game, expected in find_expected().items()}


@dataclass(frozen=True)
class Asked:
    game: str
    name: str
    put: dict[str, Any]
    typed: Typed
    seats: int

    @property
    def whole(self) -> dict[str, Any]:
        return {"game": self.game, "question": self.name, "players": self.seats, **self.put}


def asked_of(game: str, question: dict[str, Any]) -> Asked:
    spec, name = GAMES[game].spec, question["question"]
    seats = question.get("players", seats_of(game))
    put = {
        name: value
        for name, value in question.items()
        if name not in ("question", "players", "options") and value is not None
    }
    if name == "deal":
        options = spec.read_options(UNUSUAL[game], seats)
        typed = dict(form_of(GAMES[game]).fill(put["entry"], options))
        typed |= {"kind": put["entry"]["kind"]} if len(spec.kinds) > 1 else {}
        typed |= {"number": str(put["number"])} if "number" in put else {}
    else:
        (kind,) = (each for each in question_kinds(GAMES[game]) if question_name(each) == name)
        fields = [each.field for each in fields_of(GAMES[game], kind, seats)]
        filled = [field.fill(put[field.name]) for field in fields if field.name in put]
        typed = {name: text for typed in filled for name, text in typed.items()}
    return Asked(game, name, put, typed, seats)


def seats_of(game: str) -> int:
    return max(3, GAMES[game].spec.fewest)


QUESTIONS = [
    asked_of(game, question)
    for game, expected in find_expected().items()
    for question in expected.questions
]


def table(phone: Phone, game: str, seats: int = 0) -> PlayedMatch:
    options = {name: value_id(value) for name, value in UNUSUAL[game].items()}
    names = NAMES[: seats or seats_of(game)]
    return phone.start(game, *names, title="Friday", **options)


def asked(phone: Phone, desk: str, question: str, typed: Typed, **headers: str) -> Page:
    """Open the answer to a question; `desk` is the address of a match's desk or `/ask/GAME`."""
    return phone.open(f"{desk}/{question}?{urlencode({'asked': '1', **typed})}", **headers)


def rulings(page: Page) -> list[tuple[str, str]]:
    lines = [line for box in page.tree.all(class_="rulings") for line in box.all("li")]
    # Other items are lists within quoted rules.
    lines = [line for line in lines if line.get("class") in get_args(Verdict)]
    return [
        (line.one("a", class_="rule")["href"].partition("#")[2], line["class"]) for line in lines
    ]


def test_a_match_is_asked_the_questions_of_its_game_and_no_others(ann: Phone) -> None:
    for game in GAMES:
        match = table(ann, game)
        for home in (match.to_score, match.to_watch):
            section = ann.open(home + "ask/").tree.one(class_="of-game")
            links = [a["href"] for a in section.all("a") if "/ask/" in a["href"]]
            offered = names_in(home, links)
            kinds = question_kinds(GAMES[game])
            expected = [
                [question_name(kind), *(["may"] if kind.by_suits else [])] for kind in kinds
            ]
            assert sorted(offered) == sorted(name for names in expected for name in names)
            for link in links:
                desk = ann.open(link)
                assert desk.status == 200
                is_known = "asked=1" in link
                assert bool(desk.tree.one(id="answer").text) == is_known
        others = {question_name(i) for other in GAMES.values() for i in question_kinds(other)} - {
            *offered
        }
        for question in (*others, "x", "%3Cb%3E"):
            assert ann.open(f"{match.to_score}ask/{question}").status == 404
            assert match.post(f"ask/{question}?asked=1").status == 404
        assert match.number == 1


def names_in(home: str, links: list[str]) -> list[str]:
    return [link.partition("?")[0].removeprefix(home + "ask/") for link in links]


def test_the_questions_start_with_what_is_due(ann: Phone) -> None:
    b_leg = "auction trick may"
    c_leg, d_leg = c_leg_of(310, 150, 205, 180), "buck offices arrange layout"
    hand_laid = sprint(ann)
    hand_laid.write("laid", seat=0, hand=HANDS[0].split(), layout=None, extra=None)
    rows = [
        # Nobody knows how far a deal has got that is recorded by figures.
        (ann.start("tribello", *NAMES[:3]), "trick may quota pickup"),
        (ann.play(dealt("tribello"), 0)[0], "quota pickup trick may"),
        (ann.play(dealt("tribello"), 1)[0], "trick may irregularity deal quota pickup"),
        (ann.play(dealt("triathlon"), 0)[0], "rejection trick may"),
        (ann.play(dealt("la-krap"), 0)[0], "teams trick may"),
        (ann.load(record("card-triathlon", 4, [])), f"{b_leg} irregularity deal meld"),
        (ann.load(record("card-triathlon", 4, [LEG])), "meld pile go-out irregularity deal"),
        (ann.load(record("card-triathlon", 4, [LEG, c_leg])), f"{d_leg} irregularity deal"),
        (hand_laid, "arrange layout irregularity deal buck offices"),
    ]
    for match, first in rows:
        links = ann.open(match.to_watch + "ask/").tree.one(class_="of-game").all("a")
        names = names_in(match.to_watch, [link["href"] for link in links])
        assert " ".join(names).startswith(first), (first, names)


OTHERWISE = {"twos": "plain", "fire": "false", "athlete_discard": "when-void", "players": "5"}
"""Parameters that a match ignores, because it uses its own options and players."""


def test_answers_go_by_options_and_players(ann: Phone) -> None:
    differing = set()
    for each in QUESTIONS:
        match, options = table(ann, each.game, each.seats), UNUSUAL[each.game]
        names = match.match.players
        answer = ask(each.whole | {"options": options}, names)
        differing |= {each.game} if answer != ask(each.whole, names) else set()
        for home in (match.to_score, match.to_watch):
            page = asked(ann, home + "ask", each.name, each.typed | OTHERWISE)
            assert page.status == 200
            assert rulings(page) == [(one["rule"], one["verdict"]) for one in answer["rulings"]]
            said = page.tree.one(id="answer").text
            for ruling in answer["rulings"]:
                assert all((name in ruling["text"]) <= (name in said) for name in names)
        assert match.number == 1

        options = {name: value for name, value in options.items() if name != "first_dealer"}
        chosen = {name: value_id(value) for name, value in options.items()}
        chosen |= {"players": str(each.seats)}
        page = asked(ann, f"/ask/{each.game}", each.name, each.typed | chosen)
        answer = ask(each.whole | {"options": options})
        assert rulings(page) == [(one["rule"], one["verdict"]) for one in answer["rulings"]]
        fields = page.tree.one("form", class_="ask").fields()
        assert {name: fields.get(name, "") for name in each.typed} == each.typed
    assert differing == UNUSUAL.keys()


def test_a_question_that_is_none_is_refused_in_sentences(ann: Phone) -> None:
    tables, refused = {game: table(ann, game) for game in UNUSUAL}, set()
    for each in QUESTIONS:
        right = dict(each.typed)
        wrong: list[Typed] = [{}, *(right | {name: "<b>"} for name in right)]
        for typed in [*wrong, *(right | {name: "9" * 5000} for name in list(right)[:1])]:
            match, by_htmx = tables[each.game], len(typed) % 2 == 0
            desk = f"/ask/{each.game}" if by_htmx else match.to_score + "ask"
            page = asked(ann, desk, each.name, typed, **(HTMX if by_htmx else {}))
            if page.status == 200:
                continue
            refused.add((each.game, each.name))
            assert (page.status, page.is_whole) == (422, not by_htmx)
            asking = [
                go for form in page.tree.all("form", class_="ask") for go in form.all(class_="go")
            ]
            wrong_fields = (asking or page.tree.all(id="answer"))[0].all("li", class_="bad")
            assert wrong_fields != []
            if each.name != "deal" or not typed:
                assert (page.tree.all(class_="blamed") != []) == bool(asking)
            for fault in wrong_fields:
                name, _, sentence = fault.text.partition(": ")
                assert name
                assert sentence
                assert "[" not in sentence
                assert "as many as the question shows" not in sentence
            assert page.tree.all(class_="rulings") == page.tree.all("form", class_="keep") == []
            kept = match.post(f"ask/{each.name}?{urlencode({'asked': '1', **typed})}")
            assert (kept.status, match.number) == (422, 1)
            assert kept.alert
    every = {(game, question_name(i)) for game in UNUSUAL for i in question_kinds(GAMES[game])}
    assert refused == every == {(each.game, each.name) for each in QUESTIONS}


def test_what_is_wrong_with_a_question_stands_beside_its_button_with_the_rule(ann: Phone) -> None:
    page = ann.open("/ask/tribello/trick?asked=1&cards=7S+7S")
    fault = page.tree.one("form", class_="ask").one(class_="go").one("li", class_="bad")
    assert fault.one("a", class_="rule")["href"].endswith("#tribello.pack")
    assert page.tree.one(class_="blamed")["data-step"] == "cards"
    page = ann.open("/ask/la-krap/teams?asked=1&upcards=AH+KS&turned=QC&players=4")
    fault = page.tree.one("form", class_="ask").one(class_="go").one("li", class_="bad")
    assert fault.text.endswith("pcards, seat by seat: choose one for each of the 4 players.")
    page = ann.open("/ask/triathlon/rejection?asked=1")
    assert page.tree.all("li", class_="bad")[0].text == "Who dealt: choose this first."


def option_words(game: str, name: str, value: str | None = None) -> tuple[str, str]:
    """Return an option's title and the wording of one of its values (by default, the default)."""
    options = choices(GAMES[game].spec.options, ())
    [choice] = [each for each in options if each.name == name]
    return choice.title, choice.label(choice.read(value))


def test_an_answer_says_what_was_asked_what_was_chosen_and_why(ann: Phone) -> None:
    for address, told in {
        "triathlon/rejection?dealer=0&rejected0=S&rejected1=H": "♠S spades · ♥H hearts",
        "tribello/pickup?deal=8&taken0=5&taken1=2": "Deal: 8 · 5 2",
        "thirty-one/close?players=3&turns0=1&turns1=0&turns2=out&seat=0": "Turns taken: 1 0 out",
        "card-triathlon/auction?calls=1H+1S+P&dealer=0": "1♥ 1♠ pass",
        "card-triathlon/auction?calls=1h+1sa+P&dealer=0": "1♥ 1NT pass",
        "card-triathlon/pile?top=7H&hand=8D+2S&melded7=1&frozen=1": "7 · Is there a wild card",
    }.items():
        summary = ann.open(f"/ask/{address}&asked=1").tree.all("summary")[0]
        assert told in " ".join(summary.text.split()), address

    page = ann.open("/ask/thirty-one/hand?cards=AH+AS+AD&fire=False&asked=1")
    title, words = option_words("thirty-one", "valuation")
    assert f"{title} (your choice): {words}" in page.tree.one(id="answer").text


def test_both_sides_of_the_table_read_the_answer_its_cards_and_a_line_of_the_rule(
    ann: Phone,
) -> None:
    across = ann.open("/ask/tribello/trick?leader=0&trump=H&cards=AS+2H+KS&asked=1").tree.one(
        id="across"
    )
    turned, upright = (each for each in across.all("div") if each.parent is across)
    assert turned.text == upright.text
    assert turned.get("aria-hidden") == "true"
    assert upright.one("b").text == "Player 2 wins · 2♥"
    assert len(upright.one(class_="trick").all("li")) == 3
    line = upright.one(class_="rule-line")
    assert line.text.startswith("Player 2 wins with 2♥. This is the highest trump.")
    melds = ann.open("/ask/card-triathlon/meld?cards=7H+7S+8D&asked=1").tree.one(id="across")
    assert len(melds.all(class_="rule-line")) == 2
    hands = ann.open(f"/ask/card-triathlon/buck?asked=1&{urlencode(BUCK)}").tree.one(id="across")
    assert [len(each.all(class_="card")) for each in hands.all(class_="drawn")] == [4, 4]


BUCK = {"hands0": "KS", "hands1": "AH", "hands2": "QS", "hands3": "9C"}


def test_an_answer_that_rests_on_an_option_says_what_others_would_make_of_it(ann: Phone) -> None:
    cases: list[tuple[str, str, list[str]]] = [
        ("thirty-one/hand?cards=7H+7S+7D", "valuation", ["suit", "suit-or-rank"]),
        ("thirty-one/hand?cards=AH+KH+7S", "valuation", []),
        ("card-triathlon/go-out?melds0=7H+7D+7S+7C+7H+7D+7S", "c_sevens", ["2"]),
        ("triathlon/trick?trump=H&cards=7S+7H&hand=JK+AC", "", []),  # a ruling mentions it
        ("tribello/quota?deal=3", "", []),
    ]  # fmt: skip
    for address, option, others in cases:
        expected = []
        for value in others:
            other = ann.open(f"/ask/{address}&asked=1&{option}={value}").tree
            game = address.partition("/")[0]
            title, own = option_words(game, option)
            _title, words = option_words(game, option, value)
            told = ended(other.one(class_="verdict").text)
            expected.append(f"{title}: {own}. With “{words}” instead: {told}")
        answer = ann.open(f"/ask/{address}&asked=1").tree.one(id="answer")
        lines = [each for each in answer.all("p", class_="plays") if each.parent is answer]
        assert [" ".join(each.text.split()).replace(" .", ".") for each in lines] == expected


KNOWN: list[tuple[str, Typed, str, str, Typed]] = [
    ("tribello", {"trump": "S"}, "AS 2S KS 5D", "trick",
     {"cards": "5D", "leader": "0", "trump": "S"}),
    ("tribello", {"trump": "S"}, "AS", "quota", {"deal": "1"}),
    ("triathlon", {"trump": "S", "rejected0": "H", "rejected1": "C"}, "JK 6S", "trick",
     {"cards": "JK 6S", "leader": "1", "trump": "S"}),
    ("triathlon", {"trump": "S", "rejected0": "H", "rejected1": "C"}, "JK 6S", "rejection",
     {"dealer": "0", "rejected0": "H", "rejected1": "C", "trump": "S"}),
    ("la-krap", {"turned": "BJ 10H", "upcard0": "AH", "upcard1": "KS", "upcard2": "9D"}, "AS AS",
     "trick", {"cards": "AS AS", "leader": "1", "turned": "BJ 10H"}),
    ("la-krap", {"turned": "BJ 10H", "upcard0": "AH", "upcard1": "KS", "upcard2": "9D"}, "",
     "teams", {"upcards": "AH KS 9D", "turned": "BJ 10H"}),
]  # fmt: skip


def test_what_is_known_of_a_deal_that_is_followed_is_in_place(ann: Phone, ben: Phone) -> None:
    for game, facts, cards, question, known in KNOWN:
        match = ann.start(game, "Ann", "Ben", "Cleo")
        ann.tap_all(match.begin(**facts), cards.split())
        for phone, home in ((ann, match.to_score), (ben, match.to_watch)):
            found = in_question(phone, home, question)
            assert known.items() <= found.items()
            assert found.keys() - known.keys() <= {"cards", "leader", "asked"}
            page = phone.open(f"{home}ask/{question}?{urlencode(found)}")
            fields = page.tree.one("form", class_="ask").fields()
            assert found.items() <= fields.items()


def test_what_is_typed_in_the_form_comes_along_and_nothing_else(ann: Phone) -> None:
    cases: list[tuple[str, Typed, str, Typed]] = [
        ("tribello", {"trump": "D", "tricks0": "6"}, "trick", {"trump": "D"}),
        ("triathlon", {"trump": "D", "rejected0": "S", "last_trick": "1"}, "rejection",
         {"trump": "D", "rejected0": "S", "dealer": "0"}),
        ("la-krap", {"turned": "9C", "upcard0": "AH", "upcard1": "SHEET", "upcard2": "7S"},
         "teams", {"turned": "9C", "upcards": "AH SHEET 7S"}),
        ("thirty-one", {"cards0": "AH KH 7S"}, "hand", {}),
    ]  # fmt: skip
    for game, typed, question, known in cases:
        match = ann.start(game, "Ann", "Ben", "Cleo")
        form = ann.open(match.to_score).form("/entries").fields() | typed
        [way] = [a["href"] for a in ann.open(match.to_score).tree.all("a", data_with_entry="")]
        answer = ann.open(f"{way}?{urlencode(form)}")
        assert answer.status == 303
        page = ann.follow(answer)
        assert page.status == 200
        links = [a["href"] for a in page.tree.one("main").all("a")]
        (link,) = (link for link in links if f"/ask/{question}" in link)
        fields = ann.open(link).tree.one("form", class_="ask").fields()
        assert known.items() <= fields.items()
        assert form["id"] not in page.html


def test_what_the_deals_before_say_is_known_to_the_desk(ann: Phone) -> None:
    cases: list[tuple[dict[str, Any], str, Typed]] = [
        (thirty_one(3, figures(31, 20, 9), lives=0), "close", {"turns2": "out"}),
        (tribello(*[deal(6, 4, 3)] * 7), "trick", {"trump": "none"}),
        (tribello(*[deal(6, 4, 3)] * 7), "quota", {"deal": "8", "asked": "1"}),
    ]
    for made, question, known in cases:
        assert in_question(ann, ann.load(made).to_score, question) == known


def test_a_search_keeps_the_game_that_was_chosen_and_finds_in_it_first(ann: Phone) -> None:
    page = ann.open("/ask?game=triathlon&q=dealer")
    chosen = page.tree.one("fieldset", class_="games").one("input", checked="")
    search = page.tree.one("form", class_="search")
    assert chosen.get("value") == "triathlon"
    assert chosen.get("form") == search.get("id")
    found = [each.text for each in page.tree.one(id="found").all("h2")]
    assert found[0] == "Triathlon"
    assert len(found) > 1


def test_a_question_has_something_in_every_group_and_many_players_are_folded(ann: Phone) -> None:
    for players in ["", "8"]:
        for address in {f"/ask/{each.game}/{each.name}?players={players}" for each in QUESTIONS}:
            groups = ann.open(address).tree.all("fieldset")
            assert groups
            assert [
                each.text for each in groups if not (each.all("input") or each.all("button"))
            ] == [], address

    def folded(address: str) -> bool:
        page = ann.open("/ask/" + address)
        [legend] = [each for each in page.tree.all("legend") if each.text == "Players"]
        fieldset = legend.parent
        assert fieldset is not None
        assert fieldset.parent is not None
        return fieldset.parent.tag == "details"

    assert folded("thirty-one/close")
    assert not folded("la-krap/teams")

    auction = GAMES["card-triathlon"]
    legends = [each.text for each in ann.open("/ask/card-triathlon/auction").tree.all("legend")]
    [kind] = [each for each in question_kinds(auction) if question_name(each) == "auction"]
    assert legends == ["Players", *(each.title for each in fields_of(auction, kind, 4))]
    assert len(legends) == 3


def test_the_form_beside_an_answer_asks_just_that(ann: Phone) -> None:
    for each in QUESTIONS:
        some = dict(list(each.typed.items())[1:])
        page = asked(ann, f"/ask/{each.game}", each.name, some)
        fields = page.tree.one("form", class_="ask").fields()
        again = asked(ann, f"/ask/{each.game}", each.name, fields)
        assert again.tree.one(id="answer").text == page.tree.one(id="answer").text


def test_the_next_deal_and_the_leg_are_chosen_already(ann: Phone) -> None:
    match = table(ann, "tribello")
    match.deal(6, 4, 3)
    match.deal(3, 6, 4)
    for address, number in (
        (match.to_score + "ask", "3"), (match.to_watch + "ask", "3"), ("/ask/tribello", "1"),
    ):  # fmt: skip
        page = ann.open(address + "/deal")
        [chosen] = [
            each for each in page.tree.all("input", name="number") if "checked" in each.attrs
        ]
        assert chosen["value"] == number
    page = ann.open("/ask/card-triathlon/deal?kind=c-leg")
    kinds = page.tree.all("input", name="kind")
    assert [each["value"] for each in kinds] == ["b-leg", "c-leg", "d-leg"]
    assert [each["value"] for each in kinds if "checked" in each.attrs] == ["c-leg"]


def test_a_deal_that_is_asked_about_has_hints_and_is_not_written(ann: Phone) -> None:
    hints = ann.open("/ask/tribello/deal?hints=1&number=10&tricks0=2&tricks1=5").tree.all("output")
    assert [hint.text for hint in hints] == ["+1", "−1", "0"]
    match = table(ann, "tribello")
    asked(ann, match.to_score + "ask", "deal", {"tricks0": "6", "tricks1": "4"})
    assert match.number == 1


DOWN: Typed = {
    "kind": "b-leg", "level_0": "4", "strain_0": "C", "declarer_0": "0",
    **{f"tricks{seat}": str(won) for seat, won in enumerate((5, 2, 4, 2))},
    **{f"points{seat}": str(won) for seat, won in enumerate((150, 80, 150, 60))},
}  # fmt: skip
SCORED: list[tuple[str, Typed, list[str], bool]] = [
    ("tribello", {"tricks0": "8", "tricks1": "4", "tricks2": "1"},
     ["8 tricks − quota 6 = +2", "4 tricks − quota 4 = 0", "1 trick − quota 3 = −2"], True),
    ("card-triathlon", DOWN,
     ["4♣ by Player 1: 1 trick short; declarer’s team gets the lowest total instead of 300 140",
      "4♣ by Player 1: 1 trick short; this team gets the higher total instead of 140 300",
      "no trick put aside (calculated) 0", "out of 440 points 440"], True),
    # The cross-check fails.
    ("card-triathlon", DOWN | {"points3": "55", "unscored_0": "0"},
     ["4♣ by Player 1: 1 trick short; declarer’s team gets the lowest total instead of 300 135",
      "4♣ by Player 1: 1 trick short; this team gets the higher total instead of 135 300",
      "no trick put aside 0", "out of 440 points 435"], True),
    # The rules don't say what the lowest hand loses.
    ("thirty-one", {"players": "2", "value0": "21", "value1": "10"},
     ["a hand of 21 21", "a hand of 10; this player loses a life and has 2 left: lowest hand"
      " (the rules don’t say, so this is Referee’s ruling) 10"], False),
]  # fmt: skip


def test_a_deal_that_is_asked_about_has_a_receipt_of_every_figure(ann: Phone) -> None:
    for game, typed, lines, is_folded in SCORED:
        page = asked(ann, f"/ask/{game}", "deal", typed)
        assert [each.text for each in page.tree.one("dl", class_="sums").all("dd")] == lines
        [rules] = [each for each in page.tree.all("details") if each.all(class_="rulings")]
        assert ("open" not in rules.attrs) == is_folded
        missing = [each.text for each in page.tree.all("p", class_="because")]
        assert missing == (
            ["5 points are missing: your figures add up to 435, not 440."]
            if "unscored_0" in typed
            else []
        )
    upcards = {"upcard0": "AH", "upcard1": "7S", "upcard2": "SHEET"}
    typed = upcards | {
        "players": "3",
        "turned": "BJ",
        "tricks0": "4",
        "tricks1": "2",
        "tricks2": "1",
    }
    refused = asked(ann, "/ask/la-krap", "deal", typed)
    assert refused.tree.all("dl", class_="sums") == []
    assert refused.tree.all("p", class_="illegal") != []


def test_the_auction_of_a_leg_that_is_asked_about_has_its_keys(ann: Phone) -> None:
    match = ann.start("card-triathlon", *NAMES[:4], first_dealer="1")
    for home, first in ((match.to_score + "ask", "Ben"), ("/ask/card-triathlon", "Player 1")):
        [auction] = ann.open(home + "/deal").tree.all("div", class_="auction")
        keys = ann.open(auction["hx-get"] + "&auction_0=1S", HX_Request="true").tree
        assert keys.one("input", name="auction_0")["value"].strip() == "1S"
        assert keys.one(class_="called-by").all("bdi")[0].text == first
        ways = {key["hx-get"] for key in keys.all("button", class_="key")}
        assert len(ways) == 1  # all keys reload the keys of the same field
        assert "field=auction_0" in ways.pop()


def what_now(phone: Phone, home: str, kind: str) -> Page:
    found = [a["href"] for a in phone.open(home + "ask/").tree.one("main").all("a")]
    [link] = [link for link in found if "/ask/irregularity" in link]
    joint = "&" if "?" in link else "?"
    return phone.open(f"{link}{joint}asked=1&kind={kind}")


def blocks(page: Page) -> list[str]:
    return [each.text for each in page.tree.one(class_="what-now").all("h4")]


def ways(page: Page) -> list[str]:
    section = page.tree.one(class_="what-now")
    found = [each for each in section.all() if each.tag in ("a", "form")]
    addresses = [each["href"] if each.tag == "a" else each["action"] for each in found]
    return ["/".join(each.partition("?")[0].strip("/").split("/")[2:]) for each in addresses]


def link_to(page: Page, words: str) -> str:
    [link] = [a for a in page.tree.one(class_="what-now").all("a") if words in a.text]
    return link["href"]


def test_the_deal_on_the_table_comes_first_and_nothing_of_it_is_struck(ann: Phone) -> None:
    for game in (name for name, each in find_expected().items() if each.irregularities):
        match = table(ann, game)
        page = what_now(ann, match.to_score, "misdeal")
        assert blocks(page) == []  # there is no other deal, so no heading either
        assert ways(page) == []
        assert "there’s nothing to cross out" in page.tree.one(class_="what-now").text

    match = table(ann, "tribello")
    match.deal(6, 4, 3)
    page = what_now(ann, match.to_score, "misdeal")
    assert blocks(page) == ["The deal on the table", "Round 1, deal 1, already recorded"]
    assert ways(page) == [f"e/{match.ids[0]}/strike"]
    assert ways(what_now(ann, match.to_watch, "misdeal")) == []


def test_a_deal_that_is_followed_is_left_or_its_card_taken_back(ann: Phone) -> None:
    match = table(ann, "tribello")
    match.deal(6, 4, 3)
    ann.tap_all(match.begin(trump="S"), ["AS", "2S", "5D"])
    page = what_now(ann, match.to_score, "revoke")
    id = match.ids[0]
    recorded = [f"e/{id}/edit", f"e/{id}/edit", f"e/{id}/strike"]
    assert ways(page) == ["play/lift", "log", "play/note", "play/leave", *recorded]


def test_a_note_goes_with_the_next_deal_or_into_a_recorded_one(ann: Phone) -> None:
    match = table(ann, "tribello")
    page = what_now(ann, match.to_score, "exposed-card")
    form = ann.open(link_to(page, "Note and play on")).form("/entries")
    note = form.fields()["note"]
    assert note.endswith("; no penalty")
    typed = {f"tricks{seat}": str(taken) for seat, taken in enumerate((6, 4, 3))}
    ann.post(form["action"], form.fields() | typed)
    assert match.entries == [{"kind": "deal", "tricks": [6, 4, 3], "note": note}]

    match = table(ann, "tribello")
    match.deal(6, 4, 3, note="Rain")
    page = what_now(ann, match.to_score, "exposed-card")
    edit = ann.open(link_to(page, "Add a note"))
    ann.send(edit, f"/e/{match.ids[0]}")
    assert match.entries[0]["note"] == f"Rain. {note}"
    assert match.entries[0]["tricks"] == [6, 4, 3]


def test_notes_and_unnamed_players_are_in_the_language_of_the_page(ann: Phone) -> None:
    match = table(ann, "tribello")
    page = ann.open(match.to_score + "ask/irregularity?asked=1&kind=revoke", Accept_Language=PSEUDO)
    [link] = [a for a in page.tree.one(class_="what-now").all("a") if "note=" in a["href"]]
    [note] = parse_qs(urlsplit(link["href"]).query)["note"]
    assert note.startswith("[")
    page = ann.open("/ask/tribello/trick?asked=1", Accept_Language=PSEUDO)
    # The sentence and the player's name in it are translated.
    assert page.tree.one(class_="verdict").text.count("[") == 2


def test_a_deal_that_is_followed_is_noted_at_once(ann: Phone) -> None:
    match = table(ann, "tribello")
    ann.tap_all(match.begin(trump="S"), ["AS", "2S", "5D"])
    noted: list[str] = []
    for kind in ("exposed-card", "exposed-card", "revoke"):
        page = what_now(ann, match.to_score, kind)
        note = page.form("/play/note").fields()["note"]
        noted += [note] if note not in noted else []
        assert ann.follow(ann.send(page, "/play/note")).status == 200
        assert match.match.deals[0].facts["note"] == ". ".join(noted)
    assert len(noted) == 2
    assert list(match.match.deals[0].cards) == ["AS", "2S", "5D"]


def test_a_note_from_an_address_is_cut_and_an_empty_one_is_none(ann: Phone) -> None:
    match = table(ann, "tribello")
    for note in ["  ", "x" * 600]:
        form = ann.open(f"{match.to_score}?note={note}").form("/entries")
        assert form.fields().get("note", "") == note.strip()[:500]


def test_a_faulty_bid_is_not_offered_for_the_c_leg(ann: Phone) -> None:
    match = ann.load(record("card-triathlon", 4, [find_expected()["card-triathlon"].entry]))
    id = match.ids[0]
    page = what_now(ann, match.to_score, "insufficient-bid")
    assert blocks(page) == ["Leg 1, B, already recorded"]
    assert ways(page) == [f"e/{id}/edit", f"e/{id}/strike"]
    page = what_now(ann, match.to_score, "drew-twice")
    assert blocks(page) == []
    assert ways(page) == [""]  # the match page, to note it with the C leg
    page = what_now(ann, match.to_score, "misdeal")
    assert blocks(page) == ["The leg on the table", "Leg 1, B, already recorded"]
    assert page.tree.one(id="answer").one("a", class_="rule")["href"].endswith("c.start")


def groups(page: Page) -> list[str]:
    return [each.one("legend").text for each in page.tree.one("form", class_="ask").all("fieldset")]


def verdict(page: Page) -> str:
    return page.tree.one(class_="verdict").text


ASKED = "/ask/tribello/may?led=H&mine=S"


def test_what_the_hand_holds_is_asked_where_it_matters(ann: Phone) -> None:
    assert groups(ann.open("/ask/tribello/may")) == ["Led", "My card"]
    page = ann.open(ASKED)
    assert groups(page) == ["Led", "My card", "And in my hand"]
    assert page.tree.all(class_="verdict") == []
    assert verdict(ann.open("/ask/tribello/may?led=H&mine=H")).startswith("Yes")

    for holding, told, is_red in (
        ("yes", "No", True), ("no", "Yes", False),
    ):  # fmt: skip
        page = ann.open(f"{ASKED}&holding={holding}")
        assert verdict(page).startswith(told)
        assert "heart" in verdict(page).casefold()
        reason = verdict(page).partition(". ")[2]
        assert page.tree.one(id="answer").text.count(reason) == 1
        assert ("illegal" in page.tree.one(class_="verdict")["class"]) == is_red
        assert page.tree.all("a", class_="rule")[0]["href"].endswith("#tribello.follow")
    page = ann.open(f"{ASKED}&holding=yes")
    across = page.tree.one(id="across")
    assert [each.text for each in across.all("b")] == [verdict(page)] * 2
    assert across.all(class_="rule-line") == []


def test_what_is_no_key_is_not_pressed_and_without_tricks_there_is_no_question(ann: Phone) -> None:
    for typed in (
        "led=X&mine=S", "led=H&mine=JK", "led=H&mine=S&holding=joker", "holding=yes",
    ):  # fmt: skip
        page = ann.open(f"/ask/tribello/may?{typed}")
        assert page.status == 200
        assert page.tree.all(class_="verdict") == []

    for address in ["/ask/thirty-one/may", "/ask/chess/may"]:
        assert ann.open(address).status == 404


def test_the_options_decide_and_the_ruling_keeps_the_question(ann: Phone) -> None:
    match = ann.start("triathlon", *NAMES[:3], athlete_discard="never")
    asked = "ask/may?led=H&mine=JK&holding=no"
    page = ann.open(match.to_score + asked)
    assert verdict(page).startswith("No")
    assert "Athlete" in verdict(page)
    assert verdict(ann.open("/" + asked.replace("ask/", "ask/triathlon/"))).startswith("Yes")

    form = page.tree.one("form", class_="keep")
    assert ann.post(form["action"], form.fields()).status == 303
    (ruling,) = match.match.rulings
    assert ruling["question"]["question"] == "trick"
    assert "Led: Hearts; My card: Athlete; " in ruling["decision"]
    listed = ann.open(match.to_score + "law/").tree.one(id="ruling-1")
    assert listed.all("summary")[0].text.startswith("May I play this card?")
    assert listed.one(class_="verdict").text == verdict(page)
    drawn = [each.text for each in listed.one(class_="trick").all(class_="card")]
    assert drawn == ["♥H hearts", "Athlete"]  # the tapped keys, not the made-up cards
    assert "My card: Athlete" in listed.text
    assert "A♥" not in listed.text
    assert match.post("ask/may?led=H").status == 422


def test_figures_that_are_typed_are_scored_from_the_desk(ann: Phone) -> None:
    """The link to what a deal scores brings them along and, if they are all there, the answer."""
    tables: list[tuple[str, int, dict[str, str], str]] = [
        ("tribello", 3, {"tricks0": "8", "tricks1": "3", "tricks2": "2"}, "Ann: +2"),
        ("thirty-one", 2, {"value0": "21", "value1": "25"}, "Ann: "),
        ("tribello", 3, {"tricks0": "8"}, ""),
    ]
    for game, seats, typed, verdict in tables:
        match = ann.start(game, *("Ann", "Ben", "Cleo")[:seats])
        form = ann.open(match.to_score).tree.one("form", id="entry").fields()
        desk = ann.follow(ann.open(f"{match.to_score}ask/?{urlencode(form | typed)}"))
        (way,) = [each["href"] for each in desk.tree.all("a") if "/ask/deal" in each.get("href")]
        page = ann.open(way)
        assert ("asked=1" in way) == bool(verdict)
        if verdict:
            assert verdict in page.tree.one("h2", class_="verdict").text
        assert page.tree.one("input", name=next(iter(typed)))["value"] == next(iter(typed.values()))
        assert match.number == 1
