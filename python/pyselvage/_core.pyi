# SPDX-License-Identifier: Apache-2.0
from collections.abc import Callable, Sequence
from typing import Any, final

import numpy as np
import numpy.typing as npt

from .choices import Executor
from .filters import Filter
from .frames import Frame

version: str

@final
class Field:
    @property
    def name(self) -> str: ...
    @property
    def help(self) -> str: ...
    @property
    def type(self) -> str: ...
    @property
    def optional(self) -> bool: ...
    @property
    def choices(self) -> list[str]: ...
    @property
    def default(self) -> Any: ...
    @property
    def least(self) -> float | None: ...
    @property
    def most(self) -> float | None: ...
    @property
    def range(self) -> str: ...
    @property
    def unit(self) -> str: ...
    @property
    def fallback(self) -> str: ...

def fields() -> dict[str, tuple[Field, ...]]: ...
def ports() -> dict[str, tuple[tuple[str, bool, bool], ...]]: ...
def choices() -> dict[str, tuple[str, ...]]: ...
def validate(filter: Filter) -> None: ...
def halo(filter: Filter) -> int: ...
def depth_halo(filter: Filter) -> tuple[int, int]: ...
def like_opencv(
    diameter: int, sigma_color: float, sigma_space: float, pixel_type: str
) -> dict[str, Any]: ...
def estimate_noise(
    image: Any, mask: Any, norm: str, invalid: float | None, has_alpha: bool
) -> tuple[str, list[float], float, float]: ...
def automatic_sigma_range(
    noise: tuple[str, Sequence[float], float, float], sigma_space: float, strength: str
) -> float: ...
def noise_lattice(length: int) -> tuple[int, list[int]]: ...
def before_fork() -> None: ...
def after_fork_in_parent() -> None: ...
def after_fork_in_child() -> None: ...
def gpus_are_lost() -> bool: ...

@final
class Cancellation:
    """Cancels the runs that it was given to, from any thread."""

    def __init__(self) -> None: ...
    def cancel(self) -> None:
        """End the runs soon: they raise `Cancelled`. Later runs end at once."""

    @property
    def cancelled(self) -> bool:
        """Whether `cancel` was called."""

@final
class Device:
    """A device that filters run on."""

    @property
    def id(self) -> str:
        """'cpu', 'cuda:0', 'opencl:1'."""

    @property
    def name(self) -> str:
        """Name of the product."""

    @property
    def compute_units(self) -> int:
        """Multiprocessors; for the CPU: cores of this process."""

    @property
    def memory_bytes(self) -> int:
        """Memory of the host or the device."""

    @property
    def simd(self) -> tuple[str, ...]:
        """Instruction sets that this build can use, best first."""

    @property
    def driver(self) -> str:
        """Name and version of a GPU's driver."""

    @property
    def missing(self) -> str:
        """Why the device cannot be used; empty: it can."""

    @property
    def is_processor(self) -> bool:
        """Whether it is a CPU, also through OpenCL."""

def cpu() -> Device: ...
def devices() -> list[Device]:
    """Return all devices of this machine, the CPU first. Starts the drivers of GPUs."""

@final
class Plan:
    def run(
        self,
        image: object,
        guide: object | None,
        mask: object | None,
        normals: object | None,
        depth: object | None,
        out: object | None,
        flags: object | None,
        progress: Callable[[float], object] | None,
        cancel: Cancellation | None,
    ) -> None: ...
    def count(
        self,
        image: object,
        progress: Callable[[float], object] | None,
        cancel: Cancellation | None,
    ) -> tuple[list[list[int]], list[int], float, float]: ...
    def enqueue(self, image: object, others: tuple[Any, ...], stream: int) -> None: ...
    def part(self, arrays: tuple[Any, ...], frame: Frame) -> Plan: ...
    def wait(self) -> None: ...
    @property
    def is_usable(self) -> bool: ...
    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def flags_shape(self) -> tuple[int, ...]: ...
    @property
    def held_bytes(self) -> int: ...
    @property
    def report(
        self,
    ) -> (
        tuple[str, str, float, tuple[tuple[str, float], ...], float, tuple[str, ...], int, int, int]
        | None
    ): ...
    @property
    def reasons(self) -> tuple[tuple[str, bool, str], ...]: ...
    @property
    def tuning(self) -> dict[str, int]: ...
    @property
    def device(self) -> str: ...
    @property
    def candidate(self) -> str: ...
    @property
    def error_bound(self) -> float: ...
    @property
    def max_error(self) -> float: ...
    @property
    def predicted_seconds(self) -> float: ...
    @property
    def halo(self) -> int: ...
    @property
    def scratch_bytes(self) -> int: ...
    @property
    def device_bytes(self) -> int: ...

@final
class Engine:
    def __init__(
        self,
        device: str,
        threads: int,
        executor: Executor,
        simd: str,
        device_memory: int,
        expected_runs: int,
    ) -> None: ...
    def plan(
        self,
        filter: Filter,
        arrays: tuple[Any, ...],
        layout: tuple[Any, ...],
        with_data: bool,
        exact: bool,
        max_error: float | None,
        method: str,
        use: str,
        sample_extent: float,
    ) -> Plan: ...
    def gradient(
        self,
        filter: Filter,
        arrays: tuple[Any, ...],
        layout: tuple[Any, ...],
        d_output: Any,
        d_image: Any,
        d_guide: Any,
    ) -> tuple[float, float, float]: ...
    def enqueue_forward(
        self,
        filter: Filter,
        arrays: tuple[Any, ...],
        layout: tuple[Any, ...],
        output: Any,
        memory: tuple[Callable[[int], int], Callable[[int], int], int],
    ) -> None: ...
    def enqueue_gradient(
        self,
        filter: Filter,
        arrays: tuple[Any, ...],
        layout: tuple[Any, ...],
        images: tuple[Any, Any, Any],
        memory: tuple[int, int, Callable[[int], int], int],
    ) -> float: ...

def load(
    path: bytes, page: int | None, max_pixels: int, max_side: int
) -> tuple[npt.NDArray[Any], bool, tuple[Any, ...]]: ...
def save(
    path: bytes,
    array: object,
    channel_axis: int | None,
    has_alpha: bool,
    format: str,
    quality: int,
    overwrite: bool,
    file: tuple[Any, ...],
) -> None: ...
def decode(
    data: bytes, max_pixels: int, max_side: int
) -> tuple[npt.NDArray[Any], bool, tuple[Any, ...]]: ...
def encode(
    array: object,
    channel_axis: int | None,
    has_alpha: bool,
    format: str,
    quality: int,
    file: tuple[Any, ...],
) -> bytes: ...
def to_uint8(array: object, channel_axis: int | None) -> npt.NDArray[np.uint8]: ...
