# SPDX-License-Identifier: Apache-2.0
"""Arrays of Dask: bit for bit the result of one machine, however they are cut into chunks."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from conftest import samples

import pyselvage as sv

da = pytest.importorskip("dask.array")
dask = pytest.importorskip("dask")
lazy = pytest.importorskip("pyselvage.dask")

CHUNKINGS = int(os.environ.get("SELVAGE_CHUNKINGS", "100"))
BORDERS = ("reflect101", "reflect", "clamp", "wrap", "constant", "shrink", "copy")
TYPES = (np.uint8, np.uint16, np.float16, np.float32)
FILTERS = (
    sv.Bilateral,
    sv.JointBilateral,
    sv.RollingGuidance,
    sv.Gaussian,
    sv.Box,
    sv.Convolution,
    sv.SeparableConvolution,
    sv.GeometryGuided,
    sv.Guided,
)


@pytest.fixture(autouse=True)
def _one_thread() -> Any:
    with dask.config.set(scheduler="synchronous"):
        yield


class Case:
    """A random filter, arrays and their chunks."""

    def __init__(self, number: int) -> None:
        self.rng = rng = np.random.default_rng(number)
        self.dtype = TYPES[rng.integers(len(TYPES))]
        self.kind = FILTERS[number % len(FILTERS)]
        self.filter = self._filter(BORDERS[number // len(FILTERS) % len(BORDERS)])
        self.halo = self.filter.halo
        self.rows, self.columns = (int(n) for n in rng.integers(8, 140, 2))
        channels = [None, 1, 2, 3, 4][rng.integers(5)]
        self.batch = int(rng.integers(1, 4)) if rng.random() < 0.3 else None
        shape = [self.rows, self.columns]
        chunks = [self._cut(self.rows), self._cut(self.columns)]
        self.options: dict[str, Any] = {"exact": bool(rng.integers(2))}
        if channels is not None:
            place = int(rng.integers(3))
            shape.insert(place, channels)
            chunks.insert(place, (channels,))
            self.options["channel_axis"] = place
        self.options["has_alpha"] = channels in (2, 4) and rng.random() < 0.5
        if self.batch is not None:
            shape.insert(0, self.batch)
            chunks.insert(0, (1,) * self.batch)
            self.options["batch_axes"] = (0,)
            if channels is not None:
                self.options["channel_axis"] += 1
        self.image = self._values(shape, self.dtype)
        self.chunks = tuple(chunks)
        self.inputs = self._inputs(channels)

    def _cut(self, size: int) -> tuple[int, ...]:
        """Cut an axis into chunks that are as large as the halo."""
        sizes: list[int] = []
        least = max(1, self.halo)
        while (left := size - sum(sizes)) > 0:
            chunk = min(left, int(self.rng.integers(least, 4 * least + 8)))
            sizes.append(left if 0 < left - chunk < least else chunk)
        return tuple(sizes)

    def _values(self, shape: Any, dtype: Any) -> Any:
        values = self.rng.random(shape)
        if np.issubdtype(dtype, np.integer):
            return (values * np.iinfo(dtype).max).astype(dtype)
        values = (values * 3 - 1).astype(dtype)
        if self.rng.random() < 0.3:
            values[tuple(self.rng.integers(0, n) for n in shape)] = np.nan
        return values

    def _filter(self, border: str) -> Any:
        rng, kind = self.rng, self.kind
        radius = int(rng.integers(0, 9))
        fields: dict[str, Any] = {"border": border}
        if border == "constant":
            fields["border_value"] = float(rng.random())
        if kind in (sv.Bilateral, sv.JointBilateral, sv.RollingGuidance):
            fields |= {
                "sigma_space": 0.3 + 4 * rng.random(),
                "sigma_range": 0.02 + 0.4 * rng.random(),
                "radius": radius,
                "window": ["square", "disc"][rng.integers(2)],
                "norm": ["l2", "l1", "per_channel"][rng.integers(3)],
            }
        if kind in (sv.Bilateral, sv.RollingGuidance, sv.Gaussian, sv.Box):
            fields["iterations"] = int(rng.integers(1, 4))
        if kind is sv.Gaussian:
            fields |= {"sigma_space": 0.3 + 4 * rng.random(), "radius": radius}
        elif kind is sv.Box:
            fields["radius"] = radius
        elif kind is sv.Convolution:
            fields |= {"width": 2 * radius + 1, "height": 3, "gray": bool(rng.integers(2))}
            fields["kernel"] = rng.standard_normal((2 * radius + 1) * 3)
        elif kind is sv.SeparableConvolution:
            fields["row"] = rng.standard_normal(2 * radius + 1)
            fields["column"] = rng.standard_normal(2 * int(rng.integers(0, 6)) + 1)
        elif kind is sv.GeometryGuided:
            return kind(radius=radius, edge_threshold=0.2)
        elif kind is sv.Guided:
            subsample = int(rng.integers(1, 4)) if border != "wrap" else 1
            fields |= {"radius": radius // 2, "epsilon": 0.01, "subsample": subsample}
        return kind(**fields)

    def _inputs(self, channels: int | None) -> dict[str, Any]:
        rng = self.rng
        sizes: list[int] = [self.rows, self.columns]
        if self.batch is not None and rng.random() < 0.5:
            sizes.insert(0, self.batch)
        inputs: dict[str, Any] = {}
        if self.kind is sv.JointBilateral:
            shape = list(sizes)
            if rng.random() < 0.5 and self.filter.norm != "per_channel":
                shape.append(3)
                self.options["guide_channel_axis"] = -1
            elif self.filter.norm == "per_channel" and channels is not None:
                colours = channels - self.options["has_alpha"]
                shape.append(colours)
                self.options["guide_channel_axis"] = -1
            inputs["guide"] = self._values(shape, TYPES[rng.integers(len(TYPES))])
        if self.kind is not sv.GeometryGuided and rng.random() < 0.3:
            inputs["mask"] = rng.random(sizes) < 0.9
        return inputs


def compare(number: int) -> str:
    """Compare a random case with one machine's result. Returns why it was left out, if it was."""
    case = Case(number)
    try:
        want = sv.run(case.filter, case.image, device="cpu", **case.inputs, **case.options)
    except sv.Error as error:  # the case does not fit together
        return str(error)
    x = da.from_array(case.image, chunks=case.chunks)
    inputs = {
        name: da.from_array(array, chunks=37) if case.rng.random() < 0.5 else array
        for name, array in case.inputs.items()
    }
    inputs = {
        name: array
        if name != "guide" or case.options.get("guide_channel_axis") is None
        else da.asarray(array).rechunk({-1: -1})
        for name, array in inputs.items()
    }
    got = lazy.run(case.filter, x, **inputs, **case.options)
    assert got.dtype == want.dtype
    assert got.shape == want.shape
    np.testing.assert_array_equal(got.compute(), want, err_msg=f"case {number}: {case.filter}")
    return ""


