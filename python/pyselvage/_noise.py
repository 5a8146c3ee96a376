# SPDX-License-Identifier: Apache-2.0
"""The tiles that an estimate of noise reads, and filters whose sigma_range follows from it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from . import _core, _cuda
from ._arrays import is_lazy
from ._calls import Arrays, Layout, make_filter, prepare
from .errors import InvalidType, Unsupported
from .filters import Bilateral, Filter, JointBilateral, JointUpsampling, RollingGuidance

__all__ = [
    "Question",
    "Values",
    "answer",
    "estimate",
    "is_automatic",
    "question_of",
    "tiles_of",
    "with_estimate",
]

_RANGED = (Bilateral, JointBilateral, JointUpsampling, RollingGuidance)
_STRENGTHS = {"auto": "medium", "mild": "mild", "medium": "medium", "strong": "strong"}
_PLACE = 1  # of sigma_range among the fields of each of these filters

Values = tuple[str, list[float], float, float]  # what the extension tells of noise


class Question(NamedTuple):
    """What a filter's sigma_range follows from, besides samples."""

    norm: str
    invalid: float | None
    sigma_space: float
    strength: str
    of_guide: bool
    layout: Layout  # of the image or the guide


def is_automatic(kind: type[Filter], values: Sequence[Any]) -> bool:
    """Whether the values of a filter's fields leave its sigma_range to an estimate."""
    return kind in _RANGED and isinstance(values[_PLACE], str)


def with_range(values: Sequence[Any], sigma_range: float) -> tuple[Any, ...]:
    """Return the values with another sigma_range."""
    return (*values[:_PLACE], sigma_range, *values[_PLACE + 1 :])


def question_of(
    kind: type[Filter], values: Sequence[Any], arrays: Sequence[Any], layout: Layout
) -> tuple[Question, tuple[Any, ...]]:
    """Return the question, and the values with the sigma_range that the filter has by default."""
    if layout.depth_axis is not None:  # noise is estimated slice by slice
        axes = (*layout.batch_axes, layout.depth_axis)
        layout = layout._replace(batch_axes=axes, depth_axis=None)
    word = values[_PLACE]
    if word not in _STRENGTHS:
        words = ", ".join(map(repr, _STRENGTHS))
        raise InvalidType(f"sigma_range {word!r} is not a number", f"a number, or one of {words}")
    fallback: Any = kind()
    values = with_range(values, fallback.sigma_range)
    filter: Any = make_filter(kind, values)
    of_guide = kind in (JointBilateral, JointUpsampling)
    question = Question(
        filter.norm,
        None if of_guide else filter.invalid,  # which is a value of the image
        filter.sigma_space,
        _STRENGTHS[word],
        of_guide,
        _layout_of_guide(arrays, layout) if of_guide else layout,
    )
    return question, values


def _layout_of_guide(arrays: Sequence[Any], layout: Layout) -> Layout:
    """Return the guide's layout. Its batch axes, if any, are in the image's order."""
    image, guide = arrays[:2]
    own, channel = layout.guide_channel_axis, layout.channel_axis
    batch: tuple[int, ...] = ()
    if guide.ndim - (own is not None) > 2:
        plain = [
            axis for axis in range(image.ndim) if channel is None or axis != channel % image.ndim
        ]
        places = [axis for axis in range(guide.ndim) if own is None or axis != own % guide.ndim]
        batch = tuple(places[plain.index(axis % image.ndim)] for axis in layout.batch_axes)
    return Layout(own, batch, layout.guide_has_alpha)


def _places(length: int) -> Any:
    """Return the lattice's pixels along a side."""
    tile, starts = _core.noise_lattice(length)
    return (np.asarray(starts)[:, np.newaxis] + np.arange(tile)).ravel()


