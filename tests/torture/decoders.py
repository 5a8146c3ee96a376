# SPDX-License-Identifier: Apache-2.0
"""Decoders other than ours, for `second_decoder.py`.

Each returns the format, whether it is lossy, and the samples of each page: None if it does not keep all samples. Only
TIFFs have several pages; further images of other files are left out. A decoder that refuses a file throws.
"""

import os
import re
import struct

os.environ["OPENCV_LOG_LEVEL"] = "SILENT"
os.environ["OPENCV_IO_MAX_IMAGE_PIXELS"] = str(2**28)

import cv2
import numpy as np
import OpenEXR
import tifffile
from PIL import Image

Image.MAX_IMAGE_PIXELS = 2**27  # Pillow refuses twice as many
STRAIGHT_MODES = ("L", "LA", "RGB", "RGBA", "RGBX", "F")
PNG_BITS = {"L;2": 2, "L;4": 4, "I;16B": 16}  # of the names that Pillow gives to gray samples
LOSSY_TIFF = ("jpeg", "tiff_jpeg", "webp", "jpeg2000")
SUBFILE, OLD_SUBFILE, PHOTOMETRIC = 254, 255, 262  # tags of TIFF
REDUCED_OR_MASK, OLD_REDUCED = 5, 2


def with_channels(samples):
    return samples[..., None] if samples.ndim == 2 else samples


def from_palette(image):
    """Colours of an image with a palette; indices beyond it are black, as the tool reads them."""
    alpha = "transparency" in image.info or image.mode == "PA"
    colours = np.array(image.convert("RGBA" if alpha else "RGB"))
    beyond = np.array(image.getchannel(0)) >= len(image.palette.palette) // len(image.palette.mode)
    colours[beyond, :3] = 0
    return colours


