# SPDX-License-Identifier: Apache-2.0
"""The filters as values: frozen, hashable and picklable.

`run` and `plan` take them. The function of the same purpose (`bilateral` for `Bilateral`) takes the
same parameters and is shorter to call.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import cast

from . import _core
from ._docs import documented
from .choices import Alpha, Border, Norm, ThirdAxis, UnweightedAlpha, Weights, Window
from .errors import InvalidType

__all__ = [
    "Bilateral",
    "Box",
    "Convolution",
    "Filter",
    "Gaussian",
    "GeometryGuided",
    "Guided",
    "GuidedUpsampling",
    "Histogram",
    "JointBilateral",
    "JointUpsampling",
    "RollingGuidance",
    "SeparableConvolution",
]


class Filter:
    """The base of all filters, whose constructors raise `InvalidArgument` for bad values."""

    __slots__ = ()

    def __post_init__(self) -> None:
        _core.validate(self)

    @property
    def halo(self) -> int:
        """Pixels around the result that one run reads on each side."""
        return _core.halo(self)

    @property
    def depth_halo(self) -> tuple[int, int]:
        """Slices before and after the result that one run reads."""
        return _core.depth_halo(self)

    def _freeze(self, *names: str) -> None:
        # Sequences become tuples, which are hashable.
        for name in names:
            value = getattr(self, name)
            if not isinstance(value, Iterable):
                raise InvalidType(f"{name} {value!r} is not a sequence of numbers")
            object.__setattr__(self, name, tuple(float(cast("float", item)) for item in value))


@documented
@dataclass(frozen=True, slots=True, kw_only=True)
class Bilateral(Filter):
    """The bilateral filter: it smooths, and keeps edges [1]_.

    Each pixel becomes the mean of its neighbours q, weighted by their distance and by the
    difference D of their colours::

        out(p) = sum_q w(p, q) in(q) / sum_q w(p, q)
        w(p, q) = exp(-|p - q|^2 / 2 sigma_space^2) exp(-D(in(p), in(q))^2 / 2 sigma_range^2)

    Pixels with a NaN or an infinity take no part and are copied through.

    References
    ----------
    .. [1] C. Tomasi, R. Manduchi: Bilateral filtering for gray and color images, ICCV 1998, eq. 5.
    """

    sigma_space: float = 3.0
    sigma_range: float = 0.05
    radius: int | None = None
    window: Window = "square"
    norm: Norm = "l2"
    border: Border = "reflect101"
    border_value: float = 0.0
    iterations: int = 1
    alpha: Alpha = "keep"
    invalid: float | None = None
    fill: bool = False
    sigma_depth: float | None = None
    radius_depth: int | None = None
    third_axis: ThirdAxis = "space"


@documented
@dataclass(frozen=True, slots=True, kw_only=True)
class JointBilateral(Filter):
    """The joint (cross) bilateral filter: it keeps the edges of a guide [1]_ [2]_.

    It is the bilateral filter with the difference D taken on another image of the same size::

        w(p, q) = exp(-|p - q|^2 / 2 sigma_space^2) exp(-D(guide(p), guide(q))^2 / 2 sigma_range^2)

    The guide may have any sample type and number of channels.

    References
    ----------
    .. [1] G. Petschnigg et al.: Digital photography with flash and no-flash image pairs,
       SIGGRAPH 2004.
    .. [2] E. Eisemann, F. Durand: Flash photography enhancement via intrinsic relighting,
       SIGGRAPH 2004.
    """

    sigma_space: float = 3.0
    sigma_range: float = 0.1
    radius: int | None = None
    window: Window = "square"
    norm: Norm = "l2"
    border: Border = "reflect101"
    border_value: float = 0.0
    alpha: Alpha = "keep"
    invalid: float | None = None
    fill: bool = False
    sigma_depth: float | None = None
    radius_depth: int | None = None
    third_axis: ThirdAxis = "space"


@documented
@dataclass(frozen=True, slots=True, kw_only=True)
class JointUpsampling(Filter):
    """Joint bilateral upsampling: a small image takes the size and the edges of a large guide [1]_.

    With u the position of p in the small image and q' the guide's pixel at the centre of q::

        out(p) = sum_q w in(q) / sum_q w
        w = exp(-|u - q|^2 / 2 sigma_space^2) exp(-D(guide(p), guide(q'))^2 / 2 sigma_range^2)

    The border rule ``copy`` is an error.

    References
    ----------
    .. [1] J. Kopf et al.: Joint bilateral upsampling, SIGGRAPH 2007, eq. 2.
    """

    sigma_space: float = 1.0
    sigma_range: float = 0.1
    radius: int | None = None
    window: Window = "square"
    norm: Norm = "l2"
    border: Border = "clamp"
    border_value: float = 0.0
    alpha: Alpha = "keep"
    invalid: float | None = None
    fill: bool = False


@documented
@dataclass(frozen=True, slots=True, kw_only=True)
class RollingGuidance(Filter):
    """Rolling guidance: it removes small structures and restores the edges of large ones [1]_.

    ::

        J(0) = the Gaussian of the image
        J(t) = the joint bilateral of the image, guided by J(t - 1)

    References
    ----------
    .. [1] Q. Zhang et al.: Rolling guidance filter, ECCV 2014, eq. 3 and 4.
    """

    sigma_space: float = 3.0
    sigma_range: float = 0.1
    radius: int | None = None
    window: Window = "square"
    norm: Norm = "l2"
    border: Border = "reflect101"
    border_value: float = 0.0
    iterations: int = 4
    alpha: Alpha = "keep"
    invalid: float | None = None
    fill: bool = False


@documented
@dataclass(frozen=True, slots=True, kw_only=True)
class GeometryGuided(Filter):
    """An edge-stopping separable mean for rendered images, guided by normals and depth.

    Along the row, then along the column, it adds neighbours from the centre outwards until it meets
    a discontinuity between two of them: with normals an angle above ``normal_threshold``; with
    depth a difference above ``depth_threshold`` times the smaller of the two; without either a
    difference of a channel above ``edge_threshold``, which is then required.
    """

    radius: int = 8
    weights: Weights = "gaussian"
    sigma_space: float | None = None
    row: Sequence[float] = ()
    column: Sequence[float] = ()
    normal_threshold: float = 15.0
    depth_threshold: float = 0.02
    edge_threshold: float | None = None
    alpha: UnweightedAlpha = "keep"

    def __post_init__(self) -> None:
        self._freeze("row", "column")
        _core.validate(self)


@documented
@dataclass(frozen=True, slots=True, kw_only=True)
class Guided(Filter):
    """The guided filter: in each window the result is a linear function of a guide I [1]_ [2]_.

    ::

        a_k = (cov_k(I) + epsilon)^-1 cov_k(I, in);  b_k = mean_k(in) - a_k mean_k(I)
        out(p) = mean_p(a) I(p) + mean_p(b)

    ``mean_k`` is the mean over the valid pixels of the square of (2 radius + 1)^2 pixels around k.
    Without a guide the image guides itself. With ``subsample`` S the models are those of every S-th
    pixel of every S-th row, and are interpolated.

    References
    ----------
    .. [1] K. He, J. Sun, X. Tang: Guided image filtering, PAMI 35 (6), 2013.
    .. [2] K. He, J. Sun: Fast guided filter, arXiv:1505.00996, 2015.
    """

    radius: int = 8
    epsilon: float = 0.01
    subsample: int = 1
    border: Border = "reflect101"
    border_value: float = 0.0
    alpha: UnweightedAlpha = "keep"
    invalid: float | None = None
    fill: bool = False


@documented
@dataclass(frozen=True, slots=True, kw_only=True)
class GuidedUpsampling(Filter):
    """Guided upsampling: a small image takes the size and the edges of a large guide I [1]_ [2]_.

    With u the position of p in the small image, a and b between its pixels by interpolation, and
    the models of `Guided` fitted to the guide at the centres of the small image's pixels::

        out(p) = a(u) I(p) + b(u)

    The border rule ``copy`` is an error.

    References
    ----------
    .. [1] K. He, J. Sun, X. Tang: Guided image filtering, PAMI 35 (6), 2013.
    .. [2] K. He, J. Sun: Fast guided filter, arXiv:1505.00996, 2015.
    """

    radius: int = 8
    epsilon: float = 0.01
    border: Border = "reflect101"
    border_value: float = 0.0
    alpha: UnweightedAlpha = "keep"
    invalid: float | None = None
    fill: bool = False


@documented
@dataclass(frozen=True, slots=True, kw_only=True)
class Gaussian(Filter):
    """The Gaussian mean: the bilateral filter without its weight over differences."""

    sigma_space: float = 3.0
    radius: int | None = None
    window: Window = "square"
    border: Border = "reflect101"
    border_value: float = 0.0
    iterations: int = 1
    alpha: Alpha = "keep"
    invalid: float | None = None
    fill: bool = False
    sigma_depth: float | None = None
    radius_depth: int | None = None
    third_axis: ThirdAxis = "space"


@documented
@dataclass(frozen=True, slots=True, kw_only=True)
class Box(Filter):
    """The mean over a square of (2 radius + 1)^2 pixels."""

    radius: int = 1
    border: Border = "reflect101"
    border_value: float = 0.0
    iterations: int = 1
    alpha: Alpha = "keep"
    invalid: float | None = None
    fill: bool = False
    radius_depth: int | None = None
    third_axis: ThirdAxis = "space"


@documented
@dataclass(frozen=True, slots=True, kw_only=True)
class Convolution(Filter):
    """Correlation with a kernel as written: its top row lies above the centre.

    ::

        out(p) = offset + scale sum_q k(q - p) in(q)

    ``flip=True`` gives k(p - q), the mathematical convolution. Neighbours that are left out count
    as 0.
    """

    kernel: Sequence[float] = (1.0,)
    width: int = 1
    height: int = 1
    scale: float = 1.0
    offset: float = 0.0
    flip: bool = False
    gray: bool = False
    border: Border = "reflect101"
    border_value: float = 0.0
    alpha: Alpha = "keep"
    invalid: float | None = None

    def __post_init__(self) -> None:
        self._freeze("kernel")
        _core.validate(self)


@documented
@dataclass(frozen=True, slots=True, kw_only=True)
class SeparableConvolution(Filter):
    """Correlation with the product of a row and a column: k(dx, dy) = row(dx) column(dy)."""

    row: Sequence[float] = (1.0,)
    column: Sequence[float] = (1.0,)
    scale: float = 1.0
    offset: float = 0.0
    flip: bool = False
    gray: bool = False
    border: Border = "reflect101"
    border_value: float = 0.0
    alpha: Alpha = "keep"
    invalid: float | None = None

    def __post_init__(self) -> None:
        self._freeze("row", "column")
        _core.validate(self)


@documented
@dataclass(frozen=True, slots=True, kw_only=True)
class Histogram(Filter):
    """Counts of the samples in equal parts (bins) of a range.

    ::

        bin(v) = floor((v - low) / (high - low) bins)

    clamped to the first and the last bin. NaN samples are counted separately.
    """

    bins: int = 256
    channel: int | None = None
    low: float | None = None
    high: float | None = None
