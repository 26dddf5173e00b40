"""Names in narrow columns: cut so that each has room and none is like another."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from referee.core.seating import members
from referee.web.http.names import labels, labels_to_fit, on_keys, team_labels

FIRST = ("Maximilian", "Maximiliane", "Maximus", "Max", "Christina", "Christine", "Anna", "Jo")
LAST = ("", " Schmidt", " Schmitt", " von Berg", " von Burg", " Meier")


def test_a_name_is_as_short_as_it_can_be() -> None:
    cases: list[tuple[tuple[str, ...], list[str]]] = [
        # The first name alone, unless two share it.
        (("Anna Maria", "Ben Long", "Cleo"), ["Anna", "Ben", "Cleo"]),
        (("Anna Maria", "anna Karina", "Ben"), ["Anna Maria", "anna Karina", "Ben"]),
        (("X Ray", "Yve"), ["X Ray", "Yve"]),  # a letter alone is no name
        # What is too long is cut, and says how it differs.
        (("Maximilian", "Maximiliane", "Ann", "Ben", "C", "D"),
         ["Max…n", "Max…e", "Ann", "Ben", "C", "D"]),
        (("Friederike", "Ann", "Ben", "Cleo", "Dora"), ["Fried…", "Ann", "Ben", "Cleo", "Dora"]),
    ]  # fmt: skip
    for names, seen in cases:
        assert labels(names) == seen

    assert labels_to_fit(("Linda Long", "Bertold", "Jo"), 4) == ["Linda", "Bertold", "Jo"]
    assert labels_to_fit(("Maximilian", "Maximiliane", "Jo"), 6) == ["Max…n", "Max…e", "Jo"]


@given(st.lists(st.builds(str.__add__, st.sampled_from(FIRST), st.sampled_from(LAST)),
                min_size=2, max_size=8, unique=True))  # fmt: skip
def test_no_name_looks_like_another_or_is_wider_than_its_column(names: list[str]) -> None:
    seen = labels(names)
    assert len(set(seen)) == len(names)
    assert max(map(len, seen)) <= 36 // len(names)
    assert all(each == each.strip() for each in seen)


def test_who_listens_hears_the_whole_name() -> None:
    whole, cut = on_keys(["Ann", "Bartholomew"], 6)
    assert whole == "<bdi>Ann</bdi>"
    assert cut == '<bdi class="unseen">Bartholomew</bdi><bdi aria-hidden="true">Bart…</bdi>'


def test_a_team_is_its_players_whatever_signs_their_names_have() -> None:
    names = ["A+B", "C", "A", "B"]
    assert members("A+B+C", names) == ["A+B", "C"]
    names = ["Ann", "Maximiliane", "Ben", "Maximilian"]
    teams = ["Ann+Ben", "Maximiliane+Maximilian"]
    assert team_labels(teams, names) == ["Ann+Ben", "Maxim…e+Maxim…n"]
