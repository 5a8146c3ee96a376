# SPDX-License-Identifier: Apache-2.0
"""Layers of OpenEXR files, given after a colon."""

import struct
import unittest

import family
import tool


def exr(width, height, channels):
    """Returns an uncompressed OpenEXR file of floats. `channels` maps names to rows of samples."""
    def attribute(name, kind, value):
        return f"{name}\0{kind}\0".encode() + struct.pack("<i", len(value)) + value

    names = sorted(channels)
    listed = b"".join(name.encode() + struct.pack("<x4i", 2, 0, 1, 1) for name in names) + b"\0"
    box = struct.pack("<4i", 0, 0, width - 1, height - 1)
    header = struct.pack("<2i", 20000630, 2) + b"".join([
        attribute("channels", "chlist", listed),
        attribute("compression", "compression", b"\0"),
        attribute("dataWindow", "box2i", box),
        attribute("displayWindow", "box2i", box),
        attribute("lineOrder", "lineOrder", b"\0"),
        attribute("pixelAspectRatio", "float", struct.pack("<f", 1.0)),
        attribute("screenWindowCenter", "v2f", struct.pack("<2f", 0.0, 0.0)),
        attribute("screenWindowWidth", "float", struct.pack("<f", 1.0))]) + b"\0"
    lines = [struct.pack("<2i", y, 4 * width * len(names)) +
             b"".join(struct.pack(f"<{width}f", *channels[name][y]) for name in names)
             for y in range(height)]
    first = len(header) + 8 * height
    offsets = [first + y * len(lines[0]) for y in range(height)]
    return header + struct.pack(f"<{height}Q", *offsets) + b"".join(lines)


class LayersTest(family.FamilyTest):
    def setUp(self):
        super().setUp()
        even, zero = [[1.0] * 4], [[0.0] * 4]
        self.write("frame.exr", exr(4, 1, {
            "R": [[0.0, 0.0, 90.0, 90.0]], "G": zero, "B": even,
            "Z": [[1.0, 1.0, 5.0, 5.0]], "flat.Z": even, "flat.W": zero,
            "N.X": zero, "N.Y": [[0.0, 0.0, 0.5, 0.5]], "N.Z": [[1.0, 1.0, 0.866, 0.866]]}))

    def reds(self, *options):
        self.ok("geometry", "frame.exr", "out.pfm", "-f", "--radius", 1, "--weights", "box", *options)
        return list(struct.unpack("<12f", self.read("out.pfm")[-48:])[::3])

    def test_one_file_serves_several_options(self):
        self.assertEqual(self.reds("--depth", "frame.exr:flat.Z"), [0, 30, 60, 90])
        self.assertEqual(self.reds("--depth", "frame.exr:Z"), [0, 0, 90, 90])
        self.assertEqual(self.reds("--normals", "frame.exr:N"), [0, 0, 90, 90])
        self.assertEqual(self.reds("--normals", "frame.exr:N", "--depth", "frame.exr:flat.Z",
                                   "--normal-threshold", 31), [0, 30, 60, 90])

    def test_a_folder_of_frames_serves_them_too(self):
        for name in ("a", "below/b"):
            self.write(f"frames/{name}.exr", self.read("frame.exr"))
        sides = ["--normals", "frames/:N", "--depth", "frames:Z"]
        self.ok("geometry", "frames/", "-o", "out/", "--radius", 1, "--weights", "box", *sides)
        self.ok("geometry", "frame.exr", "alone.exr", "--radius", 1, "--weights", "box",
                "--normals", "frame.exr:N", "--depth", "frame.exr:Z")
        for name in ("a", "below/b"):
            self.ok("compare", f"out/{name}.exr", "alone.exr")
        error = self.fails(3, "geometry", "frames/a.exr", "o.exr", "--radius", 1, "--depth", "frames:Q")
        self.assertIn("frames/a.exr", error)

    def test_a_layer_is_an_image(self):
        self.ok("box", "frame.exr:N", "out.exr", "--radius", 1)
        self.assertEqual(self.read("out.exr")[:4], b"\x76\x2f\x31\x01")
        info = self.objects(self.ok("info", "out.exr", "--json").stdout)[0]
        self.assertEqual((info["channels"], info["type"], info["layers"]), (3, "f32", []))
        self.ok("compare", "frame.exr:Z", "frame.exr:Z")

    def test_two_channels_go_to_a_format_that_has_them(self):
        plane = [[0.5] * 4] * 3
        self.write("two.exr", exr(4, 3, {"uv.U": plane, "uv.V": plane}))
        done = self.ok("box", "two.exr:uv", "-", "--radius", 1, text=False)
        self.assertEqual(done.stdout[:4], b"II*\0")

    def test_info_lists_them(self):
        self.assertIn("layers: N, Z, flat\n", self.ok("info", "frame.exr").stdout)
        info = self.objects(self.ok("info", "frame.exr", "--json").stdout)[0]
        self.assertEqual(info["layers"], ["N", "Z", "flat"])

    def test_what_is_left_behind_is_noted(self):
        (report,) = self.objects(self.ok("box", "frame.exr", "o.exr", "--radius", 1, "--json").stdout)
        self.assertEqual(report["notes"], ["its other layers are not read: N, Z, flat"])
        self.assertIn("  note: its other layers are not read: N, Z, flat\n",
                      self.run_tool("box", "frame.exr", "p.exr", "--radius", 1, "-v").stderr)
        for layer in ("N", "Z"):
            done = self.ok("box", f"frame.exr:{layer}", "o.exr", "-f", "--radius", 1, "--json")
            self.assertEqual(self.objects(done.stdout)[0]["notes"], [])
        moved = self.read("o.exr").replace(struct.pack("<4i", 0, 0, 3, 0), struct.pack("<4i", 5, 7, 8, 7))
        self.write("moved.exr", moved)
        self.assertIn("its data window is the image: 4x1 at 5,7 of a display window of 4x1 at 5,7",
                      self.ok("info", "moved.exr").stdout)

    def test_one_that_is_not_there(self):
        self.assertIn("hint: ask for one of its layers: N, Z, flat\n",
                      self.fails(3, "geometry", "frame.exr", "o.exr", "--radius", 1, "--normals", ".:P"))
        refusal = self.fails(3, "info", "frame.exr:normals")
        self.assertIn("frame.exr: it has no layer 'normals'", refusal)
        self.assertIn("N, Z, flat", refusal)

    def test_a_batch_into_a_folder(self):
        self.ok("box", "frame.exr:N", "frame.exr:Z", "-o", "out/", "--radius", 1)
        self.assertEqual(sorted(p.name for p in (self.folder / "out").iterdir()),
                         ["frame.N.exr", "frame.Z.exr"])


