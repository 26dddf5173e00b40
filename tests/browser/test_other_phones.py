"""Several phones at one table, a server that goes away, and a phone that sleeps."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from playwright.sync_api import Request, Response, Route, expect

from tests.browser.conftest import Lay
from tests.browser.table import THREE, House, Match, Phone

RECONNECTED = 30_000.0  # milliseconds: a browser waits some seconds before it reconnects
RECORDED = "Deal 1 was recorded on another phone:"
NOT_YET = "Yours isn’t saved yet"


def mark(phone: Phone) -> None:
    """Leave a mark on the page that a reload would remove."""
    phone.page.evaluate("document.body.dataset.marked = 'yes'")


def is_same_page(phone: Phone) -> bool:
    marked: bool = phone.page.evaluate("document.body.dataset.marked === 'yes'")
    return marked


def posted(phone: Phone, path: str = "/entries") -> Callable[[Response], bool]:
    return lambda answer: answer.request.method == "POST" and answer.url.endswith(path)


def both(phone: Phone, other: Phone) -> Match:
    """Open a new match on two phones, and wait until both listen for changes."""
    match = phone.start("tribello", *THREE)
    for each in (phone, other):
        each.open(match)
        mark(each)
        each.listens()
    return match


def sleep(phone: Phone, hidden: bool) -> None:
    """Turn the screen off (`hidden`) or on again."""
    phone.page.evaluate(
        """hidden => {
            Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
            const state = hidden ? "hidden" : "visible";
            Object.defineProperty(document, "visibilityState",
                                  { configurable: true, get: () => state });
            document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
        }""",
        hidden,
    )


def test_one_of_a_crowd_fetches_the_page_when_its_time_has_come(phone: Phone, lay: Lay) -> None:
    other = lay()
    match = phone.open_tribello()
    held: list[Route] = []
    other.may_lose_server = True  # the fake stream ends here
    other.page.route("**/stream?*", lambda route: held.append(route))
    other.run_first("Math.random = () => 0.5")
    other.open(match)
    other.until(lambda: bool(held))
    phone.record_tricks(8, 4)
    expect(phone.rows).to_have_count(1)
    told = time.monotonic()
    with other.page.expect_request(lambda asked: "known=" in asked.url):
        event = "event: number\nid: 2/1000\ndata: 2\n\n"
        held[0].fulfill(content_type="text/event-stream", body=event)
    assert time.monotonic() - told >= 0.5
    expect(other.rows).to_have_count(1)


def test_the_board_follows_the_game_by_itself(phone: Phone, lay: Lay) -> None:
    board = lay(viewport={"width": 1024, "height": 768}, is_mobile=False)
    match = phone.start("tribello", *THREE)
    board.open(match.to_score + "board")
    mark(board)
    board.listens()
    match.deal(8, 4, 1)
    figures = board.page.get_by_role("main").get_by_role("listitem")
    expect(figures).to_have_text(
        [re.compile(r"Ann\D*2\s+ahead"), re.compile(r"Ben\D*0\s+deals"), re.compile(r"Cora\D*−2")]
    )
    expect(board.due).to_contain_text("Ben")
    assert is_same_page(board)


def test_a_form_in_hand_is_kept_while_another_phone_writes(phone: Phone, lay: Lay) -> None:
    other = lay()
    match = both(phone, other)
    other.count("Ann", 5)
    phone.record_tricks(8, 4)
    other.shows_row("Round 1, deal 1", ["+2", 0, "−2"])
    other.shows_in_place(f"{RECORDED} 8 4 1")
    other.shows_in_place(f"{NOT_YET}: 5 – –")
    expect(other.cell("Ann")).to_have_value("5")
    expect(other.comes_to("Ben")).to_have_text("quota 6")
    assert is_same_page(other)

    other.tap_button("Use mine for deal 2")
    expect(other.page.get_by_text(NOT_YET)).to_have_count(0)
    other.count("Ben", 5)
    assert match.lines_in_log("recorded") == 1
    other.record()
    other.shows_row("Round 1, deal 2", ["+2", "−1", "−1"])
    expect(phone.rows).to_have_count(2)
    assert match.lines_in_log("recorded") == 2


def test_a_form_in_hand_can_be_dropped_or_correct_what_the_other_phone_wrote(
    phone: Phone, lay: Lay
) -> None:
    other = lay()
    match = both(phone, other)
    other.count_tricks(5, 5)
    phone.record_tricks(8, 4)
    other.shows_in_place(f"{RECORDED} 8 4 1")
    other.tap_button("Replace deal 1 with mine")
    expect(other.cell("Ann")).to_have_value("5")
    other.tap_button(re.compile("^Save deal 1"))
    other.shows_row("Round 1, deal 1", ["−1", "+1", 0])
    expect(other.cell("Ann")).to_have_value("")  # not filled in for the next deal as well
    phone.shows_row("Round 1, deal 1", ["−1", "+1", 0])
    other.page.go_back()  # Back doesn't return to a finished form
    other.shows_row("Round 1, deal 1", ["−1", "+1", 0])
    assert match.lines_in_log("recorded") == 1

    for each in (phone, other):
        each.count_tricks(3, 6)
        each.listens()
    phone.record()
    other.shows_in_place("Your entry is the same")
    expect(other.cell("Ann")).to_have_value("")
    other.page.reload()
    expect(other.cell("Ann")).to_have_value("")
    expect(other.rows).to_have_count(2)
    assert match.lines_in_log("recorded") == 2


def test_what_another_phone_had_too_is_not_recorded_as_the_next_deal(
    phone: Phone, lay: Lay
) -> None:
    other = lay()
    match = both(phone, other)
    other.expects(422)
    for each in (phone, other):
        each.count_tricks(8, 4)
    phone.record()
    other.shows_in_place("Deal 1 was recorded on another phone. Your entry is the same.")
    expect(other.record_button).to_have_text("Record deal 2")
    assert other.chosen_cell() == "Ann: tricks"
    other.record()
    other.shows_in_place("Enter the tricks")
    other.count_tricks(3, 6)
    other.page.reload()
    expect(other.cell("Ben")).to_have_value("6")
    other.record()
    expect(other.rows).to_have_count(2)
    assert [entry["tricks"] for entry in match.entries] == [[8, 4, 1], [3, 6, 4]]


def test_undo_stands_where_it_stood_again_and_again(phone: Phone) -> None:
    phone.open_tribello((8, 4, 1), (3, 6, 4), (5, 5, 3))
    button = phone.page.get_by_role("button", name=re.compile("^Undo"))
    box = button.bounding_box()
    assert box is not None
    for rows in (2, 1, 0):
        phone.tap_at(box)
        expect(phone.rows).to_have_count(rows)


def test_a_refused_form_is_kept_while_another_phone_writes(phone: Phone, lay: Lay) -> None:
    match = both(phone, lay())
    phone.expects(422)
    phone.count("Ann", 5)
    phone.record()
    phone.shows_in_place("Enter the tricks for Ben and Cora")
    match.deal(8, 4, 1)
    phone.shows_row("Round 1, deal 1", ["+2", 0, "−2"])
    expect(phone.cell("Ann")).to_have_value("5")


def test_a_form_that_came_too_late_is_kept_again_and_over_a_reload(phone: Phone) -> None:
    match = phone.open_tribello(listens=True)
    phone.expects(409)
    phone.count_tricks(5, 5)
    # The phone sleeps, so it doesn't hear of the other's entry before it records.
    sleep(phone, hidden=True)
    match.deal(8, 4, 1)
    with phone.page.expect_response(posted(phone)) as answer:
        phone.record()
    assert answer.value.status == 409
    phone.shows_in_place(f"{RECORDED} 8 4 1")
    match.deal(3, 6, 4)
    sleep(phone, hidden=False)
    phone.page.reload()
    phone.shows_in_place(f"{RECORDED} 8 4 1")  # the one in its place
    phone.shows_in_place(f"{NOT_YET}: 5 5 3")
    phone.shows_tricks(5, 5)
    phone.tap_button("Use mine for deal 3")
    phone.record()
    expect(phone.rows).to_have_count(3)
    assert match.lines_in_log("recorded") == 3


def test_a_double_tap_records_once(phone: Phone) -> None:
    match = phone.open_tribello()
    phone.expects(422)  # a quick second tap may reach the empty form of the next deal
    phone.count_tricks(8, 4)
    box = phone.record_button.bounding_box()
    assert box is not None
    for _ in range(2):
        phone.tap_at(box)
    phone.shows_row("Round 1, deal 1", ["+2", 0, "−2"])
    expect(phone.page.locator(".htmx-request")).to_have_count(0)  # both have been answered
    expect(phone.rows).to_have_count(1)
    assert match.lines_in_log("recorded") == 1


def test_a_server_that_is_away_loses_nothing_and_every_page_says_so(
    phone: Phone, lay: Lay, house: House
) -> None:
    other, board = lay(), lay()
    match = both(phone, other)
    board.open(match.to_score + "board")
    for each in (phone, other, board):
        each.may_lose_server = True
    old = board.page.get_by_role("status").filter(has_text="This page may be out of date.")
    phone.count_tricks(8, 4)
    phone.has_forms()
    with house.away():
        phone.record()
        expect(
            phone.page.get_by_text("1 deal is saved on this phone and will be sent automatically")
        ).to_be_visible()
        assert is_same_page(phone)
        expect(phone.saved).to_contain_text("Ann 8, Ben 4")
        expect(other.line).to_have_text(
            re.compile(r"^No connection since .*\. You can still record\.$")
        )
        other.count("Ann", 5)
        other.is_open()
        expect(old).to_be_visible(timeout=RECONNECTED)

    # The waiting entry is sent by itself.
    phone.shows_row("Round 1, deal 1", ["+2", 0, "−2"])
    assert match.lines_in_log("recorded") == 1
    # The other phone reconnects its stream by itself and catches up.
    expect(other.rows).to_have_count(1, timeout=RECONNECTED)
    expect(other.line).to_have_count(0)
    expect(other.cell("Ann")).to_have_value("5")
    expect(old).to_be_hidden(timeout=RECONNECTED)
    match.deal(3, 6, 4)
    expect(other.rows).to_have_count(2)
    assert is_same_page(other)


def test_a_phone_that_sleeps_listens_to_nothing_and_wakes_up_to_date(phone: Phone) -> None:
    match = phone.start("tribello", *THREE)
    phone.page.clock.install()
    with phone.page.expect_response("**/ahead"):  # the forms that the phone keeps, after the page
        phone.open(match)
        phone.listens()
    sleep(phone, hidden=True)
    phone.has_streams(0)
    asked: list[Request] = []
    phone.page.on("request", lambda request: asked.append(request))
    phone.is_worn = True
    match.deal(8, 4, 1)
    phone.page.clock.run_for(60_000)
    expect(phone.rows).to_have_count(0)
    assert asked == []

    sleep(phone, hidden=False)
    phone.shows_row("Round 1, deal 1", ["+2", 0, "−2"])
    phone.listens()
    match.deal(3, 6, 4)
    expect(phone.rows).to_have_count(2)
    for _ in range(3):
        sleep(phone, hidden=True)
        with phone.page.expect_request("**/stream?*"):
            sleep(phone, hidden=False)
    phone.listens()


STREAMS = """window.opened = [];
    window.EventSource = class extends EventSource {
        constructor(address) { super(address); opened.push(this); }
    };"""


def test_a_stream_that_falls_silent_is_opened_again(phone: Phone) -> None:
    """Only heartbeats, which are events, keep it open: a dead connection reports no error."""
    phone.run_first(STREAMS)
    phone.page.clock.install()
    phone.open_tribello(listens=True)
    phone.until(lambda: states(phone) == [1])
    for _ in range(2):
        phone.page.clock.run_for(49_000)
        phone.page.evaluate("opened[0].dispatchEvent(new MessageEvent('message'))")
    assert states(phone) == [1]
    phone.page.clock.run_for(50_000)
    phone.until(lambda: states(phone) == [2, 1])


def states(phone: Phone) -> list[int]:
    """The `readyState` of every stream that the page has opened: 1 open, 2 closed."""
    found: list[int] = phone.page.evaluate("opened.map(({ readyState }) => readyState)")
    return found


def test_a_page_that_the_back_button_shows_again_is_up_to_date(phone: Phone, lay: Lay) -> None:
    match = both(lay(), phone)
    match.deal(8, 4, 1)
    expect(phone.rows).to_have_count(1)
    phone.open("/")
    match.deal(3, 6, 4)
    phone.page.go_back(wait_until="commit")
    expect(phone.rows).to_have_count(2)
    match.deal(5, 5, 3)
    expect(phone.rows).to_have_count(3)


def test_a_phone_that_slept_while_typing_keeps_its_form(phone: Phone) -> None:
    match = phone.open_tribello()
    phone.count("Ann", 5)
    sleep(phone, hidden=True)
    with phone.page.expect_response(re.compile(r"known=")):
        sleep(phone, hidden=False)
    expect(phone.cell("Ann")).to_have_value("5")
    expect(phone.page.get_by_text("nother phone")).to_have_count(0)  # as none has written
    sleep(phone, hidden=True)
    match.deal(8, 4, 1)
    sleep(phone, hidden=False)
    phone.shows_row("Round 1, deal 1", ["+2", 0, "−2"])
    phone.shows_in_place(f"{RECORDED} 8 4 1")
    expect(phone.cell("Ann")).to_have_value("5")


def test_leaving_the_page_ends_its_stream(phone: Phone) -> None:
    ended: list[str] = []
    phone.page.on("requestfailed", lambda request: ended.append(request.url))
    phone.is_worn = True
    match = phone.start("tribello", *THREE)
    phone.open(match)
    phone.listens()
    phone.tap_link("Home")
    expect(phone.page.get_by_role("link", name="New match")).to_be_visible()
    phone.until(lambda: any(each.startswith(f"{match.to_score}stream") for each in ended))


def test_a_receipt_that_is_slow_throws_away_nothing_that_is_heard_meanwhile(phone: Phone) -> None:
    match = phone.open_tribello((8, 4, 1), listens=True)
    held: list[Route] = []
    phone.page.route("**/e/*", lambda route: held.append(route))
    cell = phone.row("Round 1, deal 1").get_by_role("cell").first
    phone.tap(cell)
    phone.until(lambda: bool(held))
    match.deal(3, 6, 4)
    expect(phone.rows).to_have_count(2)  # nor does it wait for the receipt
    phone.tap(cell)
    match.deal(5, 5, 3)
    for each in held:
        each.continue_()
    expect(phone.rows).to_have_count(3)


def test_a_receipt_that_is_gone_says_so_and_the_page_goes_on(phone: Phone) -> None:
    match = phone.open_tribello((8, 4, 1), listens=True)
    phone.expects(404)
    gone = "<p role=alert>There is no such entry in this match.</p>"
    sign = {"Referee": "here"}
    phone.page.route("**/e/*", lambda route: route.fulfill(status=404, body=gone, headers=sign))
    phone.tap(phone.row("Round 1, deal 1").get_by_role("cell").first)
    expect(phone.page.get_by_role("alert")).to_have_text("There is no such entry in this match.")
    expect(phone.page.get_by_role("dialog")).to_have_count(0)
    match.deal(3, 6, 4)
    expect(phone.rows).to_have_count(2)


def test_what_is_known_before_play_is_noted_with_one_tap(phone: Phone, lay: Lay) -> None:
    other, board = lay(), lay()
    match = both(phone, other)
    board.open(match.to_score + "board")
    board.listens()
    other.count("Ann", 6)
    phone.unfold("Trumps, pickup")
    play, before = phone.page.locator("#way[formaction*=known]"), edges(phone)[-1]
    phone.choose("Trumps", "hearts")
    expect(play).to_be_visible()
    assert edges(phone)[-1] == before, "nothing moves"
    phone.tap(play)
    for each in (phone, other, board):
        expect(each.due).to_have_text("Hearts are trumps")
        assert is_same_page(each) or each is board
    expect(phone.page.locator("#entry[data-dirty]")).to_have_count(0)
    expect(phone.page.get_by_role("button", name="Card by card")).to_be_visible()
    expect(other.radio("Trumps", "hearts")).to_be_checked()
    expect(other.cell("Ann")).to_have_value("6")

    # What was typed here outlives a reload, and what became known meanwhile isn't overwritten.
    other.page.reload()
    expect(other.cell("Ann")).to_have_value("6")
    phone.choose("Trumps", "spades")
    phone.tap(play)
    expect(other.due).to_have_text("Spades are trumps")
    other.page.reload()
    expect(other.radio("Trumps", "spades")).to_be_checked()
    other.count("Ben", 4)
    other.record()
    expect(phone.row("Round 1, deal 1")).to_contain_text("♠")
    expect(phone.radio("Trumps", "spades")).not_to_be_checked()


def edges(phone: Phone) -> list[object]:
    """Where the buttons at the foot of the page are."""
    return [button.bounding_box() for button in phone.page.locator(".dock .go button").all()]
