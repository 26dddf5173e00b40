"""A table goes on recording without a connection; its entries are sent in order, each once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Lay
from tests.browser.table import PATIENCE, THREE, House, Match, Phone
from tests.browser.test_other_phones import NOT_YET
from tests.browser.way import Way
from tests.faults.conftest import amount
from tests.web.leg_forms import Typed, b_typed, by_seat, c_typed

DEALS = amount(12, 50)
RECORD = """async ([first, last, patience]) => {
    const form = document.getElementById("entry");
    for (let number = first; number <= last; number += 1) {
        for (const seat of [0, 1, 2]) form.elements[`value${seat}`].value = 21;
        form.elements.note.value = number;
        form.requestSubmit();
        const end = Date.now() + patience;
        while (!form.dataset.draft.endsWith(` new ${number}`) || form.elements.note.value) {
            if (Date.now() > end) throw new Error(`${number} is not kept`);
            await new Promise((resolve) => setTimeout(resolve, 5));
        }
    }
}"""


def listed(phone: Phone) -> list[str]:
    """The entries that wait, each in a line."""
    found: list[str] = phone.saved.locator("span").all_text_contents()
    return found


def at_table(phone: Phone, match: Match) -> None:
    phone.open_to_record(match)
    phone.has_forms()


def deal(phone: Phone, number: int, ann: int, ben: int) -> None:
    """Record this deal, and wait for the form of the next one."""
    phone.is_due(f"deal {number}")
    phone.record_tricks(ann, ben)
    phone.is_due(f"deal {number + 1}")


def tricks(match: Match) -> list[list[int]]:
    return [entry["tricks"] for entry in match.entries]


@pytest.fixture
def own(tmp_path: Path) -> Iterator[House]:
    """A server that can be killed."""
    with House(tmp_path / "data").running() as own:
        yield own


def test_deals_of_two_phones_are_sent_once_though_the_server_is_killed_in_between(
    own: House, lay: Lay
) -> None:
    """The second phone has recorded the first ten as well."""
    one, two = (lay(base_url=own.address) for _ in range(2))
    match = one.start("thirty-one", *THREE, tied_lowest="none")
    for phone in (one, two):
        phone.may_lose_server = True
        phone.expects(409)
        at_table(phone, match)
    with own.away():
        for phone, most in ((one, DEALS), (two, 10)):
            phone.network_is_back()
            expect(phone.line).to_contain_text("No connection")
            phone.page.evaluate(RECORD, [1, most, PATIENCE])
            expect(phone.line).to_contain_text(f"{most} rounds are saved")
    for phone in (one, two):
        phone.network_is_back()
    one.until(lambda: len(match.entries) >= DEALS // 3)
    own.kill()
    assert len(one.kept()) > 0
    own.start()
    one.network_is_back()
    one.is_due(f"round {DEALS + 1}")
    for phone in (one, two):
        phone.until(lambda: phone.kept() == [])  # noqa: B023
    two.is_open()
    assert [entry["note"] for entry in match.entries] == [str(n) for n in range(1, DEALS + 1)]
    assert one.kept() == one.kept("refused") == two.kept("refused") == []


def test_the_next_form_comes_at_once_and_what_is_typed_stays_in_it(far: Phone, way: Way) -> None:
    match = far.start("tribello", *THREE)
    at_table(far, match)
    way.all("lost")
    deal(far, 1, 8, 4)
    expect(far.page.locator("#due h2")).to_contain_text("Ben deals")
    expect(far.page.locator("#strip .deals")).to_have_count(0)
    deal(far, 2, 3, 6)
    expect(far.line).to_contain_text("2 deals are saved on this phone")
    expect(far.page.locator(".saved summary")).to_have_text("Not sent yet: 2")
    expect(far.page.locator(".saved .cite")).to_contain_text("seven days")
    assert listed(far) == ["Deal 1: Ann 8, Ben 4, Cora 1", "Deal 2: Ann 3, Ben 6, Cora 4"]
    far.count("Ann", 2)
    far.is_back(way)
    expect(far.rows).to_have_count(2)
    expect(far.cell("Ann")).to_have_value("2")
    expect(far.cell("Ben")).to_have_value("")
    expect(far.cell("Ben")).to_be_focused()  # as the keypad fills it
    expect(far.saved).to_have_count(0)
    expect(far.line).to_have_text("Connected again. Sent: deal 1 and deal 2")
    is_away(far, way)
    far.is_back(way)
    expect(far.line).to_have_count(0)  # nothing was sent
    far.count("Ben", 6)
    far.record()
    far.is_due("deal 4")
    assert tricks(match) == [[8, 4, 1], [3, 6, 4], [2, 6, 5]]


PLACES = """() => [...document.querySelectorAll("main form :is(input, button, summary)")]
    .filter((each) => each.checkVisibility() && !each.closest(".dock"))
    .map((each) => each.getBoundingClientRect()).map(({x, y}) => [x, y].map(Math.round).join())"""


def is_away(phone: Phone, way: Way) -> None:
    """Cut the connection, and let the phone notice it."""
    way.all("lost")
    phone.page.evaluate("window.dispatchEvent(new Event('offline'))")
    expect(phone.line).to_contain_text("No connection")


def test_nothing_moves_when_the_connection_goes_or_comes_and_the_totals_say_what_they_are_without(
    far: Phone, way: Way
) -> None:
    match = far.start("tribello", *THREE)
    match.deal(8, 4, 1)
    at_table(far, match)
    places = far.page.evaluate(PLACES)
    without = far.page.locator("#without")
    for number in (2, 3):
        is_away(far, way)
        assert far.page.evaluate(PLACES) == places
        deal(far, number, 8, 4)
        assert far.page.evaluate(PLACES) == places
        expect(without).to_have_text("without 1 deal")
        expect(without).to_be_in_viewport(ratio=1)
        far.is_back(way)
        expect(far.rows).to_have_count(number)
        assert far.page.evaluate(PLACES) == places
        expect(without).to_have_count(0)


@pytest.mark.parametrize("page", ["/new", "e/{entry}/edit", *amount([], ["play/", "ask/"])])
def test_on_other_pages_nothing_moves_either(far: Phone, way: Way, page: str) -> None:
    match = far.start("tribello", *THREE)
    match.deal(8, 4, 1)
    address = page if page == "/new" else match.to_score + page.format(entry=match.ids[0])
    far.open(address)
    places = far.page.evaluate(PLACES)
    is_away(far, way)
    assert far.page.evaluate(PLACES) == places


def test_the_check_of_a_deal_that_waits_is_not_told_in_the_next_form(far: Phone, way: Way) -> None:
    at_table(far, far.start("tribello", *THREE))
    far.page.route("**/check", lambda _route: None)  # the answer would come later
    with far.page.expect_request(
        lambda sent: sent.url.endswith("/check") and "tricks1=4" in (sent.post_data or "")
    ):
        far.count_tricks(8, 4)
    way.all("lost")
    with far.page.expect_event("requestfailed", lambda given: given.url.endswith("/check")):
        far.record()
    far.is_due("deal 2")


def test_a_note_is_kept_with_its_deal_and_not_in_the_next_form(far: Phone, way: Way) -> None:
    match = far.start("tribello", *THREE)
    at_table(far, match)
    way.all("lost")
    far.unfold("Note")
    note = far.page.get_by_label("Note", exact=True)
    note.fill("Late")
    deal(far, 1, 8, 4)
    expect(note).to_have_value("")
    deal(far, 2, 8, 4)
    far.is_back(way)
    expect(far.rows).to_have_count(2)
    assert [each.get("note") for each in match.entries] == ["Late", None]


def test_what_is_incomplete_is_not_kept(far: Phone, way: Way) -> None:
    match = far.start("tribello", *THREE)
    at_table(far, match)
    way.all("lost")
    deal(far, 1, 8, 4)
    far.count("Ann", 5)
    far.record()
    far.shows_in_place("Enter all figures first.")
    assert len(far.kept()) == 1
    far.count("Ben", 7)
    far.record()
    far.is_due("deal 3")
    far.is_back(way)
    expect(far.rows).to_have_count(2)
    assert tricks(match) == [[8, 4, 1], [5, 7, 1]]


def test_what_was_incomplete_when_the_connection_was_lost_can_be_taken_back(
    far: Phone, way: Way
) -> None:
    match = far.start("tribello", *THREE)
    at_table(far, match)
    way.posts("lost")
    far.count("Ann", 5)
    far.record()
    far.shows_in_place("To go on without a connection, take it back and enter all figures.")
    far.is_locked()
    far.tap(far.page.locator(".saved summary"))
    far.tap(far.saved.get_by_role("button"))
    far.is_open()
    expect(far.cell("Ann")).to_have_value("5")
    far.count("Ben", 7)
    far.record()
    far.is_due("deal 2")
    far.is_back(way)
    expect(far.rows).to_have_count(1)
    assert tricks(match) == [[5, 7, 1]]


def test_one_is_taken_back_with_those_behind_it_which_come_back_one_by_one(
    far: Phone, way: Way
) -> None:
    match = far.start("tribello", *THREE)
    at_table(far, match)
    way.all("lost")
    for number, figures in enumerate([(8, 4), (3, 6), (5, 5)], start=1):
        deal(far, number, *figures)
    far.tap(far.page.locator(".saved summary"))
    far.tap(far.saved.nth(1).get_by_role("button"))
    far.is_due("deal 2")
    assert len(far.kept()) == 1
    for name, number in (("Ann", 3), ("Ben", 6)):
        expect(far.cell(name)).to_have_value(str(number))
    far.count("Ben", 7)
    far.record()
    far.is_due("deal 3")
    expect(far.cell("Ann")).to_have_value("5")
    far.tap(far.page.locator("#last").get_by_role("button"))
    far.is_due("deal 2")
    expect(far.cell("Ben")).to_have_value("7")
    far.record()
    far.record()
    far.is_due("deal 4")
    far.is_back(way)
    expect(far.rows).to_have_count(3)
    assert tricks(match) == [[8, 4, 1], [3, 7, 3], [5, 5, 3]]


def test_what_is_known_stays_with_its_deal_while_that_waits(far: Phone, way: Way) -> None:
    match = far.start("tribello", *THREE)
    at_table(far, match)
    other = far.context.new_page()  # what it types is no draft of this page
    other.goto(match.to_score)
    other.locator("#trumps > summary").tap()
    other.locator("label:has([name=trump][value=H])").tap()
    other.locator("#way[formaction*=known]").tap()
    hearts = far.page.locator("[name=trump][value=H]")
    expect(hearts).to_be_checked()
    other.close()
    far.has_forms()
    way.all("lost")
    deal(far, 1, 8, 4)
    expect(hearts).not_to_be_checked()
    far.tap(far.page.locator("#last").get_by_role("button"))
    far.is_due("deal 1")
    expect(hearts).to_be_checked()
    far.record()
    far.is_back(way)
    expect(far.rows).to_have_count(1)
    assert [entry["trump"] for entry in match.entries] == ["H"]


def test_the_first_can_be_taken_back_and_is_then_as_before(far: Phone, way: Way) -> None:
    match = far.start("tribello", *THREE)
    at_table(far, match)
    way.all("lost")
    deal(far, 1, 8, 4)
    far.tap(far.page.locator("#last").get_by_role("button"))
    far.is_due("deal 1")
    assert far.kept() == []
    expect(far.cell("Ann")).to_have_value("8")
    far.is_back(way)
    expect(far.line).to_have_count(0)
    far.record()
    expect(far.rows).to_have_count(1)
    assert tricks(match) == [[8, 4, 1]]


def test_those_behind_a_conflict_wait_until_it_is_settled(far: Phone, way: Way) -> None:
    """They follow what was settled: here the deal of the other phone."""
    far.expects(409)
    match = far.start("tribello", *THREE)
    at_table(far, match)
    way.all("lost")
    for number, figures in enumerate([(8, 4), (3, 6), (5, 5)], start=1):
        deal(far, number, *figures)
    match.behind(way).deal(7, 5, 1)
    far.is_back(way)
    far.shows_in_place(f"{NOT_YET}: 8 4 1")
    far.is_open()
    expect(far.saved).to_have_count(2)
    far.page.reload()
    far.shows_in_place(f"{NOT_YET}: 8 4 1")
    assert tricks(match) == [[7, 5, 1]]
    far.tap_link("Discard mine")
    expect(far.rows).to_have_count(3)
    assert tricks(match) == [[7, 5, 1], [3, 6, 4], [5, 5, 3]]
    assert far.kept() == far.kept("refused") == []


def test_those_behind_follow_the_deal_that_is_kept_as_the_next(far: Phone, way: Way) -> None:
    far.expects(409)
    match = far.start("tribello", *THREE)
    at_table(far, match)
    way.all("lost")
    deal(far, 1, 8, 4)
    deal(far, 2, 3, 6)
    for figures in ((7, 5, 1), (6, 6, 1)):
        match.behind(way).deal(*figures)
    far.is_back(way)
    far.tap_button("Use mine for deal 3")
    far.record()
    expect(far.rows).to_have_count(4)
    assert tricks(match) == [[7, 5, 1], [6, 6, 1], [8, 4, 1], [3, 6, 4]]


def test_those_behind_follow_a_correction(far: Phone, way: Way) -> None:
    far.expects(409)
    match = far.start("tribello", *THREE)
    at_table(far, match)
    way.all("lost")
    deal(far, 1, 8, 4)
    deal(far, 2, 3, 6)
    match.behind(way).deal(7, 5, 1)
    far.is_back(way)
    far.tap_button("Replace deal 1 with mine")
    far.save()
    expect(far.rows).to_have_count(2)
    assert tricks(match) == [[8, 4, 1], [3, 6, 4]]


def test_an_undo_of_another_phone_is_shown_before_anything_is_recorded(
    far: Phone, way: Way
) -> None:
    far.expects(409)
    match = far.start("tribello", *THREE)
    match.deal(7, 5, 1)
    at_table(far, match)
    way.all("lost")
    deal(far, 2, 8, 4)
    deal(far, 3, 3, 6)
    match.behind(way).post("back", to="1", number="2")
    far.is_back(way)
    far.shows_in_place("Someone else changed the match just now")
    expect(far.cell("Ann")).to_have_value("8")
    assert tricks(match) == []
    far.record()
    expect(far.rows).to_have_count(2)
    assert tricks(match) == [[8, 4, 1], [3, 6, 4]]


def test_after_the_last_deal_there_is_no_form(far: Phone, way: Way) -> None:
    match = far.start("tribello", *THREE)
    match.deals(*[(8, 4, 1)] * 10)
    at_table(far, match)
    way.all("lost")
    deal(far, 11, 8, 4)
    far.record_tricks(3, 6)
    expect(far.line).to_contain_text("2 deals are saved")
    far.is_locked()
    expect(far.page.locator("#reason")).to_have_text("What comes next needs a connection.")
    far.is_back(way)
    expect(far.page.get_by_role("button", name="Rematch")).to_be_visible()
    assert len(tricks(match)) == 12


def test_what_comes_after_the_end_stays_in_the_list(far: Phone, way: Way) -> None:
    """A round of Thirty-One may end the match, which this page can't know."""
    far.expects(409)
    match = far.start("thirty-one", *["Ann", "Ben"], lives="1")
    at_table(far, match)
    way.all("lost")
    for number, values in enumerate([(20, 30), (20, 30), (25, 30)], start=1):
        far.is_due(f"round {number}")
        for name, value in zip(("Ann", "Ben"), values, strict=True):
            far.worth(name).fill(str(value))
        far.record()
    far.is_due("round 4")
    far.is_back(way)
    expect(far.refused).to_contain_text("The match is over")
    assert len(match.entries) == 2
    assert far.kept() == []


