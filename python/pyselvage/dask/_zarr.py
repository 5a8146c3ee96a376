# SPDX-License-Identifier: Apache-2.0
"""Zarr of version 3, in and out. What one task writes is never shared with another."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import dask.array as da

from ..errors import InvalidArgument
from ._apply import stores

__all__ = ["from_zarr", "to_zarr"]

Sizes = int | Sequence[int]


def _unit(array: Any) -> tuple[int, ...]:
    """Return the sizes of what is written at once: a shard, or a chunk where there are none."""
    return tuple(array.shards or array.chunks)


def from_zarr(source: Any, *, chunks: Any = None) -> Any:
    """Return an array of Dask that reads a Zarr array.

    Parameters
    ----------
    source : zarr.Array, str or Path
        The array, or where it lies.
    chunks : optional
        As of ``dask.array.from_array``. None: the shards, or the chunks where there are none.

    Returns
    -------
    dask.array.Array
    """
    import zarr

    array = source if isinstance(source, zarr.Array) else zarr.open_array(source, mode="r")
    image = da.from_array(array, chunks=_unit(array) if chunks is None else chunks)
    stores[image.name] = array  # the image's graph keeps it alive
    return image


def _sizes(name: str, given: Sizes, axes: int) -> tuple[int, ...]:
    sizes = (given,) * axes if isinstance(given, int) else tuple(given)
    if len(sizes) != axes or min(sizes) < 1:
        raise InvalidArgument(
            f"{name} {given}: the array has {axes} axes", f"{axes} numbers above 0"
        )
    return sizes


def _check_units(image: Any, unit: Sequence[int], what: str) -> None:
    """Refuse chunks of Dask that end inside of what is written at once."""
    for axis, (sizes, side) in enumerate(zip(image.chunks, unit, strict=True)):
        ends = list(itertools.accumulate(sizes))[:-1]
        for end in ends:
            if end % side:
                raise InvalidArgument(
                    f"image: a chunk along axis {axis} ends at {end}, inside a {what} of {side}: "
                    "two tasks would write it, and the pixels of one would be lost",
                    f"image.rechunk({{{axis}: {side}}}), or a multiple",
                )


def to_zarr(
    image: Any,
    target: Any,
    *,
    chunks: Sizes | None = None,
    shards: Sizes | None = None,
    overwrite: bool = False,
    compute: bool = True,
) -> Any:
    """Write an array of Dask to a Zarr array, one task for each chunk of Dask.

    It must not be an array that the image reads: tasks would read what others have written.

    Parameters
    ----------
    image : dask.array.Array
        Its chunks must consist of whole shards, or of whole chunks where there are none.
    target : zarr.Array, str or Path
        The array to write to, or where to make one.
    chunks, shards : int or sequence of int, optional
        Of a new array. Without either, the chunks are those of Dask; without `chunks`, a shard is
        one chunk.
    overwrite : bool
        Whether to replace an array that is there.
    compute : bool
        Whether to write now, or to return what writes.

    Returns
    -------
    zarr.Array
        What was written to; a ``dask.delayed`` object with ``compute=False``.

    Raises
    ------
    InvalidArgument
        For chunks that end inside a shard: two tasks would read, change and write it at once.
    """
    import zarr

    array: Any
    if isinstance(target, zarr.Array):
        if chunks is not None or shards is not None:
            raise InvalidArgument("chunks and shards are for a new array; this one has its own")
        if target.shape != image.shape or target.dtype != image.dtype:
            raise InvalidArgument(
                f"target: is {target.shape} of {target.dtype}, the image {image.shape} of "
                f"{image.dtype}"
            )
        array = target
        _check_units(image, _unit(array), "shard" if array.shards else "chunk")
    else:
        axes = image.ndim
        whole = None if shards is None else _sizes("shards", shards, axes)
        unit = _sizes("chunks", whole or image.chunksize if chunks is None else chunks, axes)
        if whole and any(shard % side for shard, side in zip(whole, unit, strict=True)):
            raise InvalidArgument(f"shards {whole} do not consist of chunks {unit}")
        _check_units(image, whole or unit, "shard" if whole else "chunk")  # before it replaces
        array = zarr.create_array(
            str(target) if isinstance(target, Path) else target,
            shape=image.shape,
            chunks=unit,
            shards=whole,
            dtype=image.dtype,
            overwrite=overwrite,
        )
    written = da.store(image, array, lock=False, compute=compute)
    return array if compute else written
