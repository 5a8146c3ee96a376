# SPDX-License-Identifier: Apache-2.0
"""The bundle's scripts, beside programs that write down how they were called."""

import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).parent
TESTS = ["cuda_test", "opencl_test", "gpu_test", "planner_test", "engine_test", "studies_device_test",
         "conformance", "properties_test", "golden_test"]
STUDY = """#!/bin/bash
echo "$@" >>"$(dirname "$0")/calls"
case "$1" in
  list) printf 'ladder\\n  ours\\nladder_long\\n  title\\nlarsson2015_case_study\\n  title\\n'; exit ;;
  bad*) echo 'selvage-study: error: there is no study bad'; exit 2 ;;
  merge) for file in "${@:2:$#-3}"; do [ -s "$file" ] || exit 3; done; exit ;;
esac
while [ "$1" != --out ]; do shift; done
mkdir -p "$2" && echo {} >"$2/h200-larsson2015_case_study.json"
echo 'all 12 checks hold'
"""


class BundleTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.bin = self.folder / "bin"
        self.bin.mkdir()
        for script in ("run_gpu_tests", "run_studies"):
            shutil.copy(HERE / script, self.bin)

    def program(self, name: str, text: str) -> None:
        (self.bin / name).write_text(text)
        (self.bin / name).chmod(0o755)

    def run_script(self, name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([self.bin / name, *arguments], cwd=self.folder, text=True, capture_output=True,
                              check=False)


class RunGpuTests(BundleTest):
    def devices(self, text: str) -> None:
        self.program("selvage", f"#!/bin/sh\ncat <<'END'\n{text}\nEND\n")
        for test in TESTS:
            self.program(test, f'#!/bin/sh\necho {test} >>"$(dirname "$0")/calls"\n'
                               f'echo "$*" >>"$(dirname "$0")/words_{test}"\necho "1 PASSED"\n')

    def test_runs_every_test_of_a_usable_device(self) -> None:
        self.devices("cpu      A processor\ncuda:0   NVIDIA H200, driver 580")
        result = self.run_script("run_gpu_tests", "cuda")
        self.assertEqual(result.returncode, 0, result.stderr)
        calls = (self.bin / "calls").read_text().split()
        self.assertEqual(sorted(calls), sorted(set(TESTS) - {"opencl_test"}))

    def test_conformance_ends_in_time(self) -> None:
        self.devices("cuda:0   NVIDIA H200, driver 580")
        result = self.run_script("run_gpu_tests", "cuda", "--tier", "device", "--seconds", "300")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("--tier device --seconds 300", (self.bin / "words_conformance").read_text())

    def test_a_driver_that_cannot_be_used_is_no_device(self) -> None:
        for line in ("cuda     ; cannot be used: the probe failed", "cuda:0   NVIDIA H200; cannot be used: no NVRTC"):
            self.devices(f"cpu      A processor\n{line}\nopencl:0 another")
            result = self.run_script("run_gpu_tests", "cuda")
            self.assertEqual(result.returncode, 1)
            self.assertIn("there is no cuda device here", result.stderr)
            self.assertFalse((self.bin / "calls").exists())

    def test_one_usable_device_is_enough(self) -> None:
        self.devices("cuda:0   first; cannot be used: no NVRTC\ncuda:1   second")
        self.assertEqual(self.run_script("run_gpu_tests", "cuda").returncode, 0)


class RunStudies(BundleTest):
    def setUp(self) -> None:
        super().setUp()
        self.program("selvage-study", STUDY)

    def calls(self) -> list[str]:
        return [line for line in (self.bin / "calls").read_text().splitlines() if line != "list"]

    def test_without_names_all_run(self) -> None:
        result = self.run_script("run_studies", "opencl", "out")
        self.assertEqual(result.returncode, 0, result.stdout)
        self.assertEqual(self.calls(), [f"{name} --device opencl --out out/{name}"
                                        for name in ("ladder", "ladder_long", "larsson2015_case_study")])
        self.assertTrue((self.folder / "out.tar.gz").exists())

    def test_parts_are_merged_with_those_of_earlier_calls(self) -> None:
        name = "larsson2015_case_study"
        self.assertEqual(self.run_script("run_studies", "cuda", "out", "larsson2015:image1", "--", "--quick").returncode, 0)
        result = self.run_script("run_studies", "cuda", "out", "larsson2015:device")
        self.assertEqual(result.returncode, 0, result.stdout)
        self.assertIn(f"{name}:device", result.stdout)
        self.assertIn("all 12 checks hold", result.stdout)
        part = f"out/parts/{name}"
        self.assertEqual(self.calls(), [
            f"{name} image1 --device cuda --out {part}/image1 --quick",
            f"merge {part}/image1/h200-{name}.json --out out/{name}",
            f"{name} device --device cuda --out {part}/device",
            f"merge {part}/device/h200-{name}.json {part}/image1/h200-{name}.json --out out/{name}",
        ])

    def test_a_full_name_wins_over_longer_ones(self) -> None:
        self.run_script("run_studies", "cuda", "out", "ladder")
        self.assertEqual(self.calls(), ["ladder --device cuda --out out/ladder"])

    def test_a_study_that_fails_stops_no_other(self) -> None:
        result = self.run_script("run_studies", "cuda", "out", "bad", "ladder")
        self.assertEqual(result.returncode, 1)
        self.assertIn("bad", result.stdout)
        self.assertEqual(len(self.calls()), 2)


if __name__ == "__main__":
    unittest.main()
