# SPDX-License-Identifier: Apache-2.0
"""Guides, masks, normals and depths: one per input, from folders, and in bands of rows."""

import os
import random
import subprocess
import unittest

import tool


def noise(kind, width, height, top=255, seed=7):
    """Returns a binary PGM ("P5") or PPM ("P6")."""
    size = width * height * (3 if kind == "P6" else 1) * (2 if top > 255 else 1)
    return b"%s\n%d %d\n%d\n" % (kind.encode(), width, height, top) + random.Random(seed).randbytes(size)


class FoldersTest(tool.ToolTest):
    NAMES = ["a.pgm", "below/b.pgm"]

    def setUp(self):
        super().setUp()
        for seed, name in enumerate(self.NAMES):
            self.write(f"in/{name}", noise("P5", 20, 15, seed=seed))
            self.write(f"side/{name}", noise("P5", 20, 15, seed=seed + 9))
        self.write("rgb/a.ppm", noise("P6", 20, 15, seed=20))
        self.write("rgb/a.txt", b"")
        self.write("rgb/below/b.pgm", noise("P5", 20, 15, seed=21))

    def alone(self, *arguments):
        self.ok(*arguments[:2], "alone.pgm", "-f", *arguments[2:])
        return self.read("alone.pgm")

    def check(self, verb, option, sides, *options):
        self.ok(verb, "in", "-o", "out/", "-f", option, sides[0].split("/")[0], *options)
        for name, side in zip(self.NAMES, sides):
            self.assertEqual(self.read(f"out/{name}"),
                             self.alone(verb, f"in/{name}", option, side, *options))

    def test_each_has_its_own(self):
        same = [f"side/{name}" for name in self.NAMES]
        self.check("joint", "--guide", same)
        self.check("joint", "--guide", ["rgb/a.ppm", "rgb/below/b.pgm"])
        self.check("bilateral", "--mask", same, "--fill")
        self.check("geometry", "--depth", same, "--radius", 3)

    def test_files_have_theirs_too(self):
        self.ok("joint", *(f"in/{name}" for name in self.NAMES), "-o", "out/", "--guide", "side/")
        self.ok("joint", "in", "-o", "all/", "--guide", "side/")
        for name in self.NAMES:
            self.assertEqual(self.read(f"out/{name}"), self.read(f"all/{name}"))
        self.ok("joint", "in/a.pgm", "one.pgm", "--guide", "side")
        self.assertEqual(self.read("one.pgm"), self.read("all/a.pgm"))
        self.assertIn("joint of radius 9", self.ok("explain", "joint", "in/a.pgm", "--guide", "side").stdout)

    def failure(self, *arguments, done="1 of 2 files done, 1 failed"):
        result = self.run_tool("joint", "in", "-o", "out/", "-f", *arguments)
        self.assertEqual(result.returncode, 1, result)
        self.assertIn(done, result.stderr)
        return result.stderr

    def test_a_missing_one_is_an_error_of_its_file(self):
        os.remove(self.folder / "side/a.pgm")
        error = self.failure("--guide", "side/")
        self.assertIn("in/a.pgm: there is no guide for it in side/", error)
        self.assertIn("side/a.pgm", error)
        self.assertIn("there is no guide", self.failure("--guide", "side/", "-n"))
        self.assertEqual(os.listdir(self.folder / "out"), ["below"])
        self.assertIn("there is no guide",
                      self.fails(3, "joint", "in/a.pgm", "o.pgm", "--guide", "side"))

    def test_two_that_could_be_meant(self):
        self.write("rgb/a.pgm", noise("P5", 20, 15))
        self.ok("joint", "in", "-o", "out/", "--guide", "rgb")  # matched by name
        os.rename(self.folder / "rgb/a.pgm", self.folder / "rgb/a.tif")
        self.assertIn("in/a.pgm: both rgb/a.ppm and rgb/a.tif could be its guide",
                      self.failure("--guide", "rgb"))

    def test_one_of_another_size(self):
        self.write("side/a.pgm", noise("P5", 21, 15))
        self.assertIn("--guide side/a.pgm is 21x15, the image is 20x15",
                      self.failure("--guide", "side"))

    def test_a_folder_that_is_not_there(self):
        self.assertIn("nowhere/", self.fails(3, "joint", "in", "-o", "out/", "--guide", "nowhere/"))
        self.fails(3, "joint", "in", "-o", "out/", "--guide", "nowhere")

    def test_existing_results_need_none(self):
        self.write("out/a.pgm", b"old")
        os.remove(self.folder / "side/a.pgm")
        done = self.run_tool("joint", "in", "-o", "out/", "--guide", "side", "--skip-existing")
        self.assertEqual((done.returncode, done.stderr),
                         (0, "selvage: 1 of 2 files done, 1 skipped\n"))

    def test_upsampling(self):
        for name in self.NAMES:
            self.write(f"large/{name}", noise("P5", 45, 40))
        self.ok("joint", "in", "-o", "out/", "--guide", "large", "--upsample")
        self.assertEqual(tool.pnm_samples(self.read("out/below/b.pgm"))[:2], (45, 40))


