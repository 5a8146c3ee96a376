# SPDX-License-Identifier: Apache-2.0
"""Engines: made when first needed, one for each setting, and again after a fork."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace

from . import _core
from .choices import Executor
from .errors import InvalidArgument, InvalidType

__all__ = ["Engine", "engine_for", "get_threads", "set_threads"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """Settings of an engine, for the parameter ``device`` of functions and plans.

    Engines with equal settings share their threads and caches.

    Parameters
    ----------
    device : str
        'auto' (the device expected to finish first), 'cpu', 'cuda', 'cuda:1', 'opencl'.
    threads : int
        Threads of the CPU. 0: all cores available to this process.
    executor : {'auto', 'tbb', 'threads', 'serial'}
        What runs the threads.
    simd : str
        An instruction set, one of `Device.simd`; empty: the best. Results on different ones differ
        within the error bound.
    device_memory : int
        Bytes of a GPU's memory that plans may use. 0: all that is free.
    expected_runs : int
        Runs over which 'auto' spreads the start of a GPU's driver.
    """

    device: str = field(default="auto", kw_only=False)
    threads: int = 0
    executor: Executor = "auto"
    simd: str = ""
    device_memory: int = 0
    expected_runs: int = 1


_MOST = 32  # engines kept
_lock = threading.Lock()
_engines: dict[Engine, _core.Engine] = {}
_threads = 0
_forked = False


def set_threads(threads: int) -> None:
    """Set the threads of the CPU for devices given by name. 0: all cores of this process.

    Workers that run side by side, such as those of multiprocessing, should use 1.
    """
    global _threads
    if not isinstance(threads, int):
        raise InvalidType(f"threads {threads!r} is not an integer")
    if not 0 <= threads <= 4096:
        raise InvalidArgument(f"threads {threads} is outside 0..4096")
    _threads = threads


def get_threads() -> int:
    """Return what `set_threads` set; 0: all cores of this process."""
    return _threads


def settings_of(device: str | Engine) -> Engine:
    """Return the settings in use for a device."""
    if isinstance(device, Engine):
        return device
    if not isinstance(device, str):
        raise InvalidType(f"device {device!r} is neither a name nor an Engine")
    return Engine(device, threads=_threads)


def engine_for(device: str | Engine) -> _core.Engine:
    """Return the engine for a device or for settings."""
    settings = settings_of(device)
    if _forked:
        # oneTBB's threads do not survive a fork; those started for each run do not need to.
        if settings.executor in ("auto", "tbb"):
            settings = replace(settings, executor="threads")
        if settings.device == "auto" and _core.gpus_are_lost():
            settings = replace(settings, device="cpu")
    with _lock:
        engine = _engines.get(settings)
    if engine is None:
        engine = _core.Engine(
            settings.device,
            settings.threads,
            settings.executor,
            settings.simd,
            settings.device_memory,
            settings.expected_runs,
        )
        with _lock:
            while len(_engines) >= _MOST:
                del _engines[next(iter(_engines))]
            engine = _engines.setdefault(settings, engine)
    return engine


def forget_after_fork() -> None:
    """Make a forked child use engines of its own."""
    global _lock, _forked
    _lock = threading.Lock()
    _forked = True
    _engines.clear()
