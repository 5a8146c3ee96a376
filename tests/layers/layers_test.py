#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the direction of every include in src and apps, the sizes of folders and files, and that no
includes form a cycle. The linker sees targets alone: object libraries hide what headers reach."""
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SRC = ROOT / "src"
APP = ROOT / "apps/selvage"
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)
CANDIDATE = re.compile(r"^Candidate (cpu|gpu)_(\w+)\(\) \{", re.M)
SOURCE = {".hpp", ".cpp", ".h", ".def"}

# A layer may include itself and those listed. "METHOD" stands for the folder of one method.
LAYERS = {
    "core": [],
    "reference": ["core"],
    "io": ["core"],
    "noise": ["core"],
    "filters": ["core"],
    "planner": ["core", "filters"],
    "kernels": [],
    "backends": ["core", "filters", "planner"],
    "backends/cpu": ["core", "filters", "planner", "backends"],
    "backends/gpu": ["core", "filters", "planner", "backends", "kernels"],
    "backends/cuda": ["core", "planner", "backends/gpu"],
    "backends/opencl": ["core", "planner", "backends/gpu"],
    "methods/METHOD": ["core", "filters", "planner"],
    "methods/METHOD/cpu": ["core", "filters", "planner", "backends", "backends/cpu",
                           "methods/METHOD"],
    "methods/METHOD/gpu": ["core", "filters", "planner", "backends", "backends/gpu", "kernels",
                           "methods/METHOD"],
    "methods": ["core", "filters", "planner", "backends", "backends/cpu", "backends/gpu"],
    "engine": ["core", "filters", "planner", "methods", "backends", "backends/cpu", "backends/gpu",
               "backends/cuda", "backends/opencl"],
    "capi": ["core", "filters", "engine", "noise"],
}
# What a method's folder offers to other methods. `convolution` has no candidates of its own: it is
# what the linear methods share.
SHARED = {
    "convolution": ["*"],
    "direct": ["cpu/direct_kernel.hpp", "cpu/row_filter.hpp", "cpu/simd.hpp", "cpu/window_table.hpp",
               "cpu_work.hpp", "gpu/direct_code.hpp", "gpu_means.hpp", "loop_sums.hpp", "pixel_form.hpp",
               "tuning.hpp"],
}
# Unit tests may also ask the catalogue, and use the fakes of the platforms.
TESTS = ["methods", "kernels", "backends/gpu", "reference"]

MOST_FILES = 36   # of a folder, unit tests aside
MOST_LINES = 400  # of a file


def sources(root):
    return sorted(p for p in root.rglob("*") if p.suffix in SOURCE)


def is_test(path):
    return path.stem.endswith("_test") or path.stem.startswith("test_") or "testing" in path.parts


def layer_of(path):
    """The layer of a path below src, and its method's name."""
    parts = path.split("/")
    if parts[0] == "methods" and len(parts) > 2:
        sub = f"/{parts[2]}" if len(parts) > 3 and parts[2] in ("cpu", "gpu") else ""
        return "methods/METHOD" + sub, parts[1]
    if parts[0] == "backends" and len(parts) > 2:
        return "/".join(parts[:2]), None
    return parts[0], None


def shared_with_others(path, method):
    rest = path.split("/", 2)[2]
    return any(pattern in ("*", rest) for pattern in SHARED.get(method, []))


def complaint(path, target):
    """Why the file may not include the target; empty: it may. Both are paths below src."""
    layer, method = layer_of(path)
    other, other_method = layer_of(target)
    allowed = [layer, *LAYERS[layer]]
    if is_test(pathlib.Path(path)):
        allowed += TESTS
    if other not in allowed:
        return f"{layer} may not include {other}"
    if method and other_method and method != other_method:
        if not shared_with_others(target, other_method):
            return f"{target} is not among what {other_method} shares with other methods"
    return ""


def graph(root, base):
    """For each source, the sources below `base` that it includes."""
    edges = {}
    for path in sources(root):
        names = INCLUDE.findall(path.read_text(encoding="utf-8"))
        edges[path] = [p for p in (base / name for name in names) if p.is_file()]
    return edges


