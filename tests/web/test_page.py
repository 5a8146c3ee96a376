# SPDX-License-Identifier: Apache-2.0
"""The page of `make web` in a browser: its pixels against the tool's and the definition, the divider, errors, in light and dark.

SELVAGE_PAGE is the HTML file; without it, the tests are skipped. Screenshots go to $SELVAGE_SCREENSHOTS, if that is set.
"""

import base64
import functools
import gzip
import http.server
import math
import os
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import zlib

import browser

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = os.environ["SELVAGE"]
PAGE = os.environ.get("SELVAGE_PAGE")

sys.path.append(str(ROOT / "tests/cli"))
import tool  # noqa: E402

# What is set, by the controls' names, and by how many steps of 255 the page may differ from the exact result of the tool:
# both keep their bound of 0.5 before rounding, so rounded results differ by one step at most.
SETTINGS = [
    {"verb": "bilateral", "sigma_space": 1.6, "sigma_range": 0.1},
    {"verb": "bilateral", "sigma_space": 3, "sigma_range": 0.05, "norm": "l1", "window": "disc"},
    {"verb": "bilateral", "sigma_space": 4, "sigma_range": 0.2, "norm": "per_channel"},
    {"verb": "bilateral", "sigma_space": 2, "sigma_range": 0.1, "norm": "luma"},
    {"verb": "bilateral", "sigma_space": 2, "sigma_range": 0.1, "norm": "lab", "window": "disc"},
    {"verb": "rolling", "sigma_space": 2, "sigma_range": 0.1, "iterations": 3},
    {"verb": "guided", "radius": 6, "epsilon": 0.01},
    {"verb": "gaussian", "sigma_space": 2.5},
    {"verb": "gaussian", "sigma_space": 2.5, "window": "disc"},
]


def write_png(path, width, height, rgb):
    """Writes RGB bytes; or, if `rgb` is None, black pixels of one bit."""
    if rgb is None:
        rows, color, depth = bytes((width + 7) // 8 + 1) * height, 0, 1
    else:
        rows = b"".join(b"\0" + rgb[3 * width * y:3 * width * (y + 1)] for y in range(height))
        color, depth = 2, 8
    header = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([depth, color, 0, 0, 0])
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + tool.png_chunk(b"IHDR", header) + tool.png_chunk(b"IDAT", zlib.compress(rows, 1)) +
                     tool.png_chunk(b"IEND", b""))


def reflect(i, n):
    i %= 2 * n - 2
    return min(i, 2 * n - 2 - i)


