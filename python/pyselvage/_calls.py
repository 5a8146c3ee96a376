# SPDX-License-Identifier: Apache-2.0
"""How a filter is applied to arrays: the plan is found or made, and run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from . import _arrays, _core, _cuda, _engines
from ._engines import Engine
from .errors import InvalidArgument, InvalidType, Unsupported
from .filters import (
    Filter,
    GeometryGuided,
    GuidedUpsampling,
    JointBilateral,
    JointUpsampling,
)
from .frames import Frame

__all__ = [
    "Arrays",
    "Call",
    "Layout",
    "Request",
    "check_place",
    "lowered",
    "make_plan",
    "prepare",
    "run_part",
    "run_plan",
]

PORTS = ("image", "guide", "mask", "normals", "depth")


class Layout(NamedTuple):
    """Which axes of arrays are what."""

    channel_axis: int | None = None
    batch_axes: Sequence[int] = ()
    has_alpha: bool | None = None
    guide_channel_axis: int | None = None
    guide_has_alpha: bool | None = None
    normals_channel_axis: int | None = None
    depth_axis: int | None = None


class Request(NamedTuple):
    """Where and how accurately to compute."""

    device: str | Engine = "auto"
    exact: bool = False
    max_error: float | None = None
    method: str = "auto"
    use: str = ""
    sample_extent: float = 1.0  # of floats in a plan without data


class Arrays(NamedTuple):
    """The inputs of a filter."""

    image: Any
    guide: Any = None
    mask: Any = None
    normals: Any = None
    depth: Any = None


class Call(NamedTuple):
    """A call whose inputs are NumPy arrays, or all on one CUDA device."""

    arrays: Arrays
    layout: Layout
    image: _arrays.Operand

    @property
    def is_cuda(self) -> bool:
        return self.image.is_cuda


def names_of(kind: type[Filter]) -> tuple[str, ...]:
    """Return the names of the fields of a filter's class."""
    return tuple(kind.__slots__)


def values_of(filter: Filter) -> tuple[Any, ...]:
    """Return the values of a filter's fields."""
    return tuple([getattr(filter, name) for name in names_of(type(filter))])


def make_filter(kind: type[Filter], values: Sequence[Any]) -> Filter:
    """Return the filter whose fields have these values."""
    return kind(**dict(zip(names_of(kind), values, strict=True)))


def _axis(port: str, option: str, given: int | None, operand: _arrays.Operand | None) -> int | None:
    if operand is None or not operand.knows_axes:
        return given
    known = operand.channel_axis
    if given is None:
        return known
    if known is None:
        raise InvalidArgument(
            f"{option} {given}, but the {port} has one channel and no axis for it"
        )
    if given not in (known, known + operand.array.ndim):
        raise InvalidArgument(f"{option} {given}, but the {port} has its channels last")
    return known


def _alpha(given: bool | None, operand: _arrays.Operand | None) -> bool:
    return bool(operand and operand.has_alpha if given is None else given)


def check_place(port: str, operand: _arrays.Operand, image: _arrays.Operand) -> None:
    """Refuse an array that lies elsewhere than the image."""
    if operand.is_cuda != image.is_cuda:
        place = "not on the image's GPU" if image.is_cuda else "on a GPU, unlike the image"
        raise InvalidArgument(f"{port}: it is {place}", "copy it to where the image is")
    if image.is_cuda and (own := _cuda.device_of(image.array)) != _cuda.device_of(operand.array):
        other = _cuda.device_of(operand.array)
        raise InvalidArgument(
            f"{port}: it is on cuda:{other}, the image on cuda:{own}", "copy it to the image's GPU"
        )


def _output(port: str, value: Any, call: Call) -> Any:
    """Return the array that a result is written to: on the caller's memory, or on a device."""
    written = _arrays.output(port, value)
    check_place(port, written, call.image)
    return written.array


def prepare(arrays: Arrays, layout: Layout) -> Call:
    """Return the call for arrays of any kind."""
    operands = [
        None if value is None else _arrays.operand(port, value)
        for port, value in zip(PORTS, arrays, strict=True)
    ]
    image, guide, _, normals, _ = operands
    if image is None:
        raise InvalidType("image: None is no array")
    for port, operand in zip(PORTS, operands, strict=True):
        if operand is not None and operand is not image:
            check_place(port, operand, image)
    batch_axes = layout.batch_axes
    if isinstance(batch_axes, int):
        batch_axes = (batch_axes,)
    known = Layout(
        _axis("image", "channel_axis", layout.channel_axis, image),
        tuple(batch_axes),
        _alpha(layout.has_alpha, image),
        _axis("guide", "guide_channel_axis", layout.guide_channel_axis, guide),
        _alpha(layout.guide_has_alpha, guide),
        _axis("normals", "normals_channel_axis", layout.normals_channel_axis, normals),
        layout.depth_axis,
    )
    return Call(Arrays(*(operand and operand.array for operand in operands)), known, image)


