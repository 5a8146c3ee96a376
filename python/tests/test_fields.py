# SPDX-License-Identifier: Apache-2.0
"""Classes and functions agree with the library's list of fields."""

from __future__ import annotations

import dataclasses
import inspect
import types
import typing

import numpy as np
import pytest

import pyselvage as sv
from pyselvage import _core, choices, filters

FIELDS = _core.fields()
CLASSES = {name: getattr(sv, name) for name in FIELDS}
FUNCTIONS = {
    "Bilateral": sv.bilateral,
    "JointBilateral": sv.joint_bilateral,
    "JointUpsampling": sv.joint_upsample,
    "RollingGuidance": sv.rolling_guidance,
    "GeometryGuided": sv.geometry_guided,
    "Guided": sv.guided,
    "GuidedUpsampling": sv.guided_upsample,
    "Gaussian": sv.gaussian,
    "Box": sv.box,
    "SeparableConvolution": sv.convolve,
    "Histogram": sv.histogram,
}
COMMON = ["channel_axis", "batch_axes", "has_alpha", "device", "exact", "max_error", "method"]
WATCH = ["progress", "cancel"]


def annotation(field: _core.Field) -> object:
    """The annotation that a field must have."""
    kind: object = {"float": float, "int": int, "bool": bool}.get(field.type)
    if field.type == "floats":
        return typing.get_type_hints(filters.SeparableConvolution)["row"]
    if field.type == "choice":
        kind = typing.Literal[tuple(field.choices)]
    return kind | None if field.optional else kind  # type: ignore[operator]


def same_default(field: _core.Field, default: object) -> bool:
    if field.type == "float" and default is not None:
        return np.float32(default) == np.float32(field.default)
    return bool(field.default == default)


def test_every_filter_has_a_class() -> None:
    assert set(FIELDS) == {
        name for name in filters.__all__ if name != "Filter" and hasattr(filters, name)
    }


@pytest.mark.parametrize("name", FIELDS)
def test_class(name: str) -> None:
    hints = typing.get_type_hints(CLASSES[name])
    own = dataclasses.fields(CLASSES[name])
    assert [field.name for field in own] == [field.name for field in FIELDS[name]]
    for mine, field in zip(own, FIELDS[name], strict=True):
        assert same_default(field, mine.default), field.name
        assert hints[field.name] == annotation(field), field.name
        assert mine.kw_only


@pytest.mark.parametrize("name", FUNCTIONS)
def test_function(name: str) -> None:
    function = FUNCTIONS[name]
    parameters = inspect.signature(function).parameters
    hints = typing.get_type_hints(function)
    expected = [field.name for field in FIELDS[name]]
    keywords = [p.name for p in parameters.values() if p.kind is p.KEYWORD_ONLY]
    assert keywords[: len(expected)] == expected
    for field in FIELDS[name]:
        if function is sv.convolve and field.name in ("row", "column"):
            continue  # array_like, without a default
        assert same_default(field, parameters[field.name].default), field.name
        expected_hint = annotation(field)
        if field.name == "sigma_range":
            expected_hint = float | choices.Automatic
        assert hints[field.name] == expected_hint, field.name


@pytest.mark.parametrize("name", FUNCTIONS)
def test_function_has_the_ports(name: str) -> None:
    parameters = inspect.signature(FUNCTIONS[name]).parameters
    rest = set(parameters) - {field.name for field in FIELDS[name]}
    ports = {
        "out" if (port, output) == ("image", True) else port
        for port, output, _ in _core.ports()[name]
        if port != "counts"
    }
    wanted = {*ports, "image", *COMMON, *WATCH}
    if "guide" in ports:
        wanted |= {"guide_channel_axis", "guide_has_alpha"}
    if "normals" in ports:
        wanted |= {"normals_channel_axis"}
    if any(field.name == "third_axis" for field in FIELDS[name]):
        wanted |= {"depth_axis"}
    if name == "Histogram":
        wanted -= {"has_alpha", "exact", "max_error", "method"}
    if name == "SeparableConvolution":
        wanted |= {"kernel"}
    assert rest == wanted


