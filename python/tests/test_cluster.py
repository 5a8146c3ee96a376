# SPDX-License-Identifier: Apache-2.0
"""A cluster of processes on this machine, one of which is killed while it works."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import samples

import pyselvage as sv

da = pytest.importorskip("dask.array")
distributed = pytest.importorskip("distributed")
lazy = pytest.importorskip("pyselvage.dask")

pytestmark = pytest.mark.filterwarnings("ignore")  # of the cluster, which loses a worker on purpose


def _killed_once(block: Any, mark: str) -> Any:
    """Return a chunk; the first worker that gets here kills itself."""
    try:
        os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return block
    os.kill(os.getpid(), signal.SIGKILL)
    return None


def test_result_is_right_although_a_worker_is_killed(tmp_path: Path) -> None:
    image = samples((400, 300), np.uint16)
    plan = sv.plan(sv.Bilateral(sigma_space=2), image, device="cpu")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        before = set(client.run(os.getpid).values())
        mark = str(tmp_path / "killed")
        x = da.from_array(image, chunks=100)
        got = lazy.bilateral(x, sigma_space=2)
        got = got.map_blocks(_killed_once, mark, meta=got._meta)  # else it is tried here, too
        result = client.compute(got).result(timeout=120)
        client.wait_for_workers(2, timeout=60)
        after = set(client.run(os.getpid).values())
        threads = set(client.run(sv.get_threads).values())
        # A plan travels, too.
        frame = list(sv.blocks(plan, 150))[1]
        part = client.submit(plan.run_part, image[frame.read], frame.frame).result(timeout=60)
    assert Path(mark).exists()
    assert len(after - before) == 1
    assert threads == {0}
    want = plan.run(image)
    np.testing.assert_array_equal(result, want)
    np.testing.assert_array_equal(part, want[frame.write])
