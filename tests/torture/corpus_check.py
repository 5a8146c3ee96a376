# SPDX-License-Identifier: Apache-2.0
"""The judge of `corpus.py` is judged: tools with one fault each."""

import argparse
import sys

from corpus_judge import Judge
from torture import tool

# Shell scripts: REAL is the tool, OTHER a file whose second page is another one, PYTHON an interpreter.
FAKES = {
    None: 'exec "$REAL" "$@"',
    "crash": 'kill -SEGV $$',
    "hang": 'exec sleep 60',
    "over memory": '"$REAL" "$@" || exit; case "$*" in *64M*) "$PYTHON" -c "b\'1\' * (72 << 20)";; esac',
    "wrong pixels": '"$REAL" "$@" || exit; [ "$1" = info ] || printf "\\001" | dd of="$3" conv=notrunc status=none',
    "damage taken for whole": '"$REAL" "$@" || { [ "$1" != info ] && head -c 64 /dev/zero >"$3"; }',
}
OTHER_PAGE = 'verb=$1; shift; [ "$verb" = info ] || { shift; set -- "$OTHER" "$@"; }; exec "$REAL" "$verb" "$@"'


def found_by(options, folder, sample, script):
    """Returns the kinds of findings when the tool is a script."""
    fake = folder / "fake"
    fake.write_text(f"#!/bin/sh\nREAL={tool.TOOL!r} OTHER={str(folder / 'other.tif')!r} PYTHON={sys.executable!r}\n"
                    f"{script}\n", encoding="utf-8")
    fake.chmod(0o755)
    quick = argparse.Namespace(**{**vars(options), "mutants": 8, "out": folder / "check"})
    judge = Judge(quick, fake, 1 if script == FAKES["hang"] else options.seconds)
    try:
        return {finding["kind"] for finding in judge(sample, sample.name)["findings"]}
    finally:
        judge.close()


def check(options, folder):
    """Every fault is found, also in a second page and by a process that took much memory; the tool itself has none."""
    png, tiff = folder / "sample.png", folder / "sample.tif"
    png.write_bytes(tool.png(tool.image(8, 8)))
    pages = [tool.image(8, 8), tool.image(9, 7), tool.image(9, 6)]
    tiff.write_bytes(tool.tiff(pages))
    pages[1] = [[255 - sample for sample in row] for row in pages[1]]
    (folder / "other.tif").write_bytes(tool.tiff(pages))
    ballast = b"1" * (256 << 20)
    tries = [*((png, kind, script) for kind, script in FAKES.items()),
             (tiff, None, FAKES[None]), (tiff, "wrong pixels", OTHER_PAGE)]
    for sample, kind, script in tries:
        found = found_by(options, folder, sample, script)
        if found != ({kind} if kind else set()):
            sys.exit(f"{sample.name}: a tool with the fault {kind!r} was found to have: {found or 'none'}")
    del ballast
