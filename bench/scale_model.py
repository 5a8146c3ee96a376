# SPDX-License-Identifier: Apache-2.0
"""Predicts how long a cluster takes, what binds, and what it costs; checks itself on measured runs.

    python bench/scale_model.py                       # the tables of docs/scale.md
    python bench/scale_model.py --check scale.json    # beside what bench/dask_scale.py measured
    python bench/scale_model.py --check scale.json --plot scale.svg

The rates are those of one core of the machine that is named in docs/scale.md; options change them.
"""

from __future__ import annotations

import argparse
import heapq
import json
import statistics
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Rates:
    """What one core, one machine and one scheduler do in a second."""

    gray: float = 6.2e9  # taps of a core: pixels times the pixels of a window
    colour: float = 4.7e9
    read: float = 3.8e8  # bytes that a core reads and decompresses
    write: float = 1.8e8  # bytes that a core compresses and writes
    network: float = 1.25e9  # bytes into or out of a machine: 10 Gbit/s
    tasks: float = 260.0  # that one scheduler hands out
    cores: int = 16  # of a machine
    price: float = 0.05  # of a core for an hour, in any currency


@dataclass(frozen=True)
class Job:
    """Work that is cut into tasks of the same size."""

    name: str
    pixels: float
    channels: int
    sample_bytes: int
    radius: int
    task: float  # pixels of a task
    halo: float  # what a task reads, over what it computes
    stored: float  # bytes in the store, over those of samples

    @property
    def tasks(self) -> float:
        """How many tasks there are."""
        return self.pixels / self.task

    @property
    def bytes(self) -> float:
        """The bytes of all samples."""
        return self.pixels * self.channels * self.sample_bytes

    def core_seconds(self, rates: Rates) -> float:
        """Return the time that one core takes for everything."""
        taps = self.pixels * (2 * self.radius + 1) ** 2
        filtering = taps / (rates.gray if self.channels == 1 else rates.colour)
        return filtering + self.bytes * (self.halo / rates.read + 1 / rates.write)

    def bytes_moved(self) -> float:
        """Return what travels from the store, and back."""
        return self.bytes * self.stored * (self.halo + 1)


def predict(job: Job, rates: Rates, machines: int) -> tuple[float, str]:
    """Return the seconds that a job takes on so many machines, and what binds."""
    parts = {
        "cores": job.core_seconds(rates) / (machines * rates.cores),
        "network": job.bytes_moved() / (machines * rates.network),
        "scheduler": job.tasks / rates.tasks,
    }
    binds = max(parts, key=lambda name: parts[name])
    return parts[binds], binds


def simulate(tasks: int, workers: int, task: float, handing: float) -> float:
    """Return the seconds until workers have done all tasks that one scheduler hands out in turn."""
    free = [0.0] * workers  # when each worker is idle
    scheduler = 0.0
    for _ in range(tasks):
        start = max(heapq.heappop(free), scheduler)
        scheduler = max(scheduler, start) + handing
        heapq.heappush(free, start + handing + task)
    return max(free)


WAYS = {1: "1 process", 2: "2 processes"}
COLOURS = ("#0072b2", "#d55e00", "#009e73")  # apart for colour-blind readers, too
GNUPLOT = """\
set terminal svg size 640,400 font 'sans,12'
set output '{file}'
set xlabel 'processes of a cluster'
set ylabel 'megapixels per second'
set logscale xy 2
set xtics (1, 2, 4, 8, 16, 32, 64)
set grid ytics linecolor rgb '#dddddd'
set key left top
set title 'u16, {side} x {side}, tasks of {chunk} x {chunk}: measured (points), simulated (lines)'
"""


@dataclass(frozen=True)
class Measured:
    """What bench/dask_scale.py measured for one radius, and what a task takes by it."""

    radius: int
    tasks: int
    walls: dict[int, list[float]]  # by processes
    handing: float  # of a task, by the scheduler and the client
    task: float

    def simulated(self, workers: int) -> float:
        """Return the seconds for so many processes, by the figures of one."""
        return simulate(self.tasks, workers, self.task, self.handing)


