# SPDX-License-Identifier: Apache-2.0
"""kill -9 at random moments: the output is absent, old or complete, never a part."""

import random
import signal
import subprocess
import time

import torture
from torture import tool


def whole_run(words):
    start = time.monotonic()
    done = tool.run(*words)
    assert done.returncode == 0, done
    return time.monotonic() - start


def main():
    options = torture.arguments(__doc__, count=1000, seed=1)
    random.seed(options.seed)
    failures, ends = [], {"absent": 0, "old": 0, "complete": 0}
    with torture.Folder() as folder:
        formats = torture.written_formats(folder)
        source = folder / "in.pgm"
        source.write_bytes(tool.pgm(tool.image(400, 300)))
        runs = {}
        for extension, extra in formats.items():
            words = ["gaussian", source, folder / f"whole.{extension}", "-f", *extra]
            seconds = whole_run(words)
            runs[extension] = (seconds, (folder / f"whole.{extension}").read_bytes(), extra)
        for i in range(options.count):
            extension = random.choice(list(runs))
            seconds, complete, extra = runs[extension]
            target = folder / f"out.{extension}"
            old = b"old" if i % 2 else None
            if old:
                target.write_bytes(old)
            words = [tool.TOOL, "gaussian", str(source), str(target), "-f", *extra]
            process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(random.uniform(0, 1.2 * seconds))
            process.send_signal(signal.SIGKILL)
            process.wait()
            found = target.read_bytes() if target.exists() else None
            if found == complete:
                ends["complete"] += 1
            elif found == old:
                ends["old" if old else "absent"] += 1
            else:
                failures.append(f"run {i}: out.{extension} has {len(found or b'')} bytes")
            for left in folder.iterdir():  # temporary files of a killed process stay
                if left != source and not left.name.startswith("whole."):
                    left.unlink()
    print(", ".join(f"{count} {name}" for name, count in ends.items()))
    torture.report("outputs that are absent, old or complete after kill -9", options.count, failures)


main()
