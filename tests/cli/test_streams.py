# SPDX-License-Identifier: Apache-2.0
"""The frames of Y4M, PNM and PAM are filtered like images."""

import math
import struct

import streams
import tool


class PlanesTest(streams.StreamTest):
    def expected_luma(self, video, samples, *arguments):
        self.write("y.pgm", streams.pgm(video.width, video.height, samples))
        self.ok("bilateral", "y.pgm", "y_out.pgm", "-f", *arguments)
        return tool.pnm_samples(self.read("y_out.pgm"))[3]

    def expected_chroma(self, video, u, v, *arguments):
        pairs = [sample for pair in zip(u, v) for sample in pair]
        self.write("uv.pam", streams.pam(*video.chroma_size, 2, pairs))
        self.ok("bilateral", "uv.pam", "uv_out.pam", "-f", *arguments)
        result = streams.pam_samples(self.read("uv_out.pam"))
        return result[::2], result[1::2]

    def test_planes_are_filtered_like_images(self):
        for space, step in (("420", 2), ("422", math.sqrt(2)), ("444", 1), ("411", 2), ("mono", None)):
            with self.subTest(space=space):
                video = streams.Video(space, 37, 23)
                results = video.frames(self.stream(video.file(2), "--sigma-space", 2.5, "--sigma-range", 0.2))
                self.assertEqual(len(results), 2)
                for index, result in enumerate(results):
                    y, u, v = video.planes(video.frame(index))
                    luma = self.expected_luma(video, y, "--sigma-space", 2.5, "--sigma-range", 0.2)
                    self.assertEqual(result[:video.luma], luma)
                    if step:
                        chroma = self.expected_chroma(video, u, v, "--sigma-space", 2.5 / step, "--sigma-range", 0.2)
                        self.assertEqual(video.planes(result)[1:], chroma)

    def test_a_radius_is_divided_and_rounded_up(self):
        video = streams.Video("420", 20, 20)
        result = video.planes(video.frames(self.stream(video.file(1), "--radius", 5))[0])
        _, u, v = video.planes(video.frame(0))
        self.assertEqual(result[1:], self.expected_chroma(video, u, v, "--sigma-space", 1.5, "--radius", 3))

    def test_luma_alone(self):
        for space in ("420", "411"):
            video = streams.Video(space, 21, 13)
            (both,), (luma,) = (video.frames(self.stream(video.file(1), "--planes", planes))
                                for planes in ("all", "luma"))
            self.assertEqual(luma[:video.luma], both[:video.luma])
            self.assertEqual(luma[video.luma:], video.frame(0)[video.luma:])
            self.assertNotEqual(both[video.luma:], luma[video.luma:])

    def test_every_verb_that_filters_luma(self):
        video = streams.Video("420", 16, 12)
        self.write("g.pgm", streams.pgm(16, 12, video.frame(5)[:video.luma]))
        needed = {"joint": ["--guide", "g.pgm"], "box": ["--radius", 2], "convolve": ["--kernel", "sharpen"],
                  "geometry": ["--radius", 2, "--edge-threshold", 0.1]}
        for verb in ("bilateral", "joint", "guided", "rolling", "geometry", "gaussian", "box", "convolve"):
            arguments = needed.get(verb, [])
            result = self.stream(video.file(1), "--planes", "luma", *arguments, verb=verb)
            self.write("y.pgm", streams.pgm(16, 12, video.frame(0)[:video.luma]))
            self.ok(verb, "y.pgm", "out.pgm", "-f", *arguments)
            self.assertEqual(video.frames(result)[0][:video.luma], tool.pnm_samples(self.read("out.pgm"))[3])
            if verb in ("geometry", "convolve"):
                error = self.refused(2, video.file(1), *arguments, verb=verb)
                self.assertIn(f"{verb} does not filter U and V of a video in colour\n"
                              "  hint: --planes luma filters luma alone and copies U and V\n", error)
            elif verb == "joint":
                error = self.refused(2, video.file(1), *arguments, verb=verb)
                self.assertIn("--guide describes luma, and U and V have other samples", error)
            else:
                self.stream(video.file(1), *arguments, verb=verb)

    def test_what_describes_luma_needs_luma(self):
        video, gray = streams.Video("444", 6, 5), streams.Video("mono", 6, 5)
        self.write("m.pgm", streams.pgm(6, 5, 15 * [0, 9]))
        for arguments in (["--mask", "m.pgm"], ["--invalid", 0], ["--fill"]):
            error = self.refused(2, video.file(1), *arguments)
            self.assertIn(f"{arguments[0]} describes luma, and U and V have other samples", error)
            self.stream(gray.file(1), *arguments)
            self.stream(video.file(1), "--planes", "luma", *arguments)
        masked = gray.frames(self.stream(gray.file(2), "--mask", "m.pgm"))
        self.write("y.pgm", streams.pgm(6, 5, gray.frame(1)))
        self.ok("bilateral", "y.pgm", "out.pgm", "--mask", "m.pgm")
        self.assertEqual(masked[1], tool.pnm_samples(self.read("out.pgm"))[3])

    def test_options_that_do_not_apply(self):
        video = streams.Video("420", 8, 6).file(1)
        for arguments in (["--region", "0,0,2,2"], ["--bits", 16]):
            self.assertIn(f"{arguments[0]} does not apply to video", self.refused(2, video, *arguments))
        self.assertIn("norm lab needs three colour channels", self.refused(2, video, "--norm", "lab"))
        error = self.refused(2, video, output="out.png")
        self.assertIn("out.png: a video is written as Y4M\n  hint: name a .y4m file", error)
        self.assertIn("histogram reads images, and this is a video",
                      self.fails(2, "histogram", "-", input=video, text=False))
        self.assertEqual(self.names(), [])


