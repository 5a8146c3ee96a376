# SPDX-License-Identifier: Apache-2.0
"""Parts of an image, by plans that travel to other processes."""

from __future__ import annotations

import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from conftest import FILTERS, samples

import pyselvage as sv

IMAGE = samples((90, 70, 3), np.uint8)
CPU: Any = {"device": "cpu"}


def in_blocks(plan: sv.Plan, image: Any, size: Any, **inputs: Any) -> Any:
    result = np.empty(plan.shape, image.dtype)
    for read, write, frame in sv.blocks(plan, size):
        part = {name: array[read[: array.ndim]] for name, array in inputs.items()}
        result[write] = plan.run_part(image[read], frame, **part)
    return result


@pytest.mark.parametrize("size", [7, (90, 16), (1, 70), 1000])
def test_blocks_make_the_whole(size: Any) -> None:
    for filter in FILTERS:
        joint = isinstance(filter, sv.JointBilateral)
        if isinstance(filter, (sv.JointUpsampling, sv.GuidedUpsampling, sv.Histogram)):
            continue
        if getattr(filter, "border", None) == "wrap":
            filter = replace(filter, border="clamp")
        inputs = {"guide": samples((90, 70), np.uint16)} if joint else {}
        plan = sv.plan(filter, IMAGE, channel_axis=-1, **inputs, **CPU)
        assert plan.halo == filter.halo
        got = in_blocks(pickle.loads(pickle.dumps(plan)), IMAGE, size, **inputs)
        np.testing.assert_array_equal(got, plan.run(IMAGE, **inputs), err_msg=str(filter))


def test_blocks_cover_each_pixel_once() -> None:
    plan = sv.plan(sv.Box(radius=3), ((3, 100, 50), "uint8"), channel_axis=0, **CPU)
    assert plan.image_axes == (1, 2)
    count = np.zeros((3, 100, 50), int)
    for read, write, frame in sv.blocks(plan, (30, 20)):
        count[write] += 1
        rows, columns = read[1], read[2]
        assert (frame.x, frame.y) == (columns.start, rows.start)
        assert rows.start == max(0, write[1].start - 3)
        assert columns.stop == min(50, write[2].stop + 3)
    assert (count == 1).all()


def test_upsampling_reads_the_whole_image() -> None:
    small, guide = samples((30, 20), np.uint8), samples((90, 70), np.uint8, 2)
    plan = sv.plan(sv.JointUpsampling(radius=2), small, guide=guide, **CPU)
    result = np.empty_like(guide)
    for read, write, frame in sv.blocks(plan, 32):
        result[write] = plan.run_part(small[read], frame, guide=guide)
    np.testing.assert_array_equal(result, plan.run(small, guide=guide))


def test_missing_pixels_are_an_error() -> None:
    plan = sv.plan(sv.Box(radius=3), ((90, 70), "uint8"), **CPU)
    frame = sv.Frame(70, 90, 10, 10, sv.Rectangle(11, 20, 5, 5))
    with pytest.raises(sv.InvalidArgument, match="2 columns and 0 rows of pixels are missing"):
        plan.run_part(IMAGE[10:40, 10:40, 0], frame)


def test_other_inputs_are_an_error() -> None:
    plan = sv.plan(sv.Box(radius=3), ((90, 70), "uint8"), **CPU)
    frame = sv.Frame(70, 90, 0, 0, sv.Rectangle(0, 0, 70, 90))
    image = IMAGE[..., 0]
    with pytest.raises(sv.InvalidArgument, match="mask: the plan has none"):
        plan.run_part(image, frame, mask=image)
    with pytest.raises(sv.InvalidArgument, match="uint16 samples, the plan is for uint8"):
        plan.run_part(image.astype(np.uint16), frame)
    masked = sv.plan(sv.Box(radius=3), image, mask=image, **CPU)
    with pytest.raises(sv.InvalidArgument, match="mask: the plan has one"):
        masked.run_part(image, frame)


