# SPDX-License-Identifier: Apache-2.0
r"""Times the bilateral filter of volumes beside ITK's and beside a NumPy statement, in turns.

    PYTHONPATH=build/python/python build/venv/bin/python bench/volume_peers.py \
      [--side 96] [--sigma 1.2] [--type u8 f32] [--rounds 7] [--means] [--json FILE]

ITK is SimpleITK's `Bilateral` (pip install SimpleITK), with one thread, as ours. Its window is a
cube of radius ceil(2.5 sigma), its border repeats the edge, and it looks range weights up in a
table of 100 entries that ends at 4 sigma_range: ours has the same window and border, and all
weights. The NumPy statement adds up the shifts of the window, in double precision; it is also what
errors are relative to. A peer that is not installed is "not measured".

Times are those of the processor, so that other programs disturb them little. The rate of taps is
compared with that of images without depth.
"""

from __future__ import annotations

import argparse
import importlib
import itertools
import json
import math
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import pyselvage as sv

SIGMA_RANGE = 0.1
FULL_SCALE = {"u8": 255.0, "u16": 65535.0, "f32": 1.0}
DTYPES: dict[str, Any] = {"u8": np.uint8, "u16": np.uint16, "f32": np.float32}

Array = np.ndarray[Any, Any]


def scene(side: int, kind: str) -> Array:
    """Return balls of different brightness in a gradient, with noise."""
    random = np.random.default_rng(7)
    z, y, x = np.mgrid[0:side, 0:side, 0:side] / side
    volume = 0.2 + 0.3 * x + 0.1 * y
    for _ in range(12):
        centre = random.random(3)
        radius = 0.05 + 0.2 * random.random()
        inside = (z - centre[0]) ** 2 + (y - centre[1]) ** 2 + (x - centre[2]) ** 2 < radius**2
        volume[inside] = random.random()
    volume += 0.04 * random.standard_normal(volume.shape)
    stored = np.clip(volume, 0, 1) * FULL_SCALE[kind]
    return (stored if kind == "f32" else np.rint(stored)).astype(DTYPES[kind])


def statement(image: Array, sigma: float, radius: int, sigma_range: float) -> Array:
    """State the bilateral filter of any number of axes, for a cubic window and a border clamp."""
    padded = np.pad(image.astype(np.float64), radius, mode="edge")
    centre = image.astype(np.float64)
    total, weights = np.zeros_like(centre), np.zeros_like(centre)
    for shift in itertools.product(range(-radius, radius + 1), repeat=image.ndim):
        window = tuple(
            slice(radius + d, radius + d + n) for d, n in zip(shift, image.shape, strict=True)
        )
        tap = padded[window]
        space = sum(d * d for d in shift) / (2 * sigma**2)
        weight = np.exp(-space - (tap - centre) ** 2 / (2 * sigma_range**2))
        total += weight * tap
        weights += weight
    return total / weights


def itk(image: Array, sigma: float, sigma_range: float) -> Callable[[], Array]:
    """Return a call of ITK's BilateralImageFilter."""
    sitk = importlib.import_module("SimpleITK")
    sitk.ProcessObject.SetGlobalDefaultNumberOfThreads(1)
    there = sitk.GetImageFromArray(image)
    return lambda: sitk.GetArrayFromImage(sitk.Bilateral(there, sigma, sigma_range, 100))


def summary(ratios: list[float]) -> str:
    """Return the median and the quartiles."""
    low, median, high = statistics.quantiles(ratios, n=4)
    return f"{median:.2f} ({low:.2f}..{high:.2f})"


def timed(call: Callable[[], object]) -> float:
    """Return the processor's seconds of a call."""
    start = time.process_time()
    call()
    return time.process_time() - start


def error(result: Array, right: Array, kind: str) -> str:
    """Return the largest difference, and the mean one, in steps of integers or of 1."""
    difference = np.abs(result.astype(np.float64) - right)
    unit = " LSB" if kind != "f32" else ""
    return f"{difference.max():.3g}{unit}, mean {difference.mean():.2g}"


