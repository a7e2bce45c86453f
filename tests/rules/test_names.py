"""Names in packed groups: what goes in comes out, by one thread or by many."""

from __future__ import annotations

import tomllib
from concurrent.futures import ThreadPoolExecutor

import pytest
from helpers.rules import Folder, forget_rules, many

from hipify_py.rules.load import load
from hipify_py.rules.names import HEAD, Name, Names, pack


@pytest.mark.usefixtures("alone")
def test_many_names_come_through_the_compiled_form_as_they_went_in(folder: Folder) -> None:
    text = many(4000)
    place = folder(a=text)
    read = tomllib.loads(text)["names"]
    compiled = load(place)
    forget_rules()
    kept = load(place)
    assert dict(kept.names) == dict(compiled.names)
    assert {name.decode() for name in kept.names} == set(read)
    assert len(kept.names) == 4000
    for name, value in read.items():
        known = kept.names[name.encode()]
        if isinstance(value, str):
            assert (known.to, known.note) == (value.encode(), "")
        elif "review" in value:
            assert (known.to, known.note) == (None, value["review"])
        elif "drop" in value:
            assert (known.to, known.note) == (b"", "")
        else:
            assert (known.to, known.note) == (value["to"].encode(), value["differs"])
            assert known.fits == tuple(value.get("fits", ()))
    for gone in (b"cublasGet", b"cuX", b"zzz", b""):
        assert gone not in kept.names
        assert kept.names.get(gone) is None
    assert "cuX1" not in kept.names  # type: ignore[comparison-overlap]
    with pytest.raises(KeyError):
        kept.names[b"zzz"]


@pytest.mark.usefixtures("alone")
def test_names_may_be_asked_for_by_many_threads(folder: Folder) -> None:
    loaded = load(folder(a=many(2000)))
    names = [f"{('cublasGet', 'cuX', '__z', 'nv')[i % 4]}{i}".encode() for i in range(2000)]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: [loaded.names.get(name) is not None for name in names], range(8)))
    assert found == [[True] * 2000] * 8


TABLE = {
    b"cudaFree": Name(b"hipFree", ""),
    b"cudaFreeHost": Name(b"hipHostFree", "frees"),
    b"float4": Name(b"float4", ""),
    b"a": Name(None, "why"),
    b"b": Name(b"", ""),
    b"c": Name(b"d", "frees", (1, 2), "7.2", "a.toml:3"),
}


def packed() -> Names:
    notes: dict[str, int] = {}
    groups = pack(TABLE, notes)
    return Names(groups, tuple(notes))


def test_what_is_packed_is_found_as_it_was() -> None:
    names = packed()
    assert dict(names) == TABLE
    assert len(names) == len(TABLE)
    assert [names.get(name) for name in TABLE] == list(TABLE.values())
    assert (b"cudaFree" in names, b"cudaFre" in names, b"cudaFreed" in names) == (True, False, False)
    assert names.get(b"cudaFreed", 3) == 3
    with pytest.raises(KeyError):
        names[b"cudaFreed"]


def test_a_group_is_opened_only_when_one_of_its_names_is_asked_for() -> None:
    notes: dict[str, int] = {}
    groups = pack(TABLE, notes)
    assert {head for head in groups if head.startswith(b"cuda")} == {b"cudaFree"[:HEAD]}
    broken = Names({**groups, b"a": b"no group"}, tuple(notes))
    assert broken[b"cudaFree"].to == b"hipFree"
    with pytest.raises(ValueError, match="marshal"):
        broken.get(b"a")


def test_a_reason_that_many_names_have_is_kept_once() -> None:
    notes: dict[str, int] = {}
    pack(TABLE, notes)
    assert notes == {"frees": 0, "why": 1}


@pytest.mark.parametrize(
    ("known", "acts"),
    [
        (Name(b"x", ""), False),
        (Name(b"x", "differs"), True),
        (Name(b"x", "", since="7.2"), True),
        (Name(b"y", ""), True),
        (Name(b"", ""), True),
        (Name(None, ""), True),
    ],
)
def test_a_name_that_is_the_same_in_hip_calls_for_nothing(known: Name, *, acts: bool) -> None:
    assert known.acts(b"x") is acts
