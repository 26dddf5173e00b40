"""Records as files: saved ones open again, and invalid ones are refused with each error's place."""

from __future__ import annotations

import codecs
import json
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from werkzeug.datastructures import FileStorage
from werkzeug.http import parse_options_header
from werkzeug.test import encode_multipart

from referee.__main__ import main
from referee.core.sheet import as_csv, score, sheet_as_csv
from referee.core.story.spreadsheet import spreadsheet
from referee.core.validation import NotARecord
from referee.matches.circle import result_of
from referee.web.start import import_record as records
from tests.games.records import Json, deal, figures, thirty_one, tribello
from tests.games.test_cases import CASES, FOLDER, record_of
from tests.web.evenings.test_evenings import said as say_tonight
from tests.web.phones import Page, Phone, PlayedMatch


def export(phone: Phone, match: PlayedMatch) -> Json:
    page = phone.open(match.to_score + "record.json")
    assert page.status == 200
    assert page.response.mimetype == "application/json"
    record: Json = json.loads(page.html)
    return record


def faults(page: Page) -> list[str]:
    (box,) = page.tree.all("div", role="alert")
    return [line.text for line in box.all("li")]


def sent(phone: Phone, fields: Json) -> Page:
    boundary, body = encode_multipart(fields)
    kind = f"multipart/form-data; boundary={boundary}"
    return Page(phone.client.post("/import", data=body, content_type=kind))


def without_ids(record: Json) -> Json:
    entries = [{n: v for n, v in entry.items() if n != "id"} for entry in record["entries"]]
    return record | {"entries": entries}