def test_ways_to_other_pages_are_held_back(far: Phone, way: Way) -> None:
    match = far.start("tribello", *THREE)
    at_table(far, match)
    way.all("lost")
    deal(far, 1, 8, 4)
    for name in ("Home", "Rules"):
        far.tap_link(name)
        expect(far.page.locator("#reason")).to_have_text(
            "No connection. You can go on recording here."
        )
    far.tap_link("Score")
    assert far.page.url.split("#")[0] == match.to_score
    far.is_back(way)
    expect(far.rows).to_have_count(1)
    far.tap_link("Rules")
    far.page.wait_for_url("**/ask/**")


def fill(phone: Phone, typed: Typed) -> None:
    """Type figures into the form, as a script does."""
    phone.page.evaluate(
        """typed => { const { elements } = document.getElementById("entry");
                      for (const name of Object.keys(typed)) elements[name].value = typed[name];
                      elements.note.dispatchEvent(new Event("input", { bubbles: true })); }""",
        typed,
    )


def test_each_kind_of_leg_has_its_form(far: Phone, way: Way) -> None:
    names = ("Ann", "Ben", "Cleo", "Dora")
    match = far.start("card-triathlon", *names, format="half-marathon")
    match.record(**b_typed("4C", 0, (6, 1, 5, 1), (190, 40, 150, 35), 25))
    at_table(far, match)
    way.all("lost")
    far.is_due("leg 2, C")
    fill(far, c_typed([100] * 4, [0] * 4, unscored_0="600"))
    far.record()
    far.is_due("leg 3, D")
    far.page.locator("[name=by][value='']").check(force=True)
    fill(far, by_seat("scored", [100, 0, 50, 0]) | {"unscored_0": "850"})
    far.record()
    far.is_due("leg 4, B")
    far.is_back(way)
    far.until(lambda: far.kept() == [])
    assert [entry["kind"] for entry in match.entries] == ["b-leg", "c-leg", "d-leg"]


