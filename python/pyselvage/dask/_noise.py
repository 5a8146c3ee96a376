# SPDX-License-Identifier: Apache-2.0
"""Noise of arrays of Dask: one estimate, from the lattice of the whole image, for all chunks."""

from __future__ import annotations

from typing import Any

import dask.array as da
import numpy as np
from dask.delayed import delayed

from .. import _noise
from .._calls import Arrays, Layout, prepare
from .._recipes import specimen
from ..noise import noise_of

__all__ = ["noise", "range_of_noise"]


def noise(image: Any, mask: Any, layout: Layout, norm: str, invalid: float | None) -> Any:
    """Return an object that computes the noise of an array of Dask."""
    arrays = [
        None if array is None else specimen(array.shape, array.dtype) for array in (image, mask)
    ]
    known = prepare(Arrays(arrays[0], mask=arrays[1]), layout).layout
    tiles, kept = _tiles_of(image, mask, known)

    def computed(tiles: Any, kept: Any) -> Any:
        return noise_of(_noise.estimate(tiles, kept, norm, invalid, bool(known.has_alpha)))

    return delayed(computed)(tiles, kept)


def range_of_noise(question: _noise.Question, image: Any, mask: Any) -> Any:
    """Return the sigma_range that follows from an array of Dask, as an array of one number."""
    tiles, kept = _tiles_of(image, mask, question.layout)

    def computed(tiles: Any, kept: Any) -> Any:
        return np.array([_noise.answer(question, tiles, kept)])

    return da.from_delayed(delayed(computed)(tiles, kept), (1,), np.float64)


def _tiles_of(image: Any, mask: Any, layout: Layout) -> tuple[Any, Any]:
    if mask is not None and mask.dtype == np.bool_:
        mask = mask.astype(np.uint8)
    return _noise.tiles_of(image, mask, layout)
