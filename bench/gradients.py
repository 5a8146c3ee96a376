# SPDX-License-Identifier: Apache-2.0
r"""Times gradients beside autograd of the plain formula in PyTorch, and beside the filter alone.

    PYTHONPATH=build/python/python build/peers-venv/bin/python bench/gradients.py [TURNS] [SIDE]

One thread, processor time, in turns. The peer is written as its users do it: the window's taps by
`unfold`, weights, the sum and the quotient. Forward and backward of both are timed, in float32.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

import pyselvage as sv
from pyselvage import torch as filters

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "python/tests"))
from test_torch_gradients import plain

CASES = [  # filter, channels, guide's channels, norm, radius
    ("bilateral", 1, 0, "l2", 3),
    ("bilateral", 1, 0, "l2", 9),
    ("bilateral", 3, 0, "l2", 3),
    ("bilateral", 3, 0, "l2", 9),
    ("bilateral", 3, 0, "l1", 3),
    ("bilateral", 3, 0, "per_channel", 3),
    ("joint", 3, 1, "l2", 3),
    ("joint", 3, 3, "l2", 3),
    ("gaussian", 3, 0, "l2", 3),
]
SPACE, RANGE = 3.0, 0.1
ONE = sv.Engine("cpu", threads=1)


def timed(call: Callable[[], Any]) -> float:
    """Return the processor time of a call."""
    start = time.process_time()
    call()
    return time.process_time() - start


def quartiles(values: list[float]) -> str:
    """Return the median and the quartiles."""
    low, middle, high = statistics.quantiles(values, n=4)
    return f"{middle:.2f} ({low:.2f}..{high:.2f})"


def measure(kind: str, channels: int, guide_channels: int, norm: Any, radius: int) -> str:
    """Return a row of the table."""
    side = SIDE if radius < 5 else SIDE // 2  # the peer holds all taps of all pixels
    image = torch.rand(1, channels, side, side)
    guide = torch.rand(1, guide_channels, side, side) if guide_channels else None
    weights = torch.rand(1, channels, side, side) - 0.5

    def step(is_ours: bool) -> None:
        x = image.clone().requires_grad_()
        by = x if guide is None else guide.clone().requires_grad_()
        space, range_ = (torch.tensor(value, requires_grad=True) for value in (SPACE, RANGE))
        if not is_ours:
            sigma = None if kind == "gaussian" else range_
            out = plain(x, by, space, sigma, radius, norm, "reflect101")
        elif kind == "gaussian":
            out = filters.gaussian(x, space, radius, device=ONE)
        elif kind == "bilateral":
            out = filters.bilateral(x, space, range_, radius, norm=norm, device=ONE)
        else:
            out = filters.joint_bilateral(x, by, space, range_, radius, norm=norm, device=ONE)
        (out * weights).sum().backward()

    fields: dict[str, Any] = {"sigma_space": SPACE, "radius": radius}
    if kind != "gaussian":
        fields |= {"sigma_range": RANGE, "norm": norm}
    classes = {"gaussian": sv.Gaussian, "bilateral": sv.Bilateral, "joint": sv.JointBilateral}
    filter = classes[kind](**fields)
    options: dict[str, Any] = {"channel_axis": 1, "batch_axes": (0,), "device": ONE}
    if guide is not None:
        options |= {"guide": guide, "guide_channel_axis": 1}
    peer, forward, nanoseconds = [], [], []
    for turn in range(TURNS + 1):
        ours, theirs = timed(lambda: step(True)), timed(lambda: step(False))
        alone = timed(lambda: sv.run(filter, image, exact=True, **options))
        backward = timed(lambda: sv.gradient(filter, image, weights, **options))
        if turn > 0:
            peer.append(theirs / ours)
            forward.append(backward / alone)
            nanoseconds.append(backward * 1e9 / side**2 / (2 * radius + 1) ** 2)
    return (
        f"| {kind} {norm}, {channels} channels, guide {guide_channels}, radius {radius} "
        f"| {quartiles(peer)} | {quartiles(forward)} | {quartiles(nanoseconds)} |"
    )


TURNS = int(sys.argv[1]) if len(sys.argv) > 1 else 9
SIDE = int(sys.argv[2]) if len(sys.argv) > 2 else 256
torch.set_num_threads(1)
print(
    "| case | plain formula / ours | gradient / filter alone | gradient, ns for a pixel and tap |"
)
print("|---|---|---|---|")
for case in CASES:
    print(measure(*case), flush=True)
