"""Solving and watching: every engine, the race, stop, hint, the replay, links, the logic."""

from __future__ import annotations

import base64
import re
import zlib

import pytest
from playwright.sync_api import Locator, expect

from helpers.pages import Opener, button, click_cell, counted, go, paste, solve, to_play, type_keys, words
from sokoplan.engines import ENGINES
from sokoplan.engines.answer import Request
from sokoplan.engines.options import fitting
from sokoplan.puzzle.library import bundled
from sokoplan.puzzle.plan import Plan
from sokoplan.puzzle.verify import verify


@pytest.mark.parametrize("engine", ENGINES)
def test_solve_and_watch_to_the_end(open_page: Opener, engine: str) -> None:
    page = open_page("#solve/round-the-bend")
    answer = solve(page, engine)
    expect(answer).to_contain_text("5 moves, 3 pushes")
    expect(answer).to_contain_text(re.compile(f"Proved by {engine} in .* s: no plan is better"))
    plan = page.get_by_label("The plan").inner_text()
    button(page, "Watch it").click()
    page.get_by_label("Speed").select_option("very fast")
    button(page, "Play").click()
    expect(page.locator(".place")).to_have_text("5 / 5")
    expect(page.locator(".letters .now")).to_have_text(plan[-1])
    expect(page.locator("use[href='#t-box-done']")).to_have_count(1)
    expect(page.locator(".watch")).not_to_contain_text("does not solve the level")


@pytest.mark.parametrize("engine", ENGINES)
def test_the_options_are_the_rows_of_the_table(open_page: Opener, engine: str) -> None:
    page = open_page("#solve/round-the-bend")
    page.get_by_label("Engine", exact=True).select_option(engine)
    page.get_by_label("Find").select_option("pushes")
    request = Request(bundled()["round-the-bend"].level(), "pushes")
    rows = [row for row in fitting(engine, request) if row.web]
    expect(page.locator(".option")).to_have_count(len(rows))
    # Those with flags come first, then the switches of the search.
    for row in sorted(rows, key=lambda row: not row.flag)[::7]:
        shown = page.locator(f"[data-option='{row.name}']")
        expect(shown).to_contain_text(f"{row.help}.")
        control = shown.locator("input, select")
        expect(control).to_have_value(row.default)
        if row.kind == "number" and row.most is not None:
            expect(control).to_have_attribute("max", str(row.most))


def test_an_option_is_used_and_kept(open_page: Opener) -> None:
    page = open_page("#solve/round-the-bend")
    page.get_by_label("Engine", exact=True).select_option("sat")
    page.get_by_text("Options of sat").click()
    page.get_by_label("max-steps").fill("2")
    page.get_by_label("max-steps").press("Tab")
    expect(solve(page, "sat")).to_contain_text("No answer")
    page.reload()
    expect(page.get_by_label("max-steps")).to_have_value("2")
    page.get_by_label("max-steps").fill("")
    page.get_by_label("max-steps").press("Tab")
    expect(solve(page, "sat")).to_contain_text("5 moves, 3 pushes")


def test_what_is_found_stands_on_the_card(open_page: Opener) -> None:
    page = open_page()
    button(page, "Add levels").click()
    page.get_by_label("The level as text").fill("#######\n#@ $ .#\n#######\n")
    button(page, "Add").click()
    page.get_by_role("tab", name="Solve").click()
    solve(page)
    go(page, "#set/own")
    expect(page.locator(".level-card")).to_contain_text("optimal: 3 moves")


def test_watch_by_keys(open_page: Opener) -> None:
    page = open_page("#solve/first-push")
    solve(page)
    button(page, "Watch it").click()
    place = page.locator(".place")
    expect(place).to_have_text("0 / 4")
    for key, where in [("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", 4), ("Home", 0)]:
        page.keyboard.press(key)
        expect(place).to_have_text(f"{where} / 4")
    page.get_by_label("Step", exact=True).fill("3")
    expect(place).to_have_text("3 / 4")
    page.get_by_label("Count visits to each cell").check()
    expect(page.locator(".heat text")).to_have_text(["1"] * 4)


def test_race(open_page: Opener) -> None:
    page = open_page("#solve/around-the-back")
    button(page, "Race all").click()
    expect(page.locator(".verdict")).to_contain_text("8 moves")
    expect(page.locator(".lane")).to_have_count(len(ENGINES))
    expect(page.locator(".lane.running")).to_have_count(0)


