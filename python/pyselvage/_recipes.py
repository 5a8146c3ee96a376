# SPDX-License-Identifier: Apache-2.0
"""Plans that travel to other processes: what makes a plan with the same results there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from . import _core, _cuda
from ._calls import Arrays, Call, Layout, Request, make_plan, prepare
from ._engines import Engine, settings_of
from .filters import Filter

__all__ = ["Recipe", "Shape", "extent_of", "image_axes", "pin", "specimen"]

Shape = tuple[tuple[int, ...], str]  # of an array: sizes, and a dtype's name


def specimen(shape: Sequence[int], dtype: Any, like: Any = None) -> Any:
    """Return an array that takes no memory, of NumPy or of the library of a GPU's array."""
    if like is None:
        return np.broadcast_to(np.zeros((), dtype), tuple(shape))
    return _cuda.zeros(like, shape, dtype)


def image_axes(axes: int, layout: Layout) -> tuple[int, int]:
    """Return the axes of rows and columns of an image with so many axes."""
    others = {axis % axes for axis in layout.batch_axes}
    if layout.channel_axis is not None:
        others.add(layout.channel_axis % axes)
    if layout.depth_axis is not None:
        others.add(layout.depth_axis % axes)
    y, x = (axis for axis in range(axes) if axis not in others)
    return y, x


def extent_of(filter: Filter, low: float, high: float, dtype: Any) -> float:
    """Return what errors of a float image are relative to, by its least and largest sample.

    It is the largest magnitude or the range, whichever is larger; what lies outside the image, and
    what a convolution adds, count like samples.
    """
    is_constant = getattr(filter, "border", None) == "constant"
    outside = float(np.asarray(getattr(filter, "border_value", 0.0), dtype)) if is_constant else 0.0
    low, high = min(low, outside), max(high, outside)
    offset: float = getattr(filter, "offset", 0.0)
    return max(abs(low), abs(high), high - low, abs(offset))


class Recipe(NamedTuple):
    """What makes a plan with the same results in another process."""

    filter: Filter
    shapes: tuple[Shape | None, ...]  # of the inputs, in the order of the ports
    layout: Layout
    request: Request  # its device has no number
    simd: str  # the instruction set; empty on a GPU, or if the plan is not pinned

    def arrays(self, like: Any = None) -> Arrays:
        """Return arrays of the shapes, like an array on a GPU, or in the CPU's memory."""
        return Arrays(*(shape and specimen(*shape, like) for shape in self.shapes))

    def plan(self, like: Any = None) -> tuple[Call, _core.Plan]:
        """Return a plan, and the call that it was made for."""
        call = prepare(self.arrays(like), self.layout)
        request = self.request
        if like is None:
            engine = settings_of(request.device)
            request = request._replace(device=replace(engine, simd=self.simd or engine.simd))
        return call, make_plan(self.filter, call, request, with_data=False)

    def scaled(self, extent: float) -> Recipe:
        """Return the recipe for floats of this extent instead of 0..1."""
        return self._replace(request=self.request._replace(sample_extent=extent))


def _without_number(device: str | Engine, backend: str) -> str | Engine:
    return replace(device, device=backend) if isinstance(device, Engine) else backend


def pin(recipe: Recipe, plan: _core.Plan) -> Recipe:
    """Return the recipe for plans with the candidate and the instruction set of this one."""
    backend = plan.device.partition(":")[0]
    engine = recipe.request.device
    simd = recipe.simd or (engine.simd if isinstance(engine, Engine) else "")
    if backend == "cpu" and not simd:
        simd = next(iter(_core.cpu().simd), "")
    request = recipe.request._replace(device=_without_number(engine, backend), use=plan.candidate)
    return recipe._replace(request=request, simd=simd if backend == "cpu" else "")
