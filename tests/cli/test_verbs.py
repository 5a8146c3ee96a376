# SPDX-License-Identifier: Apache-2.0
"""info, devices, explain, completion, --help, --version and the man page."""

import os
import pathlib
import re
import struct
import subprocess
import unittest

import tool

FILTERS = ["bilateral", "joint", "guided", "rolling", "geometry", "gaussian", "box", "convolve",
           "histogram"]
VERBS = [*FILTERS, "compare", "info", "devices", "explain", "completion"]
PAGES = [[verb] for verb in VERBS] + [["explain", verb] for verb in FILTERS]
SHELLS = ["bash", "zsh", "fish"]


def options_of(*page):
    """Returns the options in the help text of a verb, under all their names."""
    text = tool.run(*page, "--help").stdout
    lines = re.findall(r"^  (-[^ ].*?)(?:  |$)", text, re.MULTILINE)
    return [re.findall(r"(?<![\w-])--?[a-z][a-z-]*", line) for line in lines]


class InfoTest(tool.ToolTest):
    def test_files(self):
        self.write("a.pgm", tool.pgm([[1, 2]], 1023))
        self.write("b.png", tool.png([[1, 2, 3, 4]], color=6))
        done = self.ok("info", "a.pgm", "b.png")
        self.assertEqual(done.stdout, "a.pgm: pnm 2x1 gray 16-bit, full scale 1023 in the file\n"
                                      "b.png: png 1x1 RGB and alpha 8-bit\n")

    def test_json(self):
        self.write("a.pgm", tool.pgm([[1, 2]], 1023))
        (report,) = self.objects(self.ok("info", "a.pgm", "--json").stdout)
        self.assertEqual((report["format"], report["width"], report["height"], report["type"],
                          report["max_value"]), ("pnm", 2, 1, "u16", 1023))

    def test_pages(self):
        pages = b""
        for following in (8 + 90, 0):  # a directory of 7 entries, 90 bytes, for each 1x1 image
            entries = ((256, 1), (257, 1), (258, 8), (262, 1), (273, 0), (278, 1), (279, 1))
            pages += struct.pack("<H", len(entries))
            pages += b"".join(struct.pack("<HHIHH", tag, 3, 1, value, 0) for tag, value in entries)
            pages += struct.pack("<I", following)
        self.write("a.tif", b"II*\0" + struct.pack("<I", 8) + pages)
        self.assertEqual(self.ok("info", "a.tif").stdout,
                         "a.tif: tiff 1x1 gray 8-bit, the first of 2 pages\n")
        (report,) = self.objects(self.ok("info", "a.tif", "--json").stdout)
        self.assertEqual(report["pages"], 2)

    def test_bad_files(self):
        self.write("a.pgm", tool.pgm([[1, 2]]))
        done = self.run_tool("info", "missing.pgm", "a.pgm")
        self.assertEqual(done.returncode, 1)
        self.assertIn("missing.pgm", done.stderr)
        self.assertIn("a.pgm: pnm", done.stdout)
        self.fails(3, "info", "missing.pgm")
        self.fails(2, "info")
        self.fails(6, "info", "a.pgm", "--max-pixels", 1)
        self.fails(6, "info", "a.pgm", "--max-side", 1)


