# SPDX-License-Identifier: Apache-2.0
"""Filters an image by Ray.

    python ray_blocks.py IN.npy OUT.npy

With ``ray.init(address=...)`` the same lines use a cluster; files are then those of all machines.
"""

import sys

import numpy as np
import ray

import pyselvage as sv


@ray.remote
def compute(source: str, plan: sv.Plan, block: sv.Block) -> np.ndarray:
    """Return one block of the result."""
    sv.set_threads(1)
    return plan.run_part(np.load(source, mmap_mode="r")[block.read], block.frame)


def main() -> None:
    """Filter one file."""
    source, target = sys.argv[1:]
    ray.init(include_dashboard=False)
    image = np.load(source, mmap_mode="r")
    plan = sv.plan(sv.Gaussian(sigma_space=4), (image.shape, image.dtype), device="cpu")
    result = np.lib.format.open_memmap(target, "w+", image.dtype, image.shape)
    shared = ray.put(plan)
    waiting = {compute.remote(source, shared, block): block for block in sv.blocks(plan, 1024)}
    while waiting:
        (done,), _ = ray.wait(list(waiting))
        result[waiting.pop(done).write] = ray.get(done)
    print(f"{target}: {result.shape}")


if __name__ == "__main__":
    main()
