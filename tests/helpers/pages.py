"""Reports for the HTML page: of sources that are converted, of many files, and of hostile names and texts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from hipify_py.conversion import convert
from hipify_py.edits import render
from hipify_py.model import Edit, Finding, Result, Span
from hipify_py.report.describe import describe
from hipify_py.report.form import Form
from hipify_py.report.formats import FORMATS
from hipify_py.report.model import FileReport, Report
from hipify_py.rules.load import load
from hipify_py.settings import Options

if TYPE_CHECKING:
    from collections.abc import Iterable

MARKUP = "</script><script>alert(1)</script><img src=x onerror=alert(2)>'\"`&amp;<!--"
ODD = "\u202eevil\u2066 \u2028\u2029 \x1b[31m \x00 \u200b \ud800 \udcff \U000e0041"
LONG = "x" * 100_000
SOURCES = {
    "src/a.cu": "#include <cuda_runtime.h>\nvoid f(int *p)\n{\n    cudaFree(p);\n    nvmlInit_v2();\n}\n",
    "src/b/c.cu": '__device__ void g(int &x) { asm volatile("mov.u32 %0, %%smid;" : "=r"(x)); }\n',
    "src/b/d.cu": "#if CUDART_VERSION >= 12000\nint x;\n#endif\n",
    "src/b/e.h": "int plain;\n",
}


def form(mode: str = "check", code: int = 1) -> Form:
    """Give what a page may need beside the report."""
    rules = load()
    names = {key: rule.name for key, rule in rules.by_id.items()}
    return Form(mode, code, names, rules=rules)  # type: ignore[arg-type]


def converted(sources: dict[str, str], *, both_sides: bool = True, more: Iterable[FileReport] = ()) -> Report:
    """Convert some sources and report them."""
    rules = load()
    files = [
        describe(path, convert(text.encode(), rules, Options(path=path)), both_sides=both_sides)
        for path, text in sources.items()
    ]
    return Report((*files, *more), "7.2")


def hostile() -> Report:
    """Give a report in which every text is markup, or turns lines around."""
    files = []
    for number, text in enumerate((MARKUP, ODD, LONG)):
        source = f"// {text}\ncudaFree(p); // {text}\n".encode("utf-8", "surrogatepass")
        edit = Edit(Span(source.index(b"cuda"), source.index(b"(p")), (b"hipFree",), "N000", "rename")
        finding = Finding("N001", "error", Span(3, 20), text, origin=f"{text}:1")
        result = Result(source, render(source, [edit]), (edit,), (finding, finding._replace(rule=text)))
        files.append(
            describe(f"src/{text[:500]}/{number}.cu", result, both_sides=number != 1)._replace(target=text)
        )
    files.append(FileReport(f"{MARKUP}{ODD}", "failed", reason=f"{MARKUP}{ODD}"))
    files.append(FileReport(f"{ODD}/", "skipped", reason=MARKUP))
    return Report(tuple(files), "7.2")


def many(files: int, findings: int) -> Report:
    """Give a report of many files, each with as many findings and edits in 400 lines."""
    rules = [rule for _, rule in sorted(load().by_id.items()) if rule.message]
    lines = [b"    value[%d] = compute(a, b, %d);  // a line of a kernel" % (n, n) for n in range(400)]
    source = b"\n".join(lines) + b"\n"
    starts = [source.index(line) + 4 for line in lines]
    made = []
    for number in range(files):
        edits = tuple(
            Edit(Span(at, at + 5), (b"hipValue",), "N000", "rename")
            for at in starts[number % 7 :: 400 // findings]
        )
        found = []
        for n, at in enumerate(starts[number % 11 :: 400 // findings][:findings]):
            rule = rules[(number * 31 + n * 17) % len(rules)]
            message = (
                f"name{(number + n) % 40} has no counterpart: {rule.name}, and what else a rule says of it"
            )
            found.append(Finding(rule.id, rule.severity, Span(at, at + 5), message, rule.fails))
        result = Result(source, render(source, [*edits]), edits, tuple(found))
        made.append(describe(f"src/module{number % 23}/file{number}.cu", result, both_sides=True))
    return Report(tuple(made), "7.2")


def written(folder: Path, report: Report, name: str = "report.html") -> Path:
    """Write the page of a report."""
    path = folder / name
    path.write_text(FORMATS["html"].render(report, form()), encoding="utf-8")
    return path
