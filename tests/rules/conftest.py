"""Rule files to load: apart from the user's own, and where it matters without those that ship."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.rules import Folder, forget_rules

from hipify_py.rules import load as rules_module


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep every test's compiled rules apart from the user's."""
    forget_rules()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "hipify-py"


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """Make a folder with rule files."""

    def make(name: str = "mine", **files: str | bytes) -> Path:
        place = tmp_path / name
        place.mkdir(exist_ok=True)
        for stem, text in files.items():
            (place / f"{stem}.toml").write_bytes(text.encode() if isinstance(text, str) else text)
        return place

    return make


@pytest.fixture
def alone(own_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Leave out the built-in rules, which take their time to compile; give the folder in their place."""
    assert not own_cache.exists()
    (tmp_path / "builtin").mkdir()
    monkeypatch.setattr(rules_module, "builtin_folder", lambda: tmp_path / "builtin")
    return tmp_path / "builtin"


@pytest.fixture
def engine(alone: Path) -> Path:
    """Leave out the built-in rules but for what the engine itself says."""
    shipped = Path(rules_module.__file__).parents[2] / "rules" / "engine.toml"
    (alone / "engine.toml").write_bytes(shipped.read_bytes())
    return alone
