# SPDX-License-Identifier: Apache-2.0
"""Executes the notebook of examples/ (tools/run_peer_tests)."""

from __future__ import annotations

from pathlib import Path

import nbclient
import nbformat
import numpy as np

import pyselvage as sv

NOTEBOOK = Path(__file__).parents[1] / "examples" / "notebooks" / "tour.ipynb"


def test_the_notebook(tmp_path: Path) -> None:
    rows = np.random.default_rng(1).integers(0, 256, (60, 80, 3), np.uint8)
    sv.save(tmp_path / "photo.png", rows, channel_axis=-1)
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbclient.NotebookClient(notebook, resources={"metadata": {"path": tmp_path}}).execute()
    pictures = [
        output
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if "image/png" in output.get("data", {})
    ]
    assert len(pictures) >= 4
