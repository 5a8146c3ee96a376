# SPDX-License-Identifier: Apache-2.0
"""The stub of the extension lists what the extension has."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import pyselvage
from pyselvage import _core

STUB = ast.parse((Path(pyselvage.__file__).parent / "_core.pyi").read_text())
CLASSES = {node.name: node for node in STUB.body if isinstance(node, ast.ClassDef)}
FUNCTIONS = {node.name: node for node in STUB.body if isinstance(node, ast.FunctionDef)}


def members(cls: ast.ClassDef) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in cls.body if isinstance(node, ast.FunctionDef)}


def parameters(node: ast.FunctionDef) -> list[str]:
    return [argument.arg for argument in node.args.args if argument.arg != "self"]


def runtime_parameters(function: object) -> list[str]:
    (signature,) = function.__nb_signature__  # type: ignore[attr-defined]
    inner = re.sub(r"\[[^\]]*\]", "", signature[0]).partition("(")[2].rpartition(") ->")[0]
    names = [part.partition(":")[0].strip() for part in inner.split(",")]
    return [name for name in names if name not in ("self", "/", "")]


def public(names: list[str]) -> set[str]:
    return {name for name in names if not name.startswith("_")}


def test_names() -> None:
    assert public(dir(_core)) == {*CLASSES, *FUNCTIONS, "version"}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_function(name: str) -> None:
    ours = runtime_parameters(getattr(_core, name))
    unnamed = [f"arg{i}" for i in range(len(ours))], ["arg"]
    assert ours == parameters(FUNCTIONS[name]) or (
        ours in unnamed and len(ours) == len(parameters(FUNCTIONS[name]))
    )


@pytest.mark.parametrize("name", CLASSES)
def test_class(name: str) -> None:
    cls, stub = getattr(_core, name), members(CLASSES[name])
    assert public(dir(cls)) == public(list(stub))
    for member, node in stub.items():
        runtime = getattr(cls, member)
        is_property = any(getattr(d, "id", "") == "property" for d in node.decorator_list)
        assert is_property == (type(runtime).__name__ in ("property", "nb_static_property"))
        if not is_property and hasattr(runtime, "__nb_signature__"):
            assert len(runtime_parameters(runtime)) == len(parameters(node)), member
