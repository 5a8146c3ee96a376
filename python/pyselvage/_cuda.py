# SPDX-License-Identifier: Apache-2.0
"""Runs on arrays of CUDA, in the current stream of their library (PyTorch or CuPy)."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from . import _core
from ._arrays import is_torch
from ._engines import Engine
from .errors import InvalidArgument

__all__ = [
    "address",
    "capsule",
    "check_device",
    "device_of",
    "empty",
    "enqueue",
    "is_captured",
    "place_of_tensors",
    "stream_of",
    "zeros",
]


def device_of(array: Any) -> int:
    """Return the number of an array's device."""
    if is_torch(array):
        return int(array.get_device())
    return int(array.__dlpack_device__()[1])


def _stream_of_torch(device: int) -> int:
    torch = sys.modules["torch"]
    raw = getattr(torch._C, "_cuda_getCurrentRawStream", None)
    if raw is None:
        return int(torch.cuda.current_stream(device).cuda_stream)
    return int(raw(device))  # without an object for the stream, which costs microseconds


def stream_of(array: Any) -> int:
    """Return the handle of the stream that is current in the array's library."""
    device = device_of(array)
    if is_torch(array):
        return _stream_of_torch(device)
    cupy = sys.modules["cupy"]
    with cupy.cuda.Device(device):
        return int(cupy.cuda.get_current_stream().ptr)


def place_of_tensors(arrays: Sequence[Any]) -> tuple[int, int] | None:
    """Return the device and the current stream of tensors of PyTorch that lie on one GPU.

    The first array is the image; others may be None. Returns None for all that needs a closer
    look: no image, other arrays and places, subclasses, bool, and tensors with gradients.
    """
    torch = sys.modules.get("torch")
    if torch is None or arrays[0] is None:
        return None
    device = None
    for array in arrays:
        if array is None:
            continue
        if (
            type(array) is not torch.Tensor
            or not array.is_cuda
            or array.requires_grad
            or array.dtype is torch.bool
        ):
            return None
        number = array.get_device()
        if device is None:
            device = number
        elif number != device:
            return None
    return None if device is None else (device, _stream_of_torch(device))


def is_captured(array: Any) -> bool:
    """Whether the stream that is current in the array's library is captured into a CUDA graph."""
    device = device_of(array)
    if is_torch(array):
        torch = sys.modules["torch"]
        if device == torch.cuda.current_device():
            return bool(torch.cuda.is_current_stream_capturing())
        with torch.cuda.device(device):
            return bool(torch.cuda.is_current_stream_capturing())
    cupy = sys.modules["cupy"]
    with cupy.cuda.Device(device):
        return bool(cupy.cuda.get_current_stream().is_capturing())


def capsule(array: Any) -> Any:
    """Return a DLPack capsule. No stream waits for another, since ours is the current one."""
    if is_torch(array):
        return sys.modules["torch"].utils.dlpack.to_dlpack(array)
    return array.__dlpack__(stream=-1)


def empty(like: Any, shape: Sequence[int], dtype: str | None = None) -> Any:
    """Return an array of the same library and device; without `dtype`, of the same type."""
    if is_torch(like):
        kind = like.dtype if dtype is None else getattr(sys.modules["torch"], dtype)
        return like.new_empty(tuple(shape), dtype=kind)
    cupy = sys.modules["cupy"]
    with cupy.cuda.Device(device_of(like)):
        return cupy.empty(tuple(shape), dtype=like.dtype if dtype is None else dtype)


def address(array: Any) -> int:
    """Return the address of an array's first element."""
    return int(array.data_ptr() if is_torch(array) else array.data.ptr)


def zeros(like: Any, shape: Sequence[int], dtype: str) -> Any:
    """Return a read-only array of zeros of the same library and device; it takes no memory."""
    if is_torch(like):
        torch = sys.modules["torch"]
        one = torch.zeros((), dtype=getattr(torch, dtype), device=like.device)
        return one.expand(tuple(shape))
    cupy = sys.modules["cupy"]
    with cupy.cuda.Device(device_of(like)):
        return cupy.broadcast_to(cupy.zeros((), dtype), tuple(shape))


def enqueue(plan: _core.Plan, arrays: Sequence[Any], out: Any, flags: Any, stream: int) -> Any:
    """Enqueue a run of a plan and return the result: `out`, or a new array."""
    if out is None:
        out = empty(arrays[0], plan.shape)
    image, *others = [None if array is None else capsule(array) for array in (*arrays, out, flags)]
    plan.enqueue(image, tuple(others), stream)
    return out


def check_device(device: str | Engine, number: int) -> str | Engine:
    """Return the engine's device for arrays on a GPU. Raises if another one is asked for."""
    name = device.device if isinstance(device, Engine) else device
    own = f"cuda:{number}"
    if name not in ("auto", "cuda", own):
        raise InvalidArgument(f"device: '{name}', but the image is on {own}", "copy the image")
    return replace(device, device=own) if isinstance(device, Engine) else own
