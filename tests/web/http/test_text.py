"""Names and figures in text: shortened to fit, isolated with `<bdi>`, formatted for the device."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from referee.core.registry import GAMES
from referee.core.setup import members
from referee.web.http.names import beginnings, fitting, labels, name, seen_as
from tests.games.card_triathlon.legs import c_leg
from tests.games.dealt import PLAYED
from tests.games.records import deal, record, tribello
from tests.web.followed import dealt
from tests.web.markup import Element
from tests.web.phones import Phone, PlayedMatch
from tests.web.timed import LEG, against_the_clock

FIRST = ("Maximilian", "Maximiliane", "Maximus", "Max", "Christina", "Christine", "Anna", "Jo")
LAST = ("", " Schmidt", " Schmitt", " von Berg", " von Burg", " Meier")


def test_a_name_is_as_short_as_it_can_be() -> None:
    cases: list[tuple[tuple[str, ...], list[str]]] = [
        # Use the first name only, unless two players share it.
        (("Anna Maria", "Ben Long", "Cleo"), ["Anna", "Ben", "Cleo"]),
        (("Anna Maria", "anna Karina", "Ben"), ["Anna Maria", "anna Karina", "Ben"]),
        (("X Ray", "Yve"), ["X Ray", "Yve"]),  # a single letter isn't a name
        # Names that are too long are cut so that they stay distinct.
        (("Maximilian", "Maximiliane", "Ann", "Ben", "C", "D"),
         ["Max…n", "Max…e", "Ann", "Ben", "C", "D"]),
        (("Friederike", "Ann", "Ben", "Cleo", "Dora"), ["Fried…", "Ann", "Ben", "Cleo", "Dora"]),
    ]  # fmt: skip
    for names, seen in cases:
        assert labels(names) == seen


def test_a_name_is_known_by_its_shortest_beginning() -> None:
    cases: list[tuple[list[str], range, list[str]]] = [
        (["Ann", "Ben", "Cleo"], range(2, 5), ["An", "Be", "Cl"]),
        (["Ann", "Ben", "Cleo"], range(1, 4), ["A", "B", "C"]),
        (["An", "anna", "Ben"], range(1, 4), ["An", "ann", "B"]),
        (["Maximilian", "Maximiliane", "Jo"], range(2, 5), ["M…n", "M…e", "Jo"]),
    ]
    for names, letters, shown in cases:
        assert beginnings(names, letters) == shown


def test_names_that_begin_alike_are_in_two_parts() -> None:
    cases: list[tuple[tuple[str, ...], list[str]]] = [
        (("Ann", "Ben", "A"), ["Ann", "Ben", "A"]),
        (("Ann", "Anna", "alfred"), ["An|n", "Ann|a", "alfred"]),
        (("Berta", "Bo"), ["Berta", "Bo"]),  # one letter in common
        (("Christopher A", "Christopher B"), ["Christopher |A", "Christopher |B"]),
        (("Maximilian", "Maximiliane", "MAXIMUS"), ["Maximilia|n", "Maximilian|e", "MAXIM|US"]),
        (("Anna Maria", "Anna"), ["Anna |Maria", "Ann|a"]),
    ]  # fmt: skip
    for names, shown in cases:
        bare = [str(each).rpartition('">')[2].removesuffix("</bdi>") for each in fitting(names)]
        parts = [each.replace("</span><span>", "|") for each in bare]
        assert [each.removeprefix("<span>").removesuffix("</span>") for each in parts] == shown


@given(st.lists(st.builds(str.__add__, st.sampled_from(FIRST), st.sampled_from(LAST)),
                min_size=2, max_size=8, unique=True))  # fmt: skip
def test_no_name_looks_like_another_or_is_wider_than_its_column(names: list[str]) -> None:
    seen = labels(names)
    assert len(set(seen)) == len(names)
    assert max(map(len, seen)) <= 36 // len(names)
    assert all(each == each.strip() for each in seen)


def test_who_listens_hears_the_whole_name() -> None:
    whole, cut = map(seen_as, ["Ann", "Bartholomew"], labels(["Ann", "Bartholomew"], 6))
    assert whole == "<bdi>Ann</bdi>"
    assert cut == '<bdi class="unseen">Bartholomew</bdi><bdi aria-hidden="true">Bart…</bdi>'

    one, other, bo = fitting(["Christopher A", "Christopher B", "Bo"])
    assert one.startswith('<bdi class="unseen">Christopher A</bdi>')
    assert other.endswith('aria-hidden="true"><span>Christopher </span><span>B</span></bdi>')
    assert bo == '<bdi class="fit" title="Bo">Bo</bdi>'
    players = ["Christopher A", "Jo", "Bo", "Christopher B"]
    long, short = fitting(["Christopher A+Christopher B", "Jo+Bo"], players)
    assert long.startswith('<bdi class="unseen">Christopher A+Christopher B</bdi>')
    assert '<bdi class="fit">Jo</bdi>+<bdi class="fit">Bo</bdi>' in short


def test_a_team_is_its_players_whatever_signs_their_names_have() -> None:
    names = ["A+B", "C", "A", "B"]
    assert members("A+B+C", names) == ["A+B", "C"]
    names = ["Ann", "Maximiliane", "Ben", "Maximilian"]
    teams = ["Ann+Ben", "Maximiliane+Maximilian"]
    assert labels(teams, 8, names) == ["Ann+Ben", "Maxim…e+Maxim…n"]


PLAYERS = ("אבנר", "בתיה", "גדעון", "דליה", "הדס", "ורד", "זיו", "חוה")
PAGES = ("", "board", "log/", "print")
HIDDEN = ("title", "script")


def bare(page: Element) -> list[str]:
    """Texts in which a name next to other words isn't marked up as a name."""
    found = []
    for each in page.walk():
        is_marked = "bdi" in (each.tag, *(above.tag for above in each.ancestors()))
        if is_marked or each.tag in HIDDEN:
            continue
        texts = [" ".join(text.split()) for text in each.children if isinstance(text, str)]
        mixed = [text for text in texts if any(name in text for name in PLAYERS)]
        found += [text for text in mixed if text not in PLAYERS]
    return found


