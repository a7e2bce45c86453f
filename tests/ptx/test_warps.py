"""PTX that works on the warp: which of CUDA's functions stands for it, and what none stands for."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.laws import assert_lossless, assert_never_silent, assert_settled
from helpers.toolchain import needs_gcc
from simt.emulator import Emulator

from hipify_py.api import include_dir
from hipify_py.conversion import convert
from hipify_py.ptx.block import Operand, translated
from hipify_py.rules.load import load
from hipify_py.settings import Options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from helpers.toolchain import Hipcheck

RULES = load()
KERNEL = Path(__file__).parents[2] / "corpus/lanes/ptx-shuffles-votes.cu"
SETS = ".reg .pred p; setp.ne.u32 p, %1, 0; "


def made(text: str, constraints: Sequence[str], **worth: int) -> str | None:
    """Give the C++ of a statement, its operands in angle brackets and their lanes in square ones."""
    operands = [
        Operand(at, one, "", worth=worth.get(f"n{at}"), last=worth.get(f"last{at}"))
        for at, one in enumerate(constraints)
    ]
    found = translated(text, operands, is_volatile=True, clobbers_memory=False)
    if found is None:
        return None
    assert found.of_warp
    texts = (one if isinstance(one, str) else f"<{one}>" if one >= 0 else f"[{~one}]" for one in found.pieces)
    return " ".join("".join(texts).split())


@pytest.mark.parametrize(
    ("text", "constraints", "meant"),
    [
        ("shfl.sync.bfly.b32 %0, %1, 4, 0x1f, 0xffffffff;", "=r r", "__shfl_xor_sync(0xffffffffu, #, 4)"),
        ("shfl.sync.bfly.b32 %0, %1, %2, 31, %3;", "=r r r r", "__shfl_xor_sync(<3>, #, <2>)"),
        ("shfl.sync.up.b32 %0, %1, 1, 0, -1;", "=r r", "__shfl_up_sync(0xffffffffu, #, 1)"),
        ("shfl.sync.up.b32 %0, %1, 1, 0x1000, -1;", "=r r", "__shfl_up_sync(0xffffffffu, #, 1, 16)"),
        ("shfl.sync.down.b32 %0, %1, %2, 0x1c1f, -1;", "=r r r", "__shfl_down_sync(0xffffffffu, #, <2>, 4)"),
        ("shfl.sync.idx.b32 %0, %1, 0, 0x181F, -1;", "=r r", "__shfl_sync(0xffffffffu, #, 0, 8)"),
        ("shfl.idx.b32 %0, %1, %2, 31;", "=r r r", "__shfl(#, <2>)"),
        ("shfl.bfly.b32 %0, %1, 16, 0x1f;", "=r r", "__shfl_xor(#, 16)"),
        ("vote.sync.ballot.b32 %0, p, -1;", "=r r", "__ballot_sync(0xffffffffu, # != 0u)"),
        ("vote.ballot.b32 %0, !p;", "=r r", "__ballot(!(# != 0u))"),
        ("vote.sync.ballot.b32 %0, 1, 0xffffffff;", "=r", "__ballot_sync(0xffffffffu, true)"),
        ("vote.ballot.b32 %0, 0;", "=r", "__ballot(false)"),
        ("match.any.sync.b32 %0, %1, %2;", "=r r r", "__match_any_sync(<2>, #)"),
        ("redux.sync.add.u32 %0, %1, -1;", "=r r", "__reduce_add_sync(0xffffffffu, #)"),
        ("redux.sync.min.s32 %0, %1, %2;", "=r r r", "(unsigned)__reduce_min_sync(<2>, (int)#)"),
        ("redux.sync.xor.b32 %0, %1, %2;", "=r r r", "__reduce_xor_sync(<2>, #)"),
    ],
)
def test_one_function_stands_for_it(text: str, constraints: str, meant: str) -> None:
    text = "{ " + SETS + text + " }" if re.search(r"\bp\b", text) else text
    assert made(text, constraints.split()) == "<0> = " + meant.replace("#", "(unsigned)(<1>)")


@pytest.mark.parametrize(
    ("vote", "meant"),
    [
        ("sync.any.pred q, 1, -1", "__any_sync(0xffffffffu, true)"),
        ("sync.all.pred q, 0, 7", "__all_sync(0x7u, false)"),
        ("all.pred q, 1", "__all(true)"),
        (
            "sync.uni.pred q, 1, -1",
            "(__all_sync(0xffffffffu, true) != 0) == (__any_sync(0xffffffffu, true) != 0)",
        ),
        ("uni.pred q, p", "(__all(ptx_p_1) != 0) == (__any(ptx_p_1) != 0)"),
    ],
)
def test_votes_that_give_a_predicate(vote: str, meant: str) -> None:
    found = made("{ " + SETS + f".reg .pred q; vote.{vote}; selp.u32 %0, 1, 0, q; }}", ["=r", "r"])
    assert found
    assert f"ptx_q_2 = {meant};" in found


def test_constants_and_lanes_in_operands() -> None:
    text = "shfl.sync.down.b32 %0, %1, %2, %3, %4;"
    call = "<0> = __shfl_down_sync(0xffffffffu, (unsigned)(<1>), 2{})"
    given = {"n2": 2, "n4": 0xFFFFFFFF}
    assert made(text, ["=r", "r", "r", "r", "r"], n3=31, **given) == call.format("")
    assert made(text, ["=r", "r", "n", "i", "r"], n3=31, **given) == call.format("")
    assert made(text, ["=r", "r", "r", "r", "r"], last3=31, **given) == call.format(", [3]")
    assert made(text, ["=r", "r", "r", "r", "r"], last3=0, **given) is None
    assert made(text, ["=r", "r", "r", "r", "r"], **given) is None
    assert made(text.replace("down", "up"), ["=r", "r", "r", "r", "r"], last3=0, **given) is not None


def test_floats_stay_floats() -> None:
    text = "shfl.sync.bfly.b32 %0, %1, 1, 31, -1;"
    assert made(text, ["=f", "f"]) == "<0> = __shfl_xor_sync(0xffffffffu, (float)(<1>), 1)"
    mixed = "<0> = __uint_as_float(__shfl_xor_sync(0xffffffffu, (unsigned)(<1>), 1))"
    assert made(text, ["=f", "r"]) == mixed


@pytest.mark.parametrize(
    ("shuffle", "inside"),
    [
        ("up.b32 t|p, %1, 1, 0", "ptx_lane >= 1"),
        ("up.b32 t|p, %1, %1, 0x1800", "(ptx_lane & 7u) >= (ptx_1 & 31u)"),
        ("down.b32 t|p, %1, 2, 31", "ptx_lane + 2 < unsigned(warpSize)"),
        ("down.b32 t|p, %1, 2, 0x181f", "(ptx_lane & 7u) + 2 < unsigned(8)"),
        ("bfly.b32 t|p, %1, 2, 31", "true"),
        ("idx.b32 t | p, %1, 2, 31", "true"),
    ],
)
def test_whether_the_lane_asked_is_of_the_part(shuffle: str, inside: str) -> None:
    text = f"{{ .reg .u32 t; .reg .pred p; shfl.sync.{shuffle}, -1; @p mov.u32 %0, t; }}"
    found = made(text, ["+r", "r"])
    assert found
    assert f"ptx_p_2 = {inside}; ptx_t_1 = __shfl" in found
    assert ('asm("mov.u32 %0, %%laneid;" : "=r"(ptx_lane));' in found) == ("ptx_lane" in inside)
    assert found.endswith("if (ptx_p_2) { ptx_0 = ptx_t_1; } <0> = ptx_0; } while (0)")


def test_a_mask_that_may_stay_as_it_is_read_without_a_cast() -> None:
    text = "{ .reg .pred p; setp.ne.u32 p, %1, 0; @p vote.sync.ballot.b32 %0, p, -1; }"
    found = made(text, ["+r", "r"])
    assert found
    assert "unsigned ptx_0 = (<0>); unsigned ptx_1 = (unsigned)(<1>);" in found
    found = made(
        "{ .reg .b64 t; mov.b64 t, %0; shfl.sync.idx.b32 %1, %1, 0, 31, -1; mov.b64 %0, t; }", ["+l", "+r"]
    )
    assert found
    assert "unsigned long long ptx_0 = (unsigned long long)(<0>); unsigned ptx_1 = (<1>);" in found


def test_a_predicate_that_is_made_of_itself_keeps_its_declaration() -> None:
    found = made("{ .reg .pred p; vote.sync.any.pred p, p, -1; selp.u32 %0, 1, 0, p; }", ["=r"])
    assert found
    assert "bool ptx_p_1; ptx_p_1 = __any_sync(0xffffffffu, ptx_p_1); ptx_0 = ptx_p_1 ? 1u : 0u;" in found


def test_barriers_active_lanes_and_registers_of_the_lane() -> None:
    assert made("bar.warp.sync %0;", ["r"]) == "__syncwarp(<0>)"
    assert made("activemask.b32 %0;", ["=r"]) == "<0> = __activemask()"
    found = made("{ .reg .u32 l; mov.u32 l, %%laneid; add.u32 %0, l, 1; }", ["=r"])
    assert found
    assert 'unsigned ptx_l_1; asm("mov.u32 %0, %%laneid;" : "=r"(ptx_l_1)); ptx_0 = ptx_l_1 + 1u;' in found


@pytest.mark.parametrize(
    "text",
    [
        "shfl.sync.bfly.b32 %0, %1, 4, 0x0f, -1;",  # another last lane
        "shfl.sync.bfly.b32 %0, %1, 4, 0, -1;",
        "shfl.sync.up.b32 %0, %1, 4, 0x1f, -1;",
        "shfl.sync.down.b32 %0, %1, 4, 0x141f, -1;",  # no part of as many lanes as a power of 2
        "shfl.sync.down.b32 %0, %1, 4, 0x1001f, -1;",
        "shfl.sync.down.b32 %0, %1, 4, %1, -1;",
        "shfl.sync.down.b32 %0, %1, 4, 31;",
        "shfl.down.b32 %0, %1, 4, 31, -1;",
        "shfl.sync.down.b64 %0, %1, 4, 31, -1;",
        "shfl.sync.next.b32 %0, %1, 4, 31, -1;",
        "vote.sync.ballot.b32 %0, %1, -1;",  # no predicate
        "vote.sync.ballot.b32 %0, 2, -1;",  # no truth
        "vote.sync.uni.b32 %0, 1, -1;",
        "{ .reg .pred p; match.all.sync.b32 %0|p, %1, -1; }",
        "redux.sync.add.f32 %0, %1, -1;",
        "redux.add.u32 %0, %1;",
        "{ .reg .pred p; elect.sync _|p, -1; selp.u32 %0, %1, 0, p; }",
        "mov.u32 %0, %%warpid;",
        "bar.sync 1, %1; mov.u32 %0, %1;",
    ],
)
def test_what_no_function_stands_for(text: str) -> None:
    assert made(text, ["=r", "r"]) is None


SOURCE = """__global__ void k(unsigned *p) {{ unsigned r, a = p[threadIdx.x];
{}asm("{}" : "=r"(r) : "r"(a)); *p = r; }}
"""
XOR = "shfl.sync.bfly.b32 %0, %1, 4, 0x1f, 0xffffffff;"
BALLOT = "{ " + SETS + "vote.sync.ballot.b32 %0, p, 0xffffffff; }"


def whole(source: str, warp: str = "32") -> tuple[str, list[str], list[str]]:
    """Give what a source becomes, the rules of what is said of it, and of what comments turn off."""
    result = convert(source.encode(), RULES, Options(path="a.cu", warp=warp, add_include=False))  # type: ignore[arg-type]
    said = [one.rule for one in result.findings if one.severity != "note"]
    return result.text, said, [one.rule for one in result.suppressed]


def test_it_is_read_as_the_functions_are() -> None:
    text, said, _ = whole(SOURCE.format("", XOR))
    assert "r = __shfl_xor((unsigned)(a), 4, 32);" in text
    assert said == []
    text, said, _ = whole(SOURCE.format("", BALLOT))
    assert "r = hipify_warp32::ballot_sync(0xffffffffu, (unsigned)(a) != 0u);" in text
    text, said, _ = whole(SOURCE.format("", XOR), warp="native")
    assert "r = __shfl_xor((unsigned)(a), 4);" in text
    text, said, _ = whole(SOURCE.format("", BALLOT), warp="native")
    assert "unsigned long long r" in text
    assert "r = __ballot((unsigned)(a) != 0u);" in text
    for warp in ("32", "native"):
        options = Options(path="a.cu", warp=warp)
        result = convert(SOURCE.format("", BALLOT).encode(), RULES, options)
        assert_lossless(result)
        assert_never_silent(result, RULES)
        assert_settled(result, RULES, options)


def test_a_hazard_of_it_is_told_at_the_statement() -> None:
    source = SOURCE.format("if (threadIdx.x < 5) ", XOR)
    result = convert(source.encode(), RULES, Options(path="a.cu"))
    (told,) = [one for one in result.findings if one.severity != "note"]
    assert told.rule == "W023"
    assert result.source[told.span.start :].startswith(b'asm("shfl')


def test_a_comment_turns_it_off() -> None:
    source = SOURCE.format("// hipify: ignore-next-line[D001] ours\n", XOR)
    text, said, hushed = whole(source)
    assert text.count(XOR) == 1
    assert said == ["W009"]
    assert hushed == ["D001"]


def test_other_things_that_comments_turn_off_are_told_with_it() -> None:
    source = SOURCE.format("", XOR) + "int a = cudaLimitMaxL2FetchGranularity; // hipify: ignore[N001]\n"
    _, said, hushed = whole(source)
    assert said == []
    assert hushed == ["N001"]


def test_what_stays_is_told_as_before() -> None:
    text, said, _ = whole(SOURCE.format("", XOR.replace("0x1f", "0xf")))
    assert "asm(" in text
    assert said == ["W009"]
    by_hip = "#include <hip/hip_runtime.h>\n" + SOURCE.format("", XOR)
    assert "asm(" in whole(by_hip)[0]


@needs_gcc
def test_without_masks_it_does_the_same_on_64_lanes(tmp_path: Path) -> None:
    text = KERNEL.read_text().replace(".sync", "").replace(", 0xffffffff;", ";").replace(", -1;", ";")
    text = text.replace(", %4;", ";").replace(', "r"(0xffffffff)', "")
    emulator = Emulator(tmp_path)
    truth = emulator.run(text, "cuda", 32)
    ours = convert(text.encode(), RULES, Options(path="a.cu")).output
    runs = [emulator.run(ours, "hip", width, include=[include_dir()]) for width in (64, 32)]
    assert [(one.status, one.problems, one.stdout) for one in runs] == [(0, (), truth.stdout)] * 2


@pytest.mark.compiler
@pytest.mark.parametrize("warp", ["32", "native"])
def test_what_is_written_compiles(warp: str, tmp_path: Path, hipcheck: Hipcheck) -> None:
    path = tmp_path / "all.hip"
    text = convert(KERNEL.read_bytes(), RULES, Options(path="a.cu", warp=warp)).text  # type: ignore[arg-type]
    assert "asm" not in text
    path.write_text(text)
    assert hipcheck(path, f"-I{include_dir()}", "-Wno-unused") == (True, "")
