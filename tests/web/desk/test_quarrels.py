"""Quarrels told as sentences: each search leads to an answer, or asks what the table decides."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest

from referee.core.registry import GAMES
from tests.games.records import record
from tests.web.phones import Phone

QUARRELS = """
en tribello        ask/irregularity     Ben did not follow suit
en tribello        ask/trick            Who wins this trick?
en tribello        ask/quota            How many tricks must I take?
en thirty-one      thirty-one.tied      Both have the lowest hand
en thirty-one      ask/turn             May I knock now?
en la-krap         ask/marriage         I want to announce a marriage
en card-triathlon  card-triathlon.c.pile May I pick up the pile?
en card-triathlon  ask/irregularity     My bid was too low
en triathlon       triathlon.rejection  Nobody wants these trumps
en free-pad        free-pad.table       Dora has to leave
de tribello        ask/irregularity     Karte gezeigt
de tribello        ask/pickup           Wer zieht zuerst vom Stapel?
de tribello        decide               Darf ich rauchen?
de triathlon       triathlon.last       Wann zählt der letzte Stich?
de thirty-one      thirty-one.fire      Feuer
de thirty-one      thirty-one.tied      Wer verliert bei Gleichstand ein Leben?
de la-krap         la-krap.teams        Wer spielt zusammen?
de card-triathlon  ask/go-out           Darf ich ausgehen?
de card-triathlon  card-triathlon.d.buck Wer hat den Buck?
de free-pad        free-pad.win         Wer gewinnt?
fi tribello        tribello.lead        Kuka aloittaa?
fi tribello        ask/irregularity     Väärin jaettu
fi tribello        decide               Saako katsoa edellistä tikkiä?
fi thirty-one      ask/close            Saanko sulkea?
fi thirty-one      thirty-one.fire      Mitä kolme ässää tekee?
fi triathlon       triathlon.rejection  Kuka nimeää valtin?
fi la-krap         ask/teams            Kuka on kenenkin pari?
fi card-triathlon  card-triathlon.d.straight-flush  Paljonko värisuora antaa?
fi card-triathlon  card-triathlon.b.auction         Kuka alkaa tarjota?
fi free-pad        free-pad.end         Milloin peli loppuu?
"""


@pytest.mark.parametrize("quarrel", QUARRELS.strip().splitlines())
def test_a_quarrel_told_as_a_sentence_ends(ann: Phone, quarrel: str) -> None:
    """Three taps lead to one of the first three results: the tab, the search, and the result."""
    language, game, end, sentence = quarrel.split(maxsplit=3)
    match = ann.load(record(game, GAMES[game].usual_players, []))
    address = f"{match.to_score}ask/?{urlencode({'q': sentence})}"
    page = ann.open(address, Accept_Language=language)
    links = [link["href"] for link in page.tree.one(id="found").all("a")]
    if end == "decide":
        assert page.tree.one("section", class_="decide").all("input", name="words") != []
    else:
        ends = [
            link.removeprefix(match.to_score).split("?")[0].removeprefix("rules#") for link in links
        ]
        assert end in ends[:3]
