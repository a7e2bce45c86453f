"""The rule files of the C++ template libraries, as they follow from facts and decisions."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import pytest
from helpers.facts import facts

from hipify_py.facts import templatefiles

if TYPE_CHECKING:
    from pathlib import Path

    from hipify_py.facts.hints import Value
    from hipify_py.facts.table import Facts
    from hipify_py.facts.templatefiles import File, Made

CUB = r"""
[[file]]
name = "cub"
library = "CUB"
namespace = "cub"
becomes = "hipcub"
spaces = { inner = "within", "inner::deep" = "deeper" }
"""
THRUST = """
[[file]]
name = "thrust"
library = "Thrust"
namespace = "thrust"
becomes = "thrust"
"""
CUDA = r"""
[[file]]
name = "libcudacxx"
library = "libcu++"
namespace = "cuda"
becomes = ""
namespaces = { "cuda::std" = { review = "use the standard library" } }

[[file.review]]
match = '\w+'
reason = "libcu++ has no counterpart"
"""
MACROS = """
[[file]]
name = "cccl"
library = "CCCL"
namespace = ""
becomes = ""
"""
REVIEW = '[[file.review]]\nmatch = "{}"\nreason = "{}"\n'
DIFFERS = '[[file.differs]]\nmatch = "Sum"\ndiffers = "it adds"\n'
SPACES = ("cub|namespace|h|", "cub::inner|namespace|h|", "cuda|namespace|h|", "cuda::std|namespace|h|")


def files(folder: Path, *texts: str) -> tuple[File, ...]:
    (folder / "templates.toml").write_text("".join(texts))
    return templatefiles.read(folder / "templates.toml")


def file(folder: Path, *texts: str) -> File:
    (found,) = files(folder, "".join(texts))
    return found


def made(folder: Path, text: str, cuda: Facts, **rocm: Facts) -> Made:
    """Derive a file from facts; `newest` and `older` are those of releases of ROCm."""
    releases = {"7.2": rocm["newest"]} | ({"6.4": rocm["older"]} if "older" in rocm else {})
    return templatefiles.derive(files(folder, text), cuda, releases)


def names(folder: Path, text: str, cuda: tuple[str, ...], rocm: tuple[str, ...]) -> dict[str, Value]:
    """Derive the names of the one file from one release, with nothing undecided."""
    found = made(folder, text, facts(*SPACES, *cuda), newest=facts("hipcub|namespace|h|", *rocm))
    assert found.problems == []
    (tables,) = found.tables.values()
    return tables["names"]


# --- which names a file holds -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "fact", "held"),
    [
        (CUB, "cub::Sum|type|h|struct", True),
        (CUB, "cub::inner::Sum|type|h|struct", True),
        (CUB, "cub::inner|namespace|h|", False),
        (CUB, "cubic::Sum|type|h|struct", False),
        (CUB, "CubDebug|macro|h|(1)", False),
        (CUDA, "cuda::atomic|type|h|template", True),
        (CUDA, "cuda::atomic::load|function|h|(0)", True),
        (CUDA, "cuda::std::tuple|type|h|template", False),
        (MACROS, "CubDebug|macro|h|(1)", True),
        (MACROS, "CubDebug|function|h|(1)", False),
        (MACROS, "CubWhatever|macro|h|(1)", False),
    ],
)
def test_which_names_are_a_files(text: str, fact: str, tmp_path: Path, *, held: bool) -> None:
    ((name, found),) = facts(fact).items()
    spaces = {line.split("|")[0] for line in SPACES}
    assert file(tmp_path, text).holds(name, found, spaces) is held


@pytest.mark.parametrize(
    ("text", "name", "target"),
    [
        (CUB, "Sum", "hipcub::Sum"),
        (CUB, "Device::Sum", "hipcub::Device::Sum"),
        (CUB, "inner::Sum", "hipcub::within::Sum"),
        (CUB, "inner::more::Sum", "hipcub::within::more::Sum"),
        (CUB, "inner::deep::Sum", "hipcub::deeper::Sum"),
        (CUB, "innermost::Sum", "hipcub::innermost::Sum"),
        (MACROS, "CubDebug", "CubDebug"),
    ],
)
def test_where_the_counterpart_of_a_name_would_be(text: str, name: str, target: str, tmp_path: Path) -> None:
    assert file(tmp_path, text).target(name) == target


# --- what a name becomes ----------------------------------------------------------------------------------


def test_a_name_becomes_that_of_rocm_in_the_namespace_there(tmp_path: Path) -> None:
    cuda = ("thrust::Sum|type|h|struct", "thrust::sys::cuda::Max|type|h|struct")
    rocm = ("thrust::Sum|type|h|struct", "thrust::sys::hip::Max|type|h|struct")
    text = THRUST + 'spaces = { "sys::cuda" = "sys::hip" }\n'
    assert names(tmp_path, text, cuda, rocm) == {"Sum": "Sum", "sys::cuda::Max": "Max"}


@pytest.mark.parametrize(
    ("more", "rocm", "value"),
    [
        ('[file.names]\nSum = "Total"\n', "", "Total"),
        (REVIEW.format("S.*", "no sums"), "", {"review": "no sums"}),
        (
            REVIEW.format("Su", "short") + REVIEW.format("Su.*", "long"),
            "",
            {"review": "long"},
        ),
        (REVIEW.format("S.*", "no sums"), "(2)", "Sum"),
        (
            DIFFERS,
            "(2)",
            {"to": "Sum", "differs": "it adds"},
        ),
        (
            "",
            "(1)",
            {"review": "it cannot be called with 2 arguments"},
        ),
        ("", "(2..)", "Sum"),
    ],
)
def test_a_decision_comes_first_then_the_counterpart_and_what_differs_of_it(
    more: str, rocm: str, value: Value, tmp_path: Path
) -> None:
    theirs = (f"hipcub::Sum|function|h|{rocm}",) if rocm else ()
    assert names(tmp_path, CUB + more, ("cub::Sum|function|h|(2)",), theirs) == {"Sum": value}


@pytest.mark.parametrize(
    ("mine", "theirs", "differs", "fits"),
    [
        ("(1..3)", "(1..2)", "it cannot be called with 3 arguments", [1, 2]),
        ("(1..2)", "(2)", "it cannot be called with 1 argument", [2]),
        ("(0, 2..4)", "(0)", "it cannot be called with 2, 3 or 4 arguments", [0]),
    ],
)
def test_a_function_that_takes_fewer_counts_says_which_fit(
    mine: str, theirs: str, differs: str, fits: list[int], tmp_path: Path
) -> None:
    rocm = (f"hipcub::Sum|function|h|{theirs}",)
    value = {"to": "Sum", "differs": differs, "fits": fits}
    assert names(tmp_path, CUB, (f"cub::Sum|function|h|{mine}",), rocm) == {"Sum": value}


def test_what_is_no_function_there_is_not_compared_by_counts(tmp_path: Path) -> None:
    rocm = ("hipcub::Sum|variable|h|",)
    assert names(tmp_path, CUB, ("cub::Sum|function|h|(2)",), rocm) == {"Sum": "Sum"}


DEVICE = ("cub::Device|type|h|struct", "hipcub::Device|type|h|struct")


@pytest.mark.parametrize(
    ("mine", "theirs", "value"),
    [
        ("static (2)", "hipcub::Device::Sum|function|h|static (2)", "Sum"),
        ("(2)", "hipcub::Device::Sum|function|h|(2)", None),
        (
            "(1..2)",
            "hipcub::Device::Sum|function|h|(2)",
            {"to": "Sum", "differs": "it cannot be called with 1 argument", "fits": [2]},
        ),
        ("(2)", "", {"review": "no sums"}),
    ],
)
def test_a_class_speaks_for_its_member_functions_that_fit(
    mine: str, theirs: str, value: Value | None, tmp_path: Path
) -> None:
    cuda = (DEVICE[0], f"cub::Device::Sum|function|h|{mine}")
    text = CUB + REVIEW.format("Device::Sum", "no sums")
    found = names(tmp_path, text, cuda, (DEVICE[1], *([theirs] if theirs else [])))
    assert found == {"Device": "Device"} | ({"Device::Sum": value} if value else {})


@pytest.mark.parametrize("holder", ["alias", "using", "alias template"])
def test_a_class_that_is_another_name_there_speaks_for_its_members(holder: str, tmp_path: Path) -> None:
    cuda = (DEVICE[0], "cub::Device::Sum|function|h|(2)")
    assert names(tmp_path, CUB, cuda, (f"hipcub::Device|type|h|{holder}",)) == {"Device": "Device"}


def test_members_of_the_namespaces_of_another_library_each_get_an_entry(tmp_path: Path) -> None:
    cuda = ("thrust|namespace|h|", "thrust::sys::sort|function|h|(2)")
    rocm = ("thrust::sys::sort|function|h|(2)",)
    assert names(tmp_path, THRUST, cuda, rocm) == {"sys::sort": "sort"}


def test_a_library_without_a_counterpart_has_reasons_alone(tmp_path: Path) -> None:
    cuda = facts(*SPACES, "cuda::atomic|type|h|template", "cuda::std::tuple|type|h|template")
    found = made(tmp_path, CUDA, cuda, newest=facts("atomic|type|h|template"))
    assert found.tables == {
        "libcudacxx": {
            "namespaces": {"cuda::std": {"review": "use the standard library"}},
            "names": {"atomic": {"review": "libcu++ has no counterpart"}},
            'before."7.2"': {},
        }
    }


def test_macros_are_looked_for_by_their_own_names(tmp_path: Path) -> None:
    text = MACROS + '[file.names]\nCubDebug = "HipcubDebug"\n'
    cuda = ("CubDebug|macro|h|(1)", "THRUST_VERSION|macro|h|200")
    assert names(tmp_path, text, cuda, ("THRUST_VERSION|macro|h|3",)) == {
        "CubDebug": "HipcubDebug",
        "THRUST_VERSION": "THRUST_VERSION",
    }


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ("", "cub: undecided: Sum"),
        (
            '[file.names]\nSum = "Total"\nGone = "Gone"\n',
            "cub: a hint for a name that no header declares: Gone",
        ),
    ],
)
def test_what_a_person_has_to_decide(more: str, problem: str, tmp_path: Path) -> None:
    found = made(tmp_path, CUB + more, facts("cub::Sum|type|h|struct"), newest=facts("hipcub|namespace|h|"))
    assert found.problems == [problem]


# --- older releases ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "older", "before"),
    [
        ("", "(2)", {}),
        ("", "", {"Sum": {"to": "Sum", "since": "7.2"}}),
        (
            DIFFERS,
            "",
            {"Sum": {"to": "Sum", "differs": "it adds", "since": "7.2"}},
        ),
        ("", "(1)", {"Sum": {"review": "it cannot be called with 2 arguments"}}),
        ('[file.names]\nSum = "Sum"\n', "(1)", {}),
        ('[file.names]\nSum = "Sum"\n', "", {"Sum": {"to": "Sum", "since": "7.2"}}),
        ('[file.names]\nSum = { review = "no sums" }\n', "(2)", {}),
    ],
)
def test_what_is_otherwise_for_an_older_release(
    more: str, older: str, before: dict[str, Value], tmp_path: Path
) -> None:
    found = made(
        tmp_path,
        CUB + more,
        facts("cub::Sum|function|h|(2)"),
        newest=facts("hipcub::Sum|function|h|(2)"),
        older=facts(*([f"hipcub::Sum|function|h|{older}"] if older else [])),
    )
    assert (found.problems, found.tables["cub"]['before."7.2"']) == ([], before)


# --- what facts say ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "details"),
    [
        ("thrust::sort", ["(2)"]),
        ("t::sort", ["(2)"]),
        ("t::hip::par", ["struct"]),
        ("t::again::sort", ["(2)"]),
        ("round::x", []),
        ("thrust::none", []),
        ("none", []),
    ],
)
def test_a_name_is_found_through_namespaces_that_stand_for_others(name: str, details: list[str]) -> None:
    hip = facts(
        "thrust|namespace|h|",
        "t|namespace|h|thrust",
        "thrust::again|namespace|h|thrust",
        "thrust::sort|function|h|(2)",
        "thrust::hip|namespace|h|rocm",
        "rocm::par|type|h|struct",
        "round|namespace|h|round",
    )
    assert [fact.detail for fact in templatefiles.found(hip, name)] == details


@pytest.mark.parametrize(
    ("detail", "counts"),
    [
        ("(2..4, 6)", [2, 3, 4, 6]),
        ("static (1)", [1]),
        ("(0)", [0]),
        ("()", []),
        ("static", []),
        (f"({templatefiles.OPEN - 1}..)", [templatefiles.OPEN - 1, templatefiles.OPEN]),
    ],
)
def test_numbers_of_arguments_are_read(detail: str, counts: list[int]) -> None:
    assert list(templatefiles.counts(detail)) == counts


@pytest.mark.parametrize(("numbers", "words"), [({3}, "3"), ({5, 4}, "4 or 5"), ({1, 2, 9}, "1, 2 or 9")])
def test_numbers_are_spelled_as_words_of_a_sentence(numbers: set[int], words: str) -> None:
    assert templatefiles.spelled(numbers) == words


def test_each_file_is_written_with_its_tables(tmp_path: Path) -> None:
    known = files(tmp_path, CUB, MACROS)
    cuda = facts("cub::Sum|type|h|struct", "THRUST_VERSION|macro|h|2")
    rocm = facts("hipcub::Sum|type|h|struct", "THRUST_VERSION|macro|h|2")
    templatefiles.write(templatefiles.derive(known, cuda, {"7.2": rocm}), known, tmp_path)
    texts = {name: (tmp_path / f"{name}.toml").read_text(encoding="utf-8") for name in ("cub", "cccl")}
    assert {"rules/facts/templates.toml" in text.partition("\n")[0] for text in texts.values()} == {True}
    assert {name: tomllib.loads(text) for name, text in texts.items()} == {
        "cub": {"library": "CUB", "namespace": "cub", "names": {"Sum": "Sum"}},
        "cccl": {"library": "CCCL", "names": {"THRUST_VERSION": "THRUST_VERSION"}},
    }


def test_a_decision_without_what_it_needs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KeyError, match="becomes"):
        file(tmp_path, CUB.replace("becomes", "comes"))
