#!/usr/bin/env python3
"""Download a source archive from the Python package index, check its SHA-256, unpack it.

usage: fetch.py NAME VERSION SHA256 [DEST]

The index is the one that pip is set up with; nothing of the package is run. DEST is $HIPIFY_REAL or
~/.cache/hipify-py-real unless given. Prints the folder.
"""

from __future__ import annotations

import hashlib
import html
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.parse
import urllib.request
from pathlib import Path

LINK = re.compile(r'<a[^>]*href="([^"]+)"[^>]*>([^<]+)</a>')
TIMEOUT = 60.0  # seconds without a byte


class FetchError(Exception):
    """An archive cannot be had, or is not the one that was asked for; the text says why."""


def cache() -> Path:
    """Give the folder that archives and unpacked projects are kept in."""
    return Path(os.environ.get("HIPIFY_REAL") or Path.home() / ".cache/hipify-py-real")


def index_url() -> str:
    """Give the index that pip would ask."""
    for key in ("global.index-url", "install.index-url"):
        asked = [sys.executable, "-m", "pip", "config", "get", key]
        done = subprocess.run(asked, capture_output=True, text=True, check=False)
        if done.returncode == 0 and done.stdout.strip():
            return done.stdout.strip()
    if os.environ.get("PIP_INDEX_URL"):
        return os.environ["PIP_INDEX_URL"]
    from pip._internal.models.index import PyPI  # pip's own default

    return str(PyPI.simple_url)


def normal(name: str) -> str:
    """Give a project's name as archives spell it."""
    return re.sub(r"[-_.]+", "_", name).lower()


def archive_url(name: str, version: str) -> str:
    """Find the source archive of one version on the index."""
    page = f"{index_url().rstrip('/')}/{normal(name).replace('_', '-')}/"
    with urllib.request.urlopen(page, timeout=TIMEOUT) as reply:
        base, text = str(reply.url), reply.read().decode()
    wanted = f"{normal(name)}-{version}.tar.gz"
    for href, label in LINK.findall(text):
        stem, _, rest = label.strip().rpartition("-")
        if f"{normal(stem)}-{rest}" == wanted:
            return urllib.parse.urljoin(base, html.unescape(href)).partition("#")[0]
    message = f"no source archive {wanted} on the index"
    raise FetchError(message)


def download(name: str, version: str, archive: Path) -> None:
    """Write the archive, at once or not at all."""
    part = archive.with_suffix(f".{os.getpid()}.part")
    try:
        with (
            urllib.request.urlopen(archive_url(name, version), timeout=TIMEOUT) as reply,
            part.open("wb") as out,
        ):
            shutil.copyfileobj(reply, out, 1 << 20)
        part.replace(archive)
    finally:
        part.unlink(missing_ok=True)


def verify(archive: Path, sha256: str) -> None:
    """Compare the archive with what was pinned, and delete another one."""
    with archive.open("rb") as data:
        digest = hashlib.file_digest(data, "sha256").hexdigest()
    if digest != sha256:
        archive.unlink()
        message = f"{archive.name} has SHA-256 {digest}, expected {sha256}"
        raise FetchError(message)


def unpack(archive: Path, folder: Path) -> None:
    """Make `folder` of the one folder in the archive, at once or not at all."""
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix="unpack-") as made:
        with tarfile.open(archive) as tar:
            tar.extractall(made, filter="data")
        top = next(path for path in sorted(Path(made).iterdir()) if path.is_dir())
        top.rename(folder)


def fetch(name: str, version: str, sha256: str, dest: Path | None = None) -> Path:
    """Give the folder of an unpacked project, downloading what is not in the cache yet.

    Raises `FetchError` where the archive is another one than was pinned or cannot be had.
    """
    target = dest or cache()
    target.mkdir(parents=True, exist_ok=True)
    folder = target / f"{normal(name)}-{version}-{sha256[:12]}"
    if folder.is_dir():
        return folder
    archive = target / f"{normal(name)}-{version}.tar.gz"
    try:
        if not archive.exists():
            download(name, version, archive)
        verify(archive, sha256)
        unpack(archive, folder)
    except (OSError, tarfile.TarError) as error:
        message = f"{archive.name}: {error}"
        raise FetchError(message) from error
    return folder


def main(arguments: list[str]) -> int:
    """Fetch what the command line names; give the exit status."""
    if len(arguments) not in {3, 4}:
        print(__doc__, file=sys.stderr)
        return 2
    name, version, sha256, *dest = arguments
    try:
        print(fetch(name, version, sha256, Path(dest[0]) if dest else None))
    except FetchError as error:
        print(f"fetch.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
