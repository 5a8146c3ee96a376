# SPDX-License-Identifier: Apache-2.0
"""What the tool forgives: formats and names by option, masks in colour."""

import os
import pty
import subprocess
import unittest

import tool


class NamesTest(tool.ToolTest):
    BOX = ("box", "--radius", 1)

    def setUp(self):
        super().setUp()
        self.image = tool.png(tool.image(9, 7))
        for name in ("a.png", "day/b.png", "day/c.v2.png"):
            self.write("in/" + name, self.image)

    def files(self, folder):
        place = self.folder / folder
        return sorted(str(path.relative_to(place)) for path in place.rglob("*.*"))

    def test_format_and_suffix_of_a_batch(self):
        self.ok(*self.BOX, "in", "-o", "out/", "--format", "tiff", "--suffix", "_smooth")
        self.assertEqual(self.files("out"), ["a_smooth.tif", "day/b_smooth.tif", "day/c.v2_smooth.tif"])
        self.assertEqual(self.read("out/a_smooth.tif")[:3], b"II*")
        self.ok(*self.BOX, "in", "-o", "jpg/", "--format", "JPEG", "--quality", 90)
        self.assertEqual(self.files("jpg"), ["a.jpg", "day/b.jpg", "day/c.v2.jpg"])
        self.ok(*self.BOX, "in", "-o", "ppm/", "--format", ".pgm")
        self.assertEqual(self.read("ppm/a.pgm")[:2], b"P5")
        self.write("x.hdr.pbm", b"P1 2 1 0 1")
        self.ok(*self.BOX, "x.hdr.pbm", "-o", "pbm/", "--suffix", ".s")
        self.assertEqual(self.files("pbm"), ["x.hdr.s.pgm"])

    def test_results_beside_their_inputs(self):
        for options in ([], ["-f"], ["--skip-existing", "-q"]):  # earlier results are no inputs
            self.ok(*self.BOX, "in", "-o", "in/", "--suffix", "_1", *options)
            self.assertEqual(self.files("in"), ["a.png", "a_1.png", "day/b.png", "day/b_1.png",
                                                "day/c.v2.png", "day/c.v2_1.png"])
        self.ok(*self.BOX, "in/a.png", "in/a_1.png", "-o", "in/", "--suffix", "_2")
        self.assertIn("a_1_2.png", self.files("in"))

    def test_format_of_one_file(self):
        self.ok(*self.BOX, "in/a.png", "plain", "--format", "bmp")
        self.assertEqual(self.read("plain")[:2], b"BM")
        done = self.ok(*self.BOX, "in/a.png", "-", "--format", "png", text=False)
        self.assertEqual(done.stdout[:4], b"\x89PNG")
        done = self.ok(*self.BOX, "in/a.png", "-", "--format", "tif", text=False)
        self.assertEqual(done.stdout[:3], b"II*")
        self.ok(*self.BOX, "in/a.png", "o.jpeg", "--format", "jpg")

    def test_webp(self):
        if "webp" not in self.ok("box", "--help").stdout:
            self.skipTest("this build has no WebP")
        self.ok(*self.BOX, "in/a.png", "a.webp", "--quality", 100)
        self.assertEqual(self.read("a.webp")[8:12], b"WEBP")
        self.ok(*self.BOX, "in/a.png", "a.png")
        self.ok("convolve", "a.webp", "gray.png", "--gray", "--kernel", "box", "--scale", 0, "--offset", 0.5)
        self.ok(*self.BOX, "a.webp", "b.webp", "--report", "r.html")
        self.assertIn("a.webp: webp 9x7 RGB 8-bit", self.ok("info", "a.webp").stdout)

    def test_refused(self):
        for options, text in (
                (["o.jpg", "--format", "png"], "--format png, but o.jpg is a jpeg file by its name"),
                (["o.png", "--format", "pgn"], "unknown --format pgn (did you mean png?)"),
                (["o.png", "--format", "hdr"], "unknown --format hdr"),
                (["o.png", "--suffix", "_x"], "--suffix _x is for results in a folder, but o.png is one file"),
                (["-", "--suffix", "_x"], "standard output is one file"),
                (["-o", "out/", "--suffix", "a/b"], "--suffix a/b contains a slash"),
                (["-o", "out/", "--format", "pfm"], "PFM cannot hold u8 samples"),
                (["-o", "out/", "--format", "png", "--quality", "9"], "--quality applies to JPEG and WebP files only")):
            self.assertIn(text, self.fails(2, *self.BOX, "in/a.png", *options))
        self.write("in/a.pgm", tool.pgm(tool.image(9, 7)))
        self.assertIn("would both be written", self.fails(2, *self.BOX, "in", "-o", "out/", "--format", "bmp"))
        self.assertEqual(self.names(), ["in"])


