# SPDX-License-Identifier: Apache-2.0
"""The axes that chunks cut, and the pixels of their neighbours that chunks come with."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, NamedTuple

from dask.array.overlap import overlap

from ..errors import InvalidArgument
from ..plans import Plan

__all__ = ["ChunkedAxis", "around", "check_halo", "chunked_axes"]

# What rows, columns and slices of a chunk are called, and how many a chunk may well have.
_CHUNKS = (("pixels", 1024), ("pixels", 1024), ("slices", 32))


class ChunkedAxis(NamedTuple):
    """An axis of the image that chunks may cut."""

    axis: int
    starts: tuple[int, ...]  # of the chunks, and the end
    halo: tuple[int, int]  # before and after what is computed
    wraps: bool  # the image is larger by the halo on both sides

    @property
    def is_cut(self) -> bool:
        """Whether there are several chunks."""
        return len(self.starts) > 2

    def range_of(self, block: Sequence[int]) -> tuple[int, int]:
        """Return where a block starts and ends."""
        return self.starts[block[self.axis]], self.starts[block[self.axis] + 1]


def chunked_axes(plan: Plan, image: Any) -> tuple[ChunkedAxis, ...]:
    """Return the axes along which chunks need a halo: rows, columns, and slices if there are any.

    With border 'wrap' the image becomes larger by the halo, but not before the first frame of a
    causal window, whose taps take no part.
    """
    wraps = getattr(plan.filter, "border", None) == "wrap"
    halos = [(axis, (plan.halo, plan.halo), wraps and plan.halo > 0) for axis in plan.image_axes]
    if plan.depth_axis is not None:
        slices = plan.filter.depth_halo
        # An image of one slice has no third axis.
        is_deep = image.shape[plan.depth_axis] > 1
        halos.append((plan.depth_axis, slices, wraps and is_deep and slices[1] > 0))
    return tuple(
        ChunkedAxis(axis, tuple(itertools.accumulate(image.chunks[axis], initial=0)), halo, wrap)
        for axis, halo, wrap in halos
    )


def check_halo(image: Any, axes: Sequence[ChunkedAxis]) -> None:
    """Refuse chunks that are smaller than the filter's halo."""
    for axis, (what, chunk) in zip(axes, _CHUNKS, strict=False):
        sizes, halo = image.chunks[axis.axis], max(axis.halo)
        if len(sizes) > 1 and min(sizes) < halo:
            raise InvalidArgument(
                f"image: the smallest chunk along axis {axis.axis} has {min(sizes)} {what}, and "
                f"the filter's halo is {halo}",
                f"image.rechunk({{{axis.axis}: {_chunk(sum(sizes), halo, chunk)}}})",
            )


def _chunk(size: int, halo: int, wanted: int) -> int:
    """Return a size of chunks, about the wanted one, of which no chunk is below the halo."""
    chunk = max(halo, wanted)
    while 0 < size % chunk < halo:
        chunk += 1
    return min(chunk, size)


def around(array: Any, own: Sequence[int], axes: Sequence[ChunkedAxis]) -> Any:
    """Return an array whose chunks come with pixels of their neighbours.

    `map_overlap` would align arrays as NumPy broadcasts them, which a guide's channels do not fit.
    """
    depth: dict[int, Any] = dict.fromkeys(range(array.ndim), 0)
    boundary = dict.fromkeys(range(array.ndim), "none")
    for place, axis in zip(own, axes, strict=True):
        if len(array.chunks[place]) > 1 and any(axis.halo):
            before, after = axis.halo
            depth[place] = before if before == after else axis.halo
            boundary[place] = "periodic" if axis.wraps else "none"
    return overlap(array, depth, boundary, allow_rechunk=False) if any(depth.values()) else array
