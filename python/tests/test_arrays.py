# SPDX-License-Identifier: Apache-2.0
"""Arrays of all kinds: what is taken, what is refused and how, what comes out."""

from __future__ import annotations

import array
from typing import Any

import numpy as np
import pytest
from conftest import FILTERS, TYPES, samples
from PIL import Image as Pillow

import pyselvage as sv

CPU: Any = {"device": "cpu"}


class Exporter:
    """An array of another library: it has DLPack and a namespace."""

    def __init__(self, values: np.ndarray) -> None:
        self.values = values
        self.dtype = values.dtype

    def __dlpack__(self, **options: Any) -> Any:
        return self.values.__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.values.__dlpack_device__()

    def __array_namespace__(self) -> type[Exporter]:
        return Exporter

    @staticmethod
    def from_dlpack(other: Any) -> Exporter:
        return Exporter(np.from_dlpack(other))


class Interface:
    """An array that has nothing but `__array_interface__`."""

    def __init__(self, values: np.ndarray) -> None:
        self.values = values

    @property
    def __array_interface__(self) -> dict[str, Any]:
        return self.values.__array_interface__


@pytest.mark.parametrize("dtype", TYPES)
def test_type_stays(dtype: type) -> None:
    assert sv.box(samples((3, 4), dtype), **CPU).dtype == dtype


@pytest.mark.parametrize("dtype", TYPES)
def test_other_kinds(dtype: type) -> None:
    image = samples((5, 6), dtype)
    want = sv.gaussian(image, radius=1, **CPU)
    got = sv.gaussian(Exporter(image), radius=1, **CPU)
    assert isinstance(got, Exporter)
    np.testing.assert_array_equal(got.values, want)
    for kind in (Interface(image), *([] if dtype is np.float16 else [memoryview(image)])):
        got = sv.gaussian(kind, radius=1, **CPU)
        assert type(got) is np.ndarray
        np.testing.assert_array_equal(got, want)


def test_buffers() -> None:
    rows = memoryview(bytearray(range(20))).cast("B", (4, 5))
    want = sv.box(np.arange(20, dtype=np.uint8).reshape(4, 5), **CPU)
    np.testing.assert_array_equal(sv.box(rows, **CPU), want)
    out = memoryview(bytearray(20)).cast("B", (4, 5))
    assert sv.box(rows, out=out, **CPU) is out
    np.testing.assert_array_equal(np.asarray(out), want)
    floats = memoryview(array.array("f", range(20))).cast("B").cast("f", (4, 5))
    assert sv.box(floats, **CPU).dtype == np.float32


def test_memmap(tmp_path: Any) -> None:
    mapped = np.memmap(tmp_path / "file", np.uint8, "w+", shape=(4, 5))
    mapped[:] = 7
    assert sv.box(mapped, **CPU).tolist() == [[7] * 5] * 4


@pytest.mark.parametrize(
    ("mode", "channels", "alpha"),
    [("L", 1, False), ("LA", 2, True), ("RGB", 3, False), ("RGBA", 4, True)],
)
def test_pillow(mode: str, channels: int, alpha: bool) -> None:
    values = samples((5, 7) if channels == 1 else (5, 7, channels), np.uint8)
    axis = None if channels == 1 else -1
    picture = Pillow.fromarray(values)
    assert picture.mode == mode
    got = sv.bilateral(picture, sigma_range=0.5, **CPU)
    assert type(got) is np.ndarray
    want = sv.bilateral(values, sigma_range=0.5, channel_axis=axis, has_alpha=alpha, **CPU)
    np.testing.assert_array_equal(got, want)
    if alpha:
        np.testing.assert_array_equal(got[..., -1], values[..., -1])
    with pytest.raises(sv.InvalidArgument, match="channel_axis 0, but the image has"):
        sv.box(picture, channel_axis=0, **CPU)


@pytest.mark.parametrize(("mode", "dtype"), [("I;16", np.uint16), ("F", np.float32)])
def test_pillow_of_one_channel(mode: str, dtype: type) -> None:
    values = samples((5, 7), dtype)
    picture = Pillow.fromarray(values)
    assert picture.mode == mode
    np.testing.assert_array_equal(sv.box(picture, **CPU), sv.box(values, **CPU))


@pytest.mark.parametrize("mode", ["1", "P", "I", "CMYK", "HSV", "YCbCr", "LAB"])
def test_pillow_of_other_modes(mode: str) -> None:
    with pytest.raises(sv.InvalidType, match=f"Pillow image of mode {mode}; L, LA, RGB") as caught:
        sv.box(Pillow.new(mode, (4, 3)), **CPU)
    assert caught.value.hint


