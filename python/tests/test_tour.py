# SPDX-License-Identifier: Apache-2.0
"""The programs of pages of the documentation, one after another."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import pyselvage as sv

DOCS = Path(__file__).parents[2] / "docs"


def run_programs(page: str) -> int:
    programs = re.findall(r"```python\n(.*?)```", (DOCS / page).read_text(), re.DOTALL)
    names: dict[str, object] = {}
    for program in programs:
        exec(program, names)
    return len(programs)


def test_tour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rows = np.random.default_rng(1).integers(0, 256, (40, 50, 3), np.uint8)
    sv.save("photo.png", rows, channel_axis=-1)
    assert run_programs("python.md") >= 6
    assert (tmp_path / "smooth.png").exists()


def test_scale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("zarr")
    pytest.importorskip("dask.array")
    monkeypatch.chdir(tmp_path)
    assert run_programs("scale.md") >= 3
    assert (tmp_path / "smooth.zarr").exists()
