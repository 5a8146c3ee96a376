# SPDX-License-Identifier: Apache-2.0
"""Files without a header: --raw and .raw outputs."""

import struct
import unittest

import tool


class RawTest(tool.ToolTest):
    def setUp(self):
        super().setUp()
        self.rows = tool.image(31, 23)
        self.samples = bytes(v for row in self.rows for v in row)
        self.write("in.raw", self.samples)
        self.write("in.pgm", tool.pgm(self.rows))
        self.ok("bilateral", "in.pgm", "expected.pgm")
        self.expected = bytes(tool.pnm_samples(self.read("expected.pgm"))[3])

    def test_input_and_output(self):
        self.ok("bilateral", "in.raw", "out.pgm", "--raw", "31x23:u8")
        self.assertEqual(self.read("out.pgm"), self.read("expected.pgm"))
        self.ok("bilateral", "in.raw", "out.raw", "--raw", "31x23x1:u8")
        self.assertEqual(self.read("out.raw"), self.expected)
        self.ok("bilateral", "in.pgm", "from_pgm.raw")
        self.assertEqual(self.read("from_pgm.raw"), self.expected)

    def test_types_and_channels(self):
        self.write("in.pfm", tool.pfm([[0.25, 0.5, 1.0]]))
        self.ok("bilateral", "in.pfm", "f.raw", "--radius", 0)
        self.assertEqual(self.read("f.raw"), struct.pack("<3f", 0.25, 0.5, 1.0))
        self.ok("bilateral", "f.raw", "h.raw", "--radius", 0, "--raw", "1x1x3:f32", "--bits", "f16")
        self.assertEqual(self.read("h.raw"), struct.pack("<3e", 0.25, 0.5, 1.0))
        self.write("rgba.raw", bytes(range(8)))
        self.ok("bilateral", "rgba.raw", "rgba.png", "--radius", 0, "--raw", "2x1x4:u8")
        self.assertIn("png 2x1 RGB and alpha 8-bit", self.ok("info", "rgba.png").stdout)
        self.write("deep.raw", struct.pack("<4H", 1, 256, 65535, 0))
        self.ok("bilateral", "deep.raw", "deep.pgm", "--radius", 0, "--raw", "4x1:u16")
        self.assertEqual(tool.pnm_samples(self.read("deep.pgm"))[3], [1, 256, 65535, 0])

    def test_many_channels_that_are_filtered_one_by_one(self):
        for width, channels in ((640, 190), (64, 900)):  # their rows take megabytes
            flat = struct.pack(f"<{channels}f", *(c / channels for c in range(channels))) * width
            self.write("many.raw", flat)
            self.ok("bilateral", "many.raw", "out.raw", "-f", "-d", "cpu",
                    "--raw", f"{width}x1x{channels}:f32", "--norm", "per_channel")
            self.assertEqual(self.read("out.raw"), flat)

    def test_more_than_four_channels(self):
        samples = [(7 * i) % 251 for i in range(6 * 5 * 9)]
        self.write("cube.raw", bytes(samples))
        self.ok("bilateral", "cube.raw", "cube.tif", "--radius", 0, "--raw", "6x5x9:u8")
        self.assertIn("tiff 6x5 9-channel 8-bit", self.ok("info", "cube.tif").stdout)
        for source in (("cube.tif",), ("cube.raw", "--raw", "6x5x9:u8")):
            self.ok("box", source[0], "out.raw", "-f", "--radius", 1, "--border", "clamp", *source[1:])
            means = self.read("out.raw")
            taps = [samples[(y * 6 + x) * 9 + 4] for y in (0, 0, 1) for x in (0, 0, 1)]
            self.assertEqual(means[4], round(sum(taps) / 9))
        error = self.fails(2, "rolling", "cube.tif", "out.tif")
        self.assertIn("rolling takes 1 to 4 channels, the image has 9", error)
        self.assertIn("cannot hold 9 channels", self.fails(2, "box", "cube.tif", "out.png", "--radius", 1))

    def test_a_batch_and_a_pipe(self):
        self.write("b.raw", self.samples)
        self.ok("bilateral", "in.raw", "b.raw", "-o", "out/", "--raw", "31x23:u8", "-q")
        self.assertEqual(self.read("out/in.raw"), self.expected)
        self.assertEqual(self.read("out/b.raw"), self.expected)
        done = self.ok("bilateral", "-", "-", "--raw", "31x23:u8", input=self.samples, text=False)
        self.assertEqual(done.stdout, self.expected)

    def test_bands(self):
        rows = tool.image(200, 1000)
        self.write("tall.raw", bytes(v for row in rows for v in row))
        options = ["tall.raw", "-", "--raw", "200x1000:u8", "--radius", 1, "-j", 1]
        whole = self.ok("bilateral", *options, text=False)
        done = self.ok("bilateral", "tall.raw", "out.raw", *options[2:], "--max-memory", "250K", "--json")
        self.assertGreater(self.objects(done.stdout)[0]["bands"], 1)
        self.assertEqual(self.read("out.raw"), whole.stdout)

    def test_other_verbs(self):
        self.ok("explain", "bilateral", "in.raw", "--raw", "31x23:u8")
        counts = [self.objects(self.ok("histogram", *words, "--json").stdout)[0]["bins"]
                  for words in (["in.raw", "--raw", "31x23:u8"], ["in.pgm"])]
        self.assertEqual(counts[0], counts[1])

    def test_sizes_that_do_not_fit(self):
        for shape, how in (("31x24:u8", "shorter"), ("31x22:u8", "longer"), ("31x23:u16", "shorter")):
            error = self.fails(3, "bilateral", "in.raw", "out.pgm", "--raw", shape)
            self.assertIn(f"in.raw: the file is {how} than the ", error)
            self.assertIn("check width, height, channels and type", error)
        self.assertIn("cut short", self.fails(3, "bilateral", "-", "x.pgm", "--raw", "31x24:u8",
                                              input=self.samples, text=False))
        self.assertIn("is longer than", self.fails(3, "bilateral", "-", "x.pgm", "--raw", "31x22:u8",
                                                   input=self.samples, text=False))

    def test_shapes_that_cannot_be_read(self):
        for text in ("31x23", "31:u8", "31x23x3:u9", "0x23:u8", "31x23x1025:u8"):
            self.assertEqual(self.fails(2, "bilateral", "in.raw", "out.pgm", "--raw", text),
                             f"selvage: error: --raw {text} is not WIDTHxHEIGHTxCHANNELSxSLICES:TYPE with a "
                             "type of u8, u16, f16 or f32\n"
                             "  hint: for instance: --raw 640x480x3:u8\n")

    def test_hints(self):
        self.assertIn("  hint: samples without a header need their shape: --raw 640x480x3:u8",
                      self.fails(3, "bilateral", "in.raw", "out.pgm"))
        self.write("frames/a.raw", self.samples)
        self.assertIn("name its files: frames/*.raw",
                      self.fails(2, "bilateral", "frames", "-o", "out/", "--raw", "31x23:u8"))
        self.assertIn("contains no images", self.fails(3, "bilateral", "frames", "-o", "out/"))


if __name__ == "__main__":
    unittest.main()
