# SPDX-License-Identifier: Apache-2.0
"""Folders as inputs: all images in them and their subfolders, and a mirrored tree of results."""

import os
import unittest

import tool


class FolderTest(tool.ToolTest):
    IMAGES = ["a.png", "below/b.png", "below/deep/b.PNG", "other/c.pgm"]

    def setUp(self):
        super().setUp()
        self.image = tool.png(tool.image(9, 8))
        for name in self.IMAGES:
            gray = tool.pgm(tool.image(9, 8))
            self.write(f"in/{name}", gray if name.endswith("pgm") else self.image)
        for name in (".hidden.png", ".git/x.png", "notes.txt", "below/README"):
            self.write(f"in/{name}", self.image)

    def tree(self, folder):
        top = self.folder / folder
        return sorted(str(p.relative_to(top)) for p in top.rglob("*") if not p.is_dir())

    def box(self, *arguments, **options):
        return self.run_tool("box", *arguments, "--radius", 1, **options)


class TreeTest(FolderTest):
    def test_the_tree_is_mirrored(self):
        for i, name in enumerate(("in", "in/", "./in/../in//")):
            self.ok("box", name, "-o", f"out{i}/", "--radius", 1)
            self.assertEqual(self.tree(f"out{i}"), self.IMAGES)
        self.ok("box", "in/a.png", "a.png", "--radius", 1)
        self.assertEqual(self.read("out0/below/deep/b.PNG"), self.read("a.png"))
        self.ok("box", ".", "-o", "../out3/", "--radius", 1, cwd=self.folder / "in")
        self.assertEqual(self.tree("out3"), self.IMAGES)
        self.ok("box", "in", "out4/", "--radius", 1)  # IN OUT
        self.assertEqual(self.tree("out4"), self.IMAGES)

    def test_reports_are_in_order_and_end_with_a_summary(self):
        reports = self.objects(self.box("in", "-o", "out/", "--json").stdout)
        self.assertEqual([r["input"] for r in reports[:-1]], [f"in/{n}" for n in self.IMAGES])
        self.assertEqual(reports[-1]["summary"]["files"], 4)
        (self.folder / "one").mkdir()
        self.write("one/x.png", self.image)
        self.assertEqual(len(self.objects(self.box("one", "-o", "o/", "--json").stdout)), 2)

    def test_folders_and_files_together(self):
        self.write("x.png", self.image)
        self.ok("box", "x.png", "in/below", "in/other/", "-o", "out/", "--radius", 1)
        self.assertEqual(self.tree("out"), ["in/below/b.png", "in/below/deep/b.PNG",
                                            "in/other/c.pgm", "x.png"])

    def test_what_is_left_out_is_noted(self):
        done = self.box("in", "-o", "out/", "-v")
        self.assertIn("in: 2 other files are left out\n", done.stderr)
        self.assertIn("selvage: 4 of 4 files done\n", done.stderr)

    def test_other_verbs(self):
        counts = self.objects(self.ok("histogram", "in", "--json").stdout)
        self.assertEqual([c["input"] for c in counts], [f"in/{n}" for n in self.IMAGES])
        headers = self.objects(self.ok("info", "in/below", "--json").stdout)
        self.assertEqual([h["input"] for h in headers], ["in/below/b.png", "in/below/deep/b.PNG"])
        self.assertIn("is a folder", self.fails(2, "histogram", "in", "--plot", "p.svg"))


