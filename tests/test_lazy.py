"""What is found when it is first asked for."""

import ast
import pickle
import pkgutil
from importlib import import_module
from pathlib import Path

import hipify_py
from hipify_py.lazy import re

PACKAGE = Path(hipify_py.__file__).parent


def _modules() -> list[str]:
    return [one.name for one in pkgutil.walk_packages(hipify_py.__path__, "hipify_py.") if not one.ispkg]


def test_an_expression_finds_what_it_finds_compiled() -> None:
    word = re.compile(rb"(?P<word>\w+)", re.IGNORECASE)
    assert word.pattern == rb"(?P<word>\w+)"
    assert word.match(b" ab cd", 1)
    assert [found[0] for found in word.finditer(b"ab cd")] == [b"ab", b"cd"]
    assert (word.groups, dict(word.groupindex), bool(word.flags & re.IGNORECASE)) == (1, {"word": 1}, True)
    assert word.sub(b"x", b"ab cd") == b"x x"


def test_an_expression_is_compiled_when_it_is_first_asked() -> None:
    wrong = re.compile("(")
    assert wrong.pattern == "("
    try:
        wrong.match("")
    except re.error:
        return
    raise AssertionError


def test_an_expression_can_be_handed_on() -> None:
    word = pickle.loads(pickle.dumps(re.compile(rb"\w+")))
    assert word.findall(b"ab cd") == [b"ab", b"cd"]


def test_every_expression_of_a_module_can_be_compiled() -> None:
    kind = type(re.compile(""))
    found = 0
    for name in _modules():
        for value in vars(import_module(name)).values():
            if isinstance(value, kind):
                assert value.groups >= 0, name
                found += 1
    assert found > 1000


def test_no_module_compiles_as_it_is_loaded() -> None:
    for path in PACKAGE.rglob("*.py"):
        body = ast.parse(path.read_bytes()).body
        plain = any(isinstance(one, ast.Import) and one.names[0].name == "re" for one in body)
        made = [one for one in body if isinstance(one, ast.Assign | ast.AnnAssign)]
        assert not plain or not any("re.compile(" in ast.unparse(one) for one in made), path
