# SPDX-License-Identifier: Apache-2.0
"""The effect of the options of `selvage bilateral` on the pixels."""

import math
import struct
import unittest

import tool


class FilterTest(tool.ToolTest):
    def setUp(self):
        super().setUp()
        self.width, self.height = 31, 23
        self.rows = tool.image(self.width, self.height)
        self.write("in.pgm", tool.pgm(self.rows))

    def filtered(self, *options, source="in.pgm"):
        """Returns the samples of `source` filtered with `options`."""
        self.ok("bilateral", source, "out.pgm", "-f", *options)
        return tool.pnm_samples(self.read("out.pgm"))[3]

    def test_samples_outside_the_numeric_contract_are_counted(self):
        self.write("in.pfm", tool.pfm([[1.0, -3e38, 2e18, 1e18, float("inf")] * 80] * 2000))
        self.ok("box", "in.pfm", "in.tif", "--radius", 0)
        for memory in ("1G", "2M"):
            done = self.run_tool("box", "in.tif", "out.tif", "-f", "-v", "--radius", 1,
                                 "--max-memory", memory)
            self.assertIn("note: 320000 samples are beyond 1e+18 in magnitude", done.stderr, memory)
        self.assertIn("bands", done.stderr)
        self.write("in.pfm", tool.pfm([[1.0, -1e18]]))
        self.assertNotIn("beyond", self.run_tool("box", "in.pfm", "out.pfm", "-f", "-v", "--radius", 1).stderr)

    def test_no_option_smooths(self):
        flat = [v for row in self.rows for v in row]
        result = self.filtered()
        self.assertEqual(len(result), len(flat))
        self.assertNotEqual(result, flat)
        self.assertLess(max(map(abs, map(int.__sub__, result, flat))), 128)

    def test_defaults_are_what_help_says(self):
        self.assertEqual(
            self.filtered(),
            self.filtered("--sigma-space", 3, "--sigma-range", 0.05, "--radius", 9, "--iterations", 1,
                          "--window", "square", "--norm", "l2", "--border", "reflect101",
                          "--alpha", "keep", "--method", "auto", "--device", "auto"))

    def test_aliases(self):
        expected = self.filtered("--sigma-space", 2, "--sigma-range", 0.2)
        for names in (("-s", "-r"), ("--sigma-spatial", "--sigma-color")):
            self.assertEqual(self.filtered(names[0], 2, names[1], 0.2), expected)
        self.assertEqual(self.filtered("-s2", "--sigma-range=0.2"), expected)

    def test_one_value_in_three_notations(self):
        expected = self.filtered("--sigma-range", "0.2")
        self.assertEqual(self.filtered("--sigma-range", "51/255"), expected)
        self.assertEqual(self.filtered("--sigma-range", "20%"), expected)
        self.assertNotEqual(self.filtered("--sigma-range", "0.3"), expected)

    def test_a_fraction_above_one_is_fine(self):
        self.filtered("--sigma-range", "400/255")

    def test_diameter_is_twice_the_radius_and_one(self):
        self.assertEqual(self.filtered("--diameter", 7), self.filtered("--radius", 3))

    def test_radius_zero_changes_nothing(self):
        self.assertEqual(self.filtered("--radius", 0), [v for row in self.rows for v in row])

    def test_options_change_the_result(self):
        plain = self.filtered("--radius", 4)
        for change in (["--sigma-space", "1"], ["--sigma-range", "0.5"], ["--window", "disc"],
                       ["--iterations", "2"], ["--border", "reflect"], ["--border", "clamp"],
                       ["--border", "wrap"], ["--border", "constant:0.5"], ["--border", "shrink"],
                       ["--border", "copy"]):
            self.assertNotEqual(self.filtered("--radius", 4, *change), plain, change)

    def test_border_constant_takes_the_three_notations(self):
        half = self.filtered("--border", "constant:51/255")
        self.assertEqual(self.filtered("--border", "constant:20%"), half)
        self.assertEqual(self.filtered("--border", "constant:0.2"), half)

    def test_norms(self):
        pixels = [[(v, 255 - v, (v * 7) % 256) for v in row] for row in self.rows]
        self.write("in.ppm", tool.ppm(pixels))
        results = {}
        for norm in ("l2", "l1", "per_channel", "luma", "lab"):
            self.ok("bilateral", "in.ppm", "out.ppm", "-f", "--norm", norm)
            results[norm] = self.read("out.ppm")
        self.assertEqual(len(set(results.values())), len(results))

    def test_like_opencv(self):
        same = ["--window", "disc", "--norm", "l1", "--exact"]
        like = ["--like", "opencv", "--sigma-space", "5"]
        self.assertEqual(
            self.filtered(*like, "--diameter", 9, "--sigma-color", 30),
            self.filtered(*same, "--sigma-space", 5, "--radius", 4, "--sigma-range", "30/255"))
        # OpenCV's radius is round(1.5 sigma-space) = 8 (7.5 is a tie) without a diameter.
        for diameter in ([], ["--diameter", "0"], ["--diameter", "-1"]):
            self.assertEqual(
                self.filtered(*like, *diameter, "--sigma-color", 30),
                self.filtered(*same, "--sigma-space", 5, "--radius", 8, "--sigma-range", "30/255"))
        # At least 1; an even diameter is halved.
        self.assertEqual(self.filtered("--like", "opencv", "--diameter", 1, "--sigma-color", 30),
                         self.filtered(*same, "--radius", 1, "--sigma-range", "30/255"))
        self.assertEqual(self.filtered("--like", "opencv", "--diameter", 6, "--sigma-color", 30),
                         self.filtered(*same, "--radius", 3, "--sigma-range", "30/255"))

    def test_like_cartoon(self):
        self.assertEqual(self.filtered("--like", "cartoon"),
                         self.filtered("--sigma-space", 6, "--sigma-range", 0.1, "--iterations", 3))
        self.assertEqual(self.filtered("--like", "cartoon", "--sigma-range", "10%", "--iterations", 2, "-s", 2),
                         self.filtered("--sigma-space", 2, "--sigma-range", 0.1, "--iterations", 2))

    def test_like_opencv_of_16_bits(self):
        self.write("deep.pgm", tool.pgm(tool.image(31, 23, 65535), 65535))
        self.assertEqual(
            self.filtered("--like", "opencv", "--diameter", 5, "--sigma-color", 9000,
                          source="deep.pgm"),
            self.filtered("--window", "disc", "--norm", "l1", "--exact", "--radius", 2,
                          "--sigma-range", "9000/65535", source="deep.pgm"))

    def test_region_is_the_crop_of_the_whole(self):
        whole = self.filtered("--iterations", 2)
        part = self.filtered("--iterations", 2, "--region", "3,5,20,11")
        crop = [whole[y * self.width + x] for y in range(5, 16) for x in range(3, 23)]
        self.assertEqual(tool.pnm_samples(self.read("out.pgm"))[:2], (20, 11))
        self.assertEqual(part, crop)

    def test_invalid_and_fill(self):
        rows = [[100] * 9 for _ in range(9)]
        rows[4][4] = rows[4][5] = 0
        self.write("holes.pgm", tool.pgm(rows))
        kept = self.filtered("--invalid", 0, source="holes.pgm")
        self.assertEqual(kept, [v for row in rows for v in row])
        filled = self.filtered("--invalid", 0, "--fill", source="holes.pgm")
        self.assertEqual(filled, [100] * 81)

    def test_mask(self):
        rows = [[100] * 9 for _ in range(9)]
        rows[4][4] = 110
        self.write("spot.pgm", tool.pgm(rows))
        mask = [[1] * 9 for _ in range(9)]
        mask[4][4] = 0
        flat = [v for row in rows for v in row]
        for name, data in (("m.pgm", tool.pgm(mask)), ("m16.pgm", tool.pgm(mask, 65535)),
                           ("m.png", tool.png(mask)),
                           ("m.pfm", tool.pfm([[v * 1e-30 for v in row] for row in mask])),
                           ("minus.pfm", tool.pfm([[v or -0.0 for v in row] for row in mask])),
                           ("m.tif", tool.half_tiff([[v or -0.0 for v in row] for row in mask]))):
            self.write(name, data)
            self.assertEqual(self.filtered("--mask", name, source="spot.pgm"), flat, name)
            self.assertEqual(self.filtered("--mask", name, "--fill", source="spot.pgm"), [100] * 81)
        self.assertNotEqual(self.filtered(source="spot.pgm"), flat)

    def test_alpha(self):
        rows = [[v for pair in ((s, 255 - s) for s in row) for v in pair] for row in self.rows]
        self.write("a.png", tool.png(rows, color=4))
        self.ok("bilateral", "a.png", "keep.png")
        self.ok("bilateral", "a.png", "filter.png", "--alpha", "filter")
        self.assertNotEqual(self.read("keep.png"), self.read("filter.png"))

    def test_bits(self):
        self.ok("bilateral", "in.pgm", "wide.pgm", "--bits", 16)
        width, height, maxval, wide = tool.pnm_samples(self.read("wide.pgm"))
        self.assertEqual((width, height, maxval), (self.width, self.height, 65535))
        self.assertTrue(any(v % 257 for v in wide), "computed in 16 bits, not widened afterwards")
        narrow = self.filtered("--exact")
        self.assertLessEqual(max(abs(w / 257 - n) for w, n in zip(wide, narrow)), 0.51)
        self.ok("bilateral", "in.pgm", "float.pfm", "--bits", "f32")
        self.assertTrue(self.read("float.pfm").startswith(b"Pf"))
        self.assertEqual(self.filtered("--bits", 8, source="wide.pgm"),
                         self.filtered("--bits", "8", source="wide.pgm"))

    def test_half_floats(self):
        self.ok("bilateral", "in.pgm", "float.pfm", "--bits", "f32")
        self.ok("bilateral", "in.pgm", "half.tif", "--bits", "f16")
        self.assertIn("16-bit float", self.ok("info", "half.tif").stdout)
        for tolerance, code in ((0.0003, 0), (0, 1)):  # half a step of f16 below 1 is 0.00025
            done = self.run_tool("compare", "half.tif", "float.pfm", "--tolerance", tolerance)
            self.assertEqual(done.returncode, code, done)
        self.ok("compare", "half.tif", "half.tif")
        self.assertIn("PNG cannot hold f16 samples",
                      self.fails(2, "bilateral", "in.pgm", "half.png", "--bits", "f16"))

    def test_the_files_own_full_scale_is_kept(self):
        self.write("ten.pgm", tool.pgm([[v * 4 for v in row] for row in self.rows], 1023))
        self.filtered(source="ten.pgm")
        self.assertEqual(tool.pnm_samples(self.read("out.pgm"))[2], 1023)

    def test_threads_and_device_do_not_change_the_result(self):
        for candidate in ([], ["--use", "simd"]):
            expected = self.filtered("--device", "cpu", "-j", 1, *candidate)
            for options in (["-d", "auto", "--threads", "3"], ["-j2"]):
                self.assertEqual(self.filtered(*options, *candidate), expected)

    def test_methods_and_candidates(self):
        exact = self.filtered("--exact")
        for options in (["--use", "plain"], ["--use", "simd", "--exact"], ["--method", "direct"],
                        ["--max-error", "0.5/255"], ["--max-error", "0.001"]):
            result = self.filtered(*options)
            self.assertLessEqual(max(abs(a - b) for a, b in zip(result, exact)), 1, options)

    def test_float_images_keep_their_range(self):
        rows = [[math.sin(x) * 50 + 100 for x in range(9)] for _ in range(9)]
        self.write("in.pfm", tool.pfm(rows))
        self.ok("bilateral", "in.pfm", "out.pfm", "--sigma-range", 25, "--max-error", 0.01)
        body = self.read("out.pfm")[-9 * 9 * 4:]
        self.assertTrue(all(50 <= v <= 150 for v in struct.unpack("<81f", body)))


if __name__ == "__main__":
    unittest.main()
