# SPDX-License-Identifier: Apache-2.0
"""Arrays of all kinds: what they hold, where it lies, and how a result of the same kind is made."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .errors import InvalidType
from .images import Image

__all__ = ["Operand", "is_lazy", "is_torch", "operand", "output"]

_TYPES = ("uint8", "uint16", "float16", "float32")
_OUTPUT_HINT = "make it with the result's shape and type: numpy.empty(shape, image.dtype)"
_CPU_MEMORY = (1, 3)  # kDLCPU, kDLCUDAHost
_CUDA_MEMORY = (2, 13)  # kDLCUDA, kDLCUDAManaged
_PIL_MODES = {  # channels, alpha
    "L": (1, False),
    "LA": (2, True),
    "RGB": (3, False),
    "RGBA": (4, True),
    "I;16": (1, False),
    "F": (1, False),
}
_PIL_HINTS = {
    "1": "image.convert('L')",
    "P": "image.convert('RGB'), or 'RGBA' if the palette has transparency",
    "I": "numpy.asarray(image, numpy.float32) / 65535",
    "CMYK": "image.convert('RGB')",
    "HSV": "image.convert('RGB')",
    "YCbCr": "image.convert('RGB')",
    "LAB": "image.convert('RGB')",
}


def _same(result: Any) -> Any:
    return result


@dataclass(slots=True)
class Operand:
    """An array that takes part in a call.

    `array` is a NumPy array on the caller's memory, or what lies on a CUDA device. `empty` makes an
    array for a result (what the caller gets, and the NumPy array on its memory), and `finish` turns
    a result into what the caller gets.
    """

    array: Any
    channel_axis: int | None = None
    has_alpha: bool | None = None  # None: the array does not say
    knows_axes: bool = False
    is_cuda: bool = False
    empty: Callable[[Sequence[int]], tuple[Any, Any]] | None = None
    finish: Callable[[Any], Any] = _same


def _cast(library: str, dtype: str) -> str:
    return f".to(torch.{dtype})" if library == "torch" else f".astype({library}.{dtype})"


def check_type(port: str, dtype: Any, library: str) -> None:
    """Raise `InvalidType` unless a library's dtype is one of the four of samples."""
    name = str(dtype).rpartition(".")[2]
    if name in _TYPES:
        return
    if port in ("out", "flags"):
        hint = _OUTPUT_HINT
    elif isinstance(dtype, np.dtype) and not dtype.isnative:
        hint = f"swap its bytes: {port}.astype({port}.dtype.newbyteorder('='))"
    elif name == "bool":
        hint = f"{port}{_cast(library, 'uint8')} * 255"
    elif name.startswith(("float", "bfloat")):
        hint = f"{port}{_cast(library, 'float32')}"
    elif name.startswith(("int", "uint")):
        hint = (
            f"scale it: {port}{_cast(library, 'float32')} / full_scale; "
            "uint8 means v / 255 and uint16 v / 65535"
        )
    else:
        hint = ""
    raise InvalidType(f"{port}: {name} samples; {', '.join(_TYPES)} are supported", hint)


def _of_numpy(port: str, array: Any) -> Operand:
    if isinstance(array, np.ma.MaskedArray):
        hint = f"mask=~numpy.ma.getmaskarray({port}) with {port}.data: 0 in a mask takes no part"
        raise InvalidType(f"{port}: a masked array, whose mask would be ignored", hint)
    if port == "mask" and array.dtype == np.bool_:
        array = array.view(np.uint8)
    check_type(port, array.dtype, "numpy")
    # What arrived over a network or was mapped from a file lies where it lies. An output cannot be
    # another array, so the extension refuses one.
    if not array.flags.aligned and port not in ("out", "flags"):
        array = array.copy()
    return Operand(array)


def _of_image(port: str, image: Image) -> Operand:
    operand = _of_numpy(port, image.array)
    operand.knows_axes = True
    operand.channel_axis = image.channel_axis
    operand.has_alpha = image.has_alpha
    operand.finish = lambda result: Image(
        result, image.has_alpha, image.file._of_result(result.shape[:2] == image.shape[:2])
    )
    return operand


