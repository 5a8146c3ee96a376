# SPDX-License-Identifier: Apache-2.0
"""Runs of the tool and of the second decoders, with limits, for `corpus.py`."""

import dataclasses
import json
import os
import pathlib
import resource
import signal
import subprocess
import tempfile
import threading

DOCUMENTED = (0, 2, 3, 4, 5, 6)  # of one file: 1 would be an internal error, 130 an interruption
DECODERS = ("Pillow", "OpenCV", "tifffile", "netpbm", "OpenEXR")


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


class Worker:
    """One of several at work: a folder, and a process with the second decoders."""

    def __init__(self, command, python, seconds):
        self.command, self.python, self.seconds = command, python, seconds
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="worker_", dir=os.environ["CORPUS_TMP"]))
        self.decoders = None

    def run(self, *words):
        """Runs the tool; its peak is 0 where it cannot be told from our own."""
        with open(self.folder / "stdout", "w+b") as out, open(self.folder / "stderr", "w+b") as error:
            process = subprocess.Popen([self.command, *map(str, words)], stdout=out, stderr=error,
                                       stdin=subprocess.DEVNULL, start_new_session=True)
            hung = threading.Event()

            def stop():
                hung.set()
                os.killpg(process.pid, signal.SIGKILL)

            timer = threading.Timer(self.seconds, stop)
            timer.start()
            _, status, usage = os.wait4(process.pid, 0)
            timer.cancel()
            process.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            error.seek(0)
            # A new process counts the memory of the one that started it.
            peak = usage.ru_maxrss if usage.ru_maxrss > own_peak() else 0
            return Run(process.returncode, hung.is_set(), peak << 10,
                       out.read().decode(errors="replace"), error.read().decode(errors="replace"))

    def describe(self, file, raw):
        """Returns what `info` says of the file, with the result's name, or None, and the run."""
        run = self.run("info", "--json", file)
        if run.code != 0:
            return None, run
        said = json.loads(run.output.splitlines()[0])
        kept = ("width", "height", "channels", "alpha", "type", "format", "pages")
        return {"raw": str(raw), **{key: said[key] for key in kept}}, run

    def second(self, file, results):
        """Returns the answers of the second decoders (second_decoder.py)."""
        found = self._ask(file, results, DECODERS)
        if found is None:  # one of them crashed or hung
            found = {}
            for name in DECODERS:
                found |= self._ask(file, results, [name]) or {name: {"refused": "crash or time-out"}}
        return found

    def _ask(self, file, results, names):
        if not self.decoders:
            script = pathlib.Path(__file__).with_name("second_decoder.py")
            self.decoders = subprocess.Popen([self.python, "-B", script], text=True, stdin=subprocess.PIPE,
                                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        timer = threading.Timer(self.seconds, self.decoders.kill)
        timer.start()
        try:
            request = {"file": str(file), "results": results, "decoders": list(names)}
            self.decoders.stdin.write(json.dumps(request) + "\n")
            self.decoders.stdin.flush()
            line = self.decoders.stdout.readline()
        except BrokenPipeError:
            line = ""
        finally:
            timer.cancel()
        if line:
            return json.loads(line)
        self.close()
        return None

    def close(self):
        if self.decoders:
            self.decoders.kill()
            self.decoders.communicate()
            self.decoders = None


def own_peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
