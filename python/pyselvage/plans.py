# SPDX-License-Identifier: Apache-2.0
"""Filters as values: applied once, or planned for many runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from . import _core, _cuda
from ._apply import apply, count
from ._arrays import is_lazy
from ._calls import (
    Arrays,
    Call,
    Layout,
    Request,
    depends_on_samples,
    make_plan,
    prepare,
    run_part,
    run_plan,
    values_of,
)
from ._docs import documented_function
from ._engines import Engine
from ._recipes import Recipe, extent_of, image_axes, pin, specimen
from .choices import Method
from .errors import DeviceError, InvalidType, Unsupported
from .filters import Filter, GuidedUpsampling, Histogram, JointUpsampling
from .frames import Frame
from .reports import Explanation, Report, explanation_of, report_of

__all__ = ["Plan", "explain", "plan", "run"]

_FILTER = ("Filter", "What to apply: `Bilateral` and so on.")
_USE = ("str", "The name of a candidate, as `explain` lists them; empty: the planner chooses.")
_LIKE = (
    "array, or pair of shape and dtype",
    "What later runs filter; so for the other arrays. With `max_error`, floats are planned for the "
    "magnitude of this array's samples, or for `sample_extent` if only a shape is given.",
)
_EXTENT = (
    "float",
    "Of floats that are given by shape and type alone: their largest magnitude, or their range if "
    "they have both signs.",
)


def _check_filter(filter: Filter) -> None:
    if not isinstance(filter, Filter):
        raise InvalidType(f"filter: {filter!r} is not a filter", "pyselvage.Bilateral(), ...")


def _is_shape(given: Any) -> bool:
    return isinstance(given, tuple) and len(given) == 2


def _specimen(given: Any) -> Any:
    """Return an array for a pair of shape and dtype, or for one of Dask; it takes no memory."""
    if is_lazy(given):
        return specimen(given.shape, given.dtype)
    return specimen(*given) if _is_shape(given) else given


def _extent(filter: Filter, image: Any) -> float:
    """Return the extent of an array of floats, of NumPy or of a kind that it reads."""
    values = np.asarray(image)
    values = values[np.isfinite(values)]
    low, high = (values.min(), values.max()) if values.size else (0.0, 0.0)
    return extent_of(filter, float(low), float(high), values.dtype)


class Plan:
    """A filter prepared for arrays of one shape. `plan` makes it.

    One thread at a time may use a plan. A child of a fork plans again at its first run. A plan can
    be pickled, unless it was made for arrays in a GPU's memory; another process then computes the
    same pixels, on the same kind of device, by the same candidate and instruction set, and with
    its own threads (`set_threads`).
    """

    __slots__ = ("_call", "_plan", "_recipe", "filter")

    filter: Filter

    def __init__(self, filter: Filter, arrays: Arrays, layout: Layout, request: Request) -> None:
        _check_filter(filter)
        call = prepare(Arrays(*map(_specimen, arrays)), layout)
        self.filter = filter
        has_data = not (_is_shape(arrays.image) or is_lazy(arrays.image))
        self._plan: _core.Plan | None = make_plan(filter, call, request, with_data=has_data)
        shapes = (
            None if array is None else (tuple(array.shape), str(array.dtype).rpartition(".")[2])
            for array in call.arrays
        )
        recipe = Recipe(filter, tuple(shapes), call.layout, request, "")
        if has_data and not call.is_cuda and depends_on_samples(request, call.arrays.image):
            recipe = recipe.scaled(_extent(filter, call.arrays.image))
        self._recipe = recipe
        # Later calls need the shapes alone.
        self._call: Call = call if call.is_cuda else call._replace(arrays=recipe.arrays())

    def __reduce__(self) -> tuple[Any, ...]:
        if self._call.is_cuda:
            raise Unsupported(
                "plans for arrays in a GPU's memory cannot be pickled",
                "plan for a pair (shape, dtype)",
            )
        return _unpickled, (pin(self._recipe, self._usable()),)

    def _usable(self) -> _core.Plan:
        if self._plan is None:
            _, self._plan = self._recipe.plan()
        if not self._plan.is_usable:
            if self._call.is_cuda:
                raise DeviceError(
                    "this plan uses a GPU, and the process was forked since",
                    "start processes by multiprocessing's method 'spawn'",
                )
            _, self._plan = self._recipe.plan()
        return self._plan

    def run(
        self,
        image: Any,
        *,
        guide: Any = None,
        mask: Any = None,
        normals: Any = None,
        depth: Any = None,
        out: Any = None,
        flags: Any = None,
        progress: Callable[[float], object] | None = None,
        cancel: _core.Cancellation | None = None,
    ) -> Any:
        """Filter arrays of the planned shapes and return the result, of the image's kind.

        The parameters are those of the function `run`. Raises `InvalidArgument` for other shapes,
        and while another thread uses the plan.
        """
        core = self._usable()
        if (
            type(image) is np.ndarray
            and image.flags.aligned
            and guide is mask is normals is depth is flags is None
            and (out is None or type(out) is np.ndarray)
        ):
            if out is None:
                out = np.empty(core.shape, image.dtype)
            core.run(image, None, None, None, None, out, None, progress, cancel)
            return out
        arrays = Arrays(image, guide, mask, normals, depth)
        if self._call.is_cuda and progress is None and cancel is None:
            place = _cuda.place_of_tensors((*arrays, out, flags))
            if place is not None:
                return _cuda.enqueue(core, arrays, out, flags, stream=place[1])
        call = prepare(arrays, self._call.layout)
        return run_plan(core, call, out, flags, progress, cancel)

    def run_part(
        self,
        image: Any,
        frame: Frame,
        *,
        guide: Any = None,
        mask: Any = None,
        normals: Any = None,
        depth: Any = None,
        out: Any = None,
        flags: Any = None,
        progress: Callable[[float], object] | None = None,
        cancel: _core.Cancellation | None = None,
    ) -> Any:
        """Filter a part of the planned image and return it: its pixels are those of the whole.

        The arrays hold the same part, with `halo` pixels around ``frame.compute`` where the image
        goes on, and `Filter.depth_halo` slices before and after ``frame.slices``; `blocks` cuts
        images so. Several threads may call this at the same time. Raises `InvalidArgument` if
        pixels are missing.
        """
        core = self._usable()
        call = prepare(Arrays(image, guide, mask, normals, depth), self._call.layout)
        return run_part(core, self._recipe.shapes, call, frame, (out, flags), (progress, cancel))

    @property
    def report(self) -> Report | None:
        """The report of the last run; None before it, and after runs on a GPU's arrays."""
        return report_of(self._usable())

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the result."""
        return self._usable().shape

    @property
    def halo(self) -> int:
        """Pixels that `run_part` reads around the pixels that it computes."""
        return self._usable().halo

    @property
    def image_axes(self) -> tuple[int, int]:
        """The axes of the image's rows and columns."""
        return image_axes(len(self.shape), self._call.layout)

    @property
    def depth_axis(self) -> int | None:
        """The axis of the image's slices or frames, if it has one."""
        axis = self._call.layout.depth_axis
        return None if axis is None else axis % len(self.shape)

    @property
    def reads_whole_images(self) -> bool:
        """Whether parts need the whole image: upsampling takes it apart by its guide."""
        return isinstance(self.filter, (JointUpsampling, GuidedUpsampling))

    def explain(self) -> Explanation:
        """Return what will run, why, and what it is expected to cost."""
        return explanation_of(self._usable())

    def __repr__(self) -> str:
        core = self._usable()
        return f"<Plan {core.candidate} on {core.device}: {self.filter}>"


