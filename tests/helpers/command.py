"""Run the command as a user does, and look at what it left behind."""

from __future__ import annotations

import ctypes
import fcntl
import hashlib
import json
import os
import pty
import stat
import struct
import subprocess
import sys
import tempfile
import termios
from contextlib import chdir
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from click.testing import CliRunner
from jsonschema import Draft202012Validator

from helpers.fork_server import read_terminal, run_forked, run_on_terminal
from hipify_py.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "hipify_py" / "report" / "schema.json").read_text("utf-8"))
HIPIFY = (sys.executable, "-m", "hipify_py")
CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, PR_CAPBSET_DROP = 1, 2, 24  # linux/capability.h, linux/prctl.h

CACHE = Path(tempfile.gettempdir()) / f"hipify-py-tests-{os.getuid()}"  # apart from the user's own
LOOKS = {"NO_COLOR", "FORCE_COLOR", "PAGER", "LESS", "COLUMNS", "LINES", "LC_ALL"}

KERNEL = """\
#include <cuda_runtime.h>
#include "common.cuh"

__global__ void scale(float *x, float a) { x[threadIdx.x] *= a; }

void run(float *x)
{
    scale<<<1, 32>>>(x, 2.0f);
    cudaFree(x);
}
"""
KERNEL_HIP = KERNEL.replace("cuda_runtime.h", "hip/hip_runtime.h").replace("cudaFree", "hipFree")
NOTE = "__global__ void __launch_bounds__(256, 2) k(int *p) { *p = 1; }\n"
WARNING = "#if CUDART_VERSION >= 12000\nint x;\n#endif\n"
ERROR = '__device__ void f() { asm volatile("exit;"); }\n'


class Done(NamedTuple):
    """What a run came to."""

    code: int
    out: str
    err: str


def environment(**more: str) -> dict[str, str]:
    """Give the environment of a run from any folder, without what would colour or translate its output."""
    kept = {key: value for key, value in os.environ.items() if key not in LOOKS}
    more = {"XDG_CACHE_HOME": str(CACHE), **more}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", **more}


def run(
    *args: str | bytes | Path,
    cwd: Path | None = None,
    stdin: bytes = b"",
    env: Mapping[str, str] | None = None,
    before: Callable[[], object] | None = None,
) -> Done:
    """Run `hipify-py ARGS`; `before` is called in the new process.

    With neither that nor `env` it begins where the program is loaded.
    """
    if not env and not before:
        forked = run_forked([os.fsdecode(one) for one in args], cwd, stdin, environment())
        return Done(forked.code, forked.out.decode(), forked.err.decode())
    done = subprocess.run(
        [*HIPIFY, *args],
        cwd=cwd,
        input=stdin,
        env=environment(**(env or {})),
        capture_output=True,
        preexec_fn=before,
        timeout=120,
        check=False,
    )
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


def on_terminal(
    cwd: Path,
    *args: str | Path,
    rows: int = 24,
    columns: int = 100,
    keys: bytes = b"",
    anew: bool = False,
    **env: str,
) -> tuple[int, str]:
    """Run with a terminal of that size for all three standard streams; give the exit code and what it shows.

    `keys` are typed at once. With `anew` it begins where Python does, else where the program is loaded.
    """
    around = environment(**{"TERM": "xterm", **env})
    if not anew:
        done = run_on_terminal([*map(str, args)], cwd, around, (rows, columns), keys)
        return done.code, done.out.decode().replace("\r\n", "\n")
    child, terminal = pty.fork()
    if child == 0:  # pragma: no cover
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        os.chdir(cwd)
        os.execvpe(HIPIFY[0], [*HIPIFY, *map(str, args)], around)
    os.write(terminal, keys)
    shown = read_terminal(terminal).decode().replace("\r\n", "\n")
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), shown


def inside(cwd: Path, *args: str | Path) -> Done:
    """Run in this process, which has read the rules that ship; what goes through `main` is run elsewhere."""
    with chdir(cwd):
        done = CliRunner().invoke(main.cli, [*map(str, args)])
    return Done(done.exit_code, done.stdout, done.stderr)


def report(*args: str | bytes | Path, cwd: Path | None = None, **more: Any) -> dict[str, Any]:
    """Run with `--format json` and give the report, which must fit the schema and the exit code."""
    done = run(*args, "--format", "json", cwd=cwd, **more)
    value = json.loads(done.out)
    Draft202012Validator(SCHEMA).validate(value)
    assert value["exit_code"] == done.code, done
    return dict(value)


def statuses(value: Mapping[str, Any]) -> dict[str, str]:
    """Give the status of each path of a report."""
    return {file["path"]: file["status"] for file in value["files"]}


def put(path: Path, content: str | bytes) -> Path:
    """Write a file and the folders that it needs."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def snapshot(folder: Path) -> dict[str, tuple[str, int, str]]:
    """Say of everything in a folder what it is, its mode bits and what it holds."""
    found = {}
    for path in sorted(folder.rglob("*")):
        mode = path.lstat().st_mode
        if path.is_symlink():
            found[str(path.relative_to(folder))] = ("symlink", 0, os.readlink(path))
        elif stat.S_ISDIR(mode):
            found[str(path.relative_to(folder))] = ("folder", stat.S_IMODE(mode), "")
        else:
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
            found[str(path.relative_to(folder))] = ("file", stat.S_IMODE(mode), digest)
    return found


def drop_rights() -> None:
    """Let files forbid things to this process, also if root runs the tests: root then loses its privilege.

    A new user id would not do, as Python itself may lie where only root can read.
    """
    if os.geteuid() == 0:
        for capability in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
            if ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, capability) != 0:
                message = "cannot give up a capability"
                raise OSError(message)


def loaded(tmp_path: Path, *words: str) -> set[str]:
    """Give the modules of the project that a command loads."""
    code = (
        "import atexit, sys\n"
        "from hipify_py.cli.main import main\n"
        "atexit.register(lambda: print('LOADED', *(m for m in sys.modules if m.startswith('hipify_py'))))\n"
        "sys.argv[1:] = sys.argv[1:]\n"
        "main()\n"
    )
    command = [sys.executable, "-c", code, *words]
    done = subprocess.run(
        command, cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.rpartition("LOADED")[2].split())
