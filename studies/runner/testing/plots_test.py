# SPDX-License-Identifier: Apache-2.0
"""Draws the published results again and looks at the plots: no text overlaps another or leaves the picture.

    plots_test.py SELVAGE_STUDY STUDIES_FOLDER
"""

import json
import math
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

WIDTH, HEIGHT = 900, 560
LETTER = 0.5  # the width of a letter over the font's size: a little less than the average
TEXT = re.compile(r'<g transform="translate\(([-\d.]+),([-\d.]+)\)(?: rotate\(([-\d.]+)\))?"[^>]*'
                  r'font-size="([\d.]+)"[^>]*text-anchor="(\w+)"[^>]*>\s*<text>(.*?)</text>', re.DOTALL)

Point = tuple[float, float]


@dataclass
class Box:
    text: str
    corners: list[Point]


def box_of(match: re.Match[str]) -> Box:
    x, y, angle, size = float(match[1]), float(match[2]), math.radians(float(match[3] or 0)), float(match[4])
    text = re.sub(r"<[^>]*>|&[a-z]+;", "x", match[6]).strip()
    width = LETTER * size * len(text)
    left = {"start": 0.0, "middle": -width / 2, "end": -width}[match[5]]
    top, bottom = -0.7 * size, 0.0  # of a capital letter, on its line
    turn = math.cos(angle), math.sin(angle)
    return Box(text, [(x + u * turn[0] - v * turn[1], y + u * turn[1] + v * turn[0])
                      for u, v in ((left, top), (left + width, top), (left + width, bottom), (left, bottom))])


def separated(a: Box, b: Box) -> bool:
    """Whether one of the boxes' sides has them on different sides (rectangles, so this is exact)."""
    for box in (a, b):
        for (x0, y0), (x1, y1) in zip(box.corners, box.corners[1:]):
            along = (x1 - x0, y1 - y0)
            first, second = ([along[0] * x + along[1] * y for x, y in one.corners] for one in (a, b))
            if max(first) <= min(second) or max(second) <= min(first):
                return True
    return False


def faults_of(svg: str) -> list[str]:
    boxes = [box for box in map(box_of, TEXT.finditer(svg)) if box.text]
    faults = [f"'{a.text}' overlaps '{b.text}'" for a, b in combinations(boxes, 2) if not separated(a, b)]
    faults += [f"'{box.text}' leaves the picture" for box in boxes
               if not all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in box.corners)]
    return faults if boxes else ["no text was found"]


def check_own_eyes() -> None:
    """The check sees what it should: two equal labels, and one outside."""
    label = '<g transform="translate({},20)" font-size="16.00" text-anchor="start"><text>rung 15</text>'
    assert not faults_of(label.format(10) + label.format(100))
    assert faults_of(label.format(10) + label.format(50)) == ["'rung 15' overlaps 'rung 15'"]
    assert faults_of(label.format(880)) == ["'rung 15' leaves the picture"]


def main(program: str, studies: str) -> int:
    check_own_eyes()
    faults, plots = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for source in sorted(Path(studies).glob("*/results/*.json")):
            copy = shutil.copy(source, folder)
            drawn = subprocess.run([program, "draw", copy], check=True, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True)
            faults += [f"{source.name}: gnuplot: {line}" for line in drawn.stderr.splitlines() if line.strip()]
            for plot in json.loads(source.read_text(encoding="utf-8"))["plots"]:
                name = f"{source.stem.split('-')[0]}-{plot['name']}.svg"
                plots += 1
                faults += [f"{source.parent.parent.name}/{name}: {fault}"
                           for fault in faults_of((Path(folder) / name).read_text(encoding="utf-8"))]
                if not plot["y_label"] or not (plot["bars"] or plot["x_label"]):
                    faults.append(f"{name}: an axis has no label")
    print("\n".join([*faults, f"{plots} plots, {len(faults)} faults"]))
    return 1 if faults or not plots else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
