"""What the files of a run see of each other by their includes."""

from __future__ import annotations

from hipify_py.project.include_graph import IncludeGraph, circles
from hipify_py.resolve.told import Told

Files = dict[str, list[str]]


def graph(files: Files) -> IncludeGraph:
    """Read files as lists of what stands in them: `<a` includes a, anything else is a name that they tell."""
    told: dict[str, list[Told]] = {}
    targets: dict[str, list[str | None]] = {}
    for path, lines in files.items():
        targets[path] = []
        for line in lines:
            if line.startswith("<"):
                targets[path].append(line[1:] if line[1:] in files else None)
            else:
                told.setdefault(path, []).append(Told("name", line.encode(), after=len(targets[path])))
    return IncludeGraph(told, targets)


def seen(files: Files, path: str, *, always: bool = False) -> str:
    made = graph(files)
    return " ".join(sorted(told.name.decode() for told in made.told(made.seen(path)[always])))


def test_a_file_sees_what_it_includes_through_others_too() -> None:
    files = {"a.cu": ["x", "<b.h"], "b.h": ["y", "<c.h"], "c.h": ["z"], "d.cu": ["w"]}
    assert seen(files, "a.cu") == "x y z"
    assert seen(files, "d.cu") == "w"
    assert seen(files, "e.cu") == ""


def test_a_header_sees_what_stands_before_it_in_its_units() -> None:
    files = {
        "a.cu": ["x", "<one.h", "y", "<nowhere.h", "z", "<b.h", "w"],
        "one.h": ["one"],
        "b.h": ["own", "<c.h", "late"],
        "c.h": ["deep"],
    }
    assert seen(files, "one.h") == "one x"
    assert seen(files, "b.h") == "deep late one own x y z"
    assert seen(files, "c.h") == "deep one own x y z"


def test_what_every_unit_has_and_what_one_has() -> None:
    files = {"a.cu": ["x", "y", "<h.h"], "b.cu": ["x", "<h.h"], "h.h": ["own"], "c.cu": ["z", "<h.h"]}
    assert seen(files, "h.h") == "own x y z"
    assert seen(files, "h.h", always=True) == "own"
    del files["c.cu"]
    files["b.cu"] = files["a.cu"][1:]
    assert seen(files, "h.h", always=True) == "own y"


def test_circles() -> None:
    files = {
        "a.cu": ["x", "<b.h"],
        "b.h": ["b", "<c.h", "late"],
        "c.h": ["c", "<b.h", "<self.h"],
        "self.h": ["s", "<self.h"],
    }
    assert seen(files, "b.h") == seen(files, "c.h") == "b c late s x"
    assert seen(files, "self.h") == "b c late s x"
    del files["a.cu"]
    assert seen(files, "b.h", always=True) == "b c late s"
    assert sorted(map(sorted, circles({"a": ["b"], "b": ["a", None], "c": ["c"]}))) == [["a", "b"], ["c"]]


def test_the_included_come_first() -> None:
    targets = {"a": ["b", "c"], "b": ["d"], "c": ["d"], "d": ["e"], "e": ["d"]}
    order = list(circles(targets))
    assert set(order[0]) == {"d", "e"}
    assert order[-1] == ("a",)


def test_a_long_way_down() -> None:
    files: Files = {f"{i}.h": [f"n{i}", f"<{i + 1}.h"] for i in range(5000)}
    assert seen(files, "4999.h").count("n") == 5000
    assert seen(files, "0.h").count("n") == 5000
