"""The printed pad: its contents, and that it is laid out for one page."""

from __future__ import annotations

from datetime import UTC, datetime

from referee.core.sheet import read_record, tally_of
from tests.games.card_triathlon.legs import PASSED, TEAMS, c_leg
from tests.games.records import REVOKED, Json, deal, figures, record, thirty_one, tribello
from tests.games.test_cases import CASES, record_of
from tests.web.phones import Page, Phone, PlayedMatch
from tests.web.timed import LEG, marathon


def table(page: Page, *, running: bool = False) -> list[list[str]]:
    return [
        [
            cell.text
            for cell in row.all()
            if cell.tag in ("th", "td") and (cell.get("class") == "run") == running
        ]
        for block in page.tree.all("table")
        for row in block.all("tr")
    ]


def printed(phone: Phone, made: Json) -> Page:
    return phone.open(phone.load(made).to_score + "print")


def test_the_page_of_a_match_leads_to_it_by_either_link(ann: Phone, friday: PlayedMatch) -> None:
    for role in ["score", "watch"]:
        home = friday.to_score if role == "score" else friday.to_watch
        bar = ann.open(home).tree.one("nav", class_="bar")
        (way,) = [link for link in bar.all("a") if link.text == "Save or print a copy"]
        page = ann.open(way["href"])
        assert page.status == 200
        assert page.tree.one("h1").text == "Friday"
        assert page.tree.one("header").one("a")["href"] == home
        assert "hidden" in page.tree.one("button", id="print").attrs
        styles = [each["href"] for each in page.tree.all("link", rel="stylesheet")]
        assert any("print.css" in style for style in styles)
        assert all("print.css" not in ann.open(place).html for place in ("/", home, home + "board"))


def test_the_pad_of_teams_has_a_legend_all_rows_and_sums(ann: Phone) -> None:
    page = printed(ann, record("card-triathlon", 4, [PASSED, LEG, c_leg(310, 150, 205, 180)]))
    assert table(page) == [
        ["", "An", "Be", "Cl", "Do", "A+C", "B+D", "Uns", "Tot"],
        ["Leg 1, passed out", *["–"] * 8],
        ["Leg 1, B 4♣ An +1", "190", "40", "150", "35", "340", "75", "25", "440"],
        ["Leg 2, C", "310", "150", "205", "180", "515", "330", "155", "1000"],
        ["Total", "500", "190", "355", "215", "855", "405", "180", "1440"],
    ]
    legend = [each.text for each in page.tree.one("ul", class_="legend").all("li")]
    assert legend[0] == "An Ann"
    assert legend[4] == "A+C Ann + Cleo"
    assert "Not over yet: leg 3, D is next" in page.text


def test_all_rows_are_printed_and_their_sums(ann: Phone) -> None:
    rows = table(printed(ann, marathon(4, 90)))
    labels = [row[0].split(" 7NT")[0] for row in rows if row[0][:1].isdigit()]
    assert labels == [f"{leg} {'BCD'[leg % 3 - 1]}" for leg in range(1, 91)]
    sheet = tally_of(read_record(marathon(4, 90))).sheet()
    assert rows[-1] == ["Total", *map(str, sheet.totals)]


def test_a_plain_pad_has_whole_names_groups_and_options_that_are_not_usual(ann: Phone) -> None:
    made = thirty_one(3, figures(21, 20, 10), figures(21, 20, None), lives=0, first_dealer=1)
    page = printed(ann, made)
    assert table(page)[0] == ["", "Ann", "Ben", "Cleo"]
    assert table(page)[1] == ["Round 1", "21", "20", "10 (out)"]
    assert table(page)[-1] == ["Lives", "swims", "out", "out"]
    assert page.tree.all("ul", class_="legend") == []
    assert "Ann won" in page.text
    assert "Lives: 0" in page.text
    assert "First dealer: Ben" in page.text

    made = tribello(*[deal(6, 4, 3)] * 5)
    made["options"] = {"first_dealer": 0}
    page = printed(ann, made)
    assert len(page.tree.all("tr", class_="part")) == 2
    assert table(page)[2][1:] == ["0", "0", "0"]
    assert "First dealer" not in page.text


