# SPDX-License-Identifier: Apache-2.0
r"""Times `selvage bilateral - -` on video beside filtering the same frames in memory, in turns.

The tool reads Y4M from a pipe and writes to another; the rival is the library through its C
interface, which runs the plans of both planes. Prints the ratio rival / tool of processor time and
of the clock (1: the pipe costs nothing), median and quartiles over the turns. ffmpeg makes the
video. Feeding and draining the pipes takes part of a core, so the clock compares like with like
only where fewer threads filter than there are cores.
    python3 bench/streams.py build/release/apps/selvage/selvage build/release/src/libselvage.so \
      [--size 1920x1080] [--frames 60] [--turns 9] [--pixels yuv420p] [--sigma-space 3] \
      [--threads 0]
"""

from __future__ import annotations

import argparse
import ctypes as c
import os
import resource
import statistics
import subprocess
import threading
import time
from typing import NamedTuple

STEPS = {"yuv420p": (2, 2), "yuv422p": (2, 1), "yuv444p": (1, 1), "gray": (0, 0)}


class View(c.Structure):
    """A selvage_view."""

    _fields_ = [("size", c.c_size_t), ("data", c.c_void_p), ("rest", c.c_byte * 128)]


class EngineOptions(c.Structure):
    """A selvage_engine_options."""

    _fields_ = [
        ("size", c.c_size_t),
        ("device_memory", c.c_uint64),
        ("simd", c.c_char_p),
        ("threads", c.c_int32),
        ("executor", c.c_int32),
        ("expected_runs", c.c_int32),
    ]


class Ports(c.Structure):
    """A selvage_inputs or selvage_outputs with an image alone."""

    _fields_ = [("size", c.c_size_t), ("image", c.c_void_p), ("rest", c.c_void_p * 4)]


class Bilateral(c.Structure):
    """The first members of a selvage_bilateral."""

    _fields_ = [
        ("size", c.c_size_t),
        ("filter", c.c_int32),
        ("sigma_space", c.c_float),
        ("sigma_range", c.c_float),
        ("rest", c.c_byte * 64),
    ]


class Cost(NamedTuple):
    """Seconds of all threads, and by the clock."""

    processor: float
    clock: float


class Library:
    """Filters frames that lie in memory."""

    def __init__(self, path: str, sigma_space: float, threads: int) -> None:
        self.lib = c.CDLL(path)
        self.lib.selvage_error_message.restype = c.c_char_p
        self.sigma_space = sigma_space
        self.engine = c.c_void_p()
        options = EngineOptions()
        self.lib.selvage_engine_options_init(c.byref(options), c.c_size_t(c.sizeof(options)))
        options.threads = threads
        self.call("selvage_engine_new", b"cpu", c.byref(options), c.byref(self.engine))

    def call(self, name: str, *arguments: object) -> None:
        """Call a function and end the program if it fails."""
        error = c.c_void_p()
        if getattr(self.lib, name)(*arguments, c.byref(error)) != 0:
            raise SystemExit(self.lib.selvage_error_message(error).decode())

    def view(self, data: object, size: tuple[int, int], channels: int) -> View:
        """Return a view of bytes without gaps."""
        view = View()
        struct_bytes = c.c_size_t(VIEW_BYTES)
        self.lib.selvage_view_init(c.byref(view), struct_bytes, data, 0, *size, channels)
        return view

    def runner(
        self, frames: list[bytes], size: tuple[int, int], channels: int, step: float
    ) -> list[tuple[object, ...]]:
        """Return the arguments of selvage_plan_run for each frame."""
        whole = Bilateral()
        self.lib.selvage_bilateral_init(c.byref(whole), c.c_size_t(FILTER_BYTES))
        whole.sigma_space = self.sigma_space / step
        result = c.create_string_buffer(len(frames[0]))
        out = self.view(result, size, channels)
        plan, runs = c.c_void_p(), []
        for frame in frames:
            pixels = c.create_string_buffer(frame, len(frame))
            image = self.view(pixels, size, channels)
            inputs = Ports(INPUTS_BYTES, c.addressof(image))
            outputs = Ports(OUTPUTS_BYTES, c.addressof(out))
            if not plan:
                shapes = (c.byref(whole), c.byref(inputs), None, None)
                self.call("selvage_plan_new", self.engine, *shapes, c.byref(plan))
            owners = (image, out, pixels, result)
            runs.append((plan, c.byref(inputs), c.byref(outputs), None, None, owners))
        return runs

    def run(self, runs: list[tuple[object, ...]], count: int) -> None:
        """Filter so many frames."""
        for i in range(count):
            self.call("selvage_plan_run", *runs[i % len(runs)][:5])


