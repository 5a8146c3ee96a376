# SPDX-License-Identifier: Apache-2.0
"""Blurs, convolutions and histograms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ._apply import apply, count
from ._core import Cancellation
from ._docs import documented_function
from ._engines import Engine
from .choices import Alpha, Border, Method, ThirdAxis, Window
from .errors import InvalidArgument
from .filters import Box, Convolution, Filter, Gaussian, SeparableConvolution
from .reports import Counts

__all__ = ["box", "convolve", "gaussian", "histogram"]


@documented_function("Gaussian")
def gaussian(
    image: Any,
    *,
    sigma_space: float = 3.0,
    radius: int | None = None,
    window: Window = "square",
    border: Border = "reflect101",
    border_value: float = 0.0,
    iterations: int = 1,
    alpha: Alpha = "keep",
    invalid: float | None = None,
    fill: bool = False,
    sigma_depth: float | None = None,
    radius_depth: int | None = None,
    third_axis: ThirdAxis = "space",
    mask: Any = None,
    out: Any = None,
    channel_axis: int | None = None,
    batch_axes: Sequence[int] = (),
    has_alpha: bool | None = None,
    depth_axis: int | None = None,
    device: str | Engine = "auto",
    exact: bool = False,
    max_error: float | None = None,
    method: Method = "auto",
    progress: Callable[[float], object] | None = None,
    cancel: Cancellation | None = None,
) -> Any:
    """Blur an image by a Gaussian, cut off at `radius`.

    ::

        out(p) = sum_q w(p, q) in(q) / sum_q w(p, q);  w(p, q) = exp(-|p - q|^2 / 2 sigma_space^2)

    Returns
    -------
    array
        Of the image's shape, type and kind; buffers and Pillow images give NumPy arrays.

    Raises
    ------
    InvalidArgument
        For values outside their range, and arrays that do not fit together.
    InvalidType
        For arrays of another type, with a hint that says how to convert them.

    See Also
    --------
    Gaussian : the same filter as a value.

    Examples
    --------
    >>> import numpy, pyselvage
    >>> image = numpy.zeros((9, 9), numpy.uint8)
    >>> image[4, 4] = 255
    >>> pyselvage.gaussian(image, sigma_space=1.0)[4, 2:7]
    array([ 6, 25, 41, 25,  6], dtype=uint8)
    """
    return apply(
        Gaussian,
        (
            sigma_space,
            radius,
            window,
            border,
            border_value,
            iterations,
            alpha,
            invalid,
            fill,
            sigma_depth,
            radius_depth,
            third_axis,
        ),
        (image, None, mask, None, None),
        (channel_axis, batch_axes, has_alpha, None, None, None, depth_axis),
        (device, exact, max_error, method),
        (out, None),
        (progress, cancel),
    )


@documented_function("Box")
def box(
    image: Any,
    *,
    radius: int = 1,
    border: Border = "reflect101",
    border_value: float = 0.0,
    iterations: int = 1,
    alpha: Alpha = "keep",
    invalid: float | None = None,
    fill: bool = False,
    radius_depth: int | None = None,
    third_axis: ThirdAxis = "space",
    mask: Any = None,
    out: Any = None,
    channel_axis: int | None = None,
    batch_axes: Sequence[int] = (),
    has_alpha: bool | None = None,
    depth_axis: int | None = None,
    device: str | Engine = "auto",
    exact: bool = False,
    max_error: float | None = None,
    method: Method = "auto",
    progress: Callable[[float], object] | None = None,
    cancel: Cancellation | None = None,
) -> Any:
    """Blur an image by the mean over a square of (2 radius + 1)^2 pixels.

    Returns
    -------
    array
        Of the image's shape, type and kind; buffers and Pillow images give NumPy arrays.

    Raises
    ------
    InvalidArgument
        For values outside their range, and arrays that do not fit together.
    InvalidType
        For arrays of another type, with a hint that says how to convert them.

    See Also
    --------
    Box : the same filter as a value.
    """
    return apply(
        Box,
        (
            radius,
            border,
            border_value,
            iterations,
            alpha,
            invalid,
            fill,
            radius_depth,
            third_axis,
        ),
        (image, None, mask, None, None),
        (channel_axis, batch_axes, has_alpha, None, None, None, depth_axis),
        (device, exact, max_error, method),
        (out, None),
        (progress, cancel),
    )


def _matrix(kernel: Any) -> tuple[tuple[float, ...], int, int]:
    """Return a matrix's coefficients, width and height."""
    matrix = np.asarray(kernel, np.float64)
    if matrix.ndim != 2:
        raise InvalidArgument(
            f"kernel: has {matrix.ndim} axes, must have 2",
            "row= and column= for a separable kernel",
        )
    return tuple(matrix.ravel().tolist()), matrix.shape[1], matrix.shape[0]


