# SPDX-License-Identifier: Apache-2.0
"""`pyselvage.dask.ndfilters` beside dask-image."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from conftest import samples

da = pytest.importorskip("dask.array")
theirs = pytest.importorskip("dask_image.ndfilters")
ours = pytest.importorskip("pyselvage.dask.ndfilters")

WEIGHTS = np.arange(15.0).reshape(3, 5) / 105


@pytest.mark.parametrize("dtype", [np.float32, np.uint8])
@pytest.mark.parametrize(
    ("name", "arguments", "options"),
    [
        ("gaussian_filter", (2,), {}),
        ("gaussian_filter", (1.5,), {"mode": "nearest", "truncate": 3.0}),
        ("uniform_filter", (5,), {"mode": "mirror"}),
        ("convolve", (WEIGHTS,), {"mode": "constant", "cval": 0.0}),
        ("correlate", (WEIGHTS,), {}),
    ],
)
def test_results_are_those_of_dask_image(
    dtype: Any, name: str, arguments: Any, options: Any
) -> None:
    image = da.from_array(samples((90, 80), dtype), chunks=45)
    got = getattr(ours, name)(image, *arguments, **options).compute()
    want = getattr(theirs, name)(image, *arguments, **options).compute()
    if dtype is np.uint8:
        # SciPy cuts fractions off, after each axis of a separable filter: up to 2 steps darker.
        difference = got.astype(int) - want
        assert difference.min() >= 0
        assert difference.max() <= (1 if name in ("convolve", "correlate") else 2)
    else:
        np.testing.assert_allclose(got, want, atol=2e-6)
