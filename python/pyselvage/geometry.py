# SPDX-License-Identifier: Apache-2.0
"""The filter that normals and depth guide."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ._apply import apply
from ._core import Cancellation
from ._docs import documented_function
from ._engines import Engine
from .choices import Method, UnweightedAlpha, Weights
from .filters import GeometryGuided

__all__ = ["geometry_guided"]


@documented_function("GeometryGuided")
def geometry_guided(
    image: Any,
    *,
    radius: int = 8,
    weights: Weights = "gaussian",
    sigma_space: float | None = None,
    row: Sequence[float] = (),
    column: Sequence[float] = (),
    normal_threshold: float = 15.0,
    depth_threshold: float = 0.02,
    edge_threshold: float | None = None,
    alpha: UnweightedAlpha = "keep",
    normals: Any = None,
    depth: Any = None,
    out: Any = None,
    flags: Any = None,
    channel_axis: int | None = None,
    batch_axes: Sequence[int] = (),
    has_alpha: bool | None = None,
    normals_channel_axis: int | None = -1,
    device: str | Engine = "auto",
    exact: bool = False,
    max_error: float | None = None,
    method: Method = "auto",
    progress: Callable[[float], object] | None = None,
    cancel: Cancellation | None = None,
) -> Any:
    """Smooth a rendered image within surfaces that its normals and depth tell apart.

    Along rows, then columns, it adds neighbours from the centre outwards until it meets a
    discontinuity. Without normals and depth `edge_threshold` is required.

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
    GeometryGuided : the same filter as a value, with its definition.
    """
    return apply(
        GeometryGuided,
        (
            radius,
            weights,
            sigma_space,
            row,
            column,
            normal_threshold,
            depth_threshold,
            edge_threshold,
            alpha,
        ),
        (image, None, None, normals, depth),
        (channel_axis, batch_axes, has_alpha, None, None, normals_channel_axis),
        (device, exact, max_error, method),
        (out, flags),
        (progress, cancel),
    )
