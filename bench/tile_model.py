# SPDX-License-Identifier: Apache-2.0
"""Counts what each of N threads does with an image on the CPU: tiles, pixels and cache lines.

    python bench/tile_model.py                  # 256 x 32: bilateral, joint, rolling
    python bench/tile_model.py --tile 512x32    # fourier_range

Threads take tiles in order, as soon as they are idle (src/backends/cpu/tile_tasks.hpp); a tile
takes as long as it has pixels. A line is shared if two threads write to it. Images begin at a cache
line (Image does; a caller's need not), and so does each thread's own memory, which it is the first
to touch.
"""

from __future__ import annotations

import argparse
import heapq
from collections.abc import Iterator
from dataclasses import dataclass

LINE = 64  # bytes
SIZES = ((1920, 1080), (512, 512), (64, 64), (1000, 700))
THREADS = (1, 2, 4, 8, 16)
PIXELS = {"u8x1": 1, "u8x3": 3, "f32x1": 4, "f32x3": 12}  # bytes


@dataclass(frozen=True)
class Tile:
    """A rectangle of the output."""

    x: int
    y: int
    width: int
    height: int

    @property
    def pixels(self) -> int:
        """How many pixels it has."""
        return self.width * self.height


def tiles_of(size: tuple[int, int], tile: tuple[int, int]) -> list[Tile]:
    """Cut an image into tiles: left to right, then down."""
    (width, height), (across, down) = size, tile
    return [
        Tile(x, y, min(across, width - x), min(down, height - y))
        for y in range(0, height, down)
        for x in range(0, width, across)
    ]


def owners_of(tiles: list[Tile], threads: int) -> list[int]:
    """Return the thread of each tile."""
    idle = [(0, thread) for thread in range(threads)]
    owners = []
    for tile in tiles:
        since, thread = heapq.heappop(idle)
        owners.append(thread)
        heapq.heappush(idle, (since + tile.pixels, thread))
    return owners


def lines_of(tile: Tile, row_bytes: int, pixel: int) -> Iterator[int]:
    """Return the cache lines that a tile writes to."""
    for y in range(tile.y, tile.y + tile.height):
        first = y * row_bytes + tile.x * pixel
        yield from range(first // LINE, (first + tile.width * pixel - 1) // LINE + 1)


def shared_lines(tiles: list[Tile], owners: list[int], row_bytes: int, pixel: int) -> int:
    """Count the cache lines that two threads write to."""
    writers: dict[int, int] = {}
    shared = set()
    for tile, owner in zip(tiles, owners, strict=True):
        for line in lines_of(tile, row_bytes, pixel):
            if writers.setdefault(line, owner) != owner:
                shared.add(line)
    return len(shared)


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tile", default="256x32", metavar="WIDTHxHEIGHT")
    width, height = map(int, parser.parse_args().tile.split("x"))
    names = " | ".join(f"shared {name}" for name in PIXELS)
    print(f"| image | threads | tiles of a thread | most pixels / mean | speed-up | {names} |")
    print("|---|---|---|---|---|" + "---|" * len(PIXELS))
    for size in SIZES:
        tiles = tiles_of(size, (width, height))
        for threads in THREADS:
            owners = owners_of(tiles, threads)
            loads = [0] * threads
            for tile, owner in zip(tiles, owners, strict=True):
                loads[owner] += tile.pixels
            counts = [owners.count(thread) for thread in range(threads)]
            shared = [shared_lines(tiles, owners, size[0] * n, n) for n in PIXELS.values()]
            print(
                f"| {size[0]}x{size[1]} | {threads} | {min(counts)}..{max(counts)} "
                f"| {max(loads) * threads / sum(loads):.3f} | {sum(loads) / max(loads):.2f} "
                f"| {' | '.join(map(str, shared))} |"
            )


if __name__ == "__main__":
    main()