class BandsTest(tool.ToolTest):
    WIDTH, HEIGHT = 241, 1507

    def setUp(self):
        super().setUp()
        self.tiff("in", "P6")

    def tiff(self, name, kind, *options, top=255, seed=1):
        self.write("x.ppm", noise(kind, self.WIDTH, self.HEIGHT, top, seed))
        self.ok("box", "x.ppm", f"{name}.tif", "-f", "--radius", 0, *options)

    def report(self, *arguments):
        (report,) = self.objects(self.ok(*arguments, "--json").stdout)
        return report

    def assert_same(self, verb, *options, share):
        expected = None
        for threads in tool.THREADS:
            command = [verb, "in.tif", "out.tif", "-f", *options, *threads]
            whole = self.report(*command)
            expected = expected or self.read("out.tif")
            bands = self.report(*command, "--max-memory", int(share * whole["memory_bytes"]))
            self.assertEqual((whole["bands"], bands["bands"] > 2), (1, True))
            self.assertLessEqual(bands["memory_bytes"], share * whole["memory_bytes"])
            self.assertEqual(self.read("out.tif"), expected)

    def test_masks(self):
        self.write("mask.pgm", noise("P5", self.WIDTH, self.HEIGHT, seed=3).replace(b"\x80", b"\0"))
        self.assert_same("bilateral", "--mask", "mask.pgm", "--fill", "--radius", 4, share=0.4)
        self.tiff("mask", "P5", top=65535)
        self.assert_same("box", "--mask", "mask.tif", "--radius", 2, share=0.5)

    def test_guides_of_another_type(self):
        self.tiff("deep", "P5", top=65535)
        self.assert_same("joint", "--guide", "deep.tif", "--radius", 5, share=0.4)
        self.tiff("float", "P6", "--bits", "f32")
        self.assert_same("joint", "--guide", "float.tif", "--radius", 5, share=0.4)
        self.ok("box", "x.ppm", "x.jpg", "--radius", 0)
        self.assert_same("joint", "--guide", "x.jpg", "--radius", 5, share=0.4)

    def test_normals_and_depth(self):
        self.tiff("normals", "P6", "--bits", "f32", seed=4)
        self.tiff("depth", "P5", "--bits", "f32", seed=5)
        self.assert_same("geometry", "--normals", "normals.tif", "--depth", "depth.tif", "--radius", 6,
                         share=0.4)

    def test_a_region(self):
        self.tiff("guide", "P6", seed=6)
        self.assert_same("joint", "--guide", "guide.tif", "--radius", 3, "--region", "20,400,200,900",
                         share=0.5)

    def test_below_the_sum_of_them(self):
        self.tiff("normals", "P6", "--bits", "f32", seed=4)
        self.tiff("depth", "P5", "--bits", "f32", seed=5)
        limit = 3 * 4 * self.WIDTH * self.HEIGHT  # the normals alone
        self.ok("geometry", "in.tif", "out.tif", "--normals", "normals.tif", "--depth", "depth.tif",
                "--radius", 6, "--max-memory", limit)

    def test_a_guide_that_rows_cannot_be_read_of(self):
        self.tiff("guide", "P6", seed=8)
        self.ok("box", "x.ppm", "guide.pfm", "--radius", 0, "--bits", "f32")
        self.assert_same("joint", "--guide", "guide.pfm", "--radius", 3, share=0.9)
        error = self.fails(6, "joint", "in.tif", "o.tif", "--guide", "guide.pfm", "--max-memory", "3M")
        self.assertIn("guide.pfm: needs ", error)

    def test_a_damaged_guide_leaves_nothing(self):
        self.write("x.ppm", self.read("x.ppm")[:-1000])
        before = self.names()
        error = self.fails(3, "joint", "in.tif", "out.tif", "--guide", "x.ppm", "--max-memory", "1500K")
        self.assertIn("x.ppm: file is cut short", error)
        self.assertEqual(self.names(), before)

    def test_a_guide_from_a_pipe(self):
        self.ok("joint", "in.tif", "out.tif", "--guide", "x.ppm")
        script = f"{tool.TOOL} joint in.tif piped.tif --guide <(cat x.ppm)"
        done = subprocess.run(["bash", "-c", script], cwd=self.folder, capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(self.read("piped.tif"), self.read("out.tif"))

    def test_pages_share_theirs(self):
        pages = [[list(random.Random(i).randbytes(100)) for _ in range(5000)] for i in range(3)]
        self.write("in.tif", tool.tiff(pages))
        self.write("mask.pgm", noise("P5", 100, 5000).replace(b"\x80", b"\0"))
        mask = ["--mask", "mask.pgm", "--radius", 2, "--fill"]
        for memory, many in (("64M", False), ("1500K", True)):  # held, or read again for each page
            (report,) = self.objects(
                self.ok("box", "in.tif", "out.tif", "-f", *mask, "--max-memory", memory, "--json").stdout)
            self.assertEqual(report["bands"] > 3, many)
            for i, page in enumerate(tool.tiff_pages(self.read("out.tif"))):
                self.write("page.pgm", tool.pgm(pages[i]))
                self.ok("box", "page.pgm", "alone.pgm", "-f", *mask)
                self.assertEqual(page, bytes(tool.pnm_samples(self.read("alone.pgm"))[3]), i)

    def test_batches(self):
        self.tiff("other", "P6", seed=9)
        names = ["in.tif", "other.tif"]
        for options in ([], ["--max-memory", "1500K"], ["--max-memory", "64M"]):
            self.ok("joint", *names, "-o", "out/", "-f", "--guide", "x.ppm", "--radius", 3, *options)
            for name in names:
                self.ok("joint", name, "alone.tif", "-f", "--guide", "x.ppm", "--radius", 3)
                self.assertEqual(self.read(f"out/{name}"), self.read("alone.tif"), options)


if __name__ == "__main__":
    unittest.main()
