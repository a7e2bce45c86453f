"""What of a rule a conversion does not need."""

from __future__ import annotations

from hipify_py.rules import packed
from hipify_py.rules.packed import RuleTest


def test_what_a_conversion_does_not_need_comes_out_as_it_was_packed() -> None:
    test = RuleTest("acts", "f();", "g();", ("N001",), "keep", "a.cu", ("b.cu",), "7.0", "native")
    keeps = ("keeps", "f();", "f();", None, "macro", None, (), "7.2", "32")
    more = packed.packed("how", (tuple(test), keeps))
    assert packed.docs_of(more) == "how"
    assert packed.tests_of(more) == (test, RuleTest("keeps", "f();", "f();", None, "macro", None, ()))
