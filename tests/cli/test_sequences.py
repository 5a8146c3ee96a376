# SPDX-License-Identifier: Apache-2.0
"""Numbered files as the frames of a sequence or the slices of a volume, and guides of each frame."""

import math
import unittest

import streams
import tool

WIDTH, HEIGHT = 9, 5


def rows(samples):
    return [list(samples[i:i + WIDTH]) for i in range(0, len(samples), WIDTH)]


class SequenceTest(streams.StreamTest):
    video = streams.Video("mono", WIDTH, HEIGHT)

    def frames(self, count, first=0):
        return [self.video.frame(first + t) for t in range(count)]

    def write_frames(self, pattern, frames, start=1):
        for i, frame in enumerate(frames):
            self.write(pattern.format(start + i), tool.pgm(rows(frame)))

    def results(self, pattern, count, start=1):
        return [tool.pnm_samples(self.read(pattern.format(start + i)))[3] for i in range(count)]


class FramesTest(SequenceTest):
    def test_files_are_the_frames_of_a_stream(self):
        frames = self.frames(12)
        self.write_frames("in/f{}.pgm", frames, start=95)  # f95 ... f106, which names alone would mix up
        for i, arguments in enumerate((["--temporal", 2], ["--temporal", 3, "--causal"], ["--volume"],
                                       ["--temporal", 1, "--region", "2,1,4,3"])):
            with self.subTest(arguments=arguments):
                whole = self.stream(self.video.file(12), *arguments) if len(arguments) < 4 else None
                self.ok("bilateral", "in", "-o", f"out{i}/", *arguments)
                self.assertEqual(len(list((self.folder / f"out{i}").iterdir())), 12)
                results = self.results(f"out{i}/f{{}}.pgm", 12, start=95)
                if whole:
                    self.assertEqual(results, self.video.frames(whole))
                else:
                    self.write("in.tif", tool.tiff([rows(frame) for frame in frames]))
                    self.ok("bilateral", "in.tif", "out.tif", *arguments)
                    self.assertEqual(results, [list(page) for page in tool.tiff_pages(self.read("out.tif"))])

    def test_sequences_of_several_folders_and_names(self):
        self.write_frames("in/a/left_{:04}.pgm", self.frames(4))
        self.write_frames("in/a/right_{:04}.pgm", self.frames(3, 9), start=0)
        self.write_frames("in/b/{}_depth.pgm", self.frames(2, 5), start=7)
        self.ok("box", "in", "-o", "all/", "--radius", 0, "--temporal", 1)
        for pattern, start, first, count in (("a/left_{:04}", 1, 0, 4), ("a/right_{:04}", 0, 9, 3), ("b/{}_depth", 7, 5, 2)):
            whole = self.stream(self.video.file(count, first), "--radius", 0, "--temporal", 1, verb="box")
            self.assertEqual(self.results(f"all/{pattern}.pgm", count, start), self.video.frames(whole))
        names = sorted(str(p) for p in (self.folder / "in/a").glob("left*"))
        self.ok("box", *names, "-o", "files/", "--radius", 0, "--temporal", 1, "--threads", 1, "--format", "png")
        self.ok("compare", "files/left_0003.png", "all/a/left_0003.pgm")

    def test_videos_of_a_folder_stay_sequences_of_their_own(self):
        self.write("in/v1.y4m", self.video.file(3))
        self.write("in/v2.y4m", self.video.file(4, 3))
        self.ok("box", "in", "-o", "out/", "--temporal", 1, "--radius", 1)
        self.assertEqual(self.read("out/v2.y4m"),
                         self.stream(self.video.file(4, 3), "--temporal", 1, "--radius", 1, verb="box"))

    def test_the_range_is_that_of_the_first_frame(self):
        wide = streams.Video("mono", 80, 64)
        for i in range(3):
            self.write(f"in/{i}.pgm", streams.pgm(80, 64, wide.frame(i)))
        arguments = ["--sigma-range", "auto", "--temporal", 1, "--radius", 2]
        self.ok("bilateral", "in", "-o", "out/", *arguments)
        results = [tool.pnm_samples(self.read(f"out/{i}.pgm"))[3] for i in range(3)]
        self.assertEqual(results, wide.frames(self.stream(wide.file(3), *arguments)))

    def test_a_damaged_frame_ends_its_sequence(self):
        self.write_frames("in/f{}.pgm", self.frames(6))
        self.write("in/f4.pgm", self.read("in/f4.pgm")[:-3])
        self.write_frames("in/g{}.pgm", self.frames(2))
        for threads in (1, 2):
            done = self.run_tool("box", "in", "-o", f"out{threads}/", "--radius", 1, "--temporal", 1, "--threads", threads)
            self.assertEqual(done.returncode, 1)
            self.assertIn("in/f4.pgm", done.stderr)
            self.assertIn("in/f6.pgm: in/f4.pgm, a frame before it, failed", done.stderr)
            self.assertEqual(sorted(p.name for p in (self.folder / f"out{threads}").iterdir()),
                             ["f1.pgm", "f2.pgm", "f3.pgm", "g1.pgm", "g2.pgm"])


