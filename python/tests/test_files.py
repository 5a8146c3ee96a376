# SPDX-License-Identifier: Apache-2.0
"""Files and images."""

from __future__ import annotations

import dataclasses
import os
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import TYPES, samples
from PIL import Image as Pillow

import pyselvage as sv


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("channels", [1, 3, 4])
def test_round_trip(tmp_path: Path, dtype: type, channels: int) -> None:
    array = samples((5, 7) if channels == 1 else (5, 7, channels), dtype)
    path = tmp_path / "image.tif"
    axis = None if channels == 1 else -1
    sv.save(path, array, channel_axis=axis, has_alpha=channels == 4)
    image = sv.load(path)
    np.testing.assert_array_equal(image.array, array)
    assert image.dtype == dtype
    assert image.shape == array.shape
    assert image.channel_axis == axis
    assert image.has_alpha == (channels == 4)
    assert image.file.format == "tiff"
    assert np.asarray(image) is not None
    assert image.array.flags.writeable


@pytest.mark.parametrize("format", ["png", "tiff", "pnm"])
def test_files_in_memory_are_those_on_disk(tmp_path: Path, format: str) -> None:
    image = sv.Image(samples((5, 7, 3), np.uint16), False, sv.FileTraits())
    data = sv.encode(image, format=format)
    sv.save(tmp_path / "a", image, format=format)
    assert isinstance(data, bytes)
    assert data == (tmp_path / "a").read_bytes()
    for given in (data, bytearray(data), memoryview(data)):
        back = sv.decode(given)
        np.testing.assert_array_equal(back.array, image.array)
        assert back.file.format == format
    gray = sv.encode(samples((4, 4), np.uint8), format=format)
    assert sv.decode(gray).shape == (4, 4)


def test_files_in_memory_that_are_wrong() -> None:
    array = samples((4, 4), np.uint8)
    with pytest.raises(sv.InvalidArgument):
        sv.encode(array, format="")
    with pytest.raises(sv.InvalidArgument, match="gif"):
        sv.encode(array, format="gif")
    with pytest.raises(sv.InputError, match="cut short"):
        sv.decode(sv.encode(array, format="png")[:-9])
    with pytest.raises(sv.LimitError, match="limit is 15"):
        sv.decode(sv.encode(array, format="png"), max_pixels=15)
    with pytest.raises(sv.InvalidType, match="data: str"):
        sv.decode("photo.png")  # type: ignore[arg-type]


def test_filters_keep_what_the_file_says(tmp_path: Path) -> None:
    icc = b"\0" * 36 + b"acsp" + b"\0" * 88
    Pillow.fromarray(samples((6, 8, 4), np.uint8)).save(
        tmp_path / "in.png", dpi=(300, 300), icc_profile=icc
    )
    image = sv.load(os.fspath(tmp_path / "in.png"))
    assert image.file.metadata.x_density == pytest.approx(300 / 0.0254, abs=1)
    result = sv.bilateral(image, device="cpu")
    assert isinstance(result, sv.Image)
    assert result.file == image.file
    assert result.has_alpha
    np.testing.assert_array_equal(result.array[..., 3], image.array[..., 3])
    sv.save(tmp_path / "out.png", result)
    with Pillow.open(tmp_path / "out.png") as saved:
        assert saved.info["dpi"] == pytest.approx((300, 300), abs=0.1)
        np.testing.assert_array_equal(np.asarray(saved), result.array)
    plain = dataclasses.replace(result.file, metadata=sv.Metadata())
    sv.save(tmp_path / "plain.png", result, file=plain)
    with Pillow.open(tmp_path / "plain.png") as saved:
        assert "dpi" not in saved.info
    assert pickle.loads(pickle.dumps(image.file)) == image.file


