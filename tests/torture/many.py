# SPDX-License-Identifier: Apache-2.0
"""A batch of 10,000 files: its largest resident memory against that of 1,000 of them."""

import re
import subprocess
import sys
import time

import torture
from torture import tool

SHAPES = 2500  # so many different ones, since plans are kept by shape
MOST = 1024    # bytes for each file more: its name, as the parser and the list of work keep it


def peak_of(words):
    """The largest resident memory of a run in MiB; wait4 would never say less than our own."""
    process = subprocess.Popen([tool.TOOL, *map(str, words)])
    peak = 0
    while process.poll() is None:
        with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
            found = re.search(r"VmHWM:\s+(\d+) kB", status.read())  # not after its end
        peak = int(found[1]) if found else peak
        time.sleep(0.01)
    if process.returncode:
        sys.exit(f"{words[0]}: status {process.returncode}")
    return peak / 1024


def main():
    options = torture.arguments(__doc__, count=10000)
    with torture.Folder() as folder:
        names = []
        for i in range(options.count):
            width, height = 8 + i % SHAPES % 50, 8 + i % SHAPES // 50
            names.append(folder / f"{i}.pgm")
            names[-1].write_bytes(tool.pgm(tool.image(width, height)))
        peaks = []
        for count in (options.count // 10, options.count):
            out = folder / f"out{count}"
            start = time.monotonic()
            peaks.append(peak_of(["bilateral", *names[:count], "-o", f"{out}/", "-q", "-d", "cpu"]))
            print(f"{count} files: {time.monotonic() - start:.1f} s, "
                  f"{peaks[-1]:.1f} MiB resident at most")
            assert sum(1 for _ in out.iterdir()) == count
        more = (peaks[1] - peaks[0]) * 2**20 / (options.count - options.count // 10)
        failures = [f"{more:.0f} bytes more for each file"] if more > MOST else []
        torture.report(f"batches of {options.count} files ({peaks[1]:.1f} MiB resident; "
                       f"{options.count // 10}: {peaks[0]:.1f}) with {more:.0f} bytes a file",
                       1, failures)


main()