def bilateral(pixels, width, height, sigma_space, sigma_range):
    """The definition (docs/filters/bilateral.md) in double precision: norm l2, square window, border reflect101."""
    radius = math.ceil(3 * sigma_space)
    result = []
    for y in range(height):
        for x in range(width):
            centre, total, sums = pixels[y * width + x], 0.0, [0.0, 0.0, 0.0]
            for dy in range(-radius, radius + 1):
                row = reflect(y + dy, height) * width
                for dx in range(-radius, radius + 1):
                    tap = pixels[row + reflect(x + dx, width)]
                    distance = sum((a - b) ** 2 for a, b in zip(tap, centre)) / 255 ** 2
                    weight = math.exp(-(dx * dx + dy * dy) / (2 * sigma_space ** 2) - distance / (2 * sigma_range ** 2))
                    total += weight
                    for c in range(3):
                        sums[c] += weight * tap[c]
            result.extend(value / total for value in sums)
    return result


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@unittest.skipUnless(PAGE, "SELVAGE_PAGE is not set: the page is not built")
class WebPage(unittest.TestCase):
    dark = False

    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = pathlib.Path(temporary.name)
        cls.server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Quiet, directory=pathlib.Path(PAGE).parent))
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()
        cls.addClassCleanup(cls.server.server_close)
        cls.addClassCleanup(cls.server.shutdown)
        cls.url = f"http://127.0.0.1:{cls.server.server_port}/{pathlib.Path(PAGE).name}"
        cls.browser = browser.Browser(dark=cls.dark, height=1200)
        cls.addClassCleanup(cls.browser.__exit__, None, None, None)

    def setUp(self):
        self.addCleanup(lambda: self.assertEqual(self.browser.messages(), []))
        self.browser.go_to(self.url)
        self.wait()

    def value(self, script):
        return self.browser.run("return " + script)

    def text(self, name):
        return self.value(f"document.getElementById('{name}').textContent")

    def wait(self, start="Full size:", seconds=30):
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            status, problem = self.text("status"), "" if self.value("document.getElementById('problem').hidden") else self.text("problem")
            if problem:
                return problem
            if status.startswith(start):
                return status
            time.sleep(0.03)
        raise AssertionError(f"nothing happened for {seconds} s: {status!r}")

    def set(self, settings, events=("input", "change")):
        self.browser.run("""
            document.getElementById("status").textContent = "";
            for (const [name, value] of Object.entries(arguments[0]))
              if (name === "verb") document.querySelector(`[value=${value}]`).checked = true;
              else document.getElementById(name).value = value;
            for (const name of arguments[1]) document.getElementById("settings").dispatchEvent(new Event(name));""", settings, events)

    def open(self, path):
        self.browser.run("document.getElementById('status').textContent = ''")
        self.browser.upload("#file", path)
        return self.wait()

    def result(self):
        """The RGB bytes of the filtered photo."""
        data = base64.b64decode(self.value(
            "(() => { const c = document.getElementById('after');"
            "const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data; let s = '';"
            "for (let i = 0; i < d.length; i += 4096) s += String.fromCharCode(...d.subarray(i, i + 4096));"
            "return btoa(s); })()"))
        self.assertEqual(set(data[3::4]), {255})
        rgb = bytearray(len(data) // 4 * 3)
        for c in range(3):
            rgb[c::3] = data[c::4]
        return bytes(rgb)

    def picture(self, name):
        if folder := os.environ.get("SELVAGE_SCREENSHOTS"):
            path = pathlib.Path(folder, f"{name}_{'dark' if self.dark else 'light'}.png")
            path.write_bytes(self.browser.whole_page())

    def noise(self, name, width, height):
        values = random.Random(7)
        rgb = bytes(min(255, max(0, round(128 + 90 * math.sin(0.002 * i) + values.gauss(0, 20)))) for i in range(3 * width * height))
        write_png(self.folder / name, width, height, rgb)
        return rgb

    def test_pixels_are_the_tools(self):
        photo = ROOT / "photos/chelsea.png"
        (self.folder / "chelsea.png").write_bytes(photo.read_bytes())
        for settings in SETTINGS:
            with self.subTest(**settings):
                self.set({"norm": "l2", "window": "square", **settings})
                status = self.wait()
                words = shlex.split(self.browser.run("return document.querySelector('#code pre').textContent"))
                self.assertEqual(words[0], "selvage")
                words[3] = "exact.ppm"
                done = subprocess.run([TOOL, *words[1:], "--exact", "-f"], cwd=self.folder, capture_output=True, text=True, check=False)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                expected = (self.folder / "exact.ppm").read_bytes()
                got = self.result()
                expected = expected[-len(got):]
                differences = [abs(a - b) for a, b in zip(expected, got) if a != b]
                print(f"page and tool, {' '.join(words[1:])}: {len(differences)} of {len(got)} differ, "
                      f"by {max(differences, default=0)}; {status}")
                self.assertLessEqual(max(differences, default=0), 1)
                self.assertLess(len(differences), len(got) * 0.02)

    def test_pixels_are_the_definitions(self):
        width, height = 37, 29
        rgb = self.noise("noise.png", width, height)
        self.set({"verb": "bilateral", "sigma_space": 2, "sigma_range": 0.2, "norm": "l2", "window": "square"})
        self.open(self.folder / "noise.png")
        pixels = [tuple(rgb[3 * i:3 * i + 3]) for i in range(width * height)]
        exact = bilateral(pixels, width, height, 2.0, 0.2)
        worst = max(abs(a - b) for a, b in zip(exact, self.result()))
        print(f"page and definition in double precision: worst error {worst:.4f} of a step of 255, rounding (0.5) included")
        self.assertLessEqual(worst, 1.0)
        self.assertGreater(max(abs(a - b) for a, b in zip(exact, rgb)), 10)

    # A band of 52 rows by itself gets another candidate than the image, with the last of the settings.
    COMPARED = """
        const [all] = arguments, width = 512, height = 256, source = document.getElementById("worker-source").textContent;
        const image = { width, height, alpha: false, data: new Uint8ClampedArray(width * height * 4) };
        for (let i = 0, seed = 1; i < image.data.length; ++i) {
          seed = seed * 48271 % 2147483647;
          image.data[i] = i % 4 === 3 ? 255 : i % 256 < 64 ? (seed >> 8) % 2 * 255 : (seed >> 8) % 64 + i / 5000;
        }
        const run = async (pool, settings, image) => {
          const rows = new Uint8Array(image.data.length);
          let bands = 0;
          const { candidate } = await pool.filter(settings, image, (band, first) => {
            rows.set(band.data, first * image.width * 4);
            ++bands;
          });
          return { rows, bands, candidate };
        };
        const part = { ...image, height: 52, data: image.data.slice(0, 52 * width * 4) };
        return (async () => {
          const one = new Pool(source, 1), many = new Pool(source, 5), relaxed = new Pool(source, 1);
          for (const pool of [one, many]) await pool.load(await WebAssembly.compile(await moduleBytes(false)));
          await relaxed.load(await WebAssembly.compile(await moduleBytes(true)));
          const results = [];
          for (const settings of all) {
            const whole = await run(one, settings, image), cut = await run(many, settings, image);
            const other = await run(relaxed, settings, image);
            const differ = ({ rows }) => rows.reduce((count, value, i) => count + (value !== whole.rows[i]), 0);
            results.push({ bands: [whole.bands, cut.bands], differ: [differ(cut), differ(other)], candidate: whole.candidate,
                           part: (await run(one, settings, part)).candidate });
          }
          for (const worker of [one, many, relaxed].flatMap((pool) => pool.workers)) worker.terminate();
          return results;
        })();"""

    def test_bands_and_relaxed_instructions_have_the_bits_of_the_whole(self):
        all_settings = [*SETTINGS, {"verb": "bilateral", "sigma_space": 3, "sigma_range": 0.1}]
        results = self.browser.run(self.COMPARED, [{"norm": "l2", "window": "square", **settings} for settings in all_settings])
        for settings, result in zip(all_settings, results, strict=True):
            self.assertEqual(result["bands"], [1, 5], settings)
            self.assertEqual(result["differ"], [0, 0], settings)
        self.assertEqual((results[-1]["candidate"], results[-1]["part"]), ("int16", "simd"))

    def test_the_divider_has_the_original_left_and_the_result_right(self):
        dark, light = (40, 40, 160), (220, 220, 60)
        rgb = b"".join(bytes(dark if (x // 2 + y // 2) % 2 else light) for y in range(80) for x in range(120))
        write_png(self.folder / "checks.png", 120, 80, rgb)
        self.set({"verb": "gaussian", "sigma_space": 10})
        self.open(self.folder / "checks.png")
        shot = browser.Pixels(self.browser.screenshot("#stage"))
        middle, y = shot.width // 2, shot.height // 2 + 60
        scale = shot.height / 80
        left = {shot.at(middle - round(scale * (11 + 2 * i)), y)[0] // 60 for i in range(8)}
        right = [shot.at(middle + round(scale * (11 + 2 * i)), y) for i in range(8)]
        self.assertGreater(len(left), 1)  # checks
        for pixel in right:
            self.assertLessEqual(max(abs(a - b) for a, b in zip(pixel, (130, 130, 110))), 3)
        self.browser.run("document.getElementById('split').focus()")
        for _ in range(60):
            self.browser.press("right")
        shot = browser.Pixels(self.browser.screenshot("#stage"))
        moved = {shot.at(middle + round(scale * (11 + 2 * i)), y)[0] // 60 for i in range(8)}
        self.assertGreater(len(moved), 1)

    def test_live_and_at_full_size(self):
        data = (ROOT / "photos/chelsea.png").read_bytes()
        (self.folder / "in.png").write_bytes(data)
        subprocess.run([TOOL, "box", "in.png", "in.ppm", "--radius", "0", "-f"], cwd=self.folder, check=True)
        rows = (self.folder / "in.ppm").read_bytes()[-451 * 300 * 3:]
        rows = [(rows[451 * 3 * y:451 * 3 * (y + 1)] * 3)[:3 * 1024] for y in range(300)]
        write_png(self.folder / "megapixel.png", 1024, 1024, b"".join((rows * 4)[:1024]))
        self.set({"verb": "bilateral", "sigma_space": 1.6, "sigma_range": 0.1})
        self.open(self.folder / "megapixel.png")
        times = []
        for _ in range(6):
            self.set({}, ["change"])
            status = self.wait()
            times.append(float(status.split()[2]))
        print(f"1 megapixel, radius 5, full size: {min(times):.0f} to {max(times):.0f} ms; {status}")
        previews = []
        for i in range(8):
            self.set({"sigma_space": 3 + 0.1 * i}, ["input"])
            previews.append(self.wait("Preview"))
        print(f"1 megapixel, radius 9 to 12: {previews[-1]}")
        self.assertTrue(self.value("document.getElementById('download').disabled"))
        self.set({}, ["change"])
        self.wait()
        self.assertFalse(self.value("document.getElementById('download').disabled"))
        self.assertEqual(self.value("document.getElementById('after').width"), 1024)

    def test_settings_and_code(self):
        self.set({"verb": "rolling", "sigma_space": 2, "norm": "l1"})
        self.wait()
        code = self.value("[...document.querySelectorAll('#code pre')].map((pre) => pre.textContent)")
        self.assertIn("selvage rolling chelsea.png smooth.png --sigma-space 2 --sigma-range 0.1 --norm l1 --iterations 4", code[0])
        self.assertIn("selvage::RollingGuidance{.sigma_space = 2, .sigma_range = 0.1f, .norm = selvage::Norm::l1, .iterations = 4}", code[1])
        self.assertIn('pyselvage.rolling_guidance(photo, sigma_space=2, sigma_range=0.1, norm="l1", iterations=4)', code[2])
        self.picture("page_rolling")
        for control in self.value("[...document.querySelectorAll('input, select, button, progress, canvas')].map((e) =>"
                                  "[e.id || e.value, (e.labels?.length ?? 0) + (e.ariaLabel ?? e.textContent).trim().length])"):
            self.assertGreater(control[1], 0, control)
        self.browser.run("document.querySelector('[value=rolling]').focus()")
        self.browser.press("right")
        self.assertTrue(self.value("document.querySelector('[value=guided]').checked"))
        self.wait()
        self.picture("page_guided")

    def test_opened_from_a_file(self):
        self.browser.open(pathlib.Path(PAGE))
        self.assertIn("Full size", self.wait())
        self.picture("page")

    def test_a_browser_without_relaxed_simd(self):
        refused = base64.b64encode(gzip.compress(b"no module")).decode()
        page = re.sub(r'(id="relaxed-difference">)[^<]*', rf"\g<1>{refused}", pathlib.Path(PAGE).read_text(), count=1)
        (self.folder / "plain.html").write_text(page)
        self.browser.open(self.folder / "plain.html")
        self.assertIn("Full size", self.wait())
        self.assertTrue(self.value("document.getElementById('problem').hidden"))

    def test_what_is_not_an_image(self):
        (self.folder / "notes.png").write_text("no image")
        problem = self.open(self.folder / "notes.png")
        self.assertIn("notes.png is not an image", problem)
        self.assertIn("choose a PNG", problem)
        self.picture("page_problem")
        self.set({"sigma_space": 2})  # the page goes on with the photo that it has
        self.assertIn("Full size", self.wait())

    def test_what_is_too_large(self):
        write_png(self.folder / "large.png", 12000, 8000, None)
        problem = self.open(self.folder / "large.png")
        self.assertIn("has 96 megapixels", problem)
        self.assertIn("selvage tool", problem)

    def test_a_tab_in_the_background(self):
        self.set({"verb": "rolling", "sigma_space": 4})
        back = self.browser.other_tab()
        time.sleep(1)
        back()
        self.assertIn("Full size", self.wait())


class WebPageDark(WebPage):
    dark = True
    test_pixels_are_the_tools = test_pixels_are_the_definitions = None
    test_bands_and_relaxed_instructions_have_the_bits_of_the_whole = None
    test_live_and_at_full_size = None
    test_what_is_too_large = test_a_tab_in_the_background = test_a_browser_without_relaxed_simd = None


@unittest.skipUnless(PAGE, "SELVAGE_PAGE is not set: the page is not built")
class NoSimd(unittest.TestCase):
    def test_says_what_is_missing(self):
        with browser.Browser(options=["--js-flags=--no-enable-sse4-1"]) as old:
            old.open(pathlib.Path(PAGE))
            for _ in range(100):
                problem = old.run("return document.getElementById('problem').textContent")
                if problem:
                    break
                time.sleep(0.05)
            self.assertIn("lacks WebAssembly with SIMD", problem)
            self.assertIn("update it", problem)
            self.assertTrue(old.run("return document.getElementById('choose').disabled"))


if __name__ == "__main__":
    unittest.main()
