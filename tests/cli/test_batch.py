# SPDX-License-Identifier: Apache-2.0
"""Batches with overlapping stages: results, order of messages and limits are those of single runs."""

import os
import resource
import shutil
import signal
import subprocess
import time
import unittest

import tool


class BatchTest(tool.ToolTest):
    """Writes files of different shapes, so that some plans are made and others reused."""

    def setUp(self):
        super().setUp()
        shapes = [(31, 20), (31, 20), (20, 31), (64, 48), (64, 48), (31, 20)]
        for i in range(24):
            image = tool.image(*shapes[i % len(shapes)])
            image[0][0] = i
            self.write(f"{i:02}.png", tool.png(image))
        self.files = [name for name in self.names() if name.endswith(".png")]

    def results(self, folder):
        return {name: self.read(f"{folder}/{name}") for name in os.listdir(self.folder / folder)}

    def test_the_same_results_as_one_by_one(self):
        self.ok("bilateral", *self.files, "-o", "overlapped/")
        self.ok("bilateral", *self.files, "-o", "serial/", "-j", 1)
        self.assertEqual(sorted(self.results("serial")), self.files)
        self.assertEqual(self.results("overlapped"), self.results("serial"))

    def test_float_images_have_plans_of_their_own(self):
        for i in range(6):  # the allowed error depends on the largest sample
            self.write(f"{i}.pfm", tool.pfm([[10.0**i, 0.5] * 8] * 8))
        files = [f"{i}.pfm" for i in range(6)]
        options = ["--max-error", "0.001", "--json"]
        done = self.run_tool("bilateral", *files, "-o", "out/", *options)
        for name, report in zip(files, self.objects(done.stdout)):
            alone = self.run_tool("bilateral", name, "alone.pfm", "-f", *options)
            (expected,) = self.objects(alone.stdout)
            for key in ("candidate", "error_bound", "error"):
                self.assertEqual(report.get(key), expected.get(key), (name, key))

    def test_reports_keep_the_order(self):
        for i in (3, 7, 8, 23):
            self.write(f"{i:02}.png", b"\x89PNG\r\n\x1a\n")
        self.write("out/05.png", b"old")
        self.write("out/06.png", b"old")
        done = self.run_tool("bilateral", *self.files, "-o", "out/", "--json", "--skip-existing")
        self.assertEqual(done.returncode, 1)
        *reports, last = self.objects(done.stdout)
        self.assertEqual(last["summary"],
                         {"files": 24, "done": 18, "failed": 4, "skipped": 2, "not_tried": 0})
        self.assertEqual([report["input"] for report in reports], self.files)
        self.assertEqual([r["input"] for r in reports if "error" in r],
                         ["03.png", "07.png", "08.png", "23.png"])
        self.assertEqual([r["input"] for r in reports if r.get("skipped")], ["05.png", "06.png"])

    def test_progress_counts_every_file(self):
        self.write("03.png", b"broken")
        done = self.run_tool("bilateral", *self.files, "-o", "out/", "--progress", "json", "-q")
        steps = [step for step in map(str.strip, done.stderr.splitlines()) if step.startswith("{")]
        indices = [step["index"] for step in self.objects("\n".join(steps))]
        self.assertEqual(indices, sorted(indices))
        self.assertEqual(set(indices), set(range(1, 25)) - {4})

    def test_fail_fast_writes_nothing_after_the_bad_file(self):
        self.write("03.png", b"broken")
        done = self.run_tool("bilateral", *self.files, "-o", "out/", "--fail-fast")
        self.assertEqual(done.returncode, 1)
        self.assertIn("3 of 24 files done, 1 failed, 20 not tried", done.stderr)
        self.assertEqual(sorted(os.listdir(self.folder / "out")), self.files[:3])

    def test_files_wait_for_one_anothers_memory(self):
        def needed(name):
            report = self.objects(
                self.ok("bilateral", name, "x.png", "-n", "--json", "--border", "wrap").stdout)[0]
            return report["memory_bytes"]

        largest = max(map(needed, self.files[:6]))
        self.ok("bilateral", *self.files, "-o", "out/", "--max-memory", largest)
        self.assertEqual(sorted(os.listdir(self.folder / "out")), self.files)
        options = ["--border", "wrap", "--max-memory", largest - 1]  # bands do not help here
        done = self.run_tool("bilateral", *self.files, "-o", "less/", *options)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(sorted(os.listdir(self.folder / "less")),
                         [name for i, name in enumerate(self.files) if i % 6 not in (3, 4)])

    def test_a_file_that_cannot_be_written(self):
        def small_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))

        self.write("09.png", tool.png(tool.image(200, 200)))
        done = self.run_tool("bilateral", *self.files, "-o", "out/", preexec_fn=small_files)
        self.assertEqual(done.returncode, 1)
        self.assertIn("23 of 24 files done, 1 failed", done.stderr)
        self.assertEqual(sorted(os.listdir(self.folder / "out")),
                         [name for name in self.files if name != "09.png"])

    def slow_batch(self, *options):
        """Starts a batch of four files and returns during the second one; the first one is small."""
        row = bytes((x * 7919 >> 3) % 256 for x in range(2000))
        for i in range(1, 4):
            self.write(f"big{i}.pgm", b"P5\n2000 2000\n255\n" + row * 2000)
        files = ["00.png", *(f"big{i}.pgm" for i in range(1, 4))]
        process = subprocess.Popen([tool.TOOL, "bilateral", *files, "-o", "out/", "--sigma-space", "40",
                                    "--use", "plain", "-d", "cpu", *options], cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        while not (self.folder / "out/00.png").exists() and process.poll() is None:
            time.sleep(0.005)
        time.sleep(0.3)
        return process

    def test_an_interrupt(self):
        for options in ([], ["-j", 1], ["-q"]):
            process = self.slow_batch("-f", *map(str, options))
            process.send_signal(signal.SIGINT)
            _, error = process.communicate(timeout=30)
            self.assertEqual((process.returncode, error),
                             (130, "selvage: error: interrupted\n"
                                   "selvage: 1 of 4 files done, 3 not tried\n"))
            self.assertEqual(os.listdir(self.folder / "out"), ["00.png"])
            os.remove(self.folder / "out/00.png")

    def test_an_interrupt_in_json(self):
        process = self.slow_batch("--json")
        process.send_signal(signal.SIGINT)
        first, error, last = self.objects(process.communicate(timeout=30)[0])
        self.assertEqual((process.returncode, first["output"], error["code"]), (130, "out/00.png", 130))
        self.assertEqual(last["summary"],
                         {"files": 4, "done": 1, "failed": 0, "skipped": 0, "not_tried": 3})

    def test_a_result_that_comes_meanwhile(self):
        """Several runs into one folder: the first result stays, and no run fails."""
        side = 1200 if tool.SANITIZED else 3000
        self.write("big.pgm", b"P5\n%d %d\n255\n" % (side, side) + bytes(side * side))
        for options in ([], ["-j", "1"], ["--json"]):
            with subprocess.Popen([tool.TOOL, "bilateral", "big.pgm", "00.png", "-o", "out/",
                                   "-d", "cpu", "--skip-existing", *options], cwd=self.folder, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
                while not list(self.folder.glob("out/.big*")) and process.poll() is None:
                    time.sleep(0.001)
                self.write("out/big.pgm", b"theirs")
                output, error = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 0, error)
            if options == ["--json"]:
                self.assertTrue(self.objects(output)[0]["skipped"])
            else:
                self.assertEqual(error, "selvage: 1 of 2 files done, 1 skipped\n")
            self.assertEqual(self.read("out/big.pgm"), b"theirs")
            self.assertEqual(sorted(os.listdir(self.folder / "out")), ["00.png", "big.pgm"])
            shutil.rmtree(self.folder / "out")


class TreeTest(tool.ToolTest):
    """The output folder mirrors the common folder of the inputs."""

    def test_folders_are_mirrored(self):
        image = tool.png(tool.image(9, 8))
        for name in ("in/a/1.png", "in/a/2.png", "in/b/c/1.png", "in/1.png"):
            self.write(name, image)
        self.ok("box", "in/a/1.png", "in/a/2.png", "in/b/c/1.png", "in/1.png", "-o", "out/", "--radius", 1)
        out = self.folder / "out"
        self.assertEqual(sorted(str(p.relative_to(out)) for p in out.rglob("*.png")),
                         ["1.png", "a/1.png", "a/2.png", "b/c/1.png"])
        self.ok("box", "in/a/1.png", self.folder / "in/a/2.png", "-o", "flat/", "--radius", 1)
        self.assertEqual(sorted(os.listdir(self.folder / "flat")), ["1.png", "2.png"])
        self.ok("box", "../a/1.png", "c/1.png", "-o", "out/", "--radius", 1,
                cwd=self.folder / "in/b")
        out = self.folder / "in/b/out"
        self.assertEqual(sorted(str(p.relative_to(out)) for p in out.rglob("*.png")),
                         ["a/1.png", "b/c/1.png"])

    def test_a_killed_batch_goes_on(self):
        row = bytes((x * 7919 >> 3) % 256 for x in range(700))
        names = [f"{i:02}.pgm" for i in range(20)]
        for name in names:
            self.write(name, b"P5\n700 500\n255\n" + row * 500)
        command = ["bilateral", *names, "-o", "out/", "-s", "6", "-d", "cpu"]
        with subprocess.Popen([tool.TOOL, *command], cwd=self.folder) as process:
            while not (self.folder / "out/05.pgm").exists() and process.poll() is None:
                time.sleep(0.002)
            process.kill()
        done = [name for name in os.listdir(self.folder / "out") if name in names]
        for name in done:
            self.assertEqual(len(self.read(f"out/{name}")), len(self.read(name)))
        again = self.run_tool(*command, "--skip-existing")
        self.assertEqual(again.returncode, 0, again)
        self.assertIn(f"{20 - len(done)} of 20 files done, {len(done)} skipped", again.stderr)
        results = {self.read(f"out/{name}") for name in names}
        self.assertEqual(len(results), 1)


class DevicesTest(tool.ToolTest):
    """The result is the same on every device of this machine."""

    def test_the_same_image(self):
        self.write("a.png", tool.png(tool.image(70, 50)))
        self.ok("bilateral", "a.png", "cpu.png", "-d", "cpu")
        for name, device in tool.devices().items():
            if device["missing"]:
                continue
            done = self.ok("bilateral", "a.png", "out.png", "-f", "-d", name, "--json")
            (report,) = self.objects(done.stdout)
            self.assertEqual(report["device"], name)
            self.assertLessEqual(report["upload_s"] + report["download_s"], report["filter_s"])
            self.assertEqual(report["upload_s"] > 0, name != "cpu")
            self.ok("compare", "cpu.png", "out.png", "--tolerance", "1/255")

    def test_a_driver_that_ends_the_process_is_left_out(self):
        no_sys = ["unshare", "--mount", "sh", "-c", 'mount -t tmpfs none /sys && exec "$@"', "sh"]
        if subprocess.run([*no_sys, "true"], capture_output=True).returncode != 0:
            self.skipTest("needs the right to hide /sys")
        self.write("a.png", tool.png(tool.image(70, 50)))
        environment = dict(os.environ, XDG_CACHE_HOME=str(self.folder / "cache"))
        for _ in range(2):  # the second time from the cache
            for words in (["devices"], ["bilateral", "a.png", "o.png", "-f"],
                          ["bilateral", "a.png", "o.png", "-f", "-d", "cpu"]):
                done = subprocess.run([*no_sys, tool.TOOL, *words], cwd=self.folder, env=environment,
                                      capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done)
            listed = subprocess.run([*no_sys, tool.TOOL, "devices"], env=environment,
                                    capture_output=True, text=True).stdout
            if "opencl:0" in tool.devices():
                self.assertIn("its probe ended by signal", listed)

    def test_a_batch_on_every_device(self):
        for i in range(4):
            self.write(f"{i}.png", tool.png(tool.image(40, 30)))
        for name, device in tool.devices().items():
            if not device["missing"]:
                done = self.ok("bilateral", *(f"{i}.png" for i in range(4)), "-o", "out/", "-f",
                               "-d", name, "--json")
                *reports, _ = self.objects(done.stdout)
                self.assertEqual([r["device"] for r in reports], [name] * 4)

    def test_auto_takes_no_processor_behind_opencl(self):
        self.write("a.png", tool.png(tool.image(70, 50)))
        processors = [n for n, d in tool.devices().items() if d["processor"] and n != "cpu"]
        (report,) = self.objects(self.ok("explain", "bilateral", "a.png", "--json").stdout)
        for candidate in report["candidates"]:
            self.assertNotIn(candidate["candidate"].split("/")[0], processors)


if __name__ == "__main__":
    unittest.main()