def test_the_place_of_a_geotiff(tmp_path: Path) -> None:
    geo = sv.GeoTags(
        pixel_scale=(30.0, 30.0, 0.0),
        tie_points=(0.0, 0.0, 0.0, 440720.0, 3751320.25, 0.0),
        keys=(1, 1, 0, 1, 2048, 0, 1, 4326),
        double_params=(6378137.0,),
        ascii_params="WGS 84|",
        no_data="-9999",
    )
    file = sv.FileTraits(metadata=sv.Metadata(geo=geo))
    sv.save(tmp_path / "dem.tif", samples((9, 7), np.float32), file=file)
    image = sv.load(tmp_path / "dem.tif")
    assert image.file.metadata.geo == geo
    assert pickle.loads(pickle.dumps(image.file)) == image.file
    result = sv.bilateral(image, invalid=float(geo.no_data), device="cpu")
    sv.save(tmp_path / "out.tif", result)
    assert sv.load(tmp_path / "out.tif").file.metadata.geo == geo
    larger = sv.joint_upsample(image, samples((18, 14), np.float32), device="cpu")
    assert larger.file.metadata.geo == sv.GeoTags(no_data="-9999")


def test_save_takes_pillow_images(tmp_path: Path) -> None:
    picture = Pillow.fromarray(samples((6, 8, 3), np.uint8))
    sv.save(tmp_path / "image.ppm", picture)
    np.testing.assert_array_equal(sv.load(tmp_path / "image.ppm").array, np.asarray(picture))


def test_pages(tmp_path: Path) -> None:
    pages = [Pillow.fromarray(samples((4, 5), np.uint8, seed)) for seed in range(3)]
    path = tmp_path / "pages.tif"
    pages[0].save(path, save_all=True, append_images=pages[1:])
    with pytest.raises(sv.InputError, match="pages") as caught:
        sv.load(path)
    assert "page=1" in caught.value.hint
    assert not isinstance(caught.value, FileNotFoundError)
    for number, page in enumerate(pages):
        np.testing.assert_array_equal(sv.load(path, page=number + 1).array, np.asarray(page))
    for wrong in (0, 4):
        with pytest.raises(sv.InvalidArgument, match=f"page {wrong}"):
            sv.load(path, page=wrong)


def test_errors(tmp_path: Path) -> None:
    path = tmp_path / "image.png"
    with pytest.raises(FileNotFoundError):
        sv.load(path)
    path.write_bytes(b"no image")
    with pytest.raises(sv.InputError) as caught:
        sv.load(path)
    assert not isinstance(caught.value, FileNotFoundError)
    image = samples((6, 8), np.uint8)
    with pytest.raises(sv.OutputError):
        sv.save(path, image, overwrite=False)
    assert path.read_bytes() == b"no image"
    with pytest.raises(sv.OutputError):
        sv.save(tmp_path / "no" / "folder.png", image)
    with pytest.raises(sv.InvalidArgument):
        sv.save(path, image.astype(np.float32))
    with pytest.raises(sv.InvalidArgument, match="channel_axis=-1") as caught_axes:
        sv.save(path, samples((6, 8, 3), np.uint8))
    assert caught_axes.value.hint
    with pytest.raises(sv.InvalidType, match="float64"):
        sv.save(path, image.astype(float))
    sv.save(path, image)
    with pytest.raises(sv.LimitError):
        sv.load(path, max_pixels=47)
    with pytest.raises(sv.LimitError, match="side") as caught_side:
        sv.load(path, max_side=7)
    assert "max_side" in caught_side.value.hint
    sv.load(path, max_pixels=48, max_side=8)
    sv.save(tmp_path / "image", image, format="png", quality=90)
    assert sv.load(tmp_path / "image").file.format == "png"


def test_names_that_are_not_utf8(tmp_path: Path) -> None:
    name = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.pgm")
    sv.save(name, samples((2, 3), np.uint8))
    assert sv.load(name).shape == (2, 3)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("channels", [1, 2, 3, 4])
def test_notebooks_show_images(dtype: type, channels: int) -> None:
    array: Any = samples((5, 7) if channels == 1 else (5, 7, channels), dtype)
    png = sv.Image(array, has_alpha=channels in (2, 4))._repr_png_()
    assert png.startswith(b"\x89PNG")
    import io

    shown = np.asarray(Pillow.open(io.BytesIO(png)))
    scale = {"uint8": 1, "uint16": 1 / 257}.get(np.dtype(dtype).name, 255)
    assert np.abs(shown - array.astype(float) * scale).max() <= 0.51
    assert "Image (5, 7" in repr(sv.Image(array))
