# SPDX-License-Identifier: Apache-2.0
"""compare: difference images, and folders."""

import os
import unittest

import tool


class DifferenceImageTest(tool.ToolTest):
    def setUp(self):
        super().setUp()
        rows = tool.image(30, 20)
        self.write("a.pgm", tool.pgm(rows))
        rows[4][5] += 40 if rows[4][5] < 128 else -40
        rows[15][25] += 16 if rows[15][25] < 128 else -16
        self.write("b.pgm", tool.pgm(rows))

    def diff(self, *options, code=1):
        done = self.run_tool("compare", "a.pgm", "b.pgm", *options)
        self.assertEqual((done.returncode, done.stderr), (code, ""), done)
        return done

    def test_pixels(self):
        done = self.diff("--diff", "d.png", "--json")
        (report,) = self.objects(done.stdout)
        self.assertEqual(report["diff"], "d.png")
        self.assertEqual(report["diff_scale"], report["max"])
        rows = tool.png_pixels(self.read("d.png"))
        self.assertGreater(len(rows[0]), 30)
        self.assertGreaterEqual(len(rows), 20)
        self.assertEqual(rows[4][5], (252, 255, 164))
        self.assertEqual(rows[0][29], (0, 0, 0))
        self.assertNotIn(rows[15][25], ((0, 0, 0), (252, 255, 164)))
        self.assertIn((0, 255, 255), rows[4])

    def test_scale(self):
        done = self.diff("--diff", "d.png", "--diff-scale", "80/255", "--json")
        (report,) = self.objects(done.stdout)
        self.assertAlmostEqual(report["diff_scale"], 80 / 255)
        self.assertEqual(tool.png_pixels(self.read("d.png"))[4][5], (187, 55, 84))
        self.assertIn("is not above 0",
                      self.fails(2, "compare", "a.pgm", "b.pgm", "--diff", "e.png",
                                 "--diff-scale", "0"))
        self.fails(2, "compare", "a.pgm", "b.pgm", "--diff", "e.png", "--diff-scale", "80")
        self.fails(2, "compare", "a.pgm", "b.pgm", "--diff", "e.png", "--diff-scale", "nan")
        self.assertIn("there is none", self.fails(2, "compare", "a.pgm", "b.pgm",
                                                  "--diff-scale", "80/255"))
        self.assertEqual(self.names(), ["a.pgm", "b.pgm", "d.png"])

    def test_what_exists_is_kept(self):
        self.write("d.png", b"mine")
        error = self.fails(4, "compare", "a.pgm", "b.pgm", "--diff", "d.png")
        self.assertIn("d.png exists", error)
        self.assertIn("-f overwrites it", error)
        self.assertEqual(self.read("d.png"), b"mine")
        self.diff("--diff", "d.png", "-f")
        self.diff("--diff", "d.png", "--force")
        self.assertEqual(tool.png_pixels(self.read("d.png"))[4][5], (252, 255, 164))
        self.assertIn("there is none", self.fails(2, "compare", "a.pgm", "b.pgm", "-f"))

    def test_formats(self):
        self.diff("--diff", "d.ppm", "-q")
        self.assertTrue(self.read("d.ppm").startswith(b"P6"))
        self.diff("--diff", "d.jpg")
        self.assertTrue(self.read("d.jpg").startswith(b"\xff\xd8"))
        for name in ("d.pgm", "d.pfm", "d.xyz", "d", "d.avif"):
            self.fails(2, "compare", "a.pgm", "b.pgm", "--diff", name)
        self.assertEqual(self.names(), ["a.pgm", "b.pgm", "d.jpg", "d.ppm"])

    def test_names_that_are_no_file(self):
        (self.folder / "folder").mkdir()
        for name in ("folder", "folder/", "new/", "-", ""):
            self.fails(2, "compare", "a.pgm", "b.pgm", "--diff", name)
        self.assertIn("there is no folder",
                      self.fails(4, "compare", "a.pgm", "b.pgm", "--diff", "no/such/d.png"))

    def test_nothing_is_written_of_a_pair_that_cannot_be_compared(self):
        self.write("c.pgm", tool.pgm([[1, 2]]))
        self.fails(2, "compare", "a.pgm", "c.pgm", "--diff", "d.png")
        self.fails(3, "compare", "a.pgm", "missing.pgm", "--diff", "d.png")
        self.assertFalse((self.folder / "d.png").exists())

    def test_that_would_replace_an_input(self):
        self.write("deep/a.png", tool.png([[1, 2]]))
        os.symlink("deep/a.png", self.folder / "link.png")
        for diff in ("deep/a.png", "deep/../deep/a.png", "link.png"):
            error = self.fails(2, "compare", "deep/a.png", "deep/a.png", "--diff", diff, "-f")
            self.assertIn(f"--diff {diff} is also an input", error)

    def test_hints_are_about_the_difference_image(self):
        error = self.fails(2, "compare", "a.pgm", "a.pgm", "--diff", "d.pfm")
        self.assertIn("--diff d.pfm: PFM cannot hold u8 samples\n  hint: for instance: --diff d.png\n", error)
        self.assertIn("  hint: create it first\n",
                      self.fails(4, "compare", "a.pgm", "a.pgm", "--diff", "no/d.png"))

    def test_of_equal_images(self):
        self.ok("compare", "a.pgm", "a.pgm", "--diff", "d.png")
        for row in tool.png_pixels(self.read("d.png"))[:20]:
            self.assertEqual(set(row[:30]), {(0, 0, 0)})


