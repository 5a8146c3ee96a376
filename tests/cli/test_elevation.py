# SPDX-License-Identifier: Apache-2.0
"""Elevation models: the geographic tags of a GeoTIFF and its nodata value."""

import struct

import tool

DOUBLE, SHORT, ASCII = 12, 3, 2
PLACE = {
    33550: (DOUBLE, (30.0, 30.0, 0.0)),
    33922: (DOUBLE, (0.0, 0.0, 0.0, 440720.0, 3751320.0, 0.0)),
    34735: (SHORT, (1, 1, 0, 3, 1024, 0, 1, 1, 2048, 0, 1, 4326, 3072, 34737, 7, 0)),
    34736: (DOUBLE, (6378137.0, 298.257223563)),
    34737: (ASCII, b"WGS 84|\0"),
}
SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 12: 8}


def no_data(text):
    return {42113: (ASCII, text.encode() + b"\0")}


def geotiff(rows, tags, kind="f", big=False):
    """Returns a gray TIFF of one strip with further tags. `kind`: f (32-bit floats), H or B (integers)."""
    order = ">" if big else "<"
    pixels = b"".join(struct.pack(f"{order}{len(row)}{kind}", *row) for row in rows)
    pixels += bytes(len(pixels) % 2)
    width, bits = len(rows[0]), 8 * struct.calcsize(kind)
    entries = {256: (4, (width,)), 257: (4, (len(rows),)), 258: (3, (bits,)), 259: (3, (1,)), 262: (3, (1,)),
               273: (4, (8,)), 277: (3, (1,)), 278: (4, (len(rows),)),
               279: (4, (width * len(rows) * bits // 8,)), 339: (3, (3 if kind == "f" else 1,)), **tags}
    place = 8 + len(pixels)
    directory, outside = struct.pack(order + "H", len(entries)), b""
    free = place + 2 + 12 * len(entries) + 4
    for tag, (of_type, values) in sorted(entries.items()):
        code = {DOUBLE: "d", SHORT: "H", 4: "I"}.get(of_type)
        raw = values if of_type == ASCII else struct.pack(f"{order}{len(values)}{code}", *values)
        directory += struct.pack(order + "HHI", tag, of_type, len(raw) // SIZES[of_type])
        if len(raw) <= 4:
            directory += raw.ljust(4, b"\0")
        else:
            directory += struct.pack(order + "I", free + len(outside))
            outside += raw + bytes(len(raw) % 2)
    return ((b"MM\0*" if big else b"II*\0") + struct.pack(order + "I", place) + pixels + directory + bytes(4) +
            outside)


def tags_of(data, page=0):
    """Returns the tags of a little-endian TIFF: {tag: (type, values)}."""
    (place,) = struct.unpack_from("<I", data, 4)
    for _ in range(page + 1):
        (count,) = struct.unpack_from("<H", data, place)
        tags = {}
        for i in range(count):
            tag, kind, number = struct.unpack_from("<HHI", data, place + 2 + 12 * i)
            size = SIZES.get(kind, 0) * number
            at = place + 2 + 12 * i + 8
            if size > 4:
                (at,) = struct.unpack_from("<I", data, at)
            raw = data[at:at + size]
            code = {DOUBLE: "d", SHORT: "H", 4: "I"}.get(kind)
            tags[tag] = (kind, raw if code is None else struct.unpack(f"<{number}{code}", raw))
        (place,) = struct.unpack_from("<I", data, place + 2 + 12 * count)
    return tags


def terrain(width=24, height=18, hole=None):
    """Returns metres above the sea, with a hole of that value."""
    rows = [[float(v) + 100.0 for v in row] for row in tool.image(width, height)]
    if hole is not None:
        for y in range(5, 9):
            rows[y][7:12] = [hole] * 5
    return rows


SMOOTH = ["--sigma-range", "40", "--sigma-space", "2"]


class PlaceTest(tool.ToolTest):
    def test_the_tags_are_kept(self):
        for big in (False, True):
            self.write("dem.tif", geotiff(terrain(), {**PLACE, **no_data("-9999")}, big=big))
            self.ok("bilateral", "dem.tif", "out.tif", "-f", *SMOOTH)
            kept = tags_of(self.read("out.tif"))
            for tag, value in {**PLACE, **no_data("-9999")}.items():
                self.assertEqual(kept[tag], value, tag)
            again = self.ok("bilateral", "out.tif", "-o", "again.tif", "-f", *SMOOTH)
            self.assertEqual(again.stderr, "")
            self.assertEqual(tags_of(self.read("again.tif"))[33922], PLACE[33922])

    def test_a_matrix_is_kept(self):
        matrix = {34264: (DOUBLE, (30.0, 1.0, 0.0, 500.0, 2.0, -30.0, 0.0, 900.0) + 7 * (0.0,) + (1.0,))}
        self.write("dem.tif", geotiff(terrain(), matrix))
        self.ok("bilateral", "dem.tif", "out.tif", *SMOOTH)
        self.assertEqual(tags_of(self.read("out.tif"))[34264], matrix[34264])
        self.ok("bilateral", "dem.tif", "part.tif", "--region", "2,3,8,6", *SMOOTH)
        moved = tags_of(self.read("part.tif"))[34264][1]
        self.assertEqual(moved[:8], (30.0, 1.0, 0.0, 500.0 + 60 + 3, 2.0, -30.0, 0.0, 900.0 + 4 - 90))

    def test_a_region_keeps_its_place(self):
        self.write("dem.tif", geotiff(terrain(), PLACE))
        self.ok("bilateral", "dem.tif", "part.tif", "--region", "5,7,8,6", *SMOOTH)
        kept = tags_of(self.read("part.tif"))
        self.assertEqual(kept[33922][1], (-5.0, -7.0, 0.0, 440720.0, 3751320.0, 0.0))
        self.assertEqual(kept[33550], PLACE[33550])

    def test_another_size_has_no_place(self):
        self.write("dem.tif", geotiff(terrain(), {**PLACE, **no_data("-9999")}))
        self.write("guide.pgm", tool.pgm(tool.image(48, 36)))
        done = self.run_tool("joint", "dem.tif", "large.tif", "--guide", "guide.pgm", "--upsample", "-v")
        self.assertIn("note: its place on the Earth is not kept: the result has another size\n", done.stderr)
        kept = tags_of(self.read("large.tif"))
        self.assertNotIn(33922, kept)
        self.assertIn(42113, kept)

    def test_what_other_formats_lose(self):
        self.write("dem.tif", geotiff([[7] * 9] * 5, {**PLACE, **no_data("0")}, "H"))
        notes = self.run_tool("bilateral", "dem.tif", "out.png", "-v").stderr
        self.assertIn("note: its nodata value is not kept in PNG\n", notes)
        self.assertIn("note: its place on the Earth is not kept in PNG\n", notes)

    def test_damaged_tags(self):
        self.write("dem.tif", geotiff(terrain(), {33550: (SHORT, (1, 2, 3)), 42112: (ASCII, b"<GDALMetadata/>\0")}))
        notes = self.run_tool("bilateral", "dem.tif", "out.tif", "-v", *SMOOTH).stderr
        self.assertIn("note: its ModelPixelScale is not kept: it is damaged or too large\n", notes)
        self.assertIn("note: its GDAL_METADATA is not kept: statistics of the bands change\n", notes)
        self.assertNotIn("Unknown field", notes)

    def test_pages(self):
        self.write("a.tif", geotiff(terrain(), {**PLACE, **no_data("-9999")}))
        self.write("plain.tif", geotiff(terrain(), {}))
        self.ok("bilateral", "plain.tif", "out.tif", *SMOOTH)
        self.assertFalse(set(PLACE) & set(tags_of(self.read("out.tif"))))

    def test_info(self):
        self.write("dem.tif", geotiff(terrain(), {**PLACE, **no_data("-9999")}))
        text = self.ok("info", "dem.tif").stdout
        self.assertIn("  a GeoTIFF: its place on the Earth is kept in TIFF\n  nodata: -9999\n", text)
        (info,) = self.objects(self.ok("info", "dem.tif", "--json").stdout)
        self.assertEqual((info["geotiff"], info["nodata"]), (True, "-9999"))


class NodataTest(tool.ToolTest):
    def pixels(self, name):
        """Returns the samples of a TIFF as floats, by way of PFM."""
        self.ok("box", name, "pixels.pfm", "--radius", 0, "--bits", "f32", "-f")
        data = self.read("pixels.pfm")
        return data[data.index(b"-1.0\n") + 5:]

    def test_pixels_without_data_are_ignored(self):
        for value, text in ((-9999.0, "-9999"), (-3.4028234663852886e38, "-3.4028234663852886e+38"), (1e20, " +1e20 ")):
            with self.subTest(text=text):
                self.write("plain.tif", geotiff(terrain(hole=value), {}))
                self.write("dem.tif", geotiff(terrain(hole=value), no_data(text)))
                for verb, more in (("bilateral", SMOOTH), ("gaussian", []), ("box", ["--radius", 2]),
                                   ("rolling", ["--sigma-range", "40"])):
                    for fill in ([], ["--fill"]):
                        self.ok(verb, "plain.tif", "a.tif", "-f", "--invalid", value, *more, *fill)
                        self.ok(verb, "dem.tif", "b.tif", "-f", *more, *fill)
                        self.assertEqual(self.pixels("a.tif"), self.pixels("b.tif"))
                done = self.run_tool("bilateral", "dem.tif", "b.tif", "-f", "-v", *SMOOTH)
                self.assertIn(f"note: its nodata value {text} is ignored, as by --invalid\n", done.stderr)
                self.assertNotIn("beyond 1e+18", done.stderr)
                hole = struct.pack("<f", value)
                self.assertEqual(self.pixels("b.tif").count(hole), 20)

    def test_integers(self):
        rows = [[int(v) for v in row] for row in terrain(hole=0.0)]
        self.write("plain.tif", geotiff(rows, {}, "H"))
        self.write("dem.tif", geotiff(rows, no_data("0"), "H"))
        self.ok("bilateral", "plain.tif", "a.tif", "--invalid", 0, "--fill", "--sigma-range", "40/65535")
        self.ok("bilateral", "dem.tif", "b.tif", "--fill", "--sigma-range", "40/65535")
        self.assertEqual(self.pixels("a.tif"), self.pixels("b.tif"))
        self.write("byte.tif", geotiff([[255, 3, 9], [4, 5, 6]], no_data("255"), "B"))
        self.ok("box", "byte.tif", "c.tif", "--radius", 1, "--fill")
        self.assertEqual(tool.tiff_pages(self.read("c.tif"))[0][0], 4)  # the mean of 3, 4 and 5

    def test_values_that_samples_cannot_have(self):
        rows = [[int(v) for v in row] for row in terrain()]
        self.write("plain.tif", geotiff(rows, {}, "H"))
        self.ok("bilateral", "plain.tif", "a.tif")
        for text in ("-9999", "0.5", "70000", "nan", "none", ""):
            self.write("dem.tif", geotiff(rows, no_data(text), "H"))
            self.ok("bilateral", "dem.tif", "b.tif", "-f")
            self.assertEqual(self.pixels("a.tif"), self.pixels("b.tif"))

    def test_the_option_comes_first(self):
        self.write("dem.tif", geotiff(terrain(hole=-9999.0), no_data("-9999")))
        done = self.run_tool("bilateral", "dem.tif", "a.tif", "-v", "--invalid", 120, *SMOOTH)
        self.assertIn("note: its nodata value -9999 counts like any other: --invalid is given\n", done.stderr)
        done = self.run_tool("geometry", "dem.tif", "c.tif", "-v", "--radius", 1, "--edge-threshold", 50)
        self.assertIn("note: its nodata value -9999 counts like any other in geometry\n", done.stderr)
        done = self.run_tool("bilateral", "dem.tif", "d.tif", "-v", "--bits", "f16", "--sigma-range", "40")
        self.assertIn("note: its nodata value is not kept: --bits changes", done.stderr)
        self.assertNotIn(42113, tags_of(self.read("d.tif")))

    def test_each_file_has_its_own(self):
        names = []
        for i, value in enumerate((-1.0, -2.0, -1.0)):
            names.append(f"{i}.tif")
            self.write(names[-1], geotiff(terrain(hole=value), no_data(f"{value:g}")))
        self.ok("box", *names, "-o", "out/", "--radius", 2, "--fill")
        for name in names:
            self.ok("box", name, "alone.tif", "-f", "--radius", 2, "--fill")
            self.assertEqual(self.read("alone.tif"), self.read(f"out/{name}"))
        self.assertEqual(self.pixels("out/0.tif"), self.pixels("out/1.tif"))