class OptionsTest(FolderTest):
    def test_a_batch_goes_on(self):
        self.write("in/below/b.png", self.image[:50])
        done = self.box("in", "-o", "out/")
        self.assertEqual(done.returncode, 1)
        self.assertIn("in/below/b.png: file is cut short; nothing was written", done.stderr)
        self.assertTrue(done.stderr.endswith("selvage: 3 of 4 files done, 1 failed\n"), done.stderr)
        self.write("in/below/b.png", self.image)
        done = self.box("in", "-o", "out/", "--skip-existing")
        self.assertEqual((done.returncode, done.stderr),
                         (0, "selvage: 1 of 4 files done, 3 skipped\n"))
        self.assertEqual(self.tree("out"), self.IMAGES)
        done = self.box("in", "-o", "out/")
        self.assertEqual((done.returncode, done.stderr.count("--skip-existing leaves it")), (1, 4))
        self.assertEqual(self.box("in", "-o", "out/", "-f").returncode, 0)

    def test_fail_fast(self):
        self.write("in/a.png", self.image[:50])
        done = self.box("in", "-o", "out/", "--fail-fast")
        self.assertEqual(done.returncode, 1)
        self.assertIn("0 of 4 files done, 1 failed, 3 not tried", done.stderr)

    def test_dry_run(self):
        done = self.ok("box", "in", "-o", "out/", "--radius", 1, "-n")
        self.assertIn("in/below/deep/b.PNG -> out/below/deep/b.PNG: 9x8", done.stdout)
        self.assertFalse((self.folder / "out").exists())

    def test_formats_that_are_only_read(self):
        self.write("in/below/bits.pbm", b"P1\n2 2\n0 1 1 0\n")
        self.ok("box", "in/below", "-o", "out/", "--radius", 1)
        self.assertEqual(self.tree("out"), ["b.png", "bits.pgm", "deep/b.PNG"])


class OutputTest(FolderTest):
    def test_a_folder_needs_a_folder(self):
        self.assertIn("no output is given", error := self.fails(2, "bilateral", "in"))
        self.assertIn("-o DIR/", error)
        self.assertIn("out.png is one file, but in is a folder",
                      self.fails(2, "bilateral", "in", "-o", "out.png"))
        self.assertIn("in is a folder", self.fails(2, "bilateral", "in", "out"))
        self.assertIn("in is a folder", self.fails(2, "bilateral", "in", "-o", "-"))
        self.write("file", b"")
        self.assertIn("file/ is a file", self.fails(4, "bilateral", "in", "-o", "file/"))

    def test_an_empty_folder(self):
        (self.folder / "empty/below").mkdir(parents=True)
        self.write("empty/notes.txt", b"")
        error = self.fails(3, "bilateral", "empty", "-o", "out/")
        self.assertIn("empty: contains no images", error)
        self.assertIn(".png", error)
        self.assertIn("empty", self.fails(3, "bilateral", "in", "empty", "-o", "out/"))
        self.assertFalse((self.folder / "out").exists())

    def test_an_unreadable_folder(self):
        os.chmod(self.folder / "in/below", 0)
        self.addCleanup(os.chmod, self.folder / "in/below", 0o700)
        anyone = {"preexec_fn": tool.as_anyone}
        error = "selvage: error: in/below: Permission denied\n"
        done = self.box("in", "-o", "out/", **anyone)
        self.assertEqual((done.returncode, done.stderr),
                         (1, f"{error}selvage: 2 of 3 files done, 1 failed\n"))
        self.assertEqual(self.tree("out"), ["a.png", "other/c.pgm"])
        failure, *_, last = self.objects(self.box("in", "-o", "out/", "-f", "--json", **anyone).stdout)
        self.assertEqual((failure["input"], failure["code"]), ("in/below", 3))
        self.assertEqual(last["summary"],
                         {"files": 3, "done": 2, "failed": 1, "skipped": 0, "not_tried": 0})
        self.assertIn("0 of 3 files done, 1 failed, 2 not tried",
                      self.box("in", "-o", "out/", "--fail-fast", **anyone).stderr)
        for verb in ("info", "histogram"):
            done = self.run_tool(verb, "in", **anyone)
            self.assertEqual((done.returncode, done.stderr), (1, error))
            self.assertIn("in/other/c.pgm: ", done.stdout)
        self.assertEqual(self.fails(3, "info", "in/below", **anyone), error)
        done = self.run_tool("compare", "in", "out", **anyone)
        self.assertEqual((done.returncode, done.stderr), (1, error))
        self.assertIn("3 files: 0 the same, 2 different, 0 in only one folder, 1 failed", done.stdout)

    def test_results_inside_are_no_inputs(self):
        for _ in range(2):
            done = self.box("in", "-o", "in/results/", "-f")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(self.tree("in/results"), self.IMAGES)
        os.symlink("in/results", self.folder / "link")
        self.assertEqual(self.box("in", "-o", "link/", "-f").returncode, 0)
        self.assertEqual(self.tree("in/results"), self.IMAGES)

    def test_in_place(self):
        done = self.box("in", "-o", "in/")
        self.assertEqual((done.returncode, done.stderr.count("exists; nothing was written")), (1, 4))
        self.assertEqual(self.read("in/a.png"), self.image)
        self.assertEqual(self.box("in", "-o", "in", "-f").returncode, 0)
        self.assertNotEqual(self.read("in/a.png"), self.image)
        self.assertIn("in/below is both an input and the folder for the results",
                      self.fails(2, "bilateral", "in/below", "in/other", "-o", "in/below"))

    def test_two_inputs_of_one_output(self):
        self.write("in/a.pbm", b"P1\n2 2\n0 1 1 0\n")
        self.write("in/a.pgm", tool.pgm([[1]]))
        self.assertIn("in/a.pbm and in/a.pgm would both be written to out/a.pgm",
                      self.fails(2, "bilateral", "in", "-o", "out/"))
        for suffix in ("pbm", "pgm"):
            self.write(f"in/x.{suffix}", self.read(f"in/a.{suffix}"))
        self.assertIn("in/a.pbm and in/a.pgm would both be written to out/a.pgm, "
                      "in/x.pbm and in/x.pgm to out/x.pgm\n", self.fails(2, "bilateral", "in", "-o", "out/"))
        self.assertIn("in/below/b.png is given twice",
                      self.fails(2, "bilateral", "in/below", "in/below/b.png", "-o", "out/"))
        self.assertFalse((self.folder / "out").exists())

    def test_a_result_that_is_another_input(self):
        self.write("in/in/a.png", self.image)
        error = self.fails(2, "bilateral", "in", "-o", ".", "-f")
        self.assertIn("the result of in/in/a.png would be ./in/a.png, which is another input", error)


