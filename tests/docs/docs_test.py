# SPDX-License-Identifier: Apache-2.0
"""The documents against the programs: quotes, commands, options and links."""
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import tempfile
import unittest
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = pathlib.Path(os.environ["SELVAGE_TOOL"]).resolve()
FIVE_LINES = pathlib.Path(os.environ["SELVAGE_FIVE_LINES"]).resolve()
DOCUMENTS = sorted(p for pattern in ("*.md", "docs/**/*.md") for p in ROOT.glob(pattern)
                   if ROOT / "docs/site" not in p.parents)


def blocks(document, language):
    """The quoted blocks of one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", (ROOT / document).read_text(), re.M | re.S)


def run(command, folder):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


class PhotoTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        shutil.copy(ROOT / "docs/images/before_after.png", self.folder / "photo.png")


class Readme(PhotoTest):
    def test_cpp_is_the_example(self):
        example = (ROOT / "examples/five_lines.cpp").read_text()
        spdx, _, program = example.partition("\n")
        self.assertIn("SPDX", spdx)
        self.assertEqual(blocks("README.md", "cpp"), [program])

    def test_cpp_does_what_the_tool_does(self):
        self.assertEqual(run([FIVE_LINES], self.folder).returncode, 0)
        made = run([TOOL, "bilateral", "photo.png", "tool.png", "--sigma-space", "5"], self.folder)
        self.assertEqual(made.returncode, 0, made.stderr)
        same = run([TOOL, "compare", "smooth.png", "tool.png"], self.folder)
        self.assertEqual(same.returncode, 0, same.stdout + same.stderr)

    def test_cpp_keeps_what_the_file_says(self):
        exif = b"II*\0\x08\0\0\0\1\0\x12\1\3\0\1\0\0\0\6\0\0\0\0\0\0\0"  # to be turned
        chunk = b"eXIf" + exif
        photo = (self.folder / "photo.png").read_bytes()
        (self.folder / "photo.png").write_bytes(
            photo[:33] + struct.pack(">I", len(exif)) + chunk +
            struct.pack(">I", zlib.crc32(chunk)) + photo[33:])  # behind IHDR
        self.assertEqual(run([FIVE_LINES], self.folder).returncode, 0)
        self.assertIn(chunk, (self.folder / "smooth.png").read_bytes())

    def test_every_shell_line_works(self):
        path = f"{TOOL.parent}:{os.environ['PATH']}"
        (shell,) = blocks("README.md", "sh")
        lines = shell.splitlines()
        self.assertEqual(len(lines), 7)
        for line in lines:
            done = subprocess.run(line, shell=True, cwd=self.folder, capture_output=True, text=True,
                                  check=False, env={**os.environ, "PATH": path})
            self.assertEqual(done.returncode, 0, f"{line}\n{done.stderr}")
        self.assertTrue((self.folder / "smooth.png").is_file())
        self.assertTrue((self.folder / "filtered" / "photo.png").is_file())
        self.assertTrue((self.folder / "look.html").is_file())


class Release(unittest.TestCase):
    """What tells the version: the project of CMakeLists.txt, from which packages, wheel and site take it, and copies."""

    def test_version_and_date_are_the_same_everywhere(self):
        def found(document, pattern):
            return re.search(pattern, (ROOT / document).read_text(), re.M).groups()

        (version,) = found("CMakeLists.txt", r"^project\(selvage VERSION (\S+) ")
        changes = found("CHANGELOG.md", r"^## \[(\d\S+)\] - (\d{4}-\d\d-\d\d)$")
        self.assertEqual(changes[0], version)
        self.assertEqual(found("CITATION.cff", r"^version: (\S+)\ndate-released: (\S+)$"), changes)
        self.assertEqual(found("packaging/vcpkg/selvage/vcpkg.json", r'"version-semver": "(.+)"'), (version,))
        self.assertEqual(found("README.md", r"^Selvage (\d+\.\d+\.\d+)\."), (version,))
        self.assertEqual(run([TOOL, "--version"], ROOT).stdout.split()[1], version)
        # These read it from CMakeLists.txt.
        for document in ("pyproject.toml", "packaging/conan/conanfile.py", "docs/site/conf.py"):
            (pattern,) = found(document, r"['\"](project\\\(selvage VERSION .*?\)).*?['\"]")
            self.assertEqual(found("CMakeLists.txt", pattern), (version,), document)


    @unittest.skipUnless((ROOT / ".git").exists(), "not a checkout")
    def test_everything_is_in_the_sdist_or_excluded(self):
        tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
        names = {name.split("/")[0] for name in tracked if not name.startswith(".")}
        excluded = re.search(r"^exclude = \[(.*?)^\]", (ROOT / "pyproject.toml").read_text(), re.M | re.S)[1]
        expected = re.search(r'= "(.* PKG-INFO .*)" \]', (ROOT / "tests/wheel/run_test").read_text())[1].split()
        self.assertEqual(names - set(re.findall(r'"/([^/"]+)"', excluded)), set(expected) - {"PKG-INFO"})

    def test_the_fake_driver_of_the_wheels_test_has_every_function(self):
        wanted = re.findall(r'find\(f\.\w+, "(\w+)"\)', (ROOT / "src/backends/cuda/cuda_api.cpp").read_text())
        self.assertGreater(len(wanted), 30)
        self.assertEqual([name for name in wanted if name not in (ROOT / "tests/wheel/fake_cuda.c").read_text()], [])


class Options(unittest.TestCase):
    def test_normative_text_names_every_filter_option_of_the_tool(self):
        shown = run([TOOL, "bilateral", "--help"], ROOT).stdout
        text = (ROOT / "docs/filters/bilateral.md").read_text()
        of_the_filter = {"sigma-space", "sigma-range", "radius", "diameter", "window", "norm", "border",
                         "iterations", "alpha", "invalid", "fill", "mask", "like"}
        options = set(re.findall(r"--([a-z][a-z-]+)", shown))
        self.assertLessEqual(of_the_filter, options)
        for name in of_the_filter:
            self.assertIn(f"--{name}", text)

    def test_no_document_names_an_option_that_the_tool_lacks(self):
        root = run([TOOL, "--help"], ROOT).stdout
        verbs = re.findall(r"^  ([a-z]+) ", root[root.index("Verbs:"):root.index("Messages:")], re.M)
        known = set(re.findall(r"--([a-z][a-z-]+)", root + "".join(
            run([TOOL, verb, "--help"], ROOT).stdout for verb in verbs)))
        for document in ("README.md", "CHANGELOG.md", "SECURITY.md", "docs/limits.md", "docs/filters/bilateral.md",
                         "docs/recipes/photo.md", "docs/recipes/scan.md", "docs/recipes/microscopy.md",
                         "docs/recipes/rendering.md", "docs/recipes/satellite.md"):
            shell = [w for w in re.findall(r"`[^`\n]*`|^selvage .*$", (ROOT / document).read_text(), re.M)
                     if not re.search(r"g\+\+|pkg-config|git|cmake", w)]
            for name in re.findall(r"--([a-z][a-z-]+)", " ".join(shell)):
                self.assertIn(name, known, f"{document}: --{name}")


class Links(unittest.TestCase):
    def test_every_relative_link_leads_somewhere(self):
        for document in DOCUMENTS:
            for target in re.findall(r"\]\(([^)#]+)", document.read_text()):
                if not target.startswith("http"):
                    self.assertTrue((document.parent / target).exists(), f"{document}: {target}")

    def test_lines_have_at_most_120_columns(self):
        for path in DOCUMENTS:
            text = re.sub(r"^```.*?^```$", "", path.read_text(), flags=re.M | re.S)
            long = [line for line in text.splitlines() if len(line) > 120 and not re.match(r"\||!?\[|    ", line)]
            self.assertEqual(long, [], path)

    def test_every_cited_paper_is_in_the_list(self):
        keys = set(re.findall(r"^@\w+\{(\w+),", (ROOT / "docs/papers.bib").read_text(), re.M))
        for folder in ("include", "src", "docs"):
            for path in (ROOT / folder).rglob("*.[chm][pd]*"):
                for key in re.findall(r"\[([a-z]+[12]\d{3})[,\]]", path.read_text()):
                    self.assertIn(key, keys, str(path))


class Site(unittest.TestCase):
    """What tools/make_docs builds the site with, without Sphinx and Doxygen."""

    SITE = ROOT / "docs/site"

    def test_comments_of_headers_become_those_of_doxygen(self):
        with tempfile.TemporaryDirectory() as folder:
            header = pathlib.Path(folder) / "a.hpp"
            header.write_text("#pragma once\n// What it has.\n\nnamespace selvage {\n\n// Takes <b>:\n//   x = 2 <b>\n"
                              "struct A {\n  int x = 0, y = 1;  // pixels\n                     // of b\n  int z;  //\n};\n\n"
                              "inline int f() {\n  // inside\n  return 1;  // one\n}\n\n}  // namespace selvage\n")
            done = run([self.SITE / "comments", header], ROOT)
        self.assertEqual(re.sub(r"\s+", " ", done.stdout),
                         "#pragma once /** \\file What it has. */ namespace selvage { /// \\addtogroup a_hpp /// @{ "
                         "/** Takes \\<b\\>: \\verbatim x = 2 <b> \\endverbatim */ struct A { int x = 0; /**< pixels of b */ "
                         "int y = 1; /**< pixels of b */ int z; }; inline int f() { return 1; } /// @} "
                         "} // namespace selvage ")

    def test_every_header_begins_with_what_it_has(self):
        for header in (ROOT / "include/selvage").iterdir():
            shown = run([self.SITE / "comments", header], ROOT).stdout
            self.assertEqual(shown.count("\\file"), 1, header)
            if header.name not in {"api.h", "language.hpp", "selvage.hpp"}:
                self.assertEqual((shown.count("@{"), shown.count("@}")), (1, 1), header)

    def test_dead_links_are_found(self):
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder) / "a.html"
            page.write_text('<p id="here"><a href="#here"></a><a href="https://x.org/"></a><img src="a.html"></p>')
            self.assertEqual(run([self.SITE / "check_links", folder], ROOT).returncode, 0)
            page.write_text('<a href="b.html"></a><a href="a.html#there"></a><img src="../a.png">')
            done = run([self.SITE / "check_links", folder], ROOT)
            self.assertEqual(done.returncode, 1)
            self.assertEqual(len(done.stderr.splitlines()), 3, done.stderr)
            page.write_text("")
            style = pathlib.Path(folder) / "a.css"
            style.write_text("@import url(a.css); a { background: url('data:image/png,') }")
            self.assertEqual(run([self.SITE / "check_links", folder], ROOT).returncode, 0)
            style.write_text("@import url(/a.css);")
            self.assertIn("a.css: /a.css: no such file", run([self.SITE / "check_links", folder], ROOT).stderr)

    def test_a_theme_without_dark_mode_gets_it(self):
        with tempfile.TemporaryDirectory() as folder:
            static = pathlib.Path(folder) / "_static"
            for name, text in (("styles/furo.css", '@media not print {\n  body[data-theme="dark"] {\n    --ground: #131416; }}\n'
                                                   'body[data-theme="dark"] .theme-toggle svg {\n  display: block; }\n'),
                               ("scripts/part.js", "Gumshoe = 1;\n"),
                               ("scripts/furo.js", 'import Gumshoe from "./part.js";\nuse(Gumshoe);\n')):
                (static / name).parent.mkdir(parents=True, exist_ok=True)
                (static / name).write_text(text)
            for _ in range(2):  # the second time it has all
                self.assertEqual(run([self.SITE / "mend_theme", folder], ROOT).stderr, "")
                self.assertEqual((static / "scripts/furo.js").read_text(), "Gumshoe = 1;\nuse(Gumshoe);\n")
                self.assertTrue((static / "styles/furo.css").read_text().endswith(
                    '@media screen and (prefers-color-scheme: dark) {\n'
                    'body:not([data-theme="light"]) {\n    --ground: #131416; }\n}\n'))

    def test_every_document_is_in_the_contents(self):
        index = (self.SITE / "pages/index.md").read_text()
        for document in DOCUMENTS:
            name = str(document.relative_to(ROOT).with_suffix(""))
            listed = name if document.parent in (ROOT, ROOT / "docs") else f"{document.parent.relative_to(ROOT)}/README"
            self.assertRegex(index, rf"(?m)^(Overview <)?{listed}>?$", name)

    def test_commands_of_the_gallery(self):
        commands = re.findall(r"^selvage (.*)$", (ROOT / "docs/gallery.md").read_text(), re.M)
        self.assertGreater(len(commands), 8)
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "photos").mkdir()
            for photo in ("astronaut", "camera", "chelsea", "coffee"):
                shutil.copy(ROOT / "docs/images/before_after.png", f"{folder}/photos/{photo}.png")
            for command in commands:
                done = run([TOOL, *command.split(), "-f", "-d", "cpu"], pathlib.Path(folder))
                self.assertEqual(done.returncode, 0, f"{command}\n{done.stderr}")


class Json(PhotoTest):
    """docs/json.md names the fields that are printed, and no others."""

    COMMANDS = ("bilateral photo.png out.png --progress json", "bilateral photo.png dry.png -n",
                "bilateral photo.png empty.png -o out/", "bilateral photo.png auto.png --strength mild", "box photo.png out.png --radius 1 --skip-existing",
                "geometry photo.png g.png --radius 1 --edge-threshold 0.1 --flags f.png",
                "geometry photo.png g2.png --radius 1 --edge-threshold 0.1 --edges e.png",
                "compare photo.png photo.png --diff d.png", "histogram photo.png --plot h.svg",
                "bilateral photo.png c.png --norm per_channel --method bounded --sigma-space 8 -d cpu",
                "info photo.png", "info v.y4m", "info dem.tif", "info v.nii", "bilateral v.y4m w.y4m --progress json",
                "bilateral v.y4m t.y4m --temporal 1", "devices", "explain box photo.png --radius 1",
                "explain histogram photo.png", "explain convolve photo.png --kernel box")

    def fields(self, command):
        done = run([TOOL, *command.split(), "--json"], self.folder)
        found = set()
        for fields in map(json.loads, (done.stdout + done.stderr).splitlines()):
            found.update(fields, fields.get("summary", []), *fields.get("candidates", []))
        return found

    def test_every_verb_that_prints_json_is_run(self):
        verbs = re.findall(r"^  ([a-z]+) +\S", run([TOOL, "--help"], ROOT).stdout, re.M)
        prints = {verb for verb in verbs if "--json" in run([TOOL, verb, "--help"], ROOT).stdout}
        prints.add("explain")  # whose options follow a filter's name
        same_fields = {"joint", "guided", "rolling", "gaussian", "convolve"}  # as bilateral
        self.assertGreater(len(prints), 10)
        self.assertEqual(prints - same_fields, {command.split()[0] for command in self.COMMANDS})

    def test_fields(self):
        (self.folder / "empty.png").touch()
        (self.folder / "v.y4m").write_bytes(b"YUV4MPEG2 W8 H8 Cmono\n" + 2 * (b"FRAME\n" + bytes(64)))
        entries = [(256, 4, 1, 1), (257, 4, 1, 1), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 1), (273, 4, 1, 4),
                   (277, 3, 1, 1), (278, 4, 1, 1), (279, 4, 1, 1), (34735, 3, 2, 65537), (42113, 2, 2, 48)]
        (self.folder / "dem.tif").write_bytes(b"II*\0" + struct.pack("<IH", 8, len(entries)) + b"".join(
            struct.pack("<HHII", *entry) for entry in entries) + bytes(4))
        volume = bytearray(353)  # one voxel
        struct.pack_into("<i36x8h", volume, 0, 348, 3, *7 * [1])
        struct.pack_into("<2h2x8ff", volume, 70, 2, 8, *8 * [1], 352)
        volume[344:347] = b"n+1"
        (self.folder / "v.nii").write_bytes(volume)
        printed = set().union(*map(self.fields, self.COMMANDS))
        named = set(re.findall(r"`([a-z]+(?:_[a-z]+)*)`", (ROOT / "docs/json.md").read_text()))
        no_fields = {"null", "bilateral", "joint", "guided", "rolling", "geometry", "gaussian", "box", "convolve",
                     "compare", "histogram", "info", "explain", "devices"}
        self.assertEqual((printed - named, named - printed - no_fields), (set(), set()))


if __name__ == "__main__":
    unittest.main()