class OtherVerbsTest(tool.ToolTest):
    def test_devices(self):
        lines = self.ok("devices").stdout.splitlines()
        self.assertTrue(lines[0].startswith("cpu "))
        listed = self.objects(self.ok("devices", "--json").stdout)
        self.assertEqual(listed[0]["device"], "cpu")
        self.assertEqual(len(lines), len(listed))
        for line, device in zip(lines, listed):
            self.assertTrue(line.startswith(device["device"] + " "))
            self.assertIn(device["missing"] or device["name"], line)
            self.assertRegex(device["device"], r"^(cpu|cuda:\d+|opencl:\d+)$")
            self.assertGreaterEqual(device["compute_units"], 1)
            self.assertEqual(device["driver"] == "", device["device"] == "cpu")
        kinds = [device["device"].split(":")[0] for device in listed]
        self.assertEqual(kinds, sorted(kinds))
        self.fails(2, "devices", "--radius", "3")

    def test_explain(self):
        self.write("a.pgm", tool.pgm(tool.image(20, 20)))
        done = self.ok("explain", "bilateral", "a.pgm", "--radius", "5", "--use", "plain", "-v")
        self.assertIn("bilateral of radius 5 on cpu", done.stdout)
        self.assertIn("* cpu/plain", done.stdout)
        self.assertRegex(done.stdout, r"(?m)^  cpu/simd +not considered: plain was requested$")
        (report,) = self.objects(self.ok("explain", "bilateral", "a.pgm", "--json").stdout)
        self.assertEqual([c["taken"] for c in report["candidates"]].count(True), 1)
        (taken,) = [c["candidate"] for c in report["candidates"] if c["taken"]]
        self.assertEqual(taken, f'{report["device"]}/{report["candidate"]}')
        self.assertEqual(report["radius"], 9)
        self.assertGreater(report["tuning"]["tile_width"], 0)
        self.assertRegex(done.stdout, r"(?m)^tuning: tile_width \d+, tile_height \d+")
        short = self.ok("explain", "bilateral", "a.pgm", "--radius", "5", "--use", "plain").stdout.splitlines()
        self.assertEqual(short[:2], done.stdout.splitlines()[:2])
        self.assertEqual(len(short), 4)
        self.assertRegex(short[2], r"^cpu/plain: predicted .* ms, error at most ")
        self.assertRegex(short[3], rf" of memory; -v lists the {len(report['candidates'])} candidates and why$")
        self.assertIn("* cpu/", self.ok("explain", "histogram", "a.pgm", "--verbose").stdout)
        self.assertEqual(self.names(), ["a.pgm"])
        plan = self.ok("explain", "bilateral", "a.pgm").stdout
        for rest in (["out.png"], ["a.pgm"], ["-"], ["-o", "out/"], ["out.png", "-f"], ["-n"],
                     ["no/such/out.xyz", "--quality", "9", "--progress", "json", "--fail-fast"]):
            self.assertEqual(self.ok("explain", "bilateral", "a.pgm", *rest).stdout, plan)
            self.assertEqual(self.names(), ["a.pgm"])
        self.assertIn("OUT", self.ok("explain", "bilateral", "--help").stdout)
        self.fails(2, "explain", "bilateral", "a.pgm", "b.pgm", "c.pgm")
        self.fails(2, "explain", "bilateral", "a.pgm", "b.pgm", "-o", "out/")
        self.fails(2, "explain", "bilateral", "a.pgm", "--sigma-range", "25")
        self.fails(3, "explain", "bilateral", "missing.pgm")
        self.write("a.pfm", tool.pfm([[1e-3] * 8] * 8))
        self.ok("explain", "bilateral", "a.pfm", "--max-error", "1e-8")

    def test_explain_on_every_device(self):
        self.write("a.pgm", tool.pgm(tool.image(20, 20)))
        for name, device in tool.devices().items():
            if device["missing"]:
                self.fails(5, "explain", "bilateral", "a.pgm", "-d", name)
                continue
            done = self.ok("explain", "bilateral", "a.pgm", "-d", name, "--json")
            (report,) = self.objects(done.stdout)
            self.assertEqual(report["device"], name)
            for candidate in report["candidates"]:
                self.assertTrue(candidate["candidate"].startswith(name + "/"), candidate)
            self.assertIn(f"on {name} ({device['name']})",
                          self.ok("explain", "bilateral", "a.pgm", "-d", name).stdout)

    def test_version(self):
        text = self.ok("--version").stdout
        self.assertRegex(text, r"^selvage \d+\.\d+\.\d+\n$")
        for page in [*PAGES, ["explain"]]:  # with files and options, too
            self.assertEqual(self.ok(*page, "--version").stdout, text)
            self.assertEqual(self.ok(*page, "missing.png", "--version").stdout, text)
        self.assertIn("did you mean --version?", self.fails(2, "box", "--verison"))

    def test_surplus_words(self):
        self.assertIn("selvage devices takes no 'surplus'", self.fails(2, "devices", "surplus"))
        self.fails(2, "completion")
        self.fails(2, "completion", "bash", "zsh")
        self.assertIn("one of: bash, zsh, fish", self.fails(2, "completion", "csh"))


