# SPDX-License-Identifier: Apache-2.0
"""Colour profiles, EXIF, XMP and resolutions: shown, kept, or dropped with a note."""

import struct
import unittest
import zlib

import tool


def profile(description, colours=b"RGB "):
    """Returns a colour profile that has only a description."""
    text = description.encode() + b"\0" * (200 - len(description))  # libpng refuses tiny ones
    tag = b"desc" + bytes(4) + struct.pack(">I", len(text)) + text
    tag += bytes(i * 37 % 251 for i in range(200))
    header = bytearray(128)
    header[0:4] = struct.pack(">I", 144 + len(tag))
    header[8:12] = b"\x02\x10\0\0"
    header[12:24] = b"mntr" + colours + b"XYZ "
    header[36:40] = b"acsp"
    header[68:80] = bytes.fromhex("0000f6d6000100000000d32d")
    return bytes(header) + struct.pack(">I4sII", 1, b"desc", 144, len(tag)) + tag


def exif(orientation, thumbnail=b"old view"):
    entries = struct.pack("<HHHIHH", 1, 0x112, 3, 1, orientation, 0) + struct.pack("<I", 26)
    small = struct.pack("<HHHIIHHIII", 2, 0x201, 4, 1, 56, 0x202, 4, 1, len(thumbnail), 0)
    return b"II*\0\x08\0\0\0" + entries + small + thumbnail


def with_metadata(png, icc=None, turn=None, dpi=None, xmp=None):
    chunks = b""
    if icc:
        chunks += tool.png_chunk(b"iCCP", b"icc\0\0" + zlib.compress(icc))
    if turn:
        chunks += tool.png_chunk(b"eXIf", exif(turn))
    if dpi:
        chunks += tool.png_chunk(b"pHYs", struct.pack(">IIB", *(round(d / 0.0254) for d in dpi), 1))
    if xmp:
        chunks += tool.png_chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + xmp)
    return png[:33] + chunks + png[33:]


class MetadataTest(tool.ToolTest):
    def setUp(self):
        super().setUp()
        self.plain = tool.png([[x % 256 for x in range(48)]] * 12, color=2)
        self.write("a.png", with_metadata(self.plain, profile("sRGB for tests"), 6, (300, 150), b"<x/>"))

    def info(self, name):
        (report,) = self.objects(self.ok("info", name, "--json").stdout)
        return report

    def notes(self, *arguments):
        (report,) = self.objects(self.ok(*arguments, "-f", "--json").stdout)
        return report["notes"]

    def test_info(self):
        self.assertEqual(self.ok("info", "a.png").stdout,
                         "a.png: png 16x12 RGB 8-bit\n"
                         f"  colour profile: sRGB for tests, {len(profile('sRGB for tests'))} bytes\n"
                         "  resolution: 300 x 150 dpi\n"
                         "  EXIF: 64 bytes, orientation 6 (viewers turn the image)\n"
                         "  XMP: 4 bytes\n")
        report = self.info("a.png")
        self.assertEqual(report["icc"]["description"], "sRGB for tests")
        self.assertEqual(report["exif"], {"bytes": 64, "orientation": 6})
        self.assertEqual(report["xmp"], {"bytes": 4})
        self.assertAlmostEqual(report["dpi"][0], 300, places=2)
        self.write("plain.png", self.plain)
        self.assertEqual([self.info("plain.png")[k] for k in ("icc", "dpi", "exif", "xmp")], [None] * 4)
        self.write("square.png", with_metadata(self.plain, dpi=(72, 72)))
        self.assertIn("  resolution: 72.01 dpi\n", self.ok("info", "square.png").stdout)

    def test_side_images_that_are_turned_in_another_way(self):
        self.write("other.png", with_metadata(self.plain, turn=1))
        note = ("its EXIF orientation is 6, that of the guide other.png is 1: the stored pixels are "
                "used as they are")
        self.assertEqual(self.notes("joint", "a.png", "out.png", "--guide", "other.png"), [note])
        for name in ("a.png", "plain.png"):  # without metadata
            self.write("plain.png", self.plain)
            self.assertEqual(self.notes("joint", "a.png", "out.png", "--guide", name), [])
        upright = tool.png([[x % 256 for x in range(36)]] * 16, color=2)
        self.write("upright.png", upright)
        error = self.fails(2, "joint", "a.png", "o.png", "--guide", "upright.png")
        self.assertIn("hint: their EXIF orientations differ (1 and 6)", error)
        self.write("tall.png", with_metadata(upright, turn=6))
        self.assertNotIn("EXIF", self.fails(2, "joint", "a.png", "o.png", "--guide", "tall.png"))

    def test_a_full_scale_that_is_not_kept(self):
        self.write("deep.pgm", tool.pgm(tool.image(8, 8, 10000), 10000))
        self.assertEqual(self.notes("box", "deep.pgm", "o.png", "--radius", 1),
                         ["its full scale 10000 becomes 65535 in PNG"])
        self.assertEqual(self.notes("box", "deep.pgm", "o.pgm", "--radius", 1), [])
        self.assertEqual(self.notes("box", "deep.pgm", "o.pfm", "--radius", 1, "--bits", "f32"), [])

    def test_names_in_profiles_cannot_drive_the_terminal(self):
        self.write("odd.png", with_metadata(self.plain, profile("a\x1b[31mb")))
        self.assertIn("a\\x1b[31mb", self.ok("info", "odd.png").stdout)

    def test_round_trip(self):
        self.ok("gaussian", "a.png", "b.jpg")
        self.ok("gaussian", "b.jpg", "c.png")
        there, back = self.info("b.jpg"), self.info("c.png")
        before = self.info("a.png")
        for key in ("icc", "exif", "xmp"):
            self.assertEqual((there[key], back[key]), (before[key], before[key]))
        self.assertEqual(back["dpi"], before["dpi"])
        self.assertIn(profile("sRGB for tests"), self.read("b.jpg"))

    def test_every_verb_keeps_it(self):
        before = self.info("a.png")
        for arguments in (["bilateral"], ["bilateral", "--bits", "16"], ["gaussian"], ["box", "--radius", "1"],
                          ["rolling", "--sigma-space", "1"], ["convolve", "--kernel", "sharpen"],
                          ["joint", "--guide", "a.png"], ["geometry", "--radius", "1", "--normals", "a.png"],
                          ["bilateral", "--region", "2,2,5,4"]):
            self.ok(arguments[0], "a.png", "out.png", "-f", *arguments[1:])
            after = self.info("out.png")
            for key in ("icc", "dpi", "exif", "xmp"):
                self.assertEqual(after[key], before[key], (arguments, key))
        piped = self.ok("gaussian", "-", "-", input=self.read("a.png"), text=False).stdout
        self.write("piped.png", piped)
        self.assertEqual(self.info("piped.png")["icc"], before["icc"])

    def test_thumbnails_of_the_old_pixels_go(self):
        self.assertIn(b"old view", self.read("a.png"))
        for name in ("b.png", "b.jpg"):
            self.ok("gaussian", "a.png", name)
            self.assertNotIn(b"old view", self.read(name))

    def test_what_a_format_cannot_hold_is_noted(self):
        self.assertEqual(self.notes("gaussian", "a.png", "b.png"), [])
        self.assertEqual(self.notes("gaussian", "a.png", "b.ppm"),
                         ["its colour profile is not kept in PNM", "its EXIF is not kept in PNM",
                          "viewers will not apply its EXIF orientation (6)",
                          "its XMP is not kept in PNM", "its resolution is not kept in PNM"])
        self.assertIn("note: its EXIF is not kept in PFM",
                      self.run_tool("gaussian", "a.png", "b.pfm", "--bits", "f32", "-v").stderr)
        self.write("upright.png", with_metadata(self.plain, turn=1))
        self.assertEqual(self.notes("gaussian", "upright.png", "b.ppm"),
                         ["its EXIF is not kept in PNM"])
        self.ok("gaussian", "a.png", "b.ppm", "-f")  # no note

    def test_lab_is_for_srgb(self):
        lab = ["bilateral", "--norm", "lab", "--radius", "1", "out.png"]
        self.assertEqual(self.notes(lab[0], "a.png", *lab[1:]), [])
        self.write("wide.png", with_metadata(self.plain, profile("Display P3")))
        (note,) = self.notes(lab[0], "wide.png", *lab[1:])
        self.assertIn("--norm lab assumes that it is sRGB", note)
        self.assertIn("Display P3", note)
        self.assertEqual(self.notes("bilateral", "wide.png", "--radius", "1", "out.png"), [])
        (note,) = self.notes("joint", "a.png", "--guide", "wide.png", "--norm", "lab", "--radius", "1",
                             "out.png")
        self.assertIn("assumes that the guide is sRGB", note)

    def test_damaged_metadata_is_noted_and_the_image_filtered(self):
        self.write("odd.png", with_metadata(self.plain, profile("gray", b"GRAY")))
        notes = self.notes("gaussian", "odd.png", "b.png")
        self.assertTrue(any("colour profile is not kept" in note for note in notes), notes)
        self.assertIsNone(self.info("b.png")["icc"])


