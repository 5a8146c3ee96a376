# SPDX-License-Identifier: Apache-2.0
"""selvage-bench as a program: exit codes, its tables and its files. No speed is judged."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.environ["SELVAGE_BENCH_PROGRAM"]
TOOL = os.environ["SELVAGE_TOOL"]
TINY = {"filter": "bilateral", "image": "u8x1", "size": "64x48", "fields": {"radius": 2}}
NAME = "bilateral.u8x1.l2.square.r2.64x48"


def tiny(**members: object) -> dict[str, object]:
    """Return a row for a tiny image."""
    return {**TINY, "value": "seconds", **members}


class Program(unittest.TestCase):
    """Each test runs the program in an empty folder."""

    def setUp(self) -> None:
        """Make the folder."""
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def bench(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run the program."""
        return subprocess.run(
            [PROGRAM, "--turns", "3", *arguments],
            cwd=self.folder, capture_output=True, text=True, check=False,
        )  # fmt: skip

    def table(self, *rows: dict[str, object]) -> str:
        """Write a table and return its name."""
        (self.folder / "table.json").write_text(json.dumps(rows))
        return "table.json"

    def targets(self, *rows: dict[str, object], options: tuple[str, ...] = ()) -> tuple[int, str]:
        """Check targets and return exit code and output."""
        result = self.bench("--targets", "--table", self.table(*rows), *options)
        self.assertLess(result.returncode, 2, result.stderr)
        return result.returncode, result.stdout

    def test_a_target_is_met(self) -> None:
        """A generous limit."""
        code, text = self.targets(tiny(at_most=1000))
        self.assertEqual(code, 0, text)
        self.assertIn("1 met", text)
        self.assertIn("error 0.", text)

    def test_a_target_is_missed(self) -> None:
        """A limit that nothing reaches."""
        code, text = self.targets(tiny(at_most=1000), tiny(at_most=1e-12, size="65x48"))
        self.assertEqual(code, 1, text)
        self.assertIn("1 BELOW", text)

    def test_a_row_that_cannot_run_fails(self) -> None:
        """An unknown candidate."""
        code, text = self.targets(tiny(at_most=1000, use="no_such_candidate"))
        self.assertEqual(code, 1, text)
        self.assertIn("no_such_candidate", text)

    def test_a_rival_that_cannot_run_fails(self) -> None:
        """OpenCV has no bilateral of 16 bits."""
        code, text = self.targets(tiny(value="times", rival="opencv", at_least=0, image="u16x1"))
        self.assertEqual(code, 1, text)

    def test_rows_of_absent_devices(self) -> None:
        """They fail only where the device was asked for."""
        rows = tiny(at_most=1000), tiny(at_most=1000, device="cuda:77")
        code, text = self.targets(*rows)
        self.assertEqual(code, 0, text)
        self.assertIn("1 not run", text)
        self.assertEqual(self.targets(*rows, options=("--device", "cuda:77"))[0], 1)

    def test_options_that_rows_say(self) -> None:
        """Errors, since they would be ignored."""
        table = self.table(tiny(at_most=1000))
        for options in (("--tuning", "rows=8"), ("--use", "simd"), ("--size", "65x48"), ("--no-rivals",)):
            result = self.bench("--targets", "--table", table, *options)
            self.assertEqual(result.returncode, 2, result.stdout)
            self.assertIn(f"--targets does not take {options[0]}", result.stderr)

    def test_rivals_of_our_own(self) -> None:
        """A smaller window."""
        code, text = self.targets(tiny(value="times", rival={"fields": {"radius": 1}}, at_least=0))
        self.assertEqual(code, 0, text)

    def test_reports_are_written_and_compared(self) -> None:
        """An old report that was a thousand times faster."""
        table = self.table({**TINY, "set": "common"})
        for name in ("old.json", "new.json"):
            result = self.bench("--table", table, "--use", "simd", "--json", name)
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        old = json.loads((self.folder / "old.json").read_text())
        (row,) = (r for r in old["results"] if r["ours"])
        self.assertEqual((row["case"], row["name"]), (NAME, "simd"))
        self.assertLessEqual(row["error_255"], row["allowed_255"])
        self.assertEqual(row["seconds"]["count"], 3)
        for part in ("median_low", "median", "median_high"):
            row["seconds"][part] *= 1e-3
        (self.folder / "old.json").write_text(json.dumps(old))
        slower = self.bench("--compare", "old.json", "new.json")
        self.assertEqual((slower.returncode, slower.stdout[:6]), (1, "SLOWER"), slower.stderr)
        self.assertEqual(self.bench("--compare", "new.json", "old.json").returncode, 0)
        now = self.bench("--table", table, "--use", "simd", "--compare", "old.json")
        self.assertEqual(now.returncode, 1, now.stdout)
        self.assertIn("SLOWER", now.stdout)

    def test_tuning_is_stored_and_used(self) -> None:
        """Plans predict with it; a damaged file is ignored with a note."""
        cache = {**os.environ, "XDG_CACHE_HOME": str(self.folder / "cache")}

        def run(*command: str) -> str:
            done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True,
                                  check=False, env=cache)
            self.assertEqual(done.returncode, 0, done.stderr)
            return done.stdout + done.stderr

        explain = TOOL, "explain", "bilateral", "--raw", "64x48:u8", "x.raw", "--radius", "2", "-d", "cpu"
        (self.folder / "x.raw").write_bytes(bytes(64 * 48))
        self.assertNotIn("(tuned)", run(*explain))
        table = self.table({**TINY, "set": "tune"})
        self.assertIn("cpu.rates", run(PROGRAM, "--turns", "1", "--table", table, "--tune"))
        self.assertIn("(tuned)", run(*explain))
        rates = self.folder / "cache/selvage/cpu.rates"
        self.assertRegex(rates.read_text(), r"(?m)^simd bilateral u8 [0-9.]+$")
        rates.write_text("rubbish")
        explained = run(*explain, "-v")
        self.assertNotIn("(tuned)", explained)
        self.assertIn("ignored", explained)

    def test_bad_words_exit_with_2(self) -> None:
        """Each is named in an error."""
        for arguments in (
            ("--case", "("),
            ("--case", "nothing_like_this"),
            ("--set", "none"),
            ("--size", "5"),
            ("--table", "missing.json"),
            ("--json", "no/folder/x.json"),
            ("--scene", "sea"),
            ("--measure", "speed"),
            ("--compare", "missing.json", "missing.json"),
        ):
            result = self.bench(*arguments)
            self.assertEqual(result.returncode, 2, arguments)
            self.assertIn("selvage-bench: error: ", result.stderr)

    def test_names_are_listed(self) -> None:
        """Those of cases, and those of targets."""
        for arguments in (("--list",), ("--set", "linear", "--list"), ("--targets", "--list")):
            result = self.bench(*arguments)
            self.assertEqual(result.returncode, 0)
            self.assertGreater(len(result.stdout.splitlines()), 20)


if __name__ == "__main__":
    unittest.main()
