# SPDX-License-Identifier: Apache-2.0
"""Filters over arrays of Dask: each chunk is a part of the whole result, bit for bit."""

from __future__ import annotations

import functools
import math
import weakref
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import dask.array as da
import numpy as np
from dask.array.utils import meta_from_array
from dask.base import tokenize
from dask.delayed import delayed
from dask.layers import ArrayBlockIdDep

from .. import _core, _noise
from .._arrays import is_lazy
from .._calls import (
    PORTS,
    Arrays,
    Layout,
    Request,
    make_filter,
    prepare,
    shape_of_empty,
)
from .._engines import Engine, settings_of
from .._recipes import Recipe, extent_of, pin, specimen
from ..errors import InvalidArgument, InvalidType, Unsupported
from ..filters import Filter
from ..plans import Plan
from ._halos import ChunkedAxis, around, check_halo, chunked_axes
from ._noise import range_of_noise
from ._tasks import Input, Job, chosen_once, compute, upsample

__all__ = [
    "MaxError",
    "apply",
    "check_chunks",
    "check_lazy",
    "check_one_chunk",
    "extremes_of",
    "is_on_gpu",
    "refuse",
]


class MaxError(float):
    """A largest error, and the extent of the samples that it is for."""

    extent: float

    def __new__(cls, value: float, extent: float) -> MaxError:
        self = super().__new__(cls, value)
        self.extent = extent
        return self


# Arrays of Dask that only read a store, by their names. Tasks read what they need of it, which
# takes less memory and fewer tasks than chunks and the pieces of their neighbours.
stores: weakref.WeakValueDictionary[str, Any] = weakref.WeakValueDictionary()


def check_chunks(port: str, array: Any) -> None:
    """Refuse chunks of unknown sizes, and empty ones."""
    for axis, sizes in enumerate(array.chunks):
        if any(math.isnan(size) for size in sizes):
            raise InvalidArgument(
                f"{port}: the chunks along axis {axis} have unknown sizes",
                f"{port}.compute_chunk_sizes()",
            )
        if 0 in sizes and array.shape[axis] > 0:
            raise InvalidArgument(
                f"{port}: a chunk along axis {axis} is empty", f"{port}.rechunk({{{axis}: 'auto'}})"
            )


def check_one_chunk(port: str, what: str, array: Any, axis: int) -> None:
    """Refuse an axis that is cut into several chunks."""
    if len(array.chunks[axis]) > 1:
        raise InvalidArgument(
            f"{port}: its {what} lie in {len(array.chunks[axis])} chunks along axis {axis}",
            f"{port}.rechunk({{{axis}: -1}})",
        )


def check_lazy(image: Any, instead: str) -> None:
    """Refuse what is no array of Dask; `instead` is what takes it."""
    if not is_lazy(image):
        raise InvalidType(
            f"image: {type(image).__name__} is no array of Dask",
            f"dask.array.from_array(image, chunks=1024), or {instead}",
        )


def refuse(**given: Any) -> None:
    """Refuse parameters that only arrays that are there can have."""
    for name, value in given.items():
        if value is not None:
            raise Unsupported(f"{name}: arrays of Dask are computed later, and elsewhere")


def _specimen(array: Any) -> Any:
    return None if array is None else specimen(array.shape, array.dtype)


def _lazy_inputs(arrays: Sequence[Any]) -> list[Any]:
    inputs = []
    for port, array in zip(PORTS, arrays, strict=True):
        if array is not None and not is_lazy(array):
            array = da.from_array(array, chunks=-1)
        if array is not None:
            check_chunks(port, array)
        inputs.append(array)
    return inputs


def _labels(image_axes: int, layout: Layout, port: str, array: Any) -> tuple[int, ...]:
    """Return the image's axis for each axis of another input, and a number of its own for others.

    Like the library, it takes rows, columns, depth and batch axes in the image's order.
    """
    channel = {"guide": layout.guide_channel_axis, "normals": layout.normals_channel_axis}.get(port)
    own = layout.channel_axis
    shared = [axis for axis in range(image_axes) if own is None or axis != own % image_axes]
    if array.ndim - (channel is not None) == 2 + (layout.depth_axis is not None):
        batch = {axis % image_axes for axis in layout.batch_axes}
        shared = [axis for axis in shared if axis not in batch]
    if channel is not None:
        shared.insert(channel % array.ndim, image_axes + PORTS.index(port))
    return tuple(shared)


