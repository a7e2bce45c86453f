"""The HTML page in a browser: it opens, filters, opens causes and files, obeys keys, and is quick."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put, run
from helpers.pages import LONG, MARKUP, SOURCES, converted, hostile, many, written
from helpers.reports import SYMBOL

from hipify_py.report.causes import causes
from hipify_py.report.model import FileReport, Report

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from helpers.browser import Page

    from hipify_py.model import Fails

TITLES = "[...document.querySelectorAll('#causes .rule code')].map((one) => one.textContent)"
PATHS = "[...document.querySelectorAll('#files .path')].map((one) => one.textContent)"
SHOWN = "document.getElementById('shown').textContent"
FOCUS = "document.activeElement.textContent"


def change(page: Page, element: str, value: str) -> None:
    """Put a value into a field as a person does, and wait until the lists follow."""
    page.ask(
        f"new Promise((done) => {{ const one = document.getElementById('{element}'); one.value = '{value}';"
        " one.dispatchEvent(new Event('input', {bubbles: true}));"
        " one.dispatchEvent(new Event('change', {bubbles: true})); setTimeout(done, 120); })"
    )


def click(page: Page, selector: str) -> None:
    page.ask(
        f"new Promise((done) => {{ document.querySelector(`{selector}`).click(); setTimeout(done, 120); }})"
    )


@pytest.fixture
def opened(page: Page, tmp_path: Path) -> Page:
    """Open the page of a few sources."""
    failed = FileReport("src/x.cu", "failed", reason="cannot be read")
    page.open(written(tmp_path, converted(SOURCES, more=(failed,))))
    return page


def test_it_opens_with_the_worst_first_and_says_nothing_to_the_console(opened: Page) -> None:
    assert opened.ask(TITLES) == ["D001", "N001", "M003"]
    assert opened.ask(PATHS) == ["a.cu", "b/c.cu", "b/d.cu", "x.cu"]
    assert opened.ask(SHOWN) == "3 findings of 3, 3 causes"
    assert opened.said == []


def test_what_stops_the_build_and_the_program_come_first(page: Page, tmp_path: Path) -> None:
    fails: tuple[tuple[str, Fails], ...] = (("E3", "run"), ("E1", "link"), ("E2", "silent"))
    found = [SYMBOL._replace(rule=rule, severity="error", fails=how) for rule, how in fails]
    again = (SYMBOL.start, "and here")
    aside = found[1]._replace(rule="E9", related=(again, again))
    files = (
        FileReport("tests/a.cu", "unchanged", concerns=(aside, *found)),
        FileReport("u/b.cu", "unchanged", concerns=tuple(found)),
    )
    page.open(written(tmp_path, Report(files)))
    assert page.ask(TITLES) == ["E1", "E9", "E2", "E3"]
    ways = "[...document.querySelectorAll('#causes .ways')].map((one) => one.lastChild.textContent)"
    assert page.ask(ways) == ["2 files", "3 places in 1 file", "2 files", "2 files"]
    click(page, "#causes li summary")
    places = "[...document.querySelectorAll('#causes .places a')].map((one) => one.textContent)"
    assert page.ask(places) == ["u/b.cu:3:2", "tests/a.cu:3:2"]


def test_it_filters(opened: Page) -> None:
    change(opened, "rule", "N001")
    assert (opened.ask(TITLES), opened.ask(PATHS)) == (["N001"], ["a.cu"])
    click(opened, "[type=reset]")
    change(opened, "folder", "src/b/")
    assert (opened.ask(TITLES), opened.ask(PATHS)) == (["D001", "M003"], ["b/c.cu", "b/d.cu"])
    change(opened, "fails", "silent")
    assert (opened.ask(TITLES), opened.ask(PATHS)) == (["M003"], ["b/d.cu"])
    click(opened, "[type=reset]")
    click(opened, "[name=severity][value=error]")
    assert opened.ask(TITLES) == ["M003"]
    click(opened, "[type=reset]")
    change(opened, "effort", "none")
    assert opened.ask(TITLES) == ["D001", "N001"]
    click(opened, "[type=reset]")
    change(opened, "status", "failed")
    assert (opened.ask(TITLES), opened.ask(PATHS)) == (["D001", "N001", "M003"], ["x.cu"])
    change(opened, "status", "")
    assert opened.ask(PATHS) == ["a.cu", "b/c.cu", "b/d.cu", "b/e.h", "x.cu"]
    assert opened.said == []


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("asm", ["D001"]),
        ("ASM volatile", ["D001"]),
        ("nvmlInit_v2", ["N001"]),
        ("src/b/d", ["M003"]),
        ("inline-ptx", ["D001"]),
        ("no such word", []),
    ],
)
def test_it_searches_paths_rules_messages_and_code(opened: Page, words: str, found: list[str]) -> None:
    change(opened, "search", words)
    assert opened.ask(TITLES) == found


def test_a_row_of_a_chart_is_a_filter(opened: Page) -> None:
    click(opened, "[data-filter=folder]")
    assert opened.ask("document.getElementById('folder').value") == "src/b/"
    assert opened.ask(TITLES) == ["D001", "M003"]
    click(opened, "[data-filter=rule][data-value='1']")
    assert opened.ask("document.getElementById('rule').value") == "N001"
    click(opened, "[data-filter=effort][data-value=decide]")
    assert opened.ask(TITLES) == ["M003"]


def test_a_cause_opens_with_its_documentation_and_leads_to_its_place(opened: Page) -> None:
    click(opened, "#causes li:nth-child(2) summary")
    assert (
        opened.ask("document.querySelector('#causes details[open] .docs dt').textContent") == "What it does"
    )
    assert opened.ask("document.querySelector('#causes details[open] .places li').textContent") == (
        "a.cu:5:5nvmlInit_v2();"
    )
    click(opened, "#causes details[open] .places a")
    assert opened.ask("document.querySelectorAll('#files tr.open').length") == 1
    assert "line 5:5" in opened.ask("document.querySelector('.finding.here').textContent")


def test_causes_are_those_of_the_text_report(page: Page, tmp_path: Path) -> None:
    last = "nvmlValueType_t c; nvmlShutdown();\n"
    report = converted({"a.cu": "nvmlSamplingType_t a;\n", "b.cu": "nvmlValueType_t b;\n", "c.cu": last})
    page.open(written(tmp_path, report))
    assert page.ask(SHOWN) == f"4 findings of 4, {len(causes(report))} causes"
    assert len(causes(report)) == 2
    first = page.ask("document.querySelector('#causes summary').textContent")
    assert "nvmlSamplingType_t has no HIP counterpart" in first
    assert "(2 messages)" in first
    click(page, "#causes summary")
    assert page.ask("document.querySelectorAll('#causes details[open] .places .message').length") == 3
    assert page.said == []


def test_causes_may_be_rules(page: Page, tmp_path: Path) -> None:
    call, both = "void f() { nvmlInit_v2(); }\n", "void g() { nvmlInit_v2(); nvmlReturn_t r; }\n"
    report = converted({"a.cu": call, "b.cu": both, "c.cu": "#include <nvml.h>\n"})
    page.open(written(tmp_path, report))
    shown = "[...document.querySelectorAll('#causes summary')].map((one) => one.textContent)"
    assert [text[:12] for text in page.ask(shown)] == [
        "error2 \xd7N001",
        "error1 \xd7N001",
        "error1 \xd7N005",
    ]
    change(page, "cause", "rule")
    (first, second) = page.ask(shown)
    said = "reports a CUDA name that ROCm has no counterpart for; it stays as it is. (2 messages)"
    assert first.startswith(f"error3 \xd7N001no-counterpart{said}")
    assert "(" not in second.partition("N005")[2].partition("header nvml.h")[0]
    click(page, "#causes summary")
    assert page.ask("document.querySelectorAll('#causes .places .message').length") == 3
    assert page.said == []


ROWS = (
    "[...document.querySelectorAll('.sides tbody tr')].map((row) => row.matches('.finding') ? 'finding' :"
    " [...row.cells].map((cell) => cell.textContent))"
)


def test_a_file_opens_with_both_sides_and_findings_at_their_lines(opened: Page) -> None:
    click(opened, "#files .path")
    assert opened.ask(ROWS) == [
        ["1", "#include <cuda_runtime.h>", "1", "#include <hip/hip_runtime.h>"],
        ["2", "void f(int *p)", "2", "void f(int *p)"],
        ["3", "{", "3", "{"],
        ["4", "    cudaFree(p);", "4", "    hipFree(p);"],
        ["5", "    nvmlInit_v2();", "5", "    nvmlInit_v2();"],
        "finding",
        ["6", "}", "6", "}"],
    ]
    words = "[...document.querySelectorAll('.sides .word')].map((one) => one.textContent)"
    assert opened.ask(words) == ["cuda_runtime", "hip/hip_runtime", "cudaFree", "hipFree"]
    assert opened.ask("document.querySelector('.said-error').textContent") == "nvmlInit_v2"
    click(opened, ".finding button")
    assert opened.ask("document.querySelector('.finding .docs dt').textContent") == "What it does"
    click(opened, "#files .path")
    assert opened.ask("document.querySelectorAll('.sides').length") == 0


def test_files_are_sorted(opened: Page) -> None:
    click(opened, "[data-sort=path]")
    assert opened.ask(PATHS) == ["a.cu", "b/c.cu", "b/d.cu", "x.cu"]
    click(opened, "[data-sort=path]")
    assert opened.ask(PATHS) == ["x.cu", "b/d.cu", "b/c.cu", "a.cu"]
    click(opened, "[data-sort=warning]")
    assert opened.ask(PATHS)[0] == "b/d.cu"
    assert opened.ask("document.querySelectorAll('[aria-sort]').length") == 1


def test_keys_search_step_and_open(opened: Page) -> None:
    opened.press("j")
    assert opened.ask(FOCUS).startswith("error1 \xd7D001")
    opened.press("j")
    assert opened.ask(FOCUS).startswith("error1 \xd7N001")
    opened.press("Enter")
    assert opened.ask("document.querySelectorAll('#causes details[open]').length") == 1
    for _ in range(2):
        opened.press("j")
    assert opened.ask(FOCUS) == "a.cu"
    opened.press("Enter")
    opened.press("j")
    assert opened.ask(FOCUS) == "N001"
    opened.press("k")
    assert opened.ask(FOCUS) == "a.cu"
    opened.press("/")
    assert opened.ask("document.activeElement.id") == "search"
    opened.press("j")
    assert opened.ask("document.getElementById('search').value") == "j"
    opened.press("Escape")
    opened.press("?")
    assert opened.ask("document.getElementById('keys').open") is True
    opened.press("Escape")
    assert opened.ask("document.getElementById('keys').open") is False
    assert opened.said == []


def test_a_key_goes_from_section_to_section(opened: Page) -> None:
    opened.resize(1400, 300)
    opened.ask("document.querySelectorAll('#causes summary, #files .path').forEach((one) => one.click())")
    opened.ask("window.scrollTo(0, 0)")
    for section in ("causes", "files", "overview"):
        opened.press("g")
        assert 0 <= opened.ask(f"document.getElementById('{section}').getBoundingClientRect().top") <= 130


def test_it_is_light_and_dark_as_the_system_is_or_as_chosen(opened: Page) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    light = opened.ask(ground)
    opened.media(scheme="dark")
    dark = opened.ask(ground)
    assert light != dark
    opened.press("t")
    assert opened.ask(ground) == light
    opened.press("t")
    assert opened.ask(ground) == dark
    opened.media(scheme="light")
    assert opened.ask(ground) == dark
    opened.media(kind="print")
    assert opened.ask(ground) == light
    assert opened.ask("getComputedStyle(document.getElementById('filters')).display") == "none"


def test_a_narrow_window_needs_no_sideways_scrolling(opened: Page) -> None:
    click(opened, "#files .path")
    for width in (1400, 900, 380):
        opened.resize(width, 800)
        assert opened.ask("document.documentElement.scrollWidth") <= width


def test_an_address_opens_a_file_at_a_line(page: Page, tmp_path: Path) -> None:
    path = written(tmp_path, converted(SOURCES))
    page.open(path, "#file=src%2Fb%2Fd.cu:1")
    assert page.ask("document.querySelector('tr.open .path').textContent") == "b/d.cu"
    page.open(path, "#file=%FF:1")
    page.open(path, "#file=gone.cu:1")
    assert page.said == []


def test_hostile_texts_are_shown_and_nothing_else(page: Page, tmp_path: Path) -> None:
    path = written(tmp_path, hostile())
    page.open(path)
    page.ask("document.querySelectorAll('#causes summary, #files .path').forEach((one) => one.click())")
    page.ask("new Promise((done) => setTimeout(done, 200))")
    assert page.said == []
    assert page.ask("document.querySelectorAll('img').length") == 0
    text = page.ask("document.body.innerText")
    assert MARKUP in text
    assert r"\u202eevil\u2066 \u2028\u2029 \x1b[31m \x00 \u200b \ud800 \xff \U000e0041" in text
    assert "\u202e" not in text
    assert LONG not in page.ask(
        "[...document.querySelectorAll('.sides .line')].map((one) => one.textContent).join()"
    )
    assert page.ask(
        "[...document.querySelectorAll('option')].some((one) => one.textContent.includes('<img'))"
    )


def test_a_kept_report_shows_lines_and_edits(page: Page, tmp_path: Path) -> None:
    put(tmp_path / "src" / "a.cu", SOURCES["src/a.cu"])
    run("check", "src", "--report", "json:r.json", "--report", "html:whole.html", cwd=tmp_path)
    done = run("report", "r.json", "--report", "html:r.html", "-q", cwd=tmp_path)
    assert done.code == 0
    rows = {}
    for name in ("whole.html", "r.html"):
        page.open(tmp_path / name)
        click(page, "#files .path")
        rows[name] = page.ask(ROWS)
    assert ["4", "    cudaFree(p);", "4", "    hipFree(p);"] in rows["whole.html"]
    assert rows["r.html"] == [
        ["1", "cuda_runtime.h", "", "hip/hip_runtime.h"],
        ["4", "cudaFree", "", "hipFree"],
        ["5", "    nvmlInit_v2();", "", "    nvmlInit_v2();"],
        "finding",
    ]
    assert page.said == []


def within(seconds: float, measure: Callable[[], float]) -> bool:
    """Say whether something is done in some time, measured again where the machine may have been busy."""
    return any(measure() < seconds for _ in range(6))


def test_a_thousand_files_with_twenty_thousand_findings_can_be_used_within_two_seconds(
    page: Page, tmp_path: Path
) -> None:
    path = written(tmp_path, many(1000, 20))
    search = (
        "new Promise((done) => { const one = document.getElementById('search'); one.value = 'name7 compute';"
        " one.dispatchEvent(new Event('input', {bubbles: true})); setTimeout(done, 60); })"
    )

    def first_search() -> float:
        """Give the time of a search for which all files are read."""
        page.open(path)
        return page.timed(search)

    assert within(2, lambda: page.open(path))
    assert "of 20,000" in page.ask(SHOWN)
    assert within(2, first_search)
    assert within(1, lambda: page.timed(search))
    for selector in ("[type=reset]", "#causes summary", "#files .path", "[data-sort=path]"):
        assert within(1, lambda: page.timed(f"document.querySelector('{selector}').click()"))  # noqa: B023  called at once
    assert page.said == []
