# SPDX-License-Identifier: Apache-2.0
"""Pages as slices (--volume) and frames over time (--temporal): windows that span them."""

import math
import struct
import unittest

import streams
import tool

BORDERS = ("reflect101", "reflect", "clamp", "shrink", "constant:0.5", "copy")


def source(t, count, border):
    """Returns the frame that stands for t, or None."""
    if 0 <= t < count:
        return t
    if border == "clamp":
        return 0 if t < 0 else count - 1
    if border == "reflect":
        t %= 2 * count
        return t if t < count else 2 * count - 1 - t
    if border == "reflect101":
        period = max(1, 2 * count - 2)
        t %= period
        return t if t < count else period - t
    return None


def means(frames, radius, border="reflect101", causal=False, weight=lambda d: 1.0):
    """Returns the means of each pixel over time, before they are rounded; a lone frame has no time."""
    count = len(frames)
    if count == 1:
        return [list(frames[0])]
    results = []
    for t in range(count):
        taps, total = [], [0.0] * len(frames[0])
        for d in range(-radius, 1 if causal else radius + 1):
            if causal and t + d < 0:
                continue
            at = source(t + d, count, border)
            if at is None and border == "copy":
                taps = None
                break
            if at is not None:
                taps.append((weight(d), frames[at]))
            elif border.startswith("constant"):
                taps.append((weight(d), [127.5] * len(total)))
        if taps is None:
            results.append(list(frames[t]))
            continue
        whole = sum(w for w, _ in taps)
        results.append([sum(w * frame[i] for w, frame in taps) / whole for i in range(len(total))])
    return results