def shows_no_bare_name(phone: Phone, match: PlayedMatch) -> None:
    found = {leaf: bare(phone.open(match.to_score + leaf).tree) for leaf in PAGES}
    assert {leaf: texts for leaf, texts in found.items() if texts} == {}


def test_no_name_is_bare_among_other_words(ann: Phone) -> None:
    for game in GAMES.values():
        for seats in {game.usual_players, min(game.spec.most, len(PLAYERS))}:
            shows_no_bare_name(ann, ann.start(game.name, *PLAYERS[:seats]))
    shows_no_bare_name(ann, ann.load(tribello(deal(8, 4, 1)) | {"players": PLAYERS[:3]}))


def test_no_name_is_bare_in_play(ann: Phone) -> None:
    for game in PLAYED:
        deal = dealt(game)
        match, page = ann.play(deal, 0, PLAYERS)
        for card in deal.cards[: deal.seats + 1]:
            page = ann.tap(page, card)
        shows_no_bare_name(ann, match)


def test_each_name_of_a_team_keeps_its_own_direction() -> None:
    assert name("Ann+שרה") == "<bdi><bdi>Ann</bdi>+<wbr><bdi>שרה</bdi></bdi>"
    assert name("Ann") == "<bdi>Ann</bdi>"


def test_a_figure_is_written_as_the_device_writes_it(ann: Phone) -> None:
    match = ann.load(record("card-triathlon", 4, [LEG, c_leg(310, 150, 205, 180)]))
    for languages, shown in (
        ("", "1,000"), ("en-GB,en;q=0.9", "1,000"), ("de-DE,de;q=0.9,en;q=0.8", "1.000"),
        ("de-CH", "1&#39;000"), ("fr", "1\u202f000"), ("es-MX,es;q=0.9", "1,000"),
        ("xx-YY", "1,000"), ("<b>", "1,000"),
    ):  # fmt: skip
        page = ann.open(f"{match.to_score}e/{match.ids[1]}", Accept_Language=languages)
        assert f"<b>{shown}</b>" in page.html
        assert "Accept-Language" in page.response.headers["Vary"]


def test_figures_in_sentences_and_forms_are_written_like_the_others(ann: Phone) -> None:
    scored = (1310, 150, 205, 10, 20, 5, 15, 25)
    leg = c_leg(*scored, unscored=2000 - sum(scored))
    made = record("card-triathlon", 8, [leg], format="marathon", sequence=["C"])
    match = ann.load(made)
    page = ann.open(f"{match.to_score}e/{match.ids[0]}", Accept_Language="de")
    assert any(each.text.startswith("1.310 + 205") for each in page.tree.all("dd"))
    assert "1,310" not in page.html

    match = ann.load(record("card-triathlon", 4, [], format="marathon", sequence=["C"]))
    typed = {"melded0": "1310", "unscored_0": "20"}
    for language, bar in (
        ("de", "330 zu viel: 1.330 von 1.000"),
        ("en", "330 too many: 1,330 of 1,000"),
    ):
        told = ann.post(match.to_score + "check", typed, Accept_Language=language)
        assert bar in told.tree.one(id="hint-bar0").text
    fresh = ann.open(match.to_score, Accept_Language="de").tree.one(id="hint-bar0")
    assert fresh.text == "Alle Karten: 1.000 Punkte"


def test_when_the_match_ends_is_told_as_the_device_writes_times(ann: Phone) -> None:
    match = ann.load(against_the_clock(LEG, ends=60))
    for leaf in ["print", "rules"]:
        page = ann.open(match.to_score + leaf)
        ends = match.match.options["finish_at"]
        assert ends in [each["datetime"] for each in page.tree.all("time")]
        assert any("times.js" in each.get("src", "") for each in page.tree.all("script"))
