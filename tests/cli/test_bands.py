# SPDX-License-Identifier: Apache-2.0
"""Images in bands of rows: the same bytes as without bands, in less memory; files with several pages."""

import random
import re
import struct
import unittest

import tool


def pnm(kind, width, height, top=255, seed=7):
    """Returns noise with flat parts as binary PGM ("P5") or PPM ("P6"), 8 or 16 bits."""
    generator = random.Random(seed)
    size = width * (3 if kind == "P6" else 1) * (2 if top > 255 else 1)
    rows = [generator.randbytes(size) if y % 7 else bytes([y % 256]) * size for y in range(height)]
    return b"%s\n%d %d\n%d\n" % (kind.encode(), width, height, top) + b"".join(rows)


class BandsTest(tool.ToolTest):
    WIDTH, HEIGHT = 131, 907

    def setUp(self):
        super().setUp()
        self.write("gray.pgm", pnm("P5", self.WIDTH, self.HEIGHT))
        self.write("rgb.ppm", pnm("P6", self.WIDTH, self.HEIGHT))

    def report(self, *arguments):
        (report,) = self.objects(self.ok(*arguments, "--json").stdout)
        return report

    def assert_same(self, *arguments, output="out.pgm", shares=(0.8, 0.6), also=()):
        """Runs a verb whole and in bands, within fractions of the memory of the whole."""
        verb, name, *options = arguments
        files = [output, *also]
        expected = None
        for threads in tool.THREADS:
            command = [verb, name, output, "-f", *options, *threads]
            whole = self.report(*command)
            self.assertEqual(whole["bands"], 1)
            expected = expected or list(map(self.read, files))
            for share in shares:
                memory = int(share * whole["memory_bytes"])
                report = self.report(*command, "--max-memory", memory)
                self.assertGreater(report["bands"], 1, report)
                self.assertLessEqual(report["memory_bytes"], memory)
                self.assertEqual(report["candidate"], whole["candidate"])
                self.assertTrue(list(map(self.read, files)) == expected, (command, share))

    def test_borders(self):
        for border in ("reflect101", "reflect", "clamp", "constant:0.5", "shrink", "copy"):
            self.assert_same("bilateral", "gray.pgm", "--border", border, shares=(0.7,))
            self.assert_same("box", "gray.pgm", "--border", border, "--radius", 13, shares=(0.8,))

    def test_radii(self):
        self.write("tall.pgm", pnm("P5", 301, 9001))
        for radius in (0, 1, 40):
            self.assert_same("gaussian", "tall.pgm", "--sigma-space", 5, "--radius", radius,
                             shares=(0.9,))

    def test_every_verb(self):
        self.write("guide.ppm", pnm("P6", self.WIDTH, self.HEIGHT, seed=8))
        self.write("normals.ppm", pnm("P6", self.WIDTH, self.HEIGHT, seed=9))
        self.write("depth.pgm", pnm("P5", self.WIDTH, self.HEIGHT, 65535, seed=10))
        for arguments in (["bilateral", "rgb.ppm", "--norm", "lab"],
                          ["bilateral", "rgb.ppm", "--iterations", 3, "--radius", 4, "--exact"],
                          ["bilateral", "rgb.ppm", "--method", "separable"],
                          ["joint", "rgb.ppm", "--guide", "guide.ppm", "--radius", 3],
                          ["rolling", "rgb.ppm", "--radius", 3, "--iterations", 2],
                          ["geometry", "rgb.ppm", "--radius", 5, "--normals", "normals.ppm",
                           "--depth", "depth.pgm"],
                          ["gaussian", "rgb.ppm", "--iterations", 2, "--radius", 3],
                          ["box", "rgb.ppm", "--radius", 6, "--iterations", 3],
                          ["convolve", "rgb.ppm", "--kernel", "sharpen"],
                          ["convolve", "rgb.ppm", "--row", "1 2 1", "--column", "1 2 1",
                           "--scale", "1/16"]):
            self.assert_same(*arguments, output="out.ppm", shares=(0.85,))

    def test_flags_are_a_second_result(self):
        self.assert_same("geometry", "gray.pgm", "--radius", 4, "--edge-threshold", "20/255", "--flags",
                         "flags.pgm", also=["flags.pgm"])

    def test_validity(self):
        self.write("mask.pgm", pnm("P5", self.WIDTH, self.HEIGHT, seed=11))
        self.assert_same("bilateral", "gray.pgm", "--mask", "mask.pgm", "--invalid", "7/255", "--fill",
                         "--radius", 5, shares=(0.8,))

    def test_sizes_are_those_of_the_whole(self):
        self.write("mask.pgm", pnm("P5", self.WIDTH, 50))
        region = ["--region", f"0,0,{self.WIDTH},41"]  # computed from 50 rows
        error = self.fails(2, "bilateral", "gray.pgm", "out.pgm", "--mask", "mask.pgm", *region)
        self.assertIn(f" is {self.WIDTH}x50, the image is {self.WIDTH}x{self.HEIGHT}", error)

    def test_types(self):
        self.write("deep.pgm", pnm("P5", self.WIDTH, self.HEIGHT, 65535))
        self.write("odd.pgm", pnm("P5", self.WIDTH, self.HEIGHT, 1000).replace(b"\xff", b"\0"))
        self.assert_same("bilateral", "deep.pgm", shares=(0.7,))
        self.assert_same("bilateral", "gray.pgm", "--bits", 16, shares=(0.7,))
        self.assert_same("bilateral", "gray.pgm", output="out.png", shares=(0.7,))
        self.assert_same("bilateral", "rgb.ppm", output="out.jpg", shares=(0.8,))
        self.assert_same("bilateral", "out.jpg", output="again.ppm", shares=(0.8,))

    def test_a_writer_that_holds_the_image(self):
        self.assert_same("box", "rgb.ppm", "--bits", "f32", "--radius", 2, output="out.pfm",
                         shares=(0.9,))

    def test_a_region(self):
        region = ["--region", "20,300,50,500"]
        self.assert_same("bilateral", "gray.pgm", *region, shares=(0.8,))
        self.assert_same("bilateral", "gray.pgm", *region, "--border", "wrap", shares=(0.8,))

    def test_a_region_reads_its_rows(self):
        self.write("tall.pgm", pnm("P5", 301, 9001))
        rows = self.report("box", "tall.pgm", "a.pgm", "--radius", 2, "--region", "0,400,301,50")
        whole = self.report("box", "tall.pgm", "b.pgm", "--radius", 2)
        self.assertLess(rows["memory_bytes"], whole["memory_bytes"] - 2 * 301 * 8000)

    def test_from_and_to_pipes(self):
        self.ok("bilateral", "gray.pgm", "whole.pgm")
        memory = int(0.7 * self.report("bilateral", "gray.pgm", "x.pgm", "-n")["memory_bytes"])
        done = self.run_tool("bilateral", "-", "-", "--max-memory", memory, text=False,
                             input=self.read("gray.pgm"))
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(done.stdout, self.read("whole.pgm"))

    def test_in_place(self):
        self.ok("bilateral", "gray.pgm", "whole.pgm")
        memory = int(0.7 * self.report("bilateral", "gray.pgm", "x.pgm", "-n")["memory_bytes"])
        self.ok("bilateral", "gray.pgm", "gray.pgm", "-f", "--max-memory", memory)
        self.assertEqual(self.read("gray.pgm"), self.read("whole.pgm"))

    def test_a_file_that_is_cut_short(self):
        memory = int(0.7 * self.report("bilateral", "gray.pgm", "x.pgm", "-n")["memory_bytes"])
        self.write("cut.pgm", self.read("gray.pgm")[:-1000])
        before = self.names()
        error = self.fails(3, "bilateral", "cut.pgm", "x.pgm", "--max-memory", memory)
        self.assertIn("nothing was written", error)
        self.assertEqual(self.names(), before)
        done = self.run_tool("bilateral", "cut.pgm", "gray.pgm", "-o", "out/", "--max-memory", memory)
        self.assertEqual(done.returncode, 1)
        self.assertEqual([p.name for p in (self.folder / "out").iterdir()], ["gray.pgm"])

    def test_large_images_are_cut_unasked(self):
        self.write("large.pgm", pnm("P5", 2000, 4500))
        large = self.report("box", "large.pgm", "out.pgm", "--radius", 1)
        self.assertGreater(large["bands"], 1)
        self.assertLess(large["memory_bytes"], 2 * 2000 * 4500 + (1 << 20) * 16)
        explained = self.report("explain", "box", "large.pgm", "--radius", 1)
        self.assertEqual(explained["bands"], large["bands"])
        self.assertEqual(explained["memory_bytes"], large["memory_bytes"])
        self.assertIn(f"in {large['bands']} bands of ",
                      self.ok("explain", "box", "large.pgm", "--radius", 1).stdout)
        done = self.run_tool("box", "large.pgm", "out.pgm", "-f", "--radius", 1, "-v")
        self.assertIn(f"in {large['bands']} bands", done.stderr)

    def test_progress_goes_over_all_bands(self):
        self.write("large.pgm", pnm("P5", 2000, 4500))
        done = self.run_tool("box", "large.pgm", "out.pgm", "--radius", 1, "--progress", "json")
        shares = [step["progress"] for step in self.objects(done.stderr)]
        self.assertEqual(shares, sorted(shares))
        self.assertEqual(shares[-1], 1.0)

    def test_what_cannot_be_cut_says_why(self):
        def refused(*arguments):
            memory = self.report(*arguments[:2], "x.pfm" if arguments[1].endswith("pfm") else "x.pgm",
                                 "-n", *arguments[2:])["memory_bytes"]
            output = "y.pfm" if arguments[1].endswith("pfm") else "y.pgm"
            return self.fails(6, *arguments[:2], output, *arguments[2:], "--max-memory", memory - 1)

        self.assertIn("--border wrap", refused("bilateral", "gray.pgm", "--border", "wrap"))
        rows = [[float(x % 7) for x in range(50)] for _ in range(40)]
        self.write("in.pfm", tool.pfm(rows))
        self.assertIn("row by row", refused("bilateral", "in.pfm"))