def test_pillow_guides_know_their_axes() -> None:
    guide = Pillow.fromarray(samples((5, 7, 4), np.uint8))
    got = sv.joint_bilateral(samples((5, 7), np.uint8, 3), guide, **CPU)
    want = sv.joint_bilateral(
        samples((5, 7), np.uint8, 3),
        np.asarray(guide),
        guide_channel_axis=-1,
        guide_has_alpha=True,
        **CPU,
    )
    np.testing.assert_array_equal(got, want)


REFUSED = [
    (np.float64, "float64 samples", ".astype(numpy.float32)"),
    (np.int16, "int16 samples", "full_scale"),
    (np.uint32, "uint32 samples", "full_scale"),
    (np.int64, "int64 samples", "full_scale"),
    (np.bool_, "bool samples", ".astype(numpy.uint8) * 255"),
    (np.complex64, "complex64 samples", ""),
    (">u2", "uint16 samples|>u2 samples", "newbyteorder"),
]


@pytest.mark.parametrize(("dtype", "text", "hint"), REFUSED)
def test_types_that_are_refused(dtype: Any, text: str, hint: str) -> None:
    image = np.zeros((3, 4), dtype)
    for port, call in {
        "image": lambda: sv.box(image, **CPU),
        "guide": lambda: sv.joint_bilateral(np.zeros((3, 4), np.uint8), image, **CPU),
    }.items():
        with pytest.raises(sv.InvalidType, match=f"^{port}: ({text})") as caught:
            call()
        assert hint in caught.value.hint
    for _ in range(2):  # planned, then kept
        with pytest.raises(sv.InvalidType, match=r"^out: ") as caught:
            sv.box(np.zeros((3, 4), np.uint8), out=image, **CPU)
        assert "numpy.empty" in caught.value.hint


def test_masked_arrays_are_refused() -> None:
    image = np.ma.masked_equal(np.zeros((3, 4), np.uint8), 0)
    with pytest.raises(sv.InvalidType, match="masked array") as caught:
        sv.box(image, **CPU)
    assert "getmaskarray" in caught.value.hint


@pytest.mark.parametrize("value", [None, 3, "image", [[1, 2], [3, 4]], object()])
def test_no_arrays(value: Any) -> None:
    with pytest.raises(sv.InvalidType, match=r"^image: "):
        sv.box(value, **CPU)


def test_unaligned_and_packed() -> None:
    # Chunks that a worker receives over the network may lie at any address.
    for dtype in (np.uint16, np.float16, np.float32):
        values = samples((3, 4), dtype)
        raw = np.zeros(values.nbytes + 1, np.uint8)
        unaligned = raw[1:].view(dtype).reshape(3, 4)
        unaligned[:] = values
        packed = np.zeros((3, 4), [("a", "u1"), ("b", dtype)])["b"]
        packed[:] = values
        want = sv.box(values, **CPU)
        for image in (unaligned, packed):
            assert not image.flags.aligned
            np.testing.assert_array_equal(sv.box(image, **CPU), want)
            plan = sv.plan(sv.Box(), image, **CPU)
            np.testing.assert_array_equal(plan.run(image), want)
            (whole,) = sv.blocks(plan, 150)
            np.testing.assert_array_equal(plan.run_part(image, whole.frame), want)
            with pytest.raises(sv.Error, match=r"^out: ") as caught:
                sv.box(values, out=image, **CPU)
            assert "numpy.empty" in caught.value.hint


def test_broadcast_and_read_only() -> None:
    row = np.arange(5, dtype=np.uint8)
    image = np.broadcast_to(row, (4, 5))
    np.testing.assert_array_equal(sv.box(image, **CPU), sv.box(np.array(image), **CPU))
    with pytest.raises(sv.InvalidType, match=r"^out: is read-only"):
        sv.box(np.array(image), out=image, **CPU)