def test_a_row_that_is_wrong_has_a_mark_and_the_mark_a_note(ann: Phone) -> None:
    short, other = c_leg(100, 0, 0, 0, unscored=895), c_leg(100, 0, 0, 0, unscored=880)
    made = record("card-triathlon", 4, [short, other, short, LEG], format="marathon",
                  sequence=["C"])  # fmt: skip
    page = printed(ann, made)
    marks = [row[0].rpartition(" ")[2] for row in table(page)[1:5]]
    assert marks == ["!1", "!2", "!1", "!3"]
    notes = page.tree.one("section", class_="notes").all("p")
    assert [note.one("b").text for note in notes] == ["!1", "!2", "!3"]
    assert ["5 points" in notes[0].text, "20 points" in notes[1].text] == [True, True]
    rules = [note.one("a")["href"].partition("#")[2] for note in notes]
    assert rules == ["card-triathlon.crosscheck"] * 2 + ["card-triathlon.sequence"]
    assert table(page)[4][1:] == ["–"] * 8


def test_only_times_that_are_known_are_told(ann: Phone, friday: PlayedMatch) -> None:
    def times(page: Page) -> list[str]:
        return [each["datetime"] for each in page.tree.all("time")]

    assert times(printed(ann, tribello(deal(6, 4, 3)))) == []
    late = deal(6, 4, 3, at="2025-03-02T00:10:00+01:00")
    early = deal(6, 4, 3, at="2025-03-01T20:15:00+01:00")
    expected = ["2025-03-01T19:15:00+00:00", "2025-03-01T23:10:00+00:00"]
    assert times(printed(ann, tribello(deal(6, 4, 3), early, deal(6, 4, 3), late))) == expected
    assert times(printed(ann, tribello(early))) == expected[:1]
    friday.deal(6, 4, 3)
    (at,) = times(ann.open(friday.to_score + "print"))
    assert abs((datetime.fromisoformat(at) - datetime.now(UTC)).total_seconds()) < 60


def test_the_total_after_each_row_stands_beside_its_figure_where_there_is_room(ann: Phone) -> None:
    page = printed(ann, tribello(deal(8, 4, 1), deal(3, 6, 4)))
    assert table(page, running=True)[2:4] == [["2", "0", "−2"], ["2", "0", "−2"]]
    teams = printed(ann, record("card-triathlon", 4, [PASSED, LEG, c_leg(310, 150, 205, 180)]))
    assert table(teams, running=True)[1:4] == [["0", "0"], ["340", "75"], ["855", "405"]]

    four, short, eight = (printed(ann, marathon(*size)) for size in ((4, 60), (8, 48), (8, 49)))
    assert [any(row) for row in table(four, running=True)[1:-1]] == [True] * 60
    in_pairs = printed(ann, marathon(8, 48, teams=TEAMS["8 in four"]))
    for page in (short, in_pairs):
        assert [any(row) for row in table(page, running=True)[1:-1]] == [True] * 48
        assert table(page)[1][0].startswith("Leg 1, B 7NT An =")
    assert not any(table(eight, running=True))
    assert [table(page)[1][0] for page in (four, eight)] == ["1 B 7NT An =", "1 B"]


def test_rows_stand_under_their_evening_where_there_were_several(ann: Phone) -> None:
    def played(*times: str) -> list[str]:
        made = tribello(*[deal(6, 4, 3, **({"at": at} if at else {})) for at in times])
        parts = printed(ann, made).tree.all("tr", class_="part")
        return [each["datetime"] for part in parts for each in part.all("time")]

    late, next_day = "2025-03-01T23:50:00+00:00", "2025-03-02T19:00:00+00:00"
    assert played(late, "2025-03-02T00:20:00+00:00") == []
    assert played(late, "2025-03-02T00:20:00+00:00", next_day) == [late, next_day]
    assert played(late, "", next_day) == [late, next_day]


