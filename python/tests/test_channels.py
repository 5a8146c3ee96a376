# SPDX-License-Identifier: Apache-2.0
"""Many channels: they share their weights, wherever their axis is."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import pyselvage as sv

OPTIONS: dict[str, Any] = {"sigma_space": 1.2, "radius": 2, "border": "clamp", "device": "cpu"}


def stated(image: Any, guide: Any, sigma: float, radius: int, sigma_range: float, norm: str) -> Any:
    """State the joint bilateral filter for the border clamp; channels are last."""
    pads = [(radius, radius), (radius, radius), (0, 0)]
    centre, near = guide.astype(np.float64), np.pad(guide.astype(np.float64), pads, mode="edge")
    values = np.pad(image.astype(np.float64), pads, mode="edge")
    rows, columns = image.shape[:2]
    total, weights = np.zeros(image.shape), np.zeros((rows, columns, 1))
    for dy, dx in itertools.product(range(2 * radius + 1), repeat=2):
        window = np.s_[dy : dy + rows, dx : dx + columns]
        apart = np.abs(near[window] - centre)
        squared = apart.sum(-1) ** 2 if norm == "l1" else (apart**2).sum(-1)
        space = ((dy - radius) ** 2 + (dx - radius) ** 2) / (2 * sigma**2)
        weight = np.exp(-space - squared / (2 * sigma_range**2))[..., None]
        total += weight * values[window]
        weights += weight
    return total / weights


def cube(channels: int, seed: int = 5) -> Any:
    return np.random.default_rng(seed).random((19, 31, channels), np.float32)


@pytest.mark.parametrize("norm", ["l2", "l1"])
@pytest.mark.parametrize("channels", [5, 8, 67])
def test_they_share_the_weights_of_the_definition(channels: int, norm: Any) -> None:
    image = cube(channels)
    sigma_range = 0.5 * (channels if norm == "l1" else channels**0.5)
    result = sv.bilateral(image, channel_axis=-1, sigma_range=sigma_range, norm=norm, **OPTIONS)
    assert np.abs(result - stated(image, image, 1.2, 2, sigma_range, norm)).max() < 4e-6


@pytest.mark.parametrize(("values", "guides"), [(16, 3), (1, 16), (67, 5)])
def test_guides_have_channels_of_their_own(values: int, guides: int) -> None:
    image, guide = cube(values), cube(guides, 6)
    result = sv.joint_bilateral(
        image, guide, channel_axis=-1, guide_channel_axis=-1, sigma_range=0.8, **OPTIONS
    )
    assert np.abs(result - stated(image, guide, 1.2, 2, 0.8, "l2")).max() < 4e-6


def test_geometry_takes_channels_in_any_number() -> None:
    image, depth = cube(9), 1 + np.arange(19 * 31, dtype=np.float32).reshape(19, 31) % 7
    options: dict[str, Any] = {"depth": depth, "depth_threshold": 0.5, "radius": 4, "device": "cpu"}
    whole = sv.geometry_guided(image, channel_axis=-1, **options)
    for c in range(9):
        assert np.array_equal(whole[..., c], sv.geometry_guided(image[..., c], **options))


@pytest.mark.parametrize("axis", [0, 1])
def test_any_axis_is_that_of_channels(axis: int) -> None:
    image = cube(24)
    right = sv.bilateral(image, channel_axis=-1, sigma_range=1.0, **OPTIONS)
    moved = np.moveaxis(image, -1, axis)
    result = sv.bilateral(moved, channel_axis=axis, sigma_range=1.0, **OPTIONS)
    np.testing.assert_array_equal(np.moveaxis(result, axis, -1), right)


@pytest.mark.parametrize("filter", [sv.gaussian, sv.box])
def test_means_are_those_of_each_channel(filter: Any) -> None:
    image = cube(13)
    result = filter(image, channel_axis=-1, radius=3, device="cpu")
    for c in range(13):
        one = filter(image[..., c], radius=3, device="cpu")
        assert np.abs(result[..., c] - one).max() < 2e-6


def test_chunks_of_dask_hold_all_channels() -> None:
    da = pytest.importorskip("dask.array")
    pytest.importorskip("pyselvage.dask")
    image = cube(24)
    right = sv.bilateral(image, channel_axis=-1, sigma_range=1.0, **OPTIONS)
    lazy = da.from_array(image, chunks=(10, 16, 24))
    result = sv.bilateral(lazy, channel_axis=-1, sigma_range=1.0, **OPTIONS).compute()
    np.testing.assert_array_equal(result, right)


def test_what_takes_four_says_so() -> None:
    image = cube(5)
    with pytest.raises(sv.InvalidArgument, match="rolling takes 1 to 4 channels, the image has 5"):
        sv.rolling_guidance(image, channel_axis=-1, device="cpu")
    with pytest.raises(sv.InvalidArgument, match="norm lab needs three colour channels"):
        sv.bilateral(image, channel_axis=-1, norm="lab", device="cpu")
    with pytest.raises(sv.InvalidArgument, match="alpha weight takes up to 4 channels"):
        sv.gaussian(image, channel_axis=-1, has_alpha=True, alpha="weight", device="cpu")