def is_on_gpu(image: Any) -> bool:
    """Whether chunks are arrays of CuPy."""
    return type(image._meta).__module__.partition(".")[0] == "cupy"


def _planned(
    filter: Filter, inputs: Sequence[Any], layout: Layout, request: Request, is_cuda: bool
) -> tuple[Plan, Recipe]:
    """Return a plan for the whole image, which refuses what cannot be, and the workers' recipe."""
    shapes = (array if array is None else (array.shape, str(array.dtype)) for array in inputs)
    device = request.device
    if isinstance(request.max_error, MaxError):
        extent = extent_of(filter, 0.0, request.max_error.extent, inputs[0].dtype)
        if np.issubdtype(inputs[0].dtype, np.floating):
            request = request._replace(max_error=float(request.max_error), sample_extent=extent)
    here = request
    if is_cuda:  # only workers have the GPU
        here = request._replace(device="cpu", use="")
    elif device == "auto":
        here = request._replace(device="cpu")
    plan = Plan(filter, Arrays(*shapes), layout, here)
    recipe = plan._recipe
    if is_cuda:
        name = device if isinstance(device, Engine) or device != "auto" else "cuda"
        return plan, recipe._replace(request=request._replace(device=name))
    recipe = pin(recipe, plan._usable())
    if not isinstance(device, Engine):  # workers run side by side
        engine = Engine(str(recipe.request.device), threads=1)
        recipe = recipe._replace(request=recipe.request._replace(device=engine))
    return plan, recipe


def extremes_of(image: Any) -> Any:
    """Return the least and the largest finite sample, as an array of two."""

    def least_and_largest(values: Any) -> Any:
        finite = values[abs(values) < math.inf]
        pair = [finite.min(), finite.max()] if finite.size else [math.inf, -math.inf]
        return np.array([float(value) for value in pair])

    parts = [
        da.from_delayed(delayed(least_and_largest)(block), (2,), np.float64)
        for block in image.to_delayed().ravel()
    ]
    pairs = da.stack(parts)
    return da.stack([pairs[:, 0].min(), pairs[:, 1].max()]).rechunk(-1)


def _wide_recipe(
    recipe: Recipe, inputs: Sequence[Input | None], axes: Sequence[ChunkedAxis]
) -> Recipe:
    """Return the recipe for an image with pixels of the other side around it."""
    shapes = []
    for shape, given in zip(recipe.shapes, inputs, strict=True):
        if shape is not None and given is not None:
            sizes = list(shape[0])
            for own, axis in zip(given.axes, axes, strict=True):
                sizes[own] += sum(axis.halo) * axis.wraps
            shape = (tuple(sizes), shape[1])
        shapes.append(shape)
    filter: Any = recipe.filter
    return recipe._replace(filter=replace(filter, border="clamp"), shapes=tuple(shapes))


