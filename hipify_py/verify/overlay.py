"""Let a compiler see texts in the place of files: nothing of the tree is touched or copied."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def write(folder: str, texts: Mapping[str, bytes]) -> list[str]:
    """Put texts below `folder` and give the flags that lay them over the files whose paths they have."""
    folders: dict[str, list[dict[str, str]]] = {}
    for number, (path, text) in enumerate(sorted(texts.items())):
        place = os.path.join(folder, f"{number}{os.path.splitext(path)[1]}")
        with open(place, "wb") as file:
            file.write(text)
        beside, name = os.path.split(path)
        entry = {"name": name, "type": "file", "external-contents": place}
        folders.setdefault(beside, []).append(entry)
    roots = [{"name": name, "type": "directory", "contents": inner} for name, inner in folders.items()]
    overlay = {"version": 0, "case-sensitive": "true", "use-external-names": "false", "roots": roots}
    listing = os.path.join(folder, "overlay.yaml")
    with open(listing, "w", encoding="utf-8", errors="surrogateescape") as file:
        json.dump(overlay, file, ensure_ascii=False)
    return ["-ivfsoverlay", listing] if texts else []
