"""The table of a program's basic blocks, from its assembler text."""

from __future__ import annotations

from simt.blocks import tabled

TEXT = """\t.text
\t.type\tf, @function
f:
\tcmpl\t$1, %edi
\tje\t.L2
\tmovl\t$2, %eax
\tjmp\t.L3
.L2:
\tmovl\t$1, %eax
.L3:
\tret
\t.size\tf, .-f
\t.type\tg,@function
g:                                      # @g
.LBB1_1:                                # =>This Inner Loop
\tjne\t.LBB1_1                         # again
\tjmp\th@PLT
\t.size\tg, .-g
\t.type\tdata, @object
data:
\t.quad\t0
"""


def rows(text: str) -> list[str]:
    """Give the rows of the table."""
    behind = tabled(text).partition('\t.section\tsimt_blocks,"aw",@progbits\n')[2]
    return [line.removeprefix("\t.quad\t") for line in behind.splitlines() if line.startswith("\t.quad")]


def test_each_block_says_where_it_may_go() -> None:
    assert rows(TEXT) == [
        "0, 0, 0",
        ".Lsimt0_0, .L2, .Lsimt0_1",
        ".Lsimt0_1, .L3, 0",
        ".Lsimt0_2, .L2, 0",  # behind the jump, where nothing stands
        ".L2, .L3, 0",
        ".L3, 0, 0",
        "0, 0, 0",
        ".Lsimt6_0, .LBB1_1, 0",
        ".LBB1_1, .LBB1_1, .Lsimt6_2",
        ".Lsimt6_2, 0, 0",  # a call that does not come back here
        ".Lsimt6_3, 0, 0",
    ]


def test_the_text_stays_but_for_labels() -> None:
    made = tabled(TEXT).partition("\t.section\tsimt_blocks")[0]
    assert [line for line in made.splitlines() if not line.startswith(".Lsimt")] == TEXT.splitlines()
    assert "f:\n.Lsimt0_0:\n\tcmpl" in made


def test_a_block_ends_where_lanes_give_way() -> None:
    text = "\t.type\tf, @function\nf:\n\tcall\t__sanitizer_cov_trace_pc\n\tret\n\t.size\tf, .-f\n"
    assert rows(text) == ["0, 0, 0", ".Lsimt0_0, .Lsimt0_1, 0", ".Lsimt0_1, 0, 0"]


def test_a_text_without_functions_has_an_empty_table() -> None:
    assert rows("\t.data\nx:\n\t.quad\t7\n") == []
