"""How long the best arrangement of a D hand takes: `python -m tests.bench.arrange`.

Each hand is given to Referee and to an integer programme (OR-Tools CP-SAT, one worker, the model of
the tests) in turn, so that both meet the same load, and both must come to the same. Times are of
the processor. A ratio is how many times faster Referee was with the same hand.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from gc import collect
from random import Random
from statistics import median, quantiles
from time import process_time

from referee.core.cards import read_card
from referee.games.card_triathlon.flushes.groups import FlushRules
from referee.games.card_triathlon.flushes.solver import arrange
from tests.games.card_triathlon import solver_arrange as solver
from tests.games.card_triathlon.d_hands import KINDS
from tests.games.card_triathlon.oracle_arrange import ALL_OPTIONS, Options

HANDS = 200
"""Of each kind."""
PACKS = 2
MEDIAN = 5.0
LAST_HUNDREDTH = 50.0
RATIO = 20.0
LEAST_RATIO = 1.0


def time_both(hand: Sequence[str], options: Options) -> tuple[float, float]:
    """How many milliseconds Referee takes for a hand, and the integer programme."""
    cards = [read_card(text) for text in hand]
    rules = FlushRules(options.jokers, options.duplicates, options.half)
    collect()  # or else the one cleans up after the other
    begin = process_time()
    found = arrange(cards, rules)
    between = process_time()
    proven = solver.best_of(hand, options)
    end = process_time()
    assert found.score == proven.score, hand
    return (between - begin) * 1000, (end - between) * 1000


def line(name: str, times: Sequence[tuple[float, float]], least: float = 0.0) -> bool:
    """Print one kind of hand; whether it keeps what is promised."""
    own, solvers = zip(*times, strict=True)
    ratios = [theirs / ours for ours, theirs in times]
    last = quantiles(own, n=100)[-1]
    is_kept = (
        median(own) < MEDIAN
        and last < LAST_HUNDREDTH
        and median(ratios) >= least
        and min(ratios) >= LEAST_RATIO
    )
    print(
        f"{name:<20}{median(own):>8.2f} ms{last:>8.2f} ms{median(solvers):>10.1f} ms"
        f"{quantiles(solvers, n=100)[-1]:>8.1f} ms{median(ratios):>8.1f} ×{min(ratios):>8.1f} ×"
        f"  {'ok' if is_kept else 'OVER'}"
    )
    return is_kept


def table(name: str, options: Sequence[Options], ratio: float, hands: int) -> bool:
    """Measure every kind by these options in turn; whether all is kept."""
    print(f"{name:<20}     median       99 %       CP-SAT       99 %     ratio     least")
    is_kept, all_times = True, []
    for kind, draw in KINDS.items():
        random = Random(kind)
        times = [
            time_both(draw(random, PACKS), options[number % len(options)])
            for number in range(hands)
        ]
        is_kept &= line(kind, times)
        all_times += times
    is_kept &= line("all", all_times, ratio)
    print()
    return is_kept


def main(hands: int = HANDS) -> int:
    """Measure by the default rules and by all; 1 if a promise is broken."""
    is_kept = table("default rules", ALL_OPTIONS[:1], RATIO, hands)
    is_kept &= table("every option", ALL_OPTIONS, LEAST_RATIO, hands)
    print(f"promised: median < {MEDIAN:g} ms, 99 % < {LAST_HUNDREDTH:g} ms, no hand slower;")
    print(f"by the default rules {RATIO:g} times faster in the median of all hands")
    return 0 if is_kept else 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
