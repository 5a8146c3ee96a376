# SPDX-License-Identifier: Apache-2.0
"""Streams between programs: how they end, what is reported, ffmpeg on both sides, memory."""

import json
import os
import signal
import subprocess
import time

import streams
import tool


class EndTest(streams.StreamTest):
    """How streams end: in the middle of a frame, by the reader, by Ctrl-C."""

    def test_the_frames_before_a_truncated_one_are_whole(self):
        video = streams.Video("420", 9, 7)
        data, whole = video.file(3), self.stream(video.file(3))
        start = len(video.header)
        for cut in (3, 6, 7, 6 + video.luma - 1, 6 + video.luma, video.frame_bytes - 1):
            for frames in (0, 1, 2):
                done = self.run_tool("bilateral", "-", "-", input=data[:start + frames * video.frame_bytes + cut],
                                     text=False)
                self.assertEqual(done.returncode, 3, done)
                self.assertEqual(done.stdout, whole[:start + frames * video.frame_bytes] if frames else b"")
                written = ("nothing was written", "the frame before it was written",
                           "the 2 frames before it were written")[frames]
                self.assertEqual(done.stderr.decode().splitlines()[0],
                                 f"selvage: error: standard input, frame {frames + 1}: file is cut short; {written}")
        self.assertEqual(self.stream(data[:-video.frame_bytes]), whole[:-video.frame_bytes])

    def test_a_truncated_sequence_of_images(self):
        frame = tool.pgm(tool.image(16, 12))
        whole = self.stream(frame)
        for cut in (1, 5, 40, len(frame) - 1):
            done = self.run_tool("bilateral", "-", "-", input=2 * frame + frame[:cut], text=False)
            if cut == 1:  # no header of an image
                self.assertEqual((done.returncode, done.stdout), (0, 2 * whole))
                continue
            self.assertEqual((done.returncode, done.stdout), (3, 2 * whole), done.stderr)
            self.assertIn(b"standard input, frame 3: file is cut short; the 2 frames before it were written",
                          done.stderr)

    def test_a_file_is_written_as_a_whole_or_not(self):
        video = streams.Video("422", 9, 7)
        self.write("in.y4m", video.file(3)[:-1])
        self.assertIn("in.y4m, frame 3: file is cut short; nothing was written",
                      self.fails(3, "bilateral", "in.y4m", "out.y4m"))
        self.assertEqual(self.names(), ["in.y4m"])
        self.write("in.y4m", video.file(3))
        self.ok("bilateral", "in.y4m", "out.y4m")
        self.assertEqual(self.read("out.y4m"), self.stream(video.file(3)))

    def test_videos_that_are_refused(self):
        for header, problem in ((b"W8 H8 It C420", b"an interlaced Y4M video is not supported"),
                                (b"W8 H8 C444alpha", b"colour space 444alpha is not supported"),
                                (b"W8 C420", b"the width or height is missing")):
            done = self.run_tool("bilateral", "-", "-", input=b"YUV4MPEG2 " + header + b"\nFRAME\n", text=False)
            self.assertEqual((done.returncode, done.stdout), (3, b""))
            self.assertIn(problem, done.stderr)
        self.assertIn("frame 1: file is cut short", self.refused(3, streams.Video("420", 8, 8).header))

    def test_a_frame_is_passed_on_before_the_next_one_comes(self):
        image = tool.pgm(tool.image(32, 24))
        video = streams.Video("420", 32, 24)
        for head, frame, size in ((b"", image, len(image)), (video.header, video.coded(video.frame(0)),
                                                            video.frame_bytes)):
            with subprocess.Popen([tool.TOOL, "bilateral", "-", "-"], stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE) as process:
                process.stdin.write(head)
                for index in range(5):
                    process.stdin.write(frame)
                    process.stdin.flush()
                    expected = size + (len(head) if index == 0 else 0)
                    self.assertEqual(len(process.stdout.read(expected)), expected)
                process.stdin.close()
                self.assertEqual(process.stdout.read(), b"")
            self.assertEqual(process.returncode, 0)

    def endless(self, *arguments):
        """Starts the tool on a video that does not end, with a full pipe behind it."""
        video = streams.Video("mono", 320, 240)
        read, write = os.pipe()
        process = subprocess.Popen([tool.TOOL, "bilateral", "-", "-", *arguments], stdin=read,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        os.close(read)
        os.set_blocking(write, False)
        frame, sent = video.coded(bytes(video.luma)), b""
        os.write(write, video.header)
        rest = b""
        until = time.monotonic() + 1.0
        while time.monotonic() < until:
            rest = rest or frame
            try:
                rest = rest[os.write(write, rest):]
            except BlockingIOError:
                time.sleep(0.02)
        del sent
        self.addCleanup(os.close, write)
        return process

    def test_back_pressure_and_an_interrupt(self):
        process = self.endless()
        self.assertIsNone(process.poll())
        with open(f"/proc/{process.pid}/statm", encoding="ascii") as file:
            resident = int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        self.assertLess(resident, 300 << 20)
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=10)
        self.assertEqual((process.returncode, error), (130, b"selvage: error: interrupted\n"))
        self.assertLess(time.monotonic() - begin, 2.0)

    def test_a_reader_that_goes_away(self):
        process = self.endless()
        process.stdout.close()
        process.stdout = None
        _, error = process.communicate(timeout=10)
        self.assertEqual((process.returncode, error),
                         (4, b"selvage: error: standard output: cannot be written: Broken pipe\n"))


