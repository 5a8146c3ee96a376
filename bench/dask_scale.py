# SPDX-License-Identifier: Apache-2.0
"""Times one large image by Dask beside one call: wall time, CPU time and peak memory.

Each way runs in a process of its own, and the ways take turns. The image lies in a Zarr array, and
the result goes into another.
    PYTHONPATH=build/python/python build/venv/bin/python bench/dask_scale.py --json scale.json
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import dask
import numpy as np
import zarr

import pyselvage as sv
import pyselvage.dask as lazy

WAYS = ("plain", "threads", "1 process", "2 processes")


def status(name: str) -> int:
    """Return a size of this process in bytes: VmRSS, or VmHWM for its peak."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(name + ":"):
            return int(line.split()[1]) * 1024
    raise KeyError(name)


def reset_peak() -> int:
    """Forget the peak so far and return what is in use."""
    Path("/proc/self/clear_refs").write_text("5")
    return status("VmRSS")


def cpu_seconds() -> float:
    """Return the CPU time of this process."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def filtered(source: Any, radius: int, chunk: int) -> Any:
    """Return the filtered image as an array of Dask."""
    image = lazy.from_zarr(source, chunks=chunk)
    return lazy.bilateral(image, radius=radius)


def measured(work: Callable[[], object]) -> dict[str, float]:
    """Run work in this process."""
    idle = reset_peak()
    cpu, wall = cpu_seconds(), time.perf_counter()
    work()
    wall = time.perf_counter() - wall
    return {"wall": wall, "cpu": cpu_seconds() - cpu, "memory": status("VmHWM") - idle}


def plain(source: Path, target: Any, radius: int, _chunk: int) -> dict[str, float]:
    """Read, filter and write the whole image on two threads."""
    sv.set_threads(2)
    image = zarr.open_array(source, mode="r")

    def work() -> None:
        target[:] = sv.bilateral(image[:], radius=radius, device="cpu")

    return measured(work)


def threads(source: Path, target: Any, radius: int, chunk: int) -> dict[str, float]:
    """Use Dask's threads."""
    with dask.config.set(scheduler="threads", num_workers=2):
        return measured(lambda: lazy.to_zarr(filtered(source, radius, chunk), target))


def processes(source: Path, target: Any, radius: int, chunk: int, workers: int) -> dict[str, float]:
    """Use a cluster of processes with one thread each."""
    import distributed

    with (
        distributed.LocalCluster(
            n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        part = lazy.from_zarr(source, chunks=chunk)[:chunk, :chunk]
        client.compute([lazy.bilateral(part, radius=2) for _ in range(workers)], sync=True)  # warm
        image = filtered(source, radius, chunk)
        idle = client.run(reset_peak)
        before = client.run(cpu_seconds)
        here = measured(lambda: lazy.to_zarr(image, target))
        cpu = sum(client.run(cpu_seconds).values()) - sum(before.values())
        peaks = client.run(status, "VmHWM")
        return {
            "wall": here["wall"],
            "cpu": cpu + here["cpu"],
            "scheduling": here["cpu"],
            "memory": max(peaks[worker] - idle[worker] for worker in peaks),
        }


def run_one(way: str, source: Path, radius: int, chunk: int) -> dict[str, float]:
    """Run one way in this process."""
    image = zarr.open_array(source, mode="r")
    with tempfile.TemporaryDirectory(dir=source.parent) as folder:
        target = zarr.create_array(
            str(Path(folder) / "out.zarr"),
            shape=image.shape,
            chunks=image.chunks,
            shards=image.shards,
            dtype=image.dtype,
        )
        if way.endswith(("process", "processes")):
            figures = processes(source, target, radius, chunk, int(way[0]))
        else:
            figures = {"plain": plain, "threads": threads}[way](source, target, radius, chunk)
        figures["sum"] = float(np.sum(target[:], dtype=np.uint64))
    return figures


def make_image(path: Path, side: int, chunk: int) -> None:
    """Make a smooth image with noise."""
    rng = np.random.default_rng(1)
    rows, columns = np.mgrid[0:side, 0:side].astype(np.float32) / side
    values = 20_000 + 15_000 * (np.sin(40 * rows) * np.cos(30 * columns))
    values += rng.normal(0, 1500, values.shape)
    array = zarr.create_array(
        str(path),
        shape=(side, side),
        chunks=(max(chunk // 4, 1),) * 2,
        shards=(chunk, chunk),
        dtype="uint16",
    )
    array[:] = values.clip(0, 65535).astype(np.uint16)


def main() -> None:
    """Print a table, and write all figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--side", type=int, default=8192, help="of the image, pixels")
    parser.add_argument("--chunk", type=int, default=1024)
    parser.add_argument("--radius", type=int, nargs="+", default=[7, 15])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path)
    parser.add_argument(
        "--most-chunks", type=float, help="fail if a process of a cluster takes more memory"
    )
    parser.add_argument("--one", nargs=2, metavar=("WAY", "SOURCE"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        way, source = options.one
        print(json.dumps(run_one(way, Path(source), options.radius[0], options.chunk)))
        return
    rows: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "in.zarr"
        make_image(source, options.side, options.chunk)
        for radius in options.radius:
            runs: dict[str, list[dict[str, float]]] = {way: [] for way in WAYS}
            for _ in range(options.rounds):
                for way in WAYS:
                    command = [sys.executable, __file__, "--one", way, str(source)]
                    command += ["--radius", str(radius), "--chunk", str(options.chunk)]
                    done = subprocess.run(
                        command, stdout=subprocess.PIPE, check=True, env=os.environ
                    )
                    runs[way].append(json.loads(done.stdout.splitlines()[-1]))
            assert len({run["sum"] for all_runs in runs.values() for run in all_runs}) == 1
            chunk_bytes = 2 * options.chunk**2
            base = statistics.median(run["cpu"] for run in runs["plain"])
            for way, all_runs in runs.items():
                wall, cpu, memory = (
                    statistics.median(run[name] for run in all_runs)
                    for name in ("wall", "cpu", "memory")
                )
                print(
                    f"radius {radius:<3} {way:<12} wall {wall:6.2f} s  cpu {cpu:6.2f} s  "
                    f"cpu/plain {cpu / base:5.2f}  peak {memory / chunk_bytes:5.1f} chunks",
                    flush=True,
                )
                rows.append({"radius": radius, "way": way, "runs": all_runs})
    peaks = [
        run["memory"] / (2 * options.chunk**2)
        for row in rows
        if "process" in row["way"]
        for run in row["runs"]
    ]
    if options.most_chunks and max(peaks) > options.most_chunks:
        raise SystemExit(f"a process took {max(peaks):.1f} chunks, above {options.most_chunks:g}")
    if options.json:
        options.json.write_text(
            json.dumps({"options": vars(options) | {"json": None}, "rows": rows})
        )


if __name__ == "__main__":
    main()
