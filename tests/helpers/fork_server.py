"""A process that has the program loaded and forks itself for each command, which begins with `main`.

To start Python and to load the program takes most of the time of a small run, and the tests start thousands.
What a fork cannot show tests ask of a process of its own: the start itself, what is set before it, and what
hangs on the order of sets, which is one for all forks.
"""

from __future__ import annotations

import atexit
import fcntl
import gc
import os
import pickle
import pkgutil
import runpy
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import traceback
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import IO, TYPE_CHECKING, NamedTuple

import hipify_py
from hipify_py.api import convert_tree
from hipify_py.choices import WARPS
from hipify_py.project.file_cache import program
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

START = "from helpers.fork_server import serve; serve({})"
DEMO = os.path.join(os.path.dirname(__file__), "../../corpus/demo")
SECONDS = 120  # for one command


class Outcome(NamedTuple):
    """The exit code of a command, negative for a signal, and what it wrote."""

    code: int
    out: bytes
    err: bytes


def run_forked(args: Sequence[str], cwd: Path | None, stdin: bytes, env: Mapping[str, str]) -> Outcome:
    """Run `python -m hipify_py ARGS`, or `python -c PROGRAM`, in a fork of the server of this process.

    Raises `TimeoutError` for a command that does not end.
    """
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(stdin)
        given.seek(0)
        with _started(args, cwd, env, [file.fileno() for file in (given, out, err)]) as ended:
            code = pickle.load(ended)
        out.seek(0)
        err.seek(0)
        return Outcome(code, out.read(), err.read())


def run_on_terminal(
    args: Sequence[str], cwd: Path, env: Mapping[str, str], size: tuple[int, int], keys: bytes
) -> Outcome:
    """Run the like with a terminal of so many rows and columns for all three streams; `keys` are typed."""
    terminal, side = os.openpty()
    fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
    with _started(args, cwd, env, [side] * 3, on_terminal=True) as ended:
        os.close(side)
        os.write(terminal, keys)
        shown = read_terminal(terminal)
        return Outcome(pickle.load(ended), shown, b"")


def read_terminal(terminal: int) -> bytes:
    """Read what is shown until nobody can write any more, and close the terminal."""
    shown = b""
    with suppress(OSError):  # how Linux says that the other side is closed
        while part := os.read(terminal, 65536):
            shown += part
    os.close(terminal)
    return shown


@contextmanager
def _started(
    args: Sequence[str],
    cwd: Path | None,
    env: Mapping[str, str],
    streams: Sequence[int],
    *,
    on_terminal: bool = False,
) -> Iterator[IO[bytes]]:
    """Start a command; what is given says its exit code when it ends."""
    ours, theirs = socket.socketpair()
    with ours, theirs, ours.makefile("rwb") as stream:
        ours.settimeout(SECONDS)
        server = _SERVERS.get(os.getpid()) or _server(env)
        socket.send_fds(server, [b"."], [theirs.fileno(), *streams])
        theirs.close()
        pickle.dump((list(args), os.fspath(cwd or os.getcwd()), dict(env), on_terminal), stream)
        stream.flush()
        yield stream  # type: ignore[misc]  # it reads and writes


_SERVERS: dict[int, socket.socket] = {}


def _server(env: Mapping[str, str]) -> socket.socket:
    """Start the server of this process; it ends when the process does."""
    ours, theirs = socket.socketpair()
    command = [sys.executable, "-c", START.format(theirs.fileno())]
    tests = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    env = {**env, "PYTHONPATH": os.pathsep.join((tests, os.path.dirname(tests)))}
    process = subprocess.Popen(command, env=env, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)
    theirs.close()
    atexit.register(process.wait)
    atexit.register(ours.close)
    _SERVERS[os.getpid()] = ours
    return ours


def serve(listens: int) -> None:
    """Answer each request in a fork, until nobody can send one any more."""
    for module in pkgutil.walk_packages(hipify_py.__path__, "hipify_py."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    for warp in WARPS:  # reads the rules, and compiles what a source is searched for
        convert_tree([DEMO], Settings(mode="memory", warp=warp), jobs=1)
    program()
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those that answer
    with socket.socket(fileno=listens) as requests:
        while True:
            message, files, _, _ = socket.recv_fds(requests, 1, 4)
            if not message:
                return
            if os.fork() == 0:
                requests.close()
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                _answer(*files)
            for file in files:
                os.close(file)


def _answer(connection: int, *streams: int) -> None:
    """Run one command and say how it ended."""
    with socket.socket(fileno=connection) as ours, ours.makefile("rwb") as stream:
        args, cwd, env, on_terminal = pickle.load(stream)
        child = os.fork()
        if child == 0:
            _become(args, cwd, env, streams, on_terminal=on_terminal)
        for file in streams:
            os.close(file)
        signal.signal(signal.SIGALRM, lambda *_: os.kill(child, signal.SIGKILL))
        signal.alarm(SECONDS)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        with suppress(BrokenPipeError):
            pickle.dump(code, stream)
    os._exit(0)


def _become(
    args: list[str], cwd: str, env: dict[str, str], streams: Sequence[int], *, on_terminal: bool
) -> None:
    """Go on as the command does."""
    for number, file in enumerate(streams):
        os.dup2(file, number)
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    if on_terminal:
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    sys.argv = ["-m", *args]
    sys.path[0] = cwd
    code: object = 0
    try:
        if args[:1] == ["-c"]:
            sys.argv = ["-c", *args[2:]]
            exec(compile(args[1], "<string>", "exec"), vars(sys.modules["__main__"]))
        else:
            runpy.run_module("hipify_py", run_name="__main__", alter_sys=True)
    except SystemExit as error:
        code = error.code
    except BaseException:  # noqa: BLE001 what Python itself would print
        traceback.print_exc()
        code = 1
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code if isinstance(code, int) else int(code is not None))