class LateTest(tool.ToolTest):
    """Chunks of a PNG that follow the pixels, which are processed in bands."""

    def setUp(self):
        super().setUp()
        plain = tool.png([[(x * y) % 256 for x in range(300)] for y in range(900)])
        chunks = tool.png_chunk(b"eXIf", exif(6)) + tool.png_chunk(
            b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0<x:xmpmeta/>")
        self.write("plain.png", plain)
        self.write("late.png", plain[:-12] + chunks + plain[-12:])

    def filtered(self, output, *options):
        done = self.ok("box", "late.png", output, "--radius", 2, "--json", "-f", *options)
        return self.objects(done.stdout)[0]

    def test_it_is_kept_in_a_png(self):
        whole = self.filtered("whole.png")
        limit = int(0.7 * whole["memory_bytes"])
        for options in (["--max-memory", limit], ["--max-memory", limit, "-j", 1]):
            bands = self.filtered("bands.png", *options)
            self.assertEqual((whole["bands"], bands["bands"] > 1), (1, True))
            self.assertEqual(bands["notes"], [])
            self.ok("compare", "whole.png", "bands.png")
            for name in (b"eXIf", b"iTXt"):
                chunks = [self.read(file) for file in ("whole.png", "bands.png")]
                whole_chunk, late_chunk = (
                    data[(at := data.index(name)) - 4:at + 8 + int.from_bytes(data[at - 4:at], "big")]
                    for data in chunks)
                self.assertEqual(late_chunk, whole_chunk)

    def test_it_is_found_below_a_region(self):
        self.filtered("part.png", "--region", "0,0,10,10")
        self.assertIn(exif(6)[:20], self.read("part.png"))
        self.assertIn(b"<x:xmpmeta/>", self.read("part.png"))

    def test_elsewhere_it_is_noted(self):
        limit = int(0.7 * self.filtered("whole.pgm")["memory_bytes"])
        notes = self.filtered("bands.pgm", "--max-memory", limit)["notes"]
        self.assertEqual([note.split()[1] for note in notes if "follows the pixels" in note],
                         ["EXIF", "XMP"])


if __name__ == "__main__":
    unittest.main()
