"""A table's rules: options changed after the start, their preview, and house rules."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

from referee.core.registry import GAMES
from referee.core.sheet import whatif
from tests.core.test_sheet import RECORDS
from tests.games.records import figures, la_krap, record, thirty_one
from tests.web.followed import dealt as dealt_for
from tests.web.phones import HTMX, Page, Phone, PlayedMatch

ROUNDS = thirty_one(3, figures(30.5, 31, 20), figures(17, 17, 20), figures(20, 30.5, 21))


def law(phone: Phone, home: str, **typed: str) -> Page:
    return phone.open(home + "law/?" + urlencode(typed))


def told(page: Page) -> str:
    return page.tree.one(id="preview").text


def pressed(page: Page, name: str) -> str:
    [key] = [each for each in page.tree.all("input", name=name) if "checked" in each.attrs]
    return key["value"]


def play_so(phone: Phone, page: Page, *, is_midway: bool = False) -> Page:
    form = page.tree.one("form", id="options")
    keys = {key.get("name"): key for key in form.all("button", formmethod="post")}
    pressed = {"midway": "1"} if is_midway else {}
    return phone.post(keys["midway" if is_midway else ""]["formaction"], form.fields() | pressed)


def test_the_page_shows_what_is_played_and_alters_nothing(ann: Phone) -> None:
    for game in GAMES:
        seats = GAMES[game].usual_players
        match = ann.start(game, *("Ann", "Ben", "Cleo", "Dora")[:seats], first_dealer="1")
        page = law(ann, match.to_score)
        assert page.status == 200
        assert pressed(page, "first_dealer") == "1"
        assert page.tree.all(id="whatif") == []
        assert page.tree.one("form", id="options").all("button", formmethod="post") == []
        form = page.tree.one("form", id="options").fields()
        assert match.post("law/", **form).status == 200
        assert match.number == 1


def test_what_would_change_is_shown_before_and_then_done_as_it_was_shown(ann: Phone) -> None:
    match = ann.load(ROUNDS)
    before = ann.open(match.to_score).totals
    page = law(ann, match.to_score, valuation="suit")
    assert "Ann 1 → 2, Cleo 2 → 3" in told(page)
    assert "; 2 entries would be impossible." in told(page)
    table = page.tree.one("table", class_="whatif")
    expected = whatif(ROUNDS, {"valuation": "suit"})
    assert [[cell.text for cell in row.all("td")] for row in table.all("tr")][1:3] == [
        [str(n) for n in expected["totals"][w]] for w in ("before", "after")
    ]
    assert [row.text for row in table.all("td", class_="bad")] == ["impossible"] * 2
    assert (match.number, ann.open(match.to_score).totals) == (1, before)

    assert play_so(ann, page).status == 303
    assert [event.kind for event in match.events] == ["opened", "agreed"]
    assert match.match.options == {"valuation": "suit"}
    assert ann.open(match.to_score).totals == ["2", "2", "3"]
    log = ann.open(match.to_score + "log/").text
    assert "suits only" in log
    match.undo()
    assert ann.open(match.to_score).totals == before


def test_options_change_from_now_on(ann: Phone) -> None:
    match = ann.load(ROUNDS)
    before = ann.open(match.to_score).totals
    assert play_so(ann, law(ann, match.to_score, tied_lowest="none"), is_midway=True).status == 303
    page = ann.open(match.to_score)
    assert page.totals == before
    assert "From Round 4 on, Tied lowest hands: nobody. Before that: each of them." in page.text
    assert "§" not in page.tree.one("table", class_="pad").text

    assert match.round("20", "20", "31").totals == before
    page = ann.open(match.to_score)
    assert ["§" in row.text for row in page.tree.one("table", class_="pad").all("tr")[1:]] == [
        True, False, False, False,
    ]  # fmt: skip
    assert "From now on: Tied lowest hands: nobody." in ann.open(match.to_score + "log/").text
    exported = ann.open(match.to_score + "record.json").response.get_json()
    assert exported["option_changes"] == [{"from": 3, "options": {"tied_lowest": "none"}}]
    again = ann.load(exported)
    assert ann.open(again.to_score + "record.json").response.get_json() == exported
    rules = law(ann, match.to_score)
    assert pressed(rules, "tied_lowest") == "none"
    assert "From Round 4 on, Tied lowest hands: nobody." in rules.text

    # For the whole match: what changed midway no longer does.
    assert play_so(ann, law(ann, match.to_score, tied_lowest="all")).status == 303
    assert "option_changes" not in match.match.record()
    for _event in range(3):
        match.undo()
    assert ann.open(match.to_score).totals == before


def test_only_a_rule_choice_changes_from_now_on(ann: Phone) -> None:
    match = ann.load(ROUNDS)
    for typed in ({"lives": "2"}, {"lives": "2", "fire": "false"}):
        page = law(ann, match.to_score, **typed)
        assert page.tree.one("form", id="options").all("button", name="midway") == []
        sent = ann.post(match.to_score + "law/", page.tree.one("form", id="options").fields()
                        | {"midway": "1"})  # fmt: skip
        assert (sent.status, match.number) == (200, 1)
    empty = ann.start("thirty-one", "Ann", "Ben")
    page = law(ann, empty.to_score, fire="false")
    assert page.tree.one("form", id="options").all("button", name="midway") == []


def test_what_a_table_plays_goes_along_into_a_record_and_a_rematch(ann: Phone) -> None:
    ruling = {"at": "2025-03-01T20:15:00+01:00", "question": {}, "decision": "So be it."}
    match = ann.load(ROUNDS | {"options": {"passing": False}, "rulings": [ruling]})
    write(ann, match, "thirty-one.fire", WORDS)
    play_so(ann, law(ann, match.to_score, tied_lowest="none", lives="5"))
    changed = {"passing": False, "tied_lowest": "none", "lives": 5}
    assert match.match.options == changed
    again = ann.load(ann.open(match.to_score + "record.json").response.get_json())
    assert again.match.options == changed
    assert ann.open(again.to_score).totals == ann.open(match.to_score).totals == ["4", "5", "4"]
    sent = ann.post(match.to_score + "rematch", {"id": "e" * 32})
    rematch = ann.match_at(sent.location)
    assert rematch.match.options == changed | {"first_dealer": 1}
    assert rematch.match.house == match.match.house
    assert rematch.match.rulings == match.match.rulings


def test_who_watches_may_ask_what_if_and_change_nothing(ann: Phone) -> None:
    match = ann.load(ROUNDS)
    ben = Phone(ann.app)
    page = law(ben, match.to_watch, tied_lowest="none")
    assert "Ann 1 → 2" in told(page)
    assert page.tree.all("button", formmethod="post") == []
    assert ben.post(match.to_watch + "law/", {"tied_lowest": "none"}).status == 403
    assert match.number == 1

    page = Phone(ann.app, headers=HTMX).open(match.to_score + "law/?lives=2")
    assert not page.is_whole
    assert page.tree.one("form", id="options")["hx-get"] == match.to_score + "law/"


def test_options_that_cannot_be_are_refused_by_their_rule(ann: Phone) -> None:
    cases: list[tuple[dict[str, Any], dict[str, str], str]] = [
        (record("card-triathlon", 4, [], format="5000"), {"format": "sprint", "b_jokers": "x"}, ""),
        (record("card-triathlon", 4, []), {"format": "clock", "finish_at_minutes": "99999"},
         "card-triathlon.clock"),
        (record("card-triathlon", 4, []), {"format": "clock"}, "card-triathlon.clock"),
        (record("card-triathlon", 4, [], format="clock"), {"c_sevens": "2"}, ""),  # from a file
        (record("card-triathlon", 4, []), {"finish_at": "", "c_sevens": "2"}, ""),
    ]  # fmt: skip
    for data, typed, rule in cases:
        match = ann.load(data)
        page = law(ann, match.to_score, **typed)
        assert page.status == (422 if rule else 200)
        assert (rule in page.rules) or not rule
        assert (page.tree.all("button", formmethod="post") == []) == bool(rule)


def test_formats_and_teams_are_those_of_so_many_players(ann: Phone) -> None:
    match = ann.load(record("card-triathlon", 6, []))
    offered = {each["value"] for each in law(ann, match.to_score).tree.all("input", name="format")}
    assert "3000" not in offered
    assert "sprint" in offered
    page = law(ann, match.to_score, teams="[0, 1, 2, 0, 1, 2]")
    assert "The totals stay the same." in told(page)
    assert "three teams of two" in page.tree.one(id="whatif").text


def test_values_that_no_form_offers_stay_as_they_are(ann: Phone) -> None:
    krap = ann.load(record("la-krap", 3, [], rounds=7))
    page = law(ann, krap.to_score, twos="suit")
    assert pressed(page, "rounds") == "7"
    play_so(ann, page)
    assert krap.match.options == {"rounds": 7, "twos": "suit"}
    clock = {"format": "clock", "finish_at": "2001-03-01T22:30:00+01:00", "decision_seconds": 17}
    timed = ann.load(record("card-triathlon", 4, [], **clock))
    play_so(ann, law(ann, timed.to_score, c_sevens="2"))
    assert timed.match.options == clock | {"c_sevens": 2}
    play_so(ann, law(ann, timed.to_score, format="sprint"))
    assert timed.match.options == {"c_sevens": 2}


def test_a_value_that_no_option_has_is_refused_and_alters_nothing(ann: Phone) -> None:
    clock = {"format": "clock", "finish_at": "2099-03-01T22:30:00+01:00", "decision_seconds": 17}
    for data in (
        thirty_one(3, lives=5, valuation="suit"),
        record("card-triathlon", 4, [], b_jokers=True, c_sevens=2, format="5000"),
        record("card-triathlon", 4, [], **clock),
    ):
        match = ann.load(data)
        names = data["options"].keys() - {"finish_at"}  # "" means that minutes are typed
        for text in ["", "banana", "-1", "9" * 5000]:
            typed = dict.fromkeys([*names, *(["finish_at"] if text else [])], text)
            status = 422 if text else 200
            page = law(ann, match.to_score, **typed)
            assert (page.status, page.tree.all(id="whatif")) == (status, [])
            assert page.tree.all("li", class_="bad") != [] or not text
            assert match.post("law/", **typed).status == status
        assert match.match.options == data["options"]


def test_a_number_of_deals_without_a_key_is_typed(ann: Phone) -> None:
    match = ann.load(la_krap(4))
    assert law(ann, match.to_score, rounds="12", rounds_typed="7").status == 422
    typed = {"rounds": "other", "rounds_typed": "7"}
    page = law(ann, match.to_score, **typed)
    field = page.tree.one("input", name="rounds_typed")
    assert (page.status, field["value"]) == (200, "7")
    assert match.post("law/", **typed).status == 303
    assert match.match.options == {"rounds": 7}
    keys = law(ann, match.to_score).tree.all("input", name="rounds")
    assert [key["value"] for key in keys if "checked" in key.attrs] == ["7"]


def test_the_end_by_the_clock_can_be_agreed_and_moved(ann: Phone) -> None:
    match = ann.start("card-triathlon", "Ann", "Ben", "Cleo", "Dora")
    assert law(ann, match.to_score, format="clock", finish_at="").rules == ["card-triathlon.clock"]
    play_so(ann, law(ann, match.to_score, format="clock", finish_at="60"))
    play_so(ann, law(ann, match.to_score, finish_at="90"))
    first = match.match.options["finish_at"]
    page = law(ann, match.to_score)
    assert pressed(page, "finish_at") == "90"
    play_so(ann, law(ann, match.to_score, finish_at="", finish_at_minutes="100"))
    assert match.match.options["finish_at"] > first
    page = law(ann, match.to_score, c_sevens="2")
    assert pressed(page, "finish_at") == ""
    assert page.tree.one("input", name="finish_at_minutes")["value"] == "100"
    kept = match.match.options["finish_at"]
    play_so(ann, page)
    assert match.match.options["finish_at"] == kept
    play_so(ann, law(ann, match.to_score, finish_at_minutes="110"))
    assert match.match.options["finish_at"] > kept


def test_an_end_that_nobody_moves_stays_to_the_second(ann: Phone) -> None:
    for year in [2001, 2099]:
        ends = f"{year}-03-01T22:30:07+01:00"
        match = ann.load(record("card-triathlon", 4, [], format="clock", finish_at=ends))
        page = law(ann, match.to_score)
        assert page.tree.all(id="whatif") == []
        minutes = page.tree.one("input", name="finish_at_minutes")["value"]
        page = law(ann, match.to_score, finish_at_minutes=minutes, c_sevens="2")
        assert page.status == 200
        play_so(ann, page)
        assert match.match.options == {"format": "clock", "finish_at": ends, "c_sevens": 2}


def test_hands_that_are_laid_out_must_stay_what_is_due(ann: Phone) -> None:
    legs = [{"kind": "b-leg", "auction": ["P"] * 4}]
    match = ann.load(record("card-triathlon", 4, legs, format="marathon", sequence=["D", "B"]))
    assert match.match.due_at(None)
    match.write("laid", seat=0, hand=["2S"], layout=None, extra=None)
    refused = law(ann, match.to_score, format="half-marathon", sequence='["B", "C", "D"]')
    assert refused.status == 422
    assert refused.rules == ["card-triathlon.play"]


def test_cards_on_the_table_must_stay_of_the_leg_that_is_due(ann: Phone) -> None:
    legs = [{"kind": "b-leg", "contract": None}]
    long = {"format": "half-marathon", "sequence": ["B", "B", "C", "D", "D"]}
    match = ann.load(record("card-triathlon", 4, legs, **long))
    contract = {"level": 1, "strain": "S", "declarer": 0}
    match.write("begun", entry={"kind": "b-leg", "contract": contract})
    match.write("fell", card="AS")
    assert law(ann, match.to_score, c_sevens="2").status == 200
    refused = law(ann, match.to_score, sequence='["B", "C", "D"]')  # would make C due
    assert (refused.status, refused.rules) == (422, ["card-triathlon.play"])
    assert match.post("law/", sequence='["B", "C", "D"]').status == 422


def test_options_that_come_too_late_or_twice_are_given_back(ann: Phone) -> None:
    match = ann.load(ROUNDS)
    page = law(ann, match.to_score, tied_lowest="none")
    assert match.round("21", "25", "27").status == 200
    late = play_so(ann, page)
    assert late.status == 409
    assert pressed(late, "tied_lowest") == "none"
    assert match.match.options == {}
    assert "else" in told(late)

    match = ann.load(ROUNDS)
    page = law(ann, match.to_score, tied_lowest="none")
    assert play_so(ann, page).status == play_so(ann, page).status == 303
    form = page.tree.one("form", id="options").fields()
    again = ann.post(match.to_score + "law/", form | {"lives": "5"})
    assert (again.status, match.number) == (409, 2)
    assert (pressed(again, "lives"), pressed(again, "tied_lowest")) == ("5", "none")
    assert "sent" in told(again)
    assert play_so(ann, again).status == 303
    assert match.match.options == {"tied_lowest": "none", "lives": 5}


def test_options_that_leave_the_deal_on_the_table_as_it_is_can_be_changed(ann: Phone) -> None:
    cases: list[tuple[str, dict[str, str], bool]] = [
        ("tribello", {"first_dealer": "2"}, False), ("la-krap", {"rounds": "20"}, True),
        ("la-krap", {"first_lead": "dealer"}, False),
        ("triathlon", {"athlete_discard": "never"}, True),
    ]  # fmt: skip
    for game, typed, is_allowed in cases:
        match, _ = ann.play(dealt_for(game, 3), 7)
        cards = match.fallen()
        page = law(ann, match.to_score, **typed)
        assert page.status == (200 if is_allowed else 422)
        assert page.rules == ([] if is_allowed else [f"{game}.play"])
        assert match.post("law/", **typed).status == (303 if is_allowed else 422)
        assert match.fallen() == cards
        assert bool(match.match.options.keys() & typed.keys()) == is_allowed


def test_what_a_table_plays_and_its_rules_can_be_searched(ann: Phone) -> None:
    match = ann.load(ROUNDS)
    for place in ["ask/", "rules"]:
        page = ann.open(match.to_score + place)
        form = page.tree.one("form", role="search")
        found = ann.open(form["action"] + "?q=Feuer")
        links = [link["href"] for link in found.tree.one(id="found").all("a")]
        assert match.to_score + "rules#thirty-one.fire" in links
        part = ann.open(form.one("input", name="q")["hx-get"] + "?q=Feuer", **HTMX)
        assert not part.is_whole
        assert part.tree.one(id="found").all("a") != []
        assert form.one("input", name="q").get("hx-replace-url") == "true"


WORDS = "Whoever <b>revokes</b> deals “twice”."


def write(phone: Phone, match: PlayedMatch, rule: str, text: str) -> Page:
    page = phone.open(match.to_score + f"law/{rule}")
    return phone.answer(page, f"law/{rule}", text=text)


def test_a_house_rule_stands_wherever_its_rule_is_cited(ann: Phone) -> None:
    match = ann.load(ROUNDS)
    rule = "thirty-one.values"
    assert write(ann, match, rule, WORDS).status == 303
    for place in (f"rules#{rule}", "law/", "law/?valuation=suit"):
        assert WORDS in ann.open(match.to_score + place).text, place
    refused = match.round("12", "13", "99")
    assert rule in refused.rules
    assert f"Your table: {WORDS}" in refused.text
    assert f"“{WORDS}”" in ann.open(match.to_score + "log/").text
    watched = Phone(ann.app).open(match.to_watch + "rules")
    assert WORDS in watched.tree.one(id=rule).text
    assert WORDS not in Phone(ann.app).open("/rules/thirty-one").text
    [kept] = json.loads(ann.open(match.to_score + "record.json").html)["house"]
    assert (kept["rule"], kept["text"]) == (rule, WORDS)


def test_no_page_of_a_match_cites_a_rule_without_what_its_table_plays(ann: Phone) -> None:
    for data in RECORDS.values():
        laws = GAMES[data["game"]].rulebook.laws
        house = [{"rule": law.id, "text": f"Ours, beside {law.id}."} for law in laws]
        match = ann.load(data | {"house": house})
        places = ["", "law/", "rules", "log/", "print", "board", "ask/?q=deal"]
        places += ["ask/irregularity?asked=1&kind=misdeal", *(f"e/{id}" for id in match.ids[:2])]
        for place in places:
            page = ann.open(match.to_score + place)
            links = [link["href"].partition("rules#") for link in page.tree.all("a")]
            for rule in {rule for _, _, rule in links if rule}:
                assert f"Ours, beside {rule}." in page.text, (place, rule)


def test_a_house_rule_is_changed_and_taken_away(ann: Phone) -> None:
    match = ann.load(ROUNDS)
    write(ann, match, "thirty-one.fire", "No fire on Sundays.")
    page = ann.open(match.to_score + "law/thirty-one.fire")
    assert page.tree.one("textarea").text == "No fire on Sundays."
    for text in ("", " \r\n ", "\u200b\x00", "\u3164 \u202e"):
        write(ann, match, "thirty-one.fire", "No fire on Sundays.")
        assert write(ann, match, "thirty-one.fire", text).status == 303
        assert match.match.house == ()
    assert "Nothing yet" in ann.open(match.to_score + "law/").text


def test_a_house_rule_has_as_much_room_as_its_field(ann: Phone) -> None:
    for text in ["x\r\n" * 249 + "xx", "\r\n" * 9 + "“&”" * 166]:
        match = ann.load(ROUNDS)
        plain = text.strip().replace("\r\n", "\n")
        assert write(ann, match, "thirty-one.fire", text).status == 303
        assert match.match.house_rules("thirty-one.fire") == [plain]
        again = ann.load(ann.open(match.to_score + "record.json").response.get_json())
        assert again.match.house == match.match.house
        refused = write(ann, match, "thirty-one.fire", "y" + text.strip() + "yy")
        assert (refused.status, match.number) == (422, 2)
        assert refused.tree.one("textarea").text == " ".join(f"y{plain}yy".split())
        assert "to 500 or fewer" in refused.alert


def test_words_beside_a_rule_that_no_book_has_can_be_taken_away(ann: Phone) -> None:
    house = [
        {"rule": "thirty-one.moon", "text": "No moon."},
        {"rule": "thirty-one.fire", "text": "F."},
    ]
    match = ann.load(ROUNDS | {"house": house})
    links = [
        link["href"] for link in ann.open(match.to_score + "law/").tree.all("a", class_="go-on")
    ]
    assert [ann.open(link).status for link in links] == [200, 200]
    assert write(ann, match, "thirty-one.moon", "").status == 303
    assert list(match.match.house) == house[1:]
    for rule in ("thirty-one.moon", "tribello.lead"):
        assert ann.open(match.to_score + f"law/{rule}").status == 404
    assert Phone(ann.app).open(match.to_watch + "law/thirty-one.fire").status == 403


def test_words_that_come_too_late_are_given_back(ann: Phone) -> None:
    match = ann.load(ROUNDS)
    page = ann.open(match.to_score + "law/thirty-one.fire")
    assert match.round("21", "25", "27").status == 200
    other = ann.open(match.to_score + "law/thirty-one.fire")
    assert ann.answer(other, "law/thirty-one.fire", text="A.").status == 303
    late = ann.send(page, "law/thirty-one.fire", text=WORDS)
    assert late.status == 409
    assert late.tree.one("textarea").text == WORDS
    assert match.match.house_rules("thirty-one.fire") == ["A."]
