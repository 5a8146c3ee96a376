# SPDX-License-Identifier: Apache-2.0
"""Volumes and sequences: the axis of depth is named, and windows span it."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pyselvage as sv


def stated(image: Any, sigma: float, sigma_depth: float, radius: int, depth: int) -> Any:
    """State the bilateral filter of a gray volume for the border clamp."""
    pads = [(depth, depth), (radius, radius), (radius, radius)]
    centre = image.astype(np.float64)
    padded = np.pad(centre, pads, mode="edge")
    total, weights = np.zeros_like(centre), np.zeros_like(centre)
    plane = range(-radius, radius + 1)
    for dz, dy, dx in itertools.product(range(-depth, depth + 1), plane, plane):
        z, y, x = depth + dz, radius + dy, radius + dx
        tap = padded[z : z + len(image), y : y + image.shape[1], x : x + image.shape[2]]
        space = (dx * dx + dy * dy) / (2 * sigma**2) + dz * dz / (2 * sigma_depth**2)
        weight = np.exp(-space - (tap - centre) ** 2 / (2 * 0.2**2))
        total += weight * tap
        weights += weight
    return total / weights


def volume(*shape: int) -> Any:
    return np.random.default_rng(5).random(shape, np.float32)


OPTIONS: dict[str, Any] = {
    "sigma_space": 1.2,
    "sigma_range": 0.2,
    "radius": 2,
    "border": "clamp",
    "sigma_depth": 0.8,
    "radius_depth": 1,
    "device": "cpu",
}


def test_it_is_what_the_definition_says() -> None:
    image = volume(6, 20, 15)
    result = sv.bilateral(image, depth_axis=0, **OPTIONS)
    assert np.abs(result - stated(image, 1.2, 0.8, 2, 1)).max() < 4e-6


@pytest.mark.parametrize("axis", [0, 1, 2, -1])
def test_any_axis_is_depth(axis: int) -> None:
    image = volume(6, 20, 15)
    right = sv.bilateral(image, depth_axis=0, **OPTIONS)
    moved = np.moveaxis(image, 0, axis)
    result = sv.bilateral(moved, depth_axis=axis, **OPTIONS)
    assert np.array_equal(np.moveaxis(result, axis, 0), right)


def test_channels_batches_masks_and_guides() -> None:
    images = volume(2, 5, 12, 9, 3)
    masks = (volume(2, 5, 12, 9) > 0.2).astype(np.uint8)
    guides = volume(2, 5, 12, 9)
    filtered = sv.joint_bilateral(
        images, guides, mask=masks, batch_axes=(0,), depth_axis=1, channel_axis=-1, **OPTIONS
    )
    one_mask = sv.joint_bilateral(
        images, guides, mask=masks[0], batch_axes=(0,), depth_axis=1, channel_axis=-1, **OPTIONS
    )
    for b in range(2):
        own = sv.joint_bilateral(
            images[b], guides[b], mask=masks[b], depth_axis=0, channel_axis=-1, **OPTIONS
        )
        assert np.array_equal(filtered[b], own)
    assert np.array_equal(filtered[0], one_mask[0])
    assert not np.array_equal(filtered[1], one_mask[1])


def test_a_batch_is_no_volume() -> None:
    images = volume(4, 12, 9)
    each = sv.gaussian(images, batch_axes=(0,), sigma_space=1, device="cpu")
    together = sv.gaussian(images, depth_axis=0, sigma_space=1, device="cpu")
    assert not np.allclose(each, together)
    assert np.allclose(sv.gaussian(images, depth_axis=0, sigma_space=1, radius_depth=0), each)


def test_causal_frames_look_back() -> None:
    frames = volume(5, 1, 1)
    result = sv.box(frames, radius=0, radius_depth=2, third_axis="causal", depth_axis=0)
    right = [frames[max(0, t - 2) : t + 1].mean() for t in range(5)]
    assert np.allclose(result[:, 0, 0], right, atol=1e-6)


@pytest.mark.parametrize("axis", ["time", "causal"])
def test_holes_are_filled_by_the_guides_of_their_frames(axis: Any) -> None:
    values, guides = volume(6, 8, 7), np.random.default_rng(6).random((6, 8, 7), np.float32)
    holes = np.random.default_rng(7).random((6, 8, 7)) < 0.4
    values[holes] = np.nan
    result = sv.joint_bilateral(
        values, guides, fill=True, depth_axis=0, third_axis=axis, radius=0, radius_depth=2,
        sigma_depth=1.5, sigma_range=0.3, border="shrink", device="cpu",
    )  # fmt: skip
    for t, y, x in np.ndindex(values.shape):
        near = slice(max(0, t - 2), t + (3 if axis == "time" else 1))
        taps, away = values[near, y, x].astype(float), np.arange(6)[near] - t
        apart = guides[near, y, x].astype(float) - guides[t, y, x]
        weights = np.exp(-(away**2) / (2 * 1.5**2) - apart**2 / (2 * 0.3**2))[np.isfinite(taps)]
        if weights.size == 0:
            assert np.isnan(result[t, y, x])
            continue
        right = (weights * taps[np.isfinite(taps)]).sum() / weights.sum()
        assert abs(result[t, y, x] - right) < 4e-6


def test_what_has_no_third_axis_says_so() -> None:
    image = volume(4, 12, 9)
    with pytest.raises(sv.Unsupported, match="guided has no third axis"):
        sv.run(sv.Guided(), image, depth_axis=0)
    with pytest.raises(sv.InvalidArgument, match="depth_axis=0 for slices of a volume"):
        sv.bilateral(image)
    with pytest.raises(sv.InvalidArgument, match="named twice"):
        sv.bilateral(volume(4, 12, 9, 3), depth_axis=0, channel_axis=0)
    with pytest.raises(sv.InvalidArgument, match="named twice"):
        sv.gaussian(volume(2, 4, 12, 9), depth_axis=1, batch_axes=(1,))


def test_plans_and_blocks_have_all_slices() -> None:
    image = volume(4, 60, 50)
    filter = sv.Bilateral(sigma_space=1, radius_depth=1)
    plan = sv.plan(filter, image, depth_axis=0, device="cpu")
    right = sv.bilateral(image, sigma_space=1, radius_depth=1, depth_axis=0, device="cpu")
    assert np.array_equal(plan.run(image), right)
    result = np.empty_like(image)
    for read, write, frame in sv.blocks(plan, 32):
        result[write] = plan.run_part(image[read], frame)
    assert np.array_equal(result, right)
    assert "no third axis" in str(sv.explain(filter, image, depth_axis=0, device="cpu"))


def test_arrays_of_dask() -> None:
    da = pytest.importorskip("dask.array")
    image = volume(4, 60, 50)
    lazy = da.from_array(image, chunks=(4, 32, 32))
    mask = (volume(4, 60, 50) > 0.3).astype(np.uint8)
    for border in ("reflect101", "shrink"):
        options: Any = {"sigma_space": 1, "border": border, "depth_axis": 0, "device": "cpu"}
        result = sv.bilateral(lazy, mask=da.from_array(mask, chunks=(4, 60, 50)), **options)
        assert np.array_equal(result.compute(), sv.bilateral(image, mask=mask, **options))


BORDERS = ("reflect101", "reflect", "clamp", "wrap", "constant", "shrink", "copy")


@pytest.mark.parametrize("border", BORDERS)
def test_chunks_of_slices(border: str) -> None:
    da = pytest.importorskip("dask.array")
    image = (255 * volume(11, 40, 50)).astype(np.uint8)
    guide = volume(11, 40, 50, 3)
    mask = (volume(11, 40, 50) > 0.3).astype(np.uint8)
    for axis in ("space", "time", "causal"):
        options: dict[str, Any] = {
            "sigma_space": 1,
            "radius": 2,
            "radius_depth": 2,
            "third_axis": axis,
            "border": border,
            "depth_axis": 0,
            "device": "cpu",
        }
        for chunks in ((4, 32, 32), ((3, 2, 6), 40, 50), (11, 20, 50), (6, 40, 25)):
            lazy = da.from_array(image, chunks=chunks)
            result = sv.bilateral(lazy, mask=da.from_array(mask, chunks=(6, 40, 20)), **options)
            assert result.chunks == lazy.chunks
            np.testing.assert_array_equal(
                result.compute(), sv.bilateral(image, mask=mask, **options)
            )
            twice = sv.bilateral(lazy, **{**options, "radius": 1, "radius_depth": 1}, iterations=2)
            np.testing.assert_array_equal(
                twice.compute(),
                sv.bilateral(image, **{**options, "radius": 1, "radius_depth": 1}, iterations=2),
            )
            joint = sv.joint_bilateral(lazy, guide, guide_channel_axis=-1, **options)
            np.testing.assert_array_equal(
                joint.compute(),
                sv.joint_bilateral(image, guide, guide_channel_axis=-1, **options),
            )


def test_chunks_of_slices_that_are_too_few() -> None:
    da = pytest.importorskip("dask.array")
    lazy = da.from_array(volume(6, 20, 20), chunks=(2, 20, 20))
    with pytest.raises(sv.InvalidArgument, match="along axis 0 has 2 slices") as refused:
        sv.gaussian(lazy, radius_depth=3, depth_axis=0)
    assert "rechunk({0: 6})" in str(refused.value)
    long = da.zeros((100, 9, 9), chunks=(2, 9, 9), dtype="float32")
    with pytest.raises(sv.InvalidArgument) as refused:
        sv.gaussian(long, radius_depth=5, depth_axis=0)
    assert "rechunk({0: 34})" in str(refused.value)  # 32 would leave 4 slices
    assert sv.gaussian(lazy.rechunk({0: 3}), radius_depth=3, depth_axis=0).shape == (6, 20, 20)


def test_stores_of_slices(tmp_path: Path) -> None:
    zarr = pytest.importorskip("zarr")
    lazy = pytest.importorskip("pyselvage.dask")
    image = volume(9, 40, 50)
    zarr.create_array(str(tmp_path / "v.zarr"), data=image, chunks=(2, 20, 25))
    options: Any = {"sigma_space": 1, "radius_depth": 3, "depth_axis": 0}
    result = lazy.gaussian(lazy.from_zarr(tmp_path / "v.zarr"), **options)
    assert len(result.dask) == result.npartitions  # tasks read their own windows
    np.testing.assert_array_equal(result.compute(), sv.gaussian(image, device="cpu", **options))


def test_blocks_of_slices() -> None:
    image = volume(9, 30, 40)
    for third_axis in ("space", "causal"):
        filter = sv.Bilateral(sigma_space=1, radius=2, radius_depth=2, third_axis=third_axis)
        plan = sv.plan(filter, image, depth_axis=0, device="cpu")
        right = plan.run(image)
        for size in (16, (30, 20), (4, 16, 40), (1, 30, 40)):
            result = np.zeros_like(image)
            for read, write, frame in sv.blocks(plan, size):
                result[write] = plan.run_part(image[read], frame)
            np.testing.assert_array_equal(result, right)
    with pytest.raises(sv.InvalidType, match="nor three"):
        sv.blocks(plan, (1, 2, 3, 4))
    wrapped = sv.Bilateral(radius=0, radius_depth=1, border="wrap")
    with pytest.raises(sv.Unsupported, match="wrap"):
        sv.blocks(sv.plan(wrapped, image, depth_axis=0, device="cpu"), (4, 16, 40))


def test_a_frame_without_slices_has_all() -> None:
    image = volume(5, 30, 40)
    plan = sv.plan(sv.Gaussian(sigma_space=1), image, depth_axis=0, device="cpu")
    frame: Any = (40, 30, 0, 0, (4, 5, 20, 10))  # a plain tuple will do
    np.testing.assert_array_equal(plan.run_part(image, frame), plan.run(image)[:, 5:15, 4:24])


@pytest.mark.parametrize("window", ["square", "disc"])
def test_one_slice_wraps_around_nothing(window: Any) -> None:
    da = pytest.importorskip("dask.array")
    for dtype in (np.float32, np.uint8):
        image = (volume(1, 40, 50) * 200).astype(dtype)
        for filter in (sv.Gaussian(border="wrap"), sv.Bilateral(border="wrap", window=window)):
            lazy = sv.run(filter, da.from_array(image, chunks=(1, 20, 25)), depth_axis=0)
            right = sv.run(filter, image, depth_axis=0, device="cpu")
            np.testing.assert_array_equal(lazy.compute(), right)


def test_an_automatic_strength() -> None:
    image = volume(4, 64, 50)
    filtered = sv.bilateral(image, sigma_range="auto", sigma_space=1, depth_axis=0, device="cpu")
    assert filtered.std() < image.std()
