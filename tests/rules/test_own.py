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
ENTRIES = re.split(r"(?m)^(?=\[\[)", SHIPPED)
BOUNDS = "launch-bounds-blocks"
SOURCE = b"""
__global__ void __launch_bounds__(256, 2, 1) k(int *p) { asm("trap;"); *p = __shfl_sync(~0u, 1, 2); }
#if defined(__CUDACC__) && CUDART_VERSION > 11000 && __CUDA_ARCH__ >= 700
struct float4 f; curandStateXORWOW_t s; const char *c = "__global__ void k() {}";
#endif
void run() { k<<<{1, 2}, 3>>>(0); std::cout<<<1; }
"""


@pytest.fixture(autouse=True)
def _with_it(engine: Path, request: pytest.FixtureRequest) -> None:
    """Let the rule that a test writes anew ship, and those of its matcher: the rest takes long to compile."""
    code = code_of(written(request.node.callspec.params.get("name", BOUNDS)))
    text = "".join(entry for entry in ENTRIES if code_of(entry) == code)
    (engine / "constructs.toml").write_text(text, encoding="utf-8")


def code_of(entry: str) -> str | None:
    """Give the matcher of a rule as it is written, if it asks for one."""
    found = re.search(r"(?m)^code = .*", entry)
    return found[0] if found else None


def written(name: str) -> str:
    """Give a rule that ships as it is written."""
    return next(entry for entry in ENTRIES if f'\nname = "{name}"\n' in entry)


def without(text: str, key: str) -> str:
    """Leave out a key of the rule, not of its tests."""
    return re.sub(rf"(?ms)^{key} = (?:'''.*?'''|\[\n.*?\n\]|[^\n]*)\n", "", text)


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
    text = written(BOUNDS).replace('word = "2"', f'word = "{word}"')
    said = refusal(folder(a=text))
    assert (
        f"launch-bounds-blocks: word {word!r}, for match.launches.launch_bounds; use one of '2', '3'" in said
    )


@pytest.mark.parametrize("line", ['args = ["a"]', 'args = ["a"]\nwhere = { a = "x" }', 'fix = "x"'])
def test_what_a_matcher_does_not_look_at_is_refused(folder: Folder, line: str) -> None:
    text = written(BOUNDS).replace('word = "2"', f'word = "2"\n{line}')
    said = refusal(folder(a=text))
    assert re.search(
        r"launch-bounds-blocks: has (args|fix) and code; leave \1 out: what is done is up to ", said
    )
