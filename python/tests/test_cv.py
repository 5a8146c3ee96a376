# SPDX-License-Identifier: Apache-2.0
"""pyselvage.cv beside OpenCV. docs/python.md gives these differences."""

import numpy as np
import pytest

from pyselvage import cv

cv2 = pytest.importorskip("cv2")

BORDERS = (cv2.BORDER_CONSTANT, cv2.BORDER_REPLICATE, cv2.BORDER_REFLECT, cv2.BORDER_WRAP)
TYPES = ("uint8", "uint16", "float32")
STEP = {"uint8": 1, "uint16": 1, "float32": 4e-7}


def picture(shape, dtype="uint8"):
    """Return smooth areas, an edge and noise."""
    rng = np.random.default_rng(7)
    y, x = np.mgrid[: shape[0], : shape[1]]
    plane = 0.5 + 0.3 * np.sin(x / 9) * np.cos(y / 7) + 0.15 * (x + y > shape[1])
    samples = plane.reshape(plane.shape + (1,) * (len(shape) - 2))
    samples = np.clip(samples + 0.05 * rng.standard_normal(shape), 0, 1)
    scale = np.iinfo(dtype).max if np.dtype(dtype).kind == "u" else 1
    return (samples * scale).astype(dtype)


def difference(a, b):
    assert (a.shape, a.dtype) == (b.shape, b.dtype)
    return np.abs(a.astype(np.float64) - b.astype(np.float64)).max()


@pytest.mark.parametrize("shape", [(70, 90), (70, 90, 3)])
@pytest.mark.parametrize("border", [*BORDERS, cv2.BORDER_DEFAULT])
def test_bilateral_filter(shape, border):
    image = picture(shape)
    for arguments in (
        (9, 75, 75),
        (-1, 30, 3),
        (15, 5, 4),
        (5, 30, 2),
        (1, 30, 1),
        (9, 0, 5),
        (9, 5, 0),
    ):
        expected = cv2.bilateralFilter(image, *arguments, borderType=border)
        result = cv.bilateralFilter(image, *arguments, borderType=border)
        assert difference(result, expected) <= 1
        # With d up to 5, OpenCV 5 cuts fractions off.
        assert np.mean(result != expected) < (0.6 if 0 < arguments[0] <= 5 else 0.002)
    floats = picture(shape, "float32")
    expected = cv2.bilateralFilter(floats, 9, 0.2, 5, borderType=border)
    assert difference(cv.bilateralFilter(floats, 9, 0.2, 5, borderType=border), expected) <= 1e-6


@pytest.mark.parametrize("guide_shape", [(70, 90), (70, 90, 3)])
@pytest.mark.parametrize("shape", [(70, 90), (70, 90, 3)])
def test_joint_bilateral_filter(shape, guide_shape):
    image, guide = picture(shape)[::-1].copy(), picture(guide_shape)
    for border in BORDERS:
        arguments = (guide, image, 9, 30, 5 if border else 0)
        expected = cv2.ximgproc.jointBilateralFilter(*arguments, borderType=border)
        assert difference(cv.jointBilateralFilter(*arguments, borderType=border), expected) <= 1


@pytest.mark.parametrize("guide_shape", [(70, 90), (70, 90, 3)])
@pytest.mark.parametrize("shape", [(70, 90), (70, 90, 3)])
def test_guided_filter(shape, guide_shape):
    image, guide = picture(shape)[::-1].copy(), picture(guide_shape)
    for radius, eps in ((4, 650.0), (16, 65.0), (1, 6.5)):
        expected = cv2.ximgproc.guidedFilter(guide, image, radius, eps)
        assert difference(cv.guidedFilter(guide, image, radius, eps), expected) <= 1


