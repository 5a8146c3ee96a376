# SPDX-License-Identifier: Apache-2.0
"""Zarr in and out: no task writes what another one writes, too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import samples

import pyselvage as sv

da = pytest.importorskip("dask.array")
zarr = pytest.importorskip("zarr")
lazy = pytest.importorskip("pyselvage.dask")

IMAGE = samples((96, 128), np.uint16)
WANT = sv.gaussian(IMAGE, device="cpu")


def array(path: Path, **options: Any) -> Any:
    made = zarr.create_array(str(path), shape=IMAGE.shape, dtype=IMAGE.dtype, **options)
    made[:] = IMAGE
    return made


def test_in_and_out(tmp_path: Path) -> None:
    source = array(tmp_path / "in.zarr", chunks=(16, 16), shards=(48, 64))
    image = lazy.from_zarr(tmp_path / "in.zarr")
    assert image.chunks == ((48, 48), (64, 64))  # one task reads a shard once
    assert lazy.from_zarr(source, chunks=(48, 32)).chunksize == (48, 32)
    written = lazy.to_zarr(
        lazy.gaussian(image), tmp_path / "out.zarr", chunks=(24, 16), shards=(48, 32)
    )
    assert (written.chunks, written.shards) == ((24, 16), (48, 32))
    np.testing.assert_array_equal(written[:], WANT)
    with pytest.raises(zarr.errors.ContainsArrayError):
        lazy.to_zarr(image, tmp_path / "out.zarr")
    again = lazy.to_zarr(image, str(tmp_path / "out.zarr"), overwrite=True)
    assert (again.chunks, again.shards) == ((48, 64), None)


def test_tasks_read_what_they_need(tmp_path: Path) -> None:
    array(tmp_path / "in.zarr", chunks=(16, 16))
    image = lazy.from_zarr(tmp_path / "in.zarr", chunks=(20, 32))
    mask = IMAGE > 9000
    for options in ({}, {"border": "wrap"}, {"mask": mask}, {"max_error": 1e-3}):
        want = sv.gaussian(IMAGE, device="cpu", radius=15, **options)
        got = lazy.gaussian(image, radius=15, **options)
        np.testing.assert_array_equal(got.compute(), want)
    few = lazy.gaussian(image)
    assert len(few.dask) == few.npartitions  # one task for each chunk: none of halos
    # Chunks may be smaller than the halo.
    got = lazy.gaussian(lazy.from_zarr(tmp_path / "in.zarr"), radius=20)
    np.testing.assert_array_equal(got.compute(), sv.gaussian(IMAGE, radius=20, device="cpu"))
    batch = zarr.create_array(
        str(tmp_path / "b.zarr"), data=np.stack([IMAGE] * 3), chunks=(1, 48, 64)
    )
    got = lazy.box(lazy.from_zarr(batch), batch_axes=(0,))
    np.testing.assert_array_equal(got[2].compute(), sv.box(IMAGE, device="cpu"))


def test_written_later(tmp_path: Path) -> None:
    target = array(tmp_path / "out.zarr", chunks=(16, 16), shards=(48, 64))
    later = lazy.to_zarr(lazy.gaussian(lazy.from_zarr(target) * 1), target, compute=False)
    np.testing.assert_array_equal(target[:], IMAGE)
    del later
    lazy.to_zarr(da.from_array(WANT, chunks=(48, 128)), target)
    np.testing.assert_array_equal(target[:], WANT)


def test_split_shards_are_refused(tmp_path: Path) -> None:
    target = array(tmp_path / "out.zarr", chunks=(8, 8), shards=(32, 32))
    image = da.from_array(IMAGE, chunks=(8, 32))
    with pytest.raises(
        sv.InvalidArgument, match="a chunk along axis 0 ends at 8, inside a shard of 32"
    ) as caught:
        lazy.to_zarr(image, target)
    assert caught.value.hint == "image.rechunk({0: 32}), or a multiple"
    np.testing.assert_array_equal(target[:], IMAGE)  # nothing was written
    lazy.to_zarr(lazy.gaussian(image.rechunk({0: 32})), target)
    np.testing.assert_array_equal(target[:], WANT)
    with pytest.raises(sv.InvalidArgument, match="inside a chunk of 16"):
        lazy.to_zarr(image, tmp_path / "new.zarr", chunks=16)
    assert not (tmp_path / "new.zarr").exists()


def test_what_does_not_fit(tmp_path: Path) -> None:
    target = array(tmp_path / "out.zarr", chunks=(16, 16))
    image = da.from_array(IMAGE, chunks=(48, 64))
    for call, message in (
        (lambda: lazy.to_zarr(image[:48], target), r"target: is \(96, 128\) of uint16"),
        (lambda: lazy.to_zarr(image, target, chunks=16), "this one has its own"),
        (lambda: lazy.to_zarr(image, "x.zarr", chunks=(16, 16, 1)), "the array has 2 axes"),
        (
            lambda: lazy.to_zarr(image, "x.zarr", chunks=(20, 16), shards=(48, 64)),
            "do not consist of chunks",
        ),
    ):
        with pytest.raises(sv.InvalidArgument, match=message):
            call()
