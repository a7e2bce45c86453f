"""Ask NVIDIA's own assembler what instructions of PTX come to, and compare with what the tests take them for.

usage: python tests/bench/ptx_folded.py [--rows N]

ptxas folds instructions on constants; nvdisasm shows the constants that are stored. Both must be on PATH. The
cases are those of tests/ptx/instructions.py, each on N rows of edges and of numbers drawn by chance. Exits 1
where a result differs; what ptxas does not fold is counted, and says nothing. See README.md beside this file.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from ptx.instructions import CASES, EDGES  # noqa: E402  which lies beside this folder

if TYPE_CHECKING:
    from ptx.case import Case

HEAD = ".version 8.0\n.target sm_80\n.address_size 64\n"
AT_ONCE = 400  # kernels in a module
LINE = re.compile(r"/\*[0-9a-f]{4}\*/\s+(.*?) ;")
MOVES = re.compile(r"(?:IMAD\.MOV(?:\.U32)? (R\d+), RZ, RZ|MOV (R\d+)), (-?0x[0-9a-f]+|RZ)")
CLEARS = re.compile(r"CS2R(\.32)? R(\d+), SRZ")
COPIES = re.compile(r"PRMT (R\d+), RZ, 0x7610, (R\d+)")
STORES = re.compile(r"STG\.E(\.\w+)? \[R\d+\.64(?:\+(0x[0-9a-f]+))?\], (R\d+|RZ)")
WRITES = re.compile(r"(?:@!?U?P\d+ )?[\w.]+ R(\d+)")


class Row(NamedTuple):
    """A case on some numbers."""

    case: Case
    numbers: tuple[int, ...]


def rows(count: int) -> list[Row]:
    """Give what is asked: of each case half as many rows of edges, and of numbers drawn by chance."""
    draw = random.Random(7)
    found: list[Row] = []
    for case in CASES:
        widths = [int(one[1:]) for one in case.takes]
        edges = [*product(*(EDGES[one] for one in widths))]
        draw.shuffle(edges)
        chance = [tuple(draw.getrandbits(one) for one in widths) for _ in range(count - count // 2)]
        found += (Row(case, numbers) for numbers in (*edges[: count // 2], *chance))
    return found


def kernel(number: int, row: Row) -> str:
    """Give a kernel that stores what a case gives for constants."""
    gives, takes = row.case.gives, row.case.takes
    lines = [f".reg .b{kind[1:]} r{at};" for at, kind in enumerate((*gives, *takes))]
    lines += [".reg .b64 out;", "ld.param.u64 out, [p];"]
    for at, (kind, one) in enumerate(zip(takes, row.numbers, strict=True), len(gives)):
        lines.append(f"mov.u{kind[1:]} r{at}, {hex(one)}{'U' if kind == 'u64' else ''};")
    lines.append(re.sub(r"%(\d+)", r"r\1", row.case.text))
    lines += (f"st.global.u{kind[1:]} [out+{8 * at}], r{at};" for at, kind in enumerate(gives))
    return f".visible .entry k{number}(.param .u64 p){{\n" + "\n".join(lines) + "\nret;\n}\n"


def stored(code: str) -> dict[int, int | None]:
    """Give what a kernel stores, by number of the result; None for what is no constant."""
    held: dict[str, int | None] = {"RZ": 0}
    found: dict[int, int | None] = {}
    for line in LINE.findall(code):
        if one := MOVES.fullmatch(line):
            held[one[1] or one[2]] = 0 if one[3] == "RZ" else int(one[3], 16) % (1 << 32)
        elif one := CLEARS.fullmatch(line):
            held |= dict.fromkeys([f"R{one[2]}", *([] if one[1] else [f"R{int(one[2]) + 1}"])], 0)
        elif (one := COPIES.fullmatch(line)) and one[2] in held:
            held[one[1]] = held[one[2]]
        elif one := STORES.fullmatch(line):
            found[int(one[2] or "0", 16) // 8] = _value(held, one[1] or "", one[3])
        elif one := WRITES.match(line):
            held |= {f"R{int(one[1]) + more}": None for more in (0, 1)}
    return found


def _value(held: dict[str, int | None], size: str, register: str) -> int | None:
    low = held.get(register)
    if size != ".64" or register == "RZ" or low is None:
        return low if low is None or size != ".U16" else low & 0xFFFF
    high = held.get(f"R{int(register[1:]) + 1}")
    return None if high is None else low | high << 32


def folded(asked: list[Row], folder: Path) -> dict[int, dict[int, int | None]]:
    """Assemble kernels, and give what each of them stores."""
    found: dict[int, dict[int, int | None]] = {}
    for first in range(0, len(asked), AT_ONCE):
        kernels = (kernel(first + at, row) for at, row in enumerate(asked[first : first + AT_ONCE]))
        (folder / "a.ptx").write_text(HEAD + "".join(kernels))
        subprocess.run(["ptxas", "-arch=sm_80", "-O3", "a.ptx", "-o", "a.cubin"], cwd=folder, check=True)
        shown = subprocess.run(["nvdisasm", "-c", "a.cubin"], cwd=folder, capture_output=True, check=True)
        for section in shown.stdout.decode().split(".text.k")[1:]:
            if number := re.match(r"\d+", section):
                found[int(number[0])] = stored(section)
    return found


def main() -> None:
    """Print how many results agree, and those that do not."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rows", type=int, default=32, help="of numbers for each case")
    given = parser.parse_args()
    if missing := [tool for tool in ("ptxas", "nvdisasm") if shutil.which(tool) is None]:
        sys.exit(f"{', '.join(missing)} is not on PATH: CUDA's toolkit has it")
    asked = rows(given.rows)
    with tempfile.TemporaryDirectory() as name:
        found = folded(asked, Path(name))
    agree = differ = 0
    known: set[str] = set()
    for number, (case, numbers) in enumerate(asked):
        meant = case.meaning(*numbers)
        wanted = [
            one % (1 << int(kind[1:]))
            for one, kind in zip(meant if isinstance(meant, tuple) else (meant,), case.gives, strict=True)
        ]
        made = [found.get(number, {}).get(at) for at in range(len(wanted))]
        if None in made:
            continue
        known.add(case.text)
        agree += made == wanted
        if made != wanted:
            differ += 1
            print(f"{case.text} {[*map(hex, numbers)]}: ptxas {made}, here {wanted}")
    print(f"{agree} results agree, {differ} differ, {len(asked) - agree - differ} are not folded;")
    print(f"{len(known)} of {len(CASES)} statements are folded")
    sys.exit(1 if differ else 0)


if __name__ == "__main__":
    main()
