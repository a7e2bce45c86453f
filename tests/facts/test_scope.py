"""Which declarations are public names, and which rule file speaks for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.facts import facts, scope_of

from hipify_py.facts.table import Fact

if TYPE_CHECKING:
    from pathlib import Path

    from hipify_py.facts.scope import Scope

TEXT = r"""
guards = ["CUDA_VERSION"]
plain = 'MAJOR|MINOR'

[[file]]
name = "driver"
library = "CUDA driver API"
headers = ['cuda\.h', 'cudaGL\.h']
drop = '_.*'

[[file]]
name = "macros"
library = "macros"
headers = ['.*\.h']
kinds = ["macro"]
drop = ''

[[file]]
name = "groups"
library = "cooperative groups"
headers = ['groups\.h']
drop = 'impl'
within = "cooperative_groups"
"""


@pytest.fixture
def scope(tmp_path: Path) -> Scope:
    return scope_of(tmp_path, TEXT)


@pytest.mark.parametrize(
    ("fact", "file"),
    [
        ("cuInit|function|cuda.h|int ()", "driver"),
        ("CUgl|type|cudaGL.h|struct", "driver"),
        ("CU_FLAG|macro|cuda.h|1", "driver"),
        ("OTHER_FLAG|macro|other.h|1", "macros"),
        ("_hidden|macro|cuda.h|1", "macros"),
        ("_hidden|function|cuda.h|int ()", None),
        ("otherInit|function|other.h|int ()", None),
        ("CUprop::name|field|cuda.h|char", None),
        ("cuda.h|header||", None),
        ("space::cuInit|function|cuda.h|int ()", None),
        ("cooperative_groups::sync|function|groups.h|void ()", "groups"),
        ("cooperative_groups::impl|function|groups.h|void ()", None),
        ("cooperative_groups::inner::sync|function|groups.h|void ()", None),
        ("sync|function|groups.h|void ()", None),
        ("CUDA_VERSION|macro|cuda.h|13000", None),
        ("MAJOR|macro|cuda.h|13", None),
        ("MAJOR_VERSION|macro|cuda.h|13", "driver"),
    ],
)
def test_a_name_goes_to_the_first_file_that_holds_it(fact: str, file: str | None, scope: Scope) -> None:
    (found,) = facts(fact).values()
    held = scope.file_of(iter(found))
    assert (held and held.name) == file


def test_any_declaration_of_a_name_may_make_it_public(scope: Scope) -> None:
    (found,) = facts("cuInit|function|other.h|int ()", "cuInit|function|cuda.h|int ()").values()
    held = scope.file_of(found)
    assert held
    assert (held.name, held.library) == ("driver", "CUDA driver API")


def test_public_are_the_names_of_files_and_the_fields_of_their_types(scope: Scope) -> None:
    kept = [
        Fact("CUprop", "type", "cuda.h", "struct"),
        Fact("CUprop::name", "field", "cuda.h", "char"),
        Fact("cuInit", "function", "cuda.h", "int ()"),
    ]
    gone = [
        Fact("CUother", "type", "other.h", "struct"),
        Fact("CUother::name", "field", "other.h", "char"),
        Fact("CUDA_VERSION", "macro", "cuda.h", "13000"),
        Fact("cuInit::name", "field", "cuda.h", "char"),
    ]
    assert list(scope.public([*gone, *kept])) == kept
