# SPDX-License-Identifier: Apache-2.0
"""What tests share."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings

import pyselvage as sv

# `--hypothesis-profile torture --calls 60000` (tools/run_torture python)
settings.register_profile("torture", max_examples=500)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--calls", type=int, default=5000, help="calls in the test of leaks")


TYPES = [np.uint8, np.uint16, np.float16, np.float32]


def samples(shape: tuple[int, ...], dtype: object, seed: int = 1) -> np.ndarray:
    """Return random samples: all values of an integer type, or floats in 0..1."""
    values = np.random.default_rng(seed).random(shape)
    top = {"uint8": 255, "uint16": 65535}.get(np.dtype(dtype).name, 1)
    return np.rint(values * top).astype(dtype) if top > 1 else values.astype(dtype)


@pytest.fixture
def tool() -> Path:
    """The command-line tool of the same build."""
    path = os.environ.get("SELVAGE_TOOL")
    if not path:
        pytest.skip("SELVAGE_TOOL does not name the tool of the same build")
    return Path(path)


@pytest.fixture
def python() -> Callable[[str], subprocess.CompletedProcess[str]]:
    """Run a program in another process and return what it printed; it must succeed."""

    def run(program: str) -> subprocess.CompletedProcess[str]:
        result = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, timeout=120
        )
        assert result.returncode == 0, result.stderr
        return result

    return run


# Filters that cannot do without a guide.
GUIDED = (sv.JointBilateral, sv.JointUpsampling, sv.GuidedUpsampling)

# Each filter with values other than its defaults.
FILTERS: list[sv.Filter] = [
    sv.Bilateral(sigma_space=1.5, sigma_range=0.2, window="disc", norm="l1", iterations=2),
    sv.JointBilateral(sigma_space=1.2, border="wrap"),
    sv.JointUpsampling(sigma_space=0.8),
    sv.RollingGuidance(sigma_space=1.0, iterations=2),
    sv.GeometryGuided(radius=2, edge_threshold=0.3),
    sv.Guided(radius=3, epsilon=0.001, subsample=2),
    sv.GuidedUpsampling(radius=3, epsilon=0.001),
    sv.Gaussian(sigma_space=1.3, border="constant", border_value=0.25),
    sv.Box(radius=2, border="shrink"),
    sv.Convolution(kernel=(0, -1, 0, -1, 5, -1, 0, -1, 0), width=3, height=3),
    sv.SeparableConvolution(row=(0.25, 0.5, 0.25), column=(-1, 0, 1), offset=0.5),
]
