# SPDX-License-Identifier: Apache-2.0
"""A write fails at every 4 KiB, in every format: exit 4, the old file whole, no other file left."""

import resource

import torture
from torture import tool

STEP = 4096  # bytes


def main():
    torture.arguments(__doc__)
    tried, failures = 0, []
    with torture.Folder() as folder:
        formats = torture.written_formats(folder)
        source = folder / "in.pgm"
        source.write_bytes(tool.pgm(tool.image(300, 200), 255))
        for extension, extra in formats.items():
            target = folder / f"out.{extension}"
            words = ["gaussian", source, target, "-f", *extra]
            assert tool.run(*words).returncode == 0
            size = target.stat().st_size
            for limit in range(0, size, STEP):
                target.write_bytes(b"old")
                done = tool.run(*words, preexec_fn=lambda limit=limit: resource.setrlimit(
                    resource.RLIMIT_FSIZE, (limit, limit)))
                tried += 1
                left = sorted(p.name for p in folder.iterdir())
                if (done.returncode, target.read_bytes(), left) != (
                        4, b"old", sorted(["in.pgm", target.name])):
                    failures.append(f"{extension} at {limit}: exit {done.returncode}, {left}")
            target.unlink()
            full = tool.run("gaussian", source, "-o", "/dev/full", *extra)
            print(f"{extension}: {size} bytes; /dev/full: exit {full.returncode}")
    torture.report("failed writes that end with exit 4 and the old file", tried, failures)


main()