def test_in_a_race_all_may_finish(open_page: Opener) -> None:
    page = open_page("#solve/round-the-bend")
    page.get_by_label("Find").select_option("pushes")
    page.get_by_text("More choices").click()
    page.get_by_label("Let all engines finish a race").check()
    button(page, "Race all").click()
    expect(page.locator(".answer .verdict")).to_contain_text("Proved by")
    # Each says what it was asked, and answers in that unit.
    expect(page.locator(".lane.solved")).to_have_count(len(ENGINES))
    for lane in page.locator(".lane").all():
        expect(lane).to_contain_text("fewest pushes")
        expect(lane).to_contain_text("3 pushes, optimal")
    expect(page.locator(".chart .bar")).to_have_count(len(ENGINES))


def test_a_plan_at_once_and_better_ones_while_you_wait(open_page: Opener) -> None:
    page = open_page("#solve/cathedral")  # nobody proves its fewest moves while a test lasts
    expect(page.get_by_label("Engine", exact=True)).to_have_value("anytime")
    page.get_by_label("Time limit (s)").fill("600")
    page.get_by_label("Time limit (s)").press("Tab")
    button(page, "Solve").click()
    so_far = page.locator(".so-far")
    expect(so_far).to_contain_text(re.compile(r"Best so far: \d+ moves, \d+ pushes"))
    expect(so_far).to_contain_text(re.compile(r"Proved: at least \d+ moves.*gap \d+\.\d %"))
    button(page, "Watch the best so far").click()
    expect(page.locator(".watch")).not_to_contain_text("does not solve the level")
    page.keyboard.press("End")
    plan = page.locator(".letters").inner_text()
    assert verify(bundled()["cathedral"].level(), Plan(plan.lower())).solved
    page.get_by_role("tab", name="Solve").click()
    expect(page.locator(".lane", has_text="fewest moves").first).to_contain_text("running")
    button(page, "Stop").click()
    answer = page.locator(".answer .verdict")
    expect(answer).to_contain_text(re.compile(r"any plan takes at least \d+ moves: that is proved \(gap"))
    kept = page.get_by_label("The plan").inner_text()  # what was found, or a better one since
    assert verify(bundled()["cathedral"].level(), Plan(kept.lower())).solved
    assert len(kept) <= len(plan)
    expect(so_far).to_have_count(0)


def test_a_plan_is_made_better(open_page: Opener) -> None:
    page = open_page("#play/around-the-back")
    type_keys(page, "lr" + (bundled()["around-the-back"].solution or "urrrdLLL").lower())
    page.get_by_role("dialog").wait_for()
    button(page, "Watch it").click()
    button(page, "Improve this plan").click()
    expect(page.locator(".lane", has_text="improving the plan")).to_have_count(1)
    expect(page.locator(".answer .verdict")).to_contain_text("Solved in 8 moves, 3 pushes")
    button(page, "Watch it").click()
    expect(page.locator(".place")).to_have_text("0 / 8")


def test_every_horizon_is_plotted(open_page: Opener) -> None:
    page = open_page("#solve/around-the-back")
    solve(page, "sat", "moves")
    dots = page.locator(".chart circle.series-0")
    expect(dots).not_to_have_count(0)
    page.get_by_text("The numbers of sat, horizon by horizon").click()
    rows = page.locator(".horizon-table tbody tr")
    expect(rows.last).to_contain_text("8 moves")
    expect(rows.last).to_contain_text("plan")
    expect(rows).to_have_count(dots.count())
    expect(page.locator(".lane-words")).to_have_text(re.compile(r"^[\d,]+ conflicts?$"))


def test_a_wide_table_leaves_the_panel_as_it_is(open_page: Opener) -> None:
    """It used to push fields and plots out of the panel, where nobody could see them."""
    page = open_page("#solve/sample-map-1")
    solve(page, "asp", "moves")
    page.get_by_text("The numbers of asp, horizon by horizon").click()
    expect(page.locator(".horizon-table th")).to_have_text(
        ["horizon", "answer", "seconds", "atoms", "rules", "conflicts"]
    )
    panel = page.locator("aside.panel").bounding_box()
    assert panel is not None
    for part in (".lane", ".chart", ".table-place"):
        inner = page.locator(part).first.bounding_box()
        assert inner is not None
        assert inner["x"] + inner["width"] <= panel["x"] + panel["width"]


def test_each_box_once_can_be_chosen(open_page: Opener) -> None:
    page = open_page()
    paste(page, "######\n#   .#\n##*$ #\n#   @#\n######\n")  # one box has been on its goal, and must leave it
    page.get_by_role("tab", name="Solve").click()
    expect(solve(page, "search")).to_contain_text("There is no plan")
    page.get_by_text("More choices").click()
    page.get_by_label("Every box has to be").select_option("on a goal at some time")
    expect(solve(page, "search")).to_contain_text("Solved in 7 moves")
    button(page, "Watch it").click()
    expect(page.locator(".watch")).not_to_contain_text("does not solve the level")
    go(page, "#set/own")  # that was another question: by the level's own rules it has no plan
    expect(page.locator(".level-card")).to_contain_text("proved unsolvable")