def test_a_record_comes_out_the_same(ann: Phone, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    for case in CASES:
        record = record_of(case)
        match = ann.load(record)
        saved = export(ann, match)
        assert saved == match.match.record()
        assert without_ids(saved) == record
        assert score(saved) == score(record)
        again = ann.load(saved)
        assert again.score_key != match.score_key
        assert export(ann, again) == saved

        response = ann.open(match.to_watch + "sheet.csv").response
        assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
        text = as_csv(spreadsheet(match.match.story()))
        assert response.data == codecs.BOM_UTF8 + text.encode()
        main(["score", "--csv", str(FOLDER / f"{case}.json")])
        assert capfdbinary.readouterr().out == sheet_as_csv(match.match.sheet()).encode()
    for link in (match.to_watch, match.to_score):
        links = [a["href"] for a in ann.open(link + "print").tree.all("a") if "download" in a.attrs]
        assert [Path(address).name for address in links] == ["record.json", "sheet.csv"]


def test_a_spreadsheet_has_the_separator_of_the_language(ann: Phone) -> None:
    match = ann.load(thirty_one(2, figures(21, 30.5)))
    for language, line in (
        ("en", "Round 1,round,21,30.5,2,3"),
        ("de-CH", "Runde 1,Runde,21,30.5,2,3"),
        ("de-DE", "Runde 1;Runde;21;30,5;2;3"),
    ):
        page = ann.open(match.to_score + "sheet.csv", **{"Accept-Language": language})
        assert page.html.splitlines()[1] == line


def test_the_file_is_named_by_the_title(ann: Phone) -> None:
    for title, file in (
        ("Friday", "Friday"), ('../a"b<c>', "a-b-c"), ("Zoë ♠ 5", "Zoë---5"),
        ("Пятница 赵", "Пятница-赵"), ("…", "match"),
    ):  # fmt: skip
        match = ann.start("tribello", "Ann", "Ben", "Cleo", title=title)
        for address in ("record.json", "sheet.csv"):
            header = ann.open(match.to_score + address).response.headers["Content-Disposition"]
            assert header.isascii()  # a server doesn't send a header with other characters
            kind, options = parse_options_header(header)
            assert (kind, options["filename"]) == ("attachment", file + Path(address).suffix)


def test_a_file_opens_like_a_text(ann: Phone) -> None:
    raw = json.dumps(tribello(deal(6, 4, 3))).encode("utf-8-sig")
    page = ann.follow(
        sent(ann, {"record": FileStorage(BytesIO(raw), "friday.json"), "number": "0"})
    )
    assert page.rows == [["0", "0", "0"]]

    raw = json.dumps(tribello(deal(6, 4, 4, note="Zoë"))).encode("utf-8-sig")
    page = sent(ann, {"record": FileStorage(BytesIO(raw), "x.json")})
    form = page.form("/import")
    assert ann.post("/import", form.fields() | {"anyway": "1"}).status == 303


def test_what_is_kept_besides_the_entries_comes_out_again(ann: Phone) -> None:
    moment = "2025-03-01T20:15:00+01:00"
    question = {"game": "tribello", "question": "quota", "deal": 1}
    record = tribello(deal(6, 4, 3, id="a", at=moment, by="Zoë", note="<b>")) | {
        "sessions": [{"start": moment}],
        "rulings": [{"at": moment, "question": question, "decision": "as it is"}],
        "house": [{"rule": "tribello.pickup", "text": "We never pick up.", "at": moment}],
    }
    assert export(ann, ann.load(record)) == record
    without = record | {"sessions": [], "rulings": [], "house": []}
    assert export(ann, ann.load(without)) == without


def test_the_ids_of_entries_are_kept_and_new_ones_are_the_same_for_ever(ann: Phone) -> None:
    match = ann.load(tribello(deal(6, 4, 3, id="mine"), deal(6, 4, 3), deal(6, 4, 3)))
    first = match.ids
    assert first[0] == "mine"
    assert len(set(first)) == 3
    assert [entry["id"] for entry in export(ann, match)["entries"]] == first == match.ids
    assert match.events[0].id not in first
    other = ann.load(tribello(deal(6, 4, 3, id="mine"), deal(6, 4, 3), deal(6, 4, 3)))
    assert set(other.ids) & set(first) == {"mine"}


def test_any_text_will_do_as_the_id_of_an_entry(ann: Phone, friday: PlayedMatch) -> None:
    for id in (
        "deal 1/2", "#1", "..", ".", "", "a?b=c&d", "100%", "e/x/edit", "~61", "<b>'\"", "é♠",
    ):  # fmt: skip
        match = ann.load(tribello(deal(6, 4, 3, id=id), deal(6, 4, 3, id="other")))
        page = ann.open(match.to_score)
        link = match.to_score + page.tree.one("tbody").all("th")[1].one("a")["href"]
        receipt = ann.open(link)
        assert receipt.status == 200
        form = ann.open(receipt.tree.one(class_="acts").one("a")["href"]).tree.one(
            "form", id="entry"
        )
        typed = form.fields() | {"tricks0": "7", "tricks1": "3"}
        assert ann.follow(ann.post(form["action"], typed)).rows[0] == ["+1", "−1", "0"]
        assert len(ann.send(ann.open(link), "/strike").rows) == 1
        assert ann.send(ann.open(link), "/restore").rows[0] == ["+1", "−1", "0"]
        assert export(ann, match)["entries"][0]["id"] == id

    for made_up in ("~", "~zz", "~f", "~ff", "~ed"):
        assert ann.open(f"{friday.to_score}e/{made_up}").status == 404


def test_what_is_no_record_is_refused_with_every_fault_and_its_place(ann: Phone) -> None:
    cases: list[tuple[str, list[str]]] = [
        ("{", ["line 1"]), ("[]", [""]), ("{}", ["format"]),
        (json.dumps(tribello(deal(6, 4, 3, x=1), deal(-1, 11, 3))),
                     ["entries[0].x", "entries[1].tricks[0]"]),
        (json.dumps(thirty_one(2, figures(21, 20))).replace("20", "NaN"), [""]),
        ("[" * 100_000, [""]),
    ]  # fmt: skip
    for text, places in cases:
        page = ann.import_text(text)
        assert page.status == 422
        told = faults(page)
        assert len(told) == len(places)
        for line, place in zip(told, places, strict=True):
            assert line.startswith(place), line
        assert page.form("/import").fields()["text"].strip() == text.strip()
        assert ann.open("/").tree.all("a", class_="go-on") == []


def test_nothing_that_can_be_read_is_no_record(ann: Phone) -> None:
    page = sent(ann, {"record": FileStorage(BytesIO(b"\xff\xfe\x00\x01"), "x.json")})
    assert page.status == 422
    assert len(faults(page)) == 1

    page = ann.import_text("  ")
    assert page.status == 422
    assert page.alert

    page = ann.send(ann.open("/import"), "/import")
    assert page.status == 422
    assert page.alert.startswith("No file yet")


def test_a_record_with_errors_is_listed_and_opens_when_asked_to(ann: Phone) -> None:
    record = tribello(deal(6, 4, 3), deal(6, 4, 4), deal(1, 1, 1), deal(6, 4, 3))
    page = ann.import_text(json.dumps(record))
    assert page.status == 422
    assert page.rules == ["tribello.tricks-total", "tribello.tricks-total"]
    assert "Round 1, deal 2" in page.alert
    assert "Round 1, deal 3" in page.alert
    assert "deal 4" not in page.alert
    assert "tribello." not in page.text  # a rule's title is enough for people
    assert ann.open("/").tree.all("a", class_="go-on") == []
    form = page.form("/import")
    assert form.one("button")["name"] == "anyway"
    opened = ann.follow(ann.post("/import", form.fields() | {"anyway": "1"}))
    assert opened.status == 200
    assert [row[0] for row in opened.rows] == ["0", "–", "–", "0"]


def test_a_record_that_is_too_large_is_refused_in_a_sentence(ann: Phone) -> None:
    raw = "x" * 8_400_000
    for fields in ({"text": raw}, {"record": FileStorage(BytesIO(raw.encode()), "x.json")}):
        page = sent(ann, fields)
        assert page.status == 413
        assert page.is_whole
        assert "2 MB" in page.alert


MARKS = ("\u202e", "\u200f", "\u2066")
ZWJ = "\u200d"
FAMILY = f"\U0001f468{ZWJ}\U0001f469"
ALI_REZA = "علی\u200cرضا"
UNSEEN = "\x00\n\r\x7f\x9f\u200b\u200d\ufeff\u2028\u2060\u034f\u2800\u3164"


def test_a_record_has_so_many_entries_at_most(ann: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    for entries, status in [(10, 303), (11, 422)]:
        monkeypatch.setattr(records, "MOST_ENTRIES", 10)
        page = ann.import_text(json.dumps(tribello(*[deal(6, 4, 3)] * entries)))
        assert page.status == status
        assert status == 303 or page.alert


def test_entries_with_cards_are_fewer(ann: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    played = deal(6, 4, 3, play=[["AS", "2S", "3S"]])
    for most, status in [(2 * 26, 422), (2 * 26 - 1, 422)]:
        monkeypatch.setattr(records, "MOST_ENTRIES", most)
        page = ann.import_text(json.dumps(tribello(played, played)))
        assert ("too many cards" in page.alert) == (most < 2 * 26)
        assert page.status == status


def test_a_record_has_so_many_bytes_at_most(ann: Phone) -> None:
    for more, status in [(0, 303), (1, 422)]:
        record = tribello(deal(6, 4, 3, note=""))
        note = "x" * (records.LARGEST - len(json.dumps(record)) + more)
        page = ann.import_text(json.dumps(tribello(deal(6, 4, 3, note=note))))
        assert page.status == status
        assert (records.MOST_ENTRIES, records.LARGEST) == (10_000, 2_000_000)


def test_of_much_that_is_wrong_with_a_record_the_first_is_said(ann: Phone) -> None:
    for wrong in [deal(1, 1, 1), {"kind": "none"}]:
        for more, said in [(0, ""), (1, "More will be"), (1900, "More will be")]:
            page = ann.import_text(json.dumps(tribello(*[wrong] * (records.SHOWN + more))))
            assert page.status == 422
            assert len(page.tree.one(class_="problems").all("ul")[0].children) == records.SHOWN
            assert said in page.alert
            assert ("More will be shown" in page.alert) is bool(more)


def test_names_and_titles_of_a_record_have_an_end_and_names_differ(ann: Phone) -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"players": ["A" * 40, "Ben", "Cleo"]}, ""),
        ({"players": ["A" * 41, "Ben", "Cleo"]}, "40 letters"),
        ({"title": "A" * 500}, ""),
        ({"title": "A" * 501}, "at most 500 letters"),
        ({"title": "A" * 200_000}, "at most 500 letters"),
        ({"players": ["Ann", "An\u202en", "Cleo"]}, "Ann"),
    ]
    for head, said in cases:
        page = ann.import_text(json.dumps(tribello() | head))
        assert page.status == (422 if said else 303)
        assert not said or said in page.alert