class ValuesTest(tool.ToolTest):
    """Every option with a value, of every verb, with nonsense as the value."""

    def test_what_is_wrong_is_named(self):
        self.write("a.png", tool.png([[1, 2, 3]]))
        tried = set()
        for verb in VERBS:
            text = tool.run(verb, "--help").stdout
            files = {"histogram": ["a.png"], "info": ["a.png"], "devices": [], "explain": ["box", "a.png"],
                     "completion": ["bash"], "compare": ["a.png", "a.png"],
                     "geometry": ["a.png", "out.png", "--radius", "2", "--edge-threshold", "1"]}.get(verb, ["a.png", "out.png"])
            for option, kind in re.findall(r"^  (?:-\w, )?(--[a-z-]+) ([^ a-z]\S*|[a-z]\S*\|\S*)", text, re.MULTILINE):
                if (option, kind) in tried:
                    continue
                tried.add((option, kind))
                words = [word for word in files if option != "--output" or word != "out.png"]
                done = self.run_tool(verb, *words, option, "nonsense")
                self.assertIn(done.returncode, (2, 3), (verb, option))
                self.assertRegex(done.stderr, rf"^selvage: error: (.*{option}|nonsense: |.* has no candidate nonsense )", (verb, option))
                self.assertNotIn("out.png", self.names())
        self.assertGreater(len(tried), 60)


