# SPDX-License-Identifier: Apache-2.0
"""Images with alpha: --alpha weight, the defaults of the verbs, and --background."""

import re
import struct
import unittest

import tool

SIZE = 9


class AlphaTest(tool.ToolTest):
    """A red square on transparent black."""

    def setUp(self):
        super().setUp()
        inside = [[2 < x < 6 and 2 < y < 6 for x in range(SIZE)] for y in range(SIZE)]
        self.write("logo.png", tool.png(
            [[v for red in row for v in ((255, 0, 0, 255) if red else (0, 0, 0, 0))] for row in inside], color=6))

    def pixels(self, *arguments):
        """Returns the pixels of a result as tuples."""
        self.ok(*arguments[:2], "out.pam", "-f", *arguments[2:])
        header, data = self.read("out.pam").split(b"ENDHDR\n")
        channels = int(re.search(rb"DEPTH (\d)", header)[1])
        return [tuple(data[i:i + channels]) for i in range(0, len(data), channels)]

    def test_colours_do_not_bleed(self):
        for verb in (["gaussian", "logo.png", "--sigma-space", 2], ["box", "logo.png", "--radius", 2]):
            for pixel in self.pixels(*verb):
                if pixel[3] > 0:
                    self.assertEqual(pixel[:3], (255, 0, 0), verb)
            self.assertEqual(self.pixels(*verb), self.pixels(*verb, "--alpha", "weight"))
            kept = self.pixels(*verb, "--alpha", "keep")
            self.assertEqual({p[3] for p in kept}, {0, 255})
            self.assertTrue(any(0 < p[0] < 255 for p in kept))

    def test_other_verbs_keep_alpha_by_default(self):
        for verb in (["bilateral", "logo.png"], ["convolve", "logo.png", "--kernel", "box"],
                     ["joint", "logo.png", "--guide", "logo.png"]):
            self.assertEqual(self.pixels(*verb), self.pixels(*verb, "--alpha", "keep"), verb)
        for verb in (["bilateral", "logo.png", "--sigma-range", "9/1"], ["rolling", "logo.png"],
                     ["convolve", "logo.png", "--kernel", "gauss5"],
                     ["joint", "logo.png", "--guide", "logo.png", "--sigma-range", "9/1"],
                     ["joint", "logo.png", "--guide", "logo.png", "--sigma-range", "9/1", "--upsample"]):
            weighted = self.pixels(*verb, "--alpha", "weight")
            self.assertEqual({p[:3] for p in weighted if p[3] > 0}, {(255, 0, 0)}, verb)
            self.assertTrue(any(0 < p[3] < 255 for p in weighted), verb)

    def test_an_image_without_alpha(self):
        self.write("in.ppm", b"P6 2 2 255\n" + bytes(range(12)))
        self.ok("gaussian", "in.ppm", "a.ppm")
        self.ok("gaussian", "in.ppm", "b.ppm", "--alpha", "keep")
        self.assertEqual(self.read("a.ppm"), self.read("b.ppm"))

    def test_refusals(self):
        refusal = self.fails(2, "convolve", "logo.png", "o.png", "--kernel", "sharpen", "--alpha", "weight")
        self.assertIn("kernel[1] -1 is below 0, which alpha weight does not allow", refusal)
        refusal = self.fails(2, "geometry", "logo.png", "o.png", "--radius", 1, "--edge-threshold", 1,
                             "--alpha", "weight")
        self.assertIn("unknown --alpha weight", refusal)
        for verb in ("geometry", "guided"):
            self.assertIn("keep|filter ", self.ok(verb, "--help").stdout, verb)
            self.assertNotIn("filter|weight", self.ok(verb, "--help").stdout, verb)
        refusal = self.fails(2, "bilateral", "logo.png", "o.png", "--norm", "per_channel", "--alpha", "weight")
        self.assertIn("norm per_channel cannot be used with alpha weight", refusal)

    def test_background(self):
        over = self.pixels("gaussian", "logo.png", "--sigma-space", 1, "--background", "#0000ff")
        weighted = self.pixels("gaussian", "logo.png", "--sigma-space", 1)
        for (red, green, blue), (*_, alpha) in zip(over, weighted):
            self.assertEqual((red, green, blue), (alpha, 0, 255 - alpha))
        self.ok("gaussian", "logo.png", "out.jpg", "--background", "white")
        self.assertIn("or lay it over a colour: --background white",
                      self.fails(2, "gaussian", "logo.png", "other.jpg"))
        wide = self.pixels("gaussian", "logo.png", "--background", "black", "--bits", 16)
        self.assertEqual(len(wide), 2 * SIZE * SIZE)
        self.assertIn("is not a colour",
                      self.fails(2, "gaussian", "logo.png", "o.jpg", "--background", "mauve"))

    def test_background_of_gray(self):
        self.write("gray.png", tool.png([[200, 0, 100, 255]], color=4))
        self.assertEqual(self.pixels("box", "gray.png", "--radius", 0, "--background", "#fff"), [(255,), (100,)])
        self.assertIn("cannot lie behind an image of 1 colour channel",
                      self.fails(2, "box", "gray.png", "o.pgm", "--radius", 0, "--background", "#f00"))

    def test_the_background_of_an_opaque_image_changes_nothing(self):
        self.write("in.ppm", b"P6 2 2 255\n" + bytes(range(12)))
        self.ok("box", "in.ppm", "a.ppm", "--radius", 1, "--background", "#123456")
        self.ok("box", "in.ppm", "b.ppm", "--radius", 1)
        self.assertEqual(self.read("a.ppm"), self.read("b.ppm"))

    def test_in_bands(self):
        rows = [[(x * y * c + 31 * x) % 256 for x in range(300) for c in range(1, 5)] for y in range(1500)]
        self.write("tall.png", tool.png(rows, color=6))
        for options in ([], ["--background", "#102030"]):
            self.ok("gaussian", "tall.png", "whole.png", "-f", *options)
            (report,) = self.objects(self.ok("gaussian", "tall.png", "bands.png", "-f", "--json", "--threads", 1,
                                             "--max-memory", "4M", *options).stdout)
            self.assertGreater(report["bands"], 1)
            self.assertEqual(self.read("whole.png"), self.read("bands.png"))


class PremultipliedTest(tool.ToolTest):
    def setUp(self):
        super().setUp()
        try:
            import test_layers
        except ImportError:
            self.skipTest("OpenEXR")
        # Half-covered red beside nothing: premultiplied 0.5, straight 1.
        self.write("a.exr", test_layers.exr(3, 1, {"R": [[0.5, 0.0, 1.0]], "G": [[0.0] * 3], "B": [[0.0] * 3],
                                                   "A": [[0.5, 0.0, 1.0]]}))
        if b"not built" in self.run_tool("info", "a.exr").stderr.encode():
            self.skipTest("OpenEXR is not built in")

    def test_divided_first(self):
        self.ok("box", "a.exr", "a.pam", "--radius", 1, "--border", "shrink", "--bits", "16")
        data = self.read("a.pam").split(b"ENDHDR\n")[1]
        samples = struct.unpack(">12H", data)
        self.assertEqual(samples[::4], (65535,) * 3)
        self.assertEqual(samples[3::4], (16384, 32768, 32768))
        self.ok("box", "a.exr", "a.exr", "-f", "--radius", 1, "--border", "shrink")
        self.ok("box", "a.exr", "b.pam", "--radius", 0, "--bits", "16")
        self.assertEqual(self.read("b.pam").split(b"ENDHDR\n")[1], data)


if __name__ == "__main__":
    unittest.main()
