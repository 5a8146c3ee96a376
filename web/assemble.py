#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Joins the page's sources, the module and the sample photo to one HTML file.

usage: assemble.py MODULE.wasm SAMPLE.png OUT.html
"""

import base64
import gzip
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


def main(module, sample, out):
    page = (HERE / "page/index.html").read_text(encoding="utf-8")
    for key, path in PARTS.items():
        page = page.replace(f"@{key}@", path.read_text(encoding="utf-8"))
    packed = gzip.compress(pathlib.Path(module).read_bytes(), 9, mtime=0)
    page = page.replace("@MODULE@", base64.b64encode(packed).decode())
    page = page.replace("@SAMPLE@", base64.b64encode(pathlib.Path(sample).read_bytes()).decode())
    data = page.encode()
    pathlib.Path(out).write_bytes(data)
    size = len(gzip.compress(data, 9, mtime=0))
    print(f"{out}: {len(data)} bytes, {size} compressed (limit {MOST})")
    return 0 if size <= MOST else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