def test_random_chunkings() -> None:
    left_out = [reason for number in range(CHUNKINGS) if (reason := compare(number))]
    assert len(left_out) < 0.2 * CHUNKINGS, left_out


IMAGE = samples((90, 70, 3), np.uint8)
CHUNKED = (30, 35, 3)


def chunked(array: Any = IMAGE, chunks: Any = CHUNKED) -> Any:
    return da.from_array(array, chunks=chunks)


def test_functions_take_arrays_of_dask() -> None:
    want = sv.bilateral(IMAGE, channel_axis=-1, device="cpu")
    for module in (sv, lazy):
        got = module.bilateral(chunked(), channel_axis=-1)
        assert isinstance(got, da.Array)
        assert got.chunks == chunked().chunks
        np.testing.assert_array_equal(got.compute(), want)


def test_plan_takes_the_shape_of_an_array_of_dask() -> None:
    plan = sv.plan(sv.Box(), chunked(), channel_axis=-1, device="cpu")
    np.testing.assert_array_equal(plan.run(IMAGE), sv.box(IMAGE, channel_axis=-1, device="cpu"))


def test_upsampling_takes_batches_apart() -> None:
    small, guide = samples((4, 20, 30), np.uint8), samples((4, 60, 70), np.uint8, 2)
    options: Any = {"batch_axes": (0,), "radius": 2}
    want = sv.joint_upsample(small, guide, device="cpu", **options)
    x, g = da.from_array(small, chunks=(1, 20, 30)), da.from_array(guide, chunks=(2, 60, 70))
    np.testing.assert_array_equal(lazy.joint_upsample(x, g, **options).compute(), want)
    one = lazy.joint_upsample(x[0], g[0].rechunk(-1), radius=2)
    np.testing.assert_array_equal(
        one.compute(), sv.joint_upsample(small[0], guide[0], radius=2, device="cpu")
    )
    with pytest.raises(sv.InvalidArgument, match="guide: its rows or columns lie in 2 chunks"):
        lazy.joint_upsample(x, g.rechunk((1, 30, 70)), **options)


