# SPDX-License-Identifier: Apache-2.0
"""A 16-bit TIFF of a gigapixel under --max-memory 512M: its speed against an image that fits, the
peak of memory seen from outside, and tiles of the result against direct runs."""

import os
import pathlib
import random
import subprocess
import sys
import time

import torture
from torture import tool

MAKE = pathlib.Path(__file__).resolve().parent.parent.parent / "tools" / "make_gigapixel"
FILTER = ["bilateral", "--sigma-space", "1.5", "--sigma-range", "5%"]
LIMIT = 512  # MiB
TILE = 400   # pixels
SHARE = 0.80


def make(path, width, height):
    subprocess.run([MAKE, path, str(width), str(height)], check=True)


def timed(*words):
    """Seconds, and the largest resident memory in MiB."""
    start = time.monotonic()
    process = subprocess.Popen([tool.TOOL, *map(str, words)])
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{' '.join(map(str, words))}: status {status}")
    return time.monotonic() - start, usage.ru_maxrss / 1024


def tiles_that_differ(folder, source, result, side, count):
    """Regions of `result` that are not those of a run on the region alone."""
    numbers = random.Random(2)
    last = side - TILE
    places = [(0, 0), (last, 0), (0, last), (last, last)]
    places += [(numbers.randrange(last), numbers.randrange(last)) for _ in range(count - 4)]
    differ = []
    for x, y in places:
        region = f"{x},{y},{TILE},{TILE}"
        direct, crop = folder / "direct.pgm", folder / "crop.pgm"
        timed(*FILTER, source, direct, "-f", "-q", "--region", region)
        timed("convolve", "--row", "1", "--column", "1", result, crop, "-f", "-q", "--region", region)
        if direct.read_bytes() != crop.read_bytes():
            differ.append(f"tile {region} differs from the direct run")
    return differ


def main():
    options = torture.arguments(__doc__, side=32768, tiles=40)
    with torture.Folder() as folder:
        large, small, result = folder / "large.tif", folder / "small.tif", folder / "result.tif"
        make(large, options.side, options.side)
        make(small, options.side, options.side // 16)
        whole, _ = timed(*FILTER, small, folder / "small_result.tif", "-f", "-q")
        bands, peak = timed(*FILTER, large, result, "-f", "-q", "--max-memory", f"{LIMIT}M")
        again, _ = timed(*FILTER, small, folder / "small_result.tif", "-f", "-q")
        ratio = 16 * min(whole, again) / bands
        print(f"{options.side ** 2 / 1e6:.0f} megapixels in {bands:.1f} s: {ratio:.2f} of the speed "
              f"of an image that fits; at most {peak:.0f} MiB resident under {LIMIT}M")
        failures = tiles_that_differ(folder, large, result, options.side, options.tiles)
        if ratio < SHARE:
            failures.append(f"{ratio:.2f} of the speed is less than {SHARE}")
        if peak > LIMIT:
            failures.append(f"{peak:.0f} MiB are more than {LIMIT}")
        torture.report(f"gigapixel ({ratio:.2f} of the speed, {peak:.0f} MiB): tiles equal to a "
                       "direct run, and two limits", options.tiles + 2, failures)


main()
