# SPDX-License-Identifier: Apache-2.0
"""`selvage histogram`: counts, tables, plots."""

import math
import os
import re
import threading
import unittest
import xml.etree.ElementTree as xml

import tool


class HistogramTest(tool.ToolTest):
    def setUp(self):
        super().setUp()
        self.write("in.pgm", tool.pgm([[0, 0, 1, 7], [255, 254, 7, 7]]))
        self.write("in.ppm", tool.ppm([[(0, 128, 255), (0, 64, 255)]]))
        self.write("in.pfm", tool.pfm([[0.0, 1.0, 2.5, 4.0, math.nan, 9.0, -3.0, math.inf]]))

    def counted(self, *arguments):
        (report,) = self.objects(self.ok("histogram", *arguments, "--json").stdout)
        self.assertEqual(report["verb"], "histogram")
        return report

    def test_each_value_of_8_bits_has_a_bin(self):
        report = self.counted("in.pgm")
        ((bins),) = report["bins"]
        self.assertEqual(len(bins), 256)
        self.assertEqual({v: n for v, n in enumerate(bins) if n}, {0: 2, 1: 1, 7: 3, 254: 1, 255: 1})
        self.assertEqual((report["low"], report["high"], report["not_numbers"]), (0, 1, [0]))
        self.assertEqual((report["width"], report["height"], report["channels"]), (4, 2, ["gray"]))

    def test_bins_and_range(self):
        self.assertEqual(self.counted("in.pgm", "--bins", 2)["bins"], [[6, 2]])
        report = self.counted("in.pgm", "--bins", 4, "--low", 0, "--high", "8/255")
        self.assertEqual(report["bins"], [[3, 0, 0, 5]])  # larger samples count in the last bin
        self.assertAlmostEqual(report["high"], 8 / 255, places=6)

    def test_channels(self):
        report = self.counted("in.ppm", "--bins", 4)
        self.assertEqual(report["channels"], ["red", "green", "blue"])
        self.assertEqual(report["bins"], [[2, 0, 0, 0], [0, 1, 1, 0], [0, 0, 0, 2]])
        report = self.counted("in.ppm", "--bins", 4, "--channel", 1)
        self.assertEqual((report["channels"], report["bins"]), (["green"], [[0, 1, 1, 0]]))

    def test_floats(self):
        report = self.counted("in.pfm", "--bins", 4, "--low", 0, "--high", 4)
        self.assertEqual(report["bins"], [[2, 1, 1, 3]])
        self.assertEqual(report["not_numbers"], [1])
        report = self.counted("in.pfm", "--bins", 2)
        self.assertEqual((report["low"], report["high"]), (-3, 9))
        self.assertEqual(report["bins"], [[4, 3]])  # infinity counts in the last bin

    def test_text(self):
        text = self.ok("histogram", "in.pgm", "in.ppm").stdout
        self.assertIn("in.pgm: 4x2 gray 8-bit, 256 bins from 0 to 1\n", text)
        self.assertRegex(text, r"(?m)^gray +8 +0 +5 +7 \(from 0\.02734\) +7 \(from 0\.02734\): 3$")
        self.assertRegex(text, r"(?m)^green +2 +0 +2 ")
        self.assertEqual(self.ok("histogram", "in.pgm", "--quiet").stdout, "")

    def test_plot(self):
        self.assertNotEqual(self.ok("histogram", "in.ppm", "--plot", "h.svg").stdout, "")
        drawing = xml.fromstring(self.read("h.svg"))
        self.assertTrue(drawing.tag.endswith("svg"))
        words = [e.text for e in drawing.iter() if e.tag.endswith("text")]
        for word in ("in.ppm", "red", "green", "blue", "sample value", "samples in a bin", "0", "1"):
            self.assertIn(word, words)
        curves = re.findall(r'fill-opacity', self.read("h.svg").decode())
        self.assertEqual(len(curves), 3)
        self.assertEqual(self.fails(4, "histogram", "in.pgm", "--plot", "h.svg"),
                         "selvage: error: h.svg exists; nothing was written\n  hint: -f overwrites it\n")
        old = self.read("h.svg")
        self.ok("histogram", "in.pgm", "--plot", "h.svg", "--force", "-q")
        self.assertNotEqual(self.read("h.svg"), old)
        self.assertEqual(self.names(), ["h.svg", "in.pfm", "in.pgm", "in.ppm"])
        (self.folder / "link.svg").symlink_to("h.svg")
        self.ok("histogram", "in.ppm", "--plot", "link.svg", "--force", "-q")
        self.assertTrue((self.folder / "link.svg").is_symlink())
        self.assertIn(b"in.ppm", self.read("h.svg"))

    def test_many_bins_share_the_columns_of_the_drawing(self):
        self.ok("histogram", "in.pgm", "--bins", 65536, "--plot", "h.svg", "-q")
        self.assertIn("the fullest of those", self.read("h.svg").decode())
        self.assertLess(len(self.read("h.svg")), 40000)

    def test_bad_files(self):
        done = self.run_tool("histogram", "missing.pgm", "in.pgm")
        self.assertEqual(done.returncode, 1)
        self.assertIn("missing.pgm", done.stderr)
        self.assertIn("in.pgm: 4x2", done.stdout)
        self.fails(3, "histogram", "missing.pgm")

    def test_standard_input(self):
        done = self.run_tool("histogram", "-", "--bins", 2, "--json", input=self.read("in.pgm"),
                             text=False)
        self.assertEqual(self.objects(done.stdout.decode())[0]["bins"], [[6, 2]])

    def test_a_pipe_is_read_once(self):
        self.write("noise.pfm", tool.pfm([[x * y % 251 for x in range(400)] for y in range(300)]))
        self.ok("box", "noise.pfm", "a.tif", "--radius", 1)
        data, memory = self.read("a.tif"), ["--max-memory", "400K"]
        os.mkfifo(self.folder / "pipe.tif")
        writer = threading.Thread(target=lambda: self.write("pipe.tif", data), daemon=True)
        writer.start()
        refused = self.fails(6, "histogram", "pipe.tif", *memory, timeout=20)
        self.assertIn("pipe.tif can be read only once", refused)
        self.ok("histogram", "a.tif", *memory)

    def test_explain(self):
        self.assertIn("histogram of 256 bins on ", self.ok("explain", "histogram", "in.pgm").stdout)

    def test_devices(self):
        for name, device in tool.devices().items():
            if not device["missing"]:
                report = self.counted("in.pgm", "--device", name, "--bins", 2)
                self.assertEqual((report["device"], report["bins"]), (name, [[6, 2]]))


