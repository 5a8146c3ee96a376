# SPDX-License-Identifier: Apache-2.0
"""Sections of docstrings that follow from the library's list of fields."""

from __future__ import annotations

import functools
import textwrap
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from . import _core

__all__ = ["documented", "documented_function"]

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])
_FIELDS = _core.fields()
_SECTIONS = ("Returns", "Raises", "See Also", "Notes", "References", "Examples")
_INDENT = " " * 4

# Parameters that are no fields, in the words of numpydoc: type, then description.
_COMMON = {
    "image": (
        "array",
        "Rows and columns; with `channel_axis` and `batch_axes` also channels (1 to 4; of "
        "bilateral, joint, gaussian, box and geometry 1024) and several images. uint8, uint16, "
        "float16 or float32. NumPy arrays, tensors of PyTorch, arrays of CuPy and others with "
        "``__dlpack__``, buffers, Pillow images, `Image`. Any strides; read-only is enough.",
    ),
    "guide": (
        "array",
        "The image whose edges are kept, of any of these types and any number of channels.",
    ),
    "mask": (
        "array, optional",
        "uint8 or bool, the image's rows and columns. Pixels where it is 0 take no part.",
    ),
    "normals": ("array, optional", "3 channels, the image's size; integers v stand for 2 v - 1."),
    "depth": ("array, optional", "1 channel, the image's size."),
    "flags": (
        "array, optional",
        "uint8, the image's rows and columns: receives the discontinuities of each pixel (left 1, "
        "right 2, up 4, down 8).",
    ),
    "out": (
        "array, optional",
        "Receives the result, which is also returned. It may be the image itself (not on a GPU), "
        "but must not overlap it otherwise.",
    ),
    "channel_axis": ("int, optional", "The axis of the image's channels. None: there is none."),
    "batch_axes": ("tuple of int", "The axes that count images, which are filtered one by one."),
    "depth_axis": (
        "int, optional",
        "The axis of the slices of a volume, or of the frames of a sequence, which the window "
        "spans. None: there is none.",
    ),
    "has_alpha": (
        "bool, optional",
        "Whether the last channel is alpha. None: as the image says (Pillow, `Image`), or no.",
    ),
    "guide_channel_axis": ("int, optional", "The axis of the guide's channels."),
    "guide_has_alpha": ("bool, optional", "Whether the guide's last channel is alpha."),
    "normals_channel_axis": ("int, optional", "The axis of the normals' components."),
    "device": (
        "str or Engine",
        "'auto', 'cpu', 'cuda', 'cuda:1', 'opencl'; or an `Engine` with more settings. Arrays in "
        "the memory of a CUDA device are filtered there, in their library's current stream.",
    ),
    "exact": (
        "bool",
        "Errors before rounding at most 0.02 (uint8) or 0.2 (uint16) steps, 4e-6 for floats. "
        "Without it integers are within 1 step of the true result.",
    ),
    "max_error": ("float, optional", "The largest error before rounding, in the samples' unit."),
    "method": (
        "str",
        "'auto', 'direct', 'bounded' (bilateral and joint: a proved bound) or 'separable' "
        "(bilateral: no bound).",
    ),
    "progress": (
        "callable, optional",
        "Called with the fraction done, 0 to 1, up to 50 times in a second, and at the end.",
    ),
    "cancel": ("Cancellation, optional", "Ends the run with `Cancelled` once it is cancelled."),
}
_AUTOMATIC = (
    "A word derives it from the noise that `estimate_noise` finds in the image, or in the guide; "
    "'auto' is 'medium'."
)
_UNITS = {
    "samples": "fraction of full scale for integers, the sample's own unit for floats",
    "guide samples": "the guide's unit, as of samples",
}


def _kind(field: _core.Field) -> str:
    if field.type == "choice":
        kind = "{" + ", ".join(repr(choice) for choice in field.choices) + "}"
    else:
        kind = "sequence of float" if field.type == "floats" else field.type
    return kind + (", optional" if field.optional else "")


def _range(field: _core.Field) -> str:
    if field.least is None or field.most is None:
        return ""
    return field.range or f"{field.least:g}..{field.most:g}"


def _details(field: _core.Field) -> Iterator[str]:
    yield field.help
    unit = _UNITS.get(field.unit, field.unit)
    limits = ", ".join(part for part in (unit, _range(field)) if part)
    if limits:
        yield f"({limits[0].upper()}{limits[1:]}.)"
    if field.fallback:
        yield f"None: {field.fallback}."
    elif field.default is not None and field.type != "floats":
        default = f"{field.default:.6g}" if field.type == "float" else repr(field.default)
        yield f"Default: {default}."


@functools.cache
def _entry(name: str, kind: str, text: str) -> str:
    wrapped = textwrap.fill(text, 92, initial_indent=_INDENT, subsequent_indent=_INDENT)
    return f"{name} : {kind}\n{wrapped}"


def _section(entries: list[str]) -> str:
    return "Parameters\n----------\n" + "\n".join(entries) + "\n"


def _with_section(doc: str, section: str) -> str:
    """Put a section before the first that numpydoc wants after it."""
    doc = textwrap.dedent(" " * 4 + doc).strip() + "\n"
    places = [doc.find(f"\n{title}\n---") for title in _SECTIONS]
    place = min((place for place in places if place >= 0), default=len(doc))
    return doc[:place].rstrip() + "\n\n" + section + doc[place:]


def _field_entry(field: _core.Field, is_automatic: bool = False) -> str:
    if is_automatic:
        kind = _kind(field) + " or {'auto', 'mild', 'medium', 'strong'}"
        return _entry(field.name, kind, " ".join((*_details(field), _AUTOMATIC)))
    return _entry(field.name, _kind(field), " ".join(_details(field)))


def documented(cls: type[T]) -> type[T]:
    """Add the section of parameters to the docstring of a filter's class."""
    entries = [_field_entry(field) for field in _FIELDS[cls.__name__]]
    cls.__doc__ = _with_section(cls.__doc__ or "", _section(entries))
    return cls


def documented_function(*filters: str, **special: tuple[str, str]) -> Callable[[F], F]:
    """Add the section of parameters to the docstring of a function of filters.

    Parameters that are no fields are described in `special`, or like those of other functions.
    """
    fields = {field.name: field for name in filters for field in _FIELDS[name]}

    def decorate(function: F) -> F:
        code = function.__code__
        automatic = "Automatic" in str(function.__annotations__.get("sigma_range"))
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        entries = []
        for name in names:
            if name in fields and name not in special:
                is_automatic = automatic and name == "sigma_range"
                entries.append(_field_entry(fields[name], is_automatic))
            else:
                entries.append(_entry(name, *(special.get(name) or _COMMON[name])))
        function.__doc__ = _with_section(function.__doc__ or "", _section(entries))
        return function

    return decorate