def compare(side: int, sigma: float, kind: str, rounds: int) -> dict[str, Any]:
    """Time all contestants in turns."""
    image, radius = scene(side, kind), math.ceil(2.5 * sigma)
    scale = FULL_SCALE[kind]
    engine = sv.Engine("cpu", threads=1)
    flat = np.ascontiguousarray(image.reshape(side * side, side))
    common: dict[str, Any] = {
        "sigma_space": sigma,
        "sigma_range": SIGMA_RANGE,
        "radius": radius,
        "border": "clamp",
        "device": engine,
    }
    calls: dict[str, Callable[[], Any]] = {
        "selvage": lambda: sv.bilateral(image, depth_axis=0, **common),
        "selvage 2-D": lambda: sv.bilateral(flat, **common),
    }
    try:
        calls["ITK"] = itk(image, sigma, SIGMA_RANGE * scale)
    except ImportError:
        print("ITK: not measured (pip install SimpleITK)")
    if side <= 64:
        calls["NumPy"] = lambda: statement(image, sigma, radius, SIGMA_RANGE * scale)
    small = image[:24, :24, :24]
    right = statement(small, sigma, radius, SIGMA_RANGE * scale)
    errors = {"selvage": error(sv.bilateral(small, depth_axis=0, **common), right, kind)}
    if "ITK" in calls:
        errors["ITK"] = error(itk(small, sigma, SIGMA_RANGE * scale)(), right, kind)

    times: dict[str, list[float]] = {name: [] for name in calls}
    for call in calls.values():
        call()  # makes plans and tables
    for _ in range(rounds):
        for name, call in calls.items():
            times[name].append(timed(call))
    taps = (2 * radius + 1) ** 3 / (2 * radius + 1) ** 2  # of volumes, over those of images
    ratios = {
        name: [other / own for other, own in zip(times[name], times["selvage"], strict=True)]
        for name in calls
        if name != "selvage"
    }
    rate = [taps * ratio for ratio in ratios.pop("selvage 2-D")]
    print(f"{kind} {side}^3, sigma {sigma:g}, radius {radius}:")
    for name, values in ratios.items():
        print(f"  {name} takes {summary(values)} times as long as selvage")
    print(f"  rate of taps over that of images: {summary(rate)}")
    for name, text in errors.items():
        print(f"  error of {name}: {text}")
    return {
        "type": kind,
        "side": side,
        "sigma": sigma,
        "ratios": ratios,
        "rate": rate,
        "errors": errors,
    }


def compare_means(side: int, sigma: float, kind: str, rounds: int) -> dict[str, Any]:
    """Time the Gaussian mean, line by line, beside the sum of every tap and beside SciPy."""
    image = scene(side, kind)
    engine = sv.Engine("cpu", threads=1)
    filter = sv.Gaussian(sigma_space=sigma, border="clamp")
    calls: dict[str, Callable[[], Any]] = {
        use: lambda use=use: sv.run(filter, image, depth_axis=0, device=engine, use=use)
        for use in ("separable_volume", "simd")
    }
    try:
        ndimage = importlib.import_module("scipy.ndimage")
        calls["SciPy"] = lambda: ndimage.gaussian_filter(
            image, sigma, mode="nearest", radius=math.ceil(3 * sigma)
        )
    except ImportError:
        print("SciPy: not measured")
    times: dict[str, list[float]] = {name: [] for name in calls}
    results = {name: call() for name, call in calls.items()}
    for _ in range(rounds):
        for name, call in calls.items():
            times[name].append(timed(call))
    ratios = {
        name: [
            other / own for other, own in zip(times[name], times["separable_volume"], strict=True)
        ]
        for name in ("simd", "SciPy")
        if name in times
    }
    print(f"Gaussian of {kind} {side}^3, sigma {sigma:g}:")
    for name, values in ratios.items():
        difference = np.abs(results[name].astype(float) - results["separable_volume"]).max()
        print(f"  {name} takes {summary(values)} times as long as separable_volume")
        print(f"  and differs by at most {difference:.3g}")
    return {"type": kind, "side": side, "sigma": sigma, "ratios": ratios}


def main() -> None:
    """Compare what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--side", type=int, default=96)
    parser.add_argument("--sigma", type=float, nargs="+", default=[1.2])
    parser.add_argument("--type", choices=DTYPES, nargs="+", default=["u8", "f32"])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--means", action="store_true", help="also time Gaussian means")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    results = [
        compare(options.side, sigma, kind, options.rounds)
        for kind in options.type
        for sigma in options.sigma
    ]
    if options.means:
        results += [
            compare_means(options.side, sigma, kind, options.rounds)
            for kind in options.type
            for sigma in options.sigma
        ]
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
