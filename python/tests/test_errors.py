# SPDX-License-Identifier: Apache-2.0
"""Exceptions: their bases, their words, and pickles of them and of filters."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from conftest import FILTERS

import pyselvage as sv
from pyselvage import errors

BASES = {
    sv.InvalidArgument: ValueError,
    sv.InvalidType: TypeError,
    sv.Unsupported: NotImplementedError,
    sv.InputError: OSError,
    sv.FileMissing: FileNotFoundError,
    sv.OutputError: OSError,
    sv.DeviceError: OSError,
    sv.LimitError: MemoryError,
    sv.Cancelled: RuntimeError,
}


def test_all_classes_are_listed() -> None:
    assert {cls.__name__ for cls in BASES} | {"Error"} == set(errors.__all__)


@pytest.mark.parametrize(("cls", "base"), BASES.items())
def test_class(cls: Any, base: type[Exception]) -> None:
    error = cls("radius 5000 is outside 0..4096", "use less")
    assert isinstance(error, sv.Error)
    assert isinstance(error, base)
    assert str(error) == "radius 5000 is outside 0..4096\nhint: use less"
    assert str(cls("it failed")) == "it failed"
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is cls
    assert (again.message, again.hint, str(again)) == (error.message, error.hint, str(error))


IMAGE = np.zeros((4, 5), np.uint8)
FAILURES: list[tuple[type[sv.Error], Any]] = [
    (sv.InvalidArgument, lambda: sv.Gaussian(sigma_space=-1)),
    (sv.InvalidArgument, lambda: sv.bilateral(IMAGE, norm="lab")),
    (sv.InvalidArgument, lambda: sv.bilateral(IMAGE, border_value=128, border="constant")),
    (sv.InvalidArgument, lambda: sv.joint_bilateral(IMAGE, IMAGE[:3])),
    (sv.InvalidArgument, lambda: sv.joint_upsample(IMAGE, IMAGE[:3])),
    (sv.InvalidArgument, lambda: sv.geometry_guided(IMAGE)),
    (sv.InvalidArgument, lambda: sv.run(sv.JointBilateral(), IMAGE)),
    (sv.InvalidArgument, lambda: sv.run(sv.Box(), IMAGE, guide=IMAGE)),
    (sv.InvalidArgument, lambda: sv.run(sv.Box(), IMAGE, use="nothing")),
    (sv.InvalidArgument, lambda: sv.box(IMAGE, max_error=-1)),
    (sv.Unsupported, lambda: sv.gaussian(IMAGE, method="separable")),
    (sv.DeviceError, lambda: sv.box(IMAGE, device="cuda:77")),
    (sv.DeviceError, lambda: sv.box(IMAGE, device="abacus")),
    (sv.InvalidType, lambda: sv.box(IMAGE, device=3)),  # type: ignore[arg-type]
    (sv.InvalidType, lambda: sv.run("bilateral", IMAGE)),  # type: ignore[arg-type]
    (sv.InvalidType, lambda: sv.plan(3, IMAGE)),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("cls", "call"), FAILURES)
def test_words(cls: type[sv.Error], call: Any) -> None:
    with pytest.raises(cls) as caught:
        call()
    error = caught.value
    assert error.message
    for text in (error.message, error.hint):
        assert "\n" not in text
        assert "--" not in text  # options of the command line
        assert "::" not in text  # names of C++
        assert "selvage devices" not in text
    assert pickle.loads(pickle.dumps(error)).message == error.message


@pytest.mark.parametrize("filter", FILTERS, ids=lambda f: type(f).__name__)
def test_filters_are_values(filter: sv.Filter) -> None:
    again = pickle.loads(pickle.dumps(filter))
    assert again == filter
    assert hash(again) == hash(filter)
    assert copy.deepcopy(filter) == filter
    assert repr(filter).startswith(type(filter).__name__ + "(")
    with pytest.raises(AttributeError):
        setattr(filter, type(filter).__slots__[0], 3)
    assert filter.halo >= 0
    engine = sv.Engine("cpu", threads=2)
    assert {engine: 1}[pickle.loads(pickle.dumps(engine))] == 1


def test_hints_name_what_python_has() -> None:
    hints = {
        "selvage::devices() lists them": "pyselvage.devices() lists them",
        "raise it with Limits::max_side": "raise it with max_side",
        "Frame::whole of the guide": "whole of the guide",
        "read them one by one with ImageReader": "read them one by one by load(path, page=1)",
        "0..1: two colons stay": "0..1: two colons stay",
    }
    for cpp, python in hints.items():
        assert errors._of_library("InputError", "cause", cpp).hint == python


def test_sequences_become_tuples() -> None:
    kernel = np.eye(3, dtype=np.float32).ravel()
    filter = sv.Convolution(kernel=kernel, width=3, height=3)  # type: ignore[arg-type]
    assert filter.kernel == (1, 0, 0, 0, 1, 0, 0, 0, 1)
    assert hash(filter) == hash(sv.Convolution(kernel=list(kernel), width=3, height=3))
    with pytest.raises(sv.InvalidType, match="row 3 is not a sequence"):
        sv.SeparableConvolution(row=3)  # type: ignore[arg-type]
