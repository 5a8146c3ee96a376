# SPDX-License-Identifier: Apache-2.0
"""The functions of the package, for arrays of Dask alone."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from .. import edge_preserving, geometry, linear, local_linear, plans
from ..errors import InvalidArgument
from ._apply import MaxError, check_lazy

__all__ = [
    "bilateral",
    "box",
    "convolve",
    "gaussian",
    "geometry_guided",
    "guided",
    "guided_upsample",
    "histogram",
    "joint_bilateral",
    "joint_upsample",
    "rolling_guidance",
    "run",
]

_LARGEST = """
    The image is an array of Dask, and so is the result. One more parameter:

    largest : float, optional
        With `max_error`, the largest magnitude of the image's floats, or their range if it is
        larger. None: a first pass over the image finds it.
"""


def _lazily(function: Callable[..., Any], position: int = 0) -> Callable[..., Any]:
    """Return a function that takes `largest`, and an array of Dask at a position."""

    @functools.wraps(function)
    def lazy(*arguments: Any, largest: float | None = None, **options: Any) -> Any:
        image = arguments[position] if position < len(arguments) else options.get("image")
        check_lazy(image, "the same function of pyselvage")
        if largest is not None:
            if not largest > 0:
                raise InvalidArgument(f"largest {largest} must be above 0")
            if options.get("max_error") is None:
                raise InvalidArgument("largest is for max_error, which is not given")
            options["max_error"] = MaxError(options["max_error"], largest)
        return function(*arguments, **options)

    lazy.__doc__ = (function.__doc__ or "").rstrip() + "\n" + _LARGEST
    return lazy


bilateral = _lazily(edge_preserving.bilateral)
joint_bilateral = _lazily(edge_preserving.joint_bilateral)
joint_upsample = _lazily(edge_preserving.joint_upsample)
rolling_guidance = _lazily(edge_preserving.rolling_guidance)
geometry_guided = _lazily(geometry.geometry_guided)
guided = _lazily(local_linear.guided)
guided_upsample = _lazily(local_linear.guided_upsample)
gaussian = _lazily(linear.gaussian)
box = _lazily(linear.box)
convolve = _lazily(linear.convolve)
histogram = _lazily(linear.histogram)
run = _lazily(plans.run, position=1)
