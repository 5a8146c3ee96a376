# SPDX-License-Identifier: Apache-2.0
"""Parts of an image: what a worker reads, computes and writes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from .errors import InvalidArgument, InvalidType, Unsupported

if TYPE_CHECKING:
    from .plans import Plan

__all__ = ["Block", "Frame", "Rectangle", "blocks"]


class Rectangle(NamedTuple):
    """Pixels of an image, by the position of the first one, and by their columns and rows."""

    x: int
    y: int
    width: int
    height: int


class Frame(NamedTuple):
    """Where an array lies in the whole image, and which of the image's pixels to compute.

    The border rule applies at the edges of the whole image alone. Elsewhere the array holds
    `Plan.halo` pixels around `compute`.
    """

    width: int  # of the whole image
    height: int
    x: int  # the array's first pixel, in the whole image
    y: int
    compute: Rectangle  # in the whole image's coordinates


class Block(NamedTuple):
    """A part of an image that a worker can compute by itself.

    `image[read]` is what it reads, and `result[write]` is what it computes.
    """

    read: tuple[slice, ...]
    write: tuple[slice, ...]
    frame: Frame


def with_halo(start: int, stop: int, size: int, halo: int) -> tuple[int, int]:
    """Return the range around another one, cut at the ends of the image."""
    return max(0, start - halo), min(size, stop + halo)


def _sides(size: int | tuple[int, int]) -> tuple[int, int]:
    sides = (size, size) if isinstance(size, int) else size
    if not (isinstance(sides, tuple) and len(sides) == 2):
        raise InvalidType(f"size {size!r} is neither a number nor a pair (rows, columns)")
    if min(sides) < 1:
        raise InvalidArgument(f"size {size}: blocks need a row and a column")
    return sides


def blocks(plan: Plan, size: int | tuple[int, int] = 1024) -> Iterator[Block]:
    """Cut an image into blocks, for any engine that runs functions on many machines.

    Workers that run them by one plan, which they can unpickle, get the pixels of the whole result,
    bit for bit.

    Parameters
    ----------
    plan : Plan
        For the shape of the whole image.
    size : int or pair of int
        Rows and columns of a block; those at the right and the bottom may be smaller.

    Yields
    ------
    Block
        What to read, what to write, and the frame for `Plan.run_part`; row by row.

    Raises
    ------
    Unsupported
        For the border 'wrap', whose windows reach around the image.

    Examples
    --------
    >>> import numpy, pyselvage
    >>> image = numpy.arange(300 * 200, dtype=numpy.uint16).reshape(300, 200)
    >>> plan = pyselvage.plan(pyselvage.Gaussian(), image, device="cpu")
    >>> result = numpy.empty_like(image)
    >>> for read, write, frame in pyselvage.blocks(plan, 128):
    ...     result[write] = plan.run_part(image[read], frame)
    >>> bool((result == plan.run(image)).all())
    True
    """
    sides = _sides(size)
    if getattr(plan.filter, "border", None) == "wrap" and plan.halo > 0:
        raise Unsupported(
            "border 'wrap': blocks at an edge would read pixels of the other side",
            "use arrays of Dask, or pad the image by numpy.pad(..., mode='wrap')",
        )
    return _each_block(plan, *sides)


def _each_block(plan: Plan, rows: int, columns: int) -> Iterator[Block]:
    y_axis, x_axis = plan.image_axes
    height, width = plan.shape[y_axis], plan.shape[x_axis]
    is_whole = plan.reads_whole_images
    for top in range(0, height, rows):
        bottom = min(top + rows, height)
        for left in range(0, width, columns):
            right = min(left + columns, width)
            y, y_end = with_halo(top, bottom, height, plan.halo)
            x, x_end = with_halo(left, right, width, plan.halo)
            read = [slice(None)] * len(plan.shape)
            write = list(read)
            write[y_axis], write[x_axis] = slice(top, bottom), slice(left, right)
            if is_whole:
                y = x = 0
            else:
                read[y_axis], read[x_axis] = slice(y, y_end), slice(x, x_end)
            compute = Rectangle(left, top, right - left, bottom - top)
            yield Block(tuple(read), tuple(write), Frame(width, height, x, y, compute))
