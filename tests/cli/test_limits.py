# SPDX-License-Identifier: Apache-2.0
"""Limits, exhausted memory, full disks, interrupts: the tool exits with a code, never by a signal."""

import fcntl
import os
import pty
import resource
import select
import signal
import struct
import subprocess
import sys
import termios
import time
import unittest
import zlib

import tool

WITHIN = 0.1  # seconds from the signal to the end


class LimitsTest(tool.ToolTest):
    def setUp(self):
        super().setUp()
        self.write("a.png", tool.png(tool.image(16, 12)))

    def test_size_of_an_image(self):
        self.assertIn("--max-pixels",
                      self.fails(6, "bilateral", "a.png", "o.png", "--max-pixels", 191))
        self.ok("bilateral", "a.png", "o.png", "--max-pixels", 192)
        self.ok("bilateral", "a.png", "o.png", "-f", "--max-pixels", "2^30", "--max-side", "2^4")
        self.fails(6, "bilateral", "a.png", "o.png", "-f", "--max-pixels", "2^7")
        for text in ("2^63", "2^-1", "2^", "3^2"):
            self.assertIn("is not a whole number",
                          self.fails(2, "bilateral", "a.png", "o.png", "--max-pixels", text))
        self.assertIn("--max-side", self.fails(6, "bilateral", "a.png", "p.png", "--max-side", 15))
        self.ok("bilateral", "a.png", "p.png", "--max-side", 16)

    def test_memory(self):
        self.assertIn("--max-memory",
                      self.fails(6, "bilateral", "a.png", "o.png", "--max-memory", "1K"))
        self.assertEqual(self.names(), ["a.png"])
        self.ok("bilateral", "a.png", "o.png", "--max-memory", "1G")

    def test_a_header_that_claims_too_much(self):
        header = struct.pack(">IIBBBBB", 200000, 200000, 8, 0, 0, 0, 0)
        bomb = (b"\x89PNG\r\n\x1a\n" + tool.png_chunk(b"IHDR", header) +
                tool.png_chunk(b"IDAT", zlib.compress(b"")) + tool.png_chunk(b"IEND", b""))
        self.write("bomb.png", bomb)
        self.fails(6, "bilateral", "bomb.png", "o.png")
        self.fails(6, "bilateral", "-", "o.png", input=bomb, text=False)
        self.fails(3, "bilateral", "bomb.png", "o.png", "--max-pixels", 10**12, "--max-memory", "1G")
        self.fails(6, "bilateral", "bomb.png", "o.png", "--max-pixels", 10**12, "--max-memory", "1M")
        self.assertEqual(self.names(), ["a.png", "bomb.png"])

    def test_memory_that_is_not_there(self):
        header = b"Pf\n15000 15000\n-1.0\n"  # its rows run bottom-up, so it is filtered whole
        path = self.write("big.pfm", header)
        os.truncate(path, len(header) + 4 * 15000 * 15000)  # a sparse file

        def little_memory():
            resource.setrlimit(resource.RLIMIT_AS, (600 << 20, 600 << 20))

        self.fails(6, "bilateral", "big.pfm", "o.pfm", "--max-memory", "1T", "-j", 1,
                   preexec_fn=little_memory)

    def test_what_images_in_bands_take(self):
        for name, kind, size in (("in", "P5", 1), ("guide", "P6", 6)):  # the guide has 72 MB
            header = b"%s 3000 4000 %d\n" % (kind.encode(), 255 if size == 1 else 65535)
            self.write("x.ppm", header + os.urandom(3000 * size) * 4000)
            self.ok("box", "x.ppm", f"{name}.tif", "--radius", 0)
        command = ["joint", "in.tif", "out.tif", "--guide", "guide.tif", "--radius", "1", "-d", "cpu",
                   "-f", "--max-memory"]
        for limit, most in ((48, 48), (32, 32), (16, 30)):  # below 32: image buffers only
            self.assertLess(self.peak(*command, f"{limit}M"), most << 20, limit)

    def test_what_images_as_a_whole_take(self):
        for limit, side in ((32, 1700), (32, 2000), (32, 2300), (64, 2800), (64, 3250)):
            self.write("in.ppm", b"P6\n%d %d\n255\n" % (side, side) + os.urandom(3 * side) * side)
            peak = self.peak("bilateral", "in.ppm", "out.png", "--sigma-space", "1", "-d", "cpu",
                             "-f", "--max-memory", f"{limit}M")
            self.assertLess(peak, limit << 20, (limit, side))

    def test_what_chunks_of_a_png_take(self):
        start = self.read("a.png")
        after_header = 8 + 25

        def with_chunks(*chunks):
            self.write("b.png", start[:after_header] + b"".join(chunks) + start[after_header:])

        for kind in (b"sCAL", b"pCAL", b"iCCP", b"eXIf", b"iTXt", b"prVt"):
            with_chunks(struct.pack(">I", 2**31 - 1) + kind)
            self.assertLess(self.peak("box", "b.png", "o.png", "--radius", "0", "-d", "cpu",
                                      "--max-memory", "64M", code=3), 32 << 20)

        profile = struct.pack(">I", 16 << 20) + b"\0\0\0\0\2\0\0\0mntrRGB XYZ " + bytes(12) + b"acsp"
        profile += bytes((16 << 20) - len(profile))
        with_chunks(tool.png_chunk(b"iCCP", b"p\0\0" + zlib.compress(profile)),
                    tool.png_chunk(b"iTXt", b"XML:com.adobe.xmp\0\1\0\0\0" + zlib.compress(bytes(16 << 20))))
        self.assertLess(self.peak("box", "b.png", "o.png", "--radius", "1", "-d", "cpu",
                                  "--max-memory", "32M"), 32 << 20)

        with_chunks(tool.png_chunk(b"gAMA", b"") * (1 << 20), tool.png_chunk(b"pHYs", b"") * (1 << 20))
        self.assertLess(self.peak("box", "b.png", "o.png", "-f", "--radius", "1", "-d", "cpu",
                                  "--max-memory", "64M"), 64 << 20)

    def test_what_pages_that_are_filtered_together_take(self):
        """What is promised is not exceeded, and is enough for a limit."""
        self.write("tiny.raw", bytes(16 * 16 * 4))
        self.write("v.raw", os.urandom(320 * 256 * 4) * 25)
        frame = b"FRAME\n" + os.urandom(640 * 720)
        self.write("v.y4m", b"YUV4MPEG2 W640 H480 F25:1 C420\n" + frame * 20)
        for name in (f"{sequence}{i}" for sequence in "ab" for i in range(6)):
            self.write(f"in/{name}.ppm", b"P6\n640 512\n255\n" + os.urandom(640) * 3 * 512)
            self.write(f"g/{name}.ppm", b"P5\n640 512\n255\n" + os.urandom(640) * 512)
        for name in "ab":
            self.ok("box", "v.raw", f"{name}.tif", "--radius", 0, "--raw", "640x512x1x25:u8")
        raw, codecs = ["v.raw", "v2.raw", "--raw"], 1 << 20
        for verb, *command in (
                ("box", *raw, "320x256x1x100:u8", "--volume", "--radius", "1", "--radius-depth", "12"),
                ("gaussian", *raw, "320x256x1x25:f32", "--volume", "--radius", "1", "--radius-depth", "2"),
                ("box", *raw, "640x512x1x25:u8", "--temporal", "1", "--radius", "1", "--bits", "f32"),
                ("box", *raw, "640x512x1x25:u8", "--temporal", "4", "--causal", "--radius", "1"),
                ("box", "v.y4m", "v2.y4m", "--temporal", "4", "--radius", "1"),
                ("bilateral", "v.y4m", "v2.y4m", "--temporal", "4", "--radius", "1", "--planes", "luma"),
                ("box", "a.tif", "b.tif", "-o", "out/", "--volume", "--radius", "2"),
                ("joint", "in", "-o", "out/", "--guide", "g/", "--temporal", "1", "--radius", "1")):
            for threads in "1", "2":
                options = [*command, "-f", "-d", "cpu", "-j", threads]
                with self.subTest(verb=verb, options=options):
                    tiny = self.peak("box", "tiny.raw", "o.raw", "-f", "-d", "cpu", "-j", threads,
                                     "--raw", "16x16x1x4:u8", "--volume", "--radius", "1")
                    (planned, *_), _ = self.measured(verb, *options, "-n", "--json")
                    (report, *_), peak = self.measured(verb, *options, "--json")
                    # How many pages of libraries count depends on what the system has cached.
                    peak = min(peak, self.peak(verb, *options))
                    promised, used = report["memory_bytes"], peak - tiny - codecs
                    self.assertLessEqual(promised, planned["memory_bytes"])
                    self.assertTrue(0.4 * promised < used < promised, (used, promised))
                    limit = max(planned["memory_bytes"] + (15 << 20), 32 << 20)
                    (report, *_), peak = self.measured(verb, *options, "--json", "--max-memory", str(limit))
                    self.assertLess(peak, limit)
                    done = self.run_tool(verb, *options, "--max-memory", report["memory_bytes"] - 1)
                    self.assertIn(done.returncode, (1, 6))
                    self.assertIn("that are filtered together need ", done.stderr)

    def peak(self, *command, code=0):
        """Returns the most memory that a command has resident, bytes."""
        return self.measured(*command, code=code)[1]

    def measured(self, *command, code=0):
        """Returns what a command has printed with --json, and the most memory that it has resident."""
        measure = (f"import resource, subprocess, sys; done = subprocess.run(sys.argv[1:]); "
                   f"assert done.returncode == {code}, done; "
                   f"print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss << 10)")
        done = subprocess.run([sys.executable, "-c", measure, tool.TOOL, *command],
                              cwd=self.folder, capture_output=True, check=True)
        *printed, peak = done.stdout.decode().splitlines()
        return self.objects("\n".join(printed)) if "--json" in command else [], int(peak)

    def test_what_decoders_hold_counts(self):
        self.write("tile.tif", tool.one_tile(2048))  # 4 MiB decoded, and 4 MiB as stored
        box = ["box", "--radius", 1, "--max-memory"]
        self.assertIn("needs 8.", self.fails(6, *box, "8M", "tile.tif", "o.tif"))
        self.ok(*box, "10M", "tile.tif", "o.tif")
        self.ok(*box, "2M", "o.tif", "p.tif")  # in strips

    def test_a_limit_of_the_images_alone(self):
        note = "covers image buffers only; code, threads and codecs take about 15.0 MiB more"
        for limit, noted in (("31M", True), ("32M", False)):
            done = self.run_tool("bilateral", "a.png", "o.png", "-f", "-v", "--max-memory", limit)
            self.assertEqual(note in done.stderr, noted, done)

    def test_a_file_that_may_not_grow(self):
        self.write("in.pgm", tool.pgm(tool.image(200, 200)))
        self.write("old.pgm", b"old")

        def small_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))

        self.fails(4, "bilateral", "in.pgm", "old.pgm", "-f", preexec_fn=small_files)
        self.assertEqual(self.read("old.pgm"), b"old")
        self.assertEqual(self.names(), ["a.png", "in.pgm", "old.pgm"])