def test_an_evening_names_its_substitutes(ann: Phone) -> None:
    first, later = "2025-03-01T20:00:00+00:00", "2025-03-08T20:00:00+00:00"
    sat = {"start": later, "players": ["Emil", "Ben", "Cleo"]}
    for times, parts in (
        ([first, later], ["1 Mar 2025", "8 Mar 2025, Emil instead of Ann"]),
        ([later], ["8 Mar 2025, Emil instead of Ann"]),
    ):
        made = tribello(*[deal(6, 4, 3, at=at) for at in times]) | {"sessions": [sat]}
        found = [
            part.text.replace(" ,", ",")
            for part in printed(ann, made).tree.all("tr", class_="part")
        ]
        assert found == [f"{part}, Round 1: cut for trumps" for part in parts]


def test_deals_by_cards_are_printed_with_their_tricks_when_they_are_asked_for(ann: Phone) -> None:
    match = ann.load(tribello(deal(6, 4, 3), REVOKED))
    page = ann.open(match.to_score + "print")
    assert page.tree.all("table", class_="played") == []
    (way,) = [link for link in page.tree.all("a") if link.text.startswith("Include cards")]
    shown = ann.open(way["href"]).tree.one("table", class_="played")
    assert [head.text for head in shown.one("thead").all("th")] == ["Ann", "Ben", "Cleo"]
    assert len(shown.one("tbody").all("tr")) == 13
    assert len(shown.all("td", class_="wrong")) == 1
    bare = printed(ann, tribello(deal(6, 4, 3)))
    assert "Include cards" not in bare.text


LAYOUTS: list[tuple[Json, str, int]] = [
    (marathon(4, 0), "medium", 1),
    (tribello(*[deal(6, 4, 3)] * 24), "large", 1),
    (tribello(*[deal(6, 4, 3)] * 25), "medium", 1),
    (marathon(6, 48), "medium", 1),
    (marathon(4, 49), "small", 1),
    (marathon(4, 60), "small", 1),
    (marathon(4, 61), "small", 2),
    (marathon(4, 300), "small", 5),
]  # fmt: skip


def test_letters_are_of_three_sizes_and_blocks_of_sixty_rows(ann: Phone) -> None:
    for made, size, blocks in LAYOUTS:
        page = printed(ann, made)
        assert page.tree.one("div", class_="blocks")["class"].split()[1] == size
        found = page.tree.one("div", class_="blocks").all("table")
        assert len(found) == blocks
        assert [bool(each.all("tfoot")) for each in found] == [False] * (blocks - 1) + [True]


ALIKE = ["Maximiliane", "Maximilian", "Bo", "Maxime"]


def test_short_names_are_each_another(ann: Phone) -> None:
    for game in ["la-krap", "card-triathlon"]:
        made = record(game, 4, []) | {"players": [f"{name} of the North" for name in ALIKE]}
        heads = table(printed(ann, made))[0][1:]
        assert len(set(heads)) == len(heads)
        assert heads[2] == "Bo"


def test_every_case_is_printed_with_all_its_figures(ann: Phone) -> None:
    for case in CASES:
        made = record_of(case)
        page = printed(ann, made)
        assert page.status == 200
        sheet = tally_of(read_record(made)).sheet()
        rows = [row for row in table(page)[1:] if len(row) > 1]
        assert len(rows) == len(sheet.rows) + 1
        for row, shown in zip(sheet.rows, rows, strict=False):
            for cell, text in zip(row.cells, shown[1:], strict=True):
                figure = text.partition(" ")[0].replace("½", ".5").replace("−", "-")
                assert cell == (None if text == "–" else float(figure)), case