class HelpTest(tool.ToolTest):
    def test_every_verb_has_help(self):
        text = self.ok("--help").stdout
        for verb in VERBS:
            self.assertRegex(text, rf"(?m)^  {verb} ")
        for code in (0, 1, 2, 3, 4, 5, 6, 130):
            self.assertRegex(text, rf"(?m)^  {code} ")
        for page in PAGES:
            text = self.ok(*page, "--help").stdout
            self.assertEqual(self.ok(*page, "-h").stdout, text)
            self.assertIn("usage: selvage " + " ".join(page), text)
            self.assertLessEqual(max(map(len, text.splitlines())), 80)
        self.assertLessEqual(max(map(len, self.ok("--help").stdout.splitlines())), 80)

    def test_help_as_a_verb(self):
        self.assertEqual(self.ok("help").stdout, self.ok("--help").stdout)
        self.assertEqual(self.ok("help", "box").stdout, self.ok("box", "--help").stdout)
        self.assertEqual(self.ok("help", "explain", "box").stdout,
                         self.ok("explain", "box", "--help").stdout)

    def test_help_of_what_is_no_verb(self):
        self.assertEqual(self.fails(2, "help", "bilatral"),
                         "selvage: error: unknown verb bilatral (did you mean bilateral?)\n")
        self.assertIn("unknown verb nope", self.fails(2, "help", "explain", "nope"))

    def test_help_comes_before_mistakes(self):
        self.assertIn("usage:", self.ok("bilateral", "--radius", "x", "--help").stdout)
        self.assertIn("usage:", self.ok("bilateral", "--nonsense", "--help").stdout)

    def test_borders_are_drawn(self):
        text = self.ok("bilateral", "--help").stdout
        for drawing in ("dcb|abcd|cba", "cba|abcd|dcb", "aaa|abcd|ddd", "bcd|abcd|abc",
                        "VVV|abcd|VVV"):
            self.assertIn(drawing, text)

    def test_completions_know_every_option_and_verb(self):
        for shell in SHELLS:
            script = self.ok("completion", shell).stdout
            for page in [[], *PAGES]:
                for names in options_of(*page):
                    self.assertTrue(names)
                    for name in names:
                        dashless = name.lstrip("-")
                        flag = "l" if name.startswith("--") else "s"
                        known = (f" -{flag} {dashless} " in script if shell == "fish" else
                                 re.search(rf"(?<![\w-]){name}(?![\w-])", script))
                        self.assertTrue(known, (shell, page, name))
            for verb in VERBS:
                self.assertIn(verb, script)

    def test_the_bash_completion_works(self):
        script = self.ok("completion", "bash").stdout
        self.write("complete.bash", script.encode())

        def completed(*words):
            line = " ".join(f"'{word}'" for word in words)
            shell = (f"source ./complete.bash; COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; "
                     '_selvage; echo "${COMPREPLY[*]}"')
            done = subprocess.run(["bash", "-c", shell], cwd=self.folder, capture_output=True,
                                  text=True, check=True)
            return done.stdout.split()

        self.assertEqual(completed("selvage", "bil"), ["bilateral"])
        self.assertEqual(completed("selvage", "bilateral", "--sigma-s"),
                         ["--sigma-space", "--sigma-spatial"])
        self.assertEqual(completed("selvage", "bilateral", "in.png", "--window", ""),
                         ["square", "disc"])
        self.assertEqual(completed("selvage", "bilateral", "in.png", "--device", ""),
                         ["auto", "cpu", "cuda", "opencl"])
        self.assertEqual(completed("selvage", "explain", "bi"), ["bilateral"])
        self.assertEqual(completed("selvage", "explain", "bilateral", "--rad"), ["--radius", "--radius-depth"])
        self.assertEqual(completed("selvage", "explain", "bilateral", "--forc"), ["--force"])
        self.assertEqual(completed("selvage", "compare", "--rad"), [])
        self.assertEqual(completed("selvage", "completion", "z"), ["zsh"])
        self.assertEqual(completed("selvage", "hel"), ["help"])
        self.assertEqual(completed("selvage", "help", ""), VERBS)
        for words in (["bilateral", "a.png", "-o", ""], ["joint", "--guide", ""]):  # bash completes files
            self.assertEqual(completed("selvage", *words), [], words)
        for name in ("in/b.txt", "a.png", "an.JPG", "notes.txt"):
            self.write(name, b"")
        for words in (["bilateral", ""], ["explain", "box", ""], ["compare", "a.png", ""]):
            self.assertEqual(completed("selvage", *words), ["in", "a.png", "an.JPG"], words)
        self.assertEqual(completed("selvage", "info", "an"), ["an.JPG"])
        self.assertEqual(completed("selvage", "bilateral", "no"), [])
        self.assertEqual(completed("selvage", "bilateral", "--format", "p"), ["png", "pnm", "pam", "pfm"])
        self.assertEqual(completed("selvage", "bilateral", "--method", ""), ["auto", "direct", "bounded", "separable"])
        self.assertEqual(completed("selvage", "joint", "--method", ""), ["auto", "direct", "bounded"])
        self.assertEqual(completed("selvage", "explain", "box", "--method", ""), ["auto", "direct"])
        self.assertEqual(completed("selvage", "convolve", "--kernel", "sh"), ["sharpen", "sharpen8"])

    def test_the_man_page_has_every_option(self):
        page = subprocess.run([os.environ["SELVAGE_MAN_PAGE"]], capture_output=True, text=True,
                              check=True).stdout
        text = page.replace("\\-", "-")
        for verb in [[], *PAGES]:
            for names in options_of(*verb):
                self.assertIn(", ".join(names), text)

    def test_the_man_page_says_each_thing_once(self):
        page = subprocess.run([os.environ["SELVAGE_MAN_PAGE"]], capture_output=True, text=True,
                              check=True).stdout.replace("\\-", "-")
        for text in ("overwrite existing files", "the edge is not repeated", "Y4M video and sequences",
                     "Values are fractions of full scale", "print errors only\n"):
            self.assertEqual(page.count(text), 1, text)
        self.assertLess(len(page.splitlines()), 1100)
        self.assertRegex(page, r"(?s)\.SH BOX\n.*Common options: .*--iterations")

    def test_every_option_is_tested(self):
        tests = "".join(path.read_text() for path in pathlib.Path(__file__).parent.glob("test_*.py"))
        for page in PAGES:
            for names in options_of(*page):
                self.assertTrue(any(f'"{name}' in tests for name in names), (page, names))


if __name__ == "__main__":
    unittest.main()
