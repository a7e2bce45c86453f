"""A program that stands in for a HIP compiler and does to each source what a comment in it asks for."""

from __future__ import annotations

import sys
from pathlib import Path

# It needs nothing that is installed, and starts hundreds of times.
FAKE = f"""#!{sys.executable} -SI
import json, os, re, sys

words = sys.argv[1:]
path = next(word for word in reversed(words) if re.search(r"[.](cu|hip|cpp|cc|c)$", word))
overlays = [words[at + 1] for at, word in enumerate(words) if word == "-ivfsoverlay"]
text = open(path, errors="replace").read()
if text.startswith('#include "/'):
    path = text.split('"')[1]
for overlay in overlays:
    for root in json.load(open(overlay))["roots"]:
        for entry in root["contents"]:
            if os.path.join(root["name"], entry["name"]) == path:
                text = open(entry["external-contents"], errors="replace").read()
side = "host" if "--cuda-host-only" in words or "-x" in words and "hip" not in words else next(
    (word.split("=")[1] for word in words if word.startswith("--offload-arch=")), "host")
with open(os.path.join(os.path.dirname(sys.argv[0]), "log"), "a") as log:
    log.write(json.dumps([side, path, words]) + "\\n")
for number, line in enumerate(text.splitlines(), 1):
    asked = re.search(r"// fake(?: on (\\S+))?: (\\w+) ?(.*)", line)
    if not asked or asked[1] not in (None, side):
        continue
    what, rest = asked[2], asked[3]
    if what == "crash":
        import signal
        print("Stack dump:", file=sys.stderr)
        os.kill(os.getpid(), signal.SIGSEGV)
    if what == "hang":
        import subprocess, time
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        open(os.path.join(os.path.dirname(sys.argv[0]), "pid"), "w").write(str(child.pid))
        time.sleep(600)
    if what == "flood":
        for one in range(10000):
            said = f"use of undeclared identifier 'n{{one % 7}}'"
            print(f"{{path}}:{{number}}:{{one + 1}}: error: {{said}}", file=sys.stderr)
    if what == "talk":
        while True:
            print("x" * 1000, file=sys.stderr)
    if what == "mute":
        sys.exit(3)
    if what == "error":
        print(f"{{path}}:{{number}}:5: error: {{rest}}", file=sys.stderr)
    if what == "fatal":
        print(f"{{path}}:{{number}}:10: fatal error: {{rest}}", file=sys.stderr)
    failed = True
sys.exit("failed" in globals())
"""


def fake_compiler(folder: Path, name: str = "hipcc") -> Path:
    """Put the program into a folder; it notes its calls in `log` beside itself, one JSON value a line."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(FAKE)
    path.chmod(0o755)
    return path
