"""Which files are makefiles, and which CMake's, by their names."""

from __future__ import annotations

CMAKE = ("CMakeLists.txt", ".cmake")
"""How the paths of CMake's files end."""
MAKEFILES = {"GNUmakefile", "Makefile", "make.inc", "makefile"}
PARTS = ("Makefile.", "Make.", "make.")  # make.inc, make.host.local: what makefiles include
ENDINGS = (".mk", ".mak", ".make")


def is_makefile(name: str) -> bool:
    """Say whether a file is a makefile by its name."""
    return name in MAKEFILES or name.startswith(PARTS) or name.endswith(ENDINGS)
