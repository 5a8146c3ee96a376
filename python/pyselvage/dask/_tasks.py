# SPDX-License-Identifier: Apache-2.0
"""The tasks of arrays of Dask: what a worker computes of one chunk."""

from __future__ import annotations

import functools
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from .. import _apply, _core, _cuda
from .._calls import Arrays, prepare, run_part, values_of
from .._engines import Engine
from .._recipes import Recipe, extent_of, pin
from ..frames import Frame, Span, frame_of, with_halo
from ._halos import ChunkedAxis

__all__ = ["Input", "Job", "chosen_once", "compute", "range_of", "upsample"]


class Input(NamedTuple):
    """The axes of an input, as `Job.axes`, and its store, if tasks read it themselves."""

    axes: tuple[int, ...]
    store: Any


class Job(NamedTuple):
    """What the tasks of one result share."""

    recipe: Recipe
    axes: tuple[ChunkedAxis, ...]  # rows, columns, and slices if there are any
    inputs: tuple[Input | None, ...]  # in the order of the ports
    has_extent: bool  # an array holds the least and the largest sample
    has_range: bool  # the last array holds the sigma_range
    threads: int  # of the machine that plans the whole


# Plans of whole images by recipe and place, in each process. Operations of dictionaries are atomic.
_plans: dict[Any, _core.Plan] = {}
_MOST_PLANS = 32


def _plan_of(recipe: Recipe, image: Any, is_cuda: bool) -> _core.Plan:
    key = (recipe, is_cuda and (type(image).__module__, _cuda.device_of(image)))
    plan = _plans.get(key)
    if plan is None or not plan.is_usable:
        _, plan = recipe.plan(image if is_cuda else None)
        while len(_plans) >= _MOST_PLANS:
            _plans.pop(next(iter(_plans)), None)
        _plans[key] = plan
    return plan


def _frame(job: Job, block: Sequence[int]) -> Frame:
    """Return the frame of a chunk that came with its halo."""
    spans = []
    for axis in job.axes:
        start, stop = axis.range_of(block)
        size = axis.starts[-1]
        if axis.wraps:
            before = axis.halo[0]
            spans.append(Span(size + sum(axis.halo), start, start + before, stop - start))
        else:
            first = with_halo(start, stop, size, axis.halo)[0] if axis.is_cut else 0
            spans.append(Span(size, first, start, stop - start))
    return frame_of(*spans)


def _wrapped(job: Job, axes: tuple[int, ...], array: Any) -> Any:
    """Return an array with pixels of the other side along axes that are not cut into chunks."""
    wide = [(0, 0)] * array.ndim
    for own, axis in zip(axes, job.axes, strict=True):
        if axis.wraps and not axis.is_cut:
            wide[own] = axis.halo
    library = sys.modules[type(array).__module__.partition(".")[0]]
    return library.pad(array, wide, mode="wrap") if any(map(any, wide)) else array


def _read(job: Job, block: Sequence[int], input: Input) -> Any:
    """Read a part of an input, with its halo, from its store."""
    window = [slice(None)] * input.store.ndim
    for own, axis in zip(input.axes, job.axes, strict=True):
        if axis.is_cut:
            window[own] = slice(*with_halo(*axis.range_of(block), axis.starts[-1], axis.halo))
    return input.store[tuple(window)]


def compute(*blocks: Any, job: Job) -> Any:
    """Compute a chunk of a result from the chunks of its inputs."""
    *given, block = blocks
    recipe = job.recipe
    if job.has_range:
        recipe = _with_range(recipe, given.pop())
    if job.has_extent:
        low, high = range_of(given.pop())
        image = recipe.shapes[0]
        assert image is not None
        extent = extent_of(recipe.filter, low, high, image[1])
        recipe = recipe.scaled(extent)
    if job.has_range or job.has_extent:
        recipe = _pinned(recipe, job.threads)
    arrays = iter(given)
    inputs: list[Any] = []
    for own in job.inputs:
        if own is None:
            inputs.append(None)
        elif own.store is not None:
            inputs.append(_read(job, block, own))
        else:
            array = next(arrays)
            inputs.append(_wrapped(job, own.axes, array))
    call = prepare(Arrays(*inputs), recipe.layout)
    plan = _plan_of(recipe, inputs[0], call.is_cuda)
    return run_part(plan, recipe.shapes, call, _frame(job, block), (None, None), (None, None))


@functools.lru_cache(maxsize=32)
def _pinned(recipe: Recipe, threads: int) -> Recipe:
    """Return the recipe for the candidate that one machine with so many threads takes."""
    device = recipe.request.device
    if recipe.request.use or not isinstance(device, Engine):  # or the array is on a GPU
        return recipe
    whole = recipe.request._replace(device=replace(device, threads=threads))
    return pin(recipe, recipe._replace(request=whole).plan()[1])


def _with_range(recipe: Recipe, sigma_range: Any) -> Recipe:
    """Return the recipe with the sigma_range that was estimated."""
    filter: Any = recipe.filter
    return recipe._replace(filter=replace(filter, sigma_range=float(sigma_range[0])))


def range_of(pair: Any) -> tuple[float, float]:
    """Return the least and the largest of an image's finite samples; 0 if there is none."""
    low, high = (float(value) for value in pair)
    return (low, high) if low <= high else (0.0, 0.0)


def upsample(
    *blocks: Any, recipe: Recipe, given: tuple[bool, ...], has_range: bool, threads: int
) -> Any:
    """Give an image, or images of a batch, the size of a guide."""
    if has_range:
        *blocks, sigma_range = blocks  # type: ignore[assignment]
        recipe = chosen_once(_pinned(_with_range(recipe, sigma_range), threads))
    arrays = iter(blocks)
    inputs = [next(arrays) if is_given else None for is_given in given]
    return _apply.apply(
        type(recipe.filter),
        values_of(recipe.filter),
        (inputs[0], inputs[1], inputs[2], inputs[3], inputs[4]),
        recipe.layout,
        recipe.request,
        (None, None),
        (None, None),
    )


def chosen_once(recipe: Recipe) -> Recipe:
    """Return the recipe whose engine has the instruction set that a whole batch was planned for."""
    if not recipe.request.use:
        return recipe
    return recipe._replace(simd="", request=recipe.request._replace(device=_engine(recipe)))


def _engine(recipe: Recipe) -> Engine | str:
    device = recipe.request.device
    return replace(device, simd=recipe.simd) if isinstance(device, Engine) else device