class AlphaTest(tool.ToolTest):
    """OpenEXR colours are premultiplied by alpha, those of other formats are not."""

    def setUp(self):
        super().setUp()
        self.write("a.exr", exr(3, 1, {"R": [[0.01, 0.4, 0.0]], "G": [[0.004, 0.0, 0.0]],
                                       "B": [[0.0, 0.2, 0.0]], "A": [[0.01, 0.4, 0.0]]}))

    def pam(self, name, *options):
        self.ok("box", name, "out.pam", "-f", "--radius", 0, *options)
        return list(self.read("out.pam").split(b"ENDHDR\n")[1])

    def test_straight_in_formats_that_mean_it(self):
        wanted = [255, 102, 0, 3, 255, 0, 128, 102, 0, 0, 0, 0]  # not computed from rounded bytes
        self.assertEqual(self.pam("a.exr", "--bits", 8), wanted)
        self.ok("box", "a.exr", "a.png", "--radius", 0, "--bits", 8)
        self.assertEqual(self.pam("a.png"), wanted)
        self.ok("box", "a.exr", "a.tif", "--radius", 0)
        self.assertEqual(self.pam("a.tif", "--bits", 8), wanted)
        self.ok("box", "a.tif", "b.exr", "--radius", 0)
        self.assertEqual(self.pam("b.exr", "--bits", 8), wanted)

    def test_compared_as_one_means_them(self):
        self.ok("box", "a.exr", "a.tif", "--radius", 0, "--alpha", "keep")
        self.ok("box", "a.exr", "b.exr", "--radius", 0, "--alpha", "keep")
        self.ok("compare", "a.exr", "b.exr")  # bit for bit
        self.ok("compare", "a.exr", "a.tif")
        self.ok("compare", "a.tif", "a.exr")


if __name__ == "__main__":
    unittest.main()
