# SPDX-License-Identifier: Apache-2.0
"""compare: the statistics of two files."""

import unittest

import tool


class CompareTest(tool.ToolTest):
    def setUp(self):
        super().setUp()
        self.write("a.pgm", tool.pgm([[0, 10, 20], [30, 40, 50]]))
        self.write("b.pgm", tool.pgm([[0, 11, 20], [30, 40, 53]]))

    def test_the_same(self):
        done = self.ok("compare", "a.pgm", "a.pgm")
        self.assertIn("PSNR  inf dB", done.stdout)
        self.assertIn("SSIM  none (its window is 11x11 pixels)", done.stdout)
        self.assertIn("differ 0 of 6 samples, 0 of 6 pixels", done.stdout)

    def test_different(self):
        done = self.run_tool("compare", "a.pgm", "b.pgm")
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertIn("max   0.0117647 (3 of 255) at x 2, y 1, channel 0", done.stdout)
        self.assertIn("differ 2 of 6 samples, 2 of 6 pixels", done.stdout)

    def test_tolerance(self):
        self.ok("compare", "a.pgm", "b.pgm", "--tolerance", "3/255")
        done = self.run_tool("compare", "a.pgm", "b.pgm", "--tolerance", "2/255")
        self.assertEqual(done.returncode, 1)
        self.assertIn("differ 1 of 6 samples", done.stdout)
        self.fails(2, "compare", "a.pgm", "b.pgm", "--tolerance", "3")
        self.fails(2, "compare", "a.pgm", "b.pgm", "--tolerance", "-1")

    def test_a_tolerance_that_accepts_everything(self):
        self.assertEqual(self.fails(2, "compare", "a.pgm", "b.pgm", "--tolerance", "1"),
                         "selvage: error: --tolerance 1 is the full scale of an 8-bit image\n"
                         "  hint: did you mean 1/255 (0.0039)?\n")
        for text in ("255/255", "100%", "400/255"):
            self.assertIn(f"--tolerance {text} is the full scale of an 8-bit image or more",
                          self.fails(2, "compare", "a.pgm", "b.pgm", "--tolerance", text))
        self.write("a.pfm", tool.pfm([[0.0, 300.0]]))
        self.write("b.pfm", tool.pfm([[1.0, 300.0]]))
        self.ok("compare", "a.pfm", "b.pfm", "--tolerance", "1")

    def test_json(self):
        done = self.run_tool("compare", "a.pgm", "b.pgm", "--json")
        self.assertEqual(done.returncode, 1)
        (report,) = self.objects(done.stdout)
        self.assertAlmostEqual(report["max"], 3 / 255)
        self.assertAlmostEqual(report["mean"], 4 / 6 / 255)
        self.assertAlmostEqual(report["rms"], (10 / 6) ** 0.5 / 255)
        self.assertAlmostEqual(report["psnr"], 45.91, places=2)
        self.assertEqual((report["differing_samples"], report["differing_pixels"]), (2, 2))
        self.assertFalse(report["same"])
        (report,) = self.objects(self.ok("compare", "a.pgm", "a.pgm", "--json").stdout)
        self.assertTrue(report["same"])
        self.assertIsNone(report["psnr"])
        self.assertIsNone(report["ssim"])
        self.assertNotIn("diff", report)

    def test_quiet(self):
        self.assertEqual(self.run_tool("compare", "a.pgm", "b.pgm", "-q").stdout, "")

    def test_types_meet_in_real_units(self):
        self.write("deep.pgm", tool.pgm([[0, 2570, 5140], [7710, 10280, 12850]], 65535))
        done = self.run_tool("compare", "a.pgm", "deep.pgm")
        self.assertEqual(done.returncode, 0)
        self.assertIn("compared in real units", done.stderr)

    def test_not_a_number(self):
        nan = float("nan")
        self.write("x.pfm", tool.pfm([[nan, 1.0]]))
        self.write("y.pfm", tool.pfm([[0.0, 1.0]]))
        self.ok("compare", "x.pfm", "x.pfm")
        done = self.run_tool("compare", "x.pfm", "y.pfm", "--tolerance", "1e30")
        self.assertEqual(done.returncode, 1)
        self.assertIn("differ 1 of 2", done.stdout)

    def test_shapes_must_be_equal(self):
        self.write("small.pgm", tool.pgm([[1, 2]]))
        self.assertIn("small.pgm is 2x1 gray 8-bit",
                      self.fails(2, "compare", "a.pgm", "small.pgm"))
        self.write("c.ppm", tool.ppm([[(1, 2, 3)] * 3] * 2))
        self.fails(2, "compare", "a.pgm", "c.ppm")
        self.fails(2, "compare", "a.pgm")
        self.fails(3, "compare", "a.pgm", "missing.pgm")

    def test_standard_input(self):
        self.ok("compare", "-", "a.pgm", input=self.read("a.pgm"), text=False)
        self.assertIn("cannot be both", self.fails(2, "compare", "-", "-", input=""))

    def test_ssim(self):
        """A constant pair has only the luminance term."""
        self.write("dark.pgm", tool.pgm([[51] * 12] * 11))
        self.write("light.pgm", tool.pgm([[153] * 12] * 11))
        expected = (2 * 0.2 * 0.6 + 1e-4) / (0.2**2 + 0.6**2 + 1e-4)
        done = self.run_tool("compare", "dark.pgm", "light.pgm", "--json")
        self.assertAlmostEqual(self.objects(done.stdout)[0]["ssim"], expected, places=9)
        self.assertIn(f"SSIM  {expected:.6f}\n",
                      self.run_tool("compare", "dark.pgm", "light.pgm").stdout)
        self.assertIn("SSIM  1.000000\n", self.ok("compare", "dark.pgm", "dark.pgm").stdout)
        self.write("odd.pfm", tool.pfm([[float("inf")] * 11] * 11))
        self.assertIn("SSIM  none (a sample is not finite)\n",
                      self.ok("compare", "odd.pfm", "odd.pfm").stdout)


