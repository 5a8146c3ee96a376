# SPDX-License-Identifier: Apache-2.0
r"""Times what else there is for Python, in turns with ours: A B C A B C ...

    PYTHONPATH=build/python/python build/venv/bin/python bench/peers.py \
      [--device cpu cuda] [--case REGEX] [--size 1920x1080] [--threads N] [--json FILE]

Peers: OpenCV (pip's, with IPP), PyTorch (the window's shifts, added up), kornia, CuPy and CV-CUDA.
None is required: one that is not installed is "not measured". On the CPU arrays lie in memory, on
CUDA in the device's, for all. Each result is compared with its own filter in double precision: some
peers have only a disc, or only a square.
"""

from __future__ import annotations

import argparse
import importlib
import json
import re
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from peer_cases import CASES, SIGMA_RANGE, Array, Case, inside, reference, scene

import pyselvage as sv


class Contestant(NamedTuple):
    """Something that is timed."""

    name: str
    call: Callable[[], object]  # returns when the result is there
    result: Callable[[], Array]  # the last one, rows x columns x channels
    case: Case  # what it computes


class NotServed(Exception):
    """The peer has nothing like the case."""


# What the functions below get: the case, the image (rows x columns x channels) and the device.
Make = Callable[[Case, Array, str], Contestant]


def keep(
    name: str, run: Callable[[], Any], to_host: Callable[[Any], Array], case: Case
) -> Contestant:
    """Return a contestant that keeps its last result."""
    last: list[Any] = [None]

    def call() -> None:
        last[0] = run()

    return Contestant(name, call, lambda: to_host(last[0]), case)


def on_device(image: Array, device: str) -> tuple[Any, Callable[[Any], Array], Callable[[], None]]:
    """Return the image there, what copies a result to the host, and what waits for the device."""
    if device == "cpu":
        return image, np.asarray, lambda: None
    torch = importlib.import_module("torch")
    there = torch.from_numpy(image).cuda()
    return there, lambda t: t.cpu().numpy(), torch.cuda.synchronize


def ours(case: Case, image: Array, device: str) -> Contestant:
    """Run our function."""
    there, to_host, wait = on_device(image, device)
    common: dict[str, Any] = {
        "sigma_space": case.sigma,
        "radius": case.radius,
        "channel_axis": -1,
        "device": device,
    }

    def run() -> Any:
        if case.filter == "gaussian":
            result = sv.gaussian(there, **common)
        else:
            window: Any = case.window
            norm: Any = case.norm
            result = sv.bilateral(
                there, sigma_range=SIGMA_RANGE, window=window, norm=norm, **common
            )
        wait()
        return result

    return keep("selvage", run, to_host, case)


def opencv(case: Case, image: Array, device: str) -> Contestant:
    """OpenCV, whose bilateral has a disc and l1."""
    if device != "cpu":
        raise NotServed
    cv2 = importlib.import_module("cv2")
    scale = 255 if case.type == "u8" else 1
    if case.filter == "gaussian":
        size = (case.side, case.side)

        def run() -> Any:
            return cv2.GaussianBlur(image, size, case.sigma, borderType=cv2.BORDER_REFLECT_101)

    else:
        case = case._replace(window="disc", norm="l1")

        def run() -> Any:
            return cv2.bilateralFilter(
                image, case.side, SIGMA_RANGE * scale, case.sigma, borderType=cv2.BORDER_REFLECT_101
            )

    return keep(f"OpenCV {cv2.__version__}", run, lambda a: a.reshape(image.shape), case)


def tensor_of(case: Case, image: Array, device: str) -> tuple[Any, Callable[[Any], Array]]:
    """Return a tensor 1 x channels x rows x columns, and what copies a result back."""
    if case.type != "f32":
        raise NotServed
    torch = importlib.import_module("torch")
    tensor = torch.from_numpy(image).permute(2, 0, 1)[None].contiguous().to(device)
    return tensor, lambda t: t[0].permute(1, 2, 0).cpu().numpy()


