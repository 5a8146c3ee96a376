# SPDX-License-Identifier: Apache-2.0
"""scikit-image's bilateral filter with the formula that it documents.

scikit-image's own results differ from that formula: its table of spatial weights is read with a
wrong row length, distances of colours are divided by 3, and weights of integers are quantised to a
few levels. docs/python.md has figures. Those faults are not copied.
"""

from __future__ import annotations

from math import ceil
from typing import Any

import numpy as np

from . import _peers
from ._engines import Engine
from .choices import Border
from .edge_preserving import bilateral
from .errors import InvalidArgument

__all__ = ["denoise_bilateral"]

_MODES: dict[str, Border] = {
    "constant": "constant",
    "edge": "clamp",
    "symmetric": "reflect",
    "reflect": "reflect101",
    "wrap": "wrap",
}


def _as_float(image: Any) -> Any:
    """Return samples as scikit-image's img_as_float gives them, in float32."""
    if image.dtype == np.uint8 or image.dtype == np.uint16:
        return (image / np.iinfo(image.dtype).max).astype(np.float32)
    return _peers.from_float64(image)[0]


def denoise_bilateral(
    image: Any,
    win_size: int | None = None,
    sigma_color: float | None = None,
    sigma_spatial: float = 1,
    bins: int = 10000,
    mode: str = "constant",
    cval: float = 0,
    *,
    channel_axis: int | None = None,
    device: str | Engine = "auto",
) -> Any:
    """Apply the bilateral filter with the parameters of ``skimage.restoration.denoise_bilateral``.

    Parameters
    ----------
    image : array
        Shape (rows, columns), or with an axis of up to four channels. Integers are scaled to 0..1.
    win_size : int, optional
        Side of the square window, odd; by default ``max(5, 2 ceil(3 sigma_spatial) + 1)``.
    sigma_color : float, optional
        Standard deviation over differences, for samples of 0..1; by default that of the samples.
    sigma_spatial : float
        Standard deviation over distances, pixels.
    bins : int
        Only the default: weights are not quantised here.
    mode : {'constant', 'edge', 'symmetric', 'reflect', 'wrap'}
        Pixel values outside the image, as ``numpy.pad`` names them.
    cval : float
        The value for 'constant'.
    channel_axis : int, optional
        The axis of channels; none: the image is gray.
    device : str or Engine
        Where to compute.

    Returns
    -------
    array
        float32 for float32 and float16, otherwise float64; computed in float32.

    Raises
    ------
    Unsupported
        For other values of `bins`, and even sizes.

    Examples
    --------
    >>> import numpy
    >>> from pyselvage.skimage import denoise_bilateral
    >>> denoise_bilateral(numpy.full((9, 9), 255, numpy.uint8), mode="edge").max()
    np.float64(1.0)
    """
    _peers.require("bins", bins, 10000, "weights are not quantised: leave it out")
    border = _peers.choice("mode", mode, _MODES)
    image = np.asarray(image)
    if image.ndim != (2 if channel_axis is None else 3):
        raise InvalidArgument(
            f"image: has {image.ndim} axes",
            "channel_axis=-1 says that the last axis has the channels",
        )
    samples = _as_float(image)
    if samples.dtype == np.float16:
        samples = samples.astype(np.float32)
    returned = np.float32 if image.dtype in (np.float16, np.float32) else np.float64
    if image.size == 0:
        return samples.astype(returned)
    if win_size is None:
        win_size = max(5, 2 * ceil(3 * sigma_spatial) + 1)
    deviation = float(sigma_color or samples.std(dtype=np.float64))
    if deviation == 0:
        return samples.astype(returned)  # all samples are equal
    result = bilateral(
        samples,
        sigma_space=sigma_spatial,
        sigma_range=deviation,
        radius=_peers.odd("win_size", win_size),
        border=border,
        border_value=cval,
        channel_axis=channel_axis,
        device=device,
    )
    return result.astype(returned, copy=False)
