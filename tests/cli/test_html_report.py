# SPDX-License-Identifier: Apache-2.0
"""The page of --report, without a browser: its structure, its images, and its numbers beside those of --json."""

import base64
import html.parser
import json
import struct
import unittest

import tool

NAME = "<script>alert(1)</script>&'\".png".replace("/", "_")


class Page(html.parser.HTMLParser):
    """Collects elements, ids and the text of scripts."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.ids, self.scripts, self.attributes = [], [], {}, []
        self.kind = None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        values = dict(attributes)
        self.attributes += attributes
        if "id" in values:
            self.ids.append(values["id"])
        if tag == "script":
            self.kind = values.get("type", "code")

    def handle_data(self, data):
        if self.kind:
            self.scripts[self.kind] = self.scripts.get(self.kind, "") + data

    def handle_endtag(self, tag):
        if tag == "script":
            self.kind = None


class HtmlReportTest(tool.ToolTest):
    def setUp(self):
        super().setUp()
        self.rows = [[(v, 255 - v, v // 2) for v in row] for row in tool.image(20, 12)]
        self.write("a.ppm", tool.ppm(self.rows))

    def page(self, name):
        """Returns the data of a page after checking its structure."""
        text = self.read(name).decode()
        page = Page(text)
        self.assertTrue(text.startswith("<!DOCTYPE html>") and text.endswith("</html>\n"))
        self.assertEqual(page.tags.count("script"), 2)
        self.assertEqual(sorted(page.scripts), ["application/json", "code"])
        self.assertEqual(len(page.ids), len(set(page.ids)))
        self.assertIn("stage", page.ids)
        for key, value in page.attributes:  # nothing comes from elsewhere, and no handler is markup
            self.assertFalse(key.startswith("on"), key)
            if key in ("src", "href"):
                self.assertEqual(value, "data:,")
        self.assertIn(("lang", "en"), page.attributes)
        self.assertNotIn("<", page.scripts["application/json"])
        return json.loads(page.scripts["application/json"])

    def pixels(self, uri):
        kind, _, data = uri.partition(",")
        self.assertEqual(kind, "data:image/png;base64")
        return tool.png_pixels(base64.b64decode(data, validate=True))

    def test_a_filtered_image(self):
        done = self.ok("bilateral", "a.ppm", "b.ppm", "--json", "--report", "r.html")
        data = self.page("r.html")
        (entry,) = data["entries"]
        self.assertEqual(entry["report"], json.loads(done.stdout))
        self.assertEqual(data["command"], "selvage bilateral a.ppm b.ppm --json --report r.html")
        self.assertEqual(data["version"], self.ok("--version").stdout.split()[1])
        self.assertEqual(data["failures"], [])
        self.assertTrue(entry["device"].startswith("cpu ("))
        self.assertRegex(entry["error_bound"], r"at most .* LSB")
        _, _, _, samples = tool.pnm_samples(self.read("b.ppm"))
        after = [tuple(samples[i:i + 3]) for i in range(0, len(samples), 3)]
        self.assertEqual(self.pixels(entry["before"]["png"]), self.rows)
        self.assertEqual(sum(self.pixels(entry["after"]["png"]), []), after)
        before = sum(self.rows, [])
        for name, pixels in (("before", before), ("after", after)):
            bins = [[sum(p[c] == v for p in pixels) for v in range(256)] for c in range(3)]
            self.assertEqual(entry["histograms"][name], bins)
        self.assertEqual(entry["histograms"]["channels"], ["red", "green", "blue"])
        compared = self.run_tool("compare", "a.ppm", "b.ppm", "--json")
        (numbers,) = self.objects(compared.stdout)
        difference = entry["difference"]
        for name in ("max", "mean", "rms", "psnr"):
            self.assertEqual(difference[name], numbers[name])
        self.assertEqual(difference["scale"], numbers["max"])
        largest = [max(abs(x - y) for x, y in zip(*pair)) for pair in zip(before, after)]
        shown = [sum(p) for row in self.pixels(difference["png"]) for p in row]
        self.assertEqual(max(zip(shown, largest))[1], max(largest))
        self.assertEqual([s for s, d in zip(shown, largest) if d == 0], [0] * largest.count(0))
        self.assertEqual((data["colours"][0], len(data["colours"])), ("#000000", 17))

    def test_a_volume_without_a_header(self):
        self.write("v.raw", bytes(range(240)) * 3)
        self.ok("box", "v.raw", "o.raw", "--raw", "8x6x3x5:u8", "--volume", "--radius", 1, "--report", "r.html")
        (entry,) = self.page("r.html")["entries"]
        self.assertEqual([len(row) for row in self.pixels(entry["after"]["png"])], 6 * [8])

    def test_a_comparison(self):
        self.write("b.ppm", tool.ppm([[(r, g, min(255, b + 9)) for r, g, b in row] for row in self.rows]))
        done = self.run_tool("compare", "a.ppm", "b.ppm", "--json", "--report", "r.html")
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        (entry,) = self.page("r.html")["entries"]
        self.assertEqual(entry["report"], json.loads(done.stdout))
        self.assertEqual(entry["difference"]["max_text"], "0.0352941 (9 of 255)")
        self.ok("compare", "a.ppm", "a.ppm", "--report", "same.html")
        (same,) = self.page("same.html")["entries"]
        self.assertEqual((same["difference"]["max"], same["difference"]["psnr"]), (0, None))

    def test_a_batch_with_odd_names_and_failures(self):
        image = tool.png(tool.image(16, 12))
        for name in (NAME, "ok.png", "cut.png"):
            self.write(f"in/{name}", image[:60] if name == "cut.png" else image)
        done = self.run_tool("box", "in", "-o", "out/", "--radius", 1, "--json", "--report", "all.html")
        self.assertEqual(done.returncode, 1)
        data = self.page("all.html")
        printed = self.objects(done.stdout)
        self.assertEqual([entry["report"] for entry in data["entries"]], [o for o in printed if "candidate" in o])
        self.assertEqual(data["failures"], [o for o in printed if "error" in o])
        self.assertEqual({entry["before"]["name"] for entry in data["entries"]}, {f"in/{NAME}", "in/ok.png"})
        self.assertIn(b"alert(1)", self.read("all.html"))
        self.assertNotIn(b"<script>alert", self.read("all.html"))
        self.write("other/ok.png", image)
        done = self.run_tool("compare", "in", "other", "--report", "folders.html", "--quiet")
        data = self.page("folders.html")
        self.assertEqual(len(data["entries"]), 1)
        self.assertEqual(sum("only in in" in failure["error"] for failure in data["failures"]), 2)

    def test_what_has_no_plain_picture(self):
        self.write("f.pfm", tool.pfm([[-10.0, 0.0, 30.0], [5.0, 5.0, 5.0]]))
        self.ok("box", "f.pfm", "g.pfm", "--radius", 1, "--report", "f.html")
        (entry,) = self.page("f.html")["entries"]
        self.assertEqual((entry["low"], entry["high"]), (-10, 30))
        self.assertIn("Black is -10, white is 30", entry["notes"][0])
        self.assertEqual(sum(entry["histograms"]["before"][0]), 6)
        self.write("small.pgm", tool.pgm(tool.image(5, 4)))
        self.write("guide.pgm", tool.pgm(tool.image(10, 8)))
        self.ok("joint", "small.pgm", "large.pgm", "--guide", "guide.pgm", "--upsample", "--report", "u.html")
        (entry,) = self.page("u.html")["entries"]
        self.assertIsNone(entry["difference"])
        self.assertEqual((entry["before"]["width"], entry["after"]["width"]), (5, 10))
        self.ok("box", "a.ppm", "part.ppm", "--radius", 1, "--region", "3,2,7,5", "--report", "part.html")
        (entry,) = self.page("part.html")["entries"]
        self.assertEqual(self.pixels(entry["before"]["png"]), [row[3:10] for row in self.rows[2:7]])
        self.write("pages.tif", tool.tiff([tool.image(9, 7)] * 3))
        self.ok("box", "pages.tif", "q.tif", "--radius", 1, "--report", "pages.html")
        self.assertIn("The pictures are page 1 of 3.", self.page("pages.html")["entries"][0]["notes"])
        self.ok("compare", "pages.tif", "pages.tif", "--report", "three.html")
        self.assertEqual([entry["page"] for entry in self.page("three.html")["entries"]], [1, 2, 3])
        self.write("s.raw", bytes(range(48)))
        self.ok("box", "s.raw", "t.raw", "--raw", "8x6x1:u8", "--radius", 1, "--report", "raw.html")
        self.assertEqual(self.page("raw.html")["entries"][0]["after"]["width"], 8)
        self.write("s5.raw", bytes(range(240)))
        self.ok("box", "s5.raw", "t5.raw", "--raw", "8x6x5:u8", "--radius", 1, "--report", "five.html")
        (entry,) = self.page("five.html")["entries"]
        self.assertEqual(len(entry["histograms"]["after"]), 4)
        self.assertIn("the first of 5 channels", entry["notes"][0])
        self.write("v.y4m", b"YUV4MPEG2 W8 H8 Cmono\n" + 2 * (b"FRAME\n" + bytes(64)))
        self.ok("box", "v.y4m", "w.y4m", "--radius", 1, "--report", "video.html")
        self.assertIn("luma of the first frame", self.page("video.html")["entries"][0]["notes"][-1])
        turned = b"eXIf" + b"II*\0\x08\0\0\0\1\0\x12\1\3\0\1\0\0\0\6\0\0\0\0\0\0\0"
        png = tool.png(tool.image(9, 4))
        self.write("t.png", png[:33] + struct.pack(">I", len(turned) - 4) + tool.png_chunk(turned[:4], turned[4:])[4:] + png[33:])
        self.ok("box", "t.png", "u.png", "--radius", 1, "--report", "turned.html")
        (entry,) = self.page("turned.html")["entries"]
        self.assertEqual((entry["before"]["width"], entry["before"]["height"]), (4, 9))

    def test_large_images_are_reduced(self):
        self.write("large.pgm", b"P5\n2400 1200\n255\n" + bytes(2400 * 1200 // 2) + b"\xc8" * (2400 * 1200 // 2))
        self.ok("box", "large.pgm", "o.pgm", "--radius", 1, "--report", "r.html")
        (entry,) = self.page("r.html")["entries"]
        self.assertEqual((entry["after"]["reduced"], entry["after"]["width"]), (2, 2400))
        png = base64.b64decode(entry["after"]["png"].partition(",")[2])
        self.assertEqual(struct.unpack(">II", png[16:24]), (1200, 600))
        self.assertEqual(sum(entry["histograms"]["before"][0]), 2400 * 1200)
        detail = entry["detail"]
        self.assertEqual((detail["after"]["reduced"], detail["after"]["width"], detail["after"]["height"]), (1, 1024, 1024))
        png = base64.b64decode(detail["after"]["png"].partition(",")[2])
        self.assertEqual(struct.unpack(">II", png[16:24]), (1024, 1024))
        self.ok("box", "large.pgm", "p.pgm", "--radius", 1, "--region", "9,9,90,90", "--report", "p.html")
        self.assertIsNone(self.page("p.html")["entries"][0]["detail"])

    def test_refused(self):
        self.write("r.html", b"old")
        error = self.fails(4, "box", "a.ppm", "b.ppm", "--radius", 1, "--report", "r.html")
        self.assertIn("r.html exists", error)
        self.assertEqual((self.names(), self.read("r.html")), (["a.ppm", "r.html"], b"old"))
        for words, text in ((["b.ppm", "--report", "r.png"], "reports are HTML files"),
                            (["b.ppm", "--report", "-"], "for instance: --report report.html"),
                            (["a.ppm", "-f", "--report", "n.html"], "which would replace it"),
                            (["-", "--report", "n.html"], "standard output is a pipe")):
            error = self.fails(2, "box", "a.ppm", *words, "--radius", 1)
            self.assertIn(text, error)
        self.assertEqual(self.fails(2, "compare", "a.ppm", "-", "--report", "n.html", stdin=-3).count("is a pipe"), 1)
        self.assertIn("there is none", self.fails(2, "compare", "a.ppm", "a.ppm", "-f"))
        self.fails(4, "compare", "a.ppm", "a.ppm", "--report", "r.html")
        self.fails(4, "box", "a.ppm", "b.ppm", "--radius", 1, "--report", "missing/r.html")
        self.assertEqual(self.names(), ["a.ppm", "r.html"])
        self.ok("box", "a.ppm", "b.ppm", "--radius", 1, "--report", "r.html", "-f")
        self.page("r.html")
        self.ok("box", "a.ppm", "c.ppm", "--radius", 1, "--report", "dry.html", "-n")
        self.assertEqual(self.names(), ["a.ppm", "b.ppm", "r.html"])


if __name__ == "__main__":
    unittest.main()