class RefusalTest(SequenceTest):
    def refuses(self, code, message, *arguments):
        error = self.fails(code, "box", "in", "-o", "out/", "--radius", 1, "--temporal", 1, *arguments)
        self.assertIn(message, error)
        self.assertNotIn("out", self.names())

    def setUp(self):
        super().setUp()
        self.write_frames("in/f{:03}.pgm", self.frames(4))

    def test_gaps_and_doubles(self):
        self.write_frames("in/f{:03}.pgm", self.frames(1), start=7)
        self.refuses(3, "in/f007.pgm: frame 5 is missing before it\n  hint: the frame before it is in/f004.pgm")
        self.write_frames("in/f{}.pgm", self.frames(1), start=4)
        self.refuses(3, "have the same number")

    def test_names_without_a_number(self):
        self.write("in/cover.pgm", self.read("in/f001.pgm"))
        self.refuses(3, "in/cover.pgm: its name has no number\n  hint: number the frames at the end of their names")
        (self.folder / "in/cover.pgm").rename(self.folder / "in/cover1.pgm")
        self.refuses(3, "in/cover1.pgm: there is no other frame of its sequence")
        self.write("in/cover1.pgm", tool.tiff([[[1, 2]], [[3, 4]]]))
        self.refuses(2, "in/cover1.pgm holds several images, in/f001.pgm a single one")

    def test_a_file_alone(self):
        """A named file must hold several images; what a folder or a pipe holds may be a single one."""
        frame = self.read("in/f003.pgm")
        self.write("one.tif", tool.tiff([rows(self.video.frame(1))]))
        self.write("one.raw", bytes(WIDTH * HEIGHT))
        for arguments in (["in/f003.pgm", "out.pgm"], ["one.tif", "out.tif"], ["one.tif", "-o", "out/"],
                          ["one.raw", "out.raw", "--raw", f"{WIDTH}x{HEIGHT}x1x1:u8"]):
            for option, page in (["--temporal", 2], "frame"), (["--temporal", 1, "--causal"], "frame"), (["--volume"], "slice"):
                for dry in ([], ["-n"]):
                    error = self.fails(3, "box", *arguments, "--radius", 1, *option, *dry)
                    self.assertIn(f"{arguments[0]} holds a single image, and {option[0]} needs several {page}s\n"
                                  "  hint: ", error)
        self.assertIn("--raw 640x480x1x60:u8", error)
        self.assertEqual(self.names(), ["in", "one.raw", "one.tif"])
        self.ok("box", "one.tif", "wanted.tif", "--radius", 1)
        self.ok("box", "one.tif", "out.tif", "--radius", 1, "--temporal", 0)
        self.assertEqual(self.read("out.tif"), self.read("wanted.tif"))

        self.ok("box", "in/f003.pgm", "wanted.pgm", "--radius", 1)
        self.write("alone/f003.pgm", frame)
        note = "it is a single frame, which --temporal has filtered by itself"
        for words in (["alone", "-o", "out/"], ["-", "out/f003.pgm"]):
            command = ["box", *words, "--radius", 1, "--temporal", 2, "-f"]
            data = {"input": frame, "text": False}
            done = self.run_tool(*command, **data)
            name = "alone/f003.pgm" if words[0] == "alone" else "-"
            self.assertEqual((done.returncode, done.stderr.decode()), (0, f"selvage: note: {name}: {note}\n"))
            self.assertEqual(self.read("out/f003.pgm"), self.read("wanted.pgm"))
            self.assertEqual(self.run_tool(*command, "-v", **data).stderr.decode().count(note), 1)
            self.assertEqual(self.ok(*command, "-q", **data).stdout, b"")
            self.assertEqual(self.objects(self.ok(*command, "--json", **data).stdout.decode())[0]["notes"], [note])

    def test_files_alone_that_hold_several(self):
        frames = self.frames(3)
        self.write("in.tif", tool.tiff([rows(frame) for frame in frames]))
        self.write("in.pnm", b"".join(tool.pgm(rows(frame)) for frame in frames))
        self.write("in.y4m", self.video.file(3))
        self.write("in.raw", b"".join(bytes(frame) for frame in frames))
        for name, *options in ("in.tif",), ("in.pnm",), ("in.y4m",), ("in.raw", "--raw", f"{WIDTH}x{HEIGHT}x1x3:u8"):
            self.ok("box", name, "out" + name[2:], "--radius", 1, "--temporal", 1, *options)
        results = self.video.frames(self.read("out.y4m"))
        self.assertEqual([list(page) for page in tool.tiff_pages(self.read("out.tif"))], results)
        self.assertEqual(self.read("out.pnm"), b"".join(tool.pgm(rows(frame)) for frame in results))
        self.assertEqual(list(self.read("out.raw")), sum(results, []))

    def test_shapes(self):
        self.write("in/f003.pgm", tool.pgm([[1, 2, 3]]))
        self.refuses(2, "in/f001.pgm is 9x5 gray 8-bit, in/f003.pgm is 3x1 gray 8-bit")
        self.write("in/f003.pgm", tool.pgm([[1] * WIDTH] * HEIGHT, 65535))
        self.refuses(2, "in/f003.pgm is 9x5 gray 16-bit")

    def test_options_and_outputs(self):
        self.refuses(2, "--skip-existing and --temporal cannot be combined", "--skip-existing")
        self.write("other/f003.pgm", b"")
        error = self.fails(4, "box", "in", "-o", "other/", "--radius", 1, "--temporal", 1)
        self.assertIn("other/f003.pgm exists; nothing was written", error)
        self.write_frames("g/f{:03}.pgm", self.frames(2))
        error = self.fails(3, "joint", "in", "-o", "out/", "--temporal", 1, "--guide", "g/")
        self.assertIn("in/f003.pgm: there is no guide for it in g/", error)
        self.assertNotIn("out", self.names())


