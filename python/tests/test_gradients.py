# SPDX-License-Identifier: Apache-2.0
"""Gradients of arrays. tests/methods/gradient compares their values with the reference."""

from __future__ import annotations

import math

import numpy as np
import pytest
from conftest import samples

import pyselvage as sv


def test_two_pixels() -> None:
    """Both sigmas 1: dL/dw is 1 / (1 + w)^2 for L = out(0), w = 1 / e."""
    image = np.array([[0, 1]], np.float32)
    filter = sv.Bilateral(sigma_space=1, sigma_range=1, radius=1, border="shrink")
    d = sv.gradient(filter, image, np.array([[1, 0]], np.float32))
    w = math.exp(-1)
    by_weight = w / (1 + w) ** 2
    np.testing.assert_allclose(d.image, [[1 / (1 + w) + by_weight, w * by_weight]], rtol=1e-5)
    assert d.image.dtype == np.float32
    assert d.guide is None
    assert d.sigma_space == pytest.approx(by_weight, rel=1e-5)
    assert d.sigma_range == pytest.approx(by_weight, rel=1e-5)
    assert 0 < d.error_bound < 1e-4


@pytest.mark.parametrize("channels", [3, 7])
@pytest.mark.parametrize("norm", ["l2", "l1", "per_channel"])
def test_differences(norm: sv.choices.Norm, channels: int) -> None:
    """A step along the gradient changes L as the gradient says."""
    image = samples((14, 15, channels), np.float32)
    guide = samples((14, 15, channels), np.float32, 2)
    weights = samples((14, 15, channels), np.float32, 3) - 0.5
    axes = {"channel_axis": -1, "guide_channel_axis": -1}
    filter = sv.JointBilateral(sigma_space=2, sigma_range=0.5, radius=3, norm=norm)
    d = sv.gradient(filter, image, weights, guide=guide, **axes)

    def loss(image: np.ndarray, guide: np.ndarray, sigma: float) -> float:
        moved = sv.JointBilateral(sigma_space=2, sigma_range=sigma, radius=3, norm=norm)
        out = sv.run(moved, image, guide=guide, exact=True, device="cpu", **axes)
        return float((out.astype(np.float64) * weights).sum())

    step = 2.0**-7
    for name, array in (("image", d.image), ("guide", d.guide)):
        direction = array / np.sqrt(np.square(array, dtype=np.float64).sum())
        moved = {"image": image, "guide": guide}
        values = []
        for sign in (1, -1):
            there = {**moved, name: (moved[name] + sign * step * direction).astype(np.float32)}
            values.append(loss(there["image"], there["guide"], 0.5))
        expected = float((array.astype(np.float64) * direction).sum())
        assert (values[0] - values[1]) / (2 * step) == pytest.approx(expected, rel=5e-3)
    values = [loss(image, guide, 0.5 + sign * step) for sign in (1, -1)]
    assert (values[0] - values[1]) / (2 * step) == pytest.approx(d.sigma_range, rel=5e-3)


def test_layouts_and_batches() -> None:
    image = samples((2, 3, 10, 12), np.uint8)
    weights = samples((2, 3, 10, 12), np.float32)
    filter = sv.Bilateral(radius=2)
    d = sv.gradient(filter, image, weights, channel_axis=1, batch_axes=0)
    assert d.image.shape == image.shape
    last = sv.gradient(
        filter, image[1].transpose(1, 2, 0), weights[1].transpose(1, 2, 0), channel_axis=-1
    )
    np.testing.assert_array_equal(last.image.transpose(2, 0, 1), d.image[1])
    one = sv.Engine("cpu", threads=1)
    again = sv.gradient(filter, image, weights, channel_axis=1, batch_axes=0, device=one)
    np.testing.assert_array_equal(again.image, d.image)
    assert again.sigma_range == d.sigma_range


def test_refusals() -> None:
    image = samples((10, 12), np.float32)
    with pytest.raises(sv.Unsupported, match="norm luma has no gradient"):
        sv.gradient(sv.Bilateral(norm="luma"), image, image.copy())
    with pytest.raises(sv.Unsupported, match="the gradient of 2 iterations"):
        sv.gradient(sv.Bilateral(iterations=2), image, image.copy())
    with pytest.raises(sv.Unsupported, match="fills holes"):
        sv.gradient(sv.Bilateral(fill=True), image, image.copy())
    with pytest.raises(sv.Unsupported, match="box has no gradient"):
        sv.gradient(sv.Box(), image, image.copy())
    with pytest.raises(sv.InvalidType, match="must be float32"):
        sv.gradient(sv.Bilateral(), image, image.astype(np.float16))
    with pytest.raises(sv.InvalidArgument, match="d_output: has the shape"):
        sv.gradient(sv.Bilateral(), image, image[1:])
    with pytest.raises(sv.InvalidArgument, match="guide"):
        sv.gradient(sv.JointBilateral(), image, image.copy())
    batch = samples((2, 2, 10, 12), np.float32)
    with pytest.raises(sv.InvalidArgument, match="one axis of images"):
        sv.gradient(sv.Bilateral(), batch, batch.copy(), batch_axes=(0, 1))
