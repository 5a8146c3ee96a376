# SPDX-License-Identifier: Apache-2.0
"""pyselvage.kornia beside kornia's formula, and beside kornia where it is installed."""

import numpy as np
import pytest

from pyselvage.kornia import bilateral_blur, joint_bilateral_blur

PADS = {"reflect": "reflect", "replicate": "edge", "circular": "wrap", "constant": "constant"}


def formula(image, guide, size, sigma_color, sigma_space, border, distance):
    """kornia's weights: Gaussians of the distance in space, and of l1 or l2 over the channels."""
    radius = size // 2
    pads = ((0, 0), (0, 0), (radius, radius), (radius, radius))
    images = np.pad(image.astype(np.float64), pads, mode=PADS[border])
    guides = np.pad(guide.astype(np.float64), pads, mode=PADS[border])
    rows, columns = image.shape[2:]
    total, weights = 0, 0
    for dy in range(size):
        for dx in range(size):
            part = (..., slice(dy, dy + rows), slice(dx, dx + columns))
            apart = guides[part] - guide
            squared = (apart**2).sum(1) if distance == "l2" else np.abs(apart).sum(1) ** 2
            far = (dy - radius) ** 2 + (dx - radius) ** 2
            weight = np.exp(-far / (2 * sigma_space**2) - squared / (2 * sigma_color**2))[:, None]
            total, weights = total + weight * images[part], weights + weight
    return total / weights


def tensor(channels, seed=0):
    samples = np.random.default_rng(seed).random((2, channels, 30, 40), np.float32)
    return np.cumsum(samples, axis=3) / 20


@pytest.mark.parametrize("border", PADS)
@pytest.mark.parametrize("distance", ["l1", "l2"])
@pytest.mark.parametrize("channels", [1, 3])
def test_the_formula(channels, distance, border):
    image, guide = tensor(channels), tensor(3, 1)
    options = {"border_type": border, "color_distance_type": distance}
    expected = formula(image, image, 5, 0.1, 1.5, border, distance)
    assert np.abs(bilateral_blur(image, 5, 0.1, (1.5, 1.5), **options) - expected).max() < 4e-6
    expected = formula(image, guide, 5, 0.1, 1.5, border, distance)
    result = joint_bilateral_blur(image, guide, (5, 5), 0.1, (1.5, 1.5), **options)
    assert np.abs(result - expected).max() < 4e-6


def test_kornia():
    filters = pytest.importorskip("kornia.filters")
    torch = pytest.importorskip("torch")
    image, guide = torch.from_numpy(tensor(3)), torch.from_numpy(tensor(1, 1))
    for distance in ("l1", "l2"):
        arguments = (5, 0.1, (1.5, 1.5), "reflect", distance)
        result = bilateral_blur(image, *arguments)
        assert isinstance(result, torch.Tensor)
        assert (result - filters.bilateral_blur(image, *arguments)).abs().max() < 4e-6
        result = joint_bilateral_blur(image, guide, *arguments)
        expected = filters.joint_bilateral_blur(image, guide, *arguments)
        assert (result - expected).abs().max() < 4e-6


def test_float64_is_computed_in_float32():
    image = tensor(3).astype(np.float64)
    result = bilateral_blur(image, 5, 0.1, 1.5)
    assert result.dtype == np.float64
    assert np.abs(result - formula(image, image, 5, 0.1, 1.5, "reflect", "l1")).max() < 4e-6


def test_what_cannot_be_matched_is_refused():
    image = tensor(3)
    for arguments, name in (
        (((3, 5), 0.1, 1.5), "kernel_size"),
        ((4, 0.1, 1.5), "kernel_size"),
        ((3, 0.1, (1.0, 2.0)), "sigma_space"),
        ((3, [0.1, 0.2], 1.5), "sigma_color"),
    ):
        with pytest.raises(NotImplementedError, match=f"^{name}: "):
            bilateral_blur(image, *arguments)
    with pytest.raises(ValueError, match="axes"):
        bilateral_blur(image[0], 3, 0.1, 1.5)
    with pytest.raises(ValueError, match="border_type"):
        bilateral_blur(image, 3, 0.1, 1.5, border_type="mirror")