def test_a_record_has_no_signs_that_nobody_sees_but_direction_marks(ann: Phone) -> None:
    for name in (*(f"An{sign}n" for sign in UNSEEN if sign != ZWJ), f"Ann{ZWJ}", f"{ZWJ}Ann"):
        with pytest.raises(NotARecord):
            score(tribello() | {"players": [name, "Ben", "Cleo"]})

    marks = "".join(MARKS)
    record = tribello() | {"players": [f"An{marks}n", "Ben", "Cleo"], "title": f"Fri{marks}day"}
    score(record)
    match = ann.load(record).match
    assert (match.title, match.players) == ("Friday", ("Ann", "Ben", "Cleo"))


def test_what_is_typed_loses_signs_that_nobody_sees_and_no_other(ann: Phone) -> None:
    for sign in (*MARKS, *UNSEEN):
        title = f"Fri{sign} {sign}day"
        match = ann.start("tribello", f"An{sign}", f"{sign}Ben", "Cleo", title=title)
        assert match.match.players == ("An", "Ben", "Cleo"), ascii(sign)
        assert not set(match.match.title) & {*MARKS, *UNSEEN}, ascii(sign)
        names = {"player0": f"Ann{sign}", "player1": "Ben", "player2": "Cleo", "title": f"{sign}A"}
        assert ann.post(match.to_score + "names", {"number": "1", **names}).status == 303
        assert (match.match.players, match.match.title) == (("Ann", "Ben", "Cleo"), "A")

    for name in ("Zoë", "Бен", "李", "أحمد", "O'Neil", "A B", "🃏", FAMILY, ALI_REZA):
        assert ann.start("tribello", name, "Dora", "Cleo").match.players[0] == name
        made = tribello() | {"players": [name, "Dora", "Cleo"]}
        assert ann.load(made).match.record()["players"][0] == name
    match = ann.start("tribello", "Ann", "Ben", "Cleo", title="A" * 78 + FAMILY)
    assert match.match.title[78:] == FAMILY[0]


