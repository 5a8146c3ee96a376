# SPDX-License-Identifier: Apache-2.0
"""Colours weighted by alpha."""

from __future__ import annotations

import numpy as np
import pytest

import pyselvage as sv


def _logo() -> np.ndarray:
    logo = np.zeros((9, 9, 4), np.uint8)
    logo[3:6, 3:6] = (255, 0, 0, 255)
    return logo


def test_transparent_colours_do_not_bleed() -> None:
    weighted = sv.gaussian(_logo(), sigma_space=2, channel_axis=-1, alpha="weight", has_alpha=True)
    visible = weighted[..., 3] > 0
    assert visible.sum() > 9
    assert (weighted[visible][:, :3] == (255, 0, 0)).all()
    kept = sv.gaussian(_logo(), sigma_space=2, channel_axis=-1, has_alpha=True)
    assert (kept[..., 3] == _logo()[..., 3]).all()
    assert kept[4, 4, 0] < 255


def test_the_definition() -> None:
    rng = np.random.default_rng(1)
    image = rng.random((5, 7, 4), np.float32)
    result = sv.box(image, radius=1, channel_axis=-1, border="wrap", alpha="weight", has_alpha=True)

    def mean(values: np.ndarray) -> np.ndarray:
        shifted = [np.roll(values, (y, x), (0, 1)) for y in (-1, 0, 1) for x in (-1, 0, 1)]
        return np.mean(shifted, axis=0, dtype=np.float64)

    alpha = mean(image[..., 3:])
    np.testing.assert_allclose(result[..., 3:], alpha, rtol=1e-5)
    np.testing.assert_allclose(
        result[..., :3], mean(image[..., :3] * image[..., 3:]) / alpha, rtol=1e-5
    )


def test_nothing_to_weight_by() -> None:
    image = _logo()
    plain = sv.box(image, radius=1, channel_axis=-1)
    assert (sv.box(image, radius=1, channel_axis=-1, alpha="weight") == plain).all()


def test_refusals() -> None:
    with pytest.raises(ValueError, match="below 0, which alpha weight does not allow"):
        sv.convolve(_logo(), [[0, -1, 0]], channel_axis=-1, alpha="weight", has_alpha=True)
    with pytest.raises(ValueError, match="cannot be used with this filter"):
        sv.geometry_guided(
            _logo(), radius=1, edge_threshold=0.1, channel_axis=-1, alpha="weight", has_alpha=True
        )
