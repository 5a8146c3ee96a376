# SPDX-License-Identifier: Apache-2.0
"""The strings that parameters with a choice accept."""

from __future__ import annotations

from typing import Literal

__all__ = [
    "Alpha",
    "Automatic",
    "Border",
    "Executor",
    "Method",
    "Norm",
    "Strength",
    "ThirdAxis",
    "UnweightedAlpha",
    "Weights",
    "Window",
]

Window = Literal["square", "disc"]
"""Neighbours that count: a square, or those within a circle."""

Norm = Literal["l2", "l1", "per_channel", "luma", "lab"]
"""Distance between two colours.

``l2`` is Euclidean, ``l1`` the sum of absolute differences. ``per_channel`` filters each channel by
its own differences. ``luma`` compares 0.299 R + 0.587 G + 0.114 B, ``lab`` CIE L*a*b* / 100.
"""

Border = Literal["reflect101", "reflect", "clamp", "wrap", "constant", "shrink", "copy"]
"""Pixels outside the image ``abcd``.

``reflect101`` dcb|abcd|cba, ``reflect`` cba|abcd|dcb, ``clamp`` aaa|abcd|ddd,
``wrap`` bcd|abcd|abc,
``constant`` the border value. ``shrink`` leaves them out; ``copy`` copies pixels whose window
leaves the image.
"""

Alpha = Literal["keep", "filter", "weight"]
"""Copy the alpha channel, filter it together with the colours, or weight the colours by it.

``weight`` keeps the colours of transparent pixels out of the mean. It changes nothing in an image
without alpha.
"""

UnweightedAlpha = Literal["keep", "filter"]
"""Copy the alpha channel, or filter it together with the colours."""

ThirdAxis = Literal["space", "time", "causal"]
"""What the slices of an image with depth are.

``space``: slices of a volume; a disc is an ellipsoid. ``time``: frames of a sequence; a disc is a
cylinder. ``causal``: as ``time``, but the window has no later frames, and none before the first.
"""

Weights = Literal["gaussian", "box"]
"""Weights of a mean: a Gaussian, or all equal."""

Method = Literal["auto", "direct", "bounded", "separable"]
"""How to compute: the fastest that is accurate enough, the sum of every tap, an approximation with
a proved error bound, or a separable approximation without one."""

Executor = Literal["auto", "tbb", "threads", "serial"]
"""What runs the threads of the CPU: oneTBB, threads for each run, or the calling thread."""

Strength = Literal["mild", "medium", "strong"]
"""How much of the noise to remove."""

Automatic = Literal["auto", "mild", "medium", "strong"]
"""A sigma_range from an estimate of the noise; ``auto`` is ``medium``."""
