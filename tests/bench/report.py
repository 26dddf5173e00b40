"""Output of the benchmarks: figures, most of them with a budget."""

from __future__ import annotations


class Report:
    """Prints figures, some with a budget; `is_kept` is true while no budget is exceeded."""

    is_kept = True

    def add(self, what: str, value: float, unit: str, most: float | None = None) -> None:
        budget = "" if most is None else f"≤ {most:,g} {unit}"
        verdict = "" if most is None else "ok" if value <= most else "OVER"
        digits = 0 if value >= 1000 else 1 if value >= 10 else 2
        print(f"{what:<56}{value:>10,.{digits}f} {unit:<6}{budget:<14}{verdict}".rstrip())
        self.is_kept &= most is None or value <= most
