# SPDX-License-Identifier: Apache-2.0
"""Parts of an image: what a worker reads, computes and writes."""

from __future__ import annotations

import itertools
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
    `Plan.halo` pixels around `compute`, and `Filter.depth_halo` slices before and after `slices`.
    """

    width: int  # of the whole image
    height: int
    x: int  # the array's first pixel, in the whole image
    y: int
    compute: Rectangle  # in the whole image's coordinates
    depth: int = 0  # slices of the whole image; 0: it has those of the array, and all are computed
    z: int = 0  # the array's first slice, in the whole image
    slices: tuple[int, int] = (0, 0)  # to compute: the first, and their number


class Block(NamedTuple):
    """A part of an image that a worker can compute by itself.

    `image[read]` is what it reads, and `result[write]` is what it computes.
    """

    read: tuple[slice, ...]
    write: tuple[slice, ...]
    frame: Frame


def with_halo(start: int, stop: int, size: int, halo: tuple[int, int]) -> tuple[int, int]:
    """Return the range around another one, cut at the ends of the image."""
    before, after = halo
    return max(0, start - before), min(size, stop + after)


def _sides(plan: Plan, size: int | tuple[int, ...]) -> tuple[int, ...]:
    """Return the rows and columns of a block, then its slices if the image has any."""
    depth = plan.depth_axis
    sides = (size, size) if isinstance(size, int) else size
    if not isinstance(sides, tuple) or len(sides) not in (2, 2 + (depth is not None)):
        triple = "" if depth is None else ", nor three: (slices, rows, columns)"
        raise InvalidType(f"size {size!r} is neither a number nor a pair (rows, columns){triple}")
    if min(sides) < 1:
        slices = "a slice, " if len(sides) == 3 else ""
        raise InvalidArgument(f"size {size}: blocks need {slices}a row and a column")
    if depth is None:
        return sides
    return (*sides, plan.shape[depth]) if len(sides) == 2 else (*sides[1:], sides[0])


def blocks(plan: Plan, size: int | tuple[int, ...] = 1024) -> Iterator[Block]:
    """Cut an image into blocks, for any engine that runs functions on many machines.

    Workers that run them by one plan, which they can unpickle, get the pixels of the whole result,
    bit for bit.

    Parameters
    ----------
    plan : Plan
        For the shape of the whole image.
    size : int, or pair or triple of int
        Rows and columns of a block; with a depth_axis also slices, rows and columns: otherwise a
        block has all slices. Those at the right, the bottom and the end may be smaller.

    Yields
    ------
    Block
        What to read, what to write, and the frame for `Plan.run_part`; slice by slice, row by row.

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
    sides = _sides(plan, size)
    halo = plan.halo + (0 if plan.depth_axis is None else plan.filter.depth_halo[1])
    if getattr(plan.filter, "border", None) == "wrap" and halo > 0:
        raise Unsupported(
            "border 'wrap': blocks at an edge would read pixels of the other side",
            "use arrays of Dask, or pad the image by numpy.pad(..., mode='wrap')",
        )
    return _each_block(plan, sides)


class Span(NamedTuple):
    """A part of an axis of an image."""

    size: int  # of the whole axis
    first: int  # of the pixels that there are
    start: int  # of those to compute
    number: int


def frame_of(rows: Span, columns: Span, slices: Span | None = None) -> Frame:
    """Return the frame of parts of an image's axes."""
    compute = Rectangle(columns.start, rows.start, columns.number, rows.number)
    frame = Frame(columns.size, rows.size, columns.first, rows.first, compute)
    if slices is None:
        return frame
    return frame._replace(depth=slices.size, z=slices.first, slices=(slices.start, slices.number))


def _each_block(plan: Plan, sides: tuple[int, ...]) -> Iterator[Block]:
    axes: tuple[int, ...] = plan.image_axes
    halos = [(plan.halo, plan.halo)] * 2
    if plan.depth_axis is not None:
        axes = (*axes, plan.depth_axis)
        halos.append(plan.filter.depth_halo)
    sizes = [plan.shape[axis] for axis in axes]
    starts = [range(0, size, side) for size, side in zip(sizes, sides, strict=True)]
    # Slices first, then rows, then columns.
    for *outer, top, left in itertools.product(*starts[2:], *starts[:2]):
        read = [slice(None)] * len(plan.shape)
        write = list(read)
        spans = []
        for axis, size, side, halo, start in zip(
            axes, sizes, sides, halos, (top, left, *outer), strict=True
        ):
            stop = min(start + side, size)
            write[axis] = slice(start, stop)
            if not plan.reads_whole_images:
                read[axis] = slice(*with_halo(start, stop, size, halo))
            spans.append(Span(size, read[axis].start or 0, start, stop - start))
        yield Block(tuple(read), tuple(write), frame_of(*spans))
