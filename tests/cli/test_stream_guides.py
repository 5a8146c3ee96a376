# SPDX-License-Identifier: Apache-2.0
"""Guides that are videos: their frames are read in step with those of the input."""

import os
import subprocess

import streams
import tool


class GuideTest(streams.StreamTest):
    def guided(self, data, *arguments, verb="joint"):
        return self.stream(data, "--guide", "g.y4m", *arguments, verb=verb)

    def expected(self, image, guide, *arguments, verb="joint"):
        """Returns what an image and its guide, which are files, give."""
        self.ok(verb, image, "out.pam", "--guide", guide, "-f", *arguments)
        return streams.pam_samples(self.read("out.pam"))

    def write_plane(self, name, size, *planes):
        samples = [sample for pixel in zip(*planes) for sample in pixel]
        self.write(name, streams.pam(*size, len(planes), samples))

    def test_frames_are_those_of_images(self):
        for verb, luma in (("joint", ["--sigma-space", 2, "--sigma-range", 0.2]),
                           ("guided", ["--radius", 4, "--epsilon", 0.001])):
            chroma = luma[:1] + [luma[1] / 2 if verb == "joint" else luma[1] // 2] + luma[2:]
            video = streams.Video("420", 22, 14)
            self.write("g.y4m", video.file(3, first=9))
            results = video.frames(self.guided(video.file(3), *luma, verb=verb))
            self.assertEqual(len(results), 3)
            for index, result in enumerate(results):
                planes, guides = (video.planes(video.frame(first + index)) for first in (0, 9))
                self.write_plane("y.pam", (22, 14), planes[0])
                self.write_plane("gy.pam", (22, 14), guides[0])
                self.write_plane("uv.pam", video.chroma_size, *planes[1:])
                self.write_plane("guv.pam", video.chroma_size, *guides[1:])
                y, u, v = video.planes(result)
                self.assertEqual(y, self.expected("y.pam", "gy.pam", *luma, verb=verb), (verb, index))
                uv = self.expected("uv.pam", "guv.pam", *chroma, verb=verb)
                self.assertEqual((u, v), (uv[::2], uv[1::2]), (verb, index))

    def test_luma_alone(self):
        video = streams.Video("420", 22, 14)
        for space in ("mono", "444", "420"):
            guide = streams.Video(space, 22, 14)
            self.write("g.y4m", guide.file(2, first=4))
            results = video.frames(self.guided(video.file(2), "--planes", "luma"))
            for index, result in enumerate(results):
                self.write_plane("y.pam", (22, 14), video.frame(index)[:video.luma])
                self.write_plane("g.pam", (22, 14), guide.frame(4 + index)[:guide.luma])
                self.assertEqual(result[:video.luma], self.expected("y.pam", "g.pam"))
                self.assertEqual(result[video.luma:], video.frame(index)[video.luma:])
        self.write("g.y4m", streams.Video("mono", 22, 14).file(2))
        error = self.refused(2, video.file(2), "--guide", "g.y4m", verb="joint")
        self.assertIn("--guide describes luma, and U and V have other samples", error)

    def test_gray_input(self):
        video, guide = streams.Video("mono", 22, 14), streams.Video("420", 22, 14)
        self.write("g.y4m", guide.file(2))
        (_, second) = video.frames(self.guided(video.file(2, first=3)))
        self.write_plane("y.pam", (22, 14), video.frame(4))
        self.write_plane("g.pam", (22, 14), guide.frame(1)[:guide.luma])
        self.assertEqual(second, self.expected("y.pam", "g.pam"))

    def test_the_range_is_of_the_guides_full_scale(self):
        """All differences of a guide are 9 of 10 bits; that of 16 bits has the same fraction."""
        video, deep = streams.Video("mono", 30, 20), streams.Video("mono", 30, 20, 10)
        whole = streams.Video("mono", 30, 20, 16)
        rows = [[(x // 3 + y // 3) % 2 for x in range(30)] for y in range(20)]
        self.write("g.y4m", deep.header + deep.coded([400 + 31 * v for row in rows for v in row]))
        of_deep = self.guided(video.file(1), "--sigma-range", "20/1023")
        self.write("g.y4m", whole.header + whole.coded([25000 + 1986 * v for row in rows for v in row]))
        of_whole = self.guided(video.file(1), "--sigma-range", "1281/65535")
        differences = [abs(a - b) for a, b in zip(of_deep, of_whole)]
        self.assertLessEqual(max(differences), 1)

    def test_an_automatic_range(self):
        video = streams.Video("420", 80, 64)
        self.write("g.y4m", video.file(2, first=5))
        results = video.frames(self.guided(video.file(2), "--sigma-range", "auto"))
        self.write_plane("y.pam", (80, 64), video.frame(0)[:video.luma])
        self.write_plane("g.pam", (80, 64), video.frame(5)[:video.luma])
        self.assertEqual(results[0][:video.luma], self.expected("y.pam", "g.pam", "--sigma-range", "auto"))

    def test_lengths_that_differ(self):
        video = streams.Video("420", 16, 12)
        for planes in ("all", "luma"):
            self.write("g.y4m", video.file(2))
            done = self.run_tool("joint", "-", "-", "--guide", "g.y4m", "--planes", planes, input=video.file(3),
                                 text=False)
            self.assertEqual(done.returncode, 3)
            self.assertIn(b"--guide g.y4m: ends before frame 3, which standard input has; the 2 frames before it were "
                          b"written\n  hint: a guide that is a video needs as many frames as the input\n", done.stderr)
            self.assertEqual(len(video.frames(done.stdout)), 2)
            done = self.run_tool("joint", "-", "-", "--guide", "g.y4m", "--planes", planes, input=video.file(1),
                                 text=False)
            self.assertEqual(done.returncode, 3)
            self.assertIn(b"--guide g.y4m: goes on after frame 1, the last one of standard input", done.stderr)
            self.assertEqual(len(video.frames(done.stdout)), 1)
        self.write("in.y4m", video.file(1))
        self.fails(3, "joint", "in.y4m", "out.y4m", "--guide", "g.y4m")
        self.assertEqual(self.names(), ["g.y4m", "in.y4m"])
        self.write("g.y4m", video.file(2)[:-5])
        self.assertIn("g.y4m", self.refused(3, video.file(2), "--guide", "g.y4m", verb="joint"))

    def test_sizes_that_differ(self):
        video = streams.Video("420", 16, 12)
        self.write("g.y4m", streams.Video("420", 16, 10).file(1))
        error = self.refused(2, video.file(1), "--guide", "g.y4m", verb="joint")
        self.assertIn("--guide g.y4m is 16x10, the image is 16x12", error)
        self.write("g.y4m", streams.Video("444", 16, 12).file(1))
        error = self.refused(2, video.file(1), "--guide", "g.y4m", verb="joint")
        self.assertIn("--guide g.y4m is 16x12, U and V is 8x6", error)

    def test_pipes(self):
        video = streams.Video("420", 16, 12)
        self.write("in.y4m", video.file(3))
        self.write("g.y4m", video.file(3, first=7))
        wanted = self.guided(self.read("in.y4m"))
        piped = self.ok("joint", "in.y4m", "-", "--guide", "-", input=self.read("g.y4m"), text=False).stdout
        self.assertEqual(piped, wanted)
        self.write("other.y4m", video.file(3))
        self.ok("joint", "in.y4m", "other.y4m", "-o", "out/", "--guide", "g.y4m")
        for name in ("out/in.y4m", "out/other.y4m"):
            self.assertEqual(self.read(name), wanted)
        error = self.run_tool("joint", "in.y4m", "other.y4m", "-o", "again/", "--guide", "-", input=self.read("g.y4m"),
                              text=False).stderr
        self.assertIn(b"--guide -: a pipe can be the guide of one input alone", error)

    def test_a_sequence_of_images(self):
        images = [streams.pgm(16, 12, streams.Video("mono", 16, 12).frame(i)) for i in range(2)]
        self.write("g.y4m", streams.Video("mono", 16, 12).file(2, first=3))
        result = self.guided(b"".join(images))
        self.write("y.pgm", images[1])
        self.write_plane("g.pam", (16, 12), streams.Video("mono", 16, 12).frame(4))
        self.ok("joint", "y.pgm", "out.pgm", "--guide", "g.pam")
        self.assertTrue(result.endswith(self.read("out.pgm")))
        self.write("g.y4m", streams.Video("420", 16, 12).file(2))
        error = self.refused(2, images[0], "--guide", "g.y4m", verb="joint")
        self.assertIn("--guide g.y4m: is a video in colour, and the image is none", error)

    def test_a_lone_image_guides_every_frame(self):
        video = streams.Video("mono", 16, 12)
        self.write("g.pgm", streams.pgm(16, 12, video.frame(6)))
        results = video.frames(self.stream(video.file(2), "--guide", "g.pgm", verb="joint"))
        self.write("y.pgm", streams.pgm(16, 12, video.frame(1)))
        self.ok("joint", "y.pgm", "out.pgm", "--guide", "g.pgm")
        self.assertEqual(results[1], tool.pnm_samples(self.read("out.pgm"))[3])


class FfmpegTest(streams.StreamTest):
    """ffmpeg writes the input and the guide."""

    def test_two_pipes(self):
        made = ("ffmpeg -v error -nostdin -f lavfi -i {}=size=96x64:rate=25 -frames:v {} -pix_fmt yuv420p "
                "-f yuv4mpegpipe -")
        command = (f"{made.format('testsrc2', 12)} | $SELVAGE joint - out.y4m "
                   f"--guide <({made.format('testsrc', 12)})")
        done = self.bash(command)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        for name, source in (("in.y4m", "testsrc2"), ("g.y4m", "testsrc")):
            self.assertEqual(self.bash(f"{made.format(source, 12)} >{name}").returncode, 0)
        self.assertEqual(self.stream(self.read("in.y4m"), "--guide", "g.y4m", verb="joint"), self.read("out.y4m"))
        done = self.bash(f"{made.format('testsrc2', 12)} | $SELVAGE joint - - --guide <({made.format('testsrc', 7)})")
        self.assertEqual(done.returncode, 3)
        self.assertIn(b"ends before frame 8, which standard input has", done.stderr)

    def bash(self, command):
        return subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=self.folder, capture_output=True,
                              check=False, timeout=100, env={**os.environ, "SELVAGE": tool.TOOL})