def test_who_is_out_is_left_out(far: Phone, way: Way) -> None:
    match = far.start("thirty-one", *THREE, lives="0")
    at_table(far, match)
    way.all("lost")
    for number, values in enumerate([(20, 25, 30), (None, 25, 30)], start=1):
        far.is_due(f"round {number}")
        fill(far, {f"value{n}": str(v) for n, v in enumerate(values) if v is not None})
        far.record()
    far.is_due("round 3")
    far.is_back(way)
    expect(far.page.get_by_role("button", name="Rematch")).to_be_visible()
    assert [entry["values"] for entry in match.entries] == [[20, 25, 30], [None, 25, 30]]


def test_what_is_refused_is_corrected_before_the_next_is_sent(far: Phone, way: Way) -> None:
    far.expects(422)
    match = far.start("thirty-one", *THREE)
    at_table(far, match)
    way.all("lost")
    for number, ann in ((1, "99"), (2, "21")):
        far.is_due(f"round {number}")
        fill(far, {"value0": ann, "value1": "25", "value2": "30"})
        far.record()
    far.is_due("round 3")
    fill(far, {"value0": "3"})
    far.is_back(way)
    expect(far.page.get_by_role("alert")).to_contain_text("99")
    expect(far.saved).to_have_count(1)
    assert match.entries == []
    fill(far, {"value0": "20"})
    far.record()
    far.until(lambda: len(match.entries) == 2)
    far.is_due("round 3")
    assert [entry["values"][0] for entry in match.entries] == [20, 21]
    expect(far.page.locator("[name=value0]")).to_have_value("3")


