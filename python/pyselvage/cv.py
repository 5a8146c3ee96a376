# SPDX-License-Identifier: Apache-2.0
"""OpenCV's functions for arrays: the same parameters, pixels within one step of OpenCV's.

Replace ``cv2.bilateralFilter`` by ``pyselvage.cv.bilateralFilter``. Names, order and defaults of
parameters are those of ``cv2`` and ``cv2.ximgproc``; `device` is added. Besides uint8 and float32,
all functions take uint16, float16 and float64 (computed in float32) and up to four channels. What
cannot be matched raises `Unsupported`, which is a NotImplementedError. docs/python.md lists the
differences.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from . import _core, _peers
from ._engines import Engine
from .choices import Border
from .edge_preserving import bilateral, joint_bilateral
from .errors import InvalidArgument
from .linear import box, convolve, gaussian
from .local_linear import guided

__all__ = [
    "BORDER_CONSTANT",
    "BORDER_DEFAULT",
    "BORDER_ISOLATED",
    "BORDER_REFLECT",
    "BORDER_REFLECT101",
    "BORDER_REFLECT_101",
    "BORDER_REPLICATE",
    "BORDER_WRAP",
    "GaussianBlur",
    "bilateralFilter",
    "blur",
    "boxFilter",
    "filter2D",
    "guidedFilter",
    "jointBilateralFilter",
    "rollingGuidanceFilter",
]

BORDER_CONSTANT = 0
BORDER_REPLICATE = 1
BORDER_REFLECT = 2
BORDER_WRAP = 3
BORDER_REFLECT_101 = BORDER_REFLECT101 = BORDER_DEFAULT = 4
BORDER_ISOLATED = 16

_BORDERS: dict[int, Border] = {
    BORDER_CONSTANT: "constant",
    BORDER_REPLICATE: "clamp",
    BORDER_REFLECT: "reflect",
    BORDER_WRAP: "wrap",
    BORDER_REFLECT_101: "reflect101",
}

# Weights of small kernels when sigma is 0: what cv2.getGaussianKernel returns.
_SMALL_GAUSSIANS = {
    1: (1.0,),
    3: (0.25, 0.5, 0.25),
    5: (0.0625, 0.25, 0.375, 0.25, 0.0625),
    7: (0.03125, 0.109375, 0.21875, 0.28125, 0.21875, 0.109375, 0.03125),
    9: tuple(weight / 256 for weight in (4, 13, 30, 51, 60, 51, 30, 13, 4)),
}

Blur = Callable[..., Any]


def _border(border_type: int) -> Border:
    # A view of a larger array is an array of its own in Python: every border is isolated.
    return _peers.choice("borderType", border_type & ~BORDER_ISOLATED, _BORDERS)


def _run(function: Blur, src: Any, dst: Any, *arrays: Any, **options: Any) -> Any:
    """Apply a function of pyselvage to what OpenCV takes for an image."""
    src = np.asarray(src)
    if src.ndim not in (2, 3):
        raise InvalidArgument(f"src: has {src.ndim} axes", "rows, columns and channels, if any")
    image, restored = _peers.from_float64(src)
    if src.ndim == 3:
        options["channel_axis"] = -1
    direct = dst is not None and image is src and dst.shape == src.shape
    result = restored(function(image, *arrays, out=dst if direct else None, **options))
    if src.ndim == 3 and src.shape[2] == 1:
        result = result[..., 0]  # as OpenCV
    return dst if direct else _store(result, dst)


def _store(result: Any, dst: Any) -> Any:
    """Return the result, in `dst` if that is given."""
    if dst is None:
        return result
    if dst.shape != result.shape or dst.dtype != result.dtype:
        raise InvalidArgument(
            f"dst: has shape {dst.shape} and type {dst.dtype}, the result {result.shape} and "
            f"{result.dtype}"
        )
    dst[...] = result
    return dst


def _copy(image: Any, out: Any) -> Any:
    if out is None:
        return image.copy()
    out[...] = image
    return out


def _like_opencv(array: Any, d: int, sigma_color: float, sigma_space: float) -> dict[str, Any]:
    pixel_type = {"uint8": "u8", "uint16": "u16", "float16": "f16"}.get(str(array.dtype), "f32")
    return _core.like_opencv(d, sigma_color, sigma_space, pixel_type)


def bilateralFilter(
    src: Any,
    d: int,
    sigmaColor: float,
    sigmaSpace: float,
    dst: Any = None,
    borderType: int = BORDER_DEFAULT,
    *,
    device: str | Engine = "auto",
) -> Any:
    """Apply the bilateral filter as ``cv2.bilateralFilter`` does.

    Parameters
    ----------
    src : array
        Shape (rows, columns) or (rows, columns, channels).
    d : int
        Diameter of the disc in pixels; 0 or less: a radius of round(1.5 sigmaSpace).
    sigmaColor : float
        Standard deviation over differences, on the scale of the stored samples (0..255 for uint8).
    sigmaSpace : float
        Standard deviation over distances, pixels. If either sigma is 0 or less, the result is a
        copy of `src`.
    dst : array, optional
        Takes the result.
    borderType : int
        One of the constants ``BORDER_...``. BORDER_CONSTANT stands for 0.
    device : str or Engine
        Where to compute.

    Returns
    -------
    array
        Of the shape and type of `src`.

    Raises
    ------
    InvalidArgument
        For a value outside its range.

    Examples
    --------
    >>> import numpy
    >>> from pyselvage import cv
    >>> cv.bilateralFilter(numpy.full((9, 9), 100, numpy.uint8), 5, 75, 75).max()
    np.uint8(100)
    """
    src = np.asarray(src)
    if min(sigmaColor, sigmaSpace) <= 1e-6:  # as OpenCV 5
        return _run(lambda image, out, **_: _copy(image, out), src, dst)
    options = _like_opencv(src, d, sigmaColor, sigmaSpace)
    options |= {"border": _border(borderType), "device": device, "exact": True}
    return _run(bilateral, src, dst, **options)


def jointBilateralFilter(
    joint: Any,
    src: Any,
    d: int,
    sigmaColor: float,
    sigmaSpace: float,
    dst: Any = None,
    borderType: int = BORDER_DEFAULT,
    *,
    device: str | Engine = "auto",
) -> Any:
    """Apply the joint bilateral filter as ``cv2.ximgproc.jointBilateralFilter`` does.

    `joint` is the guide; sigmaColor is on the scale of its stored samples. It may have another type
    than `src`. The other parameters are those of `bilateralFilter`.
    """
    joint = np.asarray(joint)
    guide, _ = _peers.from_float64(joint)
    sigmas = (sigma if sigma > 0 else 1.0 for sigma in (sigmaColor, sigmaSpace))  # as OpenCV
    options = _like_opencv(joint, d, *sigmas)
    options |= {"border": _border(borderType), "device": device, "exact": True}
    if joint.ndim == 3:
        options["guide_channel_axis"] = -1
    return _run(joint_bilateral, src, dst, guide, **options)


def guidedFilter(
    guide: Any,
    src: Any,
    radius: int,
    eps: float,
    dst: Any = None,
    dDepth: int = -1,
    scale: float = 1.0,
    *,
    device: str | Engine = "auto",
) -> Any:
    """Apply the guided filter as ``cv2.ximgproc.guidedFilter`` does.

    eps is on the squared scale of the guide's stored samples. The border is BORDER_REFLECT, as in
    OpenCV. `dDepth` must be -1 or the type of `src`, `scale` 1. OpenCV is in single precision:
    where eps is far below the guide's mean squared, it is OpenCV that is off.
    """
    guide, src = np.asarray(guide), np.asarray(src)
    _check_depth(dDepth, src)
    if scale != 1:
        _peers.differs(
            "scale", scale, "pyselvage.guided has subsample, which takes every N-th pixel"
        )
    full = {"uint8": 255.0, "uint16": 65535.0}.get(str(guide.dtype), 1.0)
    model, _ = _peers.from_float64(guide)
    options: dict[str, Any] = {"radius": radius, "epsilon": eps / full**2, "border": "reflect"}
    options |= {"device": device, "exact": True}
    if guide.ndim == 3:
        options["guide_channel_axis"] = -1
    return _run(guided, src, dst, model, **options)


def rollingGuidanceFilter(
    src: Any,
    dst: Any = None,
    d: int = -1,
    sigmaColor: float = 25,
    sigmaSpace: float = 3,
    numOfIter: int = 4,
    borderType: int = BORDER_DEFAULT,
    *,
    device: str | Engine = "auto",
) -> Any:
    """Apply rolling guidance as ``cv2.ximgproc.rollingGuidanceFilter`` does.

    OpenCV starts from the image, while the paper and `pyselvage.rolling_guidance` start from its
    Gaussian. Intermediate guides have the type of `src`, as in OpenCV.
    """
    if numOfIter < 1:
        raise InvalidArgument(f"numOfIter: {numOfIter} is below 1")
    guide = np.asarray(src)
    for _ in range(numOfIter):
        guide = jointBilateralFilter(
            guide, src, d, sigmaColor, sigmaSpace, None, borderType, device=device
        )
    return _store(guide, dst)


def _gaussian_line(size: int, sigma: float) -> tuple[float, ...]:
    if sigma <= 0 and size in _SMALL_GAUSSIANS:
        return _SMALL_GAUSSIANS[size]
    if sigma <= 0:
        sigma = 0.3 * ((size - 1) * 0.5 - 1) + 0.8
    return _peers.gaussian_line(sigma, size // 2)


def _gaussian_size(size: int, sigma: float, dtype: Any) -> int:
    if size > 0:
        _peers.odd("ksize", size)
        return size
    if sigma <= 0:
        raise InvalidArgument("ksize: 0 needs a sigma above 0")
    return int(np.rint(sigma * (3 if dtype == np.uint8 else 4) * 2 + 1)) | 1


def GaussianBlur(
    src: Any,
    ksize: Sequence[int],
    sigmaX: float,
    dst: Any = None,
    sigmaY: float = 0,
    borderType: int = BORDER_DEFAULT,
    *,
    device: str | Engine = "auto",
) -> Any:
    """Apply a Gaussian as ``cv2.GaussianBlur`` does.

    `ksize` is (width, height), odd, or 0 for a size that follows from sigma. A sigma of 0 follows
    from the size; sigmaY of 0 is sigmaX. The other parameters are those of `bilateralFilter`.
    """
    src = np.asarray(src)
    sigma_y = sigmaY if sigmaY > 0 else sigmaX
    width = _gaussian_size(int(ksize[0]), sigmaX, src.dtype)
    height = _gaussian_size(int(ksize[1]), sigma_y, src.dtype)
    options = {"border": _border(borderType), "device": device}
    if width == height and sigmaX == sigma_y > 0:
        return _run(gaussian, src, dst, sigma_space=sigmaX, radius=width // 2, **options)
    row, column = _gaussian_line(width, sigmaX), _gaussian_line(height, sigma_y)
    return _run(convolve, src, dst, row=row, column=column, **options)


def blur(
    src: Any,
    ksize: Sequence[int],
    dst: Any = None,
    anchor: Sequence[int] = (-1, -1),
    borderType: int = BORDER_DEFAULT,
    *,
    device: str | Engine = "auto",
) -> Any:
    """Apply the mean over a rectangle as ``cv2.blur`` does, for odd sizes centred on the pixel."""
    return boxFilter(src, -1, ksize, dst, anchor, True, borderType, device=device)


def _check_anchor(anchor: Sequence[int], width: int, height: int) -> None:
    if tuple(anchor) not in ((-1, -1), (width // 2, height // 2)):
        _peers.differs("anchor", tuple(anchor), "windows are centred: leave it out")


def _check_depth(ddepth: int, array: Any) -> None:
    # OpenCV's codes of types that are also this module's.
    known = {"uint8": 0, "uint16": 2, "float32": 5, "float64": 6}
    if ddepth not in (-1, known.get(str(array.dtype))):
        _peers.differs("ddepth", ddepth, "results have the type of src: convert src first")


def boxFilter(
    src: Any,
    ddepth: int,
    ksize: Sequence[int],
    dst: Any = None,
    anchor: Sequence[int] = (-1, -1),
    normalize: bool = True,
    borderType: int = BORDER_DEFAULT,
    *,
    device: str | Engine = "auto",
) -> Any:
    """Apply the mean, or the sum, over a rectangle as ``cv2.boxFilter`` does, for odd sizes.

    `ddepth` must be -1 or the type of `src`. Sums of integers saturate.
    """
    src = np.asarray(src)
    width, height = int(ksize[0]), int(ksize[1])
    radius = _peers.odd("ksize", width), _peers.odd("ksize", height)
    _check_anchor(anchor, width, height)
    _check_depth(ddepth, src)
    options = {"border": _border(borderType), "device": device}
    if normalize and width == height:
        return _run(box, src, dst, radius=radius[0], **options)
    row = (1 / width if normalize else 1.0,) * width
    column = (1 / height if normalize else 1.0,) * height
    return _run(convolve, src, dst, row=row, column=column, **options)


def filter2D(
    src: Any,
    ddepth: int,
    kernel: Any,
    dst: Any = None,
    anchor: Sequence[int] = (-1, -1),
    delta: float = 0,
    borderType: int = BORDER_DEFAULT,
    *,
    device: str | Engine = "auto",
) -> Any:
    """Correlate with a kernel as ``cv2.filter2D`` does, for odd sizes centred on the pixel.

    `ddepth` must be -1 or the type of `src`. `delta` is on the scale of the stored samples.
    """
    src = np.asarray(src)
    weights = np.atleast_2d(np.asarray(kernel, np.float32))
    if weights.ndim != 2:
        raise InvalidArgument(f"kernel: has {weights.ndim} axes")
    height, width = weights.shape
    _peers.odd("kernel", width)
    _peers.odd("kernel", height)
    _check_anchor(anchor, width, height)
    _check_depth(ddepth, src)
    offset = delta / _peers.full_scale(src)
    return _run(
        convolve, src, dst, weights, offset=offset, border=_border(borderType), device=device
    )
