# SPDX-License-Identifier: Apache-2.0
"""What happens when the process is forked or ends.

A fork waits for the runs of other threads to end. The child gets engines and plans of its own; it
does not use a GPU whose driver its parent had started.
"""

from __future__ import annotations

import atexit
import os

from . import _cache, _core, _engines

__all__: list[str] = []


def _after_in_child() -> None:
    _core.after_fork_in_child()
    _engines.forget_after_fork()
    _cache.plans.clear_after_fork()


def register() -> None:
    """Register the hooks."""
    atexit.register(_cache.plans.clear)
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(
            before=_core.before_fork,
            after_in_parent=_core.after_fork_in_parent,
            after_in_child=_after_in_child,
        )