class DepthTest(streams.StreamTest):
    """More than 8 bits."""

    def test_unfiltered_values_return(self):
        for bits in (9, 10, 12, 14, 16):
            video = streams.Video("mono", 64, 2**(bits - 6), bits)
            every = video.header + video.coded(list(range(2**bits)))
            self.assertEqual(self.stream(every, "--radius", 0), every)

    def test_the_result_is_the_nearest_stored_value(self):
        """Compares with floats of value / full scale, filtered exactly and rounded once."""
        for bits in (9, 10, 12):
            top = 2**bits - 1
            video = streams.Video("mono", 48, 40, bits)
            samples = video.frame(3)
            rows = [[v / top for v in samples[i:i + 48]] for i in range(0, len(samples), 48)]
            self.write("exact.pfm", tool.pfm(rows))
            self.ok("bilateral", "exact.pfm", "out.pfm", "--exact", "-f")
            data = self.read("out.pfm")
            values = struct.unpack(f"<{len(samples)}f", data[-4 * len(samples):])
            exact = [top * v for y in reversed(range(40)) for v in values[48 * y:48 * y + 48]]
            (result,) = video.frames(self.stream(video.file(1, 3)))
            # One rounding to 16 bits, with an error of at most half a step before it.
            bound = 0.5 + 1.0 / 2**(16 - bits) + 1e-3
            worst = max(abs(a - b) for a, b in zip(result, exact))
            self.assertLessEqual(worst, bound)
            nearest = sum(round(b) == a for a, b in zip(result, exact))
            self.assertGreaterEqual(nearest, 0.95 * len(samples))
            self.assertNotEqual(result, samples)

    def test_options_count_in_the_videos_scale(self):
        video = streams.Video("mono", 12, 10, 10)
        samples = video.frame(0)
        hole = samples[37]
        filled = video.frames(self.stream(video.file(1), "--invalid", f"{hole}/1023", "--fill"))[0]
        kept = video.frames(self.stream(video.file(1), "--invalid", f"{hole}/1023"))[0]
        self.assertEqual(kept[37], hole)
        self.assertNotEqual(filled[37], hole)
        black = video.header + video.coded(120 * [1023])
        (result,) = video.frames(self.stream(black, "--border", "constant:1", "--radius", 2))
        self.assertEqual(result, 120 * [1023])

    def test_the_reported_error_is_that_of_the_stored_values(self):
        video = streams.Video("mono", 12, 10, 10)
        done = self.run_tool("bilateral", "-", "-", "--json", input=video.file(1), text=False)
        (report,) = self.objects(done.stderr.decode())
        self.assertAlmostEqual(report["max_error"], 1 / (64 * 1023), places=9)
        self.assertLessEqual(report["error_bound"], report["max_error"])
        done = self.run_tool("bilateral", "-", "-", "--json", "--max-error", "0.5/1023", input=video.file(1),
                             text=False)
        self.assertAlmostEqual(self.objects(done.stderr.decode())[0]["max_error"], 0.5 / 1023, places=9)
        self.assertIn("--max-error is below the error of rounding to 16 bits",
                      self.refused(2, video.file(1), "--max-error", 1e-6))
        self.assertIn("--like opencv has no scale for 10-bit video",
                      self.refused(2, video.file(1), "--like", "opencv"))


