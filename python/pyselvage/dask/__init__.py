# SPDX-License-Identifier: Apache-2.0
"""The filters on arrays of Dask: each chunk is a part of the whole result, bit for bit.

>>> import dask.array, pyselvage.dask
>>> image = dask.array.zeros((8192, 8192), chunks=1024, dtype="uint16")
>>> smooth = pyselvage.dask.bilateral(image, sigma_space=3)
>>> smooth.chunksize
(1024, 1024)

The functions are those of `pyselvage`, which take arrays of Dask, too, with the same parameters but
``out``, ``flags``, ``progress`` and ``cancel``. Guides and masks may be arrays of Dask or of NumPy.
Chunks must be as large as the filter's halo, or the whole of their axis; channels lie in one chunk.
Chunks of CuPy are filtered on their GPU.

With `max_error`, errors of floats are relative to the largest sample of the image. A first pass
over the image finds it, unless `largest` gives it.
"""

from ._functions import (
    bilateral,
    box,
    convolve,
    gaussian,
    geometry_guided,
    guided,
    guided_upsample,
    histogram,
    joint_bilateral,
    joint_upsample,
    rolling_guidance,
    run,
)
from ._zarr import from_zarr, to_zarr

__all__ = [
    "bilateral",
    "box",
    "convolve",
    "from_zarr",
    "gaussian",
    "geometry_guided",
    "guided",
    "guided_upsample",
    "histogram",
    "joint_bilateral",
    "joint_upsample",
    "rolling_guidance",
    "run",
    "to_zarr",
]
