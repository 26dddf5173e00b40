"""Random legal deals for every game with tricks whose tests define a `Dealing`.

The tests compare the core's results for such deals with those of independent oracles.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

from hypothesis import strategies as st

from referee.core.registry import GAMES
from tests.games.expected import Dealing, Dealt, Fields, find_expected

__all__ = ["DEALINGS", "PLAYED", "Dealt", "dealt", "tables"]

DEALINGS: Final[dict[str, Dealing]] = {
    name: each.dealing for name, each in find_expected().items() if each.dealing
}
PLAYED: Final = {name: dealing.play for name, dealing in DEALINGS.items()}


@st.composite
def tables(draw: st.DrawFn, game: str) -> tuple[int, Fields]:
    spec = GAMES[game].spec
    seats = draw(st.integers(spec.fewest, spec.most))
    choices = DEALINGS[game].choices
    options: dict[str, Any] = {name: draw(st.sampled_from(choices[name])) for name in choices}
    return seats, options | {"first_dealer": draw(st.integers(0, seats - 1))}


@st.composite
def dealt(draw: st.DrawFn, game: str) -> Dealt:
    seats, options = draw(tables(game))
    random = Random(draw(st.integers(0, 2**32)))
    return PLAYED[game](random, draw(st.integers(0, 11)), seats, options)
