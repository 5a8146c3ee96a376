# SPDX-License-Identifier: Apache-2.0
"""Any view gives the pixels of its contiguous copy."""

from __future__ import annotations

from typing import Any

import numpy as np
from conftest import TYPES, samples
from hypothesis import given, settings
from hypothesis import strategies as st

import pyselvage as sv


@st.composite
def views(draw: st.DrawFn) -> tuple[np.ndarray, int | None, tuple[int, ...]]:
    """Return a view with steps of both signs, its axis of channels and its batch axes."""
    sizes = [draw(st.integers(1, 16)), draw(st.integers(1, 16))]
    batch = [draw(st.integers(1, 3)) for _ in range(draw(st.integers(0, 2)))]
    channels = draw(st.one_of(st.none(), st.integers(1, 4)))
    roles = ["y", "x", *(f"b{i}" for i in range(len(batch))), *(["c"] if channels else [])]
    order = draw(st.permutations(roles))
    if order.index("x") < order.index("y"):  # rows come before columns
        y, x = order.index("y"), order.index("x")
        order[x], order[y] = "y", "x"
    size = {"y": sizes[0], "x": sizes[1], "c": channels or 1}
    size |= {f"b{i}": n for i, n in enumerate(batch)}
    shape = [size[role] for role in order]
    steps = [draw(st.sampled_from([1, 2, 3, -1, -2])) for _ in shape]
    storage = draw(st.permutations(range(len(shape))))
    big = [shape[axis] * abs(steps[axis]) for axis in storage]
    array = samples(tuple(big), draw(st.sampled_from(TYPES)), draw(st.integers(0, 1000)))
    array = array.transpose(np.argsort(storage))
    view = array[tuple(slice(None, None, step) for step in steps)]
    axis = order.index("c") if channels else None
    if axis is not None and draw(st.booleans()):
        axis -= view.ndim
    return view, axis, tuple(order.index(f"b{i}") for i in range(len(batch)))


OPTIONS = st.fixed_dictionaries(
    {
        "sigma_space": st.floats(0.1, 9),
        "sigma_range": st.floats(0.01, 1),
        "radius": st.integers(0, 5),
        "window": st.sampled_from(["square", "disc"]),
        "norm": st.sampled_from(["l2", "l1", "per_channel"]),
        "iterations": st.integers(1, 2),
        "border": st.sampled_from(["reflect101", "reflect", "clamp", "wrap", "shrink", "copy"]),
    }
)


@settings(deadline=None)
@given(views(), OPTIONS)
def test_view_is_copy(view: Any, options: Any) -> None:
    array, axis, batch = view
    axes: Any = {"channel_axis": axis, "batch_axes": batch, "device": "cpu"}
    want = sv.bilateral(np.ascontiguousarray(array), **axes, **options)
    assert want.shape == array.shape
    out = np.full_like(np.repeat(array, 2, axis=-1), 7)[..., ::-2]
    got = sv.bilateral(array, out=out, **axes, **options)
    assert got is out
    assert got.dtype == array.dtype
    np.testing.assert_array_equal(got, want)
    assert sv.bilateral(array, out=array, **axes, **options) is array
    np.testing.assert_array_equal(array, want)


@settings(deadline=None)
@given(views())
def test_batch_is_one_by_one(view: Any) -> None:
    array, axis, batch = view
    got = sv.gaussian(array, channel_axis=axis, batch_axes=batch, radius=1, device="cpu")
    own = None if axis is None else axis % array.ndim
    first = [*batch, *(i for i in range(array.ndim) if i not in (*batch, own))]
    order = first if own is None else [*first, own]
    moved, result = array.transpose(order), got.transpose(order)
    for index in np.ndindex(moved.shape[: len(batch)]):
        one = sv.gaussian(
            moved[index], channel_axis=None if own is None else -1, radius=1, device="cpu"
        )
        np.testing.assert_array_equal(result[index], one)