def _line(name: str, line: Any) -> tuple[float, ...]:
    if line is None:
        return (1.0,)
    array = np.asarray(line, np.float64)
    if array.ndim != 1:
        raise InvalidArgument(f"{name}: has {array.ndim} axes, must have 1")
    return tuple(array.tolist())


@documented_function(
    "SeparableConvolution",
    kernel=(
        "array_like, optional",
        "A matrix of odd sides, 1..63; its top row lies above the centre.",
    ),
    row=(
        "array_like, optional",
        "Coefficients from left to right, an odd number; without a kernel.",
    ),
    column=("array_like, optional", "Coefficients from top to bottom, likewise."),
)
def convolve(
    image: Any,
    kernel: Any = None,
    *,
    row: Any = None,
    column: Any = None,
    scale: float = 1.0,
    offset: float = 0.0,
    flip: bool = False,
    gray: bool = False,
    border: Border = "reflect101",
    border_value: float = 0.0,
    alpha: Alpha = "keep",
    invalid: float | None = None,
    mask: Any = None,
    out: Any = None,
    channel_axis: int | None = None,
    batch_axes: Sequence[int] = (),
    has_alpha: bool | None = None,
    device: str | Engine = "auto",
    exact: bool = False,
    max_error: float | None = None,
    method: Method = "auto",
    progress: Callable[[float], object] | None = None,
    cancel: Cancellation | None = None,
) -> Any:
    """Correlate an image with a kernel, or with the product of a row and a column.

    ::

        out(p) = offset + scale sum_q k(q - p) in(q)

    The kernel lies on the image as written, as in neural networks and OpenCV; ``flip=True`` turns
    it by 180 degrees, which is the mathematical convolution.

    Returns
    -------
    array
        Of the image's shape, type and kind; with `gray` the axis of channels has length 1, or 2
        with alpha. Buffers and Pillow images give NumPy arrays.

    Raises
    ------
    InvalidArgument
        For values outside their range, and arrays that do not fit together.
    InvalidType
        For arrays of another type, with a hint that says how to convert them.

    See Also
    --------
    Convolution, SeparableConvolution : the same filters as values.

    Examples
    --------
    >>> import numpy, pyselvage
    >>> image = numpy.arange(12, dtype=numpy.float32).reshape(3, 4)
    >>> pyselvage.convolve(image, row=[-0.5, 0, 0.5], border="clamp")
    array([[0.5, 1. , 1. , 0.5],
           [0.5, 1. , 1. , 0.5],
           [0.5, 1. , 1. , 0.5]], dtype=float32)
    """
    kind: type[Filter]
    coefficients: tuple[Any, ...]
    if kernel is None and (row is not None or column is not None):
        kind, coefficients = SeparableConvolution, (_line("row", row), _line("column", column))
    elif kernel is not None and row is None and column is None:
        kind, coefficients = Convolution, _matrix(kernel)
    else:
        raise InvalidArgument("give either a kernel, or a row and a column")
    rest = (scale, offset, flip, gray, border, border_value, alpha, invalid)
    return apply(
        kind,
        (*coefficients, *rest),
        (image, None, mask, None, None),
        (channel_axis, batch_axes, has_alpha, None, None, None),
        (device, exact, max_error, method),
        (out, None),
        (progress, cancel),
    )


@documented_function("Histogram")
def histogram(
    image: Any,
    *,
    bins: int = 256,
    channel: int | None = None,
    low: float | None = None,
    high: float | None = None,
    channel_axis: int | None = None,
    batch_axes: Sequence[int] = (),
    device: str | Engine = "auto",
    progress: Callable[[float], object] | None = None,
    cancel: Cancellation | None = None,
) -> Counts:
    """Count the samples of an image in equal parts (bins) of a range.

    ::

        bin(v) = floor((v - low) / (high - low) bins), clamped to the first and the last bin

    All images of a batch are counted together.

    Returns
    -------
    Counts
        For each counted channel, alpha included.

    Raises
    ------
    InvalidArgument
        For values outside their range, and arrays that do not fit together.
    InvalidType
        For arrays of another type, with a hint that says how to convert them.

    See Also
    --------
    Histogram : the same filter as a value.

    Examples
    --------
    >>> import numpy, pyselvage
    >>> image = numpy.array([[0, 0, 255, 128]], numpy.uint8)
    >>> pyselvage.histogram(image, bins=2).bins
    array([[2, 2]], dtype=uint64)
    """
    return count(
        (bins, channel, low, high),
        image,
        (channel_axis, batch_axes, False),
        (device, False, None, "auto"),
        (progress, cancel),
    )
