# SPDX-License-Identifier: Apache-2.0
"""Python's pixels are those of the library, here through its command-line tool."""

from __future__ import annotations

import dataclasses
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import TYPES, samples

import pyselvage as sv

VERBS: list[tuple[str, sv.Filter]] = [
    ("bilateral", sv.Bilateral(sigma_space=1.5, sigma_range=0.2, window="disc", norm="l1")),
    ("bilateral", sv.Bilateral(norm="per_channel", iterations=2, border="wrap", radius=4)),
    ("joint", sv.JointBilateral(sigma_space=1.2, sigma_range=0.3, border="clamp")),
    ("upsample", sv.JointUpsampling(sigma_space=0.8, sigma_range=0.2)),
    ("rolling", sv.RollingGuidance(sigma_space=1.0, iterations=2)),
    ("geometry", sv.GeometryGuided(radius=2, edge_threshold=0.3)),
    ("guided", sv.Guided(radius=3, epsilon=0.001, border="clamp")),
    ("guided upsample", sv.GuidedUpsampling(radius=2, epsilon=0.001, border="clamp")),
    ("gaussian", sv.Gaussian(sigma_space=1.3, border="reflect", iterations=2)),
    ("box", sv.Box(radius=2, border="shrink")),
    ("convolve", sv.SeparableConvolution(row=(0.25, 0.5, 0.25), column=(-1, 0, 1), offset=0.5)),
]


def options_of(filter: sv.Filter) -> list[str]:
    """Return the options of the tool for the values that are not defaults."""
    options = []
    for field in dataclasses.fields(filter):  # type: ignore[arg-type]
        value = getattr(filter, field.name)
        if value == field.default:
            continue
        text = ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
        options.append(f"--{field.name.replace('_', '-')}={text}")
    return options


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("channels", [1, 3, 4])
@pytest.mark.parametrize(("verb", "filter"), VERBS, ids=lambda x: getattr(x, "norm", str(x))[:12])
def test_tool(
    tool: Path, tmp_path: Path, verb: str, filter: Any, channels: int, dtype: type
) -> None:
    shape = (13, 17) if channels == 1 else (13, 17, channels)
    axis = None if channels == 1 else -1
    image, guide = samples(shape, dtype), None
    image_path, out_path = tmp_path / "in.tif", tmp_path / "out.tif"
    sv.save(image_path, image, channel_axis=axis)
    more: list[str] = []
    if verb in ("joint", "upsample", "guided", "guided upsample"):
        guide = samples((26, 40, 3) if "upsample" in verb else (13, 17, 3), np.uint8, 2)
        sv.save(tmp_path / "guide.png", guide, channel_axis=-1)
        more = [f"--guide={tmp_path / 'guide.png'}"]
    if "upsample" in verb:
        verb, more = "guided" if "guided" in verb else "joint", [*more, "--upsample"]
    subprocess.run(
        [tool, verb, image_path, out_path, "-d", "cpu", *options_of(filter), *more],
        check=True,
        capture_output=True,
        text=True,
    )
    want = sv.load(out_path)
    got = sv.run(filter, image, guide=guide, channel_axis=axis, guide_channel_axis=-1, device="cpu")
    assert got.dtype == dtype
    np.testing.assert_array_equal(got, want.array)


def test_function_is_filter() -> None:
    image = samples((20, 30, 3), np.uint8)
    guide = samples((20, 30), np.float32)
    axis: Any = {"channel_axis": -1, "device": "cpu"}
    pairs = [
        (sv.bilateral(image, radius=2, **axis), sv.Bilateral(radius=2), {}),
        (
            sv.joint_bilateral(image, guide, sigma_range=0.3, **axis),
            sv.JointBilateral(sigma_range=0.3),
            {"guide": guide},
        ),
        (
            sv.guided(image, guide, radius=2, epsilon=0.1, **axis),
            sv.Guided(radius=2, epsilon=0.1),
            {"guide": guide},
        ),
        (sv.guided(image, radius=2, **axis), sv.Guided(radius=2), {}),
        (sv.rolling_guidance(image, radius=2, **axis), sv.RollingGuidance(radius=2), {}),
        (
            sv.geometry_guided(image, depth=guide, radius=2, **axis),
            sv.GeometryGuided(radius=2),
            {"depth": guide},
        ),
        (sv.gaussian(image, sigma_space=1, **axis), sv.Gaussian(sigma_space=1), {}),
        (sv.box(image, radius=3, **axis), sv.Box(radius=3), {}),
        (
            sv.convolve(image, [[1, 2, 3]], scale=0.1, **axis),
            sv.Convolution(kernel=(1, 2, 3), width=3, height=1, scale=0.1),
            {},
        ),
        (sv.convolve(image, row=[1], **axis), sv.SeparableConvolution(row=(1,)), {}),
    ]
    for got, filter, more in pairs:
        np.testing.assert_array_equal(got, sv.run(filter, image, **axis, **more))
    small = samples((7, 9), np.uint8)
    up = sv.joint_upsample(small, image, guide_channel_axis=-1, device="cpu")
    assert up.shape == (20, 30)
    np.testing.assert_array_equal(
        up, sv.run(sv.JointUpsampling(), small, guide=image, guide_channel_axis=-1, device="cpu")
    )
    up = sv.guided_upsample(small, image, guide_channel_axis=-1, device="cpu")
    assert up.shape == (20, 30)
    np.testing.assert_array_equal(
        up, sv.run(sv.GuidedUpsampling(), small, guide=image, guide_channel_axis=-1, device="cpu")
    )
