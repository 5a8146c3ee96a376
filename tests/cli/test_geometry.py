# SPDX-License-Identifier: Apache-2.0
"""`selvage geometry`: discontinuities, weights, flags."""

import os
import struct
import unittest

import family
import tool


class GeometryTest(family.FamilyTest):
    def setUp(self):
        super().setUp()
        self.write("row.pgm", tool.pgm([[0, 0, 90, 90]]))
        self.write("jump.pfm", tool.pfm([[1.0, 1.0, 5.0, 5.0]]))
        self.write("even.pfm", tool.pfm([[2.0] * 4]))

    def filtered(self, *options):
        return self.samples("geometry", "row.pgm", "--radius", 1, *options)

    def test_depth(self):
        self.assertEqual(self.filtered("--depth", "jump.pfm"), [0, 0, 90, 90])
        self.assertEqual(self.filtered("--depth", "even.pfm", "--weights", "box"), [0, 30, 60, 90])
        self.assertEqual(self.filtered("--depth", "jump.pfm", "--weights", "box",
                                       "--depth-threshold", 4.5), [0, 30, 60, 90])

    def test_normals(self):
        pixels = [(0.0, 0.0, 1.0)] * 2 + [(0.0, 0.5, 0.866)] * 2  # 30 degrees apart
        body = b"".join(struct.pack("<3f", *p) for p in pixels)
        self.write("n.pfm", b"PF\n4 1\n-1.0\n" + body)
        self.assertEqual(self.filtered("--normals", "n.pfm"), [0, 0, 90, 90])
        self.assertEqual(self.filtered("--normals", "n.pfm", "--normal-threshold", 31, "--weights",
                                       "box"), [0, 30, 60, 90])

    def test_edges_of_the_image(self):
        box = ["--weights", "box"]
        self.assertEqual(self.filtered("--edge-threshold", "89/255", *box), [0, 0, 90, 90])
        self.assertEqual(self.filtered("--edge-threshold", "91/255", *box), [0, 30, 60, 90])

    def test_weights(self):
        # exp(-1/2 / (1/3)^2) = 0.0111 is the neighbour's weight
        self.assertEqual(self.filtered("--depth", "even.pfm"), [0, 1, 89, 90])
        self.assertEqual(self.filtered("--depth", "even.pfm", "--sigma-space", 1), [0, 25, 65, 90])
        self.assertEqual(self.filtered("--depth", "even.pfm", "--row", "0 1 2", "--column", "1 1 1"),
                         [0, 60, 90, 90])

    def test_flags(self):
        self.filtered("--depth", "jump.pfm", "--flags", "flags.pgm")
        self.assertEqual(tool.pnm_samples(self.read("flags.pgm"))[3], [13, 14, 13, 14])
        for name in ("flags.pgm", "new.xyz"):
            self.fails(4 if name == "flags.pgm" else 2, "geometry", "row.pgm", "fresh.pgm", "--radius",
                       1, "--depth", "jump.pfm", "--flags", name)
            self.assertFalse((self.folder / "fresh.pgm").exists())
        done = self.ok("geometry", "row.pgm", "out.pgm", "--radius", 1, "--depth", "jump.pfm",
                       "--flags", "flags.pgm", "-f", "--json", "--region", "1,0,2,1")
        self.assertEqual(self.objects(done.stdout)[0]["flags"], "flags.pgm")
        self.assertEqual(tool.pnm_samples(self.read("flags.pgm"))[3], [14, 13])

    def test_edges_can_be_seen(self):
        self.write("step.pgm", tool.pgm([[0, 0, 0, 90, 90, 90]] * 3))
        self.ok("geometry", "step.pgm", "out.pgm", "--radius", 1, "--edge-threshold", "20/255", "--flags", "f.pgm")
        done = self.ok("geometry", "step.pgm", "again.pgm", "--radius", 1, "--edge-threshold", "20/255",
                       "--edges", "e.pgm", "--json")
        self.assertEqual(self.objects(done.stdout)[0]["edges"], "e.pgm")
        flags = tool.pnm_samples(self.read("f.pgm"))[3]
        edges = tool.pnm_samples(self.read("e.pgm"))[3]
        self.assertEqual(edges, [255 if v else 0 for v in flags])
        self.assertEqual(edges[6:12], [255, 0, 255, 255, 0, 255])
        self.assertEqual(self.read("again.pgm"), self.read("out.pgm"))
        given = ["geometry", "step.pgm", "x.pgm", "--radius", 1, "--edge-threshold", 0.1]
        self.assertIn("--flags and --edges cannot be combined",
                      self.fails(2, *given, "--flags", "a.pgm", "--edges", "b.pgm"))
        self.assertIn("--edges x.pgm is also the output", self.fails(2, *given, "--edges", "x.pgm"))
        self.assertIn("--edges step.pgm is also an input", self.fails(2, *given, "-f", "--edges", "step.pgm"))

    def test_hints_are_about_the_flags(self):
        for flags, code, hint in (("no/f.png", 4, "create it first"), ("row.pfm", 2, "for instance: --flags row.png"),
                                  ("nine.pgm", 4, "-f overwrites it")):
            error = self.fails(code, "geometry", "row.pgm", "out.pgm", "--radius", 1, "--depth",
                               "jump.pfm", "--flags", flags)
            self.assertTrue(error.endswith(f"  hint: {hint}\n"), error)

    def test_flags_replace_no_input(self):
        os.link(self.folder / "jump.pfm", self.folder / "same.pfm")
        os.symlink("row.pgm", self.folder / "link.pgm")
        before = self.read("jump.pfm"), self.read("row.pgm")
        for flags in ("row.pgm", "./row.pgm", "link.pgm", "jump.pfm", "same.pfm"):
            error = self.fails(2, "geometry", "row.pgm", "out.pgm", "-f", "--radius", 1, "--depth",
                               "jump.pfm", "--flags", flags)
            self.assertIn(f"--flags {flags} is also an input", error)
        self.assertEqual((self.read("jump.pfm"), self.read("row.pgm")), before)
        self.write("depth/row.pgm", self.read("row.pgm"))
        self.assertIn("is also an input",
                      self.fails(2, "geometry", "row.pgm", "out.pgm", "-f", "--radius", 1, "--depth",
                                 "depth/", "--flags", "depth/row.pgm"))
        self.assertIn("is also the output",
                      self.fails(2, "geometry", "row.pgm", "row.pgm", "-f", "--radius", 1, "--depth",
                                 "jump.pfm", "--flags", "link.pgm"))

    def test_refused(self):
        def refused(*options):
            return self.fails(2, "geometry", "row.pgm", "out.pgm", *options)

        self.assertIn("geometry needs --radius", refused("--depth", "even.pfm"))
        self.assertIn("needs --normals, --depth or --edge-threshold", refused("--radius", 1))
        self.assertIn("cannot be combined",
                      refused("--radius", 1, "--depth", "even.pfm", "--edge-threshold", 0.1))
        given = ["--radius", 1, "--depth", "even.pfm"]
        self.assertIn("--row and --column must be given together", refused(*given, "--row", "1 1 1"))
        self.assertIn("--row has 1 weights, radius 1 needs 3",
                      refused(*given, "--row", "1", "--column", "1"))
        self.assertIn("cannot be combined", refused(*given, "--row", "1 1 1", "--column", "1 1 1",
                                                     "--weights", "box"))
        self.assertIn("--normal-threshold", refused(*given, "--normal-threshold", 181))
        self.assertIn("--depth-threshold", refused(*given, "--depth-threshold", -1))
        self.assertIn("--depth even.pfm is 4x1, the image is 3x3",
                      self.fails(2, "geometry", "nine.pgm", "out.pgm", *given))
        self.assertIn("--normals row.pgm has 1 colour channels, must have 3",
                      refused("--radius", 1, "--normals", "row.pgm"))
        self.assertIn("is also the output", refused(*given, "--flags", "./out.pgm"))
        self.assertIn("--flags needs a file name", refused(*given, "--flags", "-"))
        self.assertIn("--flags f.pgm is one file, but there are 2 inputs",
                      self.fails(2, "geometry", "row.pgm", "nine.pgm", "-o", "out/", *given,
                                 "--flags", "f.pgm"))


if __name__ == "__main__":
    unittest.main()
