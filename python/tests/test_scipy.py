# SPDX-License-Identifier: Apache-2.0
"""pyselvage.scipy beside SciPy. docs/python.md gives these differences."""

import numpy as np
import pytest
from test_cv import difference, picture

from pyselvage import scipy

ndimage = pytest.importorskip("scipy.ndimage")

MODES = (
    "reflect",
    "mirror",
    "nearest",
    "constant",
    "wrap",
    "grid-mirror",
    "grid-constant",
    "grid-wrap",
)
# SciPy cuts off fractions of integers after each axis; a result here is rounded to nearest.
STEP = {"uint8": 2, "uint16": 2, "float32": 4e-7, "float64": 4e-7}


@pytest.mark.parametrize("dtype", STEP)
@pytest.mark.parametrize("mode", MODES)
def test_means(dtype, mode):
    image = picture((60, 80), dtype)
    options = {"mode": mode, "cval": 0.25 if dtype.startswith("float") else 100}
    for sigma in (2, 0.6, (1, 3), (0, 2)):
        expected = ndimage.gaussian_filter(image, sigma, **options)
        assert difference(scipy.gaussian_filter(image, sigma, **options), expected) <= STEP[dtype]
    for size in (3, 5, (3, 7)):
        expected = ndimage.uniform_filter(image, size, **options)
        assert difference(scipy.uniform_filter(image, size, **options), expected) <= STEP[dtype]


@pytest.mark.parametrize("dtype", STEP)
def test_convolve(dtype):
    image = picture((60, 80), dtype)
    kernel = np.array([[1, 2, 0], [0, 3, 1], [2, 0, 0]]) / 9
    for mode in MODES:
        expected = ndimage.convolve(image, kernel, mode=mode)
        assert (
            difference(scipy.convolve(image, kernel, mode=mode), expected) <= STEP[dtype] / 2 + 1e-7
        )


def test_truncate_radius_and_axes():
    image = picture((30, 40, 3), "float32")
    for options in ({"truncate": 2}, {"radius": 5}, {"radius": (2, 3)}):
        expected = ndimage.gaussian_filter(image, 1.5, axes=(0, 1), **options)
        result = scipy.gaussian_filter(image, 1.5, axes=(0, 1), **options)
        assert difference(result, expected) <= 4e-7
    stack = np.moveaxis(image, -1, 0)
    expected = ndimage.uniform_filter(stack, 3, axes=(1, 2))
    assert difference(scipy.uniform_filter(stack, 3, axes=(-2, -1)), expected) <= 4e-7


def test_output():
    image = picture((30, 40))
    expected = ndimage.gaussian_filter(image, 2, output=np.float32)
    assert difference(scipy.gaussian_filter(image, 2, output=np.float32), expected) <= 1e-4
    target = np.empty(image.shape, np.float64)
    assert scipy.gaussian_filter(image, 2, output=target) is target
    assert np.abs(target - expected).max() <= 1e-4
    with pytest.raises(ValueError, match="output"):
        scipy.gaussian_filter(image, 2, output=target[1:])


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda image: scipy.gaussian_filter(image, 2, order=1), "order"),
        (lambda image: scipy.gaussian_filter(image, 2, mode=("wrap", "reflect")), "mode"),
        (lambda image: scipy.uniform_filter(image, 4), "size"),
        (lambda image: scipy.uniform_filter(image, 3, origin=1), "origin"),
        (lambda image: scipy.convolve(image, np.ones((2, 2))), "weights"),
        (lambda image: scipy.gaussian_filter(np.stack([image] * 3), 2), "axes"),
    ],
)
def test_what_cannot_be_matched_is_refused(call, name):
    with pytest.raises(NotImplementedError, match=f"^{name}: "):
        call(picture((9, 9)))
