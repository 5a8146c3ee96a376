# SPDX-License-Identifier: Apache-2.0
"""The other means and what all filters share, checked against numbers computed by hand."""

import struct
import unittest

import family
import test_verbs
import tool


class MeansTest(family.FamilyTest):
    def test_box(self):
        middle = self.samples("box", "nine.pgm", "--radius", 1)[4]
        self.assertEqual(middle, 51)  # 460 / 9
        side = self.samples("box", "nine.pgm", "--radius", 1, "--border", "shrink")[1]
        self.assertEqual(side, 37)  # 220 / 6
        corner = self.samples("box", "nine.pgm", "--radius", 1, "--border", "constant:0")[0]
        self.assertEqual(corner, 14)  # 130 / 9
        self.assertEqual(self.samples("box", "nine.pgm", "--diameter", 3),
                         self.samples("box", "nine.pgm", "--radius", 1))
        self.assertNotEqual(self.samples("box", "nine.pgm", "--radius", 1, "--iterations", 2),
                            self.samples("box", "nine.pgm", "--radius", 1))

    def test_gaussian(self):
        self.assertEqual(self.samples("gaussian", "flat.pgm"), [100] * 35)
        # 160 by 1, exp(-1/2) and exp(-1), over their sum 4.8976
        blurred = self.samples("gaussian", "dot.pgm", "--sigma-space", 1, "--radius", 1)
        self.assertEqual(blurred[10:15], [0, 20, 33, 20, 0])
        self.assertEqual(blurred[5:10], [0, 12, 20, 12, 0])
        disc = self.samples("gaussian", "dot.pgm", "-s", 1, "--radius", 1, "--window", "disc")
        self.assertEqual(disc[5:10], [0, 0, 28, 0, 0])  # 160 * 0.6065 / 3.4261
        self.assertEqual(self.samples("gaussian", "dot.pgm"),
                         self.samples("gaussian", "dot.pgm", "--sigma-space", 3, "--radius", 9))

    def test_validity(self):
        holes = self.samples("gaussian", "dot.pgm", "--invalid", "160/255")
        self.assertEqual(holes[12], 160)  # copied, and not part of any mean
        self.assertEqual(sum(holes), 160)
        self.assertEqual(self.samples("box", "dot.pgm", "--radius", 1, "--invalid", "160/255",
                                      "--fill"), [0] * 25)
        mask = [[1] * 5 for _ in range(5)]
        mask[2][2] = 0
        self.write("m.pgm", tool.pgm(mask))
        self.assertEqual(self.samples("box", "dot.pgm", "--radius", 1, "--mask", "m.pgm"), holes)

    def test_floats(self):
        self.write("in.pfm", tool.pfm([[0.0, 1000.0, 2000.0]] * 3))
        self.ok("box", "in.pfm", "out.pfm", "--radius", 1, "--border", "shrink")
        row = struct.unpack("<3f", self.read("out.pfm")[-12:])
        for value, expected in zip(row, (500.0, 1000.0, 1500.0)):
            self.assertAlmostEqual(value, expected, delta=0.01)

    def test_rolling(self):
        self.assertEqual(self.samples("rolling", "flat.pgm"), [100] * 35)
        self.write("image.pgm", tool.pgm(tool.image(21, 17)))
        self.assertNotEqual(self.samples("rolling", "image.pgm", "--iterations", 1),
                            self.samples("rolling", "image.pgm"))
        self.assertEqual(self.samples("rolling", "image.pgm", "--iterations", 4),
                         self.samples("rolling", "image.pgm"))
        self.write("edge.pgm", tool.pgm([[0] * 12 + [200] * 12 for _ in range(9)]))
        kept = self.samples("rolling", "edge.pgm", "--sigma-space", 1, "--iterations", 6)
        self.assertEqual((kept[0], kept[23]), (0, 200))
        once = self.samples("gaussian", "edge.pgm", "--sigma-space", 1)
        self.assertLess(kept[11], once[11])  # the edge comes back

    def test_region(self):
        for verb in (["box", "step.pgm", "--radius", 1], ["gaussian", "step.pgm"],
                     ["rolling", "step.pgm"], ["joint", "step.pgm", "--guide", "step.pgm"]):
            whole = self.samples(*verb)
            part = self.samples(*verb, "--region", "2,1,4,3")
            self.assertEqual(part, [whole[y * 8 + x] for y in range(1, 4) for x in range(2, 6)])


