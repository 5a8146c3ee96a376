# SPDX-License-Identifier: Apache-2.0
"""What type checkers see: mypy --strict fails if one of these mistakes is none to it."""

from __future__ import annotations

import numpy as np
from typing_extensions import assert_type

import pyselvage as sv

IMAGE = np.zeros((3, 4), np.uint8)

sv.bilateral(IMAGE, sigma_space="3")  # type: ignore[arg-type]
sv.box(IMAGE, border="mirror")  # type: ignore[arg-type]
sv.gaussian(IMAGE, 3)  # type: ignore[call-arg]
sv.convolve(IMAGE, [[1]], gain=2)  # type: ignore[call-arg]
sv.Bilateral(norm="l3")  # type: ignore[arg-type]
sv.run("bilateral", IMAGE)  # type: ignore[arg-type]
sv.box(IMAGE, device=sv.Engine("cpu", executor="x"))  # type: ignore[arg-type]
assert_type(sv.histogram(IMAGE), sv.Counts)
assert_type(sv.plan(sv.Box(), IMAGE).report, sv.Report | None)
assert_type(sv.Gaussian().radius, int | None)
assert_type(sv.load("image.png"), sv.Image)
assert_type(sv.devices(), list[sv.Device])