def test_guided_upsampling_takes_batches_apart() -> None:
    small, guide = samples((4, 20, 30), np.uint16), samples((4, 60, 70), np.uint8, 2)
    options: Any = {"batch_axes": (0,), "radius": 2}
    want = sv.guided_upsample(small, guide, device="cpu", **options)
    x, g = da.from_array(small, chunks=(1, 20, 30)), da.from_array(guide, chunks=(2, 60, 70))
    np.testing.assert_array_equal(lazy.guided_upsample(x, g, **options).compute(), want)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("channel", [None, 1])
def test_histogram(dtype: Any, channel: int | None) -> None:
    image = samples((90, 70, 3), dtype).copy()
    if np.issubdtype(dtype, np.floating):
        image[3, 4] = np.nan
        image[5, 6] = np.inf
    want = sv.histogram(image, bins=16, channel=channel, channel_axis=-1, device="cpu")
    got = lazy.histogram(chunked(image), bins=16, channel=channel, channel_axis=-1).compute()
    np.testing.assert_array_equal(got.bins, want.bins)
    np.testing.assert_array_equal(got.not_numbers, want.not_numbers)
    assert (got.low, got.high) == (want.low, want.high)


@pytest.mark.parametrize("value", [0.0, 3.0, np.nan])
def test_histogram_of_one_value(value: float) -> None:
    image = np.full((20, 20), value, np.float32)
    want = sv.histogram(image, bins=4, device="cpu")
    got = lazy.histogram(chunked(image, 10), bins=4).compute()
    np.testing.assert_array_equal(got.bins, want.bins)


def test_largest_is_found_or_given() -> None:
    image = samples((90, 70), np.float32) * 200 - 50
    # For samples within 0..1 the fast candidate would do, for these the one in double precision.
    options: Any = {"max_error": 1e-4, "sigma_range": 20.0}
    want = sv.bilateral(image, device="cpu", **options)
    fast = sv.bilateral(image, device="cpu", sigma_range=20.0)
    assert not np.array_equal(want, fast)
    x = da.from_array(image, chunks=30)
    np.testing.assert_array_equal(lazy.bilateral(x, **options).compute(), want)
    np.testing.assert_array_equal(lazy.bilateral(x, largest=250.0, **options).compute(), want)
    with pytest.raises(sv.InvalidArgument, match="largest -1 must be above 0"):
        lazy.bilateral(x, largest=-1, **options)
    with pytest.raises(sv.InvalidArgument, match="max_error, which is not given"):
        lazy.bilateral(x, largest=1)
    # An error that no candidate proves for samples of this size is refused where it is known.
    with pytest.raises(sv.Unsupported, match="not accurate enough"):
        lazy.bilateral(x, max_error=1e-8, largest=1e6)
    with pytest.raises(sv.Unsupported, match="not accurate enough"):
        lazy.bilateral(x * 1e4, max_error=1e-8).compute()