class ReportTest(streams.StreamTest):
    def test_json(self):
        video = streams.Video("420", 12, 10)
        done = self.run_tool("bilateral", "-", "-", "--json", input=video.file(4), text=False)
        (report,) = self.objects(done.stderr.decode())
        self.assertEqual((report["frames"], report["pages"], report["width"], report["channels"], report["format"]),
                         (4, 4, 12, 1, "y4m"))
        self.assertEqual((report["pixel_format"], report["bits"]), ("yuv420p", 8))
        self.assertGreater(report["frames_per_s"], 0)
        self.assertTrue(0 < report["filter_share"] <= 1.01, report)
        (plan,) = self.objects(self.run_tool("bilateral", "-", "-", "--json", "-n", input=video.file(1),
                                             text=False).stderr.decode())
        self.assertEqual(plan["format"], "y4m")
        lone = self.run_tool("bilateral", "-", "-", "--json", input=tool.pgm(tool.image(8, 8)), text=False)
        self.assertNotIn("frames", self.objects(lone.stderr.decode())[0])

    def test_verbose(self):
        image = tool.pgm(tool.image(8, 8))
        done = self.run_tool("bilateral", "-", "-", "-v", input=3 * image, text=False)
        self.assertRegex(done.stderr.decode(), r"\n  3 frames, [0-9.]+ frames/s, filtered in \d+ % of the time\n")
        done = self.run_tool("bilateral", "-", "-", "-v", input=image, text=False)
        self.assertNotIn("frame", done.stderr.decode())

    def test_what_the_stream_is(self):
        for space, bits, text in (("420", 8, "yuv420p 8-bit"), ("422", 10, "yuv422p 10-bit"), ("411", 8, "yuv411p 8-bit"),
                                  ("444", 12, "yuv444p 12-bit"), ("mono", 8, "gray 8-bit")):
            video = streams.Video(space, 12, 10, bits).file(1)
            for arguments, stream in ((["-v"], "stderr"), (["-n"], "stderr")):
                done = self.run_tool("bilateral", "-", "-", *arguments, input=video, text=False)
                self.assertIn(f"- -> -: 12x10 {text} y4m", getattr(done, stream).decode())
        plain = streams.Video("420", 12, 10).file(1).replace(b" C420", b"")
        done = self.run_tool("bilateral", "-", "-", "-v", input=plain, text=False)
        self.assertIn(": 12x10 yuv420p 8-bit y4m", done.stderr.decode())

    def test_progress(self):
        video = streams.Video("420", 12, 10)
        done = self.run_tool("bilateral", "-", "-", "--progress", "json", input=video.file(3), text=False)
        first = json.loads(done.stderr.decode().splitlines()[0])
        self.assertEqual((first["frame"], first["input"], first["index"]), (1, "-", 1))

    def test_info(self):
        self.write("a.y4m", streams.Video("420", 12, 10, 10).file(2))
        (info,) = self.objects(self.ok("info", "a.y4m", "--json").stdout)
        self.assertEqual((info["format"], info["width"], info["max_value"], info["file_bits"]), ("y4m", 12, 1023, 10))
        self.assertEqual(info["video"], "YUV4MPEG2 W12 H10 F30:1 Ip A1:1 C420p10")
        self.assertIn("  video: YUV4MPEG2 W12 H10 F30:1 Ip A1:1 C420p10\n", self.ok("info", "a.y4m").stdout)


