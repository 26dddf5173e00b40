"""Phones that write over the network, in matches that never end."""

from __future__ import annotations

from uuid import uuid4

from tests.servers import Answer, Server


class EndlessMatch:
    """A match that never ends; each round is resent until it is recorded."""

    def __init__(self, server: Server, note: str = "") -> None:
        names = {"player0": "Ann", "player1": "Ben", "player2": "Cleo"}
        self.server, self.note = server, note
        self.address = server.post("/new", game="thirty-one", tied_lowest="none", **names).location
        self.kept: list[str] = []
        """Ids of the acknowledged rounds."""
        self.form = self._next()

    def record(self) -> Answer:
        """Send the current round and return the response; if it was recorded, prepare the next."""
        answer = self.server.post(f"{self.address}entries", **self.form)
        if answer.status == 303:
            self.kept.append(self.form["id"])
            self.form = self._next()
        return answer

    def _next(self) -> dict[str, str]:
        figures = {f"value{seat}": "21" for seat in range(3)}
        number = str(len(self.kept) + 1)
        return {**figures, "number": number, "id": str(uuid4()), "note": self.note}