def test_integers_on_the_scale_of_samples() -> None:
    with pytest.raises(sv.InvalidArgument, match="sigma_range 25 is above 1") as caught:
        sv.bilateral(np.zeros((3, 4), np.uint8), sigma_range=25, **CPU)
    assert caught.value.hint == "did you mean 25/255 (0.098)?"
    with pytest.raises(sv.InvalidArgument, match="sigma_range 2 ") as caught:
        sv.joint_bilateral(
            np.zeros((3, 4), np.float32), np.zeros((3, 4), np.uint16), sigma_range=2, **CPU
        )
    assert "2/65535" in caught.value.hint
    sv.bilateral(np.zeros((3, 4), np.float32), sigma_range=25, **CPU)
    with pytest.raises(sv.InvalidArgument, match="edge_threshold 9 is above 1"):
        sv.geometry_guided(np.zeros((3, 4), np.uint8), edge_threshold=9, **CPU)


def test_axes_must_be_named() -> None:
    image, flat = np.zeros((4, 5, 3), np.uint8), np.zeros((4, 5), np.uint8)
    with pytest.raises(sv.InvalidArgument, match="image: has 3 axes") as caught:
        sv.box(image, **CPU)
    assert "channel_axis=-1" in caught.value.hint
    with pytest.raises(sv.InvalidArgument, match="guide: has 3 axes") as caught:
        sv.joint_bilateral(flat, image, **CPU)
    assert "guide_channel_axis=-1" in caught.value.hint
    with pytest.raises(sv.InvalidArgument, match="mask: has 3 axes"):
        sv.box(flat, mask=image, **CPU)
    with pytest.raises(sv.InvalidArgument, match="image: has 1 axis"):
        sv.box(flat[0], **CPU)
    with pytest.raises(sv.InvalidArgument, match="channel_axis 3 of an array with 3 axes"):
        sv.box(image, channel_axis=3, **CPU)
    with pytest.raises(sv.InvalidArgument, match="axis 2 is named twice"):
        sv.box(np.zeros((2, 4, 5, 3), np.uint8), channel_axis=2, batch_axes=(2,), **CPU)
    with pytest.raises(sv.InvalidArgument, match="1 to 1024"):
        sv.box(np.zeros((4, 5, 1025), np.uint8), channel_axis=-1, **CPU)
    np.testing.assert_array_equal(
        sv.box(image, batch_axes=0, channel_axis=None, **CPU),  # type: ignore[arg-type]
        sv.box(image, batch_axes=[0], **CPU),
    )


def test_masks() -> None:
    image = samples((5, 7), np.uint8)
    mask = samples((5, 7), np.uint8, 9) > 99
    want = sv.gaussian(image, mask=mask.astype(np.uint8), **CPU)
    for _ in range(2):  # planned, then kept
        np.testing.assert_array_equal(sv.gaussian(image, mask=mask, **CPU), want)
    np.testing.assert_array_equal(want[~mask], image[~mask])
    batch = np.stack([image, image[::-1]])
    both = np.stack([mask, ~mask])
    got = sv.gaussian(batch, mask=both, batch_axes=(0,), **CPU)
    for i in range(2):
        one = sv.gaussian(np.array(batch[i]), mask=both[i], **CPU)
        np.testing.assert_array_equal(got[i], one)
    with pytest.raises(sv.InvalidArgument, match="mask: is 3x4"):
        sv.gaussian(image, mask=np.ones((4, 3), np.uint8), **CPU)


def test_guides_of_batches() -> None:
    image = samples((5, 7, 2), np.uint8)  # two images, the batch last
    guide = samples((3, 5, 7, 2), np.uint8, 2)  # channels first
    axes: Any = {"batch_axes": (2,), "guide_channel_axis": 0, "device": "cpu"}
    got = sv.joint_bilateral(image, guide, **axes)
    shared = sv.joint_bilateral(image, guide[..., 0], **axes)
    for i in range(2):
        for result, own in ((got, guide[..., i]), (shared, guide[..., 0])):
            one = sv.joint_bilateral(image[..., i], own, guide_channel_axis=0, device="cpu")
            np.testing.assert_array_equal(result[..., i], one)


def test_out() -> None:
    image = samples((5, 7, 3), np.uint8)
    want = sv.box(image, channel_axis=-1, **CPU)
    own = image.copy()
    assert sv.box(own, out=own, channel_axis=-1, **CPU) is own
    np.testing.assert_array_equal(own, want)
    wide = np.zeros((6, 7, 3), np.uint8)
    wide[:5] = image
    with pytest.raises(sv.InvalidArgument, match="overlaps the input image"):
        sv.box(wide[:5], out=wide[1:], channel_axis=-1, **CPU)
    with pytest.raises(sv.InvalidArgument, match="output image: is"):
        sv.box(image, out=np.zeros((5, 6, 3), np.uint8), channel_axis=-1, **CPU)
    with pytest.raises(sv.InvalidArgument, match="output image: is"):
        sv.box(image, out=np.zeros((5, 7, 3), np.uint16), channel_axis=-1, **CPU)
    with pytest.raises(sv.InvalidArgument, match="out: has 2 axes, must have 3"):
        sv.box(image, out=np.zeros((5, 7), np.uint8), channel_axis=-1, **CPU)
    with pytest.raises(sv.InvalidType, match="out: "):
        sv.box(image, out=Pillow.new("RGB", (7, 5)), channel_axis=-1, **CPU)


