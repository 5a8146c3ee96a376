# SPDX-License-Identifier: Apache-2.0
"""The exercise's points: right starts have theirs, and each fault costs those of its criterion.

    points_test.py SELVAGE_STUDY EXERCISES_FOLDER
"""

import csv
import subprocess
import sys
import tempfile
from pathlib import Path

TILE = ("  const int x =", "  LOCAL_ARRAY float tile[1];\n  tile[0] = 0.0f;\n  const int x =")
# task, one change of its start (none: as it is), points
CASES = [
    ("convolution", None, {"a tile in local memory": "0/3", "the image": "2/2", "total": "2/5"}),
    ("convolution", TILE, {"a tile in local memory": "3/3", "the image": "2/2", "total": "5/5"}),
    ("convolution", (" + WEIGHTS[10]", ""), {"a tile in local memory": "0/3", "the image": "0/2", "total": "0/5"}),
    ("separable", None, {"the horizontal kernel": "3/3", "the vertical kernel": "3/3", "total": "6/6"}),
    ("separable", ("sum += COLUMN", "sum += 1.01f * COLUMN"),
     {"the horizontal kernel": "3/3", "the vertical kernel": "0/3", "total": "3/6"}),
    ("separable", ("sum += ROW", "sum += 1.01f * ROW"),
     {"the horizontal kernel": "0/3", "the vertical kernel": "3/3", "total": "3/6"}),
    ("discontinuity", None, {"flags": "1/1", "by local memory": "0/2", "total": "1/3"}),
    ("discontinuity", ("flag += FLAG_DOWN", "flag += FLAG_LEFT"), {"flags": "0/1", "by local memory": "0/2", "total": "0/3"}),
    ("bilateral", None, {"the image": "3/3", "total": "3/3"}),
    ("bilateral", ("sum / total", "sum"), {"the image": "0/3", "total": "0/3"}),
    ("histogram", None, {"counts": "1/1", "total": "1/1"}),
    ("histogram_local", None, {"counts": "1/1", "total": "1/1"}),
    ("histogram_local", ("])], 1u", "])], 2u"), {"counts": "0/1", "total": "0/1"}),
]


def points_of(program: str, task: str, kernel: Path, out: Path) -> tuple[int, dict[str, str]]:
    status = subprocess.run([program, "opencl_course", "--task", task, "--kernel", kernel, "--quick", "--device",
                             "opencl", "--out", out], check=False, stdout=subprocess.DEVNULL).returncode
    [table] = out.glob("*-points.csv")
    with table.open(encoding="utf-8", newline="") as file:
        return status, {row["criterion"]: f"{row['points']}/{row['maximum']}" for row in csv.DictReader(file)}


def main(program: str, exercises: str) -> int:
    faults = 0
    for task, change, expected in CASES:
        text = (Path(exercises) / f"{task}.cl").read_text(encoding="utf-8")
        if change:
            assert change[0] in text, (task, change)
            text = text.replace(*change, 1)
        with tempfile.TemporaryDirectory() as folder:
            kernel = Path(folder) / f"{task}.cl"
            kernel.write_text(text, encoding="utf-8")
            status, points = points_of(program, task, kernel, Path(folder) / "out")
        wrong = change is not None and change != TILE
        right = points == expected and status == (1 if wrong else 0)
        faults += not right
        print(f"{'right' if right else 'WRONG'}: {task}, {change}: exit {status}, {points}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
