# SPDX-License-Identifier: Apache-2.0
"""Every n-th allocation fails, alone and with all after it: a clean error, or the same result."""

import concurrent.futures
import os
import pathlib
import subprocess
import threading

import torture
from torture import tool

CLEAN = {0, 1, 2, 3, 4, 5, 6}
LONGEST = 30  # seconds of a run, which takes some hundredths of one


def build_library(folder):
    library = folder / "failing_malloc.so"
    source = pathlib.Path(__file__).with_name("failing_malloc.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
    return library


def attempt(words, library, **environment):
    return tool.run(*words, timeout=LONGEST,
                    env=dict(os.environ, LD_PRELOAD=str(library), **environment))


class Format:
    """A kind of file: how the tool is asked for it, what it is, the allocations that it takes."""

    def __init__(self, extension, options, folder, library):
        self.extension, self.options = extension, options
        self.folder, self.library = folder, library
        self.source = folder / f"in.{extension}"
        done = tool.run("gaussian", folder / "in.png", self.source, "-f", *options)
        assert done.returncode == 0, done
        count_file = folder / "count"
        target = self.target(folder)
        done = attempt(self.words(target), library, FAIL_COUNT=str(count_file))
        assert done.returncode == 0, done
        self.complete, self.count = target.read_bytes(), int(count_file.read_text())

    def target(self, folder):
        return folder / f"out.{self.extension}"

    def words(self, target):
        return ["bilateral", self.source, target, "-f", "-d", "cpu", *self.options]

    def fail(self, at, on):
        """What is wrong when that allocation fails, and with `on` all after it; None: nothing."""
        own = self.folder / str(threading.get_ident())
        own.mkdir(exist_ok=True)
        target = self.target(own)
        target.unlink(missing_ok=True)
        more = {"FAIL_ON": "1"} if on else {}
        case = f"{self.extension}, allocation {at}{' and on' if on else ''}"
        try:
            done = attempt(self.words(target), self.library, FAIL_AT=str(at), **more)
        except subprocess.TimeoutExpired:
            return f"{case}: hangs"
        found = target.read_bytes() if target.exists() else None
        right = found == self.complete if done.returncode == 0 else found is None
        left = [p.name for p in own.iterdir() if p.name.startswith(".")]
        for name in left:
            (own / name).unlink()
        if done.returncode in CLEAN and right and not left:
            return None
        return f"{case}: exit {done.returncode}, {done.stderr.strip()[-200:]} {left}"


def main():
    options = torture.arguments(__doc__, most=400, last=1 << 30)
    tried, failures = 0, []
    pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count())
    with torture.Folder() as folder, pool as workers:
        formats = torture.written_formats(folder)
        library = build_library(folder)
        (folder / "in.png").write_bytes(tool.png(tool.image(40, 30)))
        for extension, extra in formats.items():
            kind = Format(extension, extra, folder, library)
            begin = max(1, kind.count + 1 - options.last)
            step = max(1, (kind.count + 1 - begin) // options.most)
            places = [(at, on) for at in range(begin, kind.count + 1, step) for on in (False, True)]
            print(f"{extension}: {kind.count} allocations, from {begin} on every {step}. fails",
                  flush=True)
            found = list(workers.map(lambda place, kind=kind: kind.fail(*place), places))
            tried += len(places)
            failures += [what for what in found if what]
    torture.report("failed allocations that end in a clean error or the result", tried, failures)


main()
