# SPDX-License-Identifier: Apache-2.0
r"""Prints what targets reached as a Markdown table, from a report of selvage-bench.

selvage-bench --targets --device cuda --json targets.json
bench/target_table.py targets.json [--ratios]

--ratios leaves out rows about seconds, which cannot be compared between machines.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

# Scale and unit of each value; seconds and rates choose by the number.
UNITS = {"times": (1.0, " x"), "prediction": (1.0, " x"), "copy_share": (100.0, " %")}


def unit(value: str, number: float) -> tuple[float, str]:
    """Return the scale and the unit in which people read a figure."""
    if value == "seconds":
        return (1e6, " us") if number < 1e-3 else (1e3, " ms")
    if value == "taps_per_second":
        return (1e-9, " Gtap/s") if number < 1e12 else (1e-12, " Ttap/s")
    return UNITS[value]


def short(name: str) -> str:
    """Leave out what most rows share: the common size, and the measure of hosts."""
    return name.replace(".1920x1080", "").replace(" host ", " ").replace(" times of ", " / ")


def line(target: dict[str, Any]) -> str:
    """Return a row of the table."""
    least, most = target.get("at_least"), target.get("at_most")
    reached = target.get("reached")
    limit = least if least is not None else most
    example = limit if limit is not None else reached["median"] if reached else 1.0
    scale, name = unit(target["value"], example)
    needed = "-"
    if limit is not None:
        needed = f"{'>=' if least is not None else '<='} {scale * limit:.4g}{name}"
        if "aim" in target:
            needed += f", aim {scale * target['aim']:.4g}"
    if reached is None:
        why = ": ".join(target.get("why", "").split(": ")[:2])  # without all candidates' reasons
        return f"| {short(target['target'])} | {needed} | {why} | | {target['status']} |"
    spread = f"{scale * reached['low']:.4g}..{scale * reached['high']:.4g}"
    ours = target["results"][0]
    return (
        f"| {short(target['target'])} | {needed} | {scale * reached['median']:.4g} ({spread}) "
        f"| {ours['name']}, {ours['error_255']:.2g} | {target['status']} |"
    )


def main() -> int:
    """Print the table of the report that the command line names."""
    ratios = sys.argv[2:] == ["--ratios"]
    if len(sys.argv) != 2 and not ratios:
        print(__doc__, file=sys.stderr)
        return 2
    report = json.loads(Path(sys.argv[1]).read_text())
    print("| row | needed | reached (quartiles) | candidate, error / 255 | |")
    print("|---|---|---|---|---|")
    for target in report["targets"]:
        absolute = target["value"] in ("seconds", "taps_per_second")
        if target["status"] not in ("elsewhere", "not run") and not (ratios and absolute):
            print(line(target))
    return 0


if __name__ == "__main__":
    sys.exit(main())
