# SPDX-License-Identifier: Apache-2.0
"""Gradients of arrays on CUDA, and the forward passes before them, in their library's stream."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from . import _arrays, _core, _cuda, _engines
from ._calls import lowered
from ._engines import Engine
from .errors import Unsupported
from .filters import Filter

__all__ = ["forward", "gradient"]


def _engine(image: Any, device: str | Engine) -> _core.Engine:
    # A graph's scratch must stay its own. PyTorch sees to that, and the extension to the rest.
    if not _arrays.is_torch(image) and _cuda.is_captured(image):
        raise Unsupported(
            "the current stream is being captured into a CUDA graph",
            "compute the gradient outside the capture",
        )
    return _engines.engine_for(_cuda.check_device(device, _cuda.device_of(image)))


def _memory(image: Any, made: list[Any]) -> Callable[[int], int]:
    """Return a function that makes memory of a size, which `made` keeps, and returns its address.

    Memory that is only used until all is enqueued may be freed then: the library's allocator knows
    the stream.
    """

    def address(size: int) -> int:
        made.append(_cuda.empty(image, (size,), "uint8"))
        return _cuda.address(made[-1])

    return address


def forward(
    filter: Filter, arrays: Sequence[Any], layout: tuple[Any, ...], device: str | Engine
) -> tuple[Any, Any]:
    """Enqueue a filter of float32; return its result, and the means that its gradient takes."""
    image = arrays[0]
    engine = _engine(image, device)
    result = _cuda.empty(image, image.shape, "float32")
    scratch: list[Any] = []
    means: list[Any] = []
    memory = (_memory(image, scratch), _memory(image, means), _cuda.stream_of(image))
    inputs = tuple(lowered(array, True) for array in arrays)
    engine.enqueue_forward(filter, inputs, layout, _cuda.capsule(result), memory)
    return result, means[0]


def gradient(
    filter: Filter,
    arrays: Sequence[Any],
    layout: tuple[Any, ...],
    d_output: Any,
    device: str | Engine,
    *,
    means: Any = None,
    needs: tuple[bool, bool, bool] = (True, True, True),
) -> tuple[Any, Any, Any, float]:
    """Enqueue a gradient; return the derivatives of image, guide and both sigmas, and the bound.

    `means` are those of `forward` for the same filter and arrays. `needs` says which derivatives
    are wanted: of the image, of its guide if there is one, and of the sigmas. Others are None.
    """
    image, guide = arrays[0], arrays[1]
    engine = _engine(image, device)
    d_image = _cuda.empty(image, image.shape, "float32") if needs[0] else None
    has_guide = needs[1] and guide is not None
    d_guide = _cuda.empty(guide, guide.shape, "float32") if has_guide else None
    d_sigmas = _cuda.empty(image, (2,), "float32") if needs[2] else None
    scratch: list[Any] = []
    memory = (
        0 if d_sigmas is None else _cuda.address(d_sigmas),
        0 if means is None else _cuda.address(means),
        _memory(image, scratch),
        _cuda.stream_of(image),
    )
    inputs = tuple(lowered(array, True) for array in arrays)
    images = (_cuda.capsule(d_output), lowered(d_image, True), lowered(d_guide, True))
    bound = engine.enqueue_gradient(filter, inputs, layout, images, memory)
    return d_image, d_guide, d_sigmas, bound
