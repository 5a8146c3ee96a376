# SPDX-License-Identifier: Apache-2.0
"""Output of the tool: JSON, -v, -q, progress."""

import json
import unittest
import xml.etree.ElementTree
import zlib

import tool


class ReportTest(tool.ToolTest):
    FIELDS = ["input", "output", "verb", "device", "candidate", "width", "height", "channels", "type",
              "max_error", "error_bound", "decode_s", "upload_s", "filter_s", "kernel_s", "download_s",
              "encode_s", "total_s"]

    def setUp(self):
        super().setUp()
        self.image = tool.png(tool.image(16, 12))
        self.write("a.png", self.image)

    def test_json_of_a_file(self):
        done = self.ok("bilateral", "a.png", "out.png", "--json")
        (report,) = self.objects(done.stdout)
        self.assertEqual([f for f in self.FIELDS if f not in report], [])
        self.assertEqual((report["input"], report["output"], report["verb"], report["device"]),
                         ("a.png", "out.png", "bilateral", "cpu"))
        self.assertEqual((report["width"], report["height"], report["channels"], report["type"]),
                         (16, 12, 1, "u8"))
        self.assertAlmostEqual(report["max_error"], 0.5 / 255)
        self.assertLessEqual(report["error_bound"], report["max_error"])
        parts = report["decode_s"] + report["filter_s"] + report["encode_s"]
        self.assertLessEqual(parts, report["total_s"])
        self.assertEqual((report["upload_s"], report["download_s"]), (0, 0))  # on the CPU
        self.assertGreater(report["kernel_s"], 0)
        self.assertLessEqual(report["kernel_s"], report["filter_s"])

    def test_samples_computed_again(self):
        self.write("noise.pgm", b"P5 64 40 255 " + bytes(97 * i * i % 251 for i in range(64 * 40)))
        large = ["bilateral", "noise.pgm", "out.pgm", "-f", "--use", "fourier_multirate", "--radius", 40,
                 "--sigma-range", 0.04]
        (report,) = self.objects(self.ok(*large, "--json").stdout)
        self.assertEqual(report["certified"], 64 * 40)
        self.assertGreater(report["recomputed"], 0)
        self.assertGreater(report["terms"], 2)
        again = f"  {report['recomputed']} of 2560 samples computed again"
        told = self.run_tool(*large, "-v").stderr
        self.assertIn(again, told)
        self.assertIn(f"candidate fourier_multirate, {report['terms']} terms, error at most", told)
        explained = self.ok("explain", *large[:2], "-v", *large[6:]).stdout
        self.assertIn(f", {report['terms']} terms, error at most", explained)
        # (`int16` certifies its samples on processors without AVX-512.)
        (report,) = self.objects(self.ok("bilateral", "a.png", "out.png", "--use", "simd", "--json").stdout)
        self.assertNotIn("certified", report)
        self.assertNotIn("terms", report)

    def test_json_of_a_batch(self):
        self.write("b.png", self.image[:50])
        self.write("out/c.png", b"old")
        self.write("c.png", self.image)
        self.write("d.png", self.image)
        done = self.run_tool("bilateral", "a.png", "b.png", "c.png", "d.png", "-o", "out/", "--json",
                             "--skip-existing")
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        first, bad, skipped, last, summary = self.objects(done.stdout)
        self.assertEqual((first["input"], last["input"]), ("a.png", "d.png"))
        self.assertEqual(bad["input"], "b.png")
        self.assertIn("cut short", bad["error"])
        self.assertEqual(bad["code"], 3)
        self.assertIn("hint", bad)
        self.assertEqual((skipped["input"], skipped["skipped"]), ("c.png", True))
        self.assertEqual(summary["summary"],
                         {"files": 4, "done": 2, "failed": 1, "skipped": 1, "not_tried": 0})

    def test_json_of_errors(self):
        for code, arguments in ((2, ["bilateral", "a.png"]), (2, ["bilateral", "a.png", "--nonsense"]),
                                (3, ["bilateral", "x.png", "y.png"]), (2, ["nonsense"]),
                                (4, ["bilateral", "a.png", "a.png"]), (3, ["info", "x.png"]),
                                (5, ["bilateral", "a.png", "y.png", "-d", "cuda:999"]),
                                (3, ["compare", "a.png", "x.png"]),
                                (3, ["explain", "bilateral", "x.png"])):
            done = self.run_tool(*arguments, "--json")
            self.assertEqual((done.returncode, done.stderr), (code, ""), arguments)
            (error,) = self.objects(done.stdout)
            self.assertEqual(sorted(error), ["code", "error", "hint", "input"])
            self.assertEqual(error["code"], code)

    def test_json_names_the_bad_file_of_two(self):
        self.write("cut.png", self.image[:50])
        pages = [tool.image(8, 8)] * 2
        self.write("a.tif", tool.tiff(pages))
        self.write("cut.tif", self.read("a.tif").replace(b"\x03\x01\x03\0\x01\0\0\0\x01",
                                                         b"\x03\x01\x03\0\x01\0\0\0\x63"))
        for bad in ("x.png", "cut.png", "cut.tif"):
            for pair in (["a.png", bad], [bad, "a.png"]):
                (error,) = self.objects(self.run_tool("compare", *pair, "--json").stdout)
                self.assertEqual((error["input"], error["code"]), (bad, 3))
        for name in ("A/cut.png", "B/cut.png"):
            self.write(name, self.image[:50] if name.startswith("B") else self.image)
        (error,) = self.objects(self.run_tool("compare", "A", "B", "--json").stdout)
        self.assertEqual(error["input"], "B/cut.png")

    def test_json_goes_to_standard_error_beside_an_image(self):
        done = self.run_tool("bilateral", "-", "-", "--json", input=self.image, text=False)
        self.assertEqual(done.returncode, 0)
        self.assertTrue(done.stdout.startswith(b"\x89PNG"))
        (report,) = self.objects(done.stderr.decode())
        self.assertEqual((report["input"], report["output"]), ("-", "-"))
        done = self.run_tool("bilateral", "-", "-", "--json", input=b"", text=False)
        self.assertEqual((done.returncode, done.stdout), (3, b""))
        self.assertEqual(self.objects(done.stderr.decode())[0]["code"], 3)

    def test_json_of_names_that_are_no_text(self):
        name = b"\xff\xfe.png"
        (self.folder / name.decode(errors="surrogateescape")).write_bytes(self.image)
        done = self.run_tool("info", name.decode(errors="surrogateescape"), "--json", text=False)
        self.assertEqual(done.returncode, 0)
        json.loads(done.stdout)

    def test_names_cannot_control_a_terminal(self):
        name = "a\x9b\u202e\x1b[2J\udcff.png"
        (self.folder / name).write_bytes(self.image)
        for options in (["--json"], ["-v"], ["--plot", "plot.svg", "--json"]):
            verb = "histogram" if "--plot" in options else "gaussian"
            outputs = [] if verb == "histogram" else ["out.png", "-f"]
            done = self.run_tool(verb, name, *outputs, *options, text=False)
            self.assertEqual(done.returncode, 0, done)
            self.assertTrue((done.stdout + done.stderr).isascii(), done)
            self.assertNotIn(b"\x1b", done.stdout + done.stderr)
        xml.etree.ElementTree.parse(self.folder / "plot.svg")
        self.assertNotIn("\u202e", self.read("plot.svg").decode())

    def test_json_of_a_dry_run(self):
        (report,) = self.objects(self.ok("bilateral", "a.png", "o.png", "--json", "-n").stdout)
        self.assertTrue(report["dry_run"])
        self.assertIn("predicted_s", report)
        self.assertFalse((self.folder / "o.png").exists())

    def test_the_error_that_was_asked_for(self):
        for options, expected in ((["--exact"], 0.02 / 255), (["--max-error", "0.002"], 0.002),
                                  (["--bits", "16"], 0.5 / 65535), (["--bits", "f32"], 4e-6)):
            name = "o.pfm" if "f32" in options else "o.png"
            done = self.ok("bilateral", "a.png", name, "-f", "--json", *options)
            self.assertAlmostEqual(self.objects(done.stdout)[0]["max_error"], expected, places=12)

    def test_an_approximation_says_so(self):
        options = ["bilateral", "a.png", "o.png", "-f", "--method", "separable"]
        (report,) = self.objects(self.ok(*options, "--json").stdout)
        self.assertEqual((report["candidate"], report["max_error"], report["error_bound"]),
                         ("separable_bilateral", None, None))
        self.assertIn("an approximation without an error bound", self.run_tool(*options, "-v").stderr)
        (plan,) = self.objects(self.ok("explain", *options, "--json").stdout)
        self.assertEqual((plan["max_error"], plan["error_bound"]), (None, None))

    def test_sums_by_levels_keep_their_bound(self):
        self.write("gray.pgm", b"P5\n64 48\n255\n" + bytes(x * y % 251 for y in range(48) for x in range(64)))
        options = ["bilateral", "gray.pgm", "o.pgm", "-f", "-s", 8]
        (bounded,) = self.objects(self.ok(*options, "--method", "bounded", "--json").stdout)
        self.assertIn(bounded["candidate"], ("fourier_range", "fourier_multirate"))
        self.assertLess(bounded["error_bound"], 0.5 / 255)
        self.ok("bilateral", "gray.pgm", "exact.pgm", "-s", 8, "--exact")
        self.ok("compare", "o.pgm", "exact.pgm", "--tolerance", "1/255")
        self.write("rgb.ppm", b"P6\n8 8\n255\n" + bytes(192))
        error = self.fails(2, "bilateral", "rgb.ppm", "o.ppm", "--method", "bounded")
        self.assertIn("the Fourier range kernel serves only one channel, or each by itself", error)

    def test_the_error_of_a_convolution_grows_with_its_matrix(self):
        (report,) = self.objects(self.ok("convolve", "a.png", "o.png", "--kernel", "sharpen", "--exact",
                                         "--json").stdout)
        self.assertAlmostEqual(report["max_error"], 9 * 0.02 / 255)
        self.assertLessEqual(report["error_bound"], report["max_error"])

    def test_silence_and_talk(self):
        self.assertEqual(self.ok("bilateral", "a.png", "o1.png").stdout, "")
        self.assertEqual(self.ok("bilateral", "a.png", "o2.png", "-q").stdout, "")
        self.assertEqual(self.ok("bilateral", "a.png", "o3.png", "--quiet").stdout, "")
        for option in ("-v", "--verbose"):
            done = self.run_tool("bilateral", "a.png", "o4.png", "-f", option)
            self.assertEqual((done.returncode, done.stdout), (0, ""))
            for word in ("a.png -> o4.png", "cpu", "candidate", "error at most", "decode"):
                self.assertIn(word, done.stderr)

    def test_notes_of_the_loader(self):
        profile = tool.png_chunk(b"iCCP", b"icc\0\0" + zlib.compress(b"no profile"))
        end_of_header = self.image.index(b"IDAT") - 4
        self.write("odd.png", self.image[:end_of_header] + profile + self.image[end_of_header:])
        (report,) = self.objects(self.ok("bilateral", "odd.png", "o.png", "--json").stdout)
        self.assertIn("iCCP", report["notes"][0])
        self.ok("bilateral", "odd.png", "o.png", "-f")
        verbose = self.run_tool("bilateral", "odd.png", "o.png", "-f", "-v").stderr
        self.assertIn(f"note: {report['notes'][0]}", verbose)

    def test_progress(self):
        done = self.run_tool("bilateral", "a.png", "a1.png", "--progress", "json")
        steps = self.objects(done.stderr)
        self.assertEqual((steps[-1]["progress"], steps[-1]["input"]), (1.0, "a.png"))
        self.assertEqual((steps[-1]["index"], steps[-1]["files"]), (1, 1))
        for mode in ("auto", "none"):  # standard error is not a terminal here
            self.ok("bilateral", "a.png", f"{mode}.png", "--progress", mode)


if __name__ == "__main__":
    unittest.main()