class DepthTest(streams.StreamTest):
    def assert_near(self, frames, expected, allowed=0.53):
        self.assertEqual(len(frames), len(expected))
        for t, (frame, right) in enumerate(zip(frames, expected)):
            for got, wanted in zip(frame, right):
                self.assertLessEqual(abs(got - wanted), allowed, (t, got, wanted))

    def test_means_over_time(self):
        video = streams.Video("mono", 9, 4)
        for count in (1, 2, 3, 5, 9):
            frames = [video.frame(t) for t in range(count)]
            for radius in (0, 1, 2, 4):
                for border in BORDERS:
                    with self.subTest(count=count, radius=radius, border=border):
                        result = self.stream(video.file(count), "--radius", 0, "--temporal", radius, "--exact",
                                             "--border", border, *(["-q"] if count == 1 else []), verb="box")
                        # V is a stored value.
                        self.assert_near(video.frames(result), means(frames, radius, border), 0.53 + 0.5)

    def test_causal_means_look_back(self):
        video = streams.Video("mono", 9, 4)
        frames = [video.frame(t) for t in range(6)]
        for border in ("clamp", "wrap", "copy"):
            result = self.stream(video.file(6), "--radius", 0, "--temporal", 2, "--causal", "--border", border,
                                 "--exact", verb="box")
            self.assert_near(video.frames(result), means(frames, 2, causal=True))

    def test_the_weight_of_time_is_half_the_radius(self):
        video = streams.Video("mono", 9, 4)
        frames = [video.frame(t) for t in range(7)]
        for arguments, sigma in (([], 1.5), (["--sigma-depth", 0.7], 0.7)):
            result = self.stream(video.file(7), "--radius", 0, "--temporal", 3, "--exact", *arguments, verb="gaussian")
            expected = means(frames, 3, weight=lambda d: math.exp(-d * d / (2 * sigma * sigma)))
            self.assert_near(video.frames(result), expected)

    def test_planes_of_a_video_have_their_own_neighbours(self):
        video = streams.Video("420", 10, 6)
        frames = [video.frame(t) for t in range(5)]
        result = self.stream(video.file(5), "--radius", 0, "--temporal", 1, "--exact", verb="box")
        self.assert_near(video.frames(result), means(frames, 1))
        result = self.stream(video.file(5), "--radius", 0, "--temporal", 1, "--planes", "luma", "--exact", verb="box")
        for t, (frame, right) in enumerate(zip(video.frames(result), means(frames, 1))):
            self.assert_near([frame[:video.luma]], [right[:video.luma]])
            self.assertEqual(frame[video.luma:], frames[t][video.luma:])

    def test_stages_do_not_show(self):
        video = streams.Video("420", 33, 21)
        for arguments in (["--temporal", 2], ["--temporal", 3, "--causal", "--fill", "--planes", "luma"]):
            whole = self.stream(video.file(8), *arguments)
            self.assertEqual(whole, self.stream(video.file(8), "--threads", 1, *arguments))
            self.assertEqual(whole, self.stream(video.file(8), "--max-memory", "200M", *arguments))

    def test_pages_are_slices(self):
        pages = [[[(31 * x + 17 * y + 71 * z * z) % 256 for x in range(7)] for y in range(5)] for z in range(6)]
        flat = [[v for row in page for v in row] for page in pages]
        self.write("in.tif", tool.tiff(pages))
        self.ok("box", "in.tif", "out.tif", "--volume", "--radius", 0, "--radius-depth", 2, "--exact")
        self.assert_near(tool.tiff_pages(self.read("out.tif")), means(flat, 2))
        # The default radius is that of the plane, and sigma_depth is sigma_space.
        self.ok("gaussian", "in.tif", "wide.tif", "--volume", "--sigma-space", 1, "--radius", 1, "--border", "shrink")
        self.ok("gaussian", "in.tif", "same.tif", "--volume", "--sigma-space", 1, "--radius", 1, "--border", "shrink",
                "--radius-depth", 1, "--sigma-depth", 1)
        self.assertEqual(self.read("wide.tif"), self.read("same.tif"))

    def test_regions_and_masks_serve_every_frame(self):
        pages = [[[(31 * x + 17 * y + 71 * z * z) % 256 for x in range(12)] for y in range(9)] for z in range(5)]
        self.write("in.tif", tool.tiff(pages))
        self.write("m.pgm", tool.pgm([[255 if (x + y) % 3 else 0 for x in range(12)] for y in range(9)]))
        arguments = ["--temporal", 1, "--sigma-space", 1, "--mask", "m.pgm"]
        self.ok("bilateral", "in.tif", "all.tif", *arguments)
        self.ok("bilateral", "in.tif", "part.tif", *arguments, "--region", "3,2,6,5")
        whole = [[page[y * 12 + x] for y in range(2, 7) for x in range(3, 9)]
                 for page in tool.tiff_pages(self.read("all.tif"))]
        self.assertEqual([list(page) for page in tool.tiff_pages(self.read("part.tif"))], whole)

    def test_holes_are_filled_from_other_frames(self):
        frames = [[0 if (i + t) % 3 == 0 else 40 + 10 * t for i in range(12)] for t in range(4)]
        pages = [[frame[:4], frame[4:8], frame[8:]] for frame in frames]
        self.write("d.tif", tool.tiff(pages))
        self.write("g.pgm", tool.pgm([[128] * 4] * 3))
        self.ok("joint", "d.tif", "out.tif", "--guide", "g.pgm", "--invalid", 0, "--fill", "--radius", 0,
                "--temporal", 2, "--causal")
        results = tool.tiff_pages(self.read("out.tif"))
        self.assertEqual(list(results[0]), frames[0])  # no frame before it
        for result in results[1:]:
            self.assertNotIn(0, result)

    def test_pages_of_one_shape(self):
        self.write("in.tif", tool.tiff([[[1, 2], [3, 4]], [[1, 2, 3]]]))
        error = self.fails(2, "gaussian", "in.tif", "out.tif", "--temporal", 1)
        self.assertIn("pages that are filtered together have one shape", error)

    def test_options_that_do_not_fit(self):
        self.write("in.pgm", tool.pgm([[1, 2], [3, 4]]))
        for arguments, message in (
                (["--causal"], "--causal is for --temporal"),
                (["--sigma-depth", 2], "--sigma-depth needs several slices or frames"),
                (["--radius-depth", 2], "--radius-depth needs several slices or frames"),
                (["--volume", "--temporal", 1], "--volume and --temporal cannot be combined"),
                (["--temporal", 1, "--radius-depth", 1], "--temporal and --radius-depth cannot be combined"),
                (["--temporal", 1, "--border", "wrap"], "--border wrap and --temporal cannot be combined"),
                (["--volume", "--max-error", "1/255"], "--max-error and --volume cannot be combined"),
                (["--temporal", -1], "--temporal -1"),
                (["--volume", "--sigma-depth", 0], "--sigma-depth 0 is outside")):
            self.assertIn(message, self.fails(2, "gaussian", "in.pgm", "out.pgm", *arguments))
        for verb in ("rolling", "guided", "convolve"):
            self.fails(2, verb, "in.pgm", "out.pgm", "--temporal", 1)

    def test_explain_and_reports_have_the_third_axis(self):
        self.write("in.tif", tool.tiff([[[1, 2], [3, 4]]] * 4))
        self.write("in.y4m", streams.Video("mono", 9, 4).file(3))
        for arguments, text, numbers in (
                (["bilateral", "in.tif", "--volume"], "of radius 9, radius_depth 9, sigma_depth 3 on ", (9, 3, "space")),
                (["gaussian", "in.tif", "--volume", "--sigma-space", 2, "--spacing", 2.5],
                 "of radius 6, radius_depth 3, sigma_depth 0.8 on ", (3, 0.8, "space")),
                (["box", "in.tif", "--volume", "--radius", 2], "of radius 2, radius_depth 2 on ", (2, None, "space")),
                (["bilateral", "in.y4m", "--temporal", 3], "of radius 9, radius_depth 3, sigma_depth 1.5 on ",
                 (3, 1.5, "time")),
                (["gaussian", "in.tif", "--temporal", 1, "--causal", "--sigma-depth", 2],
                 "of radius 9, radius_depth 1, sigma_depth 2, causal on ", (1, 2, "causal"))):
            with self.subTest(arguments=arguments):
                explained = self.ok("explain", *arguments).stdout
                self.assertIn(text, explained)
                self.assertIn(" for each slice: predicted" if "--volume" in arguments else " for each frame: predicted", explained)
                verb, name, *options = arguments
                output = ["out" + name[2:], "-f", *options]
                lines = self.run_tool(verb, name, *output, "-v").stderr
                self.assertIn("  " + text[text.index("radius_depth"):].removesuffix(" on ") + "\n", lines)
                radius, sigma, axis = numbers
                for words in (["explain", *arguments], [verb, name, *output], [verb, name, *output, "-n"]):
                    (report,) = self.objects(self.ok(*words, "--json").stdout)
                    self.assertEqual((report["radius_depth"], report["third_axis"]), (radius, axis))
                    self.assertEqual(report.get("sigma_depth"), sigma and float(struct.unpack("f", struct.pack("f", sigma))[0]))
        for options in ([], ["-v"]):
            self.assertNotIn("depth", self.ok("explain", "bilateral", "in.tif", "--radius", 1, *options).stdout)
        self.assertNotIn("third_axis", self.ok("bilateral", "in.tif", "x.tif", "--json").stdout)

    def test_neighbours_must_fit_in_memory(self):
        video = streams.Video("mono", 640, 480)
        error = self.refused(6, video.file(1), "--temporal", 60, "--max-memory", "33M")
        self.assertIn("frames that are filtered together need", error)


if __name__ == "__main__":
    unittest.main()
