# SPDX-License-Identifier: Apache-2.0
"""A headless Chromium, driven through WebDriver (https://www.w3.org/TR/webdriver2/) by the standard library alone."""

import base64
import json
import shutil
import socket
import struct
import subprocess
import time
import urllib.error
import urllib.request
import zlib

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the key of the standard
KEYS = {"left": "\ue012", "up": "\ue013", "right": "\ue014", "down": "\ue015", "tab": "\ue004", "space": " "}


def is_installed():
    return shutil.which("chromedriver") is not None


class Pixels:
    """A screenshot; `at(x, y)` is an RGB triple."""

    def __init__(self, data):
        self.data = data
        self.width, self.height, depth, colour = struct.unpack(">IIBB", data[16:26])
        assert depth == 8 and colour in (2, 6), (depth, colour)
        size, body, place = {2: 3, 6: 4}[colour], b"", 8
        while place < len(data):
            (length,) = struct.unpack(">I", data[place:place + 4])
            if data[place + 4:place + 8] == b"IDAT":
                body += data[place + 8:place + 8 + length]
            place += length + 12
        self.rows, self.size = list(self._rows(zlib.decompress(body), size)), size

    def _rows(self, lines, size):
        stride = size * self.width
        above = bytes(stride)
        for y in range(self.height):
            kind, line = lines[y * (stride + 1)], bytearray(lines[y * (stride + 1) + 1:][:stride])
            for i in range(stride):
                left, corner = (line[i - size], above[i - size]) if i >= size else (0, 0)
                up = above[i]
                near = min((left, up, corner), key=lambda v: abs(left + up - corner - v))
                line[i] = (line[i] + (0, left, up, (left + up) // 2, near)[kind]) & 255
            above = bytes(line)
            yield above

    def at(self, x, y):
        return tuple(self.rows[y][self.size * x:self.size * x + 3])


class Browser:
    def __init__(self, dark=False, width=1200, height=1000, options=()):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.driver = subprocess.Popen(["chromedriver", f"--port={port}"], stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
        self.address, self.session = f"http://127.0.0.1:{port}", ""
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                     "--force-device-scale-factor=1", f"--window-size={width},{height}", *options]
        wanted = {"browserName": "chrome", "goog:loggingPrefs": {"browser": "ALL"},
                  "goog:chromeOptions": {"args": arguments}}
        self._wait_for_driver()
        self.session = "/session/" + self._post("/session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
        features = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self._command("Emulation.setEmulatedMedia", {"features": features})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self._send("DELETE", self.session)
        finally:
            self.driver.terminate()
            self.driver.wait()

    def _wait_for_driver(self):
        for _ in range(100):
            try:
                if self._send("GET", "/status")["ready"]:
                    return
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.1)
        raise TimeoutError("chromedriver does not answer")

    def _send(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"},
                                         method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from error

    def _post(self, path, body):
        return self._send("POST", self.session + path, body)

    def _command(self, name, parameters):
        return self._post("/goog/cdp/execute", {"cmd": name, "params": parameters})

    def open(self, path):
        self.go_to(path.resolve().as_uri())

    def go_to(self, url):
        self._post("/url", {"url": url})

    def run(self, script, *arguments):
        """Runs a function body and returns its result."""
        return self._post("/execute/sync", {"script": script, "args": list(arguments)})

    def find(self, selector):
        return self._post("/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        self._post(f"/element/{self.find(selector)}/click", {})

    def type(self, selector, text):
        self._post(f"/element/{self.find(selector)}/value", {"text": KEYS.get(text, text)})

    def press(self, key):
        """Presses a key where the focus is."""
        value = KEYS.get(key, key)
        actions = [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")]
        self._post("/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def upload(self, selector, path):
        """Chooses a file in an input."""
        self._post(f"/element/{self.find(selector)}/value", {"text": str(path)})

    def other_tab(self):
        """Opens a tab before this one. Returns a function that closes it and comes back."""
        here = self._send("GET", self.session + "/window")
        self._post("/window", {"handle": self._post("/window/new", {"type": "tab"})["handle"]})

        def back():
            self._send("DELETE", self.session + "/window")
            self._post("/window", {"handle": here})
        return back

    def drag(self, x0, y0, x1, y1):
        steps = [{"type": "pointerMove", "duration": 0, "x": x0, "y": y0}, {"type": "pointerDown", "button": 0},
                 {"type": "pointerMove", "duration": 50, "x": x1, "y": y1}, {"type": "pointerUp", "button": 0}]
        self._post("/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": steps}]})

    def wheel(self, x, y, amount):
        steps = [{"type": "scroll", "x": x, "y": y, "deltaX": 0, "deltaY": amount, "duration": 0}]
        self._post("/actions", {"actions": [{"type": "wheel", "id": "wheel", "actions": steps}]})

    def screenshot(self, selector=None):
        """Returns the PNG of an element, or of the window."""
        path = f"/element/{self.find(selector)}/screenshot" if selector else "/screenshot"
        return base64.b64decode(self._send("GET", self.session + path))

    def whole_page(self):
        """Returns the PNG of the page from top to bottom."""
        size = self._command("Page.getLayoutMetrics", {})["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}
        return base64.b64decode(self._command("Page.captureScreenshot", {"captureBeyondViewport": True, "clip": clip})["data"])

    def messages(self):
        """Returns what the console got."""
        return [entry["message"] for entry in self._send("POST", self.session + "/se/log", {"type": "browser"})]