def test_flags() -> None:
    depth = np.ones((4, 6), np.float32)
    depth[:, 3:] = 2
    flags = np.zeros((4, 6), np.uint8)
    sv.geometry_guided(np.zeros((4, 6), np.uint8), depth=depth, flags=flags, **CPU)
    assert (flags[1:3, 2] & 2 == 2).all()
    assert (flags[1:3, 3] & 1 == 1).all()
    assert (flags[1:3, 1] == 0).all()


@pytest.mark.parametrize("shape", [(0, 5), (5, 0), (0, 0)])
@pytest.mark.parametrize("dtype", TYPES)
def test_no_pixels(shape: tuple[int, int], dtype: type) -> None:
    image = np.zeros(shape, dtype)
    for filter in FILTERS:
        if isinstance(filter, (sv.JointUpsampling, sv.GuidedUpsampling)):
            continue
        got = sv.run(filter, image, guide=image if "Joint" in str(filter) else None, **CPU)
        assert (got.shape, got.dtype) == (shape, image.dtype)
    colour = np.zeros((*shape, 3), dtype)
    assert sv.convolve(colour, [[1]], gray=True, channel_axis=-1).shape == (*shape, 1)
    counts = sv.histogram(colour, channel_axis=-1, bins=4)
    assert counts.bins.tolist() == [[0] * 4] * 3
    with pytest.raises(sv.InvalidArgument):
        sv.box(image, radius=-1, **CPU)
    with pytest.raises(sv.InvalidArgument, match="no samples"):
        sv.joint_upsample(image, np.zeros((8, 8), np.uint8), **CPU)


def test_gray_keeps_the_axis() -> None:
    image = samples((5, 7, 4), np.uint8)
    kernel = [[1.0]]
    assert sv.convolve(image, kernel, gray=True, channel_axis=-1, has_alpha=True).shape == (5, 7, 2)
    planar = np.ascontiguousarray(image[..., :3].transpose(2, 0, 1))
    assert sv.convolve(planar, kernel, gray=True, channel_axis=0).shape == (1, 5, 7)


def test_histogram() -> None:
    image = samples((2, 3, 5, 7), np.uint8)
    got = sv.histogram(image, bins=8, batch_axes=(0, 1))
    want, _ = np.histogram(image, 8, (0, 255.0001))
    assert got.bins.shape == (1, 8)
    assert got.bins.sum() == want.sum() == image.size
    np.testing.assert_array_equal(got.edges, np.linspace(0, 1, 9))
    floats = np.array([[0.5, np.nan, 2.0]], np.float32)
    counts = sv.histogram(floats, bins=2)
    assert (counts.low, counts.high) == (0.5, 2.0)
    assert counts.bins.tolist() == [[1, 1]]
    assert counts.not_numbers.tolist() == [1]
    with pytest.raises(sv.InvalidArgument, match="low and high are needed"):
        sv.histogram(samples((2, 3, 5, 7), np.float32), batch_axes=(0, 1))
    assert isinstance(sv.run(sv.Histogram(bins=2), floats), sv.Counts)


def test_convolve_takes_either_form() -> None:
    image = samples((5, 7), np.float32)
    for wrong in ({}, {"kernel": [[1]], "row": [1]}):
        with pytest.raises(sv.InvalidArgument, match="either a kernel, or"):
            sv.convolve(image, **wrong)  # type: ignore[arg-type]
    with pytest.raises(sv.InvalidArgument, match="kernel: has 1 axes") as caught:
        sv.convolve(image, [1, 2, 1])
    assert "row=" in caught.value.hint
    with pytest.raises(sv.InvalidArgument):
        sv.convolve(image, [[1, 2]])
    both = sv.convolve(image, row=[1, 2, 3], column=[4, 5, 6])
    np.testing.assert_allclose(both, sv.convolve(image, np.outer([4, 5, 6], [1, 2, 3])), rtol=1e-5)
