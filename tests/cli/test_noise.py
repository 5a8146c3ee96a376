# SPDX-License-Identifier: Apache-2.0
"""--sigma-range auto and --strength: the noise of the whole image decides, whatever part is computed."""

import random
import unittest

import test_bands
import tool


def noisy(width, height, sigma, seed=3, least=60):
    """Returns the rows of a gray image with slopes, edges and Gaussian noise."""
    generator = random.Random(seed)

    def sample(x, y):
        scene = least + 60 * ((x // 40 + y // 60) % 2) + (x + y) * 40 // (width + height)
        return min(255, max(0, round(scene + generator.gauss(0, sigma))))

    return [[sample(x, y) for x in range(width)] for y in range(height)]


class NoiseTest(tool.ToolTest):
    def setUp(self):
        super().setUp()
        self.write("in.pgm", tool.pgm(noisy(160, 128, 6)))

    def report(self, *arguments):
        (report,) = self.objects(self.ok(*arguments, "--json", "-f").stdout)
        return report

    def test_the_report_says_what_was_taken(self):
        report = self.report("bilateral", "in.pgm", "auto.pgm", "--sigma-range", "auto")
        self.assertEqual(report["strength"], "medium")
        (noise,) = report["noise"]
        self.assertAlmostEqual(noise * 255, 6, delta=0.3)
        self.assertGreater(report["sigma_range"], 1.4 * noise)
        self.assertLess(report["sigma_range"], 2.5 * noise)
        given = self.report("bilateral", "in.pgm", "given.pgm", "--sigma-range", repr(report["sigma_range"]))
        self.assertNotIn("sigma_range", given)
        self.assertEqual(self.read("auto.pgm"), self.read("given.pgm"))
        done = self.run_tool("bilateral", "in.pgm", "auto.pgm", "-r", "auto", "-v", "-f")
        self.assertRegex(done.stderr, r"  sigma_range 0\.0\d+, medium strength for noise of \d\.\d\d of 255\n")
        plan = self.ok("bilateral", "in.pgm", "x.pgm", "-r", "auto", "-n").stdout
        self.assertRegex(plan, r", sigma_range 0\.0\d+\n")
        text = self.ok("explain", "bilateral", "in.pgm", "-r", "auto").stdout
        self.assertIn("medium strength for noise", text)
        (explained,) = self.objects(self.ok("explain", "bilateral", "in.pgm", "-r", "auto", "--json").stdout)
        self.assertEqual(explained["sigma_range"], report["sigma_range"])

    def test_a_note_says_what_calms_flicker(self):
        self.write("frame1.pgm", self.read("in.pgm"))
        self.write("frame2.pgm", tool.pgm(noisy(160, 128, 6, seed=4)))
        auto = ["frame1.pgm", "frame2.pgm", "-o", "out/", "-r", "auto", "-v", "-f"]
        note = "leaves flicker: a larger one with --sigma-space 1"
        self.assertIn(note, self.run_tool("bilateral", *auto, "--temporal", 1).stderr)
        self.assertNotIn(note, self.run_tool("bilateral", *auto).stderr)
        self.assertNotIn(note, self.run_tool("joint", *auto, "--temporal", 1, "--guide", "frame1.pgm").stderr)

    def test_strengths(self):
        ranges = {word: self.report("bilateral", "in.pgm", "out.pgm", "--strength", word)["sigma_range"]
                  for word in ("mild", "medium", "strong")}
        self.assertAlmostEqual(ranges["mild"] / ranges["medium"], 0.75, places=5)
        self.assertAlmostEqual(ranges["strong"] / ranges["medium"], 1.6, places=5)
        both = self.report("bilateral", "in.pgm", "out.pgm", "--strength", "mild", "--sigma-range", "auto")
        self.assertEqual(both["sigma_range"], ranges["mild"])

    def test_what_cannot_be_combined(self):
        error = self.fails(2, "bilateral", "in.pgm", "x.pgm", "--sigma-range", "0.1", "--strength", "mild")
        self.assertIn("--sigma-range and --strength cannot be combined", error)
        self.assertIn("one of: mild, medium, strong",
                      self.fails(2, "bilateral", "in.pgm", "x.pgm", "--strength", "weak"))
        self.assertIn("--strength", self.fails(2, "gaussian", "in.pgm", "x.pgm", "--strength", "mild"))
        error = self.fails(2, "bilateral", "in.pgm", "x.pgm", "-r", "0.1", "--sigma-color", "auto")
        self.assertIn("cannot be combined", error)

    def test_every_verb_with_a_sigma_range(self):
        self.write("guide.pgm", tool.pgm(noisy(160, 128, 3, seed=4)))
        for verb, options, sigma in (("bilateral", [], 6), ("rolling", [], 6),
                                     ("bilateral", ["--like", "opencv"], 6),
                                     ("bilateral", ["--like", "cartoon"], 6),
                                     ("joint", ["--guide", "guide.pgm"], 3),
                                     ("joint", ["--guide", "guide.pgm", "--upsample"], 3)):
            report = self.report(verb, "in.pgm", "out.pgm", *options, "--strength", "medium")
            self.assertAlmostEqual(report["noise"][0] * 255, sigma, delta=0.2, msg=(verb, options))

    def test_images_without_noise(self):
        self.write("flat.pgm", tool.pgm([[100] * 40 for _ in range(40)]))
        self.write("flat16.pgm", tool.pgm([[100] * 40 for _ in range(40)], 65535))
        self.write("flat.pfm", tool.pfm([[0.25] * 40 for _ in range(40)]))
        self.write("dot.pgm", tool.pgm([[7]]))
        self.write("line.pgm", tool.pgm([[7, 9, 200] * 9]))
        for name, least in (("flat.pgm", 0.5 / 255), ("flat16.pgm", 0.5 / 65535), ("flat.pfm", 1e-6),
                            ("dot.pgm", 0.5 / 255), ("line.pgm", 0.5 / 255)):
            report = self.report("bilateral", name, "out" + name[-4:], "-r", "auto")
            self.assertEqual(report["noise"], [0])
            self.assertAlmostEqual(report["sigma_range"] / least, 1, places=5, msg=name)

    def test_a_region_has_the_noise_of_the_whole(self):
        rows = noisy(160, 100, 2) + noisy(160, 100, 12)
        self.write("two.pgm", tool.pgm(rows))
        whole = self.report("bilateral", "two.pgm", "whole.pgm", "-r", "auto")
        region = self.report("bilateral", "two.pgm", "part.pgm", "-r", "auto", "--region", "10,150,50,40")
        self.assertEqual(region["sigma_range"], whole["sigma_range"])
        pixels, part = (tool.pnm_samples(self.read(name))[3] for name in ("whole.pgm", "part.pgm"))
        self.assertEqual(part, [pixels[160 * y + x] for y in range(150, 190) for x in range(10, 60)])

    def test_standard_input(self):
        self.ok("bilateral", "in.pgm", "file.pgm", "-r", "auto")
        done = self.run_tool("bilateral", "-", "-", "-r", "auto", text=False, input=self.read("in.pgm"))
        self.assertEqual((done.returncode, done.stdout), (0, self.read("file.pgm")))

    def test_standard_input_beyond_the_memory(self):
        done = self.run_tool("bilateral", "-", "-", "-r", "auto", "--max-memory", 21000, text=False,
                             input=self.read("in.pgm"))
        self.assertEqual(done.returncode, 6, done)
        self.assertIn(b"with a number as --sigma-range", done.stderr)

    def test_invalid_pixels_take_no_part(self):
        rows, mask = noisy(160, 128, 6), [[1] * 160 for _ in range(128)]
        expected = None
        for hole in (0, 255):
            for x, y in ((x, y) for y in range(0, 128, 5) for x in range(0, 160, 41)):
                rows[y][x] = hole
                mask[y][x] = 0
            self.write("holes.pgm", tool.pgm(rows))
            self.write("mask.pgm", tool.pgm(mask))
            masked = self.report("bilateral", "holes.pgm", "out.pgm", "-r", "auto", "--mask", "mask.pgm")
            marked = self.report("bilateral", "holes.pgm", "out.pgm", "-r", "auto", "--invalid", f"{hole}/255")
            expected = expected or masked["sigma_range"]
            self.assertEqual([masked["sigma_range"], marked["sigma_range"]], [expected] * 2)

    def test_files_have_their_own_and_pages_share_the_first(self):
        quiet, loud = noisy(64, 64, 3), noisy(64, 64, 9)
        self.write("a/quiet.pgm", tool.pgm(quiet))
        self.write("a/loud.pgm", tool.pgm(loud))
        self.write("pages.tif", tool.tiff([quiet, loud]))
        reports = self.objects(self.ok("bilateral", "a", "-o", "out/", "-r", "auto", "--json").stdout)
        noise = {report["input"]: report["noise"][0] * 255 for report in reports if "noise" in report}
        self.assertAlmostEqual(noise["a/quiet.pgm"], 3, delta=0.3)
        self.assertAlmostEqual(noise["a/loud.pgm"], 9, delta=0.9)
        pages = self.report("bilateral", "pages.tif", "out.tif", "-r", "auto")
        self.assertAlmostEqual(pages["noise"][0] * 255, 3, delta=0.3)
        self.ok("bilateral", "a/loud.pgm", "loud.tif", "--sigma-range", repr(pages["sigma_range"]))
        self.assertEqual(tool.tiff_pages(self.read("out.tif"))[1], tool.tiff_pages(self.read("loud.tif"))[0])


class BandsTest(test_bands.BandsTest):
    """Bands share the noise of the whole image, which is read twice."""

    def test_automatic(self):
        self.write("noisy.pgm", tool.pgm(noisy(self.WIDTH, self.HEIGHT, 6)))
        self.write("mask.pgm", test_bands.pnm("P5", self.WIDTH, self.HEIGHT, seed=11))
        auto = ["--sigma-range", "auto", "--radius", 5]
        self.assert_same("bilateral", "noisy.pgm", *auto)
        self.assert_same("bilateral", "noisy.pgm", *auto, "--norm", "l1", "--strength", "strong", shares=(0.8,))
        self.assert_same("bilateral", "noisy.pgm", *auto, "--mask", "mask.pgm", shares=(0.8,))
        self.assert_same("bilateral", "noisy.pgm", *auto, "--region", "20,300,50,500", shares=(0.65,))
        self.assert_same("joint", "gray.pgm", "--guide", "noisy.pgm", "-r", "auto", shares=(0.85,))


def load_tests(loader, _, __):
    """The tests of the base class run in their own suite."""
    suite = unittest.TestSuite(loader.loadTestsFromTestCase(NoiseTest))
    suite.addTest(BandsTest("test_automatic"))
    return suite


if __name__ == "__main__":
    unittest.main()
