# SPDX-License-Identifier: Apache-2.0
"""A bounded cache of plans."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable

from . import _core

__all__ = ["PlanCache", "plans"]


class PlanCache:
    """Plans by everything that shapes them; the least recently used go first.

    A plan is taken out while it runs, so threads never share one.
    """

    def __init__(self, most_plans: int = 64, most_bytes: int = 256 << 20) -> None:
        self._most_plans = most_plans
        self._most_bytes = most_bytes
        self.clear_after_fork()

    def clear_after_fork(self) -> None:
        """Forget all plans; nobody may use the cache meanwhile."""
        self._lock = threading.Lock()
        self._idle: OrderedDict[Hashable, list[tuple[_core.Plan, int]]] = OrderedDict()
        self._count = 0
        self._bytes = 0

    def __len__(self) -> int:
        return self._count

    def take(self, key: Hashable) -> _core.Plan | None:
        """Return an idle plan, which the caller gives back; None if there is none."""
        with self._lock:
            idle = self._idle.get(key)
            if not idle:
                return None
            plan, held = idle.pop()
            self._count -= 1
            self._bytes -= held
            return plan

    def give(self, key: Hashable, plan: _core.Plan) -> None:
        """Keep a plan for later calls."""
        held = plan.held_bytes
        with self._lock:
            idle = self._idle.get(key)
            if idle is None:
                idle = self._idle[key] = []
            else:
                self._idle.move_to_end(key)
            idle.append((plan, held))
            self._count += 1
            self._bytes += held
            if self._count <= self._most_plans and self._bytes <= self._most_bytes:
                if len(self._idle) > 4 * self._most_plans:
                    self._drop_empty()
                return
            evicted = self._evict()
        for old in evicted:
            old.wait()  # a plan lives until its stream has passed

    def clear(self) -> None:
        """Drop all idle plans."""
        with self._lock:
            evicted = [plan for idle in self._idle.values() for plan, _ in idle]
            self._idle.clear()
            self._count = self._bytes = 0
        for old in evicted:
            old.wait()

    def _evict(self) -> list[_core.Plan]:
        evicted = []
        self._drop_empty()
        while self._count > self._most_plans or self._bytes > self._most_bytes:
            key, idle = next(iter(self._idle.items()))
            plan, held = idle.pop(0)
            if not idle:
                del self._idle[key]
            self._count -= 1
            self._bytes -= held
            evicted.append(plan)
        return evicted

    def _drop_empty(self) -> None:
        for key in [key for key, idle in self._idle.items() if not idle]:
            del self._idle[key]


plans = PlanCache()
