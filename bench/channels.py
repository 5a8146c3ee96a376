# SPDX-License-Identifier: Apache-2.0
r"""Times the bilateral filter of many channels beside four channels and NumPy, in turns.

    PYTHONPATH=build/python/python build/venv/bin/python bench/channels.py \
      [--side 192] [--channels 8 16 64 256] [--radius 7] [--type u8 f32] [--rounds 7]

The NumPy statement adds up the shifts of the window in double precision; it is also what errors are
relative to. `rate` is the number of taps times channels in a second, relative to that of four
channels. Times are those of the processor, so that other programs disturb them little.
"""

from __future__ import annotations

import argparse
import itertools
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import pyselvage as sv

DTYPES: dict[str, Any] = {"u8": np.uint8, "u16": np.uint16, "f32": np.float32}
FULL_SCALE = {"u8": 255.0, "u16": 65535.0, "f32": 1.0}

Array = np.ndarray[Any, Any]


def scene(side: int, channels: int, kind: str) -> Array:
    """Return regions with a spectrum each, and noise."""
    random = np.random.default_rng(7)
    y, x = np.mgrid[0:side, 0:side] / side
    region = (np.sin(9 * x + 4 * y) > 0).astype(int) + 2 * (np.cos(7 * y - 3 * x) > 0.2)
    image = 0.2 + 0.6 * random.random((4, channels))[region]
    image += 0.02 * random.standard_normal(image.shape)
    stored = np.clip(image, 0, 1) * FULL_SCALE[kind]
    return (stored if kind == "f32" else np.rint(stored)).astype(DTYPES[kind])


def statement(image: Array, sigma: float, radius: int, sigma_range: float) -> Array:
    """State the bilateral filter with norm l2, a square window and a border clamp."""
    centre = image.astype(np.float64)
    padded = np.pad(centre, ((radius, radius), (radius, radius), (0, 0)), mode="edge")
    total, weights = np.zeros_like(centre), np.zeros((*centre.shape[:2], 1))
    rows, columns = centre.shape[:2]
    for dy, dx in itertools.product(range(2 * radius + 1), repeat=2):
        tap = padded[dy : dy + rows, dx : dx + columns]
        space = ((dy - radius) ** 2 + (dx - radius) ** 2) / (2 * sigma**2)
        squares = np.sum((tap - centre) ** 2, axis=-1, keepdims=True)
        weight = np.exp(-space - squares / (2 * sigma_range**2))
        total += weight * tap
        weights += weight
    return total / weights


def timed(call: Callable[[], object]) -> float:
    """Return the processor's seconds of a call."""
    start = time.process_time()
    call()
    return time.process_time() - start


def compare(kind: str, channels: int, given: argparse.Namespace) -> None:
    """Time all contestants in turns and print a row."""
    engine = sv.Engine("cpu", threads=1)
    sigma, radius = given.radius / 3, given.radius
    sigma_range = 0.04 * float(np.sqrt(channels))
    image, four = scene(given.side, channels, kind), scene(given.side, 4, kind)
    common: dict[str, Any] = {
        "sigma_space": sigma,
        "radius": radius,
        "border": "clamp",
        "channel_axis": -1,
        "device": engine,
    }

    def ours() -> Any:
        return sv.bilateral(image, sigma_range=sigma_range, **common)

    def of_four() -> Any:
        return sv.bilateral(four, sigma_range=0.08, **common)

    scale = FULL_SCALE[kind]
    right = statement(image, sigma, radius, sigma_range * scale)
    numpy_seconds = timed(lambda: statement(image, sigma, radius, sigma_range * scale))
    error = float(np.abs(ours() - right).max())
    of_four()
    pairs = [(timed(ours), timed(of_four)) for _ in range(given.rounds)]
    many, few = min(p[0] for p in pairs), min(p[1] for p in pairs)
    taps = (2 * radius + 1) ** 2 * given.side**2
    print(
        f"| {kind} | {channels} | {many * 1e3:.1f} ms | {taps * channels / many / 1e9:.2f} | "
        f"{few * channels / 4 / many:.2f} | {numpy_seconds / many:.0f} | {error:.2g} |"
    )


def main() -> None:
    """Read the options and print a table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--side", type=int, default=192)
    options.add_argument("--channels", type=int, nargs="+", default=[8, 16, 64, 256])
    options.add_argument("--radius", type=int, default=7)
    options.add_argument("--type", nargs="+", default=["u8", "f32"], choices=DTYPES)
    options.add_argument("--rounds", type=int, default=7)
    given = options.parse_args()
    print("| type | channels | time | 1e9 taps x channels / s | rate | times NumPy | error |")
    print("|---|---|---|---|---|---|---|")
    for kind, channels in itertools.product(given.type, given.channels):
        compare(kind, channels, given)


if __name__ == "__main__":
    main()
