# SPDX-License-Identifier: Apache-2.0
"""The cases of peers.py: images, and filters by their definition in double precision."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

SIGMA_SPACE = 5.0
SIGMA_RANGE = 30 / 255
Array = np.ndarray[Any, Any]


class Case(NamedTuple):
    """A filter on an image of a type and a number of channels."""

    filter: str  # "bilateral" or "gaussian"
    type: str
    channels: int
    radius: int
    window: str = "square"  # of bilaterals, like norm
    norm: str = "l2"

    @property
    def name(self) -> str:
        """Return what --case matches."""
        rules = f".{self.norm}.{self.window}" if self.filter == "bilateral" else ""
        return f"{self.filter}.{self.type}x{self.channels}{rules}.r{self.radius}"

    @property
    def sigma(self) -> float:
        """Return the standard deviation over distance in pixels."""
        return SIGMA_SPACE if self.filter == "bilateral" else self.radius / 3

    @property
    def side(self) -> int:
        """Return the side of the window in pixels."""
        return 2 * self.radius + 1


CASES = [
    *(Case("bilateral", *kind, 7, "disc", "l1") for kind in (("u8", 1), ("u8", 3), ("f32", 1))),
    *(Case("bilateral", *kind, 7) for kind in (("u8", 3), ("f32", 1), ("f32", 3))),
    *(Case("gaussian", *kind, 3) for kind in (("u8", 3), ("f32", 1))),
]


def inside(case: Case, x: int, y: int) -> bool:
    """Return whether a tap belongs to the window."""
    return case.window == "square" or x * x + y * y <= case.radius**2


def reference(case: Case, image: Array, rows: slice, columns: slice) -> Array:
    """Return a part of the filter's result in double precision, from 0 to 1."""
    r = case.radius
    values = image.astype(np.float64) / (255 if case.type == "u8" else 1)
    padded = np.pad(values, ((r, r), (r, r), (0, 0)), mode="reflect")
    centre = values[rows, columns]
    total, weights = np.zeros_like(centre), np.zeros(centre.shape[:2])
    for y in range(-r, r + 1):
        for x in range(-r, r + 1):
            if case.filter == "bilateral" and not inside(case, x, y):
                continue
            tap = padded[
                rows.start + r + y : rows.stop + r + y, columns.start + r + x : columns.stop + r + x
            ]
            exponent = np.full(weights.shape, (x * x + y * y) / (2 * case.sigma**2))
            if case.filter == "bilateral":
                difference = np.abs(tap - centre)
                l1 = case.norm == "l1"
                distance2 = difference.sum(2) ** 2 if l1 else (difference**2).sum(2)
                exponent += distance2 / (2 * SIGMA_RANGE**2)
            weight = np.exp(-exponent)
            total += weight[:, :, None] * tap
            weights += weight
    mean: Array = total / weights[:, :, None]
    return mean


def scene(case: Case, width: int, height: int) -> Array:
    """Draw waves, edges and noise."""
    y, x = np.mgrid[0:height, 0:width]
    random = np.random.default_rng(1)
    planes = []
    for c in range(case.channels):
        wave = 128 + 60 * np.sin(0.021 * x + c) * np.cos(0.017 * y)
        edges = 35.0 * (1 - 2 * ((x // 48 + y // 48) % 2))
        planes.append(wave + edges + random.normal(0, 3, x.shape))
    levels = np.clip(np.rint(np.stack(planes, axis=2)), 0, 255).astype(np.uint8)
    image: Array = levels if case.type == "u8" else (levels / 255).astype(np.float32)
    return image