def _of_pillow(port: str, image: Any) -> Operand:
    mode = image.mode
    if mode not in _PIL_MODES:
        hint = _PIL_HINTS.get(mode, "convert it to one of these modes")
        modes = ", ".join(_PIL_MODES)
        raise InvalidType(f"{port}: a Pillow image of mode {mode}; {modes} are supported", hint)
    channels, alpha = _PIL_MODES[mode]
    operand = _of_numpy(port, np.asarray(image))
    operand.knows_axes = True
    operand.channel_axis = -1 if channels > 1 else None
    operand.has_alpha = alpha
    return operand


def _of_torch(port: str, tensor: Any) -> Operand:
    torch = sys.modules["torch"]
    if tensor.requires_grad:
        raise InvalidType(
            f"{port}: a tensor that requires gradients, which pyselvage.torch computes",
            f"{port}.detach()",
        )
    if port == "mask" and tensor.dtype == torch.bool:
        tensor = tensor.view(torch.uint8)
    check_type(port, tensor.dtype, "torch")
    if tensor.device.type == "cuda":
        return Operand(tensor, is_cuda=True)
    if tensor.device.type != "cpu" or tensor.layout != torch.strided:
        raise InvalidType(
            f"{port}: a {tensor.layout} tensor on {tensor.device}", f"{port}.to_dense().cpu()"
        )

    def empty(shape: Sequence[int]) -> tuple[Any, Any]:
        result = torch.empty(tuple(shape), dtype=tensor.dtype)
        return result, result.numpy()

    return Operand(tensor.numpy(), empty=empty)


def _of_dlpack(port: str, array: Any) -> Operand:
    memory = int(array.__dlpack_device__()[0])
    library = type(array).__module__.partition(".")[0]
    if memory in _CUDA_MEMORY:
        if library != "cupy":
            raise InvalidType(
                f"{port}: a CUDA array of {library}; those of torch and cupy are supported",
                f"torch.from_dlpack({port})",
            )
        if port == "mask" and str(array.dtype) == "bool":
            array = array.view("uint8")
        check_type(port, array.dtype, "cupy")
        return Operand(array, is_cuda=True)
    if memory not in _CPU_MEMORY:
        raise InvalidType(f"{port}: lies in the memory of a device that is neither CPU nor CUDA")
    check_type(port, getattr(array, "dtype", "of unknown"), library)
    operand = _of_numpy(port, np.from_dlpack(array))
    if hasattr(array, "__array_namespace__"):
        operand.finish = array.__array_namespace__().from_dlpack
    return operand


def is_lazy(value: Any) -> bool:
    """Whether a value is an array of Dask, whose samples are not computed yet."""
    dask = sys.modules.get("dask.array")
    return dask is not None and isinstance(value, dask.Array)


def is_torch(value: Any) -> bool:
    """Whether a value is a tensor of PyTorch."""
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(value, torch.Tensor)


def _is_pillow(value: Any) -> bool:
    pillow = sys.modules.get("PIL.Image")
    return pillow is not None and isinstance(value, pillow.Image)


def operand(port: str, value: Any) -> Operand:
    """Return what takes part in a call for an array of any kind.

    Raises
    ------
    InvalidType
        With a hint that says how to convert the array.
    """
    if isinstance(value, np.ndarray):
        return _of_numpy(port, value)
    if isinstance(value, Image):
        return _of_image(port, value)
    if is_lazy(value):
        raise InvalidType(f"{port}: an array of Dask beside an image that is none")
    if is_torch(value):
        return _of_torch(port, value)
    if _is_pillow(value):
        return _of_pillow(port, value)
    if hasattr(value, "__dlpack__") and hasattr(value, "__dlpack_device__"):
        return _of_dlpack(port, value)
    if hasattr(value, "__array_interface__"):
        return _of_numpy(port, np.asarray(value))
    try:
        return _of_numpy(port, np.asarray(memoryview(value)))
    except TypeError as error:
        if isinstance(error, InvalidType):
            raise
        raise InvalidType(
            f"{port}: {type(value).__name__} is no array", f"numpy.asarray({port})"
        ) from None


def output(port: str, value: Any) -> Operand:
    """Return an array that a result can be written to."""
    if isinstance(value, Image) or _is_pillow(value):
        raise InvalidType(f"{port}: {type(value).__name__} cannot be written to", _OUTPUT_HINT)
    return operand(port, value)