def test_empty_arrays() -> None:
    empty = da.zeros((0, 7, 3), dtype=np.uint8, chunks=(1, 7, 3))
    assert lazy.bilateral(empty, channel_axis=-1).compute().shape == (0, 7, 3)
    gray = lazy.convolve(empty, [[1.0]], gray=True, channel_axis=-1)
    assert gray.compute().shape == (0, 7, 1)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda x: lazy.bilateral(x), "has 3 axes"),
        (
            lambda x: lazy.bilateral(x, radius=32, channel_axis=-1),
            "smallest chunk along axis 0 has 30 pixels, and the filter's halo is 32",
        ),
        (lambda x: lazy.box(x.rechunk({2: 1}), channel_axis=-1), "channels lie in 3 chunks"),
        (lambda x: lazy.box(x[x[:, 0, 0] > 3], channel_axis=-1), "axis 0 have unknown sizes"),
        (
            lambda x: lazy.box(
                da.concatenate([x, x[:0]], allow_unknown_chunksizes=True).rechunk(
                    ((30, 0, 60), 35, 3)
                ),
                channel_axis=-1,
            ),
            "a chunk along axis 0 is empty",
        ),
        (lambda x: lazy.box(x, channel_axis=-1, out=IMAGE), "out: arrays of Dask"),
        (
            lambda x: lazy.guided(x, channel_axis=-1, border="wrap", subsample=2),
            "border 'wrap' cannot be used with a subsample",
        ),
        (lambda x: lazy.box(x, channel_axis=-1, progress=print), "progress: arrays of Dask"),
        (lambda x: lazy.box(IMAGE, channel_axis=-1), "ndarray is no array of Dask"),
        (lambda x: sv.box(IMAGE, channel_axis=-1, mask=x[..., 0]), "an array of Dask beside"),
        (lambda x: lazy.joint_bilateral(x, x[:50], channel_axis=-1), "guide: "),
        (lambda x: lazy.bilateral(x.astype(float), channel_axis=-1), "float64 samples"),
        (lambda x: lazy.bilateral(x, channel_axis=-1, sigma_range=25), "did you mean 25/255"),
    ],
)
def test_errors_come_before_anything_is_computed(call: Callable[[Any], Any], message: str) -> None:
    with pytest.raises(sv.Error) as caught:
        call(chunked())
    assert message in str(caught.value)


def test_hint_of_small_chunks_helps() -> None:
    with pytest.raises(sv.InvalidArgument) as caught:
        lazy.bilateral(chunked(), radius=32, channel_axis=-1)
    image = chunked()
    image = eval(caught.value.hint)
    image = image.rechunk({1: 1024})
    lazy.bilateral(image, radius=32, channel_axis=-1).compute()


def test_graph_can_be_pickled() -> None:
    got = lazy.gaussian(chunked(), channel_axis=-1, border="wrap")
    copy = pickle.loads(pickle.dumps(got))
    want = sv.gaussian(IMAGE, channel_axis=-1, border="wrap", device="cpu")
    np.testing.assert_array_equal(copy.compute(), want)


def test_instruction_set_is_kept() -> None:
    sets = sv._core.cpu().simd
    image = samples((90, 70), np.uint8)
    slow = sv.Engine("cpu", simd=sets[-1])
    got = lazy.bilateral(da.from_array(image, chunks=30), device=slow, exact=True)
    np.testing.assert_array_equal(got.compute(), sv.bilateral(image, device=slow, exact=True))


def test_ndfilters_have_the_names_of_dask_image() -> None:
    from pyselvage.dask import ndfilters
    from pyselvage.scipy import convolve, gaussian_filter, uniform_filter

    image = samples((90, 70), np.float32)
    x = da.from_array(image, chunks=30)
    weights = np.arange(9.0).reshape(3, 3) / 36
    pairs = [
        (ndfilters.gaussian_filter(x, 2), gaussian_filter(image, 2)),
        (
            ndfilters.gaussian_filter(x, (1, 2), mode="wrap"),
            gaussian_filter(image, (1, 2), mode="wrap"),
        ),
        (ndfilters.uniform_filter(x, 5), uniform_filter(image, 5)),
        (ndfilters.convolve(x, weights), convolve(image, weights)),
        (ndfilters.correlate(x, weights), convolve(image, weights[::-1, ::-1])),
        (ndfilters.gaussian_filter(x.astype(float), 2), gaussian_filter(image.astype(float), 2)),
    ]
    for got, want in pairs:
        assert got.dtype == want.dtype
        np.testing.assert_array_equal(got.compute(), want)
    with pytest.raises(sv.InvalidType, match="no array of Dask"):
        ndfilters.gaussian_filter(image, 2)
