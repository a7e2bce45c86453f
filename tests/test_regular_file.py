"""A regular file is read whole; what else stands at a path is neither waited for nor read without an end."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from hipify_py.regular_file import CHUNK, NotRegularError, TooLargeError, read_regular


@pytest.mark.parametrize("size", [0, 1, CHUNK, CHUNK + 1])
def test_a_file_is_read_whole(tmp_path: Path, size: int) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x" * size)
    data, status = read_regular(path, size)
    assert data == b"x" * size
    assert os.path.samestat(status, path.stat())
    if size:
        with pytest.raises(TooLargeError) as caught:
            read_regular(str(path), size - 1)
        assert caught.value.size == size
    assert read_regular(path, 10**30)[0] == data


def test_a_file_that_tells_no_size_is_bounded() -> None:
    with pytest.raises(TooLargeError):
        read_regular("/proc/self/status", 10)


def test_what_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "socket"))
        with pytest.raises(OSError, match="No such device"):
            read_regular(tmp_path / "socket", 10)
    for place in (tmp_path / "pipe", "/dev/zero", "/dev/null"):
        with pytest.raises(NotRegularError):
            read_regular(place, 10)
    with pytest.raises(IsADirectoryError):
        read_regular(tmp_path, 10)
    with pytest.raises(FileNotFoundError):
        read_regular(tmp_path / "none", 10)
