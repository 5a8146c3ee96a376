# SPDX-License-Identifier: Apache-2.0
r"""Times gradients on a CUDA device beside kornia's formula under torch.compile.

    PYTHONPATH=... python3 bench/gradients_cuda.py [TURNS]

Forward and backward together, float32, one image, in turns; each turn runs CALLS calls between two
CUDA events, so the host's part counts where it binds. `graph` is our step captured into a CUDA
graph, without the host's part. `forward` is ours alone with gradients enabled, `backward` a
gradient without kept means, and `peak` is the memory of a step beyond its tensors.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable
from typing import Any

import torch

import pyselvage as sv
from pyselvage import torch as filters

SIZES = [(512, 512), (1080, 1920)]
CASES = [("l1", 3, 3), ("l2", 3, 3), ("l2", 3, 7), ("l1", 3, 7), ("l2", 1, 7)]
SPACE, RANGE = 3.0, 0.1
CALLS = 10


def kornia_formula(image: Any, space: Any, range_: Any, radius: int, norm: str) -> Any:
    """Return kornia's bilateral_blur: unfolded taps, then weights."""
    side = 2 * radius + 1
    padded = torch.nn.functional.pad(image, (radius,) * 4, mode="reflect")
    taps = padded.unfold(2, side, 1).unfold(3, side, 1).flatten(-2)
    difference = taps - image.unsqueeze(-1)
    if norm == "l1":
        distance = difference.abs().sum(1, keepdim=True).square()
    else:
        distance = difference.square().sum(1, keepdim=True)
    steps = torch.arange(-radius, radius + 1, device=image.device, dtype=image.dtype)
    row = torch.exp(-steps.square() / (2 * space**2))
    weight = torch.exp(-0.5 / range_**2 * distance) * (row[:, None] * row).flatten()
    return (taps * weight).sum(-1) / weight.sum(-1)


def milliseconds(call: Callable[[], Any]) -> float:
    """Return the time of one of CALLS calls."""
    first, last = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    torch.cuda.synchronize()
    first.record()
    for _ in range(CALLS):
        call()
    last.record()
    torch.cuda.synchronize()
    return first.elapsed_time(last) / CALLS


def captured(step: Callable[[], Any]) -> Callable[[], Any]:
    """Return what runs a step as a CUDA graph."""
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        step()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        step()
    return graph.replay


def quartiles(values: list[float]) -> str:
    """Return the median and the quartiles."""
    low, middle, high = statistics.quantiles(values, n=4)
    return f"{middle:.3f} ({low:.3f}..{high:.3f})"


def measure(size: tuple[int, int], norm: Any, channels: int, radius: int, learned: bool) -> str:
    """Return a row of the table. learned: the sigmas have gradients, too."""
    image = torch.rand(1, channels, *size, device="cuda").requires_grad_()
    weights = torch.rand(1, channels, *size, device="cuda") - 0.5
    space, range_ = (torch.tensor(v, device="cuda").requires_grad_(learned) for v in (SPACE, RANGE))
    ours_sigmas = (space, range_) if learned else (SPACE, RANGE)
    torch.compiler.reset()  # compiles for this shape, instead of any shape or not at all
    compiled = torch.compile(kornia_formula, dynamic=False)

    def clear() -> None:
        image.grad = space.grad = range_.grad = None

    def peer() -> Any:
        clear()
        out = compiled(image, space, range_, radius, norm)
        out.backward(weights)
        return out

    def ours() -> Any:
        clear()
        out = filters.bilateral(image, *ours_sigmas, radius, norm=norm)
        out.backward(weights)
        return out

    filter = sv.Bilateral(sigma_space=SPACE, sigma_range=RANGE, radius=radius, norm=norm)
    axes: dict[str, Any] = {"channel_axis": 1, "batch_axes": (0,)}
    data = image.detach()
    theirs_out, theirs_d = peer().detach(), image.grad.clone()
    torch.cuda.reset_peak_memory_stats()
    before = torch.cuda.memory_allocated()
    peer()
    peaks = [torch.cuda.max_memory_allocated() - before]
    ours_out, ours_d = ours().detach(), image.grad.clone()
    torch.cuda.reset_peak_memory_stats()
    ours()
    peaks.append(torch.cuda.max_memory_allocated() - before)
    apart = float((theirs_out - ours_out).abs().max())
    apart_d = float((theirs_d - ours_d).abs().max() / theirs_d.abs().max())
    del theirs_out, theirs_d, ours_out, ours_d
    # A learned sigma on a GPU is waited for, which a graph cannot do.
    replay = None if learned else captured(ours)
    names = ("peer", "ours", "forward", "backward", "graph")
    times: dict[str, list[float]] = {name: [] for name in names}
    for turn in range(TURNS + 1):
        now = {
            "ours": milliseconds(ours),
            "peer": milliseconds(peer),
            "forward": milliseconds(
                lambda: filters.bilateral(image, *ours_sigmas, radius, norm=norm)
            ),
            "backward": milliseconds(lambda: sv.gradient(filter, data, weights, **axes)),
        }
        if replay is not None:
            now["graph"] = milliseconds(replay)
        for name, value in now.items():
            if turn > 0:
                times[name].append(value)
    ratios = [b / a for a, b in zip(times["ours"], times["peer"], strict=True)]
    cells = [quartiles(times[name]) for name in ("ours", "peer")] + [quartiles(ratios)]
    cells.append("-" if replay is None else quartiles(times["graph"]))
    cells += [f"{min(times['forward']):.3f}", f"{min(times['backward']):.3f}"]
    cells += [f"{apart:.1e}, {apart_d:.1e}", f"{peaks[1] / 1e6:.0f}, {peaks[0] / 1e6:.0f}"]
    name = f"{size[1]}x{size[0]}, {channels} ch., {norm}, radius {radius}"
    return f"| {name}{', sigmas learned' if learned else ''} | " + " | ".join(cells) + " |"


TURNS = int(sys.argv[1]) if len(sys.argv) > 1 else 7
print(torch.cuda.get_device_name(), torch.__version__)
columns = "case | ours, ms | compiled, ms | compiled / ours | graph, ms | forward | backward"
print(f"| {columns} | apart | peak, MB |")
print("|---" * 9 + "|")
for shape in SIZES:
    for norm, channels, radius in CASES:
        print(measure(shape, norm, channels, radius, False), flush=True)
    print(measure(shape, "l2", 3, 7, True), flush=True)
