"""What a bench prints: figures, some of them beside the budget that they have to keep."""

from __future__ import annotations


class Report:
    """Lines of figures, some with a budget; `is_kept` when none is over."""

    is_kept = True

    def line(self, what: str, value: str, budget: str = "", is_ok: bool | None = None) -> None:
        """One figure."""
        verdict = "" if is_ok is None else "ok" if is_ok else "OVER"
        print(f"{what:<52}{value:>12}  {budget:<14}{verdict}".rstrip())
        self.is_kept &= is_ok is not False

    def bytes(self, what: str, value: int, most: int | None = None) -> None:
        """A number of bytes."""
        budget = "" if most is None else f"≤ {most:,} B"
        self.line(what, f"{value:,} B", budget, None if most is None else value <= most)

    def time(self, what: str, value: float, bare: float, most: float | None = None) -> None:
        """A time, and how many bare pages it is worth."""
        budget = f"{value / bare:5.1f} ×" if most is None else f"≤ {most:g} ms"
        self.line(what, f"{value:.2f} ms", budget, None if most is None else value <= most)

    def ratio(self, what: str, value: float, most: float | None = None) -> None:
        """How many times as much one thing costs as another."""
        budget = "" if most is None else f"≤ {most:g} ×"
        self.line(what, f"{value:.2f} ×", budget, None if most is None else value <= most)