class PagesTest(tool.ToolTest):
    """Files of several pages are compared page by page."""

    def setUp(self):
        super().setUp()
        pages = [tool.image(40, 30), tool.image(25, 60), tool.image(40, 30)]
        self.write("a.tif", tool.tiff(pages))
        pages[1][7][3] ^= 8
        pages[2][20][30] ^= 2
        self.write("b.tif", tool.tiff(pages))
        self.write("two.tif", tool.tiff(pages[:2]))
        self.write("one.tif", tool.tiff(pages[:1]))

    def test_lines(self):
        done = self.run_tool("compare", "a.tif", "b.tif")
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        first, second, third, summary = done.stdout.splitlines()
        self.assertEqual(first, "page 1: the same")
        self.assertRegex(second, r"^page 2: max 0\.0313725 \(8 of 255\), .*, "
                                 r"differ 1 of 1500 pixels$")
        self.assertRegex(third, r"^page 3: max 0\.00784314 \(2 of 255\), .* of 1200 pixels$")
        self.assertEqual(summary, "3 pages: 1 the same, 2 different")
        done = self.run_tool("compare", "a.tif", "b.tif", "--tolerance", "2/255")
        self.assertEqual(done.returncode, 1)
        self.assertIn("3 pages: 2 the same, 1 different", done.stdout)
        self.ok("compare", "a.tif", "b.tif", "--tolerance", "8/255")
        self.assertEqual(self.ok("compare", "a.tif", "a.tif").stdout,
                         "page 1: the same\npage 2: the same\npage 3: the same\n"
                         "3 pages: 3 the same, 0 different\n")

    def test_json(self):
        done = self.run_tool("compare", "a.tif", "b.tif", "--json")
        self.assertEqual(done.returncode, 1)
        pages = self.objects(done.stdout)
        self.assertEqual([(o["page"], o["pages"], o["same"], o["differing_pixels"]) for o in pages],
                         [(1, 3, True, 0), (2, 3, False, 1), (3, 3, False, 1)])
        self.assertEqual((pages[1]["x"], pages[1]["y"]), (3, 7))
        self.assertEqual((pages[2]["x"], pages[2]["y"]), (30, 20))

    def test_other_numbers_of_pages(self):
        self.assertEqual(self.fails(2, "compare", "two.tif", "a.tif"),
                         "selvage: error: two.tif has 2 pages, a.tif has 3\n"
                         "  hint: compare files with the same number of pages\n")
        self.assertIn("one.tif has 1 page, b.tif has 3",
                      self.fails(2, "compare", "one.tif", "b.tif"))

    def test_another_size_of_a_page(self):
        self.write("c.tif", tool.tiff([tool.image(40, 30)] * 3))
        error = self.fails(2, "compare", "a.tif", "c.tif", "--diff", "d.tif")
        self.assertIn("a.tif, page 2 is 25x60 gray 8-bit, c.tif, page 2 is 40x30", error)
        self.assertFalse((self.folder / "d.tif").exists())

    def test_difference_images(self):
        done = self.run_tool("compare", "a.tif", "b.tif", "--diff", "d.tif", "--json")
        self.assertEqual({o["diff"] for o in self.objects(done.stdout)}, {"d.tif"})
        self.assertEqual([o["diff_scale"] for o in self.objects(done.stdout)],
                         [1.0, 8 / 255, 2 / 255])
        pages = self.objects(self.ok("compare", "d.tif", "d.tif", "--json").stdout)
        self.assertEqual(len(pages), 3)
        for page, (width, height) in zip(pages, ((40, 30), (25, 60), (40, 30))):
            self.assertGreater(page["pixels"], width * height)

    def test_a_difference_image_without_pages(self):
        error = self.fails(2, "compare", "a.tif", "b.tif", "--diff", "d.png")
        self.assertIn("a.tif has 3 pages; png files hold one", error)
        self.assertIn(".tif", error)
        self.assertEqual(self.names(), ["a.tif", "b.tif", "one.tif", "two.tif"])

    def test_folders(self):
        for name in ("a", "b"):
            self.write(f"{name.upper()}/x.tif", self.read(f"{name}.tif"))
            self.write(f"{name.upper()}/same.tif", self.read("a.tif"))
        done = self.run_tool("compare", "A", "B", "--diff", "D/")
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        lines = done.stdout.splitlines()
        self.assertEqual(lines[:2], ["same.tif: the same", "x.tif, page 1: the same"])
        self.assertIn("x.tif, page 2: max", lines[2])
        self.assertEqual(lines[4],
                         "2 files: 1 the same, 1 different, 0 in only one folder, 0 failed")
        self.assertIn("the first of 3 pages", self.ok("info", "D/x.tif").stdout)


if __name__ == "__main__":
    unittest.main()
