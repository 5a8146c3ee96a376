# SPDX-License-Identifier: Apache-2.0
"""Volumes in files: NIfTI, samples without a header, and the distance of slices."""

import gzip
import struct
import unittest

import tool

WIDTH, HEIGHT, SLICES = 7, 5, 6


def nifti(samples, kind, code, size=(WIDTH, HEIGHT, SLICES), spacing=(1, 1, 1), scale=(0, 0), offset=(0, 0, 0)):
    """Returns a little-endian NIfTI-1 file; `kind` is a letter of struct, `code` the datatype."""
    header = bytearray(352)
    struct.pack_into("<i", header, 0, 348)
    struct.pack_into("<8h", header, 40, 3, *size, 1, 1, 1, 1)
    struct.pack_into("<hh", header, 70, code, 8 * struct.calcsize(kind))
    struct.pack_into("<4f", header, 76, 1, *spacing)
    struct.pack_into("<3f", header, 108, 352, *scale)
    header[148:153] = b"hello"  # descrip
    struct.pack_into("<h", header, 254, 1)  # sform
    for row in range(3):
        struct.pack_into("<4f", header, 280 + 16 * row, *[spacing[row] * (row == i) for i in range(3)], offset[row])
    header[344:347] = b"n+1"
    return bytes(header) + struct.pack(f"<{len(samples)}{kind}", *samples)


def of_nifti(data):
    """Returns the header and the samples of a file of floats."""
    assert struct.unpack_from("<h", data, 70) == (16,), "not floats"
    return data[:352], list(struct.unpack(f"<{(len(data) - 352) // 4}f", data[352:]))


