"""Whose a header is by its name alone: the language's, CUDA's, or one that NVIDIA's samples come with."""

from __future__ import annotations

from hipify_py.lazy import re

# Of headers without a counterpart, those of CUDA's toolkit and libraries, which no project has by chance.
OF_NVIDIA = re.compile(rb"cu|nv|npp|mma\.h|cooperative_")
# Those of NVIDIA's samples, which no toolkit has: a file of such a name is a copy, wherever it lies.
_SAMPLES = (
    rb"cutil|drvapi_|helper_(?:cuda|cusolver|functions|gl|image|math|string|timer)|nvrtc_helper|shr[UQ]"
)
OF_SAMPLES = re.compile(rb"(?:.*/)?(?:rendercheck_|" + _SAMPLES + rb")\w*\.h")
# The C library's and POSIX's headers; a project's own of the same name is only meant beside the file.
_STANDARD = """
    aio assert complex ctype dirent dlfcn errno fcntl fenv fnmatch float getopt glob grp iconv inttypes
    iso646 langinfo libgen limits locale malloc math memory netdb poll pthread pwd regex sched semaphore
    setjmp signal spawn stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string
    strings syslog termios tgmath threads time uchar unistd utime values wchar wctype windows wordexp
"""
STANDARD = frozenset(f"{name}.h" for name in _STANDARD.split())
LANGUAGE = re.compile(rb"(?:experimental/)?[a-z_]+|(?:cuda|nv)/[^.]+")  # C++'s own and libcu++'s: no ending