def _check_scale(filter: Filter, arrays: Arrays) -> None:
    """Refuse values on the scale of stored integers where fractions are meant."""
    name = "edge_threshold" if isinstance(filter, GeometryGuided) else "sigma_range"
    value = getattr(filter, name, None)
    guided = isinstance(filter, (JointBilateral, JointUpsampling))
    compared = arrays.guide if guided else arrays.image
    if value is None or value <= 1 or compared is None:
        return
    full_scale = {"uint8": 255, "uint16": 65535}.get(str(compared.dtype).rpartition(".")[2])
    if full_scale is not None:
        raise InvalidArgument(
            f"{name} {value:g} is above 1, the full scale of {'guides' if guided else 'images'} "
            "of integers",
            f"did you mean {value:g}/{full_scale} ({value / full_scale:.3g})?",
        )


def make_plan(filter: Filter, call: Call, request: Request, with_data: bool) -> _core.Plan:
    """Return a plan for arrays like those of the call."""
    _check_scale(filter, call.arrays)
    device = request.device
    arrays: Sequence[Any] = call.arrays
    if call.is_cuda:
        # What a plan allocates and compiles would end the capture.
        if _cuda.is_captured(call.arrays.image):
            raise Unsupported(
                "the current stream is being captured into a CUDA graph",
                "run the filter outside the capture",
            )
        device = _cuda.check_device(device, _cuda.device_of(call.arrays.image))
        arrays = [lowered(array, call.is_cuda) for array in arrays]
    return _engines.engine_for(device).plan(
        filter,
        tuple(arrays),
        tuple(call.layout),
        with_data and not call.is_cuda,
        bool(request.exact),
        request.max_error,
        request.method,
        request.use,
        request.sample_extent,
    )


def depends_on_samples(request: Request, image: Any) -> bool:
    """Whether a plan depends on samples: errors of floats are relative to their magnitude."""
    return request.max_error is not None and "float" in str(image.dtype)


def is_empty(arrays: Arrays) -> bool:
    """Whether the image has no samples."""
    return 0 in arrays.image.shape


def shape_of_empty(filter: Filter, call: Call) -> tuple[int, ...]:
    """Return the shape of the result of an image without samples."""
    shape = list(call.arrays.image.shape)
    axis = call.layout.channel_axis
    if getattr(filter, "gray", False) and axis is not None:
        shape[axis] = min(shape[axis], 2 if call.layout.has_alpha else 1)
    if isinstance(filter, (JointUpsampling, GuidedUpsampling)):
        raise InvalidArgument("image: has no samples to give to the guide's pixels")
    return tuple(shape)


class Target(NamedTuple):
    """Where a result goes: what the caller gets, and the array that is written to."""

    result: Any
    array: Any
    finish: Callable[[Any], Any]


def target_of(call: Call, out: Any, shape: Sequence[int]) -> Target:
    """Return where a result of this shape goes."""
    if out is not None:
        return Target(out, _output("out", out, call), _arrays._same)
    image = call.image
    if call.is_cuda:
        result = _cuda.empty(image.array, shape)
        return Target(result, result, image.finish)
    if image.empty is not None:
        result, array = image.empty(shape)
        return Target(result, array, image.finish)
    array = np.empty(shape, image.array.dtype)
    return Target(array, array, image.finish)


def lowered(array: Any, is_cuda: bool) -> Any:
    """Return what the extension reads an array from."""
    return array if array is None or not is_cuda else _cuda.capsule(array)


def run_part(
    whole: _core.Plan,
    shapes: Sequence[Any],
    call: Call,
    frame: Frame,
    outputs: tuple[Any, Any],
    watch: tuple[Any, Any],
) -> Any:
    """Run a plan for one part of its image. `shapes` are those that the plan was made for."""
    for port, array, shape in zip(PORTS, call.arrays, shapes, strict=True):
        if (array is None) != (shape is None):
            has = "has one" if array is None else "has none"
            raise InvalidArgument(f"{port}: the plan {has}", "plan with the same arrays")
        if shape is not None and str(array.dtype).rpartition(".")[2] != shape[1]:
            raise InvalidArgument(f"{port}: {array.dtype} samples, the plan is for {shape[1]}")
    arrays = tuple(lowered(array, call.is_cuda) for array in call.arrays)
    part = whole.part(arrays, Frame(*frame))
    return run_plan(part, call, *outputs, *watch)


def run_plan(plan: _core.Plan, call: Call, out: Any, flags: Any, progress: Any, cancel: Any) -> Any:
    """Run a plan and return the result, of the image's kind."""
    target = target_of(call, out, plan.shape)
    written = None if flags is None else _output("flags", flags, call)
    if not call.is_cuda:
        plan.run(*call.arrays, target.array, written, progress, cancel)
        return target.finish(target.result)
    for name, value in (("progress", progress), ("cancel", cancel)):
        if value is not None:
            raise InvalidArgument(f"{name}: runs on a GPU's arrays are only enqueued")
    stream = _cuda.stream_of(call.arrays.image)
    _cuda.enqueue(plan, call.arrays, target.array, written, stream)
    return target.finish(target.result)
