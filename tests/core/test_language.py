"""Choosing a language, and formatting figures, lists and times."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from fractions import Fraction
from zoneinfo import ZoneInfo

from referee.core.cards import SUIT_NAMES, Card, symbol
from referee.core.language import PSEUDO, find_language
from referee.core.text import _, day, listed, moment, ngettext, points, wins


def test_words_and_formats_follow_the_wanted_tags() -> None:
    for tags, tag, formats in (
        ((), "en", "en-GB"), (("en",), "en", "en-GB"), (("en-US", "en"), "en", "en-US"),
        (("de-CH", "de", "en"), "de", "de-CH"), (("sv-FI", "en"), "en", "sv-FI"),
        (("de", "de-AT", "en-US"), "de", "de-AT"), (("xx", "fi"), "fi", "fi"),
        (("../x", "*"), "en", "en-GB"), ((PSEUDO, "de"), PSEUDO, "en-GB"),
        (("de", PSEUDO), "de", "de"),
    ):  # fmt: skip
        language = find_language(*tags)
        assert (language.tag, language.formats) == (tag, formats), tags
        assert language.direction == "ltr"


def test_cards_have_the_letters_of_the_pack() -> None:
    hand = listed([symbol(Card(rank, "D")) for rank in ("A", "K", "Q", "J", "10")])
    for tag, letters, cards in (
        ("en", "", "A♦, K♦, Q♦, J♦ and 10♦"), ("fi", "", "A♦, K♦, Q♦, J♦ ja 10♦"),
        ("de", "", "A♦, K♦, D♦, B♦ und 10♦"), ("de", "KQJA", "A♦, K♦, Q♦, J♦ und 10♦"),
        ("en", "KDBA", "A♦, K♦, D♦, B♦ and 10♦"), ("fi", "KOUA", "A♦, K♦, O♦, U♦ ja 10♦"),
    ):  # fmt: skip
        assert find_language(tag, letters=letters).render(hand) == cards
    for letters, suits in (("KDBA", "Pik Herz Karo Kreuz"), ("KOUA", "Laub Herz Schellen Eichel")):
        language = find_language("de", letters=letters)
        found = [language.render(name) for name in SUIT_NAMES.values()]
        assert " ".join(found) == suits


def test_figures_are_written_as_the_region_does() -> None:
    for tag, figures in (
        ("en", ["−12,345½", "1,234.2", "999"]), ("de", ["−12.345½", "1.234,2", "999"]),
        ("de-CH", ["−12'345½", "1'234.2", "999"]), ("fi", ["−12\u00a0345½", "1\u00a0234,2", "999"]),
    ):  # fmt: skip
        made = [points(-12345.5), wins(Fraction(12342, 10)), points(999)]
        assert [find_language(tag).render(figure) for figure in made] == figures, tag


def test_lists_and_times_are_written_as_the_language_does() -> None:
    names = listed(["Ann", "Ben", "Cleo"])
    assert find_language("en-US").render(names) == "Ann, Ben and Cleo"
    at = datetime(2026, 11, 22, 20, 0, tzinfo=UTC)
    assert (moment(at), day(at)) == ("22 Nov 2026, 20:00 UTC", "22 Nov 2026")
    for tag, text in (("en", "22 Nov 2026"), ("de", "22.11.2026"), ("en-US", "Nov 22, 2026")):
        assert find_language(tag).render(day(at)) == text
    for tag, text in (("en", "22 Nov 2026, 20:00 UTC"), ("de", "22.11.2026, 20:00 UTC")):
        assert find_language(tag).render(moment(at)) == text


def test_times_are_of_the_zone_of_the_device() -> None:
    at = datetime(2026, 12, 31, 22, 30, tzinfo=UTC)
    for zone, shown, period in (
        ("Europe/Berlin", "31 Dec 2026, 23:30 CET", "31 Dec 2026 – 1 Jan 2027"),
        ("Asia/Tokyo", "1 Jan 2027, 07:30 JST", "1 Jan 2027"),
    ):
        language = find_language("en", zone=ZoneInfo(zone))
        assert language.render(moment(at)) == shown
        assert language.render(day(at)) == shown.partition(",")[0]
        assert language.days(at, at + timedelta(hours=2)).replace("\u202f", " ") == period


def test_names_are_sorted_as_the_language_does() -> None:
    for tag, names in (
        ("en", "Ana Anaïs ben Bo Éva Zoe Ødd"),
        ("de", "Aab Ärne Arno Öhm Oskar Straße Strasser Zoe"),
        ("fi", "Aino Ulla Yrjö Üwe Zoe Åke Äijä Öhman"), ("fi", "A\u0308 Ö"),
    ):  # fmt: skip
        expected = names.split()
        for mixed in (expected[::-1], sorted(expected)):
            assert sorted(mixed, key=find_language(tag).sort_key) == expected, tag


def test_the_pseudo_locale_lengthens_words_and_keeps_fields() -> None:
    pseudo = find_language(PSEUDO)
    assert pseudo.gettext("{name} deals <b>%(n)s</b>") == "[{name} déàlš <b>%(n)s</b>~~~]"
    assert pseudo.render(_("{x} of {y}", x=ngettext("{n} trick", "{n} tricks", 2), y="Ann")) == (
        "[[2 trîçkš~~~] õf Ann~~]"
    )