def _unpickled(recipe: Recipe) -> Plan:
    plan = Plan.__new__(Plan)
    plan.filter = recipe.filter
    plan._recipe = recipe
    plan._plan = None
    plan._call = prepare(recipe.arrays(), recipe.layout)
    return plan


@documented_function(filter=_FILTER, use=_USE, image=_LIKE, sample_extent=_EXTENT)
def plan(
    filter: Filter,
    image: Any,
    *,
    guide: Any = None,
    mask: Any = None,
    normals: Any = None,
    depth: Any = None,
    channel_axis: int | None = None,
    batch_axes: Sequence[int] = (),
    has_alpha: bool | None = None,
    guide_channel_axis: int | None = None,
    guide_has_alpha: bool | None = None,
    normals_channel_axis: int | None = -1,
    depth_axis: int | None = None,
    device: str | Engine = "auto",
    exact: bool = False,
    max_error: float | None = None,
    method: Method = "auto",
    use: str = "",
    sample_extent: float = 1.0,
) -> Plan:
    """Prepare a filter for arrays of one shape.

    Functions keep the plans that they need, so planning is only worthwhile to see what will run,
    or to keep control of memory.

    Returns
    -------
    Plan
        Its method ``run`` filters.

    Examples
    --------
    >>> import numpy, pyselvage
    >>> plan = pyselvage.plan(pyselvage.Box(radius=2), ((480, 640), "uint8"), device="cpu")
    >>> int(plan.run(numpy.full((480, 640), 7, numpy.uint8)).max())
    7
    """
    if isinstance(filter, Histogram):
        raise Unsupported("filter: a Histogram has no image to return", "pyselvage.histogram(...)")
    return Plan(
        filter,
        Arrays(image, guide, mask, normals, depth),
        Layout(
            channel_axis,
            batch_axes,
            has_alpha,
            guide_channel_axis,
            guide_has_alpha,
            normals_channel_axis,
            depth_axis,
        ),
        Request(device, exact, max_error, method, use, sample_extent),
    )


