# SPDX-License-Identifier: Apache-2.0
"""Histograms of arrays of Dask."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import dask.array as da
import numpy as np
from dask.delayed import delayed

from .. import _apply
from .._calls import Layout, Request, make_filter, values_of
from .._engines import Engine
from ..errors import Unsupported
from ..filters import Histogram
from ..reports import Counts
from ._apply import check_chunks, check_one_chunk, extremes_of, is_on_gpu, refuse
from ._tasks import range_of

__all__ = ["count"]


def count(
    values: Any, image: Any, layout: Sequence[Any], request: Sequence[Any], watch: tuple[Any, Any]
) -> Any:
    """Return the counts of an array of Dask, to be computed later."""
    refuse(progress=watch[0], cancel=watch[1])
    check_chunks("image", image)
    if is_on_gpu(image):
        raise Unsupported(
            "image: arrays on a GPU are not counted", "image.map_blocks(cupy.asnumpy)"
        )
    filter = make_filter(Histogram, values)
    assert isinstance(filter, Histogram)
    known = Layout(*layout)
    channel = known.channel_axis
    if channel is not None:
        check_one_chunk("image", "channels", image, channel % image.ndim)
    asked = Request(*request)
    if asked.device == "auto":
        asked = asked._replace(device=Engine("cpu", threads=1))
    counted = image
    if channel is not None and filter.channel is not None:
        counted = da.take(image, [filter.channel], axis=channel)
    known_range = filter.low is not None and filter.high is not None
    extremes = None
    if np.issubdtype(image.dtype, np.floating) and not known_range:
        extremes = extremes_of(counted)
    parts = [
        delayed(_count_block)(block, filter, known, asked, extremes)
        for block in image.to_delayed().ravel()
    ]
    return delayed(_sum)(parts)


def _count_block(
    block: Any, filter: Histogram, layout: Layout, request: Request, extremes: Any
) -> Counts:
    def counted(filter: Histogram) -> Counts:
        counts = _apply.count(values_of(filter), block, layout, request, (None, None))
        assert isinstance(counts, Counts)
        return counts

    if extremes is None:
        return counted(filter)
    low, high = range_of(extremes)
    low = low if filter.low is None else filter.low
    high = high if filter.high is None else filter.high
    if low < high:  # else all samples fall into the first bin, or the last
        filter = replace(filter, low=low, high=high)
    return replace(counted(filter), low=low, high=high)


def _sum(parts: Sequence[Counts]) -> Counts:
    first = parts[0]
    bins = sum((part.bins for part in parts[1:]), first.bins)
    not_numbers = sum((part.not_numbers for part in parts[1:]), first.not_numbers)
    return Counts(bins, not_numbers, first.low, first.high)