class JointTest(family.FamilyTest):
    def setUp(self):
        super().setUp()
        self.write("even.pgm", tool.pgm([[7] * 8 for _ in range(6)]))

    def test_a_guide_without_edges_is_a_gaussian(self):
        self.assertEqual(self.samples("joint", "step.pgm", "--guide", "even.pgm"),
                         self.samples("gaussian", "step.pgm"))

    def test_a_guide_with_the_edge_keeps_it(self):
        self.write("guide.ppm", tool.ppm([[(0, 9, 0)] * 4 + [(0, 255, 0)] * 4 for _ in range(6)]))
        kept = self.samples("joint", "step.pgm", "--guide", "guide.ppm", "--sigma-range", 0.1)
        self.assertEqual(kept, ([50] * 4 + [60] * 4) * 6)
        blurred = self.samples("joint", "step.pgm", "--guide", "guide.ppm", "--sigma-range", "999/255")
        self.assertNotEqual(blurred, kept)

    def test_sigma_range_is_in_the_guides_unit(self):
        self.write("guide.pfm", tool.pfm([[0.0] * 4 + [5000.0] * 4] * 6))
        options = ["--guide", "guide.pfm", "--sigma-range", 25]
        self.assertEqual(self.samples("joint", "step.pgm", *options), ([50] * 4 + [60] * 4) * 6)
        self.write("in.pfm", tool.pfm([[1.0] * 8] * 6))
        self.assertIn("--sigma-range 25 is outside 0..1 for an 8-bit image",
                      self.fails(2, "joint", "in.pfm", "o.pfm", "--guide", "even.pgm",
                                 "--sigma-range", 25))

    def test_a_guide_of_another_size(self):
        error = self.fails(2, "joint", "nine.pgm", "out.pgm", "--guide", "even.pgm")
        self.assertIn("--guide even.pgm is 8x6, the image is 3x3", error)
        self.assertIn("--upsample gives the result the guide's size", error)
        self.fails(2, "joint", "even.pgm", "out.pgm", "--guide", "nine.pgm")
        self.assertIn("--guide nine.pgm is 3x3, smaller than the image", self.fails(
            2, "joint", "even.pgm", "out.pgm", "--guide", "nine.pgm", "--upsample"))

    def test_upsampling(self):
        self.write("large.pgm", tool.pgm([[5] * 11] * 8))
        self.assertEqual(self.samples("joint", "flat.pgm", "--guide", "large.pgm", "--upsample"),
                         [100] * 88)
        self.assertEqual(tool.pnm_samples(self.read("out.pgm"))[:2], (11, 8))
        # Each half of the guide belongs to one pixel of the image.
        self.write("pair.pgm", tool.pgm([[20, 220]]))
        self.write("halves.pgm", tool.pgm([[0] * 4 + [255] * 4]))
        options = ["--guide", "halves.pgm", "--upsample", "--sigma-range", 0.01]
        self.assertEqual(self.samples("joint", "pair.pgm", *options), [20] * 4 + [220] * 4)
        self.assertEqual(self.samples("joint", "pair.pgm", *options, "--region", "3,0,2,1"), [20, 220])
        defaults = ["--sigma-space", 1, "--radius", 3, "--border", "clamp"]
        soft = [*options[:-1], "300/255"]
        self.assertEqual(self.samples("joint", "pair.pgm", *soft, *defaults),
                         self.samples("joint", "pair.pgm", *soft))
        self.assertIn("--border copy", self.fails(2, "joint", "pair.pgm", "out.pgm", "-f", *options,
                                                  "--border", "copy"))

    def test_a_guide_counts_for_the_memory(self):
        self.write("large.pgm", tool.pgm([[5] * 1000] * 1000))
        options = ["--guide", "large.pgm", "--upsample"]
        error = self.fails(6, "joint", "nine.pgm", "out.pgm", *options, "--max-memory", "900K")
        self.assertIn("large.pgm: needs ", error)
        self.fails(6, "joint", "nine.pgm", "out.pgm", *options, "--max-memory", "1500K")
        self.ok("joint", "nine.pgm", "out.pgm", *options, "--max-memory", "1G", "-n")

    def test_a_batch_has_one_guide(self):
        self.write("other.pgm", tool.pgm([[9, 200] * 4 for _ in range(6)]))
        self.ok("joint", "step.pgm", "other.pgm", "-o", "out/", "--guide", "even.pgm")
        for name in ("step.pgm", "other.pgm"):
            alone = self.samples("joint", name, "--guide", "even.pgm")
            self.assertEqual(tool.pnm_samples(self.read(f"out/{name}"))[3], alone)

    def test_a_guide_from_standard_input(self):
        done = self.run_tool("joint", "step.pgm", "out.pgm", "--guide", "-", text=False,
                             input=self.read("even.pgm"))
        self.assertEqual(done.returncode, 0, done)
        self.assertIn("cannot be both the image and the guide",
                      self.fails(2, "joint", "-", "o.pgm", "--guide", "-", input=""))
        self.fails(3, "joint", "step.pgm", "o.pgm", "--guide", "missing.pgm")


