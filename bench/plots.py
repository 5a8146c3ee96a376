# SPDX-License-Identifier: Apache-2.0
r"""Draws what selvage-bench measured, as SVG, by gnuplot.

Each plot takes the results of one set of cases from one or several reports (--json):
    radius   time against the window's radius        (--set radius)
    size     time for each pixel against the image   (--set size)
    error    largest error, rounding included, against time (--set error)
    ceiling  taps a second as a fraction of one exponential for each tap (--set radius, CUDA)
    copy     bytes that must move as a fraction of the copy's (--set linear, kernels)

    selvage-bench --set radius --device cuda --json radius.json
    bench/plots.py radius ceiling --reports radius.json --out docs/images/bench_h200

writes docs/images/bench_h200_radius.svg and so on. With --times RIVAL the first two show the
rival's time divided by ours, which can be compared between machines.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000")
# Exponentials of a multiprocessor in a clock: NVIDIA's special-function units since sm_70.
EXPONENTIALS = 16
KEY_BELOW = 6  # series in a key below the plot; a longer one would take its room

GNUPLOT = """
set terminal svg size {width},420 font 'sans,13' background 'white'
set output '{file}'
set title '{title}' noenhanced
set xlabel '{x}'
set ylabel '{y}'
set grid linetype 1 linecolor rgb '#dddddd'
set key {key} noenhanced
{logscale}
{extra}
"""

Row = dict[str, Any]


class Plot(NamedTuple):
    """A plot without its points."""

    title: str
    x: str
    y: str
    logscale: str = ""
    extra: str = ""
    lines: bool = True


FROM_0 = "set yrange [0:*]"
Points = dict[str, list[tuple[float, float]]]  # by the name of a series


def timed_rows(reports: list[dict[str, Any]]) -> list[Row]:
    """Return the rows that have times, each with the facts of its device."""
    rows = []
    for report in reports:
        for row in report["results"]:
            if "seconds" in row:
                rows.append({**row, "facts": report["devices"].get(row["device"], {})})
    return rows


def series(row: Row) -> str:
    """Name the curve that a row belongs to: what was filtered, and by what."""
    kind = row["case"].replace(f".{row['width']}x{row['height']}", "")
    kind = kind.replace(f".r{row.get('radius')}", "").replace(f"{row['filter']}.", "")
    where = f" {row['threads']} threads" if row.get("threads", 1) > 1 else ""
    return f"{kind} {row['name']}{where}"


def median(row: Row) -> float:
    """Return the median time of a run in seconds."""
    return float(row["seconds"]["median"])


def curves(rows: list[Row], case_set: str, x: str, times: str | None, scale: float) -> Points:
    """Return times against a member of the rows, or how many times as fast as a rival ours are."""
    points: Points = defaultdict(list)
    for row in rows:
        if row["set"] != case_set or x not in row:
            continue
        if times is None:
            points[series(row)].append((row[x], scale * median(row)))
        elif times in row.get("times", {}):
            points[series(row)].append((row[x], row["times"][times]["median"]))
    return points


def radius_plot(rows: list[Row], times: str | None) -> tuple[Plot, Points]:
    """Time against the radius."""
    x = "radius, pixels"
    plot = Plot("Time against the radius", x, "milliseconds", "set logscale y")
    if times is not None:
        plot = Plot("Speed against the radius", x, f"times as fast as {times}", extra=FROM_0)
    return plot, curves(rows, "radius", "radius", times, 1e3)


def size_plot(rows: list[Row], times: str | None) -> tuple[Plot, Points]:
    """Time for each pixel against the number of pixels."""
    with_pixels = [{**row, "pixels": row["width"] * row["height"] / 1e6} for row in rows]
    points = curves(with_pixels, "size", "pixels", times, 1.0)
    if times is not None:
        title, y = "Speed against the size", f"times as fast as {times}"
        return Plot(title, "megapixels", y, "set logscale x", extra=FROM_0), points
    points = {n: [(x, 1e3 * s / x) for x, s in all_of] for n, all_of in points.items()}
    y = "nanoseconds for each pixel"
    return Plot("Time against the size", "megapixels", y, "set logscale xy"), points


def error_plot(rows: list[Row], times: str | None) -> tuple[Plot, Points]:
    """Largest error against time, relative to the rival's where one is named."""
    points: Points = defaultdict(list)
    base = {row["case"]: median(row) for row in rows if row["name"] == times}
    for row in rows:
        if row["set"] == "error" and (times is None or row["case"] in base):
            time = 1e3 * median(row) if times is None else median(row) / base[row["case"]]
            points[row["name"]].append((time, row["error_255"]))
    x = "milliseconds" if times is None else f"time divided by that of {times}"
    y = "largest error of 255, rounding included"
    plot = Plot("Error against time", x, y, "set logscale xy", "set yrange [0.3:*]", lines=False)
    return plot, points


