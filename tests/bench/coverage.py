"""How often forecasts hold, and how long one takes.

A forecast is made after some legs of a simulated race and compared with how the race ends, as in
`tests/core/story/races.py`. With `RACES` races of each shape, the shares are accurate to 2 %.
"""

from __future__ import annotations

from itertools import chain
from statistics import median
from time import process_time

from referee.core.story.forecast import forecast
from tests.bench.report import Report
from tests.core.story.races import CHECKPOINTS, SHAPES, Held, coverage, races

RACES = 400
"""Number of races simulated for each shape."""
LEAST, MOST, RIGHT = 0.75, 0.92, 0.85
LONG = 120
"""Number of legs after which a forecast is timed."""
FORECAST = 2.0
TIMES = 50


def line(name: str, legs: int, held: Held, least_right: float = 0.0) -> bool:
    """Print one line of shares; return whether they are within the promised limits."""
    is_kept = all(LEAST <= held.share(what) <= MOST for what in ("entries", "minutes"))
    is_kept &= not held.claims or held.share("right") >= least_right
    right = f"{held.share('right'):>8.1%}{held.claims:>6}" if held.claims else ""
    print(
        f"{name:<26}{legs:>3} legs{held.share('entries'):>9.1%}{held.share('minutes'):>9.1%}"
        f"{right:<16}{'ok' if is_kept else 'OVER'}"
    )
    return is_kept


def forecast_time() -> float:
    """Return the median CPU time of a forecast, in milliseconds."""
    shape = SHAPES["equal teams"]
    made_up = chain.from_iterable(races(shape, 2, str(seed)) for seed in range(100))
    long = next(each for each in made_up if len(each.legs) > LONG)
    ahead, evenings, times = long.ahead(LONG), long.evenings_after(LONG), []
    for _ in range(TIMES):
        begin = process_time()
        forecast(ahead, long.legs[:LONG], evenings)
        times.append(process_time() - begin)
    return median(times) * 1000


def measure(report: Report, number: int = RACES) -> None:
    """Measure how often forecasts hold for each shape, and how long one takes."""
    print(f"Forecasts, {number} races a shape   entries  minutes  9 of 10  said")
    total, is_kept = {legs: Held() for legs in CHECKPOINTS}, True
    for name in SHAPES:
        for legs, held in coverage(name, number).items():
            is_kept &= line(name, legs, held)
            total[legs] += held
    for legs, held in total.items():
        is_kept &= line("all", legs, held, RIGHT)
    print(f"promised: both bands hold in {LEAST:.0%} to {MOST:.0%}, all claims of 9 of 10 in")
    print(f"{RIGHT:.0%}")
    report.is_kept &= is_kept
    report.add(f"a forecast after {LONG} legs", forecast_time(), "ms", FORECAST)
