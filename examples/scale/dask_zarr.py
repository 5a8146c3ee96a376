# SPDX-License-Identifier: Apache-2.0
"""Filters a Zarr array that is larger than the memory, by the processes of a cluster.

    python dask_zarr.py IN.zarr OUT.zarr [WORKERS]

With the address of a scheduler for `Client`, the same lines use a cluster of many machines.
"""

import os
import sys

import zarr
from dask.distributed import Client, LocalCluster

import pyselvage.dask as lazy

# Tasks run side by side already, so Zarr need not read and decompress in parallel, too: it would
# only take memory.
ENVIRONMENT = {"ZARR_ASYNC__CONCURRENCY": "1", "ZARR_THREADING__MAX_WORKERS": "1"}


def main() -> None:
    """Filter one array."""
    source, target, *rest = sys.argv[1:]
    os.environ.update(ENVIRONMENT)  # workers inherit it
    workers = int(rest[0]) if rest else None
    with (
        LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster),
    ):
        image = lazy.from_zarr(source)
        smooth = lazy.bilateral(image, sigma_space=3, sigma_range=0.05)
        array = zarr.open_array(source, mode="r")
        lazy.to_zarr(smooth, target, chunks=array.chunks, shards=array.shards)
        print(f"{target}: {smooth.shape} in {smooth.npartitions} tasks")


if __name__ == "__main__":
    main()