def test_sizes_of_blocks() -> None:
    plan = sv.plan(sv.Box(border="wrap"), ((90, 70), "uint8"), **CPU)
    with pytest.raises(sv.Unsupported, match="border 'wrap'"):
        sv.blocks(plan)
    plan = sv.plan(sv.Box(), ((90, 70), "uint8"), **CPU)
    for size in (0, (3, 0)):
        with pytest.raises(sv.InvalidArgument, match="blocks need a row and a column"):
            sv.blocks(plan, size)
    with pytest.raises(sv.InvalidType, match="neither a number nor a pair"):
        sv.blocks(plan, (1, 2, 3))  # type: ignore[arg-type]


def test_threads_share_a_plan() -> None:
    plan = sv.plan(sv.Bilateral(), IMAGE, channel_axis=-1, **CPU)
    want = plan.run(IMAGE)
    result = np.empty_like(IMAGE)

    def work(block: sv.Block) -> None:
        result[block.write] = plan.run_part(IMAGE[block.read], block.frame)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, sv.blocks(plan, 9)))
    np.testing.assert_array_equal(result, want)


def test_image_of_a_million_rows_and_columns() -> None:
    """The plan takes no memory for what it does not hold."""
    side = 1_000_000
    plan = sv.plan(sv.Bilateral(), ((side, side), "uint16"), **CPU)
    frame = sv.Frame(side, side, 500_000, 700_000, sv.Rectangle(500_010, 700_010, 30, 20))
    image = samples((60, 70), np.uint16)
    got = plan.run_part(image, frame)
    np.testing.assert_array_equal(got, sv.bilateral(image, **CPU)[10:30, 10:40])


def test_copies_keep_candidate_and_instruction_set() -> None:
    image = IMAGE[..., 0]
    slow = sv._core.cpu().simd[-1]
    plan = sv.plan(sv.Bilateral(), image, device=sv.Engine("cpu", simd=slow), use="plain")
    copy = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(plan))))
    assert copy.explain().candidate == "plain"
    assert copy._recipe.simd == slow
    np.testing.assert_array_equal(copy.run(image), plan.run(image))
    assert str(copy) == str(plan)


def test_copy_of_a_plan_for_floats_keeps_their_magnitude() -> None:
    image = samples((90, 70), np.float32) * 200 - 50
    plan = sv.plan(sv.Bilateral(sigma_range=20), image, max_error=1e-4, **CPU)
    copy = pickle.loads(pickle.dumps(plan))
    assert copy.explain().candidate == plan.explain().candidate == "plain"
    np.testing.assert_array_equal(copy.run(image), plan.run(image))


@pytest.mark.parametrize("largest", [0.2, 4.0])
def test_copy_of_a_bounded_plan_for_floats_keeps_its_request(largest: float) -> None:
    image = samples((90, 120), np.float32) * largest
    filter = sv.Bilateral(sigma_space=8, sigma_range=0.1)
    plan = sv.plan(filter, image, max_error=0.06 / 255 * max(largest, 1), method="bounded", **CPU)
    copy = pickle.loads(pickle.dumps(plan))
    assert copy.explain().error_bound == plan.explain().error_bound
    by_shape = sv.plan(
        filter,
        (image.shape, "float32"),
        sample_extent=float(np.abs(image).max()),
        max_error=0.06 / 255 * max(largest, 1),
        method="bounded",
        **CPU,
    )
    assert by_shape.explain().error_bound == plan.explain().error_bound
    np.testing.assert_array_equal(copy.run(image), plan.run(image))


def test_unknown_instruction_set_is_named() -> None:
    plan = sv.plan(sv.Box(), ((9, 9), "uint8"), **CPU)
    there = plan.__reduce__()[1][0]._replace(simd="AVX9")
    copy = sv.plans._unpickled(there)
    with pytest.raises(sv.Error, match="AVX9"):
        copy.run(np.zeros((9, 9), np.uint8))


def test_another_process_computes_the_same() -> None:
    image = np.ascontiguousarray(IMAGE[..., 0])
    plan = sv.plan(sv.Bilateral(), image, **CPU)
    script = (
        "import pickle, sys; plan, image = pickle.load(sys.stdin.buffer); "
        "pickle.dump(plan.run(image), sys.stdout.buffer)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        input=pickle.dumps((plan, image)),
        stdout=subprocess.PIPE,
        check=True,
    )
    np.testing.assert_array_equal(pickle.loads(done.stdout), plan.run(image))