def ceiling_plot(rows: list[Row], _: str | None) -> tuple[Plot, Points]:
    """Taps a second as a fraction of what one exponential for each tap allows."""
    points: Points = defaultdict(list)
    for row in rows:
        if row["set"] == "radius" and row["device"].startswith("cuda"):
            clock = row["facts"]["compute_units"] * row["facts"]["clock_mhz"] * 1e6
            points[series(row)].append(
                (row["radius"], 100.0 * row["taps_per_second"] / (EXPONENTIALS * clock))
            )
    line = "set arrow from graph 0, first 100 to graph 1, first 100 nohead dashtype 2"
    plot = Plot(
        "Fraction of the ceiling",
        "radius, pixels",
        "% of one exponential for each tap",
        extra=f"{line}\nset yrange [0:*]",
    )
    return plot, points


def copy_plot(rows: list[Row], _: str | None) -> tuple[Plot, Points]:
    """Bandwidth of linear filters as a fraction of the copy's."""
    points: Points = defaultdict(list)
    for row in rows:
        if row["set"] == "linear" and "copy_share" in row and "radius" in row:
            points[f"{row['filter']} {series(row)} {row['width']}x{row['height']}"].append(
                (row["radius"], 100.0 * row["copy_share"]["median"])
            )
    plot = Plot(
        "Linear filters", "radius, pixels", "% of the copy", "set logscale x", "set yrange [0:100]"
    )
    return plot, points


PLOTS = {
    "radius": radius_plot,
    "size": size_plot,
    "error": error_plot,
    "ceiling": ceiling_plot,
    "copy": copy_plot,
}


def draw(plot: Plot, points: Points, file: Path) -> None:
    """Run gnuplot."""
    width, key = (720, "below") if len(points) <= KEY_BELOW else (960, "outside right center")
    script = GNUPLOT.format(file=file, width=width, key=key, **plot._asdict())
    parts = []
    for i, (name, all_of) in enumerate(sorted(points.items())):
        data = "\n".join(f"{x:.6g} {y:.6g}" for x, y in sorted(all_of))
        script += f"$data{i} << end\n{data}\nend\n"
        style = "linespoints" if plot.lines else "points"
        colour = COLOURS[i % len(COLOURS)]
        parts.append(
            f"$data{i} using 1:2 with {style} title '{name}' pointtype {4 + i} "
            f"pointsize 0.6 linecolor rgb '{colour}'"
        )
    script += "plot " + ", ".join(parts) + "\n"
    subprocess.run(["gnuplot"], input=script, text=True, check=True)


def main() -> int:
    """Draw the plots that the command line names."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("plots", nargs="+", choices=PLOTS)
    parser.add_argument("--reports", nargs="+", type=Path, required=True)
    parser.add_argument("--out", required=True, help="the files' names: OUT_radius.svg ...")
    parser.add_argument("--times", metavar="RIVAL", help="the rival's time divided by ours")
    parser.add_argument("--only", default="", help="regular expression of the series' names")
    options = parser.parse_args()
    rows = timed_rows([json.loads(report.read_text()) for report in options.reports])
    for name in options.plots:
        plot, points = PLOTS[name](rows, options.times)
        points = {key: all_of for key, all_of in points.items() if re.search(options.only, key)}
        if not points:
            print(f"plots.py: error: the reports have nothing for {name}", file=sys.stderr)
            return 1
        file = Path(f"{options.out}_{name}.svg")
        draw(plot, points, file)
        print(file)
    return 0


if __name__ == "__main__":
    sys.exit(main())
