"""Functions of a header, compiled by g++ into a library and applied to arrays."""

from __future__ import annotations

import ctypes
import subprocess
from array import array
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.api import include_dir

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

CODES = {
    "signed char": "b",
    "unsigned char": "B",
    "short": "h",
    "unsigned short": "H",
    "int": "i",
    "unsigned": "I",
    "long long": "q",
    "unsigned long long": "Q",
    "float": "f",
    "double": "d",
}
CODES |= {"__half": "H", "__hip_bfloat16": "H", "__half2": "I", "__hip_bfloat162": "I"}
LOOP = """extern "C" void {symbol}(long n, {result}* out{parameters}) {{
  for (long i = 0; i < n; ++i) out[i] = {call}({arguments});
}}
"""
STRICT = ("-std=c++11", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC")


class Form(NamedTuple):
    """How a function is called: the types of its result and of its arguments."""

    name: str
    result: str
    arguments: tuple[str, ...]

    @property
    def symbol(self) -> str:
        return f"each_{self.name}_{'_'.join(self.arguments)}".replace(" ", "_")


class Library:
    """A compiled header; `head` is the source before the loops."""

    def __init__(self, folder: Path, head: str, namespace: str, forms: Sequence[Form]) -> None:
        """Compile the header with a loop over arrays for each function."""
        loops = [
            LOOP.format(
                symbol=form.symbol,
                result=form.result,
                parameters="".join(f", const {one}* p{at}" for at, one in enumerate(form.arguments)),
                call=f"{namespace}::{form.name}",
                arguments=", ".join(f"p{at}[i]" for at in range(len(form.arguments))),
            )
            for form in forms
        ]
        (folder / "each.cpp").write_text(head + "".join(loops))
        command = ["g++", *STRICT, f"-I{include_dir()}", "each.cpp", "-oeach.so"]
        subprocess.run(command, cwd=folder, check=True)
        self._library = ctypes.CDLL(str(folder / "each.so"))

    def apply(self, form: Form, *columns: array[int] | array[float]) -> list[int] | list[float]:
        """Give what a function gives for columns of arguments."""
        made = array(CODES[form.result], bytes(array(CODES[form.result]).itemsize * len(columns[0])))
        for column, one in zip(columns, form.arguments, strict=True):
            assert column.typecode == CODES[one]
        buffers = [ctypes.c_void_p(column.buffer_info()[0]) for column in (made, *columns)]
        getattr(self._library, form.symbol)(ctypes.c_long(len(made)), *buffers)
        return made.tolist()