class LinksTest(FolderTest):
    def test_links_to_folders_are_not_followed(self):
        os.symlink("..", self.folder / "in/below/loop")
        done = self.box("in", "-o", "out/")
        self.assertEqual((done.returncode, done.stderr), (
            0, "selvage: in/below/loop is a link to a folder; links are not followed\n"))
        self.assertEqual(self.tree("out"), self.IMAGES)
        self.assertEqual(self.box("in", "-o", "out/", "-f", "-q").stderr, "")

    def test_results_do_not_leave_their_folder(self):
        (self.folder / "elsewhere").mkdir()
        (self.folder / "out").mkdir()
        os.symlink("../elsewhere", self.folder / "out/below")
        done = self.box("in", "-o", "out/")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("out/below is a link; results are not written through links", done.stderr)
        self.assertEqual(self.tree("elsewhere"), [])
        os.symlink("out", self.folder / "named")  # the folder itself may be a link
        (self.folder / "out/below").unlink()
        self.ok("box", "in", "-o", "named/", "-f", "--radius", 1)

    def test_a_link_may_be_the_input(self):
        os.symlink("in", self.folder / "link")
        self.ok("box", "link", "-o", "out/", "--radius", 1)
        self.assertEqual(self.tree("out"), self.IMAGES)

    def test_links_to_files(self):
        os.symlink("../a.png", self.folder / "in/other/link.png")
        os.symlink("nowhere.png", self.folder / "in/other/lost.png")
        os.symlink("self.png", self.folder / "in/other/self.png")
        os.mkfifo(self.folder / "in/other/pipe.png")
        done = self.box("in/other", "-o", "out/")
        self.assertEqual(done.returncode, 1)
        self.assertIn("in/other/lost.png", done.stderr)
        self.assertIn("in/other/self.png", done.stderr)
        self.assertIn("2 of 4 files done, 2 failed", done.stderr)
        self.assertEqual(self.tree("out"), ["c.pgm", "link.png"])


if __name__ == "__main__":
    unittest.main()