def test_all_plans_are_counted(open_page: Opener) -> None:
    entry = next(one for one in bundled().values() if one.game == "helltaker" and 1 < (one.plans or 0) < 40)
    page = open_page(f"#solve/{entry.name}")
    page.get_by_text("More choices").click()
    page.get_by_label("Count all plans within the limit").check()
    expect(solve(page)).to_contain_text(f"There are {entry.plans} plans within the limit")
    plans = page.get_by_label("Plan", exact=True)
    expect(plans.locator("option")).to_have_count(entry.plans or 0)
    first = page.get_by_label("The plan").inner_text()
    assert first == first.lower()  # as the command line prints it
    plans.select_option(index=1)
    expect(page.get_by_label("The plan")).not_to_have_text(first)


def test_a_search_goes_on_behind_another_tab(open_page: Opener) -> None:
    page = open_page("#solve/bottom-drawer")
    page.get_by_label("Engine", exact=True).select_option("oracle")
    button(page, "Solve").click()
    page.get_by_role("tab", name="Play").click()
    expect(page.get_by_text("See the Solve tab.")).to_be_visible()
    page.get_by_role("tab", name="Solve").click()
    expect(page.locator(".verdict")).to_contain_text("46 moves")


def test_watch_what_you_did_or_what_was_found(open_page: Opener) -> None:
    page = open_page("#play/first-push")
    type_keys(page, "rl")
    page.get_by_role("tab", name="Watch").click()
    expect(page.locator(".watch")).to_contain_text("Your own moves so far. It does not solve the level.")
    page.get_by_role("tab", name="Solve").click()
    solve(page)
    page.get_by_role("tab", name="Watch").click()
    expect(page.locator(".place")).to_have_text("2 / 6")
    page.get_by_role("combobox", name="Watch").select_option("own")
    expect(page.locator(".place")).to_have_text("0 / 2")


def test_no_plan_is_proved(open_page: Opener) -> None:
    page = open_page("#solve/too-late")
    answer = solve(page, "search")
    expect(answer).to_contain_text("There is no plan")
    expect(answer).to_contain_text("Proved by search")


def test_solve_from_the_middle_and_hint(open_page: Opener) -> None:
    page = open_page("#play/first-push")
    type_keys(page, "rr")
    page.keyboard.press("h")
    expect(page.locator(".status")).to_have_text("Look at the box at row 2, column 5.")
    page.keyboard.press("h")
    page.keyboard.press("h")
    expect(page.locator(".status")).to_have_text("Push the box at row 2, column 5 to the right.")
    expect(page.locator(".board use[href='#m-hint-r']")).to_have_count(1)
    type_keys(page, "r")  # the hint is taken, and gone
    expect(page.locator(".board use[href='#m-hint-r']")).to_have_count(0)
    expect(page.get_by_text("Push the box at")).to_have_count(0)
    page.keyboard.press("z")
    page.get_by_role("tab", name="Solve").click()
    expect(page.get_by_text("Solves from the current position, after 2 moves.")).to_be_visible()
    expect(solve(page)).to_contain_text("2 moves, 2 pushes")
    button(page, "Watch it").click()
    expect(page.locator(".place")).to_have_text("2 / 4")
    expect(page.locator(".letters .own")).to_have_count(2)


def test_a_hopeless_position_gets_no_hint(open_page: Opener) -> None:
    page = open_page("#play/too-late")
    button(page, "Hint").click()
    expect(page.get_by_text("This position cannot be won: that is proved.")).to_be_visible()


def test_stop_a_long_solve(open_page: Opener) -> None:
    page = open_page("#solve/cathedral")
    page.get_by_label("Engine", exact=True).select_option("oracle")
    button(page, "Solve").click()
    expect(page.locator(".lane.running")).to_be_visible()
    expect(page.locator(".lane-time")).to_contain_text(re.compile(r"[1-9]\.\d s|0\.[1-9] s"))
    button(page, "Stop").click()
    expect(page.locator(".answer")).to_contain_text("Stopped")
    expect(button(page, "Solve")).to_be_enabled()
    expect(button(page, "Stop")).to_be_disabled()


def test_take_it_away(open_page: Opener) -> None:
    page = open_page("#solve/first-push")
    solve(page)
    button(page, "Watch it").click()
    for name, start in [("GIF", b"GIF89a"), ("SVG", b"<svg"), ("HTML replay", b"<!doctype html")]:
        with page.expect_download() as waiting:
            button(page, name).click()
        content = waiting.value.path().read_bytes()
        assert content.lower().startswith(start.lower()), (name, content[:40])
        assert waiting.value.suggested_filename.startswith("First-Push.")
    button(page, "Copy LURD").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    lurd = page.evaluate("navigator.clipboard.readText()")
    assert verify(bundled()["first-push"].level(), Plan(lurd.lower())).solved


