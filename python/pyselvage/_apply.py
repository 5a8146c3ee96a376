# SPDX-License-Identifier: Apache-2.0
"""Functions' way to a result: a plan from the cache, or a new one that the cache keeps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from . import _core, _cuda, _engines, _noise
from ._arrays import is_lazy
from ._cache import Slot, plans
from ._calls import (
    Arrays,
    Call,
    Layout,
    Request,
    depends_on_samples,
    is_empty,
    make_filter,
    make_plan,
    prepare,
    run_plan,
    shape_of_empty,
    target_of,
    values_of,
)
from .errors import Unsupported
from .filters import Filter, Histogram
from .reports import Counts

__all__ = ["apply", "count"]


def _key(kind: type[Filter], values: Any, call: Call, request: Request) -> Any:
    """Return everything that shapes a plan."""
    arrays = [array is not None and (array.shape, array.dtype) for array in call.arrays]
    place: tuple[int, ...] = ()
    if call.is_cuda:
        image = call.arrays.image
        place = (_cuda.device_of(image), _cuda.stream_of(image))
    return kind, values, call.layout, request, _engines._threads, place, *arrays


def _take(
    kind: type[Filter], values: Any, call: Call, request: Request, key: Any
) -> tuple[Slot, _core.Plan]:
    """Return a plan, idle or new, and its slot."""
    try:
        key = _key(kind, values, call, request) if key is None else key
        kept = plans.take(key)
    except TypeError:  # a value without a hash, which a filter refuses or turns into a tuple
        key = kept = None
    if kept is not None:
        return kept
    filter = make_filter(kind, values)
    plan = make_plan(filter, call, request, with_data=False)
    if key is None:
        key = _key(kind, values_of(filter), call, request)
    return plans.add(key, plan), plan


def _enqueue_known(key: Any, arrays: tuple[Any, ...], out: Any, flags: Any) -> Any:
    """Enqueue a run of a plan that is known for tensors; return the result, None without a plan."""
    try:
        kept = plans.take(key)
    except TypeError:  # a value without a hash
        return None
    if kept is None:
        return None
    slot, plan = kept
    try:
        return _cuda.enqueue(plan, arrays, out, flags, stream=key[-1])
    finally:
        plans.give(slot, plan)


def _apply_any(
    kind: type[Filter],
    values: Sequence[Any],
    call: Call,
    request: Request,
    outputs: tuple[Any, Any],
    watch: tuple[Any, Any],
    key: Any,
) -> Any:
    """Apply a filter to arrays of any kind. `key` is that of its plan, if it is known."""
    if is_empty(call.arrays):
        filter = make_filter(kind, values)
        target = target_of(call, outputs[0], shape_of_empty(filter, call))
        return target.finish(target.result)
    if depends_on_samples(request, call.arrays.image):
        plan = make_plan(make_filter(kind, values), call, request, with_data=True)
        try:
            return run_plan(plan, call, *outputs, *watch)
        finally:
            plan.wait()
    slot, plan = _take(kind, values, call, request, key)
    try:
        return run_plan(plan, call, *outputs, *watch)
    finally:
        plans.give(slot, plan)


def apply(
    kind: type[Filter],
    values: tuple[Any, ...],
    arrays: tuple[Any, Any, Any, Any, Any],
    layout: tuple[Any, ...],
    request: tuple[Any, ...],
    outputs: tuple[Any, Any],
    watch: tuple[Any, Any],
) -> Any:
    """Apply a filter, given by its class and its fields' values.

    `arrays` are in the order of the ports, `layout` and `request` as `Layout` and `Request`,
    `outputs` are the image and the flags, `watch` is progress and cancellation.
    """
    image, guide, mask, normals, depth = arrays
    if _noise.is_automatic(kind, values) and not is_lazy(image):
        values = _noise.with_estimate(kind, values, arrays, layout)
    out = outputs[0]
    key: tuple[Any, ...] | None = None
    # The short way: NumPy arrays whose plan is known.
    if (
        type(image) is np.ndarray
        and image.flags.aligned
        and guide is None
        and normals is None
        and depth is None
        and outputs[1] is None
        and (mask is None or (type(mask) is np.ndarray and mask.dtype == np.uint8))
        and (out is None or type(out) is np.ndarray)
    ):
        key = (
            kind,
            values,
            layout,
            request,
            _engines._threads,
            image.shape,
            image.dtype,
            mask is not None and mask.shape,
        )
        try:
            kept = plans.take(key)
        except TypeError:  # a value without a hash
            key = kept = None
        if kept is not None:
            slot, plan = kept
            try:
                if out is None:
                    out = np.empty(plan.shape, image.dtype)
                plan.run(image, None, mask, None, None, out, None, *watch)
                return out
            finally:
                plans.give(slot, plan)
    # Another: tensors on a GPU.
    elif watch == (None, None) and (place := _cuda.place_of_tensors((*arrays, *outputs))):
        known = [array is not None and (array.shape, array.dtype) for array in arrays]
        key = (kind, values, layout, request, _engines._threads, *known, *place)
        result = _enqueue_known(key, arrays, *outputs)
        if result is not None:
            return result
    if is_lazy(image):
        from .dask import _apply as lazy

        return lazy.apply(kind, values, arrays, layout, request, outputs, watch)
    call = prepare(Arrays(*arrays), Layout(*layout))
    return _apply_any(kind, values, call, Request(*request), outputs, watch, key)


def _counts_of_empty(filter: Histogram, call: Call) -> Counts:
    axis = call.layout.channel_axis
    all_channels = 1 if axis is None else call.arrays.image.shape[axis]
    channels = all_channels if filter.channel is None else 1
    low = 0.0 if filter.low is None else filter.low
    high = 1.0 if filter.high is None else filter.high
    bins = np.zeros((channels, filter.bins), np.uint64)
    return Counts(bins, np.zeros(channels, np.uint64), low, high)


def count(
    values: tuple[Any, ...],
    image: Any,
    layout: tuple[Any, ...],
    request: tuple[Any, ...],
    watch: tuple[Any, Any],
) -> Counts:
    """Count samples, with the parameters of `apply`."""
    if is_lazy(image):
        from .dask import _count as lazy

        return cast("Counts", lazy.count(values, image, layout, request, watch))  # once computed
    call = prepare(Arrays(image), Layout(*layout))
    if call.is_cuda:
        raise Unsupported("image: arrays on a GPU are not counted", "copy it to the CPU")
    if is_empty(call.arrays):
        filter = make_filter(Histogram, values)
        assert isinstance(filter, Histogram)
        return _counts_of_empty(filter, call)
    slot, plan = _take(Histogram, values, call, Request(*request), None)
    try:
        bins, not_numbers, low, high = plan.count(call.arrays.image, *watch)
    finally:
        plans.give(slot, plan)
    return Counts(np.array(bins, np.uint64), np.array(not_numbers, np.uint64), low, high)
