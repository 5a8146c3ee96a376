# SPDX-License-Identifier: Apache-2.0
"""Filters that smooth and keep edges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ._apply import apply
from ._core import Cancellation
from ._docs import documented_function
from ._engines import Engine
from .choices import Alpha, Automatic, Border, Method, Norm, ThirdAxis, Window
from .filters import Bilateral, JointBilateral, JointUpsampling, RollingGuidance

__all__ = ["bilateral", "joint_bilateral", "joint_upsample", "rolling_guidance"]


@documented_function("Bilateral")
def bilateral(
    image: Any,
    *,
    sigma_space: float = 3.0,
    sigma_range: float | Automatic = 0.05,
    radius: int | None = None,
    window: Window = "square",
    norm: Norm = "l2",
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
    """Smooth an image and keep its edges: the bilateral filter.

    ::

        out(p) = sum_q w(p, q) in(q) / sum_q w(p, q)
        w(p, q) = exp(-|p - q|^2 / 2 sigma_space^2) exp(-D(in(p), in(q))^2 / 2 sigma_range^2)

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
    Bilateral : the same filter as a value, with its reference.

    Examples
    --------
    >>> import numpy, pyselvage
    >>> noisy = numpy.random.default_rng(1).random((60, 80, 3), numpy.float32)
    >>> smooth = pyselvage.bilateral(noisy, sigma_range=0.5, channel_axis=-1)
    >>> smooth.shape, bool(smooth.std() < noisy.std())
    ((60, 80, 3), True)
    """
    return apply(
        Bilateral,
        (
            sigma_space,
            sigma_range,
            radius,
            window,
            norm,
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


@documented_function("JointBilateral")
def joint_bilateral(
    image: Any,
    guide: Any,
    *,
    sigma_space: float = 3.0,
    sigma_range: float | Automatic = 0.1,
    radius: int | None = None,
    window: Window = "square",
    norm: Norm = "l2",
    border: Border = "reflect101",
    border_value: float = 0.0,
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
    guide_channel_axis: int | None = None,
    guide_has_alpha: bool | None = None,
    depth_axis: int | None = None,
    device: str | Engine = "auto",
    exact: bool = False,
    max_error: float | None = None,
    method: Method = "auto",
    progress: Callable[[float], object] | None = None,
    cancel: Cancellation | None = None,
) -> Any:
    """Smooth an image and keep the edges of a guide: the joint bilateral filter.

    ::

        w(p, q) = exp(-|p - q|^2 / 2 sigma_space^2) exp(-D(guide(p), guide(q))^2 / 2 sigma_range^2)

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
    JointBilateral : the same filter as a value, with its references.
    """
    layout = (channel_axis, batch_axes, has_alpha, guide_channel_axis, guide_has_alpha)
    return apply(
        JointBilateral,
        (
            sigma_space,
            sigma_range,
            radius,
            window,
            norm,
            border,
            border_value,
            alpha,
            invalid,
            fill,
            sigma_depth,
            radius_depth,
            third_axis,
        ),
        (image, guide, mask, None, None),
        (*layout, None, depth_axis),
        (device, exact, max_error, method),
        (out, None),
        (progress, cancel),
    )


@documented_function("JointUpsampling")
def joint_upsample(
    image: Any,
    guide: Any,
    *,
    sigma_space: float = 1.0,
    sigma_range: float | Automatic = 0.1,
    radius: int | None = None,
    window: Window = "square",
    norm: Norm = "l2",
    border: Border = "clamp",
    border_value: float = 0.0,
    alpha: Alpha = "keep",
    invalid: float | None = None,
    fill: bool = False,
    mask: Any = None,
    out: Any = None,
    channel_axis: int | None = None,
    batch_axes: Sequence[int] = (),
    has_alpha: bool | None = None,
    guide_channel_axis: int | None = None,
    guide_has_alpha: bool | None = None,
    device: str | Engine = "auto",
    exact: bool = False,
    max_error: float | None = None,
    method: Method = "auto",
    progress: Callable[[float], object] | None = None,
    cancel: Cancellation | None = None,
) -> Any:
    """Give a small image the size and the edges of a large guide: joint bilateral upsampling.

    The mask has the small image's size.

    Returns
    -------
    array
        With the guide's rows and columns, of the image's type and kind; buffers and Pillow images
        give NumPy arrays.

    Raises
    ------
    InvalidArgument
        For values outside their range, and arrays that do not fit together.
    InvalidType
        For arrays of another type, with a hint that says how to convert them.

    See Also
    --------
    JointUpsampling : the same filter as a value, with its equation and reference.
    """
    return apply(
        JointUpsampling,
        (
            sigma_space,
            sigma_range,
            radius,
            window,
            norm,
            border,
            border_value,
            alpha,
            invalid,
            fill,
        ),
        (image, guide, mask, None, None),
        (channel_axis, batch_axes, has_alpha, guide_channel_axis, guide_has_alpha, None),
        (device, exact, max_error, method),
        (out, None),
        (progress, cancel),
    )


@documented_function("RollingGuidance")
def rolling_guidance(
    image: Any,
    *,
    sigma_space: float = 3.0,
    sigma_range: float | Automatic = 0.1,
    radius: int | None = None,
    window: Window = "square",
    norm: Norm = "l2",
    border: Border = "reflect101",
    border_value: float = 0.0,
    iterations: int = 4,
    alpha: Alpha = "keep",
    invalid: float | None = None,
    fill: bool = False,
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
    """Remove small structures and restore the edges of large ones: rolling guidance.

    ::

        J(0) = the Gaussian of the image
        J(t) = the joint bilateral of the image, guided by J(t - 1)

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
    RollingGuidance : the same filter as a value, with its reference.
    """
    return apply(
        RollingGuidance,
        (
            sigma_space,
            sigma_range,
            radius,
            window,
            norm,
            border,
            border_value,
            iterations,
            alpha,
            invalid,
            fill,
        ),
        (image, None, mask, None, None),
        (channel_axis, batch_axes, has_alpha, None, None, None),
        (device, exact, max_error, method),
        (out, None),
        (progress, cancel),
    )
