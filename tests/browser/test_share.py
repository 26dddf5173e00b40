"""A match's links on its share page: one at a time, copied with one tap."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Lay
from tests.browser.layout import box, resized
from tests.browser.table import THREE, Phone
from tests.faults.conftest import amount

SCREENS = ((390, 844), (360, 640), (844, 390), (667, 375), (820, 1180), (1180, 820), (1440, 900))


def test_one_link_is_shown_at_a_time_and_the_one_to_score_first(phone: Phone) -> None:
    phone.open(phone.start("tribello", *THREE).to_score + "share/")
    watch, score = (
        phone.page.get_by_alt_text(f"QR code of the {kind} link") for kind in ("viewing", "scoring")
    )
    expect(score).to_be_visible()
    expect(watch).to_be_hidden()
    phone.tap(phone.page.locator("label").filter(has_text="Viewing"))
    expect(watch).to_be_visible()
    expect(score).to_be_hidden()
    phone.tap(phone.page.locator("label").filter(has_text="Scoring"))
    phone.tap(phone.page.locator("summary:visible").filter(has_text="Replace this link"))
    phone.tap_button("New scoring link")
    expect(phone.page.get_by_text("This is the new link.")).to_be_visible()
    expect(score).to_be_visible()


def test_a_link_is_copied_by_a_tap_and_sent_where_the_phone_can(phone: Phone) -> None:
    phone.run_first(
        "navigator.share = (what) => { window.sent = what; return Promise.resolve(); };"
    )
    match = phone.start("tribello", *THREE)
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
    phone.open(match.to_score + "share/")
    phone.page.evaluate("navigator.clipboard.writeText('something else')")
    phone.tap(phone.page.locator("button:visible", has_text="Copy"))
    expect(phone.page.get_by_text("Copied.")).to_be_visible()
    assert phone.page.evaluate("navigator.clipboard.readText()") == match.to_score
    phone.tap(phone.page.locator("button:visible", has_text="Send"))
    assert phone.page.evaluate("window.sent.url") == match.to_score


def test_where_the_browser_lets_no_script_write_the_link_is_copied_all_the_same(
    phone: Phone,
) -> None:
    """Over plain http, scripts can't use the clipboard."""
    phone.run_first(
        """Object.defineProperty(navigator, "clipboard", { value: undefined });
        document.addEventListener("copy", () => { window.copied = String(getSelection()); });"""
    )
    match = phone.start("tribello", *THREE)
    phone.open(match.to_score + "share/")
    phone.tap(phone.page.locator("button:visible", has_text="Copy"))
    expect(phone.page.get_by_text("Copied.")).to_be_visible()
    assert phone.page.evaluate("window.copied") == match.to_score


def test_a_picture_is_shared_as_a_file_where_the_phone_can_and_else_saved(phone: Phone) -> None:
    match = phone.start("tribello", *THREE)
    phone.open(match.to_score + "story/share")
    share = phone.page.get_by_role("link", name="Share picture")
    with phone.page.expect_download() as saved:
        phone.tap(share)
    assert saved.value.suggested_filename.endswith(".png")
    phone.run_first(
        """navigator.canShare = ({ files }) => files.length > 0;
        navigator.share = async ({ files: [file] }) => {
            const { width, height } = await createImageBitmap(file);
            document.title = `${width} ${height} ${file.type}`;
        };"""
    )
    phone.open(match.to_score + "story/share")
    phone.tap(share)
    expect(phone.page).to_have_title("1080 1350 image/png")


def test_without_scripts_nothing_is_offered_that_needs_them(lay: Lay) -> None:
    plain = lay(java_script_enabled=False)
    plain.open(plain.start("tribello", *THREE).to_score + "share/")
    expect(plain.page.get_by_label("Scoring link")).to_be_visible()
    expect(plain.page.get_by_role("button", name="Copy")).to_have_count(0)


def test_the_whole_code_is_on_the_screen_and_large(phone: Phone) -> None:
    phone.open(phone.start("tribello", *THREE).to_score + "share/")
    bar = phone.page.get_by_role("navigation", name="This match")
    for label, kind in (("Viewing", "viewing"), ("Scoring", "scoring")):
        phone.tap(phone.page.locator("label").filter(has_text=label))
        code = phone.page.get_by_alt_text(f"QR code of the {kind} link")
        for screen in amount(SCREENS[::3], SCREENS):
            resized(phone, screen)
            phone.page.evaluate("scrollTo(0, 0)")
            expect(code).to_be_in_viewport(ratio=1)
            place = box(code)
            assert place["bottom"] <= box(bar)["y"], screen
            assert place["width"] == place["height"] >= min(0.55 * min(screen), 300)