def load(path: Path) -> tuple[dict[str, Any], list[Measured]]:
    """Return the options and the figures of a file."""
    figures = json.loads(path.read_text())
    options = figures["options"]
    tasks = (options["side"] // options["chunk"]) ** 2
    rows: dict[tuple[int, str], list[dict[str, float]]] = {
        (row["radius"], row["way"]): row["runs"] for row in figures["rows"]
    }
    all_measured = []
    for radius in options["radius"]:
        walls = {n: [run["wall"] for run in rows[radius, way]] for n, way in WAYS.items()}
        one = rows[radius, WAYS[1]]
        handing = statistics.median(run["scheduling"] for run in one) / tasks
        task = statistics.median(walls[1]) / tasks - handing
        all_measured.append(Measured(radius, tasks, walls, handing, task))
    return options, all_measured


def plot(path: Path, file: Path) -> None:
    """Draw throughput against processes, measured and simulated, by gnuplot."""
    options, all_measured = load(path)
    megapixels = options["side"] ** 2 / 1e6
    script = GNUPLOT.format(file=file, side=options["side"], chunk=options["chunk"])
    lines = []
    for place, measured in enumerate(all_measured):
        script += f"$points{place} << END\n"
        for workers, walls in measured.walls.items():
            rates = [megapixels / wall for wall in walls]
            script += f"{workers} {statistics.median(rates)} {min(rates)} {max(rates)}\n"
        script += f"END\n$line{place} << END\n"
        for workers in (1, 2, 4, 8, 16, 32, 64):
            script += f"{workers} {megapixels / measured.simulated(workers)}\n"
        script += "END\n"
        look = f"linecolor rgb '{COLOURS[place]}'"
        lines.append(f"$line{place} with lines linewidth 2 {look} title 'radius {measured.radius}'")
        lines.append(f"$points{place} with yerrorbars pointtype {5 + 2 * place} {look} notitle")
    script += "plot " + ", ".join(lines) + "\n"
    subprocess.run(["gnuplot"], input=script, text=True, check=True)


def check(path: Path) -> None:
    """Predict two processes from one, and print it beside what was measured."""
    print("| radius | processes | measured, s | predicted, s | predicted / measured |")
    print("|---|---|---|---|---|")
    for measured in load(path)[1]:
        for workers, walls in measured.walls.items():
            wall, predicted = statistics.median(walls), measured.simulated(workers)
            print(
                f"| {measured.radius} | {workers} | {wall:.2f} | {predicted:.2f} | "
                f"{predicted / wall:.2f} |"
            )


JOBS = (
    Job("10^9 photos of 1 megapixel, u8 RGB, radius 5, each a task", 1e15, 3, 1, 5, 1e6, 1, 0.3),
    Job("the same, 256 photos a task", 1e15, 3, 1, 5, 256e6, 1, 0.3),
    Job("10^12 pixels, u16, radius 7, tasks of 512x512", 1e12, 1, 2, 7, 512**2, 2.25, 0.6),
    Job("the same, tasks of 4096x4096", 1e12, 1, 2, 7, 4096**2, 1.13, 0.6),
    Job("the same, radius 15", 1e12, 1, 2, 15, 4096**2, 1.13, 0.6),
)


def duration(seconds: float) -> str:
    """Return a duration for people."""
    for unit, size in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds:.3g} s"


def tables(rates: Rates) -> None:
    """Print a row for each job: its work, and its time by the number of machines."""
    numbers = (1, 10, 100, 1000)
    print(f"| job | core hours | cost | {' | '.join(f'{n} machines' for n in numbers)} |")
    print("|---|---|---|" + "---|" * len(numbers))
    for job in JOBS:
        hours = job.core_seconds(rates) / 3600
        times = []
        for machines in numbers:
            seconds, binds = predict(job, rates, machines)
            times.append(f"{duration(seconds)}, {binds}")
        print(f"| {job.name} | {hours:,.0f} | {hours * rates.price:,.0f} | {' | '.join(times)} |")


def main() -> None:
    """Print the tables, or a check."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", type=Path, metavar="JSON")
    parser.add_argument("--plot", type=Path, metavar="SVG", help="draw what is checked")
    for name in Rates.__dataclass_fields__:
        default: Any = getattr(Rates, name)
        parser.add_argument(f"--{name}", type=type(default), default=default)
    options = vars(parser.parse_args())
    path, file = options.pop("check"), options.pop("plot")
    if path:
        check(path)
        if file:
            plot(path, file)
    else:
        tables(Rates(**options))


if __name__ == "__main__":
    main()
