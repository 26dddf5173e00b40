"""Mutation testing: plant bugs one by one, and report which of them the tests notice.

`python -m tests.planted` takes an hour or more. It changes files in the checkout and restores them.
With arguments, as in `python -m tests.planted bridge`, it plants only bugs whose names have them.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = ROOT / "referee"


@dataclass(frozen=True)
class Planted:
    """A bug to plant: in `file`, `text` is replaced by `instead`."""

    name: str
    file: str
    text: str
    instead: str

    @property
    def path(self) -> Path:
        return PACKAGE / self.file

    @property
    def stages(self) -> list[list[str]]:
        """Tests to run, stage by stage: those nearest to the file, then all, then the browser's."""
        folders = [f"tests/{folder}" for folder in Path(self.file).parents if folder.name]
        near = [[folder] for folder in folders if (ROOT / folder).exists()]
        return [*near, [*ALL, "tests/test_maintenance.py"], ["tests/browser"]]


ALL: Final = [f"tests/{each}" for each in ("core", "matches", "games", "made_up", "web")]
FAULTS: Final = [
    Planted('tribello nullo round is 3', 'games/tribello/rules.py',
            'NULLO: Final = 4',
            'NULLO: Final = 3'),
    Planted('tribello quota of the right player', 'games/tribello/rules.py',
            'QUOTAS: Final = (6, 4, 3)',
            'QUOTAS: Final = (6, 3, 4)'),
    Planted('tribello nullo sign', 'games/tribello/rules.py',
            'sign = -1 if round_of(state.deals) == NULLO else 1',
            'sign = 1'),
    Planted('tribello ends a deal early', 'games/tribello/rules.py',
            'return state.deals >= DEALS',
            'return state.deals >= DEALS - 1'),
    Planted('thirty-one out one life late', 'games/thirty_one/rules.py',
            'if lives != OUT]',
            'if lives >= OUT]'),
    Planted('thirty-one fire spares others', 'games/thirty_one/rules.py',
            'if options.fire and FIRE in values.values():',
            'if FIRE in values.values() and False:'),
    Planted('thirty-one everyone spared with lives left', 'games/thirty_one/rules.py',
            'all(state.totals[seat] == 0 for seat in losers)',
            'all(state.totals[seat] >= 0 for seat in losers)'),
    Planted('thirty-one tie option ignored', 'games/thirty_one/rules.py',
            'if options.tied_lowest == "none":',
            'if options.tied_lowest == "nobody":'),
    Planted('thirty-one aces not counted', 'games/thirty_one/rules.py',
            'if needed > len(SUITS):',
            'if needed > len(SUITS) + 1:'),
    Planted('triathlon third bonus at any triathlon', 'games/triathlon/rules.py',
            'if won[seat] and triathlons[seat] == TRIATHLONS:',
            'if won[seat] and triathlons[seat] >= TRIATHLONS - 1:'),
    Planted('triathlon last trick of who has none', 'games/triathlon/rules.py',
            'if last is not None and deal.tricks[last] == 0:',
            'if last is not None and deal.tricks[last] < 0:'),
    Planted('la krap opponents off by one', 'games/la_krap/score.py',
            'opponents=len(self.teams) - len(team),',
            'opponents=len(self.teams) - 1,'),
    Planted('la krap null is positive', 'games/la_krap/score.py',
            'return -product if self.is_null else product',
            'return product'),
    Planted('bridge lowest total not given', 'games/card_triathlon/bridge/leg.py',
            'lowest, *rest = sorted(totals.values())',
            '*rest, lowest = sorted(totals.values())'),
    Planted('bridge odd point lost', 'games/card_triathlon/bridge/leg.py',
            'odd, rest = sum(rest) - len(others) * half, [half] * len(others)',
            'odd, rest = 0, [half] * len(others)'),
    Planted('canasta too many wild cards', 'games/card_triathlon/canasta/leg.py',
            'if wild > len(natural):',
            'if wild > len(natural) + 1:'),
    Planted('canasta seven of six', 'games/card_triathlon/canasta/leg.py',
            'len(self.cards) >= SEVEN',
            'len(self.cards) >= SEVEN - 1'),
    Planted('canasta frozen pile taken', 'games/card_triathlon/canasta/leg.py',
            'top.rank in melded and not frozen',
            'top.rank in melded'),
    Planted('buck is the lowest hand', 'games/card_triathlon/flushes/leg.py',
            'seat = strengths.index(best)',
            'seat = strengths.index(max(strengths))'),
    Planted('auction double of the own team', 'games/card_triathlon/bridge/auction.py',
            'elif is_own:',
            'elif False:'),
    Planted('auction last bidder declares', 'games/card_triathlon/bridge/auction.py',
            'declarer = next(bid.seat for bid in own if bid.strain == last.strain)',
            'declarer = last.seat'),
    Planted('bridge second joker is a trump', 'games/card_triathlon/bridge/table.py',
            'return jokers == 0 and suit == self.trump',
            'return suit == self.trump'),
    Planted('bridge overtricks score by cards', 'games/card_triathlon/bridge/table.py',
            'if taker is not None and number not in self.put_aside:',
            'if taker is not None:'),
    Planted('bridge blames the first table', 'games/card_triathlon/bridge/leg.py',
            'first = AT_TABLE * ((table.number or 1) - 1)',
            'first = 0'),
    Planted('bridge contract beside calls dropped', 'games/card_triathlon/bridge/form.py',
            'return part if called == part["contract"] else {"auction": calls, **part}',
            'return part'),
    Planted('canasta red three worth ten', 'games/card_triathlon/canasta/leg.py',
            'RED_THREE_WORTH: Final = 5',
            'RED_THREE_WORTH: Final = 10'),
    Planted('canasta goes out with cards', 'games/card_triathlon/canasta/leg.py',
            'if entry.out is None or not in_hand or not in_hand[entry.out]:',
            'if entry.out is None or in_hand:'),
    Planted('flush of half and one wrong', 'games/card_triathlon/flushes/groups.py',
            'if len(self.wrong) > most_wrong:',
            'if len(self.wrong) > most_wrong + 1:'),
    Planted('flush bound without jokers', 'games/card_triathlon/flushes/solver.py',
            'needs = tail.hard - jokers + self.count - index - wrong',
            'needs = tail.hard + self.count - index - wrong'),
    Planted('flush cap takes from the winners', 'games/card_triathlon/flushes/leg.py',
            'losing = min(range(2), key=totals.__getitem__)',
            'losing = max(range(2), key=totals.__getitem__)'),
    Planted('flush hand saved though illegal', 'games/card_triathlon/flushes/hand_page.py',
            'return (*broken, *hand.conflicts)',
            'return hand.conflicts'),
    Planted('leg figures beside cards not compared', 'games/card_triathlon/form.py',
            'if figure not in (None, points_of):',
            'if figure is None:'),
    Planted('leg cards counted without bound', 'games/card_triathlon/figures.py',
            'if total > most:',
            'if total > most + 1:'),
    Planted('leg mark reached by a tie', 'games/card_triathlon/leg.py',
            'totals.count(max(totals)) == 1',
            'max(totals) > 0'),
    Planted('lower trump wins', 'core/tricks.py',
            'rank = -self.ranks.index(cards[place].rank)',
            'rank = self.ranks.index(cards[place].rank)'),
    Planted('following suit not asked for', 'core/tricks.py',
            'instead = self.follower(hand, reading.suit)',
            'instead = None'),
    Planted('breaches from the second card on', 'core/tricks.py',
            'for place in range(1, len(trick.cards)):',
            'for place in range(2, len(trick.cards)):'),
    Planted('nobody takes a trick: next leads', 'core/tricks.py',
            'leader = trick.leader if taker is None else taker',
            'leader = trick.seat(1) if taker is None else taker'),
    Planted('an event of another phone overwritten', 'matches/store.py',
            'if event.number != last + 1:',
            'if event.number not in (last + 1, last):'),
    Planted('a form sent twice is not known', 'matches/store.py',
            'stored = self.event(connection, event.id)',
            'stored = None'),
    Planted('what other phones wrote is ignored', 'matches/match.py',
            'return not changed & parts',
            'return True'),
    Planted('a new title is taken for new names', 'matches/match.py',
            'changed.remove("seats")',
            'changed.add("seats")'),
    Planted('names refuse nothing', 'matches/events/names_and_rules.py',
            'return frozenset({"names", "seats"})',
            'return frozenset({"names"})'),
    Planted('a copy forgets to refuse what is there', 'matches/database/backup.py',
            '    if not force:\n',
            '    if not target.parent:\n'),
    Planted('a pause never ends by a card', 'matches/match_state.py',
            'elif raw and any(END not in pause',
            'elif raw and not any(END not in pause'),
    Planted('evenings never apart', 'matches/match_state.py',
            '- self.last) <= EVENING_GAP',
            '- self.last) >= EVENING_GAP'),
    Planted('a watch link gets the link to score', 'web/match/share.py',
            'roles = ROLES if opened.may_write else ("watch",)',
            'roles = ROLES'),
    Planted('a watch link gets the code to score', 'web/match/share.py',
            'if role not in ROLES or (role == "score" and not opened.may_write):',
            'if role not in ROLES:'),
    Planted('a watch link writes', 'web/http/match_cache.py',
            'if to_write and link.role != "score":',
            'if to_write and link.role == "none":'),
    Planted('a match is kept by browsers', 'web/http/security.py',
            'response.headers["Cache-Control"] = "no-store"',
            'response.headers["Cache-Control"] = "no-cache"'),
    Planted('other sites may write', 'web/http/security.py',
            'allowed = site in ("same-origin", "none")',
            'allowed = site in ("same-origin", "none", "cross-site")'),
    Planted('no limit for requests', 'web/http/limits.py',
            'self._left[address, limit] = (left - tokens * is_left, now)',
            'self._left[address, limit] = (left, now)'),
    Planted('a formula in the sheet', 'core/sheet.py',
            '(?=\\s*[=+\\-@＝＋－＠])',
            '(?=\\s*[=+\\-＝＋－＠])'),
    Planted('the cookie grows too large', 'web/http/device.py',
            '> MOST_BYTES:',
            '> 10 * MOST_BYTES:'),
    Planted('names not escaped', 'web/http/names.py',
            'return Markup("<bdi>{}</bdi>").format(breakable(text))',
            'return Markup("<bdi>" + text + "</bdi>")'),
    Planted('chances of two sides swapped', 'core/story/forecast.py',
            'wanted = [OUT_OF * chance / whole for chance in chances]',
            'wanted = [OUT_OF * chance / whole for chance in chances[::-1]]'),
]  # fmt: skip


def main(wanted: list[str]) -> int:
    chosen = [fault for fault in FAULTS if all(word in fault.name for word in wanted)]
    missed = 0
    for fault in chosen:
        right = fault.path.read_text(encoding="utf-8")
        fault.path.write_text(right.replace(fault.text, fault.instead), encoding="utf-8")
        try:
            noticed = next(filter(None, map(first_failure, fault.stages)), None)
        finally:
            fault.path.write_text(right, encoding="utf-8")
        missed += noticed is None
        print(f"{fault.name}: {noticed or 'MISSED'}", flush=True)
    print(f"{len(chosen) - missed} of {len(chosen)} are noticed")
    return 1 if missed else 0


def first_failure(tests: list[str]) -> str | None:
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "auto", "-p", "no:cacheprovider"]
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run([*command, *tests], cwd=ROOT, env=environ, check=False,
                         capture_output=True, text=True)  # fmt: skip
    if run.returncode == 0:
        return None
    failed = re.search(r"^(FAILED|ERROR) \S+", run.stdout, re.MULTILINE)
    return failed[0] if failed else f"pytest ended with {run.returncode}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
