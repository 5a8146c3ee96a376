# SPDX-License-Identifier: Apache-2.0
"""Filters an image in a NumPy file by processes that share nothing but files.

python processes.py IN.npy OUT.npy [PROCESSES]
"""

import multiprocessing
import sys

import numpy as np

import pyselvage as sv


def work(task: tuple[str, str, sv.Plan, sv.Block]) -> None:
    """Compute one block."""
    source, target, plan, (read, write, frame) = task
    image, result = np.load(source, mmap_mode="r"), np.load(target, mmap_mode="r+")
    result[write] = plan.run_part(image[read], frame)


def main() -> None:
    """Filter one file."""
    source, target, *rest = sys.argv[1:]
    image = np.load(source, mmap_mode="r")
    plan = sv.plan(sv.Gaussian(sigma_space=4), (image.shape, image.dtype), device="cpu")
    np.lib.format.open_memmap(target, "w+", image.dtype, image.shape)
    tasks = [(source, target, plan, block) for block in sv.blocks(plan, 1024)]
    context = multiprocessing.get_context("spawn")
    with context.Pool(int(rest[0]) if rest else None, sv.set_threads, (1,)) as pool:
        pool.map(work, tasks)
    print(f"{target}: {len(tasks)} blocks")


if __name__ == "__main__":
    main()