class InterruptTest(tool.ToolTest):
    def setUp(self):
        super().setUp()
        row = bytes((x * 7919 >> 3) % 256 for x in range(4000))
        self.write("big.pgm", b"P5\n4000 4000\n255\n" + row * 4000)
        self.long = ["bilateral", "big.pgm", "out.pgm", "--sigma-space", "60", "--use", "plain"]

    def start(self, *arguments, **options):
        process = subprocess.Popen([tool.TOOL, *arguments], cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, **options)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.kill)
        return process

    def seconds_to_end(self, process, number):
        start = time.monotonic()
        process.send_signal(number)
        process.send_signal(signal.SIGCONT)  # continues
        code = process.wait(timeout=30)
        seconds = time.monotonic() - start
        self.assertEqual(code, 130)
        self.assertEqual(self.names(), ["big.pgm"])
        return seconds

    def assert_quick(self, begin, number):
        """Returns the best of a few runs, since the machine may be busy."""
        seconds = []
        for _ in range(5):
            seconds.append(self.seconds_to_end(begin(), number))
            if seconds[-1] <= WITHIN:
                return
        self.fail(f"took {seconds} s")

    def filtering(self):
        process = self.start(*self.long)
        time.sleep(0.5)
        return process

    def test_while_filtering(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            self.assert_quick(self.filtering, number)

    def test_while_waiting_for_input(self):
        def waiting():
            process = self.start("bilateral", "-", "out.pgm", stdin=subprocess.PIPE)
            self.addCleanup(process.stdin.close)
            process.stdin.write(b"P5\n4000 4000\n255\n")
            process.stdin.flush()
            time.sleep(0.3)
            return process

        self.assert_quick(waiting, signal.SIGINT)

    def test_while_encoding(self):
        noise = os.urandom(4000 * 4000)
        self.write("big.pgm", b"P5\n4000 4000\n255\n" + noise)

        def encoding():
            process = self.start("bilateral", "big.pgm", "out.png", "--radius", "0",
                                 "--threads", "1")
            while len(self.names()) == 1 and process.poll() is None:
                time.sleep(0.001)
            process.send_signal(signal.SIGSTOP)  # must not end meanwhile on a busy machine
            if "out.png" not in self.names():
                return process
            process.kill()
            process.wait()
            os.remove(os.path.join(self.folder, "out.png"))
            return encoding()

        self.assert_quick(encoding, signal.SIGINT)

    def test_what_the_parent_ignores_stays_ignored(self):
        self.write("small.pgm", tool.pgm(tool.image(300, 300)))
        process = self.start("bilateral", "small.pgm", "out.pgm", "--use", "plain", "--radius", "20",
                             preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=120), 0)

    def progress(self, columns=0):
        """Returns what a terminal of so many columns shows."""
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("4H", 24, columns, 0, 0))
        process = subprocess.Popen([tool.TOOL, *self.long], cwd=self.folder, stderr=theirs)
        self.addCleanup(process.kill)
        os.close(theirs)
        text = b""
        while b"\x1b[K" not in text and select.select([ours], [], [], 60)[0]:
            text += os.read(ours, 4096)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=30), 130)
        os.close(ours)
        return text.decode()

    def test_progress_on_a_terminal(self):
        self.assertRegex(self.progress(), r"\rbig\.pgm \[#*\.*\] \d+ % [\d.]+ MP/s, [\d:]+ left")
        self.assertRegex(self.progress(10), r"\r\d+ % [\d.]{1,4}[ MP]*\x1b")
        for line in self.progress(20).split("\x1b")[0].split("\r"):
            self.assertLess(len(line), 20)


if __name__ == "__main__":
    unittest.main()
