# SPDX-License-Identifier: Apache-2.0
"""The page of --report in a browser: what is seen, the slider, zoom and keys, in light and dark.

Screenshots go to $SELVAGE_SCREENSHOTS, if that is set.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import browser

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = os.environ["SELVAGE"]

sys.path.append(str(ROOT / "tests/cli"))
import tool  # noqa: E402

RED, GREEN, BLUE = (200, 40, 40), (40, 180, 40), (40, 60, 210)


def halves(left, right):
    return tool.ppm([[left] * 60 + [right] * 60 for _ in range(80)])


class ReportPage(unittest.TestCase):
    dark = False

    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = pathlib.Path(temporary.name)
        (cls.folder / "a.ppm").write_bytes(halves(RED, GREEN))
        (cls.folder / "b.ppm").write_bytes(halves(BLUE, GREEN))
        photo = ROOT / "docs/images/before_after.png"
        (cls.folder / "in").mkdir()
        for name in ("photo.png", "<script>alert('no')<b>.png"):
            (cls.folder / "in" / name).write_bytes(photo.read_bytes())
        cls.make("compare", "a.ppm", "b.ppm", "--report", "pair.html")
        cls.make("bilateral", "in/photo.png", "out.png", "--sigma-range", "0.2", "--report", "one.html")
        (cls.folder / "large.ppm").write_bytes(
            b"P6\n2400 1200\n255\n" + (bytes(RED) * 700 + bytes(GREEN) * 500 + bytes(BLUE) * 500 + bytes(RED) * 700) * 1200)
        cls.make("box", "large.ppm", "small.png", "--radius", "0", "--report", "large.html")
        cls.make("bilateral", "in/", "-o", "out/", "--report", "all.html")
        cls.browser = cls.enterClassContext(browser.Browser(dark=cls.dark)) if hasattr(cls, "enterClassContext") else (
            cls._entered(browser.Browser(dark=cls.dark)))

    @classmethod
    def _entered(cls, context):  # before Python 3.11
        cls.addClassCleanup(context.__exit__, None, None, None)
        return context

    @classmethod
    def make(cls, *words):
        done = subprocess.run([TOOL, *words], cwd=cls.folder, capture_output=True, text=True, check=False)
        assert done.returncode in (0, 1) and not done.stderr, done

    def setUp(self):
        self.addCleanup(lambda: self.assertEqual(self.browser.messages(), []))

    def open(self, page):
        self.browser.open(self.folder / page)
        # Images from data decode later than the page loads.
        self.browser.run("return Promise.all([...document.images].map((image) => image.decode().catch(() => 0)))")

    def picture(self, name):
        data = self.browser.whole_page()
        if folder := os.environ.get("SELVAGE_SCREENSHOTS"):
            pathlib.Path(folder, f"{name}_{'dark' if self.dark else 'light'}.png").write_bytes(data)

    def stage(self):
        return browser.Pixels(self.browser.screenshot("#stage"))

    def box(self):
        self.browser.run("arguments[0]; document.getElementById('stage').scrollIntoView()")
        return self.browser.run("const b = document.getElementById('stage').getBoundingClientRect();"
                                "return [b.left, b.top, b.width, b.height].map(Math.round)")

    def value(self, script):
        return self.browser.run("return " + script)

    def near(self, pixel, colour):
        self.assertLessEqual(max(abs(a - b) for a, b in zip(pixel, colour)), 3, (pixel, colour))

    def test_the_divider_separates_before_and_after(self):
        self.open("pair.html")
        shot = self.stage()
        middle, y = shot.width // 2, shot.height * 3 // 4
        # The picture is as high as the stage. Its left half differs.
        width = shot.height * 120 // 80
        at = lambda share: middle - width // 2 + int(share * width)
        self.near(shot.at(at(0.4), y), RED)     # before
        self.near(shot.at(at(0.6), y), GREEN)   # after, the same
        left, top, _, height = self.box()
        self.browser.drag(left + middle, top + height // 4, left + at(0.25), top + height // 4)
        shot = self.stage()
        self.near(shot.at(at(0.2), y), RED)
        self.near(shot.at(at(0.3), y), BLUE)    # after, from where the divider is
        self.browser.run("document.getElementById('split').focus()")
        for _ in range(4):
            self.browser.press("right")
        moved = self.value("Number(document.getElementById('split').value)")
        self.assertAlmostEqual(moved, at(0.25) / shot.width * 100 + 2, delta=0.6)
        self.assertIn("% first", self.value("document.getElementById('split').getAttribute('aria-valuetext')"))
        self.picture("pair")

    def test_views_by_key_and_by_choice(self):
        self.open("pair.html")
        self.browser.run("document.getElementById('stage').focus()")
        shot = self.stage()
        x, y = shot.width // 2 - shot.height // 4, shot.height * 3 // 4
        for key, colour in (("a", BLUE), ("b", RED)):
            self.browser.press(key)
            self.near(self.stage().at(x, y), colour)
        self.browser.press("d")
        self.assertEqual(self.stage().at(shot.width // 2 + shot.height // 4, y), (0, 0, 0))  # equal there
        self.assertGreater(sum(self.stage().at(x, y)), 500)  # the largest difference
        self.assertFalse(self.value("document.getElementById('legend').hidden"))
        self.picture("difference")
        self.browser.click("#difference-choice + *, input[value=split] + span")
        self.assertTrue(self.value("document.querySelector('input[value=split]').checked"))

    def test_zoom_and_pan(self):
        self.open("one.html")
        left, top, width, height = self.box()
        scale = lambda: self.value("parseInt(document.getElementById('scale').textContent)")
        shift = lambda: self.value("new DOMMatrix(getComputedStyle(document.getElementById('before')).transform).e")
        whole = scale()
        self.browser.wheel(left + width // 4, top + height // 2, -400)
        self.assertGreater(scale(), 2 * whole)
        before = shift()
        self.browser.drag(left + width // 4, top + height // 2, left + width // 4 + 30, top + height // 2 + 10)
        self.assertAlmostEqual(shift(), before + 30, delta=1)
        self.browser.run("document.getElementById('stage').focus()")
        self.browser.press("right")
        self.assertAlmostEqual(shift(), before - 10, delta=1)
        self.browser.press("1")
        self.assertEqual(scale(), 100)
        self.browser.press("+")
        self.assertEqual(scale(), 150)
        self.browser.press("0")
        self.assertEqual(scale(), whole)

    def test_the_middle_of_large_images_at_full_size(self):
        self.open("large.html")
        self.assertIn("one pixel here is 2x2", self.value("document.getElementById('reduced').textContent"))
        shot = self.stage()
        self.near(shot.at(shot.width // 8, shot.height // 2), RED)
        self.browser.click("#detail + span")
        self.browser.run("return document.getElementById('after').decode()")
        self.assertIn("at full size", self.value("document.getElementById('reduced').textContent"))
        shot = self.stage()  # 1024 x 1024 pixels, GREEN up to the middle of the image
        left = (shot.width - shot.height) // 2
        self.near(shot.at(left + shot.height // 4, shot.height // 3), GREEN)
        self.near(shot.at(left + shot.height * 3 // 4, shot.height // 3), BLUE)
        self.picture("detail")

    def test_one_photo(self):
        self.open("one.html")
        text = self.value("document.body.innerText")
        for words in ("selvage bilateral in/photo.png out.png --sigma-range 0.2 --report one.html", "Candidate", "Error bound",
                      "LSB", "filter", "PSNR", "red", "loads nothing from elsewhere"):
            self.assertIn(words, text)
        self.assertEqual(self.value("document.querySelectorAll('#plots svg').length"), 3)
        self.assertTrue(self.value("document.getElementById('index').hidden"))
        self.picture("one")

    def test_a_batch_and_names_that_look_like_markup(self):
        self.open("all.html")
        buttons = "document.querySelectorAll('#thumbnails button')"
        self.assertEqual(self.value(f"{buttons}.length"), 2)
        self.assertEqual(self.value("document.querySelectorAll('#thumbnails b, main script').length"), 0)
        self.browser.click("#thumbnails li:nth-child(2) button")
        self.assertEqual(self.value(f"[...{buttons}].map((b) => b.getAttribute('aria-current'))"), ["false", "true"])
        titles = []
        for number in (1, 2):
            self.browser.click(f"#thumbnails li:nth-child({number}) button")
            titles.append(self.value("document.getElementById('title').textContent"))
        self.assertEqual(sorted(titles), ["in/<script>alert('no')<b>.png", "in/photo.png"])
        self.picture("batch")

    def test_everything_has_a_name_and_is_reached_by_keyboard(self):
        self.open("all.html")
        unnamed = self.value("""[...document.querySelectorAll('button, input, nav, section, [role], [tabindex]')].filter((e) =>
            !e.closest('[hidden]') && e.getAttribute('role') !== 'status' && !(e.ariaLabel || e.getAttribute('aria-labelledby') ||
            e.textContent.trim() || e.labels?.length)).map((e) => e.outerHTML)""")
        self.assertEqual(unnamed, [])
        self.assertEqual(self.value("[...document.images].filter((i) => !i.hasAttribute('alt')).length"), 0)
        self.browser.run("document.body.focus()")
        reached = set()
        for _ in range(24):
            self.browser.press("tab")
            reached.add(self.value("document.activeElement.id || document.activeElement.name || document.activeElement.tagName"))
        self.assertLessEqual({"copy", "mode", "smaller", "larger", "fit", "actual", "stage", "split"}, reached)

    def test_text_has_contrast(self):
        self.open("all.html")
        poor = self.value("""(() => {
            const light = (text) => {
              const [r, g, b] = text.match(/[\\d.]+/g).map((v) => (v = v / 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
              return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            const ground = (e) => {
              for (; e; e = e.parentElement) {
                const colour = getComputedStyle(e).backgroundColor;
                if (!colour.startsWith('rgba')) return colour;
              }
              return 'rgb(255, 255, 255)';
            };
            return [...document.querySelectorAll('p, th, td, button, code, h1, h2, label, span, figcaption')]
              .filter((e) => e.textContent.trim() && e.offsetParent && !e.classList.contains('tag') && !e.classList.contains('unseen'))
              .map((e) => [e, light(getComputedStyle(e).color), light(ground(e))])
              .filter(([, a, b]) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5)
              .map(([e, a, b]) => `${e.tagName} ${e.id} ${e.textContent.slice(0, 30)} ${a.toFixed(2)} ${b.toFixed(2)}`);
          })()""")
        self.assertEqual(poor, [])


class DarkReportPage(ReportPage):
    dark = True

    def test_it_is_dark(self):
        self.open("one.html")
        self.assertLess(sum(browser.Pixels(self.browser.screenshot()).at(3, 3)), 150)


if __name__ == "__main__":
    unittest.main()
