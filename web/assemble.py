#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Joins the page's sources, the modules and the sample photo to one HTML file.

usage: assemble.py MODULE.wasm RELAXED.wasm SAMPLE.png OUT.html

The second module is stored as its difference from the first, byte by byte (exclusive or): almost all zeros.
"""

import base64
import gzip
import itertools
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
REPORT = HERE.parent / "apps/selvage/html_report/page"  # the viewer is the one of --report
PARTS = {
    "PAGE_STYLE": REPORT / "page.css",
    "STYLE": HERE / "page/web.css",
    "VIEWER": REPORT / "viewer.html",
    "VIEWER_SCRIPT": REPORT / "viewer.js",
    "POOL_SCRIPT": HERE / "page/pool.js",
    "CODE_SCRIPT": HERE / "page/code.js",
    "SCRIPT": HERE / "page/web.js",
    "WORKER_SCRIPT": HERE / "page/worker.js",
}
MOST = 2_000_000  # bytes of the page, compressed as servers do


def packed(data):
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()


def main(module, relaxed, sample, out):
    page = (HERE / "page/index.html").read_text(encoding="utf-8")
    for key, path in PARTS.items():
        page = page.replace(f"@{key}@", path.read_text(encoding="utf-8"))
    plain, other = pathlib.Path(module).read_bytes(), pathlib.Path(relaxed).read_bytes()
    page = page.replace("@MODULE@", packed(plain))
    difference = (a ^ b for a, b in itertools.zip_longest(other, plain[:len(other)], fillvalue=0))
    page = page.replace("@DIFFERENCE@", packed(bytes(difference)))
    page = page.replace("@SAMPLE@", base64.b64encode(pathlib.Path(sample).read_bytes()).decode())
    data = page.encode()
    pathlib.Path(out).write_bytes(data)
    size = len(gzip.compress(data, 9, mtime=0))
    print(f"{out}: {len(data)} bytes, {size} compressed (limit {MOST})")
    return 0 if size <= MOST else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