class RefusedTest(tool.ToolTest):
    def refused(self, *options, code=2):
        return self.fails(code, "histogram", "in.pgm", *options)

    def setUp(self):
        super().setUp()
        self.write("in.pgm", tool.pgm([[1, 2]]))

    def test_refused(self):
        for option, text in (("--bins", 0), ("--bins", 65537), ("--bins", "x"), ("--channel", -1),
                             ("--channel", 4), ("--channel", 1), ("--low", "x"), ("--high", 25)):
            self.assertIn(option, self.refused(option, text), (option, text))
        for option in ("--low", "--high"):
            for text in ("-0.5", "1.5", "300/255", "-1%"):
                self.assertIn(f"{option} {text} is outside 0..1 for an 8-bit image",
                              self.refused(option, text))
        self.assertIn("--low 0.5 is not below high 0.25",
                      self.refused("--low", 0.5, "--high", 0.25))
        self.assertIn("no input file", self.fails(2, "histogram"))
        self.assertIn("has no candidate tide", self.refused("--use", "tide"))
        self.assertIn("plots are SVG files", self.refused("--plot", "h.png"))
        self.write("in.svg", self.read("in.pgm"))
        self.assertIn("--plot ./in.svg is also an input",
                      self.fails(2, "histogram", "in.svg", "--plot", "./in.svg", "-f"))
        os.remove(self.folder / "in.svg")
        self.assertIn("but there is none", self.refused("--force"))
        self.assertIn("--plot h.svg is one file, but there are 2 inputs",
                      self.fails(2, "histogram", "in.pgm", "in.pgm", "--plot", "h.svg"))
        self.assertIn("there is no folder", self.refused("--plot", "no/such/h.svg", code=4))
        for option in ("--radius", "--bits", "--max-error", "--sigma-space"):
            self.assertIn("unknown option", self.refused(option, 1))
        self.assertEqual(self.names(), ["in.pgm"])


if __name__ == "__main__":
    unittest.main()
