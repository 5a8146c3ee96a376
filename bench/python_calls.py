# SPDX-License-Identifier: Apache-2.0
"""Times calls from Python: what a function costs beyond the plan that it runs.

Prints the least time of many short series, in microseconds: other programs disturb all but a few.
    PYTHONPATH=build/python/python build/venv/bin/python bench/python_calls.py
"""

from __future__ import annotations

import timeit
from collections.abc import Callable

import numpy as np

import pyselvage as sv


def least(call: Callable[[], object], budget: float = 3.0) -> float:
    """Return the least time of one call in microseconds."""
    once = min(timeit.repeat(call, number=1, repeat=20))
    number = max(1, int(5e-4 / once))
    series = max(20, int(budget / (number * once)))
    return 1e6 * min(timeit.repeat(call, number=number, repeat=series)) / number


def row(filter: sv.Filter, function: Callable[..., object], size: int) -> str:
    """Return the times of the extension, a plan and a function."""
    image = np.random.default_rng(1).integers(0, 256, (size, size), np.uint8)
    out = np.empty_like(image)
    plan = sv.plan(filter, image, device="cpu")
    core = plan._plan
    times = (
        least(lambda: core.run(image, None, None, None, None, out, None, None, None)),
        least(lambda: plan.run(image, out=out)),
        least(lambda: function(image, radius=3, device="cpu", out=out)),
    )
    return "".join(f"{time:10.2f}" for time in times)


def main() -> None:
    """Print a table: one row for each filter and size."""
    sv.set_threads(1)
    print(f"{'uint8, radius 3, 1 thread':<28}{'extension':>10}{'plan.run':>10}{'function':>10}")
    for size in (1, 64, 512):
        print(f"{f'bilateral {size}x{size}':<28}{row(sv.Bilateral(radius=3), sv.bilateral, size)}")
        print(f"{f'gaussian {size}x{size}':<28}{row(sv.Gaussian(radius=3), sv.gaussian, size)}")


if __name__ == "__main__":
    main()
