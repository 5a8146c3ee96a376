# SPDX-License-Identifier: Apache-2.0
"""SciPy's linear filters for images: the parameters of ``scipy.ndimage``.

Arrays have two axes, or `axes` names the two that are filtered. Integers are rounded to nearest,
where SciPy cuts fractions off. What cannot be matched raises `Unsupported`, which is a
NotImplementedError.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np

from . import _peers
from ._arrays import is_lazy
from ._engines import Engine
from .choices import Border
from .errors import InvalidArgument
from .linear import box, gaussian
from .linear import convolve as convolve_image

__all__ = ["convolve", "gaussian_filter", "uniform_filter"]

_MODES: dict[str, Border] = {
    "reflect": "reflect",
    "grid-mirror": "reflect",
    "mirror": "reflect101",
    "nearest": "clamp",
    "constant": "constant",
    "grid-constant": "constant",
    "wrap": "wrap",
    "grid-wrap": "wrap",
}

T = TypeVar("T")


def _pair(name: str, value: T | Sequence[T]) -> tuple[T, T]:
    """Return a value for each of the two axes."""
    if np.ndim(value) == 0:  # type: ignore[arg-type]
        return value, value  # type: ignore[return-value]
    both = tuple(value)  # type: ignore[arg-type]
    if len(both) != 2:
        raise InvalidArgument(f"{name}: has {len(both)} values for two axes")
    return both[0], both[1]


class _Call:
    """An array, the axes that are filtered, and where the result goes."""

    def __init__(
        self, input: Any, output: Any, mode: Any, cval: float, axes: Any, device: str | Engine
    ) -> None:
        array = input if is_lazy(input) else np.asarray(input)
        chosen = range(array.ndim) if axes is None else np.atleast_1d(axes)
        filtered = sorted(int(axis) % max(array.ndim, 1) for axis in chosen)
        if len(set(filtered)) != 2:
            hint = "axes=(0, 1) names the two that are filtered" if array.ndim > 2 else ""
            _peers.differs("axes", tuple(filtered), hint or "arrays have two axes or more")
        self.output = output
        self.type = array.dtype
        if isinstance(output, np.ndarray):
            if output.shape != array.shape:
                raise InvalidArgument(f"output: has shape {output.shape}, not {array.shape}")
            self.type = output.dtype
        elif output is not None:
            self.type = np.dtype(output)
        self.image, _ = _peers.from_float64(array)
        if self.type.kind == "f" and array.dtype.kind in "ui":
            self.image = self.image.astype(np.float32)
        self.options: dict[str, Any] = {
            "border": _mode(mode),
            "border_value": cval / _peers.full_scale(self.image),
            "batch_axes": tuple(axis for axis in range(array.ndim) if axis not in filtered),
            "device": device,
        }

    def finish(self, result: Any) -> Any:
        result = result.astype(self.type, copy=False)
        if not isinstance(self.output, np.ndarray):
            return result
        self.output[...] = result
        return self.output


def _mode(mode: Any) -> Border:
    if not isinstance(mode, str):
        modes = set(mode)
        if len(modes) != 1:
            _peers.differs("mode", mode, "the same mode for both axes")
        (mode,) = modes
    return _peers.choice("mode", mode, _MODES)


def _gaussian_line(sigma: float, radius: int) -> tuple[float, ...]:
    return (1.0,) if sigma <= 0 or radius == 0 else _peers.gaussian_line(sigma, radius)


def gaussian_filter(
    input: Any,
    sigma: float | Sequence[float],
    order: int | Sequence[int] = 0,
    output: Any = None,
    mode: str | Sequence[str] = "reflect",
    cval: float = 0.0,
    truncate: float = 4.0,
    *,
    radius: int | Sequence[int] | None = None,
    axes: Sequence[int] | None = None,
    device: str | Engine = "auto",
) -> Any:
    """Apply a Gaussian as ``scipy.ndimage.gaussian_filter`` does.

    Parameters
    ----------
    input : array
        Of uint8, uint16, float16, float32, or float64 (computed in float32).
    sigma : float or pair of floats
        Standard deviation along each axis, pixels.
    order : int
        Only 0: derivatives are not computed.
    output : array or dtype, optional
        Takes the result, or its type.
    mode : str
        Values outside the image: 'reflect' (d c b a | a b c d), 'mirror' (d c b | a b c d),
        'nearest', 'constant', 'wrap', and their names with 'grid-'.
    cval : float
        The value for 'constant', on the scale of the stored samples.
    truncate : float
        The radius is ``int(truncate sigma + 0.5)``.
    radius : int or pair of ints, optional
        The radius of the window, pixels.
    axes : pair of ints, optional
        The axes that are filtered; needed if the array has more than two.
    device : str or Engine
        Where to compute.

    Returns
    -------
    array
        Of the shape of `input`.

    Raises
    ------
    Unsupported
        For derivatives, and other numbers of axes.

    Examples
    --------
    >>> import numpy
    >>> from pyselvage.scipy import gaussian_filter
    >>> gaussian_filter(numpy.ones((5, 5)), sigma=1).dtype
    dtype('float64')
    """
    for given in np.atleast_1d(np.asarray(order)):
        _peers.require("order", int(given), 0, "derivatives are not computed")
    call = _Call(input, output, mode, cval, axes, device)
    sigmas = _pair("sigma", sigma)
    radii = _pair("radius", radius)
    sizes = [
        int(truncate * float(s) + 0.5) if r is None else int(r)
        for s, r in zip(sigmas, radii, strict=True)
    ]
    if sigmas[0] == sigmas[1] and sizes[0] == sizes[1] and sigmas[0] > 0:
        result = gaussian(call.image, sigma_space=float(sigmas[0]), radius=sizes[0], **call.options)
    else:
        column, row = (_gaussian_line(float(s), r) for s, r in zip(sigmas, sizes, strict=True))
        result = convolve_image(call.image, row=row, column=column, **call.options)
    return call.finish(result)


def uniform_filter(
    input: Any,
    size: int | Sequence[int] = 3,
    output: Any = None,
    mode: str | Sequence[str] = "reflect",
    cval: float = 0.0,
    origin: int | Sequence[int] = 0,
    *,
    axes: Sequence[int] | None = None,
    device: str | Engine = "auto",
) -> Any:
    """Apply the mean over a rectangle as ``scipy.ndimage.uniform_filter`` does, for odd sizes.

    `size` is one number, or one for rows and one for columns; `origin` must be 0. The other
    parameters are those of `gaussian_filter`.
    """
    for given in np.atleast_1d(np.asarray(origin)):
        _peers.require("origin", int(given), 0, "windows are centred: leave it out")
    call = _Call(input, output, mode, cval, axes, device)
    height, width = (int(side) for side in _pair("size", size))
    radius = _peers.odd("size", height), _peers.odd("size", width)
    if width == height:
        return call.finish(box(call.image, radius=radius[0], **call.options))
    row, column = (1 / width,) * width, (1 / height,) * height
    return call.finish(convolve_image(call.image, row=row, column=column, **call.options))


def convolve(
    input: Any,
    weights: Any,
    output: Any = None,
    mode: str = "reflect",
    cval: float = 0.0,
    origin: int | Sequence[int] = 0,
    *,
    axes: Sequence[int] | None = None,
    device: str | Engine = "auto",
) -> Any:
    """Convolve as ``scipy.ndimage.convolve`` does, for weights with odd sides up to 63.

    Integers saturate, where SciPy's wrap around. The other parameters are those of
    `gaussian_filter`.
    """
    for given in np.atleast_1d(np.asarray(origin)):
        _peers.require("origin", int(given), 0, "windows are centred: leave it out")
    call = _Call(input, output, mode, cval, axes, device)
    kernel = np.asarray(weights, np.float32)
    if kernel.ndim != 2:
        raise InvalidArgument(f"weights: has {kernel.ndim} axes, not 2")
    for side in kernel.shape:
        _peers.odd("weights", side)
    return call.finish(convolve_image(call.image, kernel, flip=True, **call.options))