class GuidedTest(family.FamilyTest):
    def test_by_hand(self):
        # One row: windows (0 0 30), (0 30 0), (30 0 0) of variance 200, with epsilon 100.
        self.write("row.pfm", tool.pfm([[0.0, 30.0, 0.0]]))
        self.ok("guided", "row.pfm", "out.pfm", "--radius", 1, "--epsilon", 100, "--border", "wrap",
                "--max-error", 1e-3)
        got = struct.unpack("<3f", self.read("out.pfm")[-12:])
        for value, wanted in zip(got, (10 / 3, 10 / 3 + 20, 10 / 3)):
            self.assertAlmostEqual(value, wanted, places=4)

    def test_its_own_guide(self):
        alone = self.samples("guided", "step.pgm", "--radius", 2, "--epsilon", 0.001)
        self.assertEqual(self.samples("guided", "step.pgm", "--guide", "step.pgm", "--radius", 2,
                                      "--epsilon", 0.001), alone)
        self.assertEqual(self.samples("guided", "flat.pgm"), [100] * 35)
        self.assertNotEqual(self.samples("guided", "step.pgm", "--radius", 2, "--epsilon", 1), alone)
        self.assertNotEqual(self.samples("guided", "step.pgm", "--radius", 2, "--epsilon", 0.001,
                                         "--subsample", 2), alone)

    def test_what_is_refused(self):
        self.assertIn("epsilon 1e-07 is outside 1e-06..1e+12",
                      self.fails(2, "guided", "step.pgm", "out.pgm", "--epsilon", 1e-7))
        self.assertIn("radius 600 needs a subsample of at least 2",
                      self.fails(2, "guided", "step.pgm", "out.pgm", "--radius", 600))
        error = self.fails(2, "guided", "nine.pgm", "out.pgm", "--guide", "flat.pgm")
        self.assertIn("--upsample gives the result the guide's size", error)

    def test_guided_upsampling(self):
        self.write("large.pgm", tool.pgm([[5] * 11] * 8))
        options = ["--guide", "large.pgm", "--upsample"]
        self.assertEqual(self.samples("guided", "flat.pgm", *options), [100] * 88)
        self.assertEqual(tool.pnm_samples(self.read("out.pgm"))[:2], (11, 8))
        # Without a window a model is the value itself: 20 220 at u = -0.25 0.25 0.75 1.25.
        self.write("pair.pgm", tool.pgm([[20, 220]]))
        self.write("four.pgm", tool.pgm([[0, 9, 7, 3]]))
        options = ["--guide", "four.pgm", "--upsample", "--radius", 0]
        self.assertEqual(self.samples("guided", "pair.pgm", *options), [20, 70, 170, 220])
        self.assertEqual(self.samples("guided", "pair.pgm", *options, "--region", "1,0,2,1"), [70, 170])
        # The guide's edge stays: 60 and 200 lie at the pair's centres, and epsilon is far below.
        self.write("edge.pgm", tool.pgm([[60, 60, 200, 200]]))
        sharp = ["--guide", "edge.pgm", "--upsample", "--radius", 1, "--epsilon", 1e-6]
        self.assertEqual(self.samples("guided", "pair.pgm", *sharp), [20, 20, 220, 220])

        def refused(*more):
            return self.fails(2, "guided", "pair.pgm", "out.pgm", "-f", *more)
        self.assertIn("--upsample needs --guide", refused("--upsample"))
        self.assertIn("--subsample", refused(*options, "--subsample", 2))
        self.assertIn("--border copy", refused(*options, "--border", "copy"))


