# SPDX-License-Identifier: Apache-2.0
"""kornia's bilateral blurs, forward only: tensors of shape (batch, channels, rows, columns).

They take tensors of PyTorch, on the CPU or on CUDA, and any other array that pyselvage takes.
A tensor that requires gradients is refused: `pyselvage.torch` computes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import _peers
from ._engines import Engine
from .choices import Border, Norm
from .edge_preserving import bilateral, joint_bilateral
from .errors import InvalidArgument

__all__ = ["bilateral_blur", "joint_bilateral_blur"]

_BORDERS: dict[str, Border] = {
    "constant": "constant",
    "reflect": "reflect101",
    "replicate": "clamp",
    "circular": "wrap",
}
_DISTANCES: dict[str, Norm] = {"l1": "l1", "l2": "l2"}


def _one(name: str, value: Any) -> float:
    """Return the number that is meant for both axes, or for all images."""
    values = value.tolist() if hasattr(value, "tolist") else value
    while isinstance(values, (list, tuple)) and len(values) == 1:
        values = values[0]
    if not isinstance(values, (list, tuple)):
        return float(values)
    if any(other != values[0] for other in values):
        _peers.differs(name, value, "all of its values must be equal")
    return float(values[0])


def _check(name: str, tensor: Any) -> Any:
    if len(tensor.shape) != 4:
        raise InvalidArgument(
            f"{name}: has {len(tensor.shape)} axes", "batch, channels, rows, columns"
        )
    if getattr(tensor, "requires_grad", False):
        _peers.differs(f"{name}.requires_grad", True, "gradients are not computed: use .detach()")
    return tensor


def _options(
    kernel_size: Any,
    sigma_color: Any,
    sigma_space: Any,
    border_type: str,
    color_distance_type: str,
    device: str | Engine,
) -> dict[str, Any]:
    return {
        "sigma_space": _one("sigma_space", sigma_space),
        "sigma_range": _one("sigma_color", sigma_color),
        "radius": _peers.odd("kernel_size", int(_one("kernel_size", kernel_size))),
        "norm": _peers.choice("color_distance_type", color_distance_type, _DISTANCES),
        "border": _peers.choice("border_type", border_type, _BORDERS),
        "channel_axis": 1,
        "batch_axes": (0,),
        "device": device,
    }


def bilateral_blur(
    input: Any,
    kernel_size: int | Sequence[int],
    sigma_color: Any,
    sigma_space: Any,
    border_type: str = "reflect",
    color_distance_type: str = "l1",
    *,
    device: str | Engine = "auto",
) -> Any:
    """Apply the bilateral filter as ``kornia.filters.bilateral_blur`` does.

    Parameters
    ----------
    input : tensor
        Shape (batch, channels, rows, columns), up to four channels.
    kernel_size : int or pair of ints
        Side of the square window, odd.
    sigma_color : float
        Standard deviation over differences, in the samples' unit; the same for all images.
    sigma_space : float or pair of floats
        Standard deviation over distances, pixels; the same for both axes.
    border_type : {'reflect', 'replicate', 'circular', 'constant'}
        Pixel values outside the image; 'reflect' does not repeat the edge, 'constant' is 0.
    color_distance_type : {'l1', 'l2'}
        Sum of absolute differences, or Euclidean distance.
    device : str or Engine
        Where to compute.

    Returns
    -------
    tensor
        Of the shape, type and device of `input`.

    Raises
    ------
    Unsupported
        For rectangles, two different sigmas, and tensors that require gradients.

    Examples
    --------
    >>> import numpy
    >>> from pyselvage.kornia import bilateral_blur
    >>> bilateral_blur(numpy.ones((1, 3, 8, 8), numpy.float32), 3, 0.1, (1.5, 1.5)).shape
    (1, 3, 8, 8)
    """
    image, restored = _peers.from_float64(_check("input", input))
    options = _options(
        kernel_size, sigma_color, sigma_space, border_type, color_distance_type, device
    )
    return restored(bilateral(image, **options))


def joint_bilateral_blur(
    input: Any,
    guidance: Any,
    kernel_size: int | Sequence[int],
    sigma_color: Any,
    sigma_space: Any,
    border_type: str = "reflect",
    color_distance_type: str = "l1",
    *,
    device: str | Engine = "auto",
) -> Any:
    """Apply the joint bilateral filter as ``kornia.filters.joint_bilateral_blur`` does.

    `guidance` has the size of `input` and up to four channels. The other parameters are those of
    `bilateral_blur`.
    """
    image, restored = _peers.from_float64(_check("input", input))
    guide, _ = _peers.from_float64(_check("guidance", guidance))
    options = _options(
        kernel_size, sigma_color, sigma_space, border_type, color_distance_type, device
    )
    return restored(joint_bilateral(image, guide, guide_channel_axis=1, **options))