class FfmpegTest(streams.StreamTest):
    """ffmpeg writes the input and reads the output."""

    def ffmpeg(self, *arguments, **options):
        return subprocess.run(["ffmpeg", "-v", "error", "-nostdin", *map(str, arguments)], check=True,
                              capture_output=True, cwd=self.folder, timeout=100, **options).stdout

    def made(self, pixels, size="67x45", frames=3, kind="yuv4mpegpipe"):
        return self.ffmpeg("-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25", "-frames:v", frames, "-s", size,
                           "-pix_fmt", pixels, "-strict", -1, "-f", kind,
                           *(["-c:v", "ppm"] if kind == "image2pipe" else []), "-")

    def hashes(self, data, kind="yuv4mpegpipe"):
        self.write("hashed", data)
        lines = self.ffmpeg("-f", kind, "-i", "hashed", "-f", "framemd5", "-").decode().splitlines()
        return [line.split(",")[-1].strip() for line in lines if not line.startswith("#")]

    def test_every_pixel_format_of_y4m(self):
        for pixels in ("gray", "yuv420p", "yuvj420p", "yuv422p", "yuv444p", "yuv411p", "yuv420p10le", "yuv422p10le",
                       "yuv444p12le", "yuv420p9le", "yuv420p16le", "gray10le", "gray16le"):
            with self.subTest(pixels=pixels):
                # ffmpeg 5.1 writes rows of half a sample for odd widths of more than 8 bits.
                is_deep = pixels.endswith("le") and not pixels.startswith("gray")
                data = self.made(pixels, "66x45" if is_deep else "67x45")
                self.assertEqual(self.stream(data, "--radius", 0) == data, True)
                result = self.stream(data)
                self.assertEqual(len(result), len(data))
                hashes = self.hashes(result)
                self.assertEqual(len(hashes), 3)
                self.assertFalse(set(hashes) & set(self.hashes(data)))

    def test_a_pipeline(self):
        command = ("ffmpeg -v error -nostdin -f lavfi -i testsrc2=size=96x64:rate=25 -frames:v 12 -pix_fmt yuv420p "
                   "-f yuv4mpegpipe - | $SELVAGE bilateral - - --sigma-space 2 | "
                   "ffmpeg -v error -nostdin -f yuv4mpegpipe -i - -c:v ffv1 -y out.mkv")
        done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=self.folder, capture_output=True,
                              check=False, timeout=100, env={**os.environ, "SELVAGE": tool.TOOL})
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        back = self.ffmpeg("-i", "out.mkv", "-pix_fmt", "yuv420p", "-f", "yuv4mpegpipe", "-")
        self.assertEqual(self.hashes(back),
                         self.hashes(self.stream(self.made("yuv420p", "96x64", 12), "--sigma-space", 2)))

    def test_a_sequence_of_ppm(self):
        data = self.made("rgb24", kind="image2pipe")
        result = self.stream(data)
        self.assertEqual(len(result), len(data))
        self.write("in.ppm", data)
        self.write("out.ppm", result)
        for name in ("in.ppm", "out.ppm"):
            raw = self.ffmpeg("-f", "ppm_pipe", "-i", name, "-f", "rawvideo", "-")
            self.assertEqual(len(raw), 3 * 67 * 45 * 3)

    def test_interlaced_video_is_refused(self):
        data = self.made("yuv420p").replace(b" Ip ", b" It ", 1)
        self.assertIn("deinterlace it first: ffmpeg -i IN -vf yadif OUT", self.refused(3, data))


class MemoryTest(streams.StreamTest):
    def peak(self, frames):
        """Returns the peak memory of filtering so many frames, in bytes."""
        video = streams.Video("mono", 640, 480)
        frame = video.coded(bytes(range(256)) * (video.luma // 256))
        # The address sanitizer keeps freed memory, unless it is told to keep little.
        sanitizer = os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=1:thread_local_quarantine_size_kb=64"
        process = subprocess.Popen([tool.TOOL, "box", "-", "-", "--radius", "1", "-d", "cpu"], stdin=subprocess.PIPE,
                                   stdout=subprocess.DEVNULL, env={**os.environ, "ASAN_OPTIONS": sanitizer})
        process.stdin.write(video.header)
        for _ in range(frames):
            process.stdin.write(frame)
        process.stdin.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0)
        return usage.ru_maxrss * 1024

    def test_memory_does_not_grow(self):
        few, many = self.peak(60), self.peak(300)
        # A frame kept in each turn would take 74 MB more. Two runs differ by 2 MB, by 9 MB under the address sanitizer.
        self.assertLess(many, few + (24 << 20), (few, many))
