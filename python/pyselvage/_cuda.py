# SPDX-License-Identifier: Apache-2.0
"""Runs on arrays of CUDA, in the current stream of their library (PyTorch or CuPy)."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ._engines import Engine
from .errors import InvalidArgument

__all__ = [
    "capsule",
    "check_device",
    "device_of",
    "empty",
    "is_captured",
    "stream_of",
    "zeros",
]


def _is_torch(array: Any) -> bool:
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(array, torch.Tensor)


def device_of(array: Any) -> int:
    """Return the number of an array's device."""
    return int(array.__dlpack_device__()[1])


def stream_of(array: Any) -> int:
    """Return the handle of the stream that is current in the array's library."""
    device = device_of(array)
    if _is_torch(array):
        return int(sys.modules["torch"].cuda.current_stream(device).cuda_stream)
    cupy = sys.modules["cupy"]
    with cupy.cuda.Device(device):
        return int(cupy.cuda.get_current_stream().ptr)


def is_captured(array: Any) -> bool:
    """Whether the stream that is current in the array's library is captured into a CUDA graph."""
    device = device_of(array)
    if _is_torch(array):
        torch = sys.modules["torch"]
        with torch.cuda.device(device):
            return bool(torch.cuda.is_current_stream_capturing())
    cupy = sys.modules["cupy"]
    with cupy.cuda.Device(device):
        return bool(cupy.cuda.get_current_stream().is_capturing())


def capsule(array: Any) -> Any:
    """Return a DLPack capsule. -1: no stream waits for another, since ours is the current one."""
    return array.__dlpack__(stream=-1)


def empty(like: Any, shape: Sequence[int]) -> Any:
    """Return an array of the same library, type and device."""
    if _is_torch(like):
        return sys.modules["torch"].empty(tuple(shape), dtype=like.dtype, device=like.device)
    cupy = sys.modules["cupy"]
    with cupy.cuda.Device(device_of(like)):
        return cupy.empty(tuple(shape), dtype=like.dtype)


def zeros(like: Any, shape: Sequence[int], dtype: str) -> Any:
    """Return a read-only array of zeros of the same library and device; it takes no memory."""
    if _is_torch(like):
        torch = sys.modules["torch"]
        one = torch.zeros((), dtype=getattr(torch, dtype), device=like.device)
        return one.expand(tuple(shape))
    cupy = sys.modules["cupy"]
    with cupy.cuda.Device(device_of(like)):
        return cupy.broadcast_to(cupy.zeros((), dtype), tuple(shape))


def check_device(device: str | Engine, number: int) -> str | Engine:
    """Return the engine's device for arrays on a GPU. Raises if another one is asked for."""
    name = device.device if isinstance(device, Engine) else device
    own = f"cuda:{number}"
    if name not in ("auto", "cuda", own):
        raise InvalidArgument(f"device: '{name}', but the image is on {own}", "copy the image")
    return replace(device, device=own) if isinstance(device, Engine) else own
