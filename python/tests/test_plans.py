# SPDX-License-Identifier: Apache-2.0
"""Plans, their cache, reports and engines."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from conftest import FILTERS, GUIDED, samples

import pyselvage as sv
from pyselvage import _core
from pyselvage._cache import PlanCache, plans

CPU: Any = {"device": "cpu"}


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[sv.Filter]:
    """The filters that plans are made for, from an empty cache on."""
    from pyselvage import _apply

    plans.clear()
    seen: list[sv.Filter] = []
    make = _apply.make_plan

    def note(filter: sv.Filter, *args: Any, **options: Any) -> _core.Plan:
        seen.append(filter)
        return make(filter, *args, **options)

    monkeypatch.setattr(_apply, "make_plan", note)
    return seen


def test_plan_runs_many_times() -> None:
    image = samples((20, 30, 3), np.uint8)
    for filter in FILTERS:
        guide = image if isinstance(filter, GUIDED) else None
        axes: Any = {"guide_channel_axis": -1, "channel_axis": -1, "device": "cpu"}
        plan = sv.plan(filter, image, guide=guide, **axes)
        assert plan.report is None
        for seed in range(3):
            other = samples((20, 30, 3), np.uint8, seed)
            want = sv.run(filter, other, guide=guide, **axes)
            np.testing.assert_array_equal(plan.run(other, guide=guide), want)
        assert plan.report is not None
        assert plan.report.device == "cpu"
        assert plan.shape == image.shape


def test_plan_of_a_shape() -> None:
    plan = sv.plan(sv.Box(radius=2), ((3, 20, 30), "float32"), channel_axis=0, **CPU)
    image = samples((3, 20, 30), np.float32)
    want = sv.box(image, radius=2, channel_axis=0, **CPU)
    out = np.empty_like(image)
    assert plan.run(image, out=out) is out
    np.testing.assert_array_equal(out, want)
    np.testing.assert_array_equal(plan.run(image), want)
    for wrong in (image[:, :9], image.astype(np.float16), image[:1]):
        with pytest.raises(sv.InvalidArgument, match="image: is"):
            plan.run(wrong)
    with pytest.raises(sv.InvalidArgument, match="image: has 2 axes"):
        plan.run(image[0])
    with pytest.raises(sv.Unsupported):
        sv.plan(sv.Histogram(), image, **CPU)


def test_explanation() -> None:
    explanation = sv.explain(sv.Bilateral(radius=3), ((480, 640), "uint8"), **CPU)
    assert explanation.device == "cpu"
    assert [reason.taken for reason in explanation.reasons].count(True) == 1
    assert explanation.error_bound <= explanation.max_error
    assert explanation.candidate in str(explanation)
    for reason in explanation.reasons:
        assert reason.text in str(explanation)
    hash(explanation)
    name = explanation.candidate
    plan = sv.plan(sv.Bilateral(radius=3), ((480, 640), "uint8"), use=name, **CPU)
    assert plan.explain().candidate == name
    assert name in repr(plan)


def test_samples_computed_again() -> None:
    noise = samples((40, 64), np.uint8)
    filter = sv.Bilateral(radius=40, sigma_range=0.04)
    plan = sv.plan(filter, noise, use="fourier_multirate", **CPU)
    plan.run(noise)
    assert plan.report is not None
    assert plan.report.certified == noise.size
    assert 0 < plan.report.recomputed <= noise.size
    assert plan.report.terms > 2


def test_report() -> None:
    plan = sv.plan(sv.Gaussian(), ((64, 64), "float32"), **CPU)
    plan.run(samples((64, 64), np.float32))
    report = plan.report
    assert report is not None
    assert report.seconds == sum(stage.seconds for stage in report.stages) > 0
    assert report == report
    hash(report)


def test_accuracy_is_obeyed() -> None:
    image = samples((64, 64), np.float32) * 1000
    shape = ((64, 64), "float32")
    filter = sv.Bilateral(radius=20, sigma_space=10, sigma_range=200)
    loose = sv.plan(filter, image, max_error=100, **CPU).explain()
    exact = sv.plan(filter, image, exact=True, **CPU).explain()
    assert loose.max_error == 100
    assert exact.max_error < 1e-5
    assert sv.explain(filter, shape, max_error=0.5, **CPU).max_error == 0.5
    direct = sv.bilateral(image, radius=20, sigma_space=10, sigma_range=200, **CPU)
    approximate = sv.bilateral(
        image, radius=20, sigma_space=10, sigma_range=200, max_error=1.0, **CPU
    )
    assert np.abs(approximate - direct).max() <= 1.0


def test_plans_are_kept(made: list[sv.Filter]) -> None:
    image = samples((20, 30), np.uint8)
    for _ in range(3):
        sv.gaussian(image, radius=2, **CPU)
        sv.gaussian(image, radius=2, out=np.empty_like(image), **CPU)
        sv.run(sv.Gaussian(radius=2), image, **CPU)
    assert len(made) == 2  # functions and run ask with other keys
    different: list[dict[str, Any]] = [
        {"radius": 3},
        {"radius": 2, "exact": True},
        {"radius": 2, "border": "wrap"},
        {"radius": 2, "mask": np.ones_like(image)},
        {"radius": 2, "device": sv.Engine("cpu", threads=1)},
    ]
    for number, options in enumerate(different):
        sv.gaussian(image, **{**CPU, **options})
        assert len(made) == 3 + number
    sv.gaussian(image[:10], radius=2, **CPU)
    sv.gaussian(image.astype(np.uint16), radius=2, **CPU)
    assert len(made) == 9
    sv.set_threads(1)
    try:
        sv.gaussian(image, radius=2, **CPU)
        assert sv.get_threads() == 1
    finally:
        sv.set_threads(0)
    assert len(made) == 10


def test_plans_that_depend_on_samples_are_not_kept(made: list[sv.Filter]) -> None:
    image = samples((20, 30), np.float32)
    for _ in range(2):
        sv.gaussian(image, max_error=0.1, **CPU)
    assert len(made) == 2


def test_values_without_a_hash(made: list[sv.Filter]) -> None:
    image = samples((20, 30), np.float32)
    for _ in range(2):
        sv.geometry_guided(image, radius=1, row=[1, 1, 1], column=[1, 1, 1], edge_threshold=1)
    assert len(made) == 2
    with pytest.raises(sv.InvalidType):
        sv.box(image, radius=[1])  # type: ignore[arg-type]


def test_cache_is_bounded() -> None:
    def plan_of(size: int) -> _core.Plan:
        return sv.plan(sv.Gaussian(radius=2), ((size, size), "uint8"), **CPU)._plan

    def keep(cache: PlanCache, key: object, size: int) -> None:
        plan = plan_of(size)
        cache.give(cache.add(key, plan), plan)

    cache = PlanCache(most_plans=3)
    for size in range(1, 9):
        keep(cache, size, size)
    assert len(cache) == 3
    assert [size for size in range(1, 9) if cache.take(size)] == [6, 7, 8]
    assert cache.take(8) is None  # it is out
    for _ in range(3):
        keep(cache, "same", 5)
    assert len(cache) == 3
    cache.clear()
    assert len(cache) == 0
    assert cache.take("same") is None
    held = plan_of(512)
    assert held.held_bytes >= 512 * 512  # the copy that running in place needs
    small = PlanCache(most_bytes=held.held_bytes)
    keep(small, "a", 512)
    assert len(small) == 1
    keep(small, "b", 512)
    assert small.take("a") is None
    assert small.take("b") is not None
    keep(small, "large", 2048)  # the newest stays
    assert small.take("large") is not None


def test_threads_share_functions_and_engines() -> None:
    images = [samples((50, 60), np.uint8, seed) for seed in range(40)]
    want = [sv.bilateral(image, radius=2, **CPU) for image in images]
    with ThreadPoolExecutor(8) as pool:
        got = list(pool.map(lambda image: sv.bilateral(image, radius=2, **CPU), images * 5))
    for index, result in enumerate(got):
        np.testing.assert_array_equal(result, want[index % len(want)])


def test_threads_drop_each_others_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads with plans of many shapes, of which few are kept; other threads clear all of them."""
    from pyselvage import _apply

    few = PlanCache(most_plans=4)
    monkeypatch.setattr(_apply, "plans", few)
    image = samples((40, 50, 3), np.float32)
    filters = [sv.Box(radius=1), sv.Gaussian(radius=2), sv.Bilateral(radius=2)]
    axes: Any = {"channel_axis": -1, "device": sv.Engine("cpu", threads=1)}
    work = [(filter, rows) for rows in range(20, 40) for filter in filters]
    want = [sv.run(filter, image[:rows], **axes) for filter, rows in work]

    def call(number: int) -> bool:
        if number % 50 == 0:
            few.clear()
        filter, rows = work[number % len(work)]
        result = sv.run(filter, image[:rows], **axes)
        return bool((result == want[number % len(work)]).all())

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(call, range(3000)))
    few.clear()
    assert len(few) == 0