def apply(
    kind: type[Filter],
    values: Any,
    arrays: Sequence[Any],
    layout: Sequence[Any],
    request: Sequence[Any],
    outputs: tuple[Any, Any],
    watch: tuple[Any, Any],
) -> Any:
    """Apply a filter to arrays of Dask, with the parameters of `pyselvage._apply.apply`."""
    refuse(out=outputs[0], flags=outputs[1], progress=watch[0], cancel=watch[1])
    inputs = _lazy_inputs(arrays)
    image = inputs[0]
    is_cuda = is_on_gpu(image)
    call = prepare(Arrays(*map(_specimen, inputs)), Layout(*layout))
    question = None
    if _noise.is_automatic(kind, values):
        question, values = _noise.question_of(kind, values, call.arrays, call.layout)
    filter = make_filter(kind, values)
    asked = Request(*request)
    if 0 in image.shape:
        return da.zeros(shape_of_empty(filter, call), image.dtype, chunks=-1, meta=image._meta)
    plan, recipe = _planned(filter, inputs, Layout(*layout), asked, is_cuda)
    known = recipe.layout
    if known.channel_axis is not None:
        check_one_chunk("image", "channels", image, known.channel_axis % image.ndim)
    labels = [tuple(range(image.ndim))]
    labels += [
        () if array is None else _labels(image.ndim, known, port, array)
        for port, array in zip(PORTS[1:], inputs[1:], strict=True)
    ]
    sigma_range = None
    if question is not None:
        mask = None if plan.reads_whole_images else inputs[2]
        sigma_range = range_of_noise(question, inputs[1 if question.of_guide else 0], mask)
        recipe = recipe._replace(request=recipe.request._replace(use=asked.use))
    threads = settings_of(asked.device).threads or _core.cpu().compute_units
    if plan.reads_whole_images:
        return _upsampled(plan, recipe, inputs, labels, sigma_range, threads)
    axes = chunked_axes(plan, image)
    wraps = any(axis.wraps for axis in axes)
    if wraps and getattr(filter, "subsample", 1) > 1:
        # The image that is larger by the halo would have other pixels on its grid.
        raise InvalidArgument(
            "border 'wrap' cannot be used with a subsample above 1 on arrays of Dask",
            "use another border, or subsample=1",
        )
    is_batch = len(known.batch_axes) > 0  # a store's window would need its chunks, too
    places: list[Input | None] = []
    pairs: list[Any] = []
    for array, own in zip(inputs, labels, strict=True):
        if array is None:
            places.append(None)
            continue
        store = None if wraps or is_batch else stores.get(array.name)
        place = Input(tuple(own.index(axis.axis) for axis in axes), store)
        places.append(place)
        if store is None:
            check_halo(image, axes)
            chunks = {a: image.chunks[n] for a, n in enumerate(own) if n < image.ndim}
            pairs += [around(array.rechunk(chunks), place.axes, axes), own]
    floats = np.issubdtype(image.dtype, np.floating)
    has_extent = (
        floats and asked.max_error is not None and not isinstance(asked.max_error, MaxError)
    )
    if has_extent:
        recipe = recipe._replace(request=recipe.request._replace(use=asked.use))
        pairs += [extremes_of(image), (image.ndim + len(PORTS),)]
    if sigma_range is not None:
        pairs += [sigma_range, (image.ndim + len(PORTS) + 1,)]
    if wraps:
        recipe = _wide_recipe(recipe, places, axes)
    job = Job(
        recipe,
        axes,
        tuple(places),
        has_extent,
        sigma_range is not None,
        threads,
    )
    return _blockwise(
        functools.partial(compute, job=job),
        filter,
        image,
        plan.shape,
        tuple(range(image.ndim)),
        [*pairs, ArrayBlockIdDep(image.chunks), tuple(range(image.ndim))],
    )


def _blockwise(
    function: Callable[..., Any],
    filter: Filter,
    image: Any,
    shape: Sequence[int],
    index: tuple[int, ...],
    pairs: list[Any],
) -> Any:
    """Return the array whose chunks a function computes; `shape` may have other channels."""
    chunks = dict(enumerate(image.chunks))
    for axis, size in enumerate(shape):
        if size != image.shape[axis]:
            chunks[axis] = (size,)
    names = [array.name if is_lazy(array) else array for array in pairs[::2]]
    return da.blockwise(
        function,
        index,
        *pairs,
        name=f"{type(filter).__name__.lower()}-{tokenize(function, names)}",
        dtype=image.dtype,
        meta=meta_from_array(image._meta, ndim=len(shape), dtype=image.dtype),
        concatenate=True,
        align_arrays=False,
        adjust_chunks=chunks,
    )


def _upsampled(
    plan: Plan,
    recipe: Recipe,
    inputs: Sequence[Any],
    labels: Sequence[tuple[int, ...]],
    sigma_range: Any,
    threads: int,
) -> Any:
    """Return an upsampling, which takes images apart by their batch axes alone."""
    image = inputs[0]
    spatial = plan.image_axes
    for port, array, own in zip(PORTS, inputs, labels, strict=True):
        for axis in spatial:
            if array is not None:
                check_one_chunk(port, "rows or columns", array, own.index(axis))
    small = {axis: image.ndim + len(PORTS) + 1 + axis for axis in spatial}
    batch_axes = {axis % image.ndim for axis in recipe.layout.batch_axes}
    pairs: list[Any] = []
    for port, array, own in zip(PORTS, inputs, labels, strict=True):
        if array is None:
            continue
        batch = {a: image.chunks[n] for a, n in enumerate(own) if n in batch_axes}
        index = own if port == "guide" else tuple(small.get(axis, axis) for axis in own)
        pairs += [array.rechunk(batch), index]
    given = tuple(array is not None for array in inputs)
    if sigma_range is None:
        recipe = chosen_once(recipe)
    else:
        pairs += [sigma_range, (image.ndim + len(PORTS),)]
    function = functools.partial(
        upsample,
        recipe=recipe,
        given=given,
        has_range=sigma_range is not None,
        threads=threads,
    )
    return _blockwise(function, plan.filter, image, plan.shape, tuple(range(image.ndim)), pairs)
