"""A user's own rule that asks for one of the engine's matchers, beside the rules that ship."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.rules import Folder, refusal

from hipify_py.conversion import convert
from hipify_py.rules.load import builtin_folder, load
from hipify_py.settings import Options

SHIPPED = (builtin_folder() / "constructs.toml").read_text(encoding="utf-8")
CODED = re.findall(r'(?m)^name = "([\w-]+)"\n(?:\w+ = .*\n)*?code = ', SHIPPED)
SOURCE = b"""
__global__ void __launch_bounds__(256, 2, 1) k(int *p) { asm("trap;"); *p = __shfl_sync(~0u, 1, 2); }
#if defined(__CUDACC__) && CUDART_VERSION > 11000 && __CUDA_ARCH__ >= 700
struct float4 f; curandStateXORWOW_t s; const char *c = "__global__ void k() {}";
#endif
void run() { k<<<{1, 2}, 3>>>(0); std::cout<<<1; }
"""


@pytest.fixture(autouse=True)
def _with_constructs(engine: Path) -> None:
    (engine / "constructs.toml").write_text(SHIPPED, encoding="utf-8")


def written(name: str) -> str:
    """Give a rule that ships as it is written."""
    entries = re.split(r"(?m)^(?=\[\[)", SHIPPED)
    return next(entry for entry in entries if f'\nname = "{name}"\n' in entry)


def without(text: str, key: str) -> str:
    """Leave out a key of the rule, not of its tests."""
    return re.sub(rf"(?m)^{key} = .*\n", "", text)


@pytest.mark.parametrize("name", CODED)
def test_what_a_matcher_goes_by_cannot_be_left_out(folder: Folder, name: str) -> None:
    """Without a key a rule is refused, or converts whatever comes."""
    text = written(name)
    for key in ("word", "words", "message"):
        rule = without(text, key)
        if rule == text or key == "words":
            loaded = load(folder(a=rule))
            for launch in ("keep", "macro"):
                convert(SOURCE, loaded, Options(launch=launch))
        else:
            said = {"word": "has no word, for ", "message": "has no message, for "}[key]
            assert f": {name}: {said}" in refusal(folder(a=rule))


@pytest.mark.parametrize("word", ["", "1", "two", "²", "-1", "4"])
def test_a_word_is_one_that_the_matcher_knows(folder: Folder, word: str) -> None:
    text = written("launch-bounds-blocks").replace('word = "2"', f'word = "{word}"')
    said = refusal(folder(a=text))
    assert (
        f"launch-bounds-blocks: word {word!r}, for match.launches.launch_bounds; use one of '2', '3'" in said
    )


@pytest.mark.parametrize("line", ['args = ["a"]', 'args = ["a"]\nwhere = { a = "x" }', 'fix = "x"'])
def test_what_a_matcher_does_not_look_at_is_refused(folder: Folder, line: str) -> None:
    text = written("launch-bounds-blocks").replace('word = "2"', f'word = "2"\n{line}')
    said = refusal(folder(a=text))
    assert re.search(
        r"launch-bounds-blocks: has (args|fix) and code; leave \1 out: what is done is up to ", said
    )