def test_engines() -> None:
    image = samples((50, 60), np.uint8)
    want = sv.bilateral(image, exact=True, **CPU)
    simd = next(device for device in sv.devices() if device.id == "cpu").simd
    assert simd
    for engine in (
        sv.Engine("cpu", threads=1),
        sv.Engine("cpu", threads=3, executor="threads"),
        sv.Engine("cpu", executor="serial"),
        sv.Engine("cpu", simd=simd[0]),
    ):
        np.testing.assert_array_equal(sv.bilateral(image, exact=True, device=engine), want)
    with pytest.raises(sv.InvalidArgument):
        sv.box(image, device=sv.Engine("cpu", simd="abacus"))
    with pytest.raises(sv.InvalidArgument, match="executor 'x' is not one of auto, tbb"):
        sv.box(image, device=sv.Engine("cpu", executor="x"))  # type: ignore[arg-type]
    for wrong in (-1, 5000):
        with pytest.raises(sv.InvalidArgument):
            sv.set_threads(wrong)
    with pytest.raises(sv.InvalidType):
        sv.set_threads("2")  # type: ignore[arg-type]


def test_devices() -> None:
    first = sv.devices()[0]
    assert first.id == "cpu"
    assert first.missing == ""
    assert first.compute_units > 0
    assert "cpu" in repr(first)