class FoldersTest(tool.ToolTest):
    def setUp(self):
        super().setUp()
        rows = tool.image(12, 12)
        for name in ("A/same.pgm", "B/same.pgm", "A/other.pgm"):
            self.write(name, tool.pgm(rows))
        rows[1][2] ^= 8
        self.write("B/other.pgm", tool.pgm(rows))
        self.write("A/.hidden", b"")
        self.write("A/.below/x.pgm", b"")

    def compared(self, *options, code=1):
        done = self.run_tool("compare", "A", "B", *options)
        self.assertEqual(done.returncode, code, done)
        return done

    def test_lines(self):
        done = self.compared()
        self.assertEqual(done.stderr, "")
        other, same, summary = done.stdout.splitlines()
        self.assertRegex(other, r"^other\.pgm: max 0\.0313725 \(8 of 255\), mean .*, "
                                r"PSNR \d+\.\d\d dB, SSIM 0\.\d{6}, differ 1 of 144 pixels$")
        self.assertEqual(same, "same.pgm: the same")
        self.assertEqual(summary,
                         "2 files: 1 the same, 1 different, 0 in only one folder, 0 failed")
        self.assertIn("2 the same", self.compared("--tolerance", "8/255", code=0).stdout)
        self.assertEqual(self.compared("-q").stdout, "")

    def test_files_that_one_folder_has(self):
        os.remove(self.folder / "B/other.pgm")
        self.write("B/late.pgm", tool.pgm([[1]]))
        self.assertEqual(self.compared().stdout,
                         "late.pgm: only in B\nother.pgm: only in A\nsame.pgm: the same\n"
                         "3 files: 1 the same, 0 different, 2 in only one folder, 0 failed\n")
        late, other, same = self.objects(self.compared("--json").stdout)
        self.assertEqual((late["a"], late["b"], late["same"]), (None, "B/late.pgm", False))
        self.assertEqual((other["a"], other["b"], other["same"]), ("A/other.pgm", None, False))
        self.assertEqual((same["a"], same["b"], same["same"]), ("A/same.pgm", "B/same.pgm", True))

    def test_a_bad_pair_does_not_stop_the_others(self):
        self.write("A/cut.png", b"\x89PNG\r\n\x1a\n")
        self.write("B/cut.png", tool.png([[1, 2]]))
        self.write("A/shape.pgm", tool.pgm([[1, 2]]))
        self.write("B/shape.pgm", tool.pgm([[1], [2]]))
        done = self.compared("--tolerance", "8/255")
        self.assertIn("A/cut.png", done.stderr)
        self.assertIn("A/shape.pgm is 2x1 gray 8-bit, B/shape.pgm is 1x2", done.stderr)
        self.assertIn("4 files: 2 the same, 0 different, 0 in only one folder, 2 failed",
                      done.stdout)
        objects = self.objects(self.compared("--json").stdout)
        self.assertEqual([o.get("code") for o in objects], [3, None, None, 2])

    def test_difference_images(self):
        self.compared("--diff", "D/")
        self.assertEqual(sorted(os.listdir(self.folder / "D")), ["other.png", "same.png"])
        self.assertEqual(tool.png_pixels(self.read("D/other.png"))[1][2], (252, 255, 164))
        done = self.compared("--diff", "D")
        self.assertEqual(done.stderr.count("exists; nothing was written"), 2)
        self.assertIn("0 the same, 0 different, 0 in only one folder, 2 failed", done.stdout)
        self.assertEqual(self.compared("--diff", "D", "-f").stderr, "")

    def test_difference_images_need_a_folder_of_their_own(self):
        self.assertIn("--diff D.png/", self.fails(2, "compare", "A", "B", "--diff", "D.png"))
        self.assertIn("is one of the compared folders", self.fails(2, "compare", "A", "B", "--diff", "A"))
        self.write("A/same.png", b"")
        self.write("B/same.png", b"")
        self.assertIn("would share", self.fails(2, "compare", "A", "B", "--diff", "D/"))
        self.assertEqual(self.names(), ["A", "B"])

    def test_a_folder_and_a_file(self):
        self.assertIn("A is a folder, B/same.pgm is not",
                      self.fails(2, "compare", "A", "B/same.pgm"))
        self.fails(2, "compare", "A/same.pgm", "B")
        for missing in ("gone", "gone/", "gone.pgm"):
            for pair in (("A", missing), (missing, "A")):
                self.assertEqual(self.fails(3, "compare", *pair),
                                 f"selvage: error: {missing}: No such file or directory\n"
                                 "  hint: check the name\n")

    def test_files_that_are_no_images(self):
        self.write("A/notes.txt", b"")
        self.write("B/notes.txt", b"")
        self.write("B/below/README", b"")
        self.assertIn("2 files: 1 the same, 1 different, 0 in only one folder, 0 failed",
                      self.compared().stdout)

    def test_empty_folders(self):
        (self.folder / "C").mkdir()
        self.assertIn("no image in C or C", self.fails(3, "compare", "C", "C"))
        self.assertIn("2 in only one folder", self.run_tool("compare", "A", "C").stdout)

    def test_an_unreadable_folder(self):
        os.chmod(self.folder / "B", 0)
        self.addCleanup(os.chmod, self.folder / "B", 0o700)
        self.fails(3, "compare", "A", "B", preexec_fn=tool.as_anyone)


