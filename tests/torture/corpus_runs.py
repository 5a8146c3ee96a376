# SPDX-License-Identifier: Apache-2.0
"""Runs of the tool and of the second decoders, with limits, for `corpus.py`."""

import dataclasses
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading

DOCUMENTED = (0, 2, 3, 4, 5, 6)  # of one file: 1 would be an internal error, 130 an interruption
PIXELS_PER_SECOND = 1e6  # more time for large images, also on a busy machine
DECODERS = ("Pillow", "OpenCV", "tifffile", "netpbm", "BMP", "OpenEXR")


@dataclasses.dataclass
class Run:
    """How a run of the tool ended."""

    code: int
    hung: bool
    peak: int  # bytes, resident
    output: str
    error: str

    def finding(self):
        """Returns "hang", "crash" or None."""
        if self.hung:
            return "hang"
        return None if self.code in DOCUMENTED else "crash"

    def summary(self):
        how = "time-out" if self.hung else f"signal {-self.code}" if self.code < 0 else f"exit {self.code}"
        return f"{how}: {self.error.strip()}"[:400]


class Helper:
    """A process that answers lines of JSON; it starts when it is asked, and again after it has ended."""

    def __init__(self, python, script):
        self.words = [python, "-B", pathlib.Path(__file__).with_name(script)]
        self.process = None

    def ask(self, request, seconds):
        """Returns the answer, or None if the process crashed or took longer."""
        if not self.process:
            self.process = subprocess.Popen(self.words, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            stderr=subprocess.DEVNULL)
        timer = threading.Timer(seconds, self.process.kill)
        timer.start()
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        finally:
            timer.cancel()
        if line:
            return json.loads(line)
        self.close()
        return None

    def close(self):
        if self.process:
            self.process.kill()
            self.process.communicate()
            self.process = None


def same_bytes(one, other):
    with open(one, "rb") as a, open(other, "rb") as b:
        while (part := a.read(1 << 20)) == b.read(1 << 20):
            if not part:
                return True
    return False


class Worker:
    """One of several at work: a folder, a process that runs the tool, and one with the second decoders."""

    def __init__(self, command, python, seconds):
        self.command, self.seconds = str(command), seconds
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="worker_", dir=os.environ["CORPUS_TMP"]))
        self.launcher = Helper(sys.executable, "launcher.py")
        self.decoders = Helper(python, "second_decoder.py")

    def run(self, *words, pixels=0):
        """Runs the tool on an image of so many pixels."""
        seconds = self.seconds + pixels / PIXELS_PER_SECOND
        out, error = self.folder / "stdout", self.folder / "stderr"
        request = {"words": [self.command, *map(str, words)], "seconds": seconds,
                   "stdout": str(out), "stderr": str(error)}
        ended = self.launcher.ask(request, seconds + 60)
        return Run(**ended, output=out.read_text("utf-8", "replace"), error=error.read_text("utf-8", "replace"))

    def describe(self, file):
        """Returns what `info` says of the file, or None, and the run."""
        run = self.run("info", "--json", file)
        if run.code != 0:
            return None, run
        said = json.loads(run.output.splitlines()[0])
        kept = ("width", "height", "channels", "alpha", "type", "format", "pages")
        return {key: said[key] for key in kept}, run

    def result(self, name, described):
        """Returns the file for a result: samples without a header, or a TIFF, which holds several pages."""
        return self.folder / (name + (".tif" if described and described["pages"] > 1 else ".raw"))

    def alike(self, one, other):
        """Whether two results of `result` have the same samples."""
        if same_bytes(one, other):
            return True
        if one.suffix == ".raw":
            return False
        answer = self.decoders.ask({"alike": [str(one), str(other)]}, self.seconds)
        return answer is not None and answer["alike"]

    def second(self, file, results):
        """Returns the answers of the second decoders (second_decoder.py)."""
        request = {"file": str(file), "results": results, "decoders": DECODERS}
        found = self.decoders.ask(request, self.seconds)
        if found is None:  # one of them crashed or hung
            found = {}
            for name in DECODERS:
                found |= (self.decoders.ask({**request, "decoders": [name]}, self.seconds) or
                          {name: {"refused": "crash or time-out"}})
        return found

    def close(self):
        self.launcher.close()
        self.decoders.close()
