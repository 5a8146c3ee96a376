# SPDX-License-Identifier: Apache-2.0
"""Smooths a photo: python five_lines.py photo.png smooth.png."""

import sys

import pyselvage as sv

photo = sv.load(sys.argv[1])
smooth = sv.bilateral(photo, sigma_space=6, sigma_range=0.2)
sv.save(sys.argv[2], smooth)
