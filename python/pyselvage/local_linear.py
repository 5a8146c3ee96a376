# SPDX-License-Identifier: Apache-2.0
"""Filters that fit a linear model in each window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ._apply import apply
from ._core import Cancellation
from ._docs import documented_function
from ._engines import Engine
from .choices import Border, Method, UnweightedAlpha
from .filters import Guided, GuidedUpsampling

__all__ = ["guided", "guided_upsample"]


@documented_function("Guided")
def guided(
    image: Any,
    guide: Any = None,
    *,
    radius: int = 8,
    epsilon: float = 0.01,
    subsample: int = 1,
    border: Border = "reflect101",
    border_value: float = 0.0,
    alpha: UnweightedAlpha = "keep",
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
    """Smooth an image and keep its edges, or those of a guide, with any radius: the guided filter.

    ::

        a_k = (cov_k(I) + epsilon)^-1 cov_k(I, in);  b_k = mean_k(in) - a_k mean_k(I)
        out(p) = mean_p(a) I(p) + mean_p(b)

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
    Guided : the same filter as a value, with its references.
    """
    return apply(
        Guided,
        (radius, epsilon, subsample, border, border_value, alpha, invalid, fill),
        (image, guide, mask, None, None),
        (channel_axis, batch_axes, has_alpha, guide_channel_axis, guide_has_alpha, None),
        (device, exact, max_error, method),
        (out, None),
        (progress, cancel),
    )


@documented_function("GuidedUpsampling")
def guided_upsample(
    image: Any,
    guide: Any,
    *,
    radius: int = 8,
    epsilon: float = 0.01,
    border: Border = "reflect101",
    border_value: float = 0.0,
    alpha: UnweightedAlpha = "keep",
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
    """Give a small image the size and the edges of a large guide: guided upsampling.

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
    GuidedUpsampling : the same filter as a value, with its equation and references.
    """
    return apply(
        GuidedUpsampling,
        (radius, epsilon, border, border_value, alpha, invalid, fill),
        (image, guide, mask, None, None),
        (channel_axis, batch_axes, has_alpha, guide_channel_axis, guide_has_alpha, None),
        (device, exact, max_error, method),
        (out, None),
        (progress, cancel),
    )