ROUND = {"value0": "20", "value1": "25", "value2": "30"}


@pytest.mark.parametrize(
    ("game", "options", "typed"),
    [
        *amount([], [
            ("tribello", {}, [by_seat("tricks", [8, 4, 1])] * 3), ("thirty-one", {}, [ROUND] * 3),
        ]),
        ("card-triathlon", {"format": "half-marathon"}, [
            b_typed("4C", 0, (6, 1, 5, 1), (190, 40, 150, 35), 25),
            c_typed([100] * 4, [0] * 4, unscored_0="600"),
        ]),
    ],
)  # fmt: skip
def test_forms_are_fetched_once_as_long_as_they_are_right(
    phone: Phone, game: str, options: dict[str, str], typed: list[Typed]
) -> None:
    """Also if they are slow, and parts of the page are replaced meanwhile."""
    names = THREE if game != "card-triathlon" else ("Ann", "Ben", "Cleo", "Dora")
    match = phone.start(game, *names, **options)
    asked: list[Route] = []
    phone.page.route("**/ahead*", lambda route: asked.append(route))
    phone.page.clock.install()
    phone.is_worn = True
    phone.open_to_record(match)
    phone.until(lambda: bool(asked))
    would_fetch_again(phone)
    for each in asked:
        each.continue_()
    phone.has_forms()
    for number, figures in enumerate(typed, start=1):
        match.record(**figures)
        place = re.compile(f" new {number}$")
        expect(phone.page.locator("#entry")).to_have_attribute("data-draft", place)
        would_fetch_again(phone)
    assert len(asked) == 1


def would_fetch_again(phone: Phone) -> None:
    """Let the half second pass after which the page looks whether it needs other forms."""
    phone.page.clock.run_for(700)
    with phone.page.expect_request("**/health"):  # behind any request for forms
        phone.page.evaluate("fetch('/health')")
