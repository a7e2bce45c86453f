"""The HTML page as a text: what is in it, and what cannot get out of it. test_html_page.py opens it."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
import subprocess
import sys
import time
from html.parser import HTMLParser
from pathlib import Path

import pytest
from helpers.pages import MARKUP, SOURCES, converted, form, hostile, many
from helpers.reports import EMPTY, HOSTILE, MODES, REPORT, hostile_report

from hipify_py.report import as_html
from hipify_py.report.form import Form
from hipify_py.report.formats import FORMATS
from hipify_py.report.model import FileReport, Report
from hipify_py.report.terminal import harmless
from hipify_py.rules.model import Replaced


class Elements(HTMLParser):
    """The elements of a page, with their attributes, and the texts of scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {"script": [], "style": [], "json": []}
        self._within = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self._within = "json" if dict(attrs).get("type") == "application/json" else tag

    def handle_endtag(self, _tag: str) -> None:
        self._within = ""

    def handle_data(self, data: str) -> None:
        if self._within in self.texts:
            self.texts[self._within].append(data)


def page(report: Report, made: Form | None = None) -> str:
    text = FORMATS["html"].render(report, made or form())
    text.encode()
    return text


def seen(text: str) -> str:
    """Give the overview as it is read."""
    body = text[text.index("<main>") : text.index('<form id="filters"')]
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", body)).split())


def data(text: str) -> dict[str, object]:
    return dict(json.loads(Elements(text).texts["json"][0]))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("report", [EMPTY, REPORT, converted(SOURCES), hostile_report()])
def test_a_page_is_whole_in_every_mode(mode: str, report: Report) -> None:
    text = page(report, form(mode))
    assert text.rstrip().endswith("</html>")
    assert len(Elements(text).texts["json"]) == len(report.files) + 2
    assert page(report, form(mode)) == text


def test_the_overview_has_the_counts_without_any_script() -> None:
    failed = FileReport("src/x.cu", "failed", reason="cannot be read")
    said = seen(page(converted(SOURCES, more=(failed,))))
    assert "1 file failed and is not converted. src/x.cu F001 cannot be read" in said
    assert "files to convert 2 of 5 edits 3 errors 2 warning 1 notes 0 lines to look at 3" in said
    assert "Effort: 5 lines changed or to look at" in said
    for row in ("automatic 2 40 %", "to review 0 0 %", "to decide 1 20 %", "no counterpart 2 40 %"):
        assert row in said
    assert "does not compile 2" in said
    assert "silently wrong 1" in said
    assert "By folder, below src/" in said
    assert "N001 no-counterpart 1" in said


def test_a_folder_with_others_below_it_is_no_filter() -> None:
    text = page(converted(SOURCES))
    assert re.findall(r'data-filter="folder"[^>]*title="([^:]*)', text) == ["src/b/"]
    assert "files in the top 1" in seen(text)
    (alone,) = re.findall(
        r'data-filter="folder"[^>]*title="([^:]*)', page(converted({"src/a.cu": "cudaFoo();"}))
    )
    assert alone == "src/"


def test_what_is_not_listed_is_counted() -> None:
    (file, *_) = converted(SOURCES).files
    files = (file._replace(suppressed=3, ignored=4, known=file.concerns),)
    made = Report(files, stale=2, replaced=((Replaced("name", "cudaFree", "own/a.toml:2"), 5),))
    said = seen(page(made))
    assert "3 suppressed by comments. 4 not reported, by --select, --ignore or the settings." in said
    assert "1 known by the baseline, and not listed here. 2 in the baseline alone." in said
    assert "Built-in rules replaced by your own: name cudaFree, by own/a.toml:2 (5)." in said


def test_nothing_is_fetched_and_nothing_but_its_own_script_runs() -> None:
    text = page(converted(SOURCES))
    elements = Elements(text)
    (policy,) = (
        a["content"] for tag, a in elements.found if a.get("http-equiv") == "Content-Security-Policy"
    )
    (script,), (style,) = elements.texts["script"], elements.texts["style"]
    hashes = [base64.b64encode(hashlib.sha256(one.encode()).digest()).decode() for one in (script, style)]
    assert (policy or "").split("; ") == [
        "default-src 'none'",
        f"script-src 'sha256-{hashes[0]}'",
        f"style-src 'sha256-{hashes[1]}'",
        "base-uri 'none'",
    ]
    for tag, attributes in elements.found:
        assert tag not in {"link", "img", "iframe", "object", "base", "embed"}
        assert not {"src", "srcset", "style", "action"} & attributes.keys()
        assert not any(name.startswith("on") for name in attributes)
        assert (attributes.get("href") or "#").startswith("#")
    assert "url(" not in style
    assert "@import" not in style
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b|new Function|fetch\(", script
    )