def test_share_link(open_page: Opener) -> None:
    page = open_page("#solve/locksmith")
    solve(page)
    button(page, "Watch it").click()
    button(page, "Copy link").click()
    button(page, "Copy local link").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    letters = page.locator(".letters").inner_text()
    other = open_page(link[link.index("#") :])  # another browser, which knows nothing
    expect(other.get_by_role("heading", level=1)).to_have_text("Locksmith")
    expect(other.locator(".letters")).to_have_text(letters)
    other.keyboard.press("End")
    expect(other.locator(".watch")).not_to_contain_text("does not solve the level")
    other.get_by_role("tab", name="Play").click()
    expect(counted(other, "Moves left")).to_have_text("18")


def packed(data: bytes) -> str:
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.urlsafe_b64encode(squeezer.compress(data) + squeezer.flush()).decode().rstrip("=")


def test_damaged_links(open_page: Opener) -> None:
    page = open_page()
    bomb, stranger = packed(b" " * 5_000_000), packed(b'{"game": "chess", "height": 3, "width": 1e9}')
    wrong = ["AAAA", "%3Cscript%3E", "&plan=rrr", bomb, stranger]
    for link in [part for one in wrong for part in (f"#play/level={one}", "#draw")]:
        go(page, link)
        expect(page.get_by_text(words("This link is damaged"))).to_have_count(int("level" in link))


def test_unknown_level(open_page: Opener) -> None:
    page = open_page("#play/there-is-none", refusals=True)
    expect(page.get_by_text("Level not found.")).to_be_visible()


def test_the_packing_plan(open_page: Opener) -> None:
    page = open_page("#solve/bottom-drawer")
    show = button(page, "Packing plan")
    show.click()
    plan = page.get_by_role("region", name="Packing plan")
    expect(plan).to_contain_text("A packing plan in 4 steps: 3 goals, 1 box parked on the way.")
    expect(plan.locator("li")).to_have_count(4)
    expect(page.locator("svg.board .label")).to_have_count(7)  # three boxes, three goals, one parking place
    expect(page.locator("svg.board .label.parked")).to_have_text("P3")
    plan.locator("li").first.hover()
    expect(page.locator(".marks.chosen use")).to_have_count(1)
    expect(page.locator(".marks.target use")).to_have_count(1)
    to_play(page)
    expect(page.locator("svg.board .label")).to_have_count(0)
    type_keys(page, "lluurrD")  # the middle box, where box 3 would have been parked: a plan from here parks none
    page.get_by_role("tab", name="Solve").click()
    expect(plan).to_contain_text("A packing plan in ")
    show.click()
    expect(plan).to_be_hidden()
    expect(page.locator("svg.board .label")).to_have_count(0)


def test_a_level_without_goals_has_no_packing_plan(open_page: Opener) -> None:
    page = open_page("#solve/diamond")
    button(page, "Packing plan").click()
    plan = page.get_by_role("region", name="Packing plan")
    expect(plan).to_have_text(words("a sink swallows every box"))


def test_the_logic(open_page: Opener) -> None:
    page = open_page("#solve/first-push")
    solve(page)
    page.get_by_role("tab", name="Logic").click()
    page.get_by_label("Step of the plan").fill("1")
    click_cell(page, 1, 3)

    def part(name: str) -> Locator:
        return page.get_by_role("region", name=name).locator("li")

    expect(part("Facts").filter(has_text="box(1,3)")).to_contain_text("holds")
    expect(part("Facts").filter(has_text="player(1,3)")).to_contain_text("does not hold")
    expect(part("Operators").filter(has_text="push(1,2,right)").first).to_contain_text("the plan does this")
    walk = part("Operators").filter(has=page.get_by_text("move(1,2,right)", exact=True))
    expect(walk).to_contain_text("not possible")
    expect(walk.locator(".failed")).to_have_text("not box(1,3)")
    expect(part("SAT clauses").filter(has_text="box(1,3,t1)")).not_to_have_count(0)
    expect(part("ASP rules").filter(has_text="pushed(L,M,T)")).not_to_have_count(0)
    part("Facts").filter(has_text="box(1,3)").hover()
    for name in ("Facts", "Operators", "SAT clauses", "ASP rules"):
        expect(page.get_by_role("region", name=name).locator("li.connected")).not_to_have_count(0)
    expect(part("Facts").filter(has_text="player(1,3)")).not_to_have_class(re.compile("connected"))
    part("Facts").filter(has_text="player(1,3)").focus()
    page.keyboard.press("Enter")  # held, wherever the pointer goes
    part("Facts").filter(has_text="box(1,3)").hover()
    expect(part("Facts").filter(has_text="player(1,3)")).to_have_class(re.compile("connected"))