def samples_of_pillow(image, bits):
    """Returns the samples, or None if Pillow does not keep them all. `bits`: of a gray PNG."""
    key = image.info.get("transparency")
    if image.mode in ("P", "PA"):
        return from_palette(image)
    if (image.mode == "L" and key is not None) or image.mode.startswith("I;16"):
        gray = np.array(image).astype(np.uint8 if image.mode == "L" else np.uint16)
        full = np.iinfo(gray.dtype).max
        opaque = gray != (-1 if key is None else key * full // ((1 << bits) - 1))  # Pillow takes the key as it stands
        return gray if key is None else np.stack([gray, np.where(opaque, full, 0).astype(gray.dtype)], axis=2)
    if key is not None and image.mode in ("1", "RGB"):
        return np.array(image.convert("LA" if image.mode == "1" else "RGBA"))
    if image.mode == "1":
        return np.array(image.convert("L"))
    if image.mode in STRAIGHT_MODES:
        return np.array(image)
    if image.mode == "I" and image.format == "PPM":
        return np.array(image).astype(np.uint16)
    return None


def is_page(kind, old_kind):
    """Whether the numbers of SUBFILE and OLD_SUBFILE do not say that an image is a smaller copy or a mask."""
    return not int(kind) & REDUCED_OR_MASK and old_kind != OLD_REDUCED


def decode_with_pillow(path):
    with Image.open(path) as image:
        lossy, pages = image.format in ("JPEG", "MPO", "WEBP"), []
        for i in range(image.n_frames if image.format == "TIFF" else 1):
            image.seek(i)
            bits, known = 8, True
            if image.format == "PNG":
                bits = PNG_BITS.get(image.tile[0][3], 8)
            elif image.format == "TIFF":
                if not is_page(image.tag_v2.get(SUBFILE, 0), image.tag_v2.get(OLD_SUBFILE)):
                    continue
                lossy |= image.info.get("compression") in LOSSY_TIFF
                known = PHOTOMETRIC in image.tag_v2
            image.load()
            pages.append(samples_of_pillow(image, bits) if known else None)
        return image.format, lossy, pages


def decode_with_opencv(path):
    data = np.fromfile(path, np.uint8)
    start = data[:2].tobytes()
    if start in (b"II", b"MM", b"P5", b"P6", b"P7"):
        raise ValueError("left to the others, which know planes, alpha, bit depths and maxval")
    samples = cv2.imdecode(data, cv2.IMREAD_UNCHANGED) if len(data) else None
    if samples is None:
        raise ValueError("no image")
    if start == b"#?" and re.search(rb"(?m)^(EXPOSURE|COLORCORR)", data[:4096].tobytes()):
        samples = None  # ignored by OpenCV
    elif samples.ndim == 3 and samples.shape[2] >= 3:
        samples = samples[..., [2, 1, 0, *range(3, samples.shape[2])]]
    return None, start == b"\xff\xd8", [samples]


def rescaled(samples, top):
    """Samples of 0 .. top as bytes or 16 bits, rounded to nearest, halves up."""
    kind = np.uint8 if top < 256 else np.uint16
    full = np.iinfo(kind).max
    return ((samples.astype(np.uint64) * (2 * full) + top) // (2 * top)).astype(kind)


def colours_of(palette):
    """The 8-bit colours of a palette of 16 bits; some writers store bytes there, in the lower or the upper half."""
    if palette.max() < 256:
        return palette.astype(np.uint8)
    return (palette >> 8 if (palette & 255 == 0).all() else (palette * 255.0 / 65535 + 0.5)).astype(np.uint8)


def samples_of_tifffile(page):
    if page.tags.get(PHOTOMETRIC) is None:
        return None
    samples = page.asarray()
    if page.planarconfig == 2 and samples.ndim == 3:
        samples = np.moveaxis(samples, 0, 2)
    bits = page.bitspersample
    if samples.dtype.kind == "u" and bits <= 16 and page.photometric in (0, 1, 2, 3, 6):
        if page.photometric == 3:
            samples = colours_of(page.colormap)[:, with_channels(samples)[..., 0]]
            samples = np.moveaxis(samples, 0, 2)
        elif not is_lossy(page):
            first = with_channels(samples)[..., :1] if page.photometric == 0 else samples[:0]
            first[...] = (1 << bits) - 1 - first
            samples = rescaled(samples, (1 << bits) - 1)
    elif samples.dtype.kind != "f" or page.photometric not in (1, 2):
        return None
    return divided_by_alpha(samples) if 1 in page.extrasamples[-1:] else samples


def is_lossy(page):
    return getattr(page.compression, "name", "unknown") in ("JPEG", "OJPEG", "JPEG_2000_LOSSY", "WEBP")


def decode_with_tifffile(path):
    with tifffile.TiffFile(path) as file:
        pages = [page for page in map(file.pages.get, range(len(file.pages)))
                 if is_page(page.subfiletype, page.tags.valueof(OLD_SUBFILE))]
        return "TIFF", any(map(is_lossy, pages)), [samples_of_tifffile(page) for page in pages]


def divided_by_alpha(samples):
    """Straight colours from those multiplied by alpha, the last channel; they stay where alpha is 0 or less."""
    full, kind = (1, np.finfo) if samples.dtype.kind == "f" else (np.iinfo(samples.dtype).max, np.iinfo)
    top = float(kind(samples.dtype).max)
    colours, alpha = samples[..., :-1].astype(np.float64), samples[..., -1:].astype(np.float64)
    with np.errstate(all="ignore"):
        straight = np.where(alpha > 0, np.clip(colours * full / alpha, -top, top), colours)
    straight = straight if full == 1 else np.floor(straight + 0.5)
    return np.concatenate([straight.astype(samples.dtype), samples[..., -1:]], axis=2)


def decode_netpbm(path):
    """Binary PGM, PPM and PAM, here rather than by Pillow and OpenCV, which round maxval differently or ignore it."""
    with open(path, "rb") as file:
        data = file.read()
    space = rb"(?:\s|#[^\n]*\n)+"
    if found := re.match(rb"P([56])" + space + rb"(\d+)" + space + rb"(\d+)" + space + rb"(\d+)\s", data):
        kind, width, height, top = map(int, found.groups())
        channels = 1 if kind == 5 else 3
    elif found := re.match(rb"P7\n(?:.*\n)*?ENDHDR\n", data):
        words = dict(line.split(None, 1) for line in found[0].split(b"\n") if len(line.split(None, 1)) == 2)
        height, width, channels, top = (int(words[w]) for w in (b"HEIGHT", b"WIDTH", b"DEPTH", b"MAXVAL"))
    else:
        raise ValueError("not binary PGM, PPM or PAM")
    count = width * height * channels
    samples = np.frombuffer(data, ">u2" if top > 255 else "u1", count, found.end())
    if samples.max() > top:
        raise ValueError("a sample above maxval")
    return "PPM" if data[1:2] != b"7" else "PAM", False, [rescaled(samples, top).reshape(height, width, channels)]


def decode_bmp(path):
    """BMP of 16 and 32 bits, here since Pillow and OpenCV round 5 and 6 bits down, or know few masks."""
    with open(path, "rb") as file:
        data = file.read()
    start, size, width, height, _, bits, compression = struct.unpack_from("<4xIIiiHHI", data, 6)
    if data[:2] != b"BM" or size < 40 or bits not in (16, 32) or compression not in (0, 3, 6):
        raise ValueError("not a BMP of 16 or 32 bits")
    if compression == 0:
        masks = (31 << 10, 31 << 5, 31, 0) if bits == 16 else (255 << 16, 255 << 8, 255, 0)
    else:
        masks = struct.unpack_from("<4I" if size >= 56 or compression == 6 else "<3I4x", data, 54)
    stride = (width * bits + 31) // 32 * 4
    rows = np.frombuffer(data, np.uint8, stride * abs(height), start).reshape(abs(height), stride)
    words = rows.view(f"<u{bits // 8}")[::-1 if height > 0 else 1, :width].astype(np.uint32)
    steps = [mask & -mask for mask in masks if mask]  # the lowest bit of each
    planes = [rescaled((words & mask) // step, mask // step) for mask, step in zip(masks, steps, strict=False)]
    return "BMP", False, [np.stack(planes, axis=2)]


def decode_with_openexr(path):
    with open(path, "rb") as file:
        if file.read(4) != b"v/1\x01":
            raise ValueError("not OpenEXR")
    parts = OpenEXR.File(os.fspath(path), separate_channels=True).parts
    named = {name: channel.pixels for name, channel in parts[0].channels.items()}
    for names in ("RGBA", "RGB", "XYZ", "YA", "Y", "A"):
        if all(name in named for name in names):
            planes = [named[name] for name in names]
            break
    else:
        return "EXR", False, [None]
    alike = len({(plane.shape, plane.dtype) for plane in planes}) == 1
    if not alike:
        return "EXR", False, [None]
    samples = np.stack(planes, axis=2)
    return "EXR", False, [divided_by_alpha(samples) if names in ("RGBA", "YA") else samples]


DECODERS = {"Pillow": decode_with_pillow, "OpenCV": decode_with_opencv, "tifffile": decode_with_tifffile,
            "netpbm": decode_netpbm, "BMP": decode_bmp, "OpenEXR": decode_with_openexr}