@pytest.mark.parametrize("function", [sv.run, sv.plan, sv.explain])
def test_generic_functions_have_all_ports(function: types.FunctionType) -> None:
    parameters = inspect.signature(function).parameters
    inputs = {port for all in _core.ports().values() for port, output, _ in all if not output}
    assert {*inputs, *COMMON} <= set(parameters)


@pytest.mark.parametrize("name", ["Method", "Executor", "Strength"])
def test_choices(name: str) -> None:
    assert typing.get_args(getattr(choices, name)) == _core.choices()[name]


def numbers() -> list[tuple[str, _core.Field]]:
    return [(name, f) for name, all in FIELDS.items() for f in all if f.type in ("float", "int")]


# Other values that the largest value of a field needs.
BESIDE: dict[tuple[str, str], dict[str, object]] = {
    **{(name, "sigma_space"): {"radius": 1} for name in FIELDS if name != "GeometryGuided"},
    **{(name, "sigma_depth"): {"radius_depth": 1} for name in FIELDS},
    ("Convolution", "width"): {"kernel": (1.0,) * 63},
    ("Convolution", "height"): {"kernel": (1.0,) * 63},
    ("Guided", "radius"): {"subsample": 8},
    ("Histogram", "low"): {"high": float(np.finfo(np.float32).max)},
    ("Histogram", "high"): {"low": -float(np.finfo(np.float32).max)},
}


@pytest.mark.parametrize(("name", "field"), numbers(), ids=lambda x: getattr(x, "name", x))
def test_range(name: str, field: _core.Field) -> None:
    assert field.least is not None
    assert field.most is not None
    cls = CLASSES[name]
    convert = int if field.type == "int" else float
    beside = BESIDE.get((name, field.name), {})
    if name != "Histogram" or field.name not in ("low", "high"):  # which differ from one another
        cls(**{field.name: convert(field.least), **(beside if "kernel" not in beside else {})})
        cls(**{field.name: convert(field.most), **beside})
    step = 1 if field.type == "int" else max(abs(field.most), 1.0) * 1e-3
    for outside in (field.least - step, field.most + step):
        with pytest.raises(sv.InvalidArgument, match=rf"\b{field.name}\b"):
            cls(**{field.name: convert(outside), **beside})


@pytest.mark.parametrize("name", FIELDS)
def test_docstrings_name_all_parameters(name: str) -> None:
    for documented in (CLASSES[name], FUNCTIONS.get(name)):
        if documented is None:
            continue
        doc = inspect.getdoc(documented) or ""
        for parameter in inspect.signature(documented).parameters:
            assert f"\n{parameter} : " in doc, parameter


def test_numbers_that_are_equal_mean_the_same() -> None:
    image = np.arange(12, dtype=np.uint8).reshape(3, 4)
    want = sv.gaussian(image, radius=1, iterations=1, fill=False)
    for values in ({"radius": 1.0}, {"iterations": True}, {"fill": 0}, {"radius": np.int64(1)}):
        got = sv.gaussian(image, **{"radius": 1, **values})  # type: ignore[arg-type]
        np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ({"radius": 1.5}, "radius 1.5 is not an integer"),
        ({"radius": "2"}, "radius '2' is not a number"),
        ({"fill": 2}, "fill 2 is not True or False"),
        ({"window": 3}, "window 3 is not a string"),
        ({"sigma_space": [1]}, r"sigma_space \[1\] is not a number"),
    ],
)
def test_wrong_types(values: dict[str, object], text: str) -> None:
    image = np.zeros((3, 4), np.uint8)
    with pytest.raises(sv.InvalidType, match=text):
        sv.Bilateral(**values)  # type: ignore[arg-type]
    with pytest.raises(sv.InvalidType, match=text):
        sv.bilateral(image, **values)  # type: ignore[arg-type]


def test_unknown_choices() -> None:
    with pytest.raises(sv.InvalidArgument, match="border 'mirror' is not one of reflect101, "):
        sv.Box(border="mirror")  # type: ignore[arg-type]
    with pytest.raises(sv.InvalidArgument, match="method 'quick' is not one of auto, "):
        sv.box(np.zeros((3, 4), np.uint8), method="quick")  # type: ignore[arg-type]
