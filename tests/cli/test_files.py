# SPDX-License-Identifier: Apache-2.0
"""Which files are read, written and left alone."""

import os
import subprocess
import unittest
import zlib

import tool


class FilesTest(tool.ToolTest):
    def setUp(self):
        super().setUp()
        self.image = tool.png(tool.image(16, 12))
        for name in ("a.png", "b.png", "c.png"):
            self.write(name, self.image)

    def test_in_and_out(self):
        self.ok("bilateral", "a.png", "out.png")
        self.assertEqual(self.names(), ["a.png", "b.png", "c.png", "out.png"])
        self.assertEqual(self.read("a.png"), self.image)

    def test_output_by_option(self):
        self.ok("bilateral", "a.png", "-o", "x.png")
        self.ok("bilateral", "--output=y.png", "a.png")
        self.assertEqual(self.read("x.png"), self.read("y.png"))

    def test_threads_do_not_show_in_a_png(self):
        self.write("large.png", tool.png(tool.image(600, 500)))  # in several chunks
        for threads in ("1", "2", "5"):
            self.ok("bilateral", "large.png", f"{threads}.png", "--radius", "1", "-d", "cpu", "-j", threads)
            self.assertEqual(self.read(f"{threads}.png"), self.read("1.png"))

    def test_two_files_of_a_pattern_are_not_harmed(self):
        error = self.fails(4, "bilateral", "a.png", "b.png")
        self.assertIn("b.png exists", error)
        self.assertIn("-f overwrites it", error)
        self.assertEqual(self.read("b.png"), self.image)

    def test_three_files_need_a_folder(self):
        self.assertIn("3 files need a folder", self.fails(2, "bilateral", "a.png", "b.png", "c.png"))
        self.assertIn("one file, but there are 3 inputs",
                      self.fails(2, "bilateral", "a.png", "b.png", "c.png", "-o", "out.png"))
        self.assertIn("no output is given", self.fails(2, "bilateral", "a.png"))
        self.assertIn("no input file", self.fails(2, "bilateral"))
        self.assertIn("an input name is empty", self.fails(2, "bilateral", "", "-o", "out/"))
        self.assertIn("an input name is empty", self.fails(2, "info", ""))

    def test_force_overwrites_also_the_input(self):
        self.ok("bilateral", "a.png", "out.png")
        self.ok("bilateral", "a.png", "a.png", "--force")
        self.assertEqual(self.read("a.png"), self.read("out.png"))

    def test_batch(self):
        self.ok("bilateral", "a.png", "b.png", "c.png", "-o", "out/deep/")
        self.assertEqual(sorted(os.listdir(self.folder / "out/deep")), ["a.png", "b.png", "c.png"])
        (self.folder / "there").mkdir()
        self.ok("bilateral", "a.png", "-o", "there")  # an existing folder needs no slash
        self.ok("bilateral", "a.png", "there/", "-f")
        self.assertEqual(os.listdir(self.folder / "there"), ["a.png"])

    def test_a_bad_file_does_not_stop_a_batch(self):
        self.write("b.png", self.image[:50])
        done = self.run_tool("bilateral", "a.png", "b.png", "c.png", "-o", "out/")
        self.assertEqual(done.returncode, 1)
        self.assertIn("b.png: file is cut short; nothing was written", done.stderr)
        self.assertTrue(done.stderr.endswith("selvage: 2 of 3 files done, 1 failed\n"), done.stderr)
        self.assertEqual(sorted(os.listdir(self.folder / "out")), ["a.png", "c.png"])

    def test_a_batch_that_writes_nothing_makes_no_folder(self):
        for name in ("a.png", "b.png"):
            self.write(name, self.image[:50])
        self.run_tool("bilateral", "a.png", "missing.png", "b.png", "-o", "out/deep/")
        self.run_tool("compare", "a.png", "b.png", "--diff", "out/deep/d.png")
        self.assertEqual(self.names(), ["a.png", "b.png", "c.png"])

    def test_fail_fast(self):
        self.write("a.png", self.image[:50])
        done = self.run_tool("bilateral", "a.png", "b.png", "c.png", "-o", "out/", "--fail-fast")
        self.assertEqual(done.returncode, 1)
        self.assertIn("0 of 3 files done, 1 failed, 2 not tried", done.stderr)
        self.assertFalse((self.folder / "out/b.png").exists())

    def test_existing_results_of_a_batch(self):
        self.write("out/b.png", b"old")
        done = self.run_tool("bilateral", "a.png", "b.png", "-o", "out/")
        self.assertEqual(done.returncode, 1)
        self.assertIn("--skip-existing leaves it", done.stderr)
        self.assertEqual(self.read("out/b.png"), b"old")
        command = ["bilateral", "a.png", "b.png", "c.png", "-o", "out/", "--skip-existing"]
        done = self.run_tool(*command)
        self.assertEqual((done.returncode, done.stderr),
                         (0, "selvage: 1 of 3 files done, 2 skipped\n"))
        self.ok(*command, "-q")
        self.assertEqual(self.read("out/b.png"), b"old")
        self.assertTrue((self.folder / "out/c.png").exists())
        self.ok("bilateral", "a.png", "b.png", "-o", "out/", "-f")
        self.assertEqual(self.read("out/b.png"), self.read("out/c.png"))

    def test_two_inputs_of_one_name(self):
        error = self.fails(2, "bilateral", "a.png", "./a.png", "-o", "out/")
        self.assertIn("a.png and ./a.png would both be written to out/a.png", error)
        self.assertFalse((self.folder / "out").exists())

    def test_names_in_a_batch_become_writable(self):
        header = b"BM" + (54 + 16).to_bytes(4, "little") + bytes(4) + (54).to_bytes(4, "little")
        fields = b"".join(v.to_bytes(4, "little") for v in (40, 2, 2, 1 + (24 << 16), 0, 16, 0, 0, 0, 0))
        self.write("d.bmp", header + fields + bytes(16))
        self.ok("bilateral", "d.bmp", "-o", "out/")
        self.assertEqual(os.listdir(self.folder / "out"), ["d.bmp"])
        self.ok("compare", "d.bmp", "out/d.bmp")
        piped = self.ok("bilateral", "-", "-", input=self.read("d.bmp"), text=False).stdout
        self.assertEqual(piped, self.read("out/d.bmp"))
        self.write("d.hdr", b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n\x80\x80\x80\x81")
        self.ok("bilateral", "d.hdr", "-o", "out/")
        self.assertEqual(sorted(os.listdir(self.folder / "out")), ["d.bmp", "d.pfm"])
        self.assertIn("e.hdr: Radiance HDR is read, but not written",
                      self.fails(2, "bilateral", "d.hdr", "e.hdr"))
        for name in ("low.pbm", "HIGH.PBM"):
            self.write(name, b"P1\n2 2\n0 1 1 0\n")
        self.ok("bilateral", "low.pbm", "HIGH.PBM", "-o", "gray/")
        self.assertEqual(sorted(os.listdir(self.folder / "gray")), ["HIGH.pgm", "low.pgm"])

    def test_odd_names(self):
        for name in ("--json", "-f", "[a]", "sp ace", "info", "ä.png", "++"):
            self.write(name, self.image)
        self.ok("bilateral", "-o", "out1/", "--", "--json", "-f")
        self.assertEqual(sorted(os.listdir(self.folder / "out1")), ["--json", "-f"])
        self.ok("bilateral", "-o", "out2/", "[a]", "sp ace", "info", "ä.png", "++")
        self.assertEqual(sorted(os.listdir(self.folder / "out2")),
                         sorted(["[a]", "sp ace", "info", "ä.png", "++"]))

    def test_a_name_like_an_option(self):
        self.write("-n.png", self.image)
        self.assertEqual(self.fails(2, "bilateral", "-n.png", "out.png"),
                         "selvage: error: -n.png looks like an option\n"
                         "  hint: for the file of that name, give ./-n.png\n")
        self.ok("bilateral", "./-n.png", "out.png")

    def test_a_png_that_claims_too_small_a_window(self):
        row = [(x * x * 7 + x) % 251 for x in range(600)]  # repeats 601 bytes later
        whole = tool.png([row] * 4)
        data = zlib.compress((b"\0" + bytes(row)) * 4)
        claimed = b"\x08\x1d" + data[2:]  # 256 bytes
        self.write("a.png", whole)
        self.write("b.png", whole.replace(tool.png_chunk(b"IDAT", data), tool.png_chunk(b"IDAT", claimed)))
        self.assertNotEqual(self.read("b.png"), whole)
        self.ok("compare", "a.png", "b.png")

    def test_places_that_cannot_be_written(self):
        self.assertIn("there is no folder", self.fails(4, "bilateral", "a.png", "no/such/out.png"))
        self.assertIn("not a regular file", self.fails(4, "bilateral", "a.png", "-o", "/dev/full"))
        os.mkfifo(self.folder / "pipe.png")
        self.assertIn("not a regular file", self.fails(4, "bilateral", "a.png", "pipe.png", "-f"))
        self.fails(4, "bilateral", "a.png", "-o", "b.png/x.png")
        self.assertIn("b.png", self.fails(4, "bilateral", "a.png", "-o", "b.png/"))

    def test_dry_run(self):
        done = self.ok("bilateral", "a.png", "b.png", "-o", "out/", "--dry-run")
        self.assertEqual(len(done.stdout.splitlines()), 2)
        self.assertIn("a.png -> out/a.png: 16x12 gray 8-bit png, cpu/", done.stdout)
        self.assertFalse((self.folder / "out").exists())
        self.assertIn("b.png exists", self.fails(4, "bilateral", "a.png", "b.png", "-n"))
        self.fails(2, "bilateral", "a.png", "out.png", "-n", "--sigma-range", "25")
        self.write("cut.png", self.image[:20])
        self.fails(3, "bilateral", "cut.png", "out.png", "-n")

    def test_standard_input_and_output(self):
        self.ok("bilateral", "a.png", "out.png")
        done = self.ok("bilateral", "-", "-", input=self.image, text=False)
        self.assertEqual(done.stdout, self.read("out.png"))
        self.ok("bilateral", "-", "from.png", input=self.image, text=False)
        self.assertEqual(self.read("from.png"), self.read("out.png"))
        done = self.ok("bilateral", "a.png", "-o", "-", text=False)
        self.assertEqual(done.stdout, self.read("out.png"))
        self.assertIn("has no name", self.fails(2, "bilateral", "-", "-o", "out/", input=""))
        self.fails(3, "bilateral", "-", "-", input="")
        self.fails(3, "bilateral", "-", "-", input=self.image[:50], text=False)

    def test_the_format_of_standard_output(self):
        starts = {"a.png": b"\x89PNG", "a.pgm": b"P5", "a.pfm": b"Pf"}
        self.write("a.pgm", tool.pgm(tool.image(8, 8)))
        self.write("a.pfm", tool.pfm([[0.5] * 8] * 8))
        for name, start in starts.items():
            self.assertTrue(self.ok("bilateral", name, "-", text=False).stdout.startswith(start))
        for bits, start in (("16", b"\x89PNG"), ("f32", b"Pf")):
            done = self.ok("bilateral", "a.png", "-", "--bits", bits, text=False)
            self.assertTrue(done.stdout.startswith(start), bits)

    def test_a_format_that_cannot_hold_the_result_is_refused_before_the_work(self):
        self.write("colour.ppm", tool.ppm([[(9, 8, 7)] * 8] * 8))
        for options in ((), ("--dry-run",)):
            self.assertIn("gray images only",
                          self.fails(2, "bilateral", "colour.ppm", "gray.pgm", *options))
        self.assertNotIn("gray.pgm", self.names())

    def test_a_full_disk(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([tool.TOOL, "bilateral", "a.png", "-"], cwd=self.folder, stdout=full,
                                  stderr=subprocess.PIPE, check=False, timeout=60)
            self.assertEqual(done.returncode, 4, done)
            done = subprocess.run([tool.TOOL, "devices"], stdout=full, stderr=subprocess.PIPE,
                                  check=False, timeout=60)
            self.assertEqual(done.returncode, 4, done)

    def test_a_folder_for_temporary_files_that_is_not_there(self):
        self.ok("bilateral", "a.png", "a.tif")
        error = self.fails(4, "bilateral", "a.tif", "-", env={**os.environ, "TMPDIR": "/no/such"})
        self.assertIn("standard output: no temporary file can be made in /no/such: No such", error)
        self.assertIn("TMPDIR", error)

    def test_a_closed_pipe(self):
        big = self.write("big.pgm", tool.pgm([[y % 256] * 1000 for y in range(500)]))
        out = self.folder / "out"
        for arguments in (["bilateral", big, "-", "--radius", "1"], ["info", *[big] * 3000], ["--help"],
                          ["info", "--json", big, "missing.png"], ["devices"], ["compare", big, big],
                          ["box", big, "a.png", "-o", "out/", "--radius", "0", "--json"]):
            with subprocess.Popen([tool.TOOL, *arguments], stdout=subprocess.PIPE, cwd=self.folder,
                                  stderr=subprocess.PIPE) as process:
                process.stdout.close()
                error = process.stderr.read().decode()
                self.assertEqual(process.wait(timeout=60), 4, error)
            written = "selvage: error: standard output: cannot be written: Broken pipe\n"
            self.assertEqual(error, written if "-" in arguments else "", arguments)
        self.assertEqual(os.listdir(out), ["big.pgm"])  # the file is complete, and the run ends

    def test_results_that_a_full_disk_takes_are_told_of_once(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([tool.TOOL, "info", "a.png", "b.png"], cwd=self.folder, stdout=full,
                                  stderr=subprocess.PIPE, check=False, timeout=60, text=True)
        self.assertEqual((done.returncode, done.stderr),
                         (4, "selvage: error: standard output: No space left on device\n"
                             "  hint: free some space, or write somewhere else\n"))

    def test_a_current_folder_that_is_gone(self):
        gone = self.folder / "gone"
        script = 'cd "$2" && rmdir "$2" && "$0" bilateral "$1" out.png'
        gone.mkdir()
        done = subprocess.run(["sh", "-c", script, tool.TOOL, self.folder / "a.png", gone], check=False,
                              stderr=subprocess.PIPE, text=True)
        self.assertEqual((done.returncode, done.stderr),
                         (3, "selvage: error: the current folder: No such file or directory\n"
                             "  hint: change to a folder that exists\n"))

    def test_closed_standard_streams(self):
        for closed in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
            command = f'"$0" bilateral a.png out.png -f {closed}'
            done = subprocess.run(["sh", "-c", command, tool.TOOL], cwd=self.folder, check=False)
            self.assertEqual(done.returncode, 0, closed)
        done = subprocess.run(["sh", "-c", '"$0" devices >&-', tool.TOOL], check=False,
                              stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 4)

    def test_no_temporary_file_stays(self):
        self.fails(3, "bilateral", "missing.png", "out.png")
        self.assertEqual(self.names(), ["a.png", "b.png", "c.png"])

    def test_quality(self):
        self.write("photo.png", tool.png(tool.image(64, 64)))
        self.ok("bilateral", "photo.png", "rough.jpg", "--quality", 20)
        self.ok("bilateral", "photo.png", "fine.jpg", "--quality", 100)
        self.ok("bilateral", "photo.png", "default.jpg")
        sizes = [len(self.read(n)) for n in ("rough.jpg", "default.jpg", "fine.jpg")]
        self.assertEqual(sizes, sorted(sizes))
        self.assertLess(sizes[0], sizes[2])


if __name__ == "__main__":
    unittest.main()
