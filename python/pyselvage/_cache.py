# SPDX-License-Identifier: Apache-2.0
"""A bounded cache of plans."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Hashable

from . import _core

__all__ = ["PlanCache", "Slot", "plans"]


class Slot:
    """The plans of one key. Those that run are taken out, so threads never share one."""

    __slots__ = ("bytes", "count", "idle", "used")

    def __init__(self) -> None:
        self.idle: list[_core.Plan] = []
        self.count = 0  # running plans included
        self.bytes = 0
        self.used = 0


class PlanCache:
    """Plans by everything that shapes them; the least recently used go first.

    `take` and `give` need no lock: operations of dictionaries and lists are atomic.
    """

    def __init__(self, most_plans: int = 64, most_bytes: int = 256 << 20) -> None:
        self._most_plans = most_plans
        self._most_bytes = most_bytes
        self.clear_after_fork()

    def clear_after_fork(self) -> None:
        """Forget all plans; nobody may use the cache meanwhile."""
        self._lock = threading.Lock()
        self._slots: dict[Hashable, Slot] = {}
        self._clock = itertools.count()

    def __len__(self) -> int:
        with self._lock:
            return sum(slot.count for slot in self._slots.values())

    def take(self, key: Hashable) -> tuple[Slot, _core.Plan] | None:
        """Return an idle plan, which the caller gives back to its slot; None if there is none."""
        slot = self._slots.get(key)
        if slot is None:
            return None
        try:
            plan = slot.idle.pop()
        except IndexError:
            return None
        slot.used = next(self._clock)
        return slot, plan

    def give(self, slot: Slot, plan: _core.Plan) -> None:
        """Take a plan back."""
        slot.idle.append(plan)  # a slot that was dropped meanwhile ends with its caller

    def add(self, key: Hashable, plan: _core.Plan) -> Slot:
        """Make room for a new plan, and return the slot that takes it after its run."""
        with self._lock:
            slot = self._slots.setdefault(key, Slot())
            slot.count += 1
            slot.bytes += plan.held_bytes
            slot.used = next(self._clock)
            dropped = self._shrink(slot)
        _end(dropped)
        return slot

    def clear(self) -> None:
        """Drop all plans; those that run end with their callers."""
        with self._lock:
            dropped = list(self._slots.values())
            self._slots.clear()
        _end(dropped)

    def _shrink(self, newest: Slot) -> list[Slot]:
        count = sum(slot.count for slot in self._slots.values())
        size = sum(slot.bytes for slot in self._slots.values())
        dropped = []
        for key, slot in sorted(self._slots.items(), key=lambda item: item[1].used):
            if count <= self._most_plans and size <= self._most_bytes:
                break
            if slot is newest and slot.count == 1:
                break
            del self._slots[key]
            count -= slot.count
            size -= slot.bytes
            dropped.append(slot)
        return dropped


def _end(slots: list[Slot]) -> None:
    for slot in slots:
        for plan in slot.idle:
            plan.wait()  # a plan lives until its stream has passed


plans = PlanCache()
