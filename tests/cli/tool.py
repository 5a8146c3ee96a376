# SPDX-License-Identifier: Apache-2.0
"""Helpers for the suites of the command line: the tool, a folder, tiny images."""

import atexit
import ctypes
import itertools
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import tempfile
import unittest
import zlib

TOOL = os.environ["SELVAGE"]
SANITIZED = "SELVAGE_SANITIZED" in os.environ  # the tool is several times slower
THREADS = [()] if SANITIZED else [(), ("-j", 1)]  # options of runs whose results are the same

# The cache of the tool: probed devices and compiled kernels.
CACHE = tempfile.mkdtemp(prefix="selvage_cache_")
atexit.register(shutil.rmtree, CACHE, ignore_errors=True)
os.environ["XDG_CACHE_HOME"] = CACHE

# Memory grows with threads: a suite uses two cores on any machine, which ones by its process number.
if hasattr(os, "sched_setaffinity"):
    cores = sorted(os.sched_getaffinity(0))
    first = os.getpid() % max(1, len(cores) // 2) * 2
    os.sched_setaffinity(0, cores[first:first + 2])


def run(*arguments, **options):
    """Runs the tool; output and error are text unless `text=False`."""
    options.setdefault("text", True)
    options.setdefault("timeout", 120)
    words = [TOOL, *map(str, arguments)]
    return subprocess.run(words, capture_output=True, check=False, **options)


def as_anyone():
    """For `preexec_fn`: file permissions apply to root, too."""
    drop_from_bounds, override, read_search = 24, 1, 2  # PR_CAPBSET_DROP, CAP_DAC_*
    for capability in (override, read_search):
        ctypes.CDLL(None).prctl(drop_from_bounds, capability, 0, 0, 0)


def devices():
    """Returns the devices that `selvage devices` lists, by id."""
    lines = run("devices", "--json").stdout.splitlines()
    return {device["device"]: device for device in map(json.loads, lines)}


def missing_device():
    """Returns a device that this machine does not have."""
    return next(f"cuda:{i}" for i in range(1, 1000) if f"cuda:{i}" not in devices())


def pgm(rows, maxval=255):
    """Returns a binary PGM with one or two bytes per sample."""
    size = 1 if maxval < 256 else 2
    body = b"".join(v.to_bytes(size, "big") for row in rows for v in row)
    return b"P5\n%d %d\n%d\n" % (len(rows[0]), len(rows), maxval) + body


def ppm(rows):
    """Returns a binary 8-bit PPM; a pixel is a triple."""
    body = b"".join(bytes(pixel) for row in rows for pixel in row)
    return b"P6\n%d %d\n255\n" % (len(rows[0]), len(rows)) + body


def pfm(rows):
    """Returns a little-endian gray PFM; its rows run bottom-up."""
    body = b"".join(struct.pack("<%df" % len(row), *row) for row in reversed(rows))
    return b"Pf\n%d %d\n-1.0\n" % (len(rows[0]), len(rows)) + body


def png_chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(rows, color=0, depth=8):
    """Returns a PNG; a row is a list of samples, `color` is the colour type of PNG."""
    channels = {0: 1, 2: 3, 4: 2, 6: 4}[color]
    size = depth // 8
    lines = b"".join(b"\0" + b"".join(v.to_bytes(size, "big") for v in row) for row in rows)
    width = len(rows[0]) // channels
    header = struct.pack(">IIBBBBB", width, len(rows), depth, color, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", header) +
            png_chunk(b"IDAT", zlib.compress(lines)) + png_chunk(b"IEND", b""))


def png_pixels(data):
    """Returns the rows of an 8-bit RGB PNG; a pixel is a triple."""
    width, height, depth, color = struct.unpack(">IIBB", data[16:26])
    assert (depth, color) == (8, 2), (depth, color)
    body, at = b"", 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at:at + 4])
        if data[at + 4:at + 8] == b"IDAT":
            body += data[at + 8:at + 8 + length]
        at += length + 12
    lines, stride, rows, above = zlib.decompress(body), 3 * width, [], bytes(3 * width)
    for y in range(height):
        kind, line = lines[y * (stride + 1)], bytearray(lines[y * (stride + 1) + 1:][:stride])
        for i in range(stride):
            left, up = line[i - 3] if i > 2 else 0, above[i]
            corner = above[i - 3] if i > 2 else 0
            near = sorted((left, up, corner), key=lambda v: abs(left + up - corner - v))[0]
            line[i] = (line[i] + (0, left, up, (left + up) // 2, near)[kind]) & 255
        above = bytes(line)
        rows.append([tuple(line[i:i + 3]) for i in range(0, stride, 3)])
    return rows


def pnm_samples(data):
    """Returns width, height, maxval and samples of a binary PNM whose header has no comments."""
    header = re.match(rb"P[56]\s(\d+)\s(\d+)\s(\d+)\s", data)
    width, height, maxval = map(int, header.groups())
    body, size = data[header.end():], 1 if maxval < 256 else 2
    samples = [int.from_bytes(body[i:i + size], "big") for i in range(0, len(body), size)]
    return width, height, maxval, samples


def tiff(pages, bits=()):
    """Returns a little-endian gray TIFF, one strip per page. `bits` of each page: 8, unless 16 is given."""
    data, links = b"II*\0\0\0\0\0", 4
    for rows, depth in itertools.zip_longest(pages, bits, fillvalue=8):
        pixels = b"".join(v.to_bytes(depth // 8, "little") for row in rows for v in row)
        start = len(data)
        data += pixels + b"\0" * (len(pixels) % 2)
        entries = [(256, 4, len(rows[0])), (257, 4, len(rows)), (258, 3, depth), (259, 3, 1), (262, 3, 1),
                   (273, 4, start), (277, 3, 1), (278, 4, len(rows)), (279, 4, len(pixels))]
        place = len(data)
        data += struct.pack("<H", len(entries))
        for tag, kind, value in entries:
            data += struct.pack("<HHII", tag, kind, 1, value)
        data = data[:links] + struct.pack("<I", place) + data[links + 4:]
        links = len(data)
        data += struct.pack("<I", 0)
    return data


def plain_tiff(pixels, entries):
    """Returns a little-endian TIFF of one page whose pixels begin at byte 8. `entries`: (tag, value)."""
    return (b"II*\0" + struct.pack("<I", 8 + len(pixels)) + pixels +
            struct.pack("<H", len(entries)) +
            b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in entries) + bytes(4))


def half_tiff(rows):
    """Returns a gray TIFF of 16-bit floats in one strip."""
    pixels = b"".join(struct.pack("<%de" % len(row), *row) for row in rows)
    return plain_tiff(pixels, [(256, len(rows[0])), (257, len(rows)), (258, 16), (259, 1), (262, 1),
                               (273, 8), (277, 1), (278, len(rows)), (279, len(pixels)), (339, 3)])


def one_tile(side):
    """Returns an 8-bit gray TIFF of zeros in a single tile; `side` is a multiple of 16."""
    return plain_tiff(bytes(side * side),
                      [(256, side), (257, side), (258, 8), (259, 1), (262, 1), (277, 1),
                       (322, side), (323, side), (324, 8), (325, side * side)])


def tiff_pages(data):
    """Returns the samples of each page of a little-endian 8-bit gray TIFF in strips of Deflate."""
    pages, sizes = [], {1: 1, 2: 1, 3: 2, 4: 4}
    (place,) = struct.unpack_from("<I", data, 4)
    while place:
        (count,) = struct.unpack_from("<H", data, place)
        fields = {}
        for i in range(count):
            tag, kind, number = struct.unpack_from("<HHI", data, place + 2 + 12 * i)
            if kind not in sizes:
                continue
            at = place + 2 + 12 * i + 8
            if sizes[kind] * number > 4:
                (at,) = struct.unpack_from("<I", data, at)
            fields[tag] = struct.unpack_from("<%d%s" % (number, " BBHI"[kind]), data, at)
        pixels = b"".join(data[start:start + size] if fields[259] == (1,) else
                          zlib.decompress(data[start:start + size])
                          for start, size in zip(fields[273], fields[279]))
        if fields.get(317) == (2,):
            width = fields[256][0]
            rows = [pixels[i:i + width] for i in range(0, len(pixels), width)]
            pixels = b"".join(bytes(v % 256 for v in itertools.accumulate(row)) for row in rows)
        pages.append(pixels)
        (place,) = struct.unpack_from("<I", data, place + 2 + 12 * count)
    return pages


def image(width, height, top=255):
    """Returns the rows of an image with edges, slopes and some noise, always the same."""
    state = 12345
    rows = []
    for y in range(height):
        row = []
        for x in range(width):
            state = (state * 1103515245 + 12345) % 2**31
            step = top // 2 if (x // 5 + y // 7) % 2 else top // 8
            row.append(min(top, step + (x + y) % 16 + state // 2**24))
        rows.append(row)
    return rows


class ToolTest(unittest.TestCase):
    """A test whose tool runs in a temporary folder."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="selvage_cli_"))
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name, data):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path

    def read(self, name):
        return (self.folder / name).read_bytes()

    def names(self):
        return sorted(p.name for p in self.folder.iterdir())

    def run_tool(self, *arguments, **options):
        options.setdefault("cwd", self.folder)
        return run(*arguments, **options)

    def ok(self, *arguments, **options):
        """Runs the tool, which must succeed without output on standard error."""
        done = self.run_tool(*arguments, **options)
        self.assertEqual((done.returncode, len(done.stderr)), (0, 0), done)
        return done

    def fails(self, code, *arguments, **options):
        """Runs the tool, which must end with `code` and a message; returns the message."""
        done = self.run_tool(*arguments, **options)
        self.assertEqual(done.returncode, code, done)
        error = done.stderr if isinstance(done.stderr, str) else done.stderr.decode()
        self.assertTrue(error.startswith("selvage: error: "), error)
        self.assertLessEqual(len(error.splitlines()), 2, error)
        return error

    def objects(self, text):
        return [json.loads(line) for line in text.splitlines()]
