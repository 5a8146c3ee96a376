# SPDX-License-Identifier: Apache-2.0
"""The names and keywords of ``dask_image.ndfilters``, for images of two axes.

Integers are rounded to nearest, where dask-image cuts fractions off as SciPy does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .. import scipy
from .._engines import Engine
from ._apply import check_lazy

__all__ = ["convolve", "correlate", "gaussian_filter", "uniform_filter"]


def gaussian_filter(
    image: Any,
    sigma: float | Sequence[float],
    order: int | Sequence[int] = 0,
    mode: str = "reflect",
    cval: float = 0.0,
    truncate: float = 4.0,
    *,
    device: str | Engine = "auto",
) -> Any:
    """Apply a Gaussian as ``dask_image.ndfilters.gaussian_filter`` does.

    The parameters are those of `pyselvage.scipy.gaussian_filter`.
    """
    check_lazy(image, "pyselvage.scipy")
    return scipy.gaussian_filter(
        image, sigma, order, mode=mode, cval=cval, truncate=truncate, device=device
    )


def uniform_filter(
    image: Any,
    size: int | Sequence[int] = 3,
    mode: str = "reflect",
    cval: float = 0.0,
    origin: int | Sequence[int] = 0,
    *,
    device: str | Engine = "auto",
) -> Any:
    """Apply a mean as ``dask_image.ndfilters.uniform_filter`` does, for odd sizes."""
    check_lazy(image, "pyselvage.scipy")
    return scipy.uniform_filter(image, size, mode=mode, cval=cval, origin=origin, device=device)


def convolve(
    image: Any,
    weights: Any,
    mode: str = "reflect",
    cval: float = 0.0,
    origin: int | Sequence[int] = 0,
    *,
    device: str | Engine = "auto",
) -> Any:
    """Convolve as ``dask_image.ndfilters.convolve`` does, for weights with odd sides up to 63."""
    check_lazy(image, "pyselvage.scipy")
    return scipy.convolve(image, weights, mode=mode, cval=cval, origin=origin, device=device)


def correlate(
    image: Any,
    weights: Any,
    mode: str = "reflect",
    cval: float = 0.0,
    origin: int | Sequence[int] = 0,
    *,
    device: str | Engine = "auto",
) -> Any:
    """Correlate as ``dask_image.ndfilters.correlate`` does, for weights with odd sides up to 63."""
    turned = np.asarray(weights)[::-1, ::-1]
    return convolve(image, turned, mode, cval, origin, device=device)
