# SPDX-License-Identifier: Apache-2.0
"""Gradients: the derivatives of a number with respect to a filter's inputs and sigmas."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _arrays, _engines, _gradients_cuda
from ._calls import Arrays, Call, Layout, check_place, prepare
from ._docs import documented_function
from ._engines import Engine
from .errors import InvalidArgument, InvalidType
from .filters import Filter

__all__ = ["Gradient", "gradient"]


@dataclass(frozen=True, slots=True)
class Gradient:
    """The derivatives of a number, in the samples' unit.

    Attributes
    ----------
    image : array
        float32, of the image's shape: a NumPy array, or one of the image's library on its GPU.
    guide : array or None
        float32, of the guide's shape; None without a guide.
    sigma_space, sigma_range : float or array
        Over all images of a batch. The second is 0 for a `Gaussian`. On a GPU they are
        0-dimensional float32 arrays, so that nothing waits for the result.
    error_bound : float
        The largest error of each derivative, as a fraction of the sum of its terms' magnitudes.
    """

    image: Any
    guide: Any
    sigma_space: Any
    sigma_range: Any
    error_bound: float


def _d_output(value: Any, call: Call) -> Any:
    operand, shape = _arrays.operand("d_output", value), call.arrays.image.shape
    check_place("d_output", operand, call.image)
    array = operand.array
    if not str(array.dtype).endswith("float32"):
        raise InvalidType(
            f"d_output: {array.dtype} samples, must be float32", "d_output.astype(numpy.float32)"
        )
    if tuple(array.shape) != tuple(shape):
        raise InvalidArgument(
            f"d_output: has the shape {tuple(array.shape)}, the image has {tuple(shape)}"
        )
    return array


@documented_function(
    filter=("Filter", "A `Bilateral`, `JointBilateral` or `Gaussian`."),
    d_output=(
        "array",
        "The derivatives of the number with respect to the filter's result before it is rounded: "
        "float32, of the image's shape.",
    ),
    device=(
        "str or Engine",
        "'auto' computes where the arrays lie: on their GPU, else on the CPU. A device by name "
        "('cuda', 'opencl') also takes arrays of the host.",
    ),
)
def gradient(
    filter: Filter,
    image: Any,
    d_output: Any,
    *,
    guide: Any = None,
    mask: Any = None,
    channel_axis: int | None = None,
    batch_axes: Sequence[int] = (),
    has_alpha: bool | None = None,
    guide_channel_axis: int | None = None,
    guide_has_alpha: bool | None = None,
    device: str | Engine = "auto",
) -> Gradient:
    """Compute the gradient of a filter: from derivatives of its result to those of its inputs.

    Supports one iteration with the norms 'l2', 'l1' and 'per_channel', without `fill`. For arrays
    on a GPU it is only enqueued in the current stream of their library.
    `pyselvage.torch` has the same filters as functions of PyTorch.

    Returns
    -------
    Gradient
        The derivatives with respect to image, guide and sigmas.

    Raises
    ------
    Unsupported
        For filters without a gradient.

    Examples
    --------
    >>> import numpy, pyselvage
    >>> image = numpy.random.default_rng(1).random((40, 60), numpy.float32)
    >>> d = pyselvage.gradient(pyselvage.Bilateral(radius=3), image, numpy.ones_like(image))
    >>> d.image.shape, round(float(d.image.sum()))
    ((40, 60), 2400)
    """
    layout = Layout(channel_axis, batch_axes, has_alpha, guide_channel_axis, guide_has_alpha)
    call = prepare(Arrays(image, guide, mask), layout)
    arrays = call.arrays
    given = _d_output(d_output, call)
    if call.is_cuda:
        d_image, d_guide, sigmas, bound = _gradients_cuda.gradient(
            filter, arrays, call.layout, given, device
        )
        return Gradient(d_image, d_guide, sigmas[0], sigmas[1], bound)
    d_image = np.empty(arrays.image.shape, np.float32)
    d_guide = None if arrays.guide is None else np.empty(arrays.guide.shape, np.float32)
    engine = _engines.engine_for("cpu" if device == "auto" else device)
    space, range_, bound = engine.gradient(
        filter, tuple(arrays), tuple(call.layout), given, d_image, d_guide
    )
    return Gradient(d_image, d_guide, space, range_, bound)
