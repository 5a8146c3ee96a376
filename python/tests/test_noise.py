# SPDX-License-Identifier: Apache-2.0
"""The estimate of noise beside the same definition in NumPy, and filters that use it."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from conftest import TYPES

import pyselvage as sv

LUMA = np.array([0.299, 0.587, 0.114])


def scene(shape: tuple[int, ...], sigma: float, dtype: Any = np.float32, seed: int = 1) -> Any:
    """Return slopes and edges with noise, clipped in dark parts; a third axis is of channels."""
    y, x = np.ogrid[: shape[0], : shape[1]]
    plain = 0.08 + 0.3 * ((x // 40 + y // 27) % 2) + 0.1 * (x + y) / sum(shape[:2])
    if len(shape) == 3:
        plain = plain[..., np.newaxis]
    values = plain + np.random.default_rng(seed).normal(0, sigma, shape)
    top = {"uint8": 255, "uint16": 65535}.get(np.dtype(dtype).name)
    return values.astype(dtype) if top is None else np.rint(values.clip(0, 1) * top).astype(dtype)


def places(length: int) -> list[slice]:
    """Return the tiles along a side: docs/noise.md."""
    tile, count = min(length, 16), min(max(length // 16, 1), 32)
    starts = [i * (length - tile) // max(1, count - 1) for i in range(count)]
    return [slice(start, start + tile) for start in starts]


def reference(planes: np.ndarray, clipped: np.ndarray) -> tuple[list[float], float]:
    """Return the noise of each plane and the contrast, written again from docs/noise.md."""
    tiles = list(itertools.product(places(planes.shape[0]), places(planes.shape[1])))
    sigma, squares = [], 0.0
    for plane in np.moveaxis(planes, -1, 0):
        differences, variances = [], []
        for tile in tiles:
            own, bad = plane[tile], clipped[tile]
            variances.append(own.var())
            if min(own.shape) < 3:
                continue
            windows = np.lib.stride_tricks.sliding_window_view(own, (3, 3)).reshape(-1, 9)
            bads = np.lib.stride_tricks.sliding_window_view(bad, (3, 3)).reshape(-1, 9)
            counts = ~bads.any(1) & (windows.min(1) < windows.max(1))
            if 2 * counts.sum() >= len(windows):
                second = windows @ np.outer([1, -2, 1], [1, -2, 1]).ravel() / 6
                differences.append(np.sqrt((second[counts] ** 2).mean()))
        found = 0.0
        if differences:
            height, width = (s.stop - s.start for s in tiles[0])
            spread = 70 / 36 / np.sqrt(2 * (height - 2) * (width - 2))
            ordered = np.sort(differences)
            found = ordered[(len(ordered) - 1) // 4] * (1 + 0.6745 * spread)
            kept = np.array([])
            while True:
                now = ordered[ordered <= found * (1 + 2 * spread)]
                if len(now) == len(kept):
                    break
                kept = now
                found = np.sqrt((kept**2).mean())
        sigma.append(float(found))
        squares += max(0.0, float(np.mean(variances)) - found**2)
    return sigma, float(np.sqrt(squares / planes.shape[-1]))


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("shape", [(70, 90), (70, 90, 3), (600, 530, 2), (9, 200), (3, 3)])
def test_is_the_definition(shape: tuple[int, ...], dtype: Any) -> None:
    image = scene(shape, 0.06, dtype)
    axis = -1 if len(shape) == 3 else None
    noise = sv.estimate_noise(image, channel_axis=axis)
    top = {"uint8": 255, "uint16": 65535}.get(np.dtype(dtype).name, 1)
    planes = np.atleast_3d(image.astype(np.float64) / top)
    sigma = [reference(plane[..., np.newaxis], (plane == 0) | (plane == 1))
             for plane in np.moveaxis(planes, -1, 0)]  # fmt: skip
    np.testing.assert_allclose(noise.sigma, [own[0][0] for own in sigma], rtol=1e-9)
    contrast = np.sqrt(np.mean([own[1] ** 2 for own in sigma]))
    np.testing.assert_allclose(noise.contrast, contrast, rtol=1e-9, atol=1e-12)


def test_luma_is_the_definition() -> None:
    image = scene((70, 90, 3), 0.06, np.uint8)
    noise = sv.estimate_noise(image, norm="luma", channel_axis=-1)
    clipped = ((image == 0) | (image == 255)).any(-1)
    sigma, contrast = reference(((image / 255.0) @ LUMA)[..., np.newaxis], clipped)
    np.testing.assert_allclose(noise.sigma, sigma, rtol=1e-9)
    np.testing.assert_allclose(noise.contrast, contrast, rtol=1e-9)


def test_sigma_range_is_the_definition() -> None:
    noise = sv.estimate_noise(scene((200, 200, 3), 0.03), channel_axis=-1)
    sigma = np.sqrt(np.mean(np.square(noise.sigma)))
    hidden = min(2, sigma / (2 * noise.contrast))
    for sigma_space, strength, factor in (
        (3, "medium", 1),
        (2, "mild", 0.75),
        (0.2, "strong", 1.6),
    ):
        expected = 1.08 * 3 ** (1 / 7) * sigma * (1 + 1 / max(sigma_space, 0.5)) * (1 + hidden)
        found = noise.sigma_range(sigma_space, strength)  # type: ignore[arg-type]
        np.testing.assert_allclose(found, factor * expected, rtol=1e-6)


def functions(image: Any, guide: Any, **options: Any) -> dict[str, Any]:
    """Return the results of all functions that take a sigma_range."""
    small = image[::2, ::2]
    guided = {**options, "guide_channel_axis": None}
    return {
        "bilateral": sv.bilateral(image, **options),
        "rolling_guidance": sv.rolling_guidance(image, **options),
        "joint_bilateral": sv.joint_bilateral(image, guide, **guided),
        "joint_upsample": sv.joint_upsample(small, guide, **guided),
    }


@pytest.mark.parametrize("word", ["auto", "mild", "medium", "strong"])
def test_functions_take_the_estimate(word: Any) -> None:
    image, guide = scene((60, 80, 3), 0.05), scene((60, 80), 0.02, np.uint8, seed=2)
    strength = "medium" if word == "auto" else word
    noise = sv.estimate_noise(image, channel_axis=-1)
    of_guide = sv.estimate_noise(guide)
    automatic = functions(image, guide, sigma_range=word, channel_axis=-1)
    for name, result in automatic.items():
        space = 1.0 if name == "joint_upsample" else 3.0
        used = of_guide if name.startswith("joint") else noise
        given = used.sigma_range(space, strength)
        expected = functions(image, guide, sigma_range=given, channel_axis=-1)[name]
        np.testing.assert_array_equal(result, expected, err_msg=name)


def test_layouts() -> None:
    image = scene((60, 80, 3), 0.05)
    expected = sv.estimate_noise(image, channel_axis=-1)
    assert sv.estimate_noise(np.moveaxis(image, -1, 0), channel_axis=0) == expected
    assert sv.estimate_noise(image[:, :, np.newaxis], channel_axis=3, batch_axes=(2,)) == expected
    wide = np.repeat(image, 2, axis=1)[:, ::2]  # strided
    assert sv.estimate_noise(wide, channel_axis=-1) == expected
    with_alpha = np.concatenate([image, image[..., :1]], -1)
    assert sv.estimate_noise(with_alpha, channel_axis=-1, has_alpha=True) == expected
    assert len(sv.estimate_noise(with_alpha, channel_axis=-1).sigma) == 4


def test_masks_and_invalid_values() -> None:
    image = scene((60, 80), 0.05)
    mask = np.ones((60, 80), bool)
    mask[::7, ::9] = False
    holes = np.where(mask, image, np.float32(np.nan))
    expected = sv.estimate_noise(holes)
    assert sv.estimate_noise(np.where(mask, image, np.float32(5))) != expected
    assert sv.estimate_noise(np.where(mask, image, np.float32(5)), invalid=5) == expected
    assert sv.estimate_noise(np.where(mask, image, np.float32(5)), mask=mask) == expected
    stack = np.stack([image, image])
    both = sv.estimate_noise(stack, mask=mask, batch_axes=(0,))
    np.testing.assert_allclose(both.sigma, expected.sigma, rtol=1e-5)


def test_images_without_noise() -> None:
    for shape in ((1, 1), (2, 50), (40, 40)):
        for dtype, least in ((np.uint8, 0.5 / 255), (np.uint16, 0.5 / 65535), (np.float32, 1e-6)):
            noise = sv.estimate_noise(np.full(shape, 1 if dtype == np.float32 else 9, dtype))
            assert noise.sigma == (0.0,)
            np.testing.assert_allclose(noise.sigma_range(), least, rtol=1e-6)
            sv.bilateral(np.full(shape, 9, dtype), sigma_range="auto")
    empty = sv.bilateral(np.zeros((0, 5), np.uint8), sigma_range="auto")
    assert empty.shape == (0, 5)


def test_refusals() -> None:
    image = scene((20, 30), 0.05)
    with pytest.raises(sv.InvalidType, match=r"sigma_range 'weak' is not a number"):
        sv.bilateral(image, sigma_range="weak")  # type: ignore[arg-type]
    with pytest.raises(sv.InvalidArgument, match="norm lab needs three colour channels"):
        sv.bilateral(image, sigma_range="auto", norm="lab")
    with pytest.raises(sv.InvalidArgument, match="norm 'l3' is not one of l2, "):
        sv.estimate_noise(image, norm="l3")  # type: ignore[arg-type]
    with pytest.raises(sv.InvalidArgument, match="sigma_space 0 is not above 0"):
        sv.estimate_noise(image).sigma_range(0.0)
    with pytest.raises(sv.InvalidType, match="sigma_range 'auto' is not a number"):
        sv.Bilateral(sigma_range="auto")  # type: ignore[arg-type]


def test_dask() -> None:
    da = pytest.importorskip("dask.array")
    image, guide = scene((150, 170, 3), 0.05), scene((150, 170), 0.02, np.uint8, seed=2)
    mask = np.ones((150, 170), bool)
    mask[::7, ::9] = False
    lazy = da.from_array(image, chunks=(64, 50, 3))
    noise = sv.estimate_noise(lazy, mask=mask, channel_axis=-1)
    assert noise.compute() == sv.estimate_noise(image, mask=mask, channel_axis=-1)
    options: dict[str, Any] = {"sigma_range": "auto", "sigma_space": 1.5, "channel_axis": -1}
    for more in ({}, {"mask": mask}, {"norm": "lab"}, {"max_error": 1e-4}, {"border": "wrap"}):
        want = sv.bilateral(image, **options, **more)
        got = sv.bilateral(lazy, **options, **more).compute(scheduler="synchronous")
        np.testing.assert_array_equal(got, want, err_msg=str(more))
    want = sv.joint_bilateral(image, guide, **options)
    got = sv.joint_bilateral(lazy, da.from_array(guide, chunks=70), **options)
    np.testing.assert_array_equal(got.compute(scheduler="synchronous"), want)
    whole = da.from_array(image[::2, ::2], chunks=-1)
    want = sv.joint_upsample(image[::2, ::2], guide, **options)
    got = sv.joint_upsample(whole, guide, **options).compute(scheduler="synchronous")
    np.testing.assert_array_equal(got, want)


def test_dask_reads_the_lattice_once() -> None:
    da = pytest.importorskip("dask.array")
    image = scene((700, 700), 0.05)
    lazy = da.from_array(image, chunks=350)
    graph = sv.bilateral(lazy, sigma_range="auto", sigma_space=1).__dask_graph__()
    assert sum("computed" in str(key) for key in graph) >= 1
    estimates = {str(key) for key in graph if str(key).startswith("computed")}
    assert len(estimates) == 1


def test_torch() -> None:
    torch = pytest.importorskip("torch")
    image = scene((60, 80), 0.05)
    assert sv.estimate_noise(torch.from_numpy(image)) == sv.estimate_noise(image)
