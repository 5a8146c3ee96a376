# SPDX-License-Identifier: Apache-2.0
"""pyselvage.skimage beside scikit-image, and beside the formula that scikit-image documents."""

import numpy as np
import pytest
from test_cv import picture

from pyselvage.skimage import denoise_bilateral


def formula(image, radius, sigma_color, sigma_spatial, mode):
    """The bilateral filter of Tomasi and Manduchi over the last axis's channels, in float64."""
    pads = ((radius, radius), (radius, radius), (0, 0))
    padded = np.pad(image, pads, mode=mode)
    rows, columns, _ = image.shape
    total, weights = np.zeros_like(image), np.zeros(image.shape[:2])
    for dy in range(2 * radius + 1):
        for dx in range(2 * radius + 1):
            tap = padded[dy : dy + rows, dx : dx + columns]
            far = (dy - radius) ** 2 + (dx - radius) ** 2
            apart = ((tap - image) ** 2).sum(axis=-1)
            weight = np.exp(-far / (2 * sigma_spatial**2) - apart / (2 * sigma_color**2))
            total += weight[..., None] * tap
            weights += weight
    return total / weights[..., None]


@pytest.mark.parametrize("mode", ["constant", "edge", "symmetric", "reflect", "wrap"])
@pytest.mark.parametrize("dtype", ["uint8", "uint16", "float32", "float64"])
def test_the_documented_formula(dtype, mode):
    image = picture((40, 50, 3), dtype)
    scale = np.iinfo(dtype).max if np.dtype(dtype).kind == "u" else 1
    expected = formula(image / np.float64(scale), 6, 0.1, 2, mode)
    result = denoise_bilateral(image, sigma_color=0.1, sigma_spatial=2, mode=mode, channel_axis=-1)
    assert result.dtype == (np.float32 if dtype == "float32" else np.float64)
    assert np.abs(result - expected).max() < 2e-6


def test_defaults():
    image = picture((40, 50), "float64")
    expected = formula(image[..., None], 3, image.std(), 1, "constant")[..., 0]
    assert np.abs(denoise_bilateral(image) - expected).max() < 2e-6


def test_scikit_image_differs_by_its_own_faults():
    restoration = pytest.importorskip("skimage.restoration")
    image = picture((60, 80), "float64")
    options = {"sigma_color": 0.1, "sigma_spatial": 2}
    theirs, ours = (
        restoration.denoise_bilateral(image, **options),
        denoise_bilateral(image, **options),
    )
    assert theirs.shape == ours.shape
    assert theirs.dtype == ours.dtype
    assert 0.005 < np.abs(theirs - ours).max() < 0.3


def test_what_cannot_be_matched_is_refused():
    image = picture((9, 9))
    for options, name in (({"bins": 100}, "bins"), ({"win_size": 4}, "win_size")):
        with pytest.raises(NotImplementedError, match=f"^{name}: "):
            denoise_bilateral(image, **options)
    with pytest.raises(ValueError, match="mode"):
        denoise_bilateral(image, mode="mirror")
    with pytest.raises(ValueError, match="axes"):
        denoise_bilateral(picture((9, 9, 3)))


def test_images_of_one_value_and_of_none():
    assert np.allclose(denoise_bilateral(np.full((5, 5), 51, np.uint8)), 0.2, atol=1e-7)
    assert denoise_bilateral(np.empty((0, 5), np.float32)).shape == (0, 5)
