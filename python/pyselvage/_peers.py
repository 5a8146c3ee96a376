# SPDX-License-Identifier: Apache-2.0
"""What the drop-in modules share: sample types, choices, and refusals that name what differs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NoReturn, TypeVar

import numpy as np

from ._arrays import is_lazy
from .errors import InvalidArgument, Unsupported

__all__ = ["choice", "differs", "from_float64", "full_scale", "gaussian_line", "odd", "require"]

T = TypeVar("T")


def differs(name: str, value: Any, hint: str) -> NoReturn:
    """Refuse a value for which results would differ from the peer's."""
    raise Unsupported(f"{name}: {value!r} is not supported here", hint)


def require(name: str, value: Any, only: Any, hint: str) -> None:
    """Refuse all values but one."""
    if value is not only and value != only:
        differs(name, value, hint)


def choice(name: str, value: Any, known: Mapping[Any, T]) -> T:
    """Return what a value stands for."""
    if value not in known:
        raise InvalidArgument(f"{name}: {value!r} is none of {', '.join(map(repr, known))}")
    return known[value]


def odd(name: str, size: int) -> int:
    """Return the radius of an odd size."""
    if size < 1:
        raise InvalidArgument(f"{name}: {size} is below 1")
    if size % 2 == 0:
        differs(name, size, "windows have a centre: use an odd size")
    return size // 2


def full_scale(array: Any) -> float:
    """Return the stored value that means 1."""
    return {"uint8": 255.0, "uint16": 65535.0}.get(str(array.dtype), 1.0)


def gaussian_line(sigma: float, radius: int) -> tuple[float, ...]:
    """Return the 2 radius + 1 weights of a Gaussian, whose sum is 1."""
    weights = np.exp(-0.5 * (np.arange(-radius, radius + 1) / sigma) ** 2)
    return tuple(float(weight) for weight in weights / weights.sum())


def _same(result: Any) -> Any:
    return result


def from_float64(array: Any) -> tuple[Any, Callable[[Any], Any]]:
    """Return the array that is filtered, and a function that makes the result float64 again."""
    if isinstance(array, np.ndarray) or is_lazy(array):
        if array.dtype == np.float64:
            return array.astype(np.float32), lambda result: result.astype(np.float64)
    elif str(getattr(array, "dtype", "")) == "torch.float64":
        return array.float(), lambda result: result.double()
    return array, _same