def waiter(device: str) -> Callable[[], None]:
    """Return what waits for PyTorch's work on the device."""
    torch = importlib.import_module("torch")
    wait: Callable[[], None] = torch.cuda.synchronize
    return wait if device != "cpu" else lambda: None


def torch_shifts(case: Case, image: Array, device: str) -> Contestant:
    """Add up the window's shifts in PyTorch, without a loop over pixels."""
    torch = importlib.import_module("torch")
    tensor, to_host = tensor_of(case, image, device)
    wait = waiter(device)
    if case.filter != "bilateral":
        raise NotServed
    r = case.radius
    rows, columns = image.shape[:2]
    taps = [(x, y) for y in range(-r, r + 1) for x in range(-r, r + 1) if inside(case, x, y)]

    def run() -> Any:
        padded = torch.nn.functional.pad(tensor, (r, r, r, r), mode="reflect")
        total = torch.zeros_like(tensor)
        weights = torch.zeros_like(tensor[:, :1])
        for x, y in taps:
            shifted = padded[:, :, r + y : r + y + rows, r + x : r + x + columns]
            difference = (shifted - tensor).abs()
            if case.norm == "l1":
                distance2 = difference.sum(1, keepdim=True).square()
            else:
                distance2 = difference.square().sum(1, keepdim=True)
            space = (x * x + y * y) / (2 * case.sigma**2)
            weight = torch.exp(distance2 * (-0.5 / SIGMA_RANGE**2) - space)
            total += weight * shifted
            weights += weight
        result = total / weights
        wait()
        return result

    return keep(f"PyTorch {torch.__version__}, shifts", run, to_host, case)


def kornia(case: Case, image: Array, device: str) -> Contestant:
    """kornia, whose bilateral has a square window."""
    module = importlib.import_module("kornia")
    tensor, to_host = tensor_of(case, image, device)
    wait = waiter(device)
    size, sigma = (case.side, case.side), (case.sigma, case.sigma)
    case = case._replace(window="square")

    def run() -> Any:
        if case.filter == "gaussian":
            result = module.filters.gaussian_blur2d(tensor, size, sigma)
        else:
            result = module.filters.bilateral_blur(
                tensor, size, SIGMA_RANGE, sigma, color_distance_type=case.norm
            )
        wait()
        return result

    return keep(f"kornia {module.__version__}", run, to_host, case)


def cupy(case: Case, image: Array, device: str) -> Contestant:
    """CuPy, which has the Gaussian of SciPy."""
    if device == "cpu" or case.filter != "gaussian" or image.shape[2] != 1:
        raise NotServed
    module = importlib.import_module("cupy")
    ndimage = importlib.import_module("cupyx.scipy.ndimage")
    there = module.asarray(image[:, :, 0])

    def run() -> Any:
        truncate = case.radius / case.sigma
        result = ndimage.gaussian_filter(there, case.sigma, mode="mirror", truncate=truncate)
        module.cuda.Device().synchronize()
        return result

    return keep(f"CuPy {module.__version__}", run, lambda a: module.asnumpy(a)[:, :, None], case)


def cvcuda(case: Case, image: Array, device: str) -> Contestant:
    """CV-CUDA, whose bilateral has a disc and l1."""
    if device == "cpu" or case.type != "u8":
        raise NotServed
    module = importlib.import_module("cvcuda")
    torch = importlib.import_module("torch")
    tensor = module.as_tensor(torch.from_numpy(image).cuda(), "HWC")
    border = module.Border.REFLECT101

    def run() -> Any:
        if case.filter == "gaussian":
            size, sigma = (case.side, case.side), (case.sigma, case.sigma)
            result = module.gaussian(tensor, size, sigma, border)
        else:
            result = module.bilateral_filter(
                tensor, case.side, SIGMA_RANGE * 255, case.sigma, border
            )
        torch.cuda.synchronize()
        return result

    def to_host(result: Any) -> Array:
        there: Array = torch.as_tensor(result.cuda()).cpu().numpy()
        return there

    if case.filter == "bilateral":
        case = case._replace(window="disc", norm="l1")
    return keep(f"CV-CUDA {module.__version__}", run, to_host, case)