def cycles(edges):
    """The first cycle among the files, as a list; empty: there is none."""
    done, on_path = set(), []

    def visit(node):
        if node in on_path:
            return on_path[on_path.index(node):] + [node]
        if node in done:
            return []
        on_path.append(node)
        for following in edges.get(node, []):
            if following != node and (found := visit(following)):
                return found
        on_path.pop()
        done.add(node)
        return []

    for node in edges:
        if found := visit(node):
            return found
    return []


class Layers(unittest.TestCase):
    def test_every_include_points_down(self):
        wrong = []
        for path, targets in graph(SRC, SRC).items():
            name = path.relative_to(SRC).as_posix()
            for target in targets:
                if why := complaint(name, target.relative_to(SRC).as_posix()):
                    wrong.append(f"{name}: {why}")
        self.assertFalse(wrong, "\n" + "\n".join(wrong))

    def test_the_reference_and_the_planner_know_no_method(self):
        self.assertTrue(complaint("reference/a.cpp", "filters/passes.hpp"))
        self.assertTrue(complaint("planner/a.cpp", "methods/direct/tuning.hpp"))
        self.assertTrue(complaint("methods/direct/a.cpp", "backends/cpu/kernel.hpp"))
        self.assertTrue(complaint("methods/direct/cpu/a.cpp", "backends/gpu/kernel.hpp"))
        self.assertTrue(complaint("methods/stencil/a.cpp", "methods/direct/pair_shape.hpp"))
        self.assertFalse(complaint("methods/stencil/a.cpp", "methods/convolution/tuning.hpp"))

    def test_no_includes_form_a_cycle(self):
        for root in (SRC, APP):
            found = cycles(graph(root, root))
            self.assertFalse(found, " -> ".join(str(p.relative_to(root)) for p in found))

    def test_a_cycle_is_found(self):
        self.assertEqual(cycles({1: [2], 2: [3], 3: [2]}), [2, 3, 2])

    def test_every_device_text_is_listed(self):
        for path in SRC.glob("methods/*/gpu/*"):
            if path.suffix in (".cl", ".h"):
                listed = (path.parents[1] / "CMakeLists.txt").read_text(encoding="utf-8")
                self.assertIn(f"gpu/{path.name}", listed)

    def test_device_texts_have_different_names(self):
        folders = [SRC / "kernels", *SRC.glob("methods/*/gpu")]
        names = [p.name for f in folders for p in f.iterdir() if p.suffix in (".cl", ".h")]
        self.assertEqual(len(names), len(set(names)), sorted(names))

    def test_every_candidate_is_in_the_catalogue(self):
        catalogue = (SRC / "methods/catalogue.def").read_text(encoding="utf-8")
        for path in SRC.glob("methods/*/*.cpp"):
            for platform, name in CANDIDATE.findall(path.read_text(encoding="utf-8")):
                self.assertIn(f"{platform.upper()}_CANDIDATE({name})", catalogue, path.name)

    def test_the_list_of_methods_is_whole(self):
        listed = (SRC / "methods/README.md").read_text(encoding="utf-8")
        for path in SRC.glob("methods/*/CMakeLists.txt"):
            self.assertIn(f"| `{path.parent.name}/` |", listed)


class FloorPlan(unittest.TestCase):
    def test_folders_are_small(self):
        for root in (SRC, APP):
            for folder in [root, *(p for p in root.rglob("*") if p.is_dir())]:
                files = [p for p in folder.iterdir()
                         if p.suffix in SOURCE | {".cl"} and not is_test(p)]
                self.assertLessEqual(len(files), MOST_FILES, folder.relative_to(ROOT))

    def test_files_are_short(self):
        for folder in ("src", "apps", "include", "bench", "examples", "tests", "studies", "tools"):
            for path in (ROOT / folder).rglob("*"):
                if path.suffix in SOURCE | {".cl", ".py"}:
                    lines = path.read_text(encoding="utf-8").count("\n")
                    self.assertLessEqual(lines, MOST_LINES, path.relative_to(ROOT))


if __name__ == "__main__":
    sys.exit(unittest.main(verbosity=1))