@pytest.mark.parametrize("report", [hostile(), hostile_report()])
def test_texts_of_sources_stay_texts(report: Report) -> None:
    text, plain = page(report), page(converted(SOURCES))
    own = {tag for tag, _ in Elements(plain).found}
    elements = Elements(text)
    assert {tag for tag, _ in elements.found} - own <= {"li", "ul", "strong", "div"}
    assert len(elements.texts["script"]) == 1
    assert MARKUP not in text
    assert not [char for char in text if not char.isprintable() and char != "\n"]
    (first, *_) = (one for one in data(text)["files"] if "/" in one["path"])  # type: ignore[attr-defined]
    assert first["path"] == min(file.path for file in report.files if "/" in file.path)


def test_what_a_kept_report_says_of_its_run_is_shown_harmless_too() -> None:
    replaced = ((Replaced(HOSTILE, HOSTILE, HOSTILE), 1),)
    text = page(REPORT._replace(rocm=HOSTILE, dnn=HOSTILE, replaced=replaced))
    assert not [char for char in text if not char.isprintable() and char != "\n"]
    assert f"ROCm {html.escape(harmless(HOSTILE))}" in text


def test_a_file_holds_what_is_shown_of_it() -> None:
    text = page(converted(SOURCES))
    files = data(text)["files"]
    content = json.loads(Elements(text).texts["json"][1])
    assert files[0]["found"][0][1:] == [5, 5, 5, 16, 3, 1]  # type: ignore[index]
    ((old, new, lines),) = content["passages"]
    assert (old, new, lines.split("\n")) == (
        1,
        1,
        [
            "-#include <cuda_runtime.h>",
            "+#include <hip/hip_runtime.h>",
            " void f(int *p)",
            " {",
            "-    cudaFree(p);",
            "+    hipFree(p);",
            "     nvmlInit_v2();",
            " }",
        ],
    )
    assert (content["lines"], content["left_out"]) == ({}, 0)
    assert "edits" not in content


def test_without_passages_there_are_the_lines_of_findings_and_the_edits() -> None:
    text = page(converted(SOURCES, both_sides=False))
    content = json.loads(Elements(text).texts["json"][1])
    assert content["passages"] == []
    assert content["lines"] == {"5": "    nvmlInit_v2();"}
    assert [*map(tuple, content["edits"])] == [
        (1, "cuda_runtime.h", "hip/hip_runtime.h"),
        (4, "cudaFree", "hipFree"),
    ]
    assert "kept no sources" in text
    assert "kept no sources" not in page(converted(SOURCES))


def test_a_finding_far_out_on_a_long_line_has_what_stands_around_it() -> None:
    source = f"int a = {'1 + ' * 300}nvmlInit_v2();\n"
    content = json.loads(Elements(page(converted({"src/a.cu": source}))).texts["json"][1])
    (line,) = content["lines"].values()
    assert line.startswith("…")
    assert line.endswith("nvmlInit_v2();")
    assert "nvmlInit" not in content["passages"][0][2]


def test_causes_come_with_the_documentation_of_their_rules() -> None:
    value = data(page(converted(SOURCES)))
    causes = [(one["severity"], one["rule"], one["fails"]) for one in value["causes"]]  # type: ignore[attr-defined]
    assert causes == [
        ("error", "D001", "compile"),
        ("error", "N001", "compile"),
        ("warning", "M003", "silent"),
    ]
    docs = dict(value["rules"]["D001"]["docs"])  # type: ignore[index]
    assert docs["Use instead"].startswith("`__lane_id()`")
    own = data(page(hostile()))["rules"]
    assert own[MARKUP] == {"name": "", "docs": []}  # type: ignore[index]


def test_the_parts_are_packed_and_a_run_without_a_page_loads_no_templates() -> None:
    there = {path.name for path in Path(as_html.HOME).iterdir()}
    assert there == {"page.html", "page.css", *(f"{name}.js" for name in as_html.SCRIPTS)}
    script = "\n".join((Path(as_html.HOME) / f"{name}.js").read_text("utf-8") for name in as_html.SCRIPTS)
    assert script.isascii() or "…" in script or "·" in script
    assert "</script" not in script
    code = "import sys, hipify_py.report.formats, hipify_py.report.as_csv; print('jinja2' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_many_findings_make_a_page_in_little_time() -> None:
    report = many(100, 20)
    started = time.process_time()
    text = page(report)
    assert time.process_time() - started < 2
    assert len(text) < 4_000_000


def test_the_head_names_the_project_and_the_date() -> None:
    report = converted({"src/a.cu": "cudaFoo();"})
    text = page(report, form()._replace(project="<solver>", date="2026-01-02 03:04 UTC"))
    assert "<title>&lt;solver&gt;: hipify-py report</title>" in text
    assert "<h1>&lt;solver&gt;: hipify-py report</h1>" in text
    assert "<time>2026-01-02 03:04 UTC</time>" in text


def test_a_page_of_nothing_named_has_neither() -> None:
    text = page(converted({"src/a.cu": "cudaFoo();"}))
    assert "<title>hipify-py report</title>" in text
    assert "<time>" not in text