class VolumesTest(tool.ToolTest):
    samples = [(31 * x + 17 * y + 71 * z * z) % 256 for z in range(SLICES) for y in range(HEIGHT) for x in range(WIDTH)]

    def setUp(self):
        super().setUp()
        pages = [[self.samples[(z * HEIGHT + y) * WIDTH:][:WIDTH] for y in range(HEIGHT)] for z in range(SLICES)]
        self.write("in.tif", tool.tiff(pages))

    def slices_of_tiff(self, *arguments):
        self.ok("bilateral", "in.tif", "expected.tif", "-f", "--volume", *arguments)
        return b"".join(tool.tiff_pages(self.read("expected.tif")))

    def test_bytes_and_their_header(self):
        volume = nifti(self.samples, "B", 2)
        self.write("in.nii", volume)
        self.write("in.nii.gz", gzip.compress(volume))
        expected = self.slices_of_tiff()
        for source in ("in.nii", "in.nii.gz", "in.tif"):
            self.ok("bilateral", source, "out.nii", "-f", "--volume")
            self.ok("bilateral", source, "out.nii.gz", "-f", "--volume")
            plain = self.read("out.nii")
            self.assertEqual(plain[352:], expected)
            self.assertEqual(gzip.decompress(self.read("out.nii.gz")), plain)
            self.assertEqual(struct.unpack_from("<8h", plain, 40), (3, WIDTH, HEIGHT, SLICES, 1, 1, 1, 1))
            if source != "in.tif":
                self.assertEqual(plain[120:352], volume[120:352])
        done = self.run_tool("bilateral", "-", "-", "--volume", input=gzip.compress(volume), text=False)
        self.assertEqual(gzip.decompress(done.stdout)[352:], expected)
        self.ok("bilateral", "in.nii.gz", "-o", "out/", "--volume", "--suffix", "_smooth")
        self.assertEqual(gzip.decompress(self.read("out/in_smooth.nii.gz"))[352:], expected)
        self.assertIn("NIfTI header is not kept", self.run_tool("bilateral", "in.nii", "x.tif", "--volume", "-v").stderr)

    def test_stored_integers_become_the_values_that_they_stand_for(self):
        units = [(v - 100) * 4 for v in self.samples]  # like Hounsfield units
        self.write("in.nii", nifti([v // 4 for v in units], "h", 4, scale=(4, 0)))
        self.write("f.raw", struct.pack(f"<{len(units)}f", *units))
        arguments = ["--volume", "--sigma-range", 60, "--sigma-space", 1]
        self.ok("bilateral", "in.nii", "out.nii", *arguments)
        self.ok("bilateral", "f.raw", "out.raw", "--raw", f"{WIDTH}x{HEIGHT}x1x{SLICES}:f32", *arguments)
        header, values = of_nifti(self.read("out.nii"))
        self.assertEqual(struct.pack(f"<{len(values)}f", *values), self.read("out.raw"))
        self.assertEqual(struct.unpack_from("<2f", header, 112), (1, 0))

    def test_samples_without_a_header(self):
        self.write("in.raw", bytes(self.samples))
        self.ok("bilateral", "in.raw", "out.raw", "--volume", "--raw", f"{WIDTH}x{HEIGHT}x1x{SLICES}:u8")
        self.assertEqual(self.read("out.raw"), self.slices_of_tiff())
        error = self.fails(3, "bilateral", "in.raw", "x.raw", "--raw", f"{WIDTH}x{HEIGHT}x1x{SLICES + 1}:u8")
        self.assertIn(f"shorter than the {WIDTH * HEIGHT * (SLICES + 1)} bytes of {SLICES + 1} slices of ", error)

    def test_the_spacing_sets_the_default_of_sigma_depth(self):
        wanted = self.slices_of_tiff("--sigma-space", 2, "--sigma-depth", 0.8)
        self.assertEqual(self.slices_of_tiff("--sigma-space", 2, "--spacing", 2.5), wanted)
        self.assertEqual(self.slices_of_tiff("--sigma-space", 2, "--spacing", "5/2"), wanted)
        self.assertNotEqual(self.slices_of_tiff("--sigma-space", 2), wanted)
        self.write("in.nii", nifti(self.samples, "B", 2, spacing=(0.8, 0.8, 2.0)))
        done = self.run_tool("bilateral", "in.nii", "out.nii", "--volume", "--sigma-space", 2, "-v")
        self.assertEqual(self.read("out.nii")[352:], wanted)
        self.assertIn("its slices are 2.5 times as far apart as its pixels: sigma_depth is 0.8", done.stderr)
        for arguments in (["--spacing", 1], ["--sigma-depth", 2]):
            done = self.run_tool("bilateral", "in.nii", "out.nii", "-f", "--volume", "--sigma-space", 2, "-v", *arguments)
            self.assertNotIn("as far apart", done.stderr)
            self.assertEqual(self.read("out.nii")[352:], self.slices_of_tiff("--sigma-space", 2))
        self.assertIn("voxels of 0.8 x 0.8 x 2\n", self.ok("info", "in.nii").stdout)
        self.assertEqual(self.objects(self.ok("info", "in.nii", "--json").stdout)[0]["spacing"], [0.8, 0.8, 2])

    def test_a_region_has_its_place(self):
        self.write("in.nii", nifti(self.samples, "B", 2, spacing=(0.5, 0.5, 2.0), offset=(10, 20, 30)))
        self.ok("bilateral", "in.nii", "out.nii", "--volume", "--region", "2,1,4,3")
        self.assertEqual(struct.unpack_from("<4f", self.read("out.nii"), 280), (0.5, 0, 0, 11))
        self.assertEqual(struct.unpack_from("<4f", self.read("out.nii"), 296), (0, 0.5, 0, 20.5))

    def test_options_that_do_not_fit(self):
        for arguments, message in ((["--spacing", 2], "--spacing is for --volume"),
                                   (["--volume", "--spacing", 2, "--sigma-depth", 1], "--spacing and --sigma-depth cannot"),
                                   (["--volume", "--spacing", 0], "--spacing 0 is not above 0"),
                                   (["--volume", "--spacing", "2/x"], "--spacing 2/x is not a value")):
            self.assertIn(message, self.fails(2, "gaussian", "in.tif", "out.tif", *arguments))
        self.assertIn("--sigma-depth", self.fails(2, "box", "in.tif", "out.tif", "--volume", "--radius", 1, "--sigma-depth", 1))

    def test_memory_does_not_grow_with_the_slices(self):
        """Bands along the third axis: a volume of 60M within 40M, whose windows need 9 of its 60 slices."""
        slices = 60
        self.write("big.raw", bytes(1000 * 1000 * slices))
        done = self.ok("gaussian", "big.raw", "out.raw", "--volume", "--raw", f"1000x1000x1x{slices}:u8",
                       "--max-memory", "60M", "--radius", 1, "--radius-depth", 1, "--json")
        memory, slab = self.objects(done.stdout)[0]["memory_bytes"], 6 * 1000 * 1000
        self.assertTrue(slab < memory < 3 * slab, memory)
        self.assertEqual((self.folder / "out.raw").stat().st_size, 1000 * 1000 * slices)
        error = self.fails(6, "gaussian", "big.raw", "x.raw", "--volume", "--raw", f"1000x1000x1x{slices}:u8",
                           "--max-memory", "40M", "--radius", 1, "--radius-depth", 20)
        self.assertIn("slices that are filtered together need", error)


if __name__ == "__main__":
    unittest.main()