class TreesTest(tool.ToolTest):
    def setUp(self):
        super().setUp()
        for name in ("A/x.pgm", "A/day/x.pgm", "A/day/noon/x.pgm"):
            self.write(name, tool.pgm(tool.image(12, 12)))
        self.ok("box", "A", "-o", "B/", "--radius", 0)  # the same images in a mirrored tree

    def compared(self, *arguments, code=0, **options):
        done = self.run_tool("compare", *arguments, **options)
        self.assertEqual((done.returncode, done.stderr), (code, ""), done)
        return done.stdout

    def test_pairs_are_found_by_their_relative_names(self):
        self.assertEqual(self.compared("A", "B"),
                         "day/noon/x.pgm: the same\nday/x.pgm: the same\nx.pgm: the same\n"
                         "3 files: 3 the same, 0 different, 0 in only one folder, 0 failed\n")
        self.write("B/day/x.pgm", tool.pgm([[9] * 12] * 12))
        day = self.objects(self.compared("A", "B", "--json", code=1))[1]
        self.assertEqual((day["a"], day["b"], day["same"]), ("A/day/x.pgm", "B/day/x.pgm", False))

    def test_files_of_one_side_alone(self):
        os.rename(self.folder / "B/day/noon", self.folder / "B/night")
        self.write("B/.hidden/x.pgm", b"")
        self.assertEqual(self.compared("A/", "B/", code=1),
                         "day/noon/x.pgm: only in A/\nday/x.pgm: the same\nnight/x.pgm: only in B/\n"
                         "x.pgm: the same\n"
                         "4 files: 2 the same, 0 different, 2 in only one folder, 0 failed\n")
        alone = self.objects(self.compared("A", "B", "--json", code=1))[2]
        self.assertEqual((alone["a"], alone["b"]), (None, "B/night/x.pgm"))

    def test_results_within_the_inputs(self):
        os.rename(self.folder / "B", self.folder / "A/out")
        for a, b in (("A", "A/out"), ("A/out/", "A")):
            self.assertIn("3 files: 3 the same", self.compared(a, b))
        self.assertIn("3 files: 3 the same", self.compared(".", "out", cwd=self.folder / "A"))

    def test_difference_images_are_a_tree_too(self):
        for _ in range(2):  # existing difference images are not inputs
            self.assertIn("3 files: 3 the same", self.compared("A", "B", "--diff", "A/D/", "-f"))
        found = [str(p.relative_to(self.folder / "A/D")) for p in (self.folder / "A/D").rglob("*.png")]
        self.assertEqual(sorted(found), ["day/noon/x.png", "day/x.png", "x.png"])

    def test_links_to_folders(self):
        os.symlink("..", self.folder / "A/day/loop")
        done = self.run_tool("compare", "A", "B")
        self.assertEqual((done.returncode, done.stderr), (
            0, "selvage: A/day/loop is a link to a folder; links are not followed\n"))
        self.assertIn("3 files: 3 the same", done.stdout)


if __name__ == "__main__":
    unittest.main()