def joint_over_time(frames, guides, radius, sigma_time, sigma_range):
    """Returns the joint means of each pixel over time; None in a frame is a hole, which is filled."""
    results = []
    for t in range(len(frames)):
        result = []
        for i, centre in enumerate(frames[t]):
            taps = [(q, math.exp(-(q - t) ** 2 / (2 * sigma_time ** 2) -
                                 ((guides[q][i] - guides[t][i]) / 255) ** 2 / (2 * sigma_range ** 2)))
                    for q in range(max(0, t - radius), min(len(frames), t + radius + 1)) if frames[q][i] is not None]
            whole = sum(w for _, w in taps)
            result.append(sum(w * frames[q][i] for q, w in taps) / whole if taps else centre)
        results.append(result)
    return results


class GuidesTest(SequenceTest):
    arguments = ["--radius", 0, "--temporal", 2, "--border", "shrink", "--sigma-range", 0.1, "--exact"]

    def setUp(self):
        super().setUp()
        self.images = self.frames(6)
        self.guides = [[200 if i % WIDTH < 2 * t else 60 + 3 * t for i in range(WIDTH * HEIGHT)] for t in range(6)]
        self.write_frames("in/f{}.pgm", self.images)
        self.write_frames("g/f{}.pgm", self.guides)
        self.write("in.tif", tool.tiff([rows(frame) for frame in self.images]))
        self.write("g.tif", tool.tiff([rows(frame) for frame in self.guides]))
        self.write("in.y4m", self.video.file(6))
        self.write("g.y4m", self.video.header + b"".join(self.video.coded(guide) for guide in self.guides))

    def assert_right(self, results, expected):
        for t, (frame, right) in enumerate(zip(results, expected, strict=True)):
            for got, wanted in zip(frame, right, strict=True):
                self.assertLessEqual(abs(got - wanted), 0.53, (t, got, wanted))

    def test_each_frame_is_compared_by_its_own_guide(self):
        expected = joint_over_time(self.images, self.guides, 2, 1.0, 0.1)
        self.ok("joint", "in", "-o", "out/", "--guide", "g/", *self.arguments)
        self.assert_right(self.results("out/f{}.pgm", 6), expected)
        self.ok("joint", "in.tif", "out.tif", "--guide", "g.tif", *self.arguments)
        self.assert_right([list(page) for page in tool.tiff_pages(self.read("out.tif"))], expected)
        for guide in ("g.y4m", "g.tif"):
            results = self.video.frames(self.stream(self.read("in.y4m"), "--guide", guide, *self.arguments, verb="joint"))
            self.assert_right(results, expected)

    def test_masks_of_each_frame(self):
        masks = [[0 if (i + t) % 4 == 0 else 255 for i in range(WIDTH * HEIGHT)] for t in range(6)]
        self.write_frames("m/f{}.pgm", masks)
        holes = [[v if m else None for v, m in zip(*pair)] for pair in zip(self.images, masks)]
        self.ok("joint", "in", "-o", "out/", "--guide", "g/", "--mask", "m/", "--fill", *self.arguments)
        expected = joint_over_time(holes, self.guides, 2, 1.0, 0.1)
        self.assert_right(self.results("out/f{}.pgm", 6), expected)

    def test_holes_take_the_depth_of_what_looks_alike(self):
        """A surface of depth 200 moves to the right over one of depth 60; the guide shows where it is."""
        depths = [[v if v == 200 else 60 for v in guide] for guide in self.guides]
        holes = [[0 if (i + t) % 3 == 0 else v for i, v in enumerate(frame)] for t, frame in enumerate(depths)]
        self.write_frames("d/f{}.pgm", holes)
        self.ok("joint", "d", "-o", "out/", "--guide", "g/", "--invalid", 0, "--fill", "--radius", 0, "--temporal", 2,
                "--sigma-range", 0.05)
        for t, result in enumerate(self.results("out/f{}.pgm", 6)):
            for i, (got, right) in enumerate(zip(result, depths[t])):
                seen = {depths[q][i] for q in range(max(0, t - 2), min(6, t + 3)) if holes[q][i]}
                if right in seen:
                    self.assertLessEqual(abs(got - right), 1, (t, i))

    def test_a_guide_with_other_pages(self):
        self.write("g.tif", tool.tiff([rows(guide) for guide in self.guides[:4]]))
        error = self.fails(3, "joint", "in.tif", "out.tif", "--guide", "g.tif", *self.arguments)
        self.assertIn("--guide g.tif: ends before page 5, which in.tif has", error)
        self.write("g.tif", tool.tiff([rows(guide) for guide in self.guides + self.guides]))
        error = self.fails(3, "joint", "in.tif", "out.tif", "--guide", "g.tif", *self.arguments)
        self.assertIn("--guide g.tif: goes on after page 6, the last one of in.tif", error)
        self.write("one.png", tool.png(rows(self.images[0])))
        error = self.fails(2, "joint", "one.png", "out.png", "--guide", "g.tif")
        self.assertIn("g.tif: has 12 pages\n  hint: give a guide with a single image", error)


if __name__ == "__main__":
    unittest.main()