@documented_function(filter=_FILTER, use=_USE)
def run(
    filter: Filter,
    image: Any,
    *,
    guide: Any = None,
    mask: Any = None,
    normals: Any = None,
    depth: Any = None,
    out: Any = None,
    flags: Any = None,
    channel_axis: int | None = None,
    batch_axes: Sequence[int] = (),
    has_alpha: bool | None = None,
    guide_channel_axis: int | None = None,
    guide_has_alpha: bool | None = None,
    normals_channel_axis: int | None = -1,
    depth_axis: int | None = None,
    device: str | Engine = "auto",
    exact: bool = False,
    max_error: float | None = None,
    method: Method = "auto",
    use: str = "",
    progress: Callable[[float], object] | None = None,
    cancel: _core.Cancellation | None = None,
) -> Any:
    """Apply a filter that is a value.

    Returns
    -------
    array
        Of the image's kind and type; `Counts` for a `Histogram`.

    Examples
    --------
    >>> import numpy, pyselvage
    >>> image = numpy.zeros((4, 6), numpy.float32)
    >>> pyselvage.run(pyselvage.Gaussian(sigma_space=2), image, device="cpu").shape
    (4, 6)
    """
    _check_filter(filter)
    layout = (
        channel_axis,
        batch_axes,
        has_alpha,
        guide_channel_axis,
        guide_has_alpha,
        normals_channel_axis,
        depth_axis,
    )
    request = (device, exact, max_error, method, use)
    if isinstance(filter, Histogram):
        others = {"guide": guide, "mask": mask, "normals": normals, "depth": depth, "out": out}
        for name, value in others.items():
            if value is not None:
                raise Unsupported(f"{name}: a Histogram has none")
        return count(values_of(filter), image, layout, request, (progress, cancel))
    arrays = (image, guide, mask, normals, depth)
    return apply(
        type(filter), values_of(filter), arrays, layout, request, (out, flags), (progress, cancel)
    )


@documented_function(filter=_FILTER, use=_USE, image=_LIKE, sample_extent=_EXTENT)
def explain(
    filter: Filter,
    image: Any,
    *,
    guide: Any = None,
    mask: Any = None,
    normals: Any = None,
    depth: Any = None,
    channel_axis: int | None = None,
    batch_axes: Sequence[int] = (),
    has_alpha: bool | None = None,
    guide_channel_axis: int | None = None,
    guide_has_alpha: bool | None = None,
    normals_channel_axis: int | None = -1,
    depth_axis: int | None = None,
    device: str | Engine = "auto",
    exact: bool = False,
    max_error: float | None = None,
    method: Method = "auto",
    use: str = "",
    sample_extent: float = 1.0,
) -> Explanation:
    """Return what would run for a filter and arrays, why, and what it is expected to cost.

    Returns
    -------
    Explanation
        ``print`` shows a table of all candidates.
    """
    arrays = Arrays(image, guide, mask, normals, depth)
    layout = Layout(
        channel_axis,
        batch_axes,
        has_alpha,
        guide_channel_axis,
        guide_has_alpha,
        normals_channel_axis,
        depth_axis,
    )
    request = Request(device, exact, max_error, method, use, sample_extent)
    return Plan(filter, arrays, layout, request).explain()
