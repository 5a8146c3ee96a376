# SPDX-License-Identifier: Apache-2.0
r"""Times calls from Python: what a function costs beyond the plan that it runs, and its peers.

Square images of uint8, radius 3, one thread. Prints the least time of many short series, in
microseconds: other programs disturb all but a few.
    PYTHONPATH=build/python/python build/venv/bin/python bench/python_calls.py \
      [--csv FILE] [--plot FILE.svg]
"""

from __future__ import annotations

import argparse
import csv
import subprocess
import timeit
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import scipy.ndimage
import skimage.restoration

import pyselvage as sv

SIZES = (1, 4, 16, 64, 256, 1024)
RADIUS = 3
WINDOW = 2 * RADIUS + 1
SIGMA = 1.5
Call = Callable[[], object]

GNUPLOT = """
set terminal svg size 900,420 font 'sans,13' background 'white'
set output '{file}'
set datafile separator comma
set multiplot layout 1,2
set logscale xy
set xtics ({sizes})
set format y '10^{{%T}}'
set grid linetype 1 linecolor rgb '#dddddd'
set key left top
set xlabel 'side of the image, pixels'
set ylabel 'one call, microseconds'
set xrange [0.8:1280]
set yrange [0.3:1e6]
"""
COLOURS = ("#0072b2", "#56b4e9", "#009e73", "#d55e00", "#cc79a7")


class Row(NamedTuple):
    """A measurement."""

    filter: str
    size: int
    call: str
    microseconds: float


def least(call: Call, budget: float = 1.5) -> float:
    """Return the least time of one call in microseconds."""
    once = min(timeit.repeat(call, number=1, repeat=5))
    number = max(1, int(5e-4 / once))
    series = max(5, int(budget / (number * once)))
    return 1e6 * min(timeit.repeat(call, number=number, repeat=series)) / number


def own(filter: sv.Filter, function: Call, image: np.ndarray, out: np.ndarray) -> dict[str, Call]:
    """Return the same run by the extension, a plan and a function."""
    plan = sv.plan(filter, image, device="cpu")
    core = plan._plan
    return {
        "extension": lambda: core.run(image, None, None, None, None, out, None, None, None),
        "plan.run": lambda: plan.run(image, out=out),
        "function": function,
    }


def bilateral(image: np.ndarray, out: np.ndarray) -> dict[str, Call]:
    """Return the calls of the bilateral filter."""
    options = {"sigma_space": SIGMA, "sigma_range": 0.1, "radius": RADIUS}
    calls = own(
        sv.Bilateral(**options),
        lambda: sv.bilateral(image, device="cpu", out=out, **options),
        image,
        out,
    )
    calls["cv2"] = lambda: cv2.bilateralFilter(image, WINDOW, 25.5, SIGMA, out)
    calls["scikit-image"] = lambda: skimage.restoration.denoise_bilateral(
        image, win_size=WINDOW, sigma_color=0.1, sigma_spatial=SIGMA
    )
    return calls


def gaussian(image: np.ndarray, out: np.ndarray) -> dict[str, Call]:
    """Return the calls of the Gaussian."""
    options = {"sigma_space": SIGMA, "radius": RADIUS}
    calls = own(
        sv.Gaussian(**options),
        lambda: sv.gaussian(image, device="cpu", out=out, **options),
        image,
        out,
    )
    calls["cv2"] = lambda: cv2.GaussianBlur(image, (WINDOW, WINDOW), SIGMA, out)
    calls["SciPy"] = lambda: scipy.ndimage.gaussian_filter(
        image, SIGMA, output=out, mode="mirror", radius=RADIUS
    )
    return calls


def measure() -> Iterator[Row]:
    """Time all calls, and print a table meanwhile."""
    for name, calls_for in {"bilateral": bilateral, "gaussian": gaussian}.items():
        for size in SIZES:
            image = np.random.default_rng(1).integers(0, 256, (size, size), np.uint8)
            calls = calls_for(image, np.empty_like(image))
            if size == SIZES[0]:
                print(f"{name:<14}" + "".join(f"{call:>14}" for call in calls))
            rows = [Row(name, size, call, least(calls[call])) for call in calls]
            print(f"{f'{size}x{size}':<14}" + "".join(f"{row.microseconds:14.2f}" for row in rows))
            yield from rows


def plot(rows: list[Row], file: Path) -> None:
    """Draw one panel for each filter, by gnuplot."""
    script = GNUPLOT.format(file=file, sizes=", ".join(map(str, SIZES)))
    for name in dict.fromkeys(row.filter for row in rows):
        calls = list(dict.fromkeys(row.call for row in rows if row.filter == name))
        script += f"set title '{name}'\n"
        for place, call in enumerate(calls):
            points = [row for row in rows if (row.filter, row.call) == (name, call)]
            script += f"$data{place} << END\n"
            script += "".join(f"{row.size},{row.microseconds}\n" for row in points) + "END\n"
        script += "plot " + ", ".join(
            f"$data{place} using 1:2 with linespoints linewidth 2 pointtype {5 + 2 * place} "
            f"pointsize 0.6 linecolor rgb '{COLOURS[place]}' title '{call}'"
            for place, call in enumerate(calls)
        )
        script += "\n"
    subprocess.run(["gnuplot"], input=script, text=True, check=True)


def main() -> None:
    """Print the table; write it and draw it where that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--csv", type=Path, help="write the table to this file")
    parser.add_argument("--plot", type=Path, help="draw it as SVG to this file")
    options = parser.parse_args()
    sv.set_threads(1)
    cv2.setNumThreads(1)
    print("uint8, radius 3, 1 thread; least microseconds of a call")
    rows = list(measure())
    if options.csv:
        with options.csv.open("w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([Row._fields, *rows])
    if options.plot:
        plot(rows, options.plot)


if __name__ == "__main__":
    main()
