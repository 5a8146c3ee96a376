# SPDX-License-Identifier: Apache-2.0
"""`selvage convolve`: kernels by name, from files, and from rows and columns."""

import unittest

import family


class ConvolveTest(family.FamilyTest):
    def middle(self, *options, source="nine.pgm"):
        return self.samples("convolve", source, *options)[4]

    def test_built_in_matrices(self):
        self.assertEqual(self.middle("--kernel", "sharpen"), 100)  # 5 * 60 - 200
        self.assertEqual(self.middle("--kernel", "sharpen8"), 140)  # 9 * 60 - 400
        self.assertEqual(self.middle("--kernel", "sharpen8", "--amount", 0.5), 100)  # 5 * 60 - 200
        self.assertEqual(self.middle("--kernel", "edge"), 80)  # 8 * 60 - 400
        self.assertEqual(self.middle("--kernel", "edge", "--scale", 1), 10)  # 60 - 400 / 8
        self.assertEqual(self.middle("--kernel", "sobel-x"), 80)  # 30 - 10, 2 (60 - 40), 90 - 70
        self.assertEqual(self.middle("--kernel", "sobel-y"), 240)
        self.assertEqual(self.middle("--kernel", "sobel-x", "--scale", "1/8", "--offset", "100/255"), 110)
        self.assertEqual(self.middle("--kernel", "laplacian", "--offset", "100/255"), 60)  # 200 - 240
        self.assertEqual(self.samples("convolve", "dot.pgm", "--kernel", "unsharp", "--border", "constant:0",
                                      "--offset", "50/255")[10:15],
                         [46, 35, 255, 35, 46])  # 50 - 160 (6, 24, -476) / 256
        self.assertEqual(self.middle("--kernel", "edge-y"), 180)  # 240 - 60
        self.assertEqual(self.middle("--kernel", "emboss", "--offset", 0.5), 0)  # 20 - 150 + 127.5
        self.assertEqual(self.middle("--kernel", "emboss", "--offset", "200/255"), 70)
        self.assertEqual(self.middle("--kernel", "box"), 51)  # 460 / 9
        self.assertEqual(self.samples("convolve", "flat.pgm", "--kernel", "gauss5"), [100] * 35)
        self.assertEqual(self.samples("convolve", "dot.pgm", "--kernel", "gauss5", "--border",
                                      "constant:0")[10:15],
                         [4, 15, 24, 15, 4])  # 160 * (7, 26, 41) / 273

    def test_scale_replaces_the_kernels_own(self):
        self.assertEqual(self.middle("--kernel", "box", "--scale", "1/10"), 46)

    def test_rows_and_columns(self):
        options = ["--row", "1 2 1", "--column", "1,2,1", "--scale", "1/16"]
        blurred = self.samples("convolve", "dot.pgm", *options)
        self.assertEqual(blurred[10:15], [0, 20, 40, 20, 0])
        self.assertEqual(blurred[5:10], [0, 10, 20, 10, 0])
        self.assertEqual(blurred, self.samples("convolve", "dot.pgm", "--row", "1/4 1/2 1/4",
                                               "--column", "1/4, 1/2, 1/4"))

    def test_a_file(self):
        self.write("left.txt", b"# each pixel from its right neighbour\n0 0 0\n0,0,1 # here\n\n0 0 0\n")
        self.assertEqual(self.samples("convolve", "nine.pgm", "--kernel", "left.txt")[3:6], [60, 60, 60])
        self.assertEqual(self.samples("convolve", "nine.pgm", "--kernel", "left.txt", "--border",
                                      "constant:0")[:3], [20, 30, 0])
        self.assertEqual(self.samples("convolve", "nine.pgm", "--kernel", "left.txt", "--border",
                                      "constant:0", "--flip")[:3], [0, 10, 20])

    def test_a_file_with_a_byte_order_mark(self):
        self.write("left.txt", b"\xef\xbb\xbf0 0 1\r\n")
        self.assertEqual(self.samples("convolve", "nine.pgm", "--kernel", "left.txt")[3:6], [60, 60, 60])

    def test_gray(self):
        self.write("one.txt", b"1")
        self.assertEqual(self.samples("convolve", "color.ppm", "--kernel", "one.txt", "--gray"),
                         [141] * 12)  # 140.75
        self.assertIn("RGB images only",
                      self.fails(2, "convolve", "color.ppm", "o.ppm", "--kernel", "emboss", "--gray"))

    def test_invalid_taps_count_0(self):
        self.assertEqual(self.middle("--kernel", "box", "--invalid", "10/255"), 50)  # 450 / 9

    def test_refused(self):
        def refused(*options, code=2):
            return self.fails(code, "convolve", "nine.pgm", "out.pgm", *options)

        self.assertIn("needs --kernel", refused())
        self.assertIn("unknown --kernel sharpn (did you mean sharpen?)", refused("--kernel", "sharpn"))
        self.assertIn("--row and --column must be given together", refused("--row", "1 2 1"))
        self.assertIn("--row and --column must be given together", refused("--column", "1 2 1"))
        self.assertIn("cannot be combined", refused("--kernel", "box", "--row", "1", "--column", "1"))
        self.assertIn("--amount requires --kernel sharpen8", refused("--kernel", "box", "--amount", 2))
        self.assertIn("--row count 2 is even", refused("--row", "1 2", "--column", "1"))
        for text in ("nan", "inf", "1 x", "1e60", "50%"):
            self.assertIn("is not a finite number", refused("--row", text, "--column", "1"))
        self.assertIn("--row contains no numbers", refused("--row", " ", "--column", "1"))
        self.assertIn("did you mean 128/255", refused("--kernel", "box", "--offset", 128))
        self.assertIn("did you mean -128/255?", refused("--kernel", "box", "--offset", -128))
        self.assertIn("--scale", refused("--kernel", "box", "--scale", "1e60"))
        self.assertIn("missing.txt", refused("--kernel", "missing.txt", code=3))

    def test_bad_files(self):
        for data, said in ((b"", "k.txt: contains no numbers"), (b"# 1 2 3\n", "contains no numbers"),
                           (b"1 2 3\n1 2\n", "k.txt:2: has 2 numbers, the row above has 3"),
                           (b"1 2 3\n4 five 6\n", "k.txt:2: 'five' is not a finite number"),
                           (b"1\nnan\n", "k.txt:2: 'nan'"), (b"1e60", "k.txt:1: '1e60'"),
                           (b"1 " * 2**20, "larger than 1 MiB")):
            self.write("k.txt", data)
            self.assertIn(said, self.fails(3, "convolve", "nine.pgm", "o.pgm", "--kernel", "k.txt"))
        for data, said in ((b"1 2\n3 4\n", "--kernel width 2 is even"),
                           (b"1 2 3\n3 4 5\n", "--kernel height 2 is even"), (b"1 " * 65, "1..63")):
            self.write("k.txt", data)
            self.assertIn(said, self.fails(2, "convolve", "nine.pgm", "o.pgm", "--kernel", "k.txt"))
        (self.folder / "folder").mkdir()
        self.fails(3, "convolve", "nine.pgm", "o.pgm", "--kernel", "folder")


if __name__ == "__main__":
    unittest.main()