class TerminalTest(tool.ToolTest):
    def seen(self, *arguments):
        """Runs the tool with a terminal as its standard error; returns what it shows."""
        ours, theirs = pty.openpty()
        try:
            done = subprocess.run([tool.TOOL, *map(str, arguments)], cwd=self.folder, stdout=subprocess.PIPE,
                                  stderr=theirs, check=False, timeout=60)
            os.close(theirs)
            self.assertEqual((done.returncode, done.stdout), (0, b""))
            text = b""
            while part := os.read(ours, 4096):
                text += part
        except OSError:  # the end of a terminal
            pass
        finally:
            os.close(ours)
        return text.decode()

    def test_a_batch_ends_with_one_line(self):
        for name in ("a.pgm", "b.pgm"):
            self.write("in/" + name, tool.pgm(tool.image(8, 8)))
        self.assertRegex(self.seen("box", "in", "-o", "out/", "--radius", 1),
                         r"^selvage: 2 of 2 files done in \d+\.\d s\r\n$")
        self.assertEqual(self.seen("box", "in", "-o", "out/", "--radius", 1, "-f", "-q"), "")
        self.assertEqual(self.seen("box", "in/a.pgm", "o.pgm", "--radius", 1), "")

    def test_a_bar_while_it_runs(self):
        self.write("in.ppm", b"P6\n640 480\n255\n" + bytes(range(256)) * 3600)
        text = self.seen("bilateral", "in.ppm", "o.ppm", "--radius", 12, "--use", "plain", "-j", 1)
        lines = [line.removesuffix("\x1b[K") for line in text.split("\r") if line.strip("\x1b[K")]
        self.assertGreater(len(lines), 1)
        for line in lines:
            self.assertRegex(line, r"^in\.ppm \[#*\.*\] \d+ % [\d.]+ MP/s, \d+:\d\d left$")
        self.assertTrue(text.endswith("\r\x1b[K"))  # and nothing remains


class MasksTest(tool.ToolTest):
    def test_a_mask_in_colour_counts_by_its_luminance(self):
        self.write("in.pgm", tool.pgm(tool.image(6, 5)))
        gray = [[(x * y) % 3 for x in range(6)] for y in range(5)]
        colours = [(0, 0, 0), (0, 0, 1), (9, 0, 0)]
        self.write("gray.pgm", tool.pgm(gray))
        self.write("rgb.ppm", tool.ppm([[colours[v] for v in row] for row in gray]))
        for mask in ("gray.pgm", "rgb.ppm"):
            self.ok("box", "in.pgm", mask + ".out.pgm", "--radius", 1, "--mask", mask, "--fill")
        self.assertEqual(self.read("gray.pgm.out.pgm"), self.read("rgb.ppm.out.pgm"))
        self.ok("box", "in.pgm", "plain.pgm", "--radius", 1)
        self.assertNotEqual(self.read("plain.pgm"), self.read("rgb.ppm.out.pgm"))


if __name__ == "__main__":
    unittest.main()
