"""A headless Chromium, driven by its DevTools protocol over a pipe: it opens pages, asks, presses keys.

https://chromedevtools.github.io/devtools-protocol/ has the methods; messages are JSON that a NUL ends.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PATIENCE = 60  # seconds
KEYS = {"Enter": (13, "\r"), "Escape": (27, ""), "Tab": (9, "")}


def program() -> str | None:
    """Give the Chromium of this machine, or None."""
    return next((found for name in PROGRAMS if (found := shutil.which(name))), None)


class Page:
    """A page in a browser of its own, without network; `said` is what it wrote to the console, and errors."""

    def __init__(self, profile: Path, command: str, size: tuple[int, int] = (1400, 1000)) -> None:
        """Start the browser; `profile` is an empty folder."""
        to_read, self._out = os.pipe()
        self._in, to_write = os.pipe()
        self.said: list[str] = []
        self._text, self._number, self._session = b"", 0, ""
        arguments = [
            "--headless",
            "--no-sandbox",  # of which root has none
            "--remote-debugging-pipe",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            "--no-first-run",
            "--host-resolver-rules=MAP * ~NOTFOUND",
            f"--user-data-dir={profile}",
        ]

        def hand_over() -> None:
            """Put the pipes where the browser looks for them: it reads from 3 and writes to 4."""
            read, write = os.dup(to_read), os.dup(to_write)
            os.dup2(read, 3)
            os.dup2(write, 4)

        self._process = subprocess.Popen(
            [command, *arguments],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=hand_over,  # noqa: PLW1509  there are no other threads
            close_fds=False,
        )
        os.close(to_read)
        os.close(to_write)
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(f"{domain}.enable")
        self.resize(*size)

    def close(self) -> None:
        """End the browser."""
        self._process.kill()
        self._process.wait()
        os.close(self._in)
        os.close(self._out)

    def send(self, method: str, **values: Any) -> dict[str, Any]:
        """Call a method and give its result; events that come first are noted."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": values}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            got = self._receive()
            if got.get("id") == self._number:
                assert "error" not in got, (method, got["error"])
                return dict(got["result"])
            self._note(got)

    def _receive(self) -> dict[str, Any]:
        while b"\0" not in self._text:
            more = os.read(self._in, 1 << 20)
            assert more, "the browser ended"
            self._text += more
        line, _, self._text = self._text.partition(b"\0")
        return dict(json.loads(line))

    def _note(self, event: Mapping[str, Any]) -> None:
        values = event.get("params", {})
        if event.get("method") == "Runtime.consoleAPICalled":
            self.said += [str(one.get("value", one.get("description"))) for one in values["args"]]
        elif event.get("method") == "Runtime.exceptionThrown":
            details = values["exceptionDetails"]
            self.said.append(str(details.get("exception", {}).get("description", details["text"])))
        elif event.get("method") == "Log.entryAdded":
            self.said.append(str(values["entry"]["text"]))
        elif event.get("method") == "Network.requestWillBeSent" and not self._own(values["request"]["url"]):
            self.said.append(f"asked for {values['request']['url']}")

    def _own(self, url: str) -> bool:
        return url.startswith(("file:", "about:", "data:"))

    def resize(self, width: int, height: int) -> None:
        """Give the window another size."""
        self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def media(self, *, scheme: str = "light", kind: str = "") -> None:
        """Let the system be light or dark, and the page be for a screen or, as `print`, for paper."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.send("Emulation.setEmulatedMedia", media=kind, features=features)

    def open(self, path: Path, fragment: str = "") -> float:
        """Open a file and give the seconds until it can be used."""
        started = time.monotonic()
        self.send("Page.navigate", url=path.as_uri() + fragment)
        self.wait("document.documentElement?.dataset.ready === 'yes'")
        self.ask("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        return time.monotonic() - started

    def wait(self, expression: str) -> None:
        """Wait until an expression is true."""
        until = time.monotonic() + PATIENCE
        while not self.ask(expression):
            assert time.monotonic() < until, (expression, self.said)
            time.sleep(0.005)

    def ask(self, expression: str) -> Any:
        """Give the value of an expression, awaited; a failure in it raises AssertionError."""
        got = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in got, got["exceptionDetails"]
        return got["result"].get("value")

    def timed(self, expression: str) -> float:
        """Give the seconds until an expression is worked out and what it did is painted."""
        painted = "new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
        return float(
            self.ask(
                f"(async () => {{ const t = performance.now(); await ({expression}); await {painted};"
                " return (performance.now() - t) / 1000; })()"
            )
        )

    def press(self, key: str) -> None:
        """Press a key."""
        code, text = KEYS.get(key, (ord(key.upper()), key) if len(key) == 1 else (0, ""))
        values = {"key": key, "windowsVirtualKeyCode": code}
        self.send("Input.dispatchKeyEvent", type="keyDown", text=text, **values)
        self.send("Input.dispatchKeyEvent", type="keyUp", **values)

    def screenshot(self, path: Path, *, whole: bool = False) -> Path:
        """Write what is seen, or the whole page, as PNG."""
        data = self.send("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        path.write_bytes(base64.b64decode(data))
        return path

    def print(self, path: Path) -> Path:
        """Write what is printed as PDF."""
        path.write_bytes(base64.b64decode(self.send("Page.printToPDF", printBackground=False)["data"]))
        return path
