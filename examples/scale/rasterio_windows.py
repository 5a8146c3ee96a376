# SPDX-License-Identifier: Apache-2.0
"""Filters a GeoTIFF window by window; the map's projection and metadata are kept.

    python rasterio_windows.py IN.tif OUT.tif

Pixels of the file's "no data" value take no part, and stay as they are.
"""

import sys

import rasterio
from rasterio.windows import Window

import pyselvage as sv


def main() -> None:
    """Filter one file."""
    source, target = sys.argv[1:]
    with rasterio.open(source) as image:
        full_scale = {"uint8": 255, "uint16": 65535}.get(image.dtypes[0], 1)
        invalid = None if image.nodata is None else image.nodata / full_scale
        filter = sv.Bilateral(sigma_space=3, sigma_range=0.05, invalid=invalid)
        shape = (image.count, image.height, image.width)
        plan = sv.plan(filter, (shape, image.dtypes[0]), channel_axis=0)
        profile = image.profile | {"tiled": True, "blockxsize": 512, "blockysize": 512}
        with rasterio.open(target, "w", **profile) as result:
            for read, write, frame in sv.blocks(plan, 2048):
                pixels = image.read(window=Window.from_slices(*read[1:]))
                result.write(plan.run_part(pixels, frame), window=Window.from_slices(*write[1:]))
    print(f"{target}: {shape}, {plan.explain().candidate}")


if __name__ == "__main__":
    main()
