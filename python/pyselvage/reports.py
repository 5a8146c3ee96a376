# SPDX-License-Identifier: Apache-2.0
"""What plans and runs tell about themselves."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core

__all__ = ["Counts", "Explanation", "Reason", "Report", "Stage"]


@dataclass(frozen=True, slots=True)
class Stage:
    """One timed step of a run: a pass, or a copy to or from a device."""

    name: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Report:
    """A description of a finished run.

    Attributes
    ----------
    device : str
        The device it ran on: 'cpu', 'cuda:0'.
    candidate : str
        The method and its implementation that ran.
    error_bound : float
        Upper bound of the error before rounding: in the samples' unit for integers; for floats a
        fraction of the window's largest magnitude, or of 1 for method 'bounded' if that is
        larger.
    stages : tuple of Stage
        The passes, and the copies to and from a device.
    kernel_seconds : float
        Time of the passes alone; on a GPU by the device's clock.
    notes : tuple of str
        Remarks, for instance that a device failed and another took its place.
    certified, recomputed : int
        The samples whose error bound was checked one by one, and those of them that failed and
        were computed again. 0 for methods whose bound holds for every image,
        and for arrays in a device's memory.
    terms : int
        Terms of the range kernel's series, for method 'bounded'; 0 for other methods.
    """

    device: str
    candidate: str
    error_bound: float
    stages: tuple[Stage, ...] = ()
    kernel_seconds: float = 0.0
    notes: tuple[str, ...] = ()
    certified: int = 0
    recomputed: int = 0
    terms: int = 0

    @property
    def seconds(self) -> float:
        """The sum of the stages."""
        return sum(stage.seconds for stage in self.stages)


@dataclass(frozen=True, slots=True)
class Reason:
    """A plan's verdict on one candidate."""

    candidate: str
    taken: bool
    text: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """What will run, why, and what it is expected to cost. `str` makes a table of it."""

    device: str
    candidate: str
    error_bound: float
    max_error: float
    predicted_seconds: float
    scratch_bytes: int
    device_bytes: int
    reasons: tuple[Reason, ...]
    tuning: dict[str, int] = field(hash=False)

    def __str__(self) -> str:
        width = max((len(reason.candidate) for reason in self.reasons), default=0)
        lines = [
            f"{self.candidate} on {self.device}, predicted {1e3 * self.predicted_seconds:.3g} ms, "
            f"error at most {self.error_bound:.3g} (allowed {self.max_error:.3g})"
        ]
        for reason in self.reasons:
            mark = "*" if reason.taken else " "
            lines.append(f"{mark} {reason.candidate:<{width}}  {reason.text}")
        return "\n".join(lines)


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """The result of a histogram.

    Attributes
    ----------
    bins : numpy.ndarray
        uint64, one row for each counted channel, one column for each bin.
    not_numbers : numpy.ndarray
        uint64, the NaN samples of each counted channel.
    low, high : float
        The range used, in the samples' unit.
    """

    bins: npt.NDArray[np.uint64]
    not_numbers: npt.NDArray[np.uint64]
    low: float
    high: float

    @property
    def edges(self) -> npt.NDArray[np.float64]:
        """The bins' edges, one more than there are bins."""
        return np.linspace(self.low, self.high, self.bins.shape[1] + 1)


def report_of(plan: _core.Plan) -> Report | None:
    """Return the report of a plan's last run."""
    report = plan.report
    if report is None:
        return None
    device, candidate, error_bound, stages, kernel_seconds, notes = report[:6]
    all_stages = tuple(Stage(name, seconds) for name, seconds in stages)
    return Report(device, candidate, error_bound, all_stages, kernel_seconds, notes, *report[6:])


def explanation_of(plan: _core.Plan) -> Explanation:
    """Return what a plan tells before it runs."""
    facts: dict[str, Any] = {
        name: getattr(plan, name)
        for name in (
            "device",
            "candidate",
            "error_bound",
            "max_error",
            "predicted_seconds",
            "scratch_bytes",
            "device_bytes",
            "tuning",
        )
    }
    return Explanation(reasons=tuple(Reason(*reason) for reason in plan.reasons), **facts)
