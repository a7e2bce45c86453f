"""The tables of `--dnn miopen`: what the facts and hints come to, true to MIOpen's header, and compiled."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from hipify_py.choices import DNNS
from hipify_py.conversion import convert
from hipify_py.facts import compare, hints, rulefiles, scope, table
from hipify_py.rules.load import load
from hipify_py.settings import Options

if TYPE_CHECKING:
    from collections.abc import Callable

    from hipify_py.facts.table import Facts

    Hipcheck = Callable[..., tuple[bool, str]]

RULES = Path(__file__).parents[2] / "rules"
FACTS = RULES / "facts"
HINTS = hints.read(FACTS / "miopen")
SCOPE = scope.read(FACTS / "scope.toml").only(HINTS.files)
WORD = re.compile(r"\b(?:miopen[A-Z]|MIOPEN_)\w+(?![\w$])")
# What the facts leave out: a guard, another header's, and what miopen.h has behind a macro.
OUTSIDE = {
    "MIOPEN_GUARD_MIOPEN_H_",
    "MIOPEN_VERSION_MAJOR",
    "MIOPEN_BETA_API",
    "miopenBackendCreateDescriptor",
}
# Arguments on whose text a rule's condition depends, by function: position and text.
LITERALS = {
    "cudnnSetTensor4dDescriptor": {1: "CUDNN_TENSOR_NCHW"},
    "cudnnSetFilter4dDescriptor": {2: "CUDNN_TENSOR_NCHW"},
    "cudnnSetConvolution2dDescriptor": {7: "CUDNN_CROSS_CORRELATION", 8: "CUDNN_DATA_FLOAT"},
    "cudnnSetConvolutionNdDescriptor": {5: "CUDNN_CROSS_CORRELATION", 6: "CUDNN_DATA_FLOAT"},
    "cudnnSetPooling2dDescriptor": {2: "CUDNN_PROPAGATE_NAN"},
    "cudnnSetPoolingNdDescriptor": {2: "CUDNN_NOT_PROPAGATE_NAN"},
    "cudnnSetActivationDescriptor": {1: "CUDNN_ACTIVATION_TANH", 2: "CUDNN_PROPAGATE_NAN"},
}


@pytest.fixture(scope="module")
def cuda() -> dict[str, Facts]:
    return table.read(FACTS / "cuda.tsv")


@pytest.fixture(scope="module")
def rocm() -> dict[str, Facts]:
    return table.read(FACTS / "rocm.tsv")


@pytest.fixture(scope="module")
def names() -> dict[str, Any]:
    return dict(tomllib.loads((RULES / "miopen" / "cudnn.toml").read_text(encoding="utf-8"))["names"])


def test_the_rule_file_is_what_the_facts_and_hints_come_to(
    cuda: dict[str, Facts], rocm: dict[str, Facts], tmp_path: Path
) -> None:
    made = rulefiles.derive(cuda, rocm, SCOPE, HINTS)
    assert made.problems == []
    made.write(tmp_path, "rules/facts/miopen")
    assert [path.name for path in tmp_path.iterdir()] == ["cudnn.toml"]
    assert (tmp_path / "cudnn.toml").read_bytes() == (RULES / "miopen" / "cudnn.toml").read_bytes()


def test_each_choice_has_its_folders() -> None:
    assert [path.name for path in sorted(RULES.iterdir()) if path.is_dir()] == ["facts", *DNNS[1:]]
    assert all((FACTS / choice).is_dir() for choice in DNNS[1:])


def test_it_speaks_of_what_cudnn_s_own_table_speaks_of(names: dict[str, Any]) -> None:
    kept = tomllib.loads((RULES / "cudnn.toml").read_text(encoding="utf-8"))["names"]
    assert names.keys() == kept.keys()
    assert all(value.keys() == {"review"} for value in kept.values())  # as ever


def test_every_target_and_every_name_in_a_reason_is_miopen_s(
    rocm: dict[str, Facts], names: dict[str, Any]
) -> None:
    targets = {target for value in names.values() if (target := hints.target(value))}
    for release, facts in rocm.items():
        assert targets - facts.keys() == set(), release
    written = (RULES / "miopen").glob("*.toml")
    said = {word for path in written for word in WORD.findall(path.read_text(encoding="utf-8"))}
    assert said - rocm["7.2"].keys() == OUTSIDE


def test_every_header_is_one_of_cudnn_s_and_becomes_one_of_miopen_s(
    cuda: dict[str, Facts], rocm: dict[str, Facts]
) -> None:
    paths = tomllib.loads((RULES / "miopen" / "headers.toml").read_text(encoding="utf-8"))["headers"]
    known = {name for facts in cuda.values() for name in facts if name.startswith("cudnn")}
    assert paths.keys() <= known
    assert {value["to"] for value in paths.values()} <= rocm["6.4"].keys() & rocm["7.2"].keys()


def wrapped(name: str, signature: str) -> str:
    """Give a function that calls one of cuDNN's with what its signature says, each a parameter of its own."""
    types = compare.shape(signature).types
    given = LITERALS.get(name, {})
    arguments = ", ".join(given.get(at, f"a{at}") for at in range(len(types)))
    parameters = ", ".join(f"{each} a{at}" for at, each in enumerate(types))
    result = signature.partition("(")[0].strip()
    return f"{result} call_{name}({parameters})\n{{\n    return {name}({arguments});\n}}\n"


def calls(facts: Facts, rocm: str) -> dict[str, str]:
    """Give a wrapper of each function of cuDNN of which the conversion reports no error."""
    rules = load(rocm=rocm, dnn="miopen")
    made = {}
    for name, found in sorted(facts.items()):
        functions = [fact for fact in found if fact.kind == "function" and SCOPE.file_of([fact])]
        if not functions or name == "cudnnGetErrorString":  # the facts do not tell its parameter
            continue
        text = wrapped(name, functions[0].detail)
        result = convert(text.encode(), rules, Options(path="a.cu", add_include=False))
        if not any(finding.severity == "error" for finding in result.findings):
            made[name] = text
    return made


def converted(facts: Facts, rocm: str, folder: Path) -> Path:
    """Write all of these wrappers as they are converted."""
    source = "#include <cudnn.h>\n" + "\n".join(calls(facts, rocm).values())
    target = folder / "all.hip"
    target.write_bytes(convert(source.encode(), load(rocm=rocm, dnn="miopen"), Options(path="a.cu")).output)
    return target


@pytest.mark.parametrize(("release", "many"), [("11.8", 82), ("13.0", 76)])
def test_so_many_functions_are_converted(release: str, many: int, cuda: dict[str, Facts]) -> None:
    assert len(calls(cuda[release], "7.2")) == many


@pytest.mark.parametrize("release", ["11.8", "13.0"])
def test_all_that_is_not_reported_compiles(
    release: str, cuda: dict[str, Facts], hipcheck: Hipcheck, tmp_path: Path
) -> None:
    ok, said = hipcheck(converted(cuda[release], "7.2", tmp_path), "-Wall", "-Werror")
    assert ok, said


def test_all_that_is_not_reported_compiles_with_the_oldest_rocm(
    cuda: dict[str, Facts], hipcheck64: Hipcheck, tmp_path: Path
) -> None:
    ok, said = hipcheck64(converted(cuda["11.8"], "6.4", tmp_path), "-Wall", "-Werror")
    assert ok, said