# Sizes of the structures of selvage.h and filters.h on 64-bit machines.
VIEW_BYTES, FILTER_BYTES, INPUTS_BYTES, OUTPUTS_BYTES = 72, 64, 48, 32


def time_library(library: Library, planes: list[list[tuple[object, ...]]], count: int) -> Cost:
    """Run both planes of every frame."""
    processor, clock = time.process_time(), time.perf_counter()
    for runs in planes:
        library.run(runs, count)
    return Cost(time.process_time() - processor, time.perf_counter() - clock)


def time_tool(command: list[str], header: bytes, frames: list[bytes], count: int) -> Cost:
    """Feed the tool from one thread and drain it in another."""
    clock = time.perf_counter()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as tool:
        assert tool.stdin
        assert tool.stdout
        stdin, stdout = tool.stdin, tool.stdout

        def feed() -> None:
            stdin.write(header)
            for i in range(count):
                stdin.write(frames[i % len(frames)])
            stdin.close()

        feeder = threading.Thread(target=feed)
        feeder.start()
        while os.read(stdout.fileno(), 1 << 20):
            pass
        feeder.join()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if tool.returncode != 0:
        raise SystemExit(tool.returncode)
    processor = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return Cost(processor, time.perf_counter() - clock)


def chroma(frame: bytes, luma: int) -> bytes:
    """Return U and V of a frame as pixels of two samples."""
    planes = frame[luma:]
    pairs = bytearray(len(planes))
    pairs[::2], pairs[1::2] = planes[: len(planes) // 2], planes[len(planes) // 2 :]
    return bytes(pairs)


def main() -> None:
    """Print one line for each kind of time."""
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("library")
    parser.add_argument("--size", default="1920x1080")
    parser.add_argument("--frames", type=int, default=60)
    parser.add_argument("--turns", type=int, default=9)
    parser.add_argument("--pixels", default="yuv420p", choices=STEPS)
    parser.add_argument("--sigma-space", type=float, default=3.0)
    parser.add_argument("--threads", type=int, default=0, help="threads that filter [0: all cores]")
    arguments = parser.parse_args()
    width, height = map(int, arguments.size.split("x"))
    video = subprocess.run(
        [
            "ffmpeg",
            "-v",
            "error",
            "-f",
            "lavfi",
            "-i",
            f"testsrc2=size={arguments.size}:rate=25",
            "-vf",
            "noise=alls=8:allf=t",
            "-frames:v",
            "4",
            "-pix_fmt",
            arguments.pixels,
            "-f",
            "yuv4mpegpipe",
            "-",
        ],
        check=True,
        capture_output=True,
    ).stdout
    header, _, body = video.partition(b"\n")
    size = len(body) // 4
    frames = [body[i * size : (i + 1) * size] for i in range(4)]
    stored = [frame[6:] for frame in frames]
    x_step, y_step = STEPS[arguments.pixels]
    library = Library(arguments.library, arguments.sigma_space, arguments.threads)
    planes = [library.runner([f[: width * height] for f in stored], (width, height), 1, 1.0)]
    if x_step:
        smaller = (-(-width // x_step), -(-height // y_step))
        planes.append(
            library.runner(
                [chroma(f, width * height) for f in stored], smaller, 2, (x_step * y_step) ** 0.5
            )
        )
    command = [
        arguments.tool,
        "bilateral",
        "-",
        "-",
        "-d",
        "cpu",
        "--sigma-space",
        str(arguments.sigma_space),
    ]
    if arguments.threads:
        command += ["--threads", str(arguments.threads)]
    pairs = []
    for _ in range(arguments.turns):
        alone = time_library(library, planes, arguments.frames)
        piped = time_tool(command, header + b"\n", frames, arguments.frames)
        pairs.append((alone, piped))
    for kind in ("processor", "clock"):
        ratios = [getattr(alone, kind) / getattr(piped, kind) for alone, piped in pairs]
        low, middle, high = statistics.quantiles(ratios, n=4)
        per_frame = statistics.median(getattr(piped, kind) for _, piped in pairs) / arguments.frames
        print(
            f"{kind:9} filter alone / pipe {middle:.3f} ({low:.3f}..{high:.3f}), "
            f"pipe {1000 * per_frame:.1f} ms a frame"
        )


if __name__ == "__main__":
    main()
