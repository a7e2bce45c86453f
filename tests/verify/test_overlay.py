"""Texts that a compiler sees in the place of files."""

from __future__ import annotations

import json
from pathlib import Path

from hipify_py.verify.overlay import write


def test_each_text_stands_at_its_path_and_nothing_is_touched(tmp_path: Path) -> None:
    flags = write(str(tmp_path), {"/s/a.cu": b"1", "/s/b.h": b"2", "/s/t/a.cu": b"3"})
    assert flags == ["-ivfsoverlay", f"{tmp_path}/overlay.yaml"]
    value = json.loads((tmp_path / "overlay.yaml").read_text())
    laid = {
        f"{root['name']}/{entry['name']}": Path(entry["external-contents"]).read_bytes()
        for root in value["roots"]
        for entry in root["contents"]
    }
    assert laid == {"/s/a.cu": b"1", "/s/b.h": b"2", "/s/t/a.cu": b"3"}
    assert value["use-external-names"] == "false"


def test_without_texts_there_is_nothing_to_lay(tmp_path: Path) -> None:
    assert write(str(tmp_path), {}) == []
