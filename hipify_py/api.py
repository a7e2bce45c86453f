"""The library: what build scripts call."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Literal

from hipify_py import conversion
from hipify_py.arguments import check, check_path, check_truth, check_type, count, refused, several_paths
from hipify_py.choices import DNNS
from hipify_py.cli.exit_codes import exit_code
from hipify_py.model import SEVERITIES, HipifyError, Lines
from hipify_py.project import own_headers, run
from hipify_py.report.form import Form
from hipify_py.report.formats import FORMATS
from hipify_py.report.model import FilesFailedError, Report
from hipify_py.report.rule_texts import rules_of
from hipify_py.rules import load as rule_files
from hipify_py.rules.model import RuleSet
from hipify_py.settings import Options, Settings, check_rocm, checked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from concurrent.futures import Executor

    from hipify_py.choices import Dnn
    from hipify_py.model import Result, Severity
    from hipify_py.report.model import Mode


def convert(
    source: bytes | str,
    *,
    path: str | os.PathLike[str] | None = None,
    rules: RuleSet | Iterable[str | os.PathLike[str]] | None = None,
    options: Options | None = None,
) -> Result:
    """Convert one source; a `str` is taken as UTF-8.

    `path` says what kind of file it is by its ending; it is not read. `rules` are those of `load_rules()`, or
    folders and files of rules to lay over the built-in ones, for `options.rocm` and `options.dnn`. Nothing is
    written, and no source raises: what could not be converted is in `Result.findings`. Spans in the result
    are byte offsets; findings have line and column, too. Raises `HipifyError` for unknown options and
    `RuleError` for a bad rule file.
    """
    data = _encoded(source) if isinstance(source, str) else _bytes(source)
    if path is not None:
        check_path("path", path)
    chosen = _options(options)
    if (named := chosen.path if path is None else path) is not None:
        chosen = chosen._replace(path=os.fsdecode(named))
    return _with_places(conversion.convert(data, _ruleset(rules, chosen.rocm, chosen.dnn), chosen))


def _bytes(source: bytes) -> bytes:
    """Give a copy of what holds bytes; of a path `bytes()` gives its name, of a number as many zeros."""
    name, remedy = "source", "its text or its bytes, of a file what read_bytes() gives"
    try:
        return bytes(memoryview(source))
    except TypeError as error:
        raise refused(name, source, remedy) from error


def _options(given: Options | None) -> Options:
    if given is None:
        return Options()
    check_type("options", given, Options, "Options")
    return checked(given)


def _with_places(result: Result) -> Result:
    """Give a result whose findings have line and column."""
    if not result.findings:
        return result
    lines = Lines(result.source)
    places = ((one, lines.place(one.span.start)) for one in result.findings)
    return result._replace(
        findings=tuple(one._replace(line=place.line, column=place.column) for one, place in places)
    )


def load_rules(*paths: str | os.PathLike[str], rocm: str | None = None, dnn: Dnn = "keep") -> RuleSet:
    """Load the built-in rules, and those of `paths`, folders or single files, over them: a later one wins.

    `rocm` is the release to convert for, by default the newest known; `dnn` is "keep" to leave cuDNN's names
    and report them, or "miopen" for those of MIOpen. Raises `RuleError` where a file cannot be read or a rule
    is wrong, and `HipifyError` for a release or a `dnn` that is not known.
    """
    named = several_paths("paths", paths)
    check_rocm(rocm)
    return rule_files.load(*map(os.fsdecode, named), rocm=rocm, dnn=dnn)


def include_dir() -> str:
    """Give the folder with headers of ours, for a compiler's `-I`: converted sources may include them.

    `convert_tree` writes them beside its output; who converts sources one by one needs the folder where
    `Result.needs_headers` names one.
    """
    return own_headers.FOLDER


def _ruleset(
    given: RuleSet | Iterable[str | os.PathLike[str]] | None, rocm: str | None, dnn: Dnn | None
) -> RuleSet:
    if isinstance(given, RuleSet):
        if rocm is not None and rocm != given.rocm:
            text = f"the rules are for ROCm {given.rocm}, the options for {rocm}: load the rules for {rocm}"
            raise HipifyError(text)
        if dnn is not None and dnn != given.dnn:
            text = f"the rules are for dnn={given.dnn!r}, the options for {dnn!r}: load the rules for {dnn!r}"
            raise HipifyError(text)
        return given
    named = () if given is None else several_paths("rules", given)
    return load_rules(*named, rocm=rocm, dnn=dnn or DNNS[0])


def _encoded(source: str) -> bytes:
    try:
        return source.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # a surrogate that stands for no byte
        return source.encode("utf-8", "surrogatepass")


def convert_tree(  # noqa: PLR0913  what a build script chooses
    paths: Iterable[str | os.PathLike[str]],
    settings: Settings | None = None,
    *,
    executor: Executor | None = None,
    jobs: int = 1,
    progress: Callable[[int, int], object] | None = None,
    raise_on_failure: bool = False,
) -> Report:
    """Convert files and folders as `settings` say, by default without writing anything.

    `executor` is any `concurrent.futures.Executor` whose workers see the same files, such as a Dask client's;
    without one, `jobs` processes are used. `progress` is called with the number of files done and of all.
    The report is the same whoever does the work. A file that fails is in the report with its reason; with
    `raise_on_failure` it raises a `FilesFailedError`, which has the report, once all others are done. Raises
    `RuleError` for a bad rule file and `HipifyError` where an output would overwrite an input, or the current
    folder is gone.
    """
    named = [os.fsdecode(path) for path in several_paths("paths", paths)]
    if settings is not None:
        check_type("settings", settings, Settings, "Settings")
    jobs = count("jobs", jobs, 1)
    submits = executor is None or callable(getattr(executor, "submit", None))
    check("executor", executor, "an Executor of concurrent.futures, or what works like one", good=submits)
    told = progress is None or callable(progress)
    check("progress", progress, "a function of two numbers", good=told)
    check_truth("raise_on_failure", raise_on_failure)
    try:
        os.getcwd()
    except OSError as error:  # even of an absolute path the real one is asked for by way of it
        text = f"the current folder: {error.strerror}: change to another one"
        raise HipifyError(text) from error
    report = run.convert_tree(named, settings or Settings(), executor=executor, jobs=jobs, progress=progress)
    if raise_on_failure and any(file.status == "failed" for file in report.files):
        raise FilesFailedError(report)
    return report


def render(
    report: Report,
    format: str = "text",  # noqa: A002  as the command line has it
    *,
    rules: RuleSet | None = None,
    fail_on: Severity | Literal["never"] = "never",
    verbose: bool = False,
) -> str:
    """Write a report in a form that `--format` takes, as docs/reports.md has them.

    `rules` are those of the run, where it had some of one's own: their names and documentation are shown.
    `fail_on` is the severity from which on a finding makes the exit code 1 that JSON and SARIF name;
    `verbose` adds notes on names that are the program's own. What comes out can be encoded as UTF-8, and has
    no colours. "html" shows both sides of files where the run had `Settings(both_sides=True)`. Raises
    `HipifyError` for a form that is not known.
    """
    check_type("report", report, Report, "what convert_tree gives")
    if rules is not None:
        check_type("rules", rules, RuleSet, "what load_rules gives")
    if fail_on not in (*SEVERITIES, "never"):
        text = f"fail_on is {fail_on!r:.80}: use one of {', '.join((*SEVERITIES, 'never'))}"
        raise HipifyError(text)
    if format not in [*FORMATS]:
        text = f"no format named {format!r}: use one of {', '.join(FORMATS)}"
        raise HipifyError(text)
    known = rules or rules_of(report)
    names = {key: rule.name for key, rule in known.by_id.items()}
    code = exit_code(report, fail_on)
    return FORMATS[format].render(report, Form(_mode(report), code, names, verbose=verbose, rules=known))


def _mode(report: Report) -> Mode:
    """Say what a run did, as its files tell."""
    if any(file.target is not None for file in report.files):
        return "write"
    return "diff" if any(file.diff for file in report.files) else "dry-run"