def test_a_name_is_the_same_in_either_encoding(ann: Phone) -> None:
    composed, marked = "Jos\u00e9", "Jose\u0301"
    match = ann.start("tribello", marked, "Ben", "Cleo", title=marked)
    assert (match.match.title, match.match.players[0]) == (composed, composed)
    made = tribello() | {"players": [marked, "Ben", "Cleo"]}
    evening = {"start": "2025-03-01T20:15:00+01:00", "players": [composed, "Ben", "Emil"]}
    record = ann.load(made | {"sessions": [evening]}).match.record()
    assert (record["players"][0], record["sessions"]) == (composed, [evening])
    for other in (marked, f"{composed[:2]}{ZWJ}{composed[2:]}"):
        typed = {"player0": composed, "player1": other, "player2": "Cleo", "number": "1"}
        assert ann.post("/new", {"game": "tribello", "id": str(uuid4()), **typed}).status == 422
        assert ann.post(match.to_score + "names", {"id": str(uuid4()), **typed}).status == 422
    with pytest.raises(NotARecord):
        score(tribello() | {"players": [composed, marked, "Cleo"]})


def test_a_name_of_an_earlier_version_is_no_substitute_in_another_encoding(ann: Phone) -> None:
    payload = tribello() | {"title": "Old", "players": ["Jose\u0301", "Ben", "Cleo"]}
    fields = {name: payload[name] for name in ("game", "title", "players", "options")}
    link = ann.store.open_match(
        id=str(uuid4()), game="tribello", title="Old", payload=fields, by=None
    )
    match = ann.match_at(f"/m/{link.score_key}/")
    say_tonight(ann, match, "met", seat2="Emil")
    (session,) = match.match.record()["sessions"]
    assert session["players"] == ["Jose\u0301", "Ben", "Emil"]
    match.deal(6, 4, 3)
    assert result_of(match.match).names == ["Jose\u0301", "Ben", "Cleo", "Emil"]


def test_a_match_that_is_here_already_is_offered_to_this_device_alone(
    ann: Phone, ben: Phone, friday: PlayedMatch
) -> None:
    friday.deal(6, 4, 3)
    saved = json.dumps(export(ann, friday))
    friday.deal(3, 6, 4)  # a saved match that has gone on is here, too
    watched = ben.open(friday.to_watch)
    assert watched.status == 200
    for phone, way in ((ann, friday.to_score), (ben, friday.to_watch)):
        page = phone.import_text(saved)
        assert (page.status, "here already" in page.alert) == (409, True)
        assert [a["href"] for a in page.tree.all("a", class_="go-on")] == [way]
        fields = page.form("/import").fields() | {"anyway": "1"}
        assert [phone.post("/import", fields).status for _ in range(2)] == [303, 303]
    stranger = Phone(ann.app)
    first = stranger.open("/import").form("/import").fields() | {"text": saved}
    # A form that is sent again leads to the match that it has opened.
    assert {stranger.post("/import", first).location for _ in range(2)} == {
        f"/m/{key_of(stranger)}/"
    }
    again = stranger.import_text(saved)
    assert again.tree.one("a", class_="go-on")["href"] == f"/m/{key_of(stranger)}/"
    assert friday.score_key not in again.html
    assert friday.watch_key not in again.html
    for other in (tribello(deal(6, 4, 3)), tribello(deal(6, 4, 3, id="a"))):  # who can tell?
        assert [ann.import_text(json.dumps(other)).status for _ in range(2)] == [303, 303]