class EveryFilterTest(family.FamilyTest):
    NEEDED = {"bilateral": [], "joint": ["--guide", "nine.pgm"], "rolling": [], "gaussian": [],
              "box": ["--radius", 1], "convolve": ["--kernel", "sharpen"],
              "geometry": ["--radius", 2, "--edge-threshold", 0.1], "guided": []}
    OTHERS = {"gaussian": ["--sigma-range", "--norm", "--guide", "--like"],
              "box": ["--sigma-space", "--window", "--sigma-range"], "rolling": ["--like", "--guide"],
              "joint": ["--iterations", "--like", "--kernel"],
              "guided": ["--sigma-range", "--window", "--norm", "--iterations"],
              "geometry": ["--border", "--mask", "--invalid", "--fill", "--iterations"],
              "convolve": ["--radius", "--fill", "--iterations", "--sigma-space"],
              "bilateral": ["--guide", "--upsample", "--kernel", "--flags"]}

    def test_every_filter_is_listed(self):
        self.assertEqual(set(self.NEEDED), set(self.OTHERS))
        self.assertEqual(set(self.NEEDED), set(test_verbs.FILTERS) - {"histogram"})  # it makes no image

    def test_an_option_of_another_filter_is_unknown(self):
        for verb, options in self.OTHERS.items():
            for option in options:
                for words in ([verb], ["explain", verb]):
                    error = self.fails(2, *words, "nine.pgm", "out.pgm", *self.NEEDED[verb], option, 1)
                    self.assertIn(f"unknown option {option}\n  hint: an option of ", error)
                    self.assertIn(f", not of {verb}\n", error)

    def test_what_is_needed(self):
        self.assertIn("box needs --radius", self.fails(2, "box", "nine.pgm", "out.pgm"))
        self.assertIn("joint needs --guide", self.fails(2, "joint", "nine.pgm", "out.pgm"))

    def test_reports(self):
        for verb, needed in self.NEEDED.items():
            (report,) = self.objects(self.ok(verb, "nine.pgm", "out.pgm", "-f", "--json",
                                             *needed).stdout)
            self.assertEqual((report["verb"], report["width"], report["height"]), (verb, 3, 3))
            (planned,) = self.objects(self.ok(verb, "nine.pgm", "new.pgm", "-n", "--json",
                                              *needed).stdout)
            self.assertEqual((planned["verb"], planned["dry_run"]), (verb, True))
            (skipped,) = self.objects(self.ok(verb, "nine.pgm", "out.pgm", "--skip-existing", "--json",
                                              *needed).stdout)
            self.assertEqual((skipped["verb"], skipped["skipped"]), (verb, True))

    def test_explain(self):
        extents = {"box": "box of radius 1 on ", "convolve": "convolve with a kernel of 3x3 on ",
                   "guided": "guided of radius 8 on ",
                   "joint": "joint of radius 9 on ", "geometry": "geometry of radius 2 on "}
        before = self.names()
        for verb, needed in self.NEEDED.items():
            text = self.ok("explain", verb, "nine.pgm", *needed).stdout
            self.assertIn(extents.get(verb, f"{verb} of radius 9 on "), text)
            (plan,) = self.objects(self.ok("explain", verb, "nine.pgm", "--json", *needed).stdout)
            self.assertEqual((plan["verb"], plan["filter"]), ("explain", verb))
            self.assertEqual([c["taken"] for c in plan["candidates"]].count(True), 1)
        self.assertIn("with a row of 3 and a column of 5",
                      self.ok("explain", "convolve", "nine.pgm", "--row", "1 1 1", "--column",
                              "1 1 1 1 1").stdout)
        self.assertIn("upsampling of radius 3",
                      self.ok("explain", "joint", "nine.pgm", "--guide", "step.pgm",
                              "--upsample").stdout)
        self.assertEqual(self.names(), before)

    def test_candidates(self):
        for verb, needed in self.NEEDED.items():
            error = self.fails(2, verb, "nine.pgm", "flat.pgm", "-o", "out/", *needed, "--use", "tide")
            self.assertIn("has no candidate tide", error)

    def test_pipes(self):
        for verb, needed in self.NEEDED.items():
            done = self.run_tool(verb, "-", "-", *needed, input=self.read("nine.pgm"), text=False)
            self.assertEqual((done.returncode, done.stderr, done.stdout[:2]), (0, b"", b"P5"), verb)
            done = self.run_tool(verb, "-", "-", *needed, "--json", input=b"", text=False)
            self.assertEqual((done.returncode, done.stdout), (3, b""), verb)


if __name__ == "__main__":
    unittest.main()
