# SPDX-License-Identifier: Apache-2.0
"""Many calls take no memory that they do not give back. `--calls 60000` makes it a long test."""

from __future__ import annotations

import ctypes
import gc
import mmap
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import FILTERS, GUIDED, TYPES, samples

import pyselvage as sv
from pyselvage import cv, scipy, skimage
from pyselvage._cache import plans

LIBC = ctypes.CDLL(None)
IMAGES = [samples((30, 40, 3), dtype) for dtype in TYPES]
OPTIONS: Any = {"channel_axis": -1, "device": "cpu"}


def filtered(number: int) -> None:
    """Apply a filter to one of 200 shapes, more than plans are kept."""
    filter, image = FILTERS[number % len(FILTERS)], IMAGES[number % len(IMAGES)]
    part = image[: 10 + number % 20, : 20 + number // 20 % 10]
    guide = part if isinstance(filter, GUIDED) else None
    out = np.empty_like(part) if number % 2 else None
    sv.run(filter, part, guide=guide, guide_channel_axis=-1, out=out, **OPTIONS)


def planned(number: int) -> None:
    """Plan, run twice and explain."""
    image = IMAGES[number % len(IMAGES)]
    plan = sv.plan(sv.Bilateral(radius=1 + number % 3), image, **OPTIONS)
    plan.run(image, cancel=sv.Cancellation())
    plan.run(image, progress=lambda done: done)
    assert plan.report is not None
    str(plan.explain())


def refused(number: int) -> None:
    """Raise exceptions in each layer."""
    image = IMAGES[number % len(IMAGES)]
    for wrong in ({"sigma_range": -1}, {"channel_axis": 7}, {"device": "gpu9"}, {"mask": image}):
        with pytest.raises(sv.Error):
            sv.bilateral(image, **(OPTIONS | wrong))
    with pytest.raises(sv.InvalidType):
        sv.box(image.astype(np.int32), **OPTIONS)

    def fail(done: float) -> None:
        raise KeyError(done)

    with pytest.raises(KeyError):
        sv.box(image, progress=fail, **OPTIONS)


def replaced(number: int) -> None:
    """Call the drop-ins and the histogram."""
    image = IMAGES[number % len(IMAGES)].astype(np.float64)
    cv.GaussianBlur(image, (5, 5), 1 + number % 3)
    scipy.uniform_filter(image[..., 0], 3)
    skimage.denoise_bilateral(image, channel_axis=-1, win_size=3)
    sv.histogram(IMAGES[number % len(IMAGES)], **OPTIONS)


class Mallinfo(ctypes.Structure):
    """What glibc's mallinfo2 returns."""

    _fields_ = [(f"field{place}", ctypes.c_size_t) for place in range(10)]

    @property
    def in_use(self) -> int:
        """Bytes: those of mapped chunks (hblkhd) and of others (uordblks)."""
        return int(self.field4 + self.field7)


def used() -> tuple[int, int, int]:
    """Return malloc's bytes, Python's blocks and resident bytes in use while no plan is kept."""
    plans.clear()
    gc.collect()
    LIBC.malloc_trim(0)
    malloc = LIBC.mallinfo2()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return malloc.in_use, sys.getallocatedblocks(), pages * mmap.PAGESIZE


@pytest.mark.skipif(not hasattr(LIBC, "mallinfo2"), reason="mallinfo2 is glibc's")
def test_calls_give_memory_back(
    pytestconfig: pytest.Config, capsys: pytest.CaptureFixture[str]
) -> None:
    LIBC.mallinfo2.restype = Mallinfo
    calls = pytestconfig.getoption("--calls")
    kinds = (*[filtered] * 7, planned, refused, replaced)

    def work(count: int) -> None:
        for number in range(count):
            kinds[number % len(kinds)](number // len(kinds) + number)

    work(10000)  # fills caches and lists of free objects
    before = used()
    work(calls)
    memory, blocks, resident = (now - then for now, then in zip(used(), before, strict=True))
    with capsys.disabled():
        print(
            f"\n{calls} calls: {memory} bytes of malloc and {blocks} blocks of Python more, "
            f"{resident / 2**20:.1f} MiB more resident"
        )
    # A leak in one kind of call would be 500 objects at least.
    assert memory < 8000
    assert blocks < 450
