# SPDX-License-Identifier: Apache-2.0
"""Writes files with other libraries than ours into a folder, for `corpus.py`."""

import pathlib
import sys

import cv2
import numpy as np
import OpenEXR
from PIL import Image

WIDTH, HEIGHT = 37, 29


def colours(dtype=np.uint8, channels=3):
    """Slopes, edges and noise, always the same; the last of 2 or 4 channels is an alpha from 0 to full scale."""
    y, x = np.mgrid[:HEIGHT, :WIDTH]
    noise = np.random.default_rng(1).integers(0, 32, (HEIGHT, WIDTH, channels))
    steps = ((x // 5 + y // 7) % 2 * 120 + 3 * x)[..., None] + np.arange(channels) * 9 + noise
    if channels in (2, 4):
        steps[..., -1] = 255 * y / (HEIGHT - 1)
    full = np.minimum(steps, 255).astype(np.uint8)
    return full if dtype == np.uint8 else full.astype(dtype) * 257 + (dtype == np.uint16) * (full > 0)


def with_pillow(folder):
    rgb, rgba = Image.fromarray(colours()), Image.fromarray(colours(channels=4))
    gray, gray_alpha = rgb.convert("L"), Image.fromarray(colours(channels=2), "LA")
    deep = Image.fromarray(colours(np.uint16)[..., 0])
    bilevel = gray.convert("1")
    floats = Image.fromarray(colours()[..., 0].astype(np.float32) / 200)
    kinds = {"rgb": rgb, "rgba": rgba, "gray": gray, "gray_alpha": gray_alpha, "deep": deep, "bilevel": bilevel}
    palettes = {f"palette{count}": rgb.quantize(count) for count in (2, 3, 4, 13, 16, 200, 256)}
    for name, image in {**kinds, **palettes}.items():
        image.save(folder / f"{name}.png")
        for compression in ("raw", "tiff_lzw", "tiff_adobe_deflate", "packbits", "zstd", "lzma"):
            image.save(folder / f"{name}_{compression}.tif", compression=compression)
        if name not in ("rgba", "gray_alpha", "deep"):
            image.save(folder / f"{name}.bmp")
    for name in ("rgb", "rgba", "gray"):
        kinds[name].save(folder / f"{name}_predictor.tif", compression="tiff_lzw", tiffinfo={317: 2})
        kinds[name].save(folder / f"{name}_strips.tif", compression="tiff_lzw", tiffinfo={278: 3})
    for compression in ("group3", "group4", "tiff_ccitt"):
        bilevel.save(folder / f"bilevel_{compression}.tif", compression=compression)
    rgba.save(folder / "rgba.bmp")
    for name in ("palette4", "palette16", "palette200"):
        palettes[name].save(folder / f"{name}_transparent.png", transparency=1)
        palettes[name].save(folder / f"{name}_{name}.png", transparency=bytes([0, 128, 255]))
    gray.save(folder / "gray_transparent.png", transparency=60)
    rgb.save(folder / "rgb_transparent.png", transparency=rgb.getpixel((3, 3)))
    for name, image in {"rgb": rgb, "gray": gray}.items():
        for subsampling in (0, 1, 2):
            for progressive in (False, True):
                image.save(folder / f"{name}_{subsampling}_{progressive:d}.jpg", quality=85, subsampling=subsampling,
                           progressive=progressive, restart_marker_blocks=3 * (subsampling == 1))
        image.save(folder / f"{name}_jpeg.tif", compression="jpeg", quality=90)
    for orientation in range(1, 9):
        exif = Image.Exif()
        exif[274] = orientation
        rgb.save(folder / f"turned{orientation}.jpg", exif=exif)
        rgb.save(folder / f"turned{orientation}.png", exif=exif)
        rgb.save(folder / f"turned{orientation}.tif", tiffinfo={274: orientation})
    rgb.convert("CMYK").save(folder / "cmyk.jpg")
    rgb.convert("CMYK").save(folder / "cmyk.tif")
    rgb.convert("LAB").save(folder / "lab.tif")
    for name, image in {"rgb.ppm": rgb, "gray.pgm": gray, "bilevel.pbm": bilevel, "deep.pgm": deep,
                        "floats.pfm": floats, "floats.tif": floats, "gray.gif": gray, "rgb.webp": rgb}.items():
        image.save(folder / name)
    pages = [rgb.copy(), gray.copy(), palettes["palette16"].copy()]
    pages[0].save(folder / "pages.tif", save_all=True, append_images=pages[1:])


def with_opencv(folder):
    for channels in (1, 3, 4):
        deep = colours(np.uint16, channels)
        cv2.imwrite(str(folder / f"opencv_deep{channels}.png"), deep)
        for compression in (1, 5, 8, 32773):
            cv2.imwrite(str(folder / f"opencv_deep{channels}_{compression}.tif"), deep,
                        [cv2.IMWRITE_TIFF_COMPRESSION, compression])
        cv2.imwrite(str(folder / f"opencv_floats{channels}.tif"), colours(channels=channels).astype(np.float32) / 100)
    rgb = colours()
    cv2.imwrite(str(folder / "opencv.pam"), rgb)
    cv2.imwrite(str(folder / "opencv_deep.ppm"), colours(np.uint16))
    cv2.imwrite(str(folder / "opencv_text.ppm"), rgb, [cv2.IMWRITE_PXM_BINARY, 0])
    cv2.imwrite(str(folder / "opencv.pfm"), rgb.astype(np.float32) / 100)
    for rle in (0, 1):
        cv2.imwrite(str(folder / f"opencv{rle}.hdr"), rgb.astype(np.float32) / 100, [cv2.IMWRITE_HDR_COMPRESSION, rle])


def with_openexr(folder):
    for dtype in (np.float16, np.float32):
        rgba = (colours(channels=4) / 255).astype(dtype)
        rgba[..., :3] *= rgba[..., 3:]
        for name in ("NO", "RLE", "ZIPS", "ZIP", "PIZ", "PXR24", "B44"):
            header = {"compression": getattr(OpenEXR, f"{name}_COMPRESSION"), "type": OpenEXR.scanlineimage}
            for key, samples in {"RGBA": rgba, "RGB": np.ascontiguousarray(rgba[..., :3])}.items():
                OpenEXR.File(header, {key: samples}).write(str(folder / f"{key}_{name}_{dtype.__name__}.exr"))


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for write in (with_pillow, with_opencv, with_openexr):
        write(folder)


main()
