# SPDX-License-Identifier: Apache-2.0
"""The noise of images, and the sigma_range that follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from . import _core, _noise
from ._arrays import is_lazy
from ._calls import Arrays, Layout, prepare
from ._docs import documented_function
from .choices import Norm, Strength

__all__ = ["Noise", "estimate_noise"]


@dataclass(frozen=True, slots=True)
class Noise:
    """The noise of an image, in the samples' unit.

    Attributes
    ----------
    sigma : tuple of float
        The standard deviation of the noise in each plane that the norm compares: the colour
        channels; Y for ``luma``; L*, a* and b* over 100 for ``lab``. 0: none was found.
    contrast : float
        The standard deviation of the samples within 16 pixels, without the noise.
    least_range : float
        The smallest `sigma_range`: half a step for integers, 1e-6 for floats.
    norm : str
        The norm that it was estimated for.
    """

    sigma: tuple[float, ...]
    contrast: float
    least_range: float
    norm: Norm

    def sigma_range(self, sigma_space: float = 3.0, strength: Strength = "medium") -> float:
        """Return the sigma_range that removes this noise, for a filter with this sigma_space.

        ``mild`` keeps more texture and some of the noise, ``strong`` makes surfaces smooth.
        """
        values = (self.norm, self.sigma, self.contrast, self.least_range)
        return _core.automatic_sigma_range(values, sigma_space, strength)


def noise_of(values: Any) -> Noise:
    """Return the extension's estimate as a value."""
    norm, sigma, contrast, least_range = values
    return Noise(tuple(sigma), contrast, least_range, norm)


@documented_function(
    norm=("str", "The norm whose planes count: 'l2', 'l1', 'per_channel', 'luma' or 'lab'."),
    invalid=("float, optional", "Pixels with this value are ignored."),
)
def estimate_noise(
    image: Any,
    *,
    norm: Norm = "l2",
    invalid: float | None = None,
    mask: Any = None,
    channel_axis: int | None = None,
    batch_axes: Sequence[int] = (),
    has_alpha: bool | None = None,
) -> Any:
    """Estimate the noise of an image from tiles on a fixed lattice.

    ``sigma_range="auto"`` of `bilateral` and other filters uses it. The time does not grow
    beyond images of 512 x 512 pixels. All images of a batch count as one.

    Returns
    -------
    Noise
        For arrays of Dask, an object that computes it.

    Examples
    --------
    >>> import numpy, pyselvage
    >>> random = numpy.random.default_rng(1)
    >>> image = random.normal(0.5, 0.02, (256, 256)).astype(numpy.float32)
    >>> noise = pyselvage.estimate_noise(image)
    >>> round(noise.sigma[0], 3)
    0.02
    """
    layout = Layout(channel_axis, batch_axes, has_alpha)
    if is_lazy(image):
        from .dask import _noise as lazy

        return lazy.noise(image, mask, layout, norm, invalid)
    call = prepare(Arrays(image, mask=mask), layout)
    tiles, kept = _noise.tiles_of(call.arrays.image, call.arrays.mask, call.layout)
    return noise_of(_noise.estimate(tiles, kept, norm, invalid, bool(call.layout.has_alpha)))
