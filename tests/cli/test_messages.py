# SPDX-License-Identifier: Apache-2.0
"""Error messages, hints and exit codes."""

import re
import struct
import unittest

import tool


class MessagesTest(tool.ToolTest):
    def setUp(self):
        super().setUp()
        self.write("in.pgm", tool.pgm(tool.image(8, 8)))
        self.write("deep.pgm", tool.pgm(tool.image(8, 8, 65535), 65535))
        self.write("in.ppm", tool.ppm([[(1, 2, 3)] * 8] * 8))
        self.write("in.pfm", tool.pfm([[0.5] * 8] * 8))

    def refused(self, *options, source="in.pgm", code=2):
        error = self.fails(code, "bilateral", source, "out.pgm", *options)
        self.assertFalse((self.folder / "out.pgm").exists())
        return error

    def test_bare_range_on_8_bits(self):
        self.assertEqual(self.refused("--sigma-range", 25),
                         "selvage: error: --sigma-range 25 is outside 0..1 for an 8-bit image\n"
                         "  hint: did you mean 25/255 (0.098)?\n")

    def test_bare_range_on_16_bits(self):
        self.assertEqual(self.refused("--sigma-range", 25, source="deep.pgm"),
                         "selvage: error: --sigma-range 25 is outside 0..1 for a 16-bit image\n"
                         "  hint: did you mean 25/65535 (0.00038)?\n")

    def test_other_bare_values(self):
        for option, value in (("--invalid", "9"), ("--max-error", "2"), ("--border", "constant:9")):
            self.assertIn("is outside 0..1 for an 8-bit image", self.refused(option, value))

    def test_an_error_that_accepts_everything(self):
        self.assertEqual(self.refused("--max-error", 1),
                         "selvage: error: --max-error 1 is the full scale of an 8-bit image\n"
                         "  hint: did you mean 1/255 (0.0039)?\n")
        self.assertIn("--max-error 100% is the full scale of a 16-bit image or more",
                      self.refused("--max-error", "100%", source="deep.pgm"))

    def test_opencvs_numbers(self):
        for options in (["--diameter", 9, "--sigma-color", 75, "--sigma-space", 75],
                        ["--sigma-color", 75, "--sigma-space", 75]):
            self.assertEqual(self.refused(*options),
                             "selvage: error: --sigma-color 75 is outside 0..1 for an 8-bit image\n"
                             "  hint: add --like opencv for OpenCV's numbers; or did you mean 75/255 (0.29)?\n")
        self.assertIn("--like opencv", self.refused("--diameter", 9, "--sigma-range", 75))
        self.ok("bilateral", "in.pgm", "out.pgm", "--like", "opencv", "--diameter", 9, "--sigma-color", 75,
                "--sigma-space", 75)
        self.assertIn("--sigma-range and --sigma-color cannot be combined",
                      self.fails(2, "bilateral", "in.pgm", "x.pgm", "--sigma-range", 0.1, "--sigma-color", 75))

    def test_a_diameter_as_the_device(self):
        self.assertEqual(self.refused("-d", 9),
                         "selvage: error: unknown --device 9\n"
                         "  hint: for a window of 9 pixels: --diameter 9\n")
        self.assertNotIn("diameter", self.fails(2, "histogram", "in.pgm", "-d", 9))

    def test_quality_of_what_is_no_jpeg(self):
        self.assertEqual(self.refused("--quality", 90),
                         "selvage: error: --quality applies to JPEG and WebP files only, not to out.pgm\n"
                         "  hint: leave it out, or name a .jpg file\n")
        self.assertIn("not to standard output",
                      self.fails(2, "bilateral", "in.pgm", "-", "--quality", 90))
        self.ok("bilateral", "in.pgm", "out.jpg", "--quality", 90)
        self.write("in.jpg", self.read("out.jpg"))
        self.ok("bilateral", "in.jpg", "-", "--quality", 90, text=False)
        self.ok("bilateral", "in.jpg", "in.pgm", "-o", "out/", "--quality", 90)  # of the one that is a JPEG

    def test_an_output_without_an_extension(self):
        for arguments in (["out"], ["-o", "out"]):
            self.assertEqual(self.fails(2, "bilateral", "in.pgm", *arguments),
                             "selvage: error: out: its name has no extension, so its format is unknown\n"
                             "  hint: give a file such as out.pgm, or a folder with a slash: out/\n")

    def test_channels_by_name(self):
        self.assertIn("  hint: channels count from 0; in colour images 0 is red, 1 green and 2 blue",
                      self.fails(2, "histogram", "in.ppm", "--channel", "red"))

    def test_plots_are_svg(self):
        self.assertIn("  hint: for instance: --plot h.svg\n",
                      self.fails(2, "histogram", "in.pgm", "--plot", "h.png"))

    def test_an_equals_sign_after_a_short_option(self):
        self.assertEqual(self.refused("-s=5"), "selvage: error: -s =5 is not a value\n"
                                               "  hint: for instance: -s 5\n")
        self.assertIn("  hint: for instance: -o x.pgm", self.fails(2, "bilateral", "in.pgm", "-o=x.pgm"))

    def test_the_bounded_method_for_colours(self):
        self.assertIn("  hint: bounded filters colours with --norm per_channel",
                      self.refused("--method", "bounded", source="in.ppm"))
        self.ok("bilateral", "in.ppm", "x.ppm", "--method", "bounded", "--norm", "per_channel")
        joint = ["joint", "in.ppm", "y.ppm", "--method", "bounded", "--radius", 20, "--guide"]
        self.ok(*joint, "in.pgm")
        self.assertIn("serves only guides of one channel of u8", self.fails(2, *joint, "in.ppm", "-f"))

    def test_values_that_no_sample_has(self):
        for option, value, said in (("--invalid", "-1", "--invalid -1 "),
                                    ("--invalid", "-0.001", "--invalid -0.001 "),
                                    ("--invalid", "300/255", "--invalid 300/255 "),
                                    ("--border", "constant:400/255", "--border constant 400/255 "),
                                    ("--border", "constant:-0.5", "--border constant -0.5 ")):
            for bits in ("8", "16", "f32"):  # on the file's scale, whatever the result's type
                self.assertEqual(self.refused(option, value, "--bits", bits),
                                 f"selvage: error: {said}is outside 0..1 for an 8-bit image\n")
        self.ok("bilateral", "in.pfm", "out.pfm", "--invalid", "-1", "--border", "constant:-0.5")

    def test_a_radius_that_like_opencv_asks_for(self):
        self.assertIn("150000 is outside 0..4096",
                      self.refused("--like", "opencv", "--sigma-space", "100000"))
        self.assertIn("--sigma-space", self.refused("--like", "opencv", "--sigma-space", "1e300"))

    def test_a_batch_names_the_file(self):
        self.write("memory", self.read("in.pgm"))  # a name that also occurs in messages
        self.write("m.pgm", tool.pgm(tool.image(9, 7)))
        names = ["in.pgm", "memory"]
        for options, said in ((["--sigma-range", "25"], "--sigma-range 25 is outside 0..1"),
                              (["--max-memory", "1K"], "needs "),
                              (["--region", "0,0,9,8"], "--region 0,0,9,8 is not inside"),
                              (["--mask", "m.pgm"], "--mask m.pgm is 9x7, the image is 8x8")):
            done = self.run_tool("bilateral", *names, "-o", "out/", *options)
            self.assertEqual(done.returncode, 1)
            lines = [s for s in done.stderr.splitlines() if s.startswith("selvage: error: ")]
            self.assertEqual(len(lines), 2, done.stderr)
            for name, line in zip(names, lines):
                if options[0] != "--max-memory" or name != "memory":
                    self.assertTrue(line.startswith(f"selvage: error: {name}: {said}"), line)
            self.assertTrue(self.refused(*options, code=6 if options[0] == "--max-memory" else 2)
                            .startswith(f"selvage: error: {said}"))
            done = self.run_tool("bilateral", *names, "-o", "out/", *options, "--json")
            *errors, _ = self.objects(done.stdout)
            self.assertEqual([o["input"] for o in errors], names)
        done = self.run_tool("bilateral", "gone.pgm", "in.pgm", "-o", "out/")
        self.assertEqual(done.stderr.count("gone.pgm"), 1)  # not named twice

    def test_cut_file(self):
        self.write("photo.png", tool.png(tool.image(64, 64))[:-40])
        self.assertEqual(self.refused(source="photo.png", code=3).splitlines()[0],
                         "selvage: error: photo.png: file is cut short; nothing was written")

    def test_unknown_option(self):
        self.assertEqual(self.refused("--sigmaspace", 5),
                         "selvage: error: unknown option --sigmaspace (did you mean --sigma-space?)\n")
        self.assertEqual(self.refused("--sigmaspace=5"),
                         "selvage: error: unknown option --sigmaspace (did you mean --sigma-space?)\n")
        self.assertEqual(self.refused("--xylophone"),
                         "selvage: error: unknown option --xylophone\n"
                         "  hint: see: selvage bilateral --help\n")
        self.assertEqual(self.refused("-z"), "selvage: error: unknown option -z\n"
                                             "  hint: see: selvage bilateral --help\n")

    def test_missing_device(self):
        usable = [name for name, device in tool.devices().items() if not device["missing"]]
        gone = tool.missing_device()
        self.assertEqual(self.refused("--device", gone, code=5),
                         f"selvage: error: {gone} was requested, but this machine has only "
                         f"{', '.join(usable)} (see: selvage devices)\n")
        self.refused("-d", "opencl:999", code=5)
        for word in ("gpu", "cuda:", "cuda:x", "opencl:1:2", "cpu:0"):
            self.assertIn(f"unknown --device {word}", self.refused("-d", word, code=2))

    def test_unknown_verb(self):
        self.assertEqual(self.fails(2, "bilatral", "in.pgm", "out.pgm", "--sigma-space", 3),
                         "selvage: error: unknown verb bilatral (did you mean bilateral?)\n")
        self.assertIn("a verb is missing", self.fails(2))
        self.assertIn("a verb is missing", self.fails(2, "explain"))
        self.assertIn("did you mean bilateral", self.fails(2, "explain", "bilaterl", "in.pgm"))
        self.assertIn("unknown option --quiet", self.fails(2, "--quiet", "devices"))

    def test_methods_that_help_offers(self):
        for verb, *needed in (["bilateral"], ["joint", "--guide", "in.pgm", "--radius", 12], ["rolling"],
                              ["geometry", "--radius", 2, "--edge-threshold", 0.1], ["gaussian"],
                              ["box", "--radius", 2], ["convolve", "--kernel", "box"]):
            words = re.search(r"--method (\S+)", self.ok(verb, "--help").stdout).group(1).split("|")
            for word in words:
                self.run_tool(verb, "in.pgm", "out.pgm", "-n", "--method", word, *needed).check_returncode()
            for word in {"bounded", "separable"}.difference(words):
                error = self.fails(2, verb, "in.pgm", "out.pgm", "--method", word, *needed)
                verbs = {"bounded": "bilateral and joint", "separable": "bilateral"}[word]
                self.assertIn(f"--method {word} is available for {verbs} only", error)

    def test_words_to_choose_from(self):
        for option in ("--window", "--norm", "--border", "--alpha", "--like", "--method", "--bits",
                       "--progress"):
            error = self.refused(option, "nonsense")
            self.assertIn(f"unknown {option} nonsense", error)
            self.assertIn("  hint: one of: ", error)
        self.assertIn("(did you mean reflect101?)", self.refused("--border", "reflect10"))
        self.assertIn("needs a value", self.refused("--border", "constant"))

    def test_numbers(self):
        for option in ("--sigma-space", "--sigma-range", "--radius", "--diameter", "--iterations",
                       "--max-error", "--invalid", "--threads", "--max-memory", "--max-pixels",
                       "--max-side", "--quality", "--region"):
            for text in ("", "abc", "1x", "nan", "1,2,3,x"):
                self.assertIn(option, self.refused(option, text))
        self.refused("--border", "constant:")
        self.refused("--border", "constant:inf")

    def test_a_sign(self):
        self.ok("bilateral", "in.pgm", "out.pgm", "-s", "+3", "-r", "+10%", "--radius", "+2")
        for text in ("+", "+-3", "++3"):
            self.assertIn("is not a number", self.fails(2, "bilateral", "in.pgm", "x.pgm", "-s", text))

    def test_ranges(self):
        for option, text in (("--sigma-space", "0"), ("--sigma-space", "-1"),
                             ("--sigma-space", "1e7"), ("--sigma-range", "0"),
                             ("--sigma-range", "-5%"), ("--radius", "-1"), ("--radius", "4097"),
                             ("--diameter", "8"), ("--diameter", "0"), ("--diameter", "-3"),
                             ("--iterations", "0"), ("--iterations", "1001"), ("--threads", "0"),
                             ("--max-error", "0"), ("--max-error", "-1"), ("--quality", "0"),
                             ("--quality", "101"), ("--max-pixels", "0"), ("--max-side", "0"),
                             ("--max-memory", "0"), ("--region", "0,0,9,8"),
                             ("--region", "-1,0,2,2"), ("--region", "0,0,0,1"),
                             ("--region", "2147483647,0,1,1"), ("--region", "1,1,2147483647,1")):
            self.assertIn(option, self.refused(option, text), (option, text))
        self.assertIn("needs a radius of", self.refused("--sigma-space", "2000"))

    def test_what_excludes_what(self):
        for options in (["--radius", "3", "--diameter", "7"], ["--exact", "--max-error", "0.001"],
                        ["-f", "--skip-existing"], ["-q", "-v"]):
            self.assertIn("cannot be combined", self.refused(*options))

    def test_a_method_without_a_bound(self):
        for options in (["--exact"], ["--max-error", "0.5/255"], ["--like", "opencv"]):
            self.assertIn(f"{' '.join(options[:1])}", self.refused("--method", "separable", *options))

    def test_an_option_without_or_with_two_values(self):
        self.assertEqual(self.fails(2, "bilateral", "in.pgm", "out.pgm", "--radius"),
                         "selvage: error: --radius needs a value\n")
        self.assertIn("--radius is given more than once",
                      self.refused("--radius", 3, "--radius", 4))
        self.assertIn("--fill takes no value", self.refused("--fill=3"))

    def test_an_empty_value(self):
        for verb, *options in (["bilateral", "--mask", "--use", "--device", "--output", "--max-memory"],
                               ["joint", "--guide"], ["histogram", "--plot"], ["compare", "--diff"],
                               ["geometry", "--normals", "--depth", "--flags"], ["convolve", "--kernel"]):
            for option in options:
                self.assertEqual(self.fails(2, verb, "in.pgm", "out.pgm", option, ""),
                                 f"selvage: error: {option} needs a value\n")

    def test_images_that_an_option_does_not_fit(self):
        self.assertIn("--norm lab needs three colour channels", self.refused("--norm", "lab"))
        self.assertIn("has no candidate nonsense", self.refused("--use", "nonsense"))
        self.assertIn("has no candidate nonsense",  # reported once, not per file
                      self.fails(2, "bilateral", "in.pgm", "in.ppm", "-o", "out/", "--use", "nonsense"))
        self.assertIn("no candidate can serve", self.refused("--max-error", "1e-15"))
        self.write("two.pam", b"P7\nWIDTH 8\nHEIGHT 8\nDEPTH 2\nMAXVAL 255\nENDHDR\n" + bytes(128))
        self.assertIn("a mask must be a gray or an RGB image", self.refused("--mask", "two.pam"))
        self.write("small.pgm", tool.pgm([[1]]))
        self.assertIn("mask", self.refused("--mask", "small.pgm"))
        self.refused("--mask", "missing.pgm", code=3)
        self.assertIn("cannot be both",
                      self.fails(2, "bilateral", "-", "out.pgm", "--mask", "-", input=""))
        self.assertIn("cannot be both", self.fails(2, "explain", "bilateral", "-", "--mask", "-", input=""))

    def test_an_output_is_no_input(self):
        image = self.read("in.pgm")
        for verb, side in (("bilateral", ["--mask", "-"]), ("joint", ["--guide", "-"]),
                           ("geometry", ["--radius", "1", "--depth", "-"])):
            done = self.ok(verb, "in.pgm", "-", *side, input=image, text=False)
            self.assertEqual(done.stdout[:2], b"P5")

    def test_hints_name_options_alone(self):
        for options in (["--max-pixels", 1], ["--max-side", 1]):
            self.assertTrue(self.refused(*options, code=6).endswith(f"raise it with {options[0]}\n"))

    def test_what_to_do(self):
        self.write("empty.png", b"")
        self.assertIn("  hint: check the program that should have written it", self.refused(source="empty.png", code=3))
        for name in ("missing.txt", "."):
            self.assertIn("  hint: --kernel takes a text file",
                          self.fails(3, "convolve", "in.pgm", "out.pgm", "--kernel", name))
        anyone = {"preexec_fn": tool.as_anyone}
        self.write("mine.pgm", self.read("in.pgm")).chmod(0)
        self.assertIn("  hint: its permissions",
                      self.fails(3, "bilateral", "mine.pgm", "out.pgm", **anyone))
        (self.folder / "shut").mkdir(0o500)
        for target in (["shut/out.pgm"], ["-o", "shut/below/"]):
            self.assertIn("  hint: choose a folder that you can write to",
                          self.fails(4, "bilateral", "in.pgm", *target, **anyone))
        for options in ([], ["--dry-run"]):
            self.assertIn("shut/below/deep/in.pgm: the folder shut is not writable",
                          self.fails(4, "bilateral", "in.pgm", "-o", "shut/below/deep/", *options, **anyone))
            self.assertIn("in.pgm/x/in.pgm: in.pgm is not a folder",
                          self.fails(4, "bilateral", "in.pgm", "-o", "in.pgm/x/", *options))
        self.write("kept.pgm", self.read("in.pgm")).chmod(0o444)
        self.assertIn("  hint: the file is read-only",
                      self.fails(4, "bilateral", "in.pgm", "kept.pgm", "-f", **anyone))

    def test_formats(self):
        self.write("x.gif", b"GIF89a" + bytes(100))
        error = self.refused(source="x.gif", code=3)
        self.assertIn("GIF", error)
        self.assertIn("PNG", error)
        double = tool.tiff([[list(range(8))]])  # a strip of 8 bytes: one sample
        for old, new in (((256, 4, 1, 8), (256, 4, 1, 1)), ((258, 3, 1, 8), (258, 3, 1, 64)),
                         ((277, 3, 1, 1), (339, 3, 1, 3))):
            double = double.replace(*(struct.pack("<HHII", *entry) for entry in (old, new)))
        self.write("double.tif", double)
        self.assertIn("a TIFF of 64-bit floats is not supported; nothing was written\n"
                      "  hint: convert it to 32-bit floats\n", self.refused(source="double.tif", code=3))
        self.assertIn("out.png: PNG cannot hold f32 samples",
                      self.fails(2, "bilateral", "in.pfm", "out.png"))
        self.assertIn("cannot hold", self.fails(2, "bilateral", "in.pgm", "out.pfm"))
        self.assertIn("extension", self.fails(2, "bilateral", "in.pgm", "out"))
        self.assertIn("unknown format '.xyz'", self.fails(2, "bilateral", "in.pgm", "out.xyz"))
        self.assertIn("cannot hold", self.fails(2, "bilateral", "in.pgm", "out.jpg", "--bits", 16))

    def test_names_cannot_drive_the_terminal(self):
        error = self.fails(3, "bilateral", "a\x1b[31m\nb.png", "out.png")
        self.assertNotIn("\x1b", error)
        self.assertIn("a\\x1b[31m\\x0ab.png", error)

    def test_input_that_is_no_image(self):
        self.write("empty.png", b"")
        self.write("text.png", b"hello, this is text\n" * 10)
        (self.folder / "folder").mkdir()
        for name in ("missing.png", "empty.png", "text.png", "folder"):
            self.assertIn(name, self.fails(3, "bilateral", name, "out.png"))
            self.assertIn(name, self.fails(3, "info", name))


if __name__ == "__main__":
    unittest.main()