class FramesTest(streams.StreamTest):
    """Sequences of PNM and PAM."""

    def test_frames_are_filtered_like_images(self):
        images = [tool.ppm([[(v, 255 - v, v // 2) for v in row] for row in tool.image(16, 12, top)])
                  for top in (255, 200, 150)]
        alone = []
        for image in images:
            self.write("a.ppm", image)
            self.ok("bilateral", "a.ppm", "b.ppm", "-f")
            alone.append(self.read("b.ppm"))
            self.assertEqual(self.stream(image), alone[-1])  # a lone image
        self.assertEqual(self.stream(b"".join(images)), b"".join(alone))
        self.write("all.ppm", b"".join(images))
        self.ok("bilateral", "all.ppm", "out.ppm")
        self.assertEqual(self.read("out.ppm"), b"".join(alone))
        self.assertEqual(self.stream(b"".join(images), "-j", 1), b"".join(alone))

    def test_every_option_of_images_applies(self):
        images = [tool.pgm(tool.image(16, 12, top)) for top in (255, 200)]
        self.write("m.pgm", streams.pgm(16, 12, 96 * [0, 1]))
        for arguments in (["--region", "3,2,5,4"], ["--bits", 16], ["--mask", "m.pgm"], ["--invalid", 0, "--fill"]):
            alone = b"".join(self.stream(image, *arguments) for image in images)
            if arguments[0] != "--bits":
                self.assertEqual(self.stream(b"".join(images), *arguments), alone)
        guided = [self.stream(image, "--guide", "m.pgm", verb="joint") for image in images]
        self.assertEqual(self.stream(b"".join(images), "--guide", "m.pgm", verb="joint"), b"".join(guided))

    def test_frames_may_differ_in_size_and_type(self):
        pam_frame = streams.pam(3, 2, 2, list(range(12)))
        frames = [pam_frame, streams.pam(1, 1, 1, [700], 1023), pam_frame]
        alone = [self.stream(frame) for frame in frames]
        self.assertEqual(self.stream(b"".join(frames)), b"".join(alone))

    def test_other_formats_of_the_output(self):
        frames = b"".join(tool.pgm(tool.image(9, 8, top)) for top in (255, 100))
        self.write("a.pgm", frames)
        self.ok("bilateral", "a.pgm", "a.tif")
        self.assertEqual(len(tool.tiff_pages(self.read("a.tif"))), 2)
        self.ok("bilateral", "a.pgm", "a.y4m")
        self.assertEqual(len(streams.Video("mono", 9, 8, rate="25:1").frames(
            self.read("a.y4m").replace(b"A0:0", b"A1:1", 1))), 2)
        error = self.fails(2, "bilateral", "a.pgm", "a.png")
        self.assertIn("PNG holds one page", error)
        self.assertEqual(self.names(), ["a.pgm", "a.tif", "a.y4m"])
