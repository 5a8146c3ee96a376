# SPDX-License-Identifier: Apache-2.0
"""Examples in docstrings; the package's names and version."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import pkgutil
import re
from pathlib import Path

import pytest

import pyselvage as sv

LEFT_OUT = {"_core"} if importlib.util.find_spec("dask") else {"_core", "dask"}
MODULES = ["pyselvage"] + [
    f"pyselvage.{module.name}"
    for module in pkgutil.iter_modules(sv.__path__)
    if module.name not in LEFT_OUT
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0


def test_there_are_examples() -> None:
    modules = map(importlib.import_module, MODULES)
    assert sum(doctest.testmod(module).attempted for module in modules) > 10


def test_all_names_exist() -> None:
    for name in MODULES:
        module = importlib.import_module(name)
        for public in getattr(module, "__all__", []):
            assert hasattr(module, public), public
    assert sv.__all__ == sorted(sv.__all__)
    assert all(getattr(sv, name).__doc__ for name in sv.__all__)


def test_version_is_that_of_cmake() -> None:
    text = (Path(__file__).parents[2] / "CMakeLists.txt").read_text()
    match = re.search(r"project\(selvage VERSION ([0-9.]+)", text)
    assert match is not None
    assert sv.__version__ == match[1]