class HistogramTest(tool.ToolTest):
    def test_counts_add_up(self):
        self.write("rgb.ppm", pnm("P6", 701, 903))
        (whole,) = self.objects(self.ok("histogram", "rgb.ppm", "--json").stdout)
        (bands,) = self.objects(self.ok("histogram", "rgb.ppm", "--json", "--max-memory", "1M").stdout)
        self.assertEqual((whole["bands"], bands["bands"] > 1), (1, True))
        for key in ("bins", "low", "high"):
            self.assertEqual(bands[key], whole[key])
        self.assertEqual(sum(bands["bins"][0]), 701 * 903)


class PagesTest(tool.ToolTest):
    def setUp(self):
        super().setUp()
        self.pages = [tool.image(40, 30), tool.image(25, 60), tool.image(40, 30)]
        self.write("in.tif", tool.tiff(self.pages))
        if self.run_tool("info", "in.tif").returncode != 0:
            self.skipTest("TIFF is not read here")

    def test_page_by_page(self):
        done = self.ok("box", "in.tif", "out.tif", "--radius", 2, "--json")
        (report,) = self.objects(done.stdout)
        self.assertEqual((report["pages"], report["bands"]), (3, 3))
        results = tool.tiff_pages(self.read("out.tif"))
        for i, rows in enumerate(self.pages):
            self.write("page.pgm", tool.pgm(rows))
            self.ok("box", "page.pgm", "alone.pgm", "-f", "--radius", 2)
            self.assertEqual(results[i], bytes(tool.pnm_samples(self.read("alone.pgm"))[3]), i)

    def test_pages_in_bands(self):
        pages = [[list(random.Random(i).randbytes(100)) for _ in range(5000)]
                 for i in range(3)]
        self.write("in.tif", tool.tiff(pages))
        (whole,) = self.objects(self.ok("box", "in.tif", "a.tif", "--radius", 1, "--json").stdout)
        memory = int(0.8 * whole["memory_bytes"])
        done = self.ok("box", "in.tif", "b.tif", "--radius", 1, "--json", "--max-memory", memory)
        self.assertGreater(self.objects(done.stdout)[0]["bands"], 3)
        self.assertEqual(tool.tiff_pages(self.read("b.tif")), tool.tiff_pages(self.read("a.tif")))

    def test_floats_in_bands(self):
        self.write("gray.pgm", pnm("P5", 131, 2003))
        self.ok("box", "gray.pgm", "in.tif", "-f", "--radius", 1, "--bits", "f32")
        (whole,) = self.objects(self.ok("bilateral", "in.tif", "a.tif", "-j", 1, "--json").stdout)
        limit = ["-j", 1, "--max-memory", int(0.8 * whole["memory_bytes"])]
        (bands,) = self.objects(self.ok("bilateral", "in.tif", "b.tif", "--json", *limit).stdout)
        self.assertEqual((whole["bands"], bands["bands"] > 1), (1, True))
        self.ok("compare", "a.tif", "b.tif", "--tolerance", 0)
        error = self.fails(6, "bilateral", "in.tif", "c.tif", "--max-error", 0.001, *limit)
        self.assertIn("without --max-error", error)
        (counts,) = self.objects(self.ok("histogram", "in.tif", "--json").stdout)
        small = ["--json", "--max-memory", "1600K"]
        (more,) = self.objects(self.ok("histogram", "in.tif", *small).stdout)
        for key in ("bins", "low", "high", "not_numbers"):
            self.assertEqual(more[key], counts[key])

    def test_the_bound_of_pages_of_several_types(self):
        deep, shallow = [[x * 99 for x in range(40)]] * 30, [[x * 3 for x in range(40)]] * 30
        self.write("mixed.tif", tool.tiff([deep, shallow, deep], [16, 8, 16]))
        self.write("deep.pgm", tool.pgm(deep, 65535))
        self.write("shallow.pgm", tool.pgm(shallow))
        reports = {}
        for name in ("mixed.tif", "shallow.pgm", "deep.pgm"):
            done = self.run_tool("gaussian", name, "out.tif", "-f", "-v")
            in_steps = float(re.search(r"error at most (\S+) LSB", done.stderr).group(1))
            (report,) = self.objects(self.ok("gaussian", name, "out.tif", "-f", "--json").stdout)
            reports[name] = in_steps, report["error_bound"], report["max_error"]
        self.assertGreater(reports["shallow.pgm"][1], reports["deep.pgm"][1])
        self.assertEqual(reports["mixed.tif"], reports["shallow.pgm"])

    def test_errors_name_the_page(self):
        self.assertEqual(self.fails(2, "box", "in.tif", "out.tif", "--radius", 2, "--region", "30,0,10,20"),
                         "selvage: error: in.tif, page 2: --region 30,0,10,20 is not inside the image of "
                         "25x60\n  hint: give X,Y,WIDTH,HEIGHT in pixels, from the top left corner\n")
        plain, odd = (struct.pack("<HHII", 259, 3, 1, value) for value in (1, 99))  # the compression
        parts = self.read("in.tif").split(plain)
        self.write("odd.tif", plain.join(parts[:3]) + odd + parts[3])
        for batch in ([], ["in.tif"]):
            done = self.run_tool("box", "odd.tif", *batch, "-o", "out/", "--radius", 2, "-f")
            self.assertIn("selvage: error: odd.tif, page 3: ", done.stderr)
            self.assertEqual(done.stderr.count("odd.tif"), 1)

    def test_a_page_that_fails_leaves_nothing(self):
        region = ["--region", "30,0,10,20"]  # outside of the second page
        self.fails(2, "box", "in.tif", "out.tif", "--radius", 2, *region)
        self.assertEqual(self.names(), ["in.tif"])

    def test_a_side_image_that_does_not_fit_each_page(self):
        self.write("mask.pgm", tool.pgm(tool.image(40, 30)))
        self.assertIn("--mask mask.pgm is 40x30, page 2 is 25x60",
                      self.fails(2, "bilateral", "in.tif", "out.tif", "--mask", "mask.pgm"))

    def test_a_format_without_pages_is_refused(self):
        error = self.fails(2, "box", "in.tif", "out.png", "--radius", 2)
        self.assertIn("3 pages", error)
        self.assertIn(".tif", error)
        self.assertEqual(self.names(), ["in.tif"])
        self.assertIn("3 pages", self.fails(2, "histogram", "in.tif"))
        self.assertIn("3 pages", self.fails(2, "joint", "in.tif", "o.tif", "--guide", "in.tif", "--mask", "in.tif"))


if __name__ == "__main__":
    unittest.main()