def key_of(phone: Phone) -> str:
    with phone.client.session_transaction() as session:
        return str(session["matches"][0])


@pytest.fixture
def unknown(ann: Phone, friday: PlayedMatch) -> PlayedMatch:
    """A match of a game that only a later version knows, on this phone's list."""
    store = ann.store
    payload = {"game": "skat", "title": "Later", "players": ["Ann", "Ben"], "options": {}}
    link = store.open_match(id=str(uuid4()), game="skat", title="Later", payload=payload, by=None)
    with ann.client.session_transaction() as session:
        session["matches"] = [link.score_key, *session["matches"]]
    return ann.match_at(f"/m/{link.score_key}/")


def test_an_unknown_game_is_listed(ann: Phone, friday: PlayedMatch, unknown: PlayedMatch) -> None:
    page = ann.open("/")
    links = {a["href"]: a.text for a in page.tree.all("a", class_="go-on")}
    assert set(links) == {friday.to_score, unknown.to_score}
    assert "skat" in links[unknown.to_score]
    assert ann.open(friday.to_score).status == 200


def test_the_pages_of_an_unknown_game_say_so(ann: Phone, unknown: PlayedMatch) -> None:
    for leaf in ("", "log/", "share/", "board", "record.json", "sheet.csv", "print"):
        page = ann.open(unknown.to_score + leaf)
        assert (page.status, "skat" in page.alert) == (501, True), leaf


def test_a_score_sheet_is_shown_before_it_opens_as_a_match(ann: Phone) -> None:
    raw = "Nr;Jörg;Käthe;Gesamt\r\n1;10;8;18\r\n2;5;;5\r\nSumme;15;8;23\r\n".encode("cp1252")
    sheet = FileStorage(BytesIO(raw), "friday.txt")
    pages = [sent(ann, {"record": sheet}), ann.import_text(raw.decode("cp1252"))]
    assert ann.open("/").tree.all("a", class_="go-on") == []
    for page in pages:
        assert page.status == 200
        for words in ("2 rounds", "Jörg: 15 · Käthe: 8", "“Nr”", "“Gesamt”", "totals"):
            assert words in page.text.replace("\xa0", " ")
        form = page.form("/import")
        typed = form.fields() | {"anyway": form.one("button")["value"]}
        assert ann.follow(ann.post("/import", typed)).rows == [["10", "8"], ["5", "–"]]


def test_running_totals_are_switched_without_losing_the_sheet(ann: Phone) -> None:
    page = ann.import_text("\tAnn\tBen\nA\t1\t0\nB\t1\t5\nC\t4\t5\n")
    for value, totals in (("running", "Ann: 4 · Ben: 5"), ("", "Ann: 6 · Ben: 10")):
        form = page.form("/import")
        switch, button = form.all("button")
        assert switch["value"] == value
        page = ann.post("/import", form.fields() | {"figures": switch["value"]})
        assert (page.status, totals in page.text.replace("\xa0", " ")) == (200, True)
    form = ann.post("/import", form.fields() | {"figures": "running"}).form("/import")
    button = form.all("button")[-1]
    opened = ann.follow(ann.post("/import", form.fields() | {"anyway": button["value"]}))
    assert opened.rows == [["1", "0"], ["0", "5"], ["3", "0"]]


def test_a_sheet_whose_totals_differ_or_that_is_refused_opens_nothing(ann: Phone) -> None:
    for text, place in (
        ("No,Ann,Ben\n1,10,8\nTotal,10,9\n", "line 3, Ben"), ("Ann,Ben\n1.250,2\n", "line 2, Ann"),
    ):  # fmt: skip
        for typed in ({}, {"anyway": "1"}, {"anyway": "running"}):
            page = ann.post("/import", {"text": text, **typed})
            assert (page.status, [line.partition(":")[0] for line in faults(page)]) == (
                422,
                [place],
            )
            assert page.form("/import").fields()["text"].split() == text.split()
    page = ann.import_text("Ann,Ben\n1000000,0\n")
    assert (page.status, page.rules) == (422, ["free-pad.round"])
    page = ann.import_text(f"{'A' * 41},Ben\n1,0\n")
    assert (page.status, "40 letters" in page.alert) == (422, True)