def _taken(array: Any, y: int, x: int) -> Any:
    """Return the lattice's pixels of an array of any library, in the memory of the CPU."""
    rows, columns = _places(array.shape[y]), _places(array.shape[x])
    if len(rows) == array.shape[y] and len(columns) == array.shape[x]:  # they are all pixels
        return array if is_lazy(array) else _on_host(array)
    if isinstance(array, np.ndarray):
        front = np.moveaxis(array, (y, x), (0, 1))
        return np.moveaxis(front[rows[:, np.newaxis], columns], (0, 1), (y, x))
    # Two steps: libraries differ in what two lists at once mean.
    for axis, places in ((y, rows), (x, columns)):
        if len(places) < array.shape[axis]:
            array = array[(slice(None),) * axis + (places.tolist(),)]
    return array if is_lazy(array) else _on_host(array)


def _on_host(array: Any) -> Any:
    """Return an array of NumPy, of PyTorch or of CuPy as one of NumPy."""
    if isinstance(array, np.ndarray):
        return np.ascontiguousarray(array)
    torch = sys.modules.get("torch")
    is_tensor = torch is not None and isinstance(array, torch.Tensor)
    return array.cpu().numpy() if is_tensor else array.get()


def tiles_of(image: Any, mask: Any, layout: Layout) -> tuple[Any, Any]:
    """Return the lattice's tiles of an image side by side, and those of its mask, if any.

    The axes are images, rows, columns and channels. Tiles of arrays of Dask are such arrays.
    """
    axes = image.ndim
    channel = None if layout.channel_axis is None else layout.channel_axis % axes
    batch = [axis % axes for axis in layout.batch_axes]
    y, x = (axis for axis in range(axes) if axis not in batch and axis != channel)
    order = [*batch, y, x, *([] if channel is None else [channel])]
    tiles = _taken(image, y, x).transpose(order)
    channels = 1 if channel is None else tiles.shape[-1]
    tiles = tiles.reshape(-1, *tiles.shape[len(batch) : len(batch) + 2], channels)
    if mask is None or (mask.ndim > 2 and not batch):  # the masks of many images, but one guide
        return tiles, None
    plain = [axis for axis in range(axes) if axis != channel]
    own = [plain.index(axis) for axis in batch] if mask.ndim > 2 else []
    y, x = (axis for axis in range(mask.ndim) if axis not in own)
    kept = _taken(mask, y, x).transpose([*own, y, x])
    return tiles, kept.reshape(-1, *kept.shape[-2:])


def estimate(tiles: Any, mask: Any, norm: str, invalid: Any, has_alpha: bool) -> Values:
    """Return what the extension tells of the noise of tiles."""
    return _core.estimate_noise(
        _on_host(tiles),
        None if mask is None else _on_host(mask),
        norm,
        invalid,
        has_alpha,
    )


def answer(question: Question, tiles: Any, mask: Any) -> float:
    """Return the sigma_range that follows from tiles."""
    has_alpha = bool(question.layout.has_alpha)
    noise = estimate(tiles, mask, question.norm, question.invalid, has_alpha)
    return _core.automatic_sigma_range(noise, question.sigma_space, question.strength)


def with_estimate(
    kind: type[Filter], values: Sequence[Any], arrays: Sequence[Any], layout: Sequence[Any]
) -> tuple[Any, ...]:
    """Return the values of a filter's fields, with the sigma_range that follows from arrays."""
    call = prepare(Arrays(*arrays), Layout(*layout))
    question, values = question_of(kind, values, call.arrays, call.layout)
    image = call.arrays.guide if question.of_guide else call.arrays.image
    if 0 in image.shape:
        return values
    if call.is_cuda and _cuda.is_captured(call.arrays.image):
        raise Unsupported(
            "the current stream is being captured into a CUDA graph",
            "estimate the noise before: estimate_noise",
        )
    mask = None if kind is JointUpsampling else call.arrays.mask  # of the small image
    return with_range(values, answer(question, *tiles_of(image, mask, question.layout)))
