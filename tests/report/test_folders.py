"""Which folders a run is compared by."""

from __future__ import annotations

from hipify_py.report.folders import folders, shared_folder


def test_folders_are_as_short_as_tells_some_apart() -> None:
    few = [f"src/{name}/x/{n}/a.cu" for name in "ab" for n in range(4)]
    assert {*folders(few).values()} == {f"src/{name}/x/{n}/" for name in "ab" for n in range(4)}
    many = [f"src/{name}/x/a.cu" for name in "abcdef"]
    assert [*folders(many).values()] == [f"src/{name}/" for name in "abcdef"]


def test_files_beside_folders_count_to_the_folder_that_all_share() -> None:
    assert folders(["a.cu", "b/c.cu", "third_party/"]) == {"a.cu": "", "b/c.cu": "b/", "third_party/": ""}
    assert folders(["/p/q/a.cu", "/p/q/r/b.cu"]) == {"/p/q/a.cu": "/p/q/", "/p/q/r/b.cu": "/p/q/r/"}
    assert folders([]) == {}


def test_what_all_paths_share_is_whole_folders() -> None:
    assert shared_folder(["src/ab/c.cu", "src/ac/d.cu"]) == "src/"
    assert shared_folder(["/a/b.cu", "/c/d.cu"]) == "/"
    assert shared_folder(["a.cu", "a/b.cu"]) == ""
    assert shared_folder([]) == ""
