# SPDX-License-Identifier: Apache-2.0
"""The programs of examples/scale, as users run them. They leave out engines that are not here."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from conftest import samples

import pyselvage as sv

FOLDER = Path(__file__).parents[2] / "examples" / "scale"
IMAGE = samples((1500, 1200), np.uint16)


def run(program: str, *arguments: object) -> str:
    done = subprocess.run(
        [sys.executable, FOLDER / program, *map(str, arguments)],
        env=os.environ | {"RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=180,
    )
    return done.stdout.splitlines()[-1]


def needs(package: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(find_spec(package) is None, reason=f"{package} is not installed")


@needs("distributed")
@needs("zarr")
def test_dask_zarr(tmp_path: Path) -> None:
    import zarr

    zarr.create_array(str(tmp_path / "in"), data=IMAGE, chunks=(250, 300), shards=(500, 600))
    line = run("dask_zarr.py", tmp_path / "in", tmp_path / "out", 2)
    assert line.endswith("(1500, 1200) in 6 tasks")
    result = zarr.open_array(str(tmp_path / "out"), mode="r")
    assert result.shards == (500, 600)
    np.testing.assert_array_equal(result[:], sv.bilateral(IMAGE, device="cpu"))


def test_processes(tmp_path: Path) -> None:
    np.save(tmp_path / "in.npy", IMAGE)
    assert run("processes.py", tmp_path / "in.npy", tmp_path / "out.npy", 2).endswith("4 blocks")
    want = sv.gaussian(IMAGE, sigma_space=4, device="cpu")
    np.testing.assert_array_equal(np.load(tmp_path / "out.npy"), want)


@needs("ray")
def test_ray(tmp_path: Path) -> None:
    np.save(tmp_path / "in.npy", IMAGE)
    run("ray_blocks.py", tmp_path / "in.npy", tmp_path / "out.npy")
    want = sv.gaussian(IMAGE, sigma_space=4, device="cpu")
    np.testing.assert_array_equal(np.load(tmp_path / "out.npy"), want)


@needs("rasterio")
def test_rasterio(tmp_path: Path) -> None:
    import rasterio

    bands = np.stack([IMAGE, IMAGE[::-1], IMAGE[:, ::-1]]) // 2
    bands[:, 100:140, 70:90] = 65535
    profile = {"driver": "GTiff", "count": 3, "dtype": "uint16", "nodata": 65535}
    place = {"crs": "EPSG:32633", "transform": rasterio.Affine(10, 0, 300_000, 0, -10, 5_000_000)}
    size = {"height": 1500, "width": 1200}
    with rasterio.open(tmp_path / "in.tif", "w", **profile, **place, **size) as file:
        file.write(bands)
    run("rasterio_windows.py", tmp_path / "in.tif", tmp_path / "out.tif")
    filter = sv.Bilateral(sigma_space=3, sigma_range=0.05, invalid=1)
    with rasterio.open(tmp_path / "out.tif") as file:
        assert file.transform == place["transform"]
        assert (file.crs.to_epsg(), file.nodata) == (32633, 65535)
        np.testing.assert_array_equal(file.read(), sv.run(filter, bands, channel_axis=0))
