# SPDX-License-Identifier: Apache-2.0
"""What the scripts of `make torture` share: the tool, images, and the line with their figure."""

import argparse
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import tool  # the helpers of the command line's tests

# Name of a format's extension, options that make a result of it.
FORMATS = {"png": [], "jpg": [], "pgm": [], "pam": [], "pfm": ["--bits", "f32"],
           "tif": [], "exr": ["--bits", "f32"], "webp": []}


class Folder:
    """A folder that vanishes."""

    def __init__(self):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="selvage_torture_"))

    def __enter__(self):
        return self.path

    def __exit__(self, *_):
        shutil.rmtree(self.path)


def written_formats(folder):
    """Those of FORMATS that this build writes."""
    source = folder / "probe.pgm"
    source.write_bytes(tool.pgm(tool.image(8, 8)))
    able = {}
    for extension, options in FORMATS.items():
        done = tool.run("gaussian", source, folder / f"probe.{extension}", *options)
        if done.returncode == 0:
            able[extension] = options
    for left in folder.iterdir():
        left.unlink()
    return able


def arguments(description, **numbers):
    parser = argparse.ArgumentParser(description=description)
    for name, default in numbers.items():
        parser.add_argument(f"--{name}", type=int, default=default)
    return parser.parse_args()


def report(what, tried, failures):
    """The line with the figure; ends the program."""
    for failure in failures[:10]:
        print(f"  {failure}")
    print(f"{what}: {tried - len(failures)} of {tried}")
    sys.exit(1 if failures or tried == 0 else 0)
