# SPDX-License-Identifier: Apache-2.0
"""compare: the figures of two files."""

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
        """A constant pair has the luminance term alone."""
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


if __name__ == "__main__":
    unittest.main()