PEERS: dict[str, Make] = {
    "OpenCV": opencv,
    "PyTorch": torch_shifts,
    "kornia": kornia,
    "CuPy": cupy,
    "CV-CUDA": cvcuda,
}


def error_255(contestant: Contestant, image: Array) -> float:
    """Return the largest error in the middle and in a corner, in 255ths of full scale."""
    case = contestant.case
    result = contestant.result().astype(np.float64) / (255 if case.type == "u8" else 1)
    height, width = image.shape[:2]
    worst = 0.0
    for top, left in ((0, 0), (height // 2, width // 2)):
        rows = slice(top, min(top + 24, height))
        columns = slice(left, min(left + 40, width))
        off = np.abs(result[rows, columns] - reference(case, image, rows, columns))
        worst = max(worst, 255 * float(off.max()))
    return worst


def contestants(case: Case, image: Array, device: str) -> list[Contestant]:
    """Return ours and the peers that are there and have the filter."""
    found = [ours(case, image, device)]
    for name, make in PEERS.items():
        try:
            found.append(make(case, image, device))
        except NotServed:
            continue
        except ImportError as missing:
            print(f"{case.name:<32} {device:<5} {name}: not measured ({missing})")
    return found


def measure(case: Case, image: Array, device: str, turns: int) -> list[dict[str, Any]]:
    """Check, time and print all contestants of a case."""
    there = contestants(case, image, device)
    errors = {}
    for each in there:
        each.call()
        errors[each.name] = error_255(each, image)
        each.call()
    seconds: dict[str, list[float]] = {each.name: [] for each in there}
    for _ in range(turns):
        for each in there:
            start = time.perf_counter()
            each.call()
            seconds[each.name].append(time.perf_counter() - start)
    rows = []
    for each in there:
        own = seconds[each.name]
        low, median, high = statistics.quantiles(own, n=4, method="inclusive")
        ratio = statistics.median(t / s for t, s in zip(own, seconds["selvage"], strict=True))
        computes = "" if each.case == case else f", computes {each.case.norm} {each.case.window}"
        print(
            f"{case.name:<32} {device:<5} {each.name:<26} {1e3 * median:9.3f} ms "
            f"({1e3 * low:.3f}..{1e3 * high:.3f}), {ratio:6.2f} x ours, "
            f"error {errors[each.name]:.3g}/255{computes}",
            flush=True,
        )
        rows.append(
            {
                "case": case.name,
                "device": device,
                "name": each.name,
                "computes": each.case.name,
                "seconds": {"low": low, "median": median, "high": high, "count": turns},
                "times_ours": ratio,
                "error_255": errors[each.name],
            }
        )
    return rows


def set_threads(threads: int) -> None:
    """Give every library on the CPU as many threads."""
    sv.set_threads(threads)
    for module, function in (("cv2", "setNumThreads"), ("torch", "set_num_threads")):
        try:
            getattr(importlib.import_module(module), function)(threads)
        except ImportError:
            continue


def main() -> int:
    """Measure what the command line names."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--device", nargs="+", default=["cpu"], choices=["cpu", "cuda"])
    parser.add_argument("--case", default="", help="regular expression of names")
    parser.add_argument("--size", default="1920x1080")
    parser.add_argument("--threads", type=int, default=1, help="of the CPU")
    parser.add_argument("--turns", type=int, default=20)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    width, height = (int(side) for side in options.size.split("x"))
    set_threads(options.threads)
    rows = []
    for device in options.device:
        for case in CASES:
            if re.search(options.case, case.name):
                rows += measure(case, scene(case, width, height), device, options.turns)
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1) + "\n")
    return 0 if rows else 1


if __name__ == "__main__":
    sys.exit(main())
