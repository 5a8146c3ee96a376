# SPDX-License-Identifier: Apache-2.0
"""The tool's folders include one another in one direction, no header includes itself, and every source is built."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2] / "apps/selvage"


def folders():
    """Returns the folders in the order of the README's table, which is that of the includes."""
    text = (ROOT / "README.md").read_text()
    return [name.rstrip("/") for name in re.findall(r"^\| `([a-z_/.]+)` \|", text, re.MULTILINE)]


def includes(path):
    names = re.findall(r'^#include "([^"]+)"', path.read_text(), re.MULTILINE)
    return [ROOT / name for name in names if (ROOT / name).exists()]


def folder_of(path):
    return str(path.parent.relative_to(ROOT))


class Includes(unittest.TestCase):
    def sources(self):
        return sorted(ROOT.rglob("*.[ch]pp"))

    def test_every_folder_is_in_the_table(self):
        self.assertEqual(set(folders()), {folder_of(path) for path in self.sources()})

    def test_folders_include_those_above_them_in_the_table(self):
        order = folders()
        for path in self.sources():
            if path.name.endswith("_test.cpp"):
                continue
            for header in includes(path):
                self.assertLessEqual(order.index(folder_of(header)), order.index(folder_of(path)),
                                     f"{path.relative_to(ROOT)} includes {header.relative_to(ROOT)}")

    def test_every_source_is_built(self):
        built = re.findall(r"[\w/]+\.cpp", (ROOT / "CMakeLists.txt").read_text())
        self.assertEqual(sorted(built), sorted(str(path.relative_to(ROOT)) for path in ROOT.rglob("*.cpp")))

    def test_every_verb_is_in_the_list(self):
        verbs = {path.stem for path in ROOT.glob("verbs/*.cpp")} - {"verbs"}
        text = (ROOT / "verbs/verbs.cpp").read_text()
        listed = re.findall(r"&(\w+)_verb\b", text)
        for names in re.findall(r"for \(const auto add : \{([^}]*)\}", text):
            listed += re.findall(r"add_(\w+)", names)
        self.assertEqual(sorted(listed), sorted(verbs))

    def test_no_header_includes_itself(self):
        done, open_headers = set(), []

        def visit(path):
            self.assertNotIn(path, open_headers, [str(p.relative_to(ROOT)) for p in open_headers])
            if path in done:
                return
            open_headers.append(path)
            for header in includes(path):
                visit(header)
            open_headers.pop()
            done.add(path)

        for path in self.sources():
            visit(path)


if __name__ == "__main__":
    unittest.main()
