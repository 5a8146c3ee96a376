# SPDX-License-Identifier: Apache-2.0
"""Every n-th allocation fails, alone and with all after it: a clean error, or the same result."""

import os
import pathlib
import subprocess

import torture
from torture import tool

CLEAN = {0, 1, 2, 3, 4, 5, 6}


def build_library(folder):
    library = folder / "failing_malloc.so"
    source = pathlib.Path(__file__).with_name("failing_malloc.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
    return library


def attempt(words, library, **environment):
    return tool.run(*words, env=dict(os.environ, LD_PRELOAD=str(library), **environment))


def main():
    options = torture.arguments(__doc__, most=400)
    tried, failures = 0, []
    with torture.Folder() as folder:
        formats = torture.written_formats(folder)
        library = build_library(folder)
        source = folder / "in.png"
        source.write_bytes(tool.png(tool.picture(40, 30)))
        for extension, extra in formats.items():
            target = folder / f"out.{extension}"
            words = ["bilateral", source, target, "-f", "-d", "cpu", *extra]
            count_file = folder / "count"
            done = attempt(words, library, FAIL_COUNT=str(count_file))
            assert done.returncode == 0, done
            complete, count = target.read_bytes(), int(count_file.read_text())
            step = max(1, count // options.most)
            print(f"{extension}: {count} allocations, every {step}. fails")
            for at in range(1, count + 1, step):
                for on in ({}, {"FAIL_ON": "1"}):
                    target.unlink(missing_ok=True)
                    done = attempt(words, library, FAIL_AT=str(at), **on)
                    tried += 1
                    found = target.read_bytes() if target.exists() else None
                    right = found == complete if done.returncode == 0 else found is None
                    left = [p.name for p in folder.iterdir() if p.name.startswith(".")]
                    if done.returncode not in CLEAN or not right or left:
                        failures.append(f"{extension}, allocation {at}{' and on' if on else ''}: "
                                        f"exit {done.returncode}, {done.stderr.strip()[-200:]} {left}")
    torture.report("failed allocations that end in a clean error or the result", tried, failures)


main()