def test_rolling_guidance_filter():
    image = picture((60, 80, 3))
    assert (
        difference(cv.rollingGuidanceFilter(image), cv2.ximgproc.rollingGuidanceFilter(image)) <= 1
    )
    floats = picture((60, 80), "float32")
    options = {"sigmaColor": 0.1, "sigmaSpace": 2, "numOfIter": 3}
    expected = cv2.ximgproc.rollingGuidanceFilter(floats, **options)
    assert difference(cv.rollingGuidanceFilter(floats, **options), expected) <= 4e-6


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("size", [(3, 3), (5, 5), (7, 7), (9, 9), (11, 11), (5, 9), (0, 0)])
def test_gaussian_blur(dtype, size):
    image = picture((70, 90, 3), dtype)
    for sigmas in ((1.5,), (0,), (2, 0.7)):
        if size == (0, 0) and sigmas == (0,):
            continue
        x, y = sigmas[0], sigmas[-1] if len(sigmas) == 2 else 0
        expected = cv2.GaussianBlur(image, size, x, sigmaY=y)
        assert difference(cv.GaussianBlur(image, size, x, sigmaY=y), expected) <= STEP[dtype]


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("size", [(3, 3), (1, 1), (5, 7), (21, 21)])
def test_box_filters(dtype, size):
    image = picture((70, 90, 3), dtype)
    assert difference(cv.blur(image, size), cv2.blur(image, size)) <= STEP[dtype]
    expected = cv2.boxFilter(image, -1, size, normalize=False)
    tolerance = STEP[dtype] if dtype != "float32" else 4e-7 * size[0] * size[1]
    assert difference(cv.boxFilter(image, -1, size, normalize=False), expected) <= tolerance


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("shape", [(3, 3), (5, 3), (1, 7), (15, 15)])
def test_filter2d(dtype, shape):
    kernel = np.random.default_rng(1).standard_normal(shape).astype(np.float32) / 4
    image = picture((70, 90), dtype)
    delta = {"uint8": 20, "uint16": 3000, "float32": 0.1}[dtype]
    expected = cv2.filter2D(image, -1, kernel, delta=delta)
    tolerance = STEP[dtype] * (1 if dtype != "float32" else np.abs(kernel).sum() + 1)
    assert difference(cv.filter2D(image, -1, kernel, delta=delta), expected) <= tolerance


def test_one_channel_loses_its_axis():
    image = picture((9, 11, 1))
    assert cv.bilateralFilter(image, 5, 30, 3).shape == (9, 11)
    assert cv2.bilateralFilter(image, 5, 30, 3).shape == (9, 11)


def test_dst_takes_the_result():
    for dtype in ("uint8", "float64"):
        image = picture((20, 30, 3), dtype)
        dst = np.empty_like(image)
        assert cv.blur(image, (3, 3), dst) is dst
        assert difference(dst, cv.blur(image, (3, 3))) == 0
        with pytest.raises(ValueError, match="dst"):
            cv.blur(image, (3, 3), dst[1:])


def test_float64_is_computed_in_float32():
    image = picture((40, 50), "float64")
    result = cv.GaussianBlur(image, (7, 7), 1.5)
    assert difference(result, cv2.GaussianBlur(image, (7, 7), 1.5)) <= 4e-7


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda image: cv.blur(image, (4, 4)), "ksize"),
        (lambda image: cv.blur(image, (3, 3), anchor=(0, 0)), "anchor"),
        (lambda image: cv.boxFilter(image, cv2.CV_32F, (3, 3)), "ddepth"),
        (lambda image: cv.filter2D(image, cv2.CV_16S, np.ones((3, 3))), "ddepth"),
        (lambda image: cv.filter2D(image, -1, np.ones((2, 2))), "kernel"),
        (lambda image: cv.GaussianBlur(image, (4, 3), 1), "ksize"),
    ],
)
def test_what_cannot_be_matched_is_refused(call, name):
    with pytest.raises(NotImplementedError, match=f"^{name}: "):
        call(picture((9, 9)))


def test_values_outside_their_range():
    image = picture((9, 9))
    for name, call in (
        ("borderType", lambda: cv.blur(image, (3, 3), borderType=5)),
        ("ksize", lambda: cv.GaussianBlur(image, (0, 0), 0)),
        ("numOfIter", lambda: cv.rollingGuidanceFilter(image, numOfIter=0)),
        ("src", lambda: cv.blur(image[0], (3, 3))),
    ):
        with pytest.raises(ValueError, match=f"^{name}: "):
            call()
