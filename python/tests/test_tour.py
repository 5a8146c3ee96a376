# SPDX-License-Identifier: Apache-2.0
"""The programs of docs/python.md, one after another."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import pyselvage as sv

PAGE = Path(__file__).parents[2] / "docs" / "python.md"


def test_the_programs_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rows = np.random.default_rng(1).integers(0, 256, (40, 50, 3), np.uint8)
    sv.save("photo.png", rows, channel_axis=-1)
    programs = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert len(programs) >= 6
    names: dict[str, object] = {}
    for program in programs:
        exec(program, names)
    assert (tmp_path / "smooth.png").exists()
