# SPDX-License-Identifier: Apache-2.0
"""Decodes files a second time and compares samples with those that the tool wrote.

A line of JSON on standard input is a request, a line on standard output its answer. Libraries may crash here: the
caller starts another process then.

Request: `file`, `decoders` (names) and `results`: each has `raw` (a file without a header that the tool wrote), `width`, `height`,
`channels`, `alpha`, `type`, `format`. Answer, for each decoder: `refused` (why), or `format`, `lossy` and
`verdicts`: for each result "same", "not comparable", or how it differs.
"""

import contextlib
import json
import os
import re
import sys
import warnings

os.environ["OPENCV_LOG_LEVEL"] = "SILENT"
os.environ["OPENCV_IO_MAX_IMAGE_PIXELS"] = str(2**28)

import cv2  # noqa: E402
import numpy as np  # noqa: E402
import OpenEXR  # noqa: E402
import tifffile  # noqa: E402
from PIL import Image  # noqa: E402

Image.MAX_IMAGE_PIXELS = 2**27  # Pillow refuses twice as many
ORIENTATION = 274  # tag of EXIF and TIFF
STRAIGHT_MODES = ("L", "LA", "RGB", "RGBA", "RGBX", "F")
SAMPLES = {"u8": np.uint8, "u16": np.uint16, "f16": np.float16, "f32": np.float32}
LOSSY_TIFF = ("jpeg", "tiff_jpeg", "webp", "jpeg2000")

# Largest difference of lossy files: other versions of libjpeg may round the inverse DCT, the colours and the
# upsampling of chroma differently.
LOSSY_STEPS = 2
# Of integer colours divided by alpha: we round, Pillow truncates.
DIVIDED_STEPS = 1
# Of float colours divided by alpha, relative; half floats are rounded once more.
DIVIDED_FLOATS = {"f16": 2**-10, "f32": 2**-22}


class NotComparable(Exception):
    """The decoder reads the file, but gives other samples than the file has."""


def turned_back(samples, orientation):
    """Undoes the rotation that `orientation` asks for; Pillow and OpenCV apply that of a TIFF."""
    if orientation >= 5:
        samples = samples.swapaxes(0, 1)
    if orientation in (3, 4, 6, 7):
        samples = samples[::-1]
    if orientation in (2, 3, 7, 8):
        samples = samples[:, ::-1]
    return samples


def with_channels(samples):
    return samples[..., None] if samples.ndim == 2 else samples


def from_palette(image):
    """Colours of an image with a palette; indices beyond it are black, as the tool reads them."""
    alpha = "transparency" in image.info or image.mode == "PA"
    colours = np.array(image.convert("RGBA" if alpha else "RGB"))
    beyond = np.array(image.getchannel(0)) >= len(image.palette.palette) // len(image.palette.mode)
    colours[beyond, :3] = 0
    return colours


def decode_with_pillow(path):
    """Returns the format, whether it is lossy, and the samples, or None if Pillow does not keep them all."""
    with Image.open(path) as image:
        lossy = image.format in ("JPEG", "MPO", "WEBP") or image.info.get("compression") in LOSSY_TIFF
        image.load()
        samples = None
        if image.mode in ("P", "PA"):
            samples = from_palette(image)
        elif "transparency" in image.info and image.mode in ("1", "L", "RGB"):
            samples = np.array(image.convert("LA" if image.mode in ("1", "L") else "RGBA"))
        elif image.mode == "1":
            samples = np.array(image.convert("L"))
        elif image.mode in STRAIGHT_MODES:
            samples = np.array(image)
        elif image.mode.startswith("I;16") and "transparency" not in image.info:
            samples = np.array(image).astype(np.uint16)
        elif image.mode == "I" and image.format == "PPM":
            samples = np.array(image).astype(np.uint16)
        return image.format, lossy, samples


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
    return None, start == b"\xff\xd8", samples


def rescaled(samples, top):
    """Samples of 0 .. top as bytes or 16 bits, rounded to nearest, halves up."""
    kind = np.uint8 if top < 256 else np.uint16
    full = np.iinfo(kind).max
    return ((samples.astype(np.uint64) * (2 * full) + top) // (2 * top)).astype(kind)


def decode_with_tifffile(path):
    with tifffile.TiffFile(path) as file:
        page = next(page for page in file.pages if not page.subfiletype & 5)  # no reduced image, no mask
        samples = page.asarray()
        lossy = page.compression.name in ("JPEG", "OJPEG", "JPEG_2000_LOSSY", "WEBP")
        if page.planarconfig == 2 and samples.ndim == 3:
            samples = np.moveaxis(samples, 0, 2)
        bits = page.bitspersample
        if samples.dtype.kind == "u" and bits <= 16 and page.photometric in (0, 1, 2, 3, 6):
            if page.photometric == 3:
                colours = page.colormap if page.colormap.max() < 256 else page.colormap >> 8  # old files have 8 bits
                samples = colours.astype(np.uint8)[:, with_channels(samples)[..., 0]]
                samples = np.moveaxis(samples, 0, 2)
            elif not lossy:
                first = with_channels(samples)[..., :1] if page.photometric == 0 else samples[:0]
                first[...] = (1 << bits) - 1 - first
                samples = rescaled(samples, (1 << bits) - 1)
        elif samples.dtype.kind != "f" or page.photometric not in (1, 2):
            samples = None
        if samples is not None and 1 in page.extrasamples[-1:]:
            samples = divided_by_alpha(samples)
        return "TIFF", lossy, samples


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
    return "PPM" if data[1:2] != b"7" else "PAM", False, rescaled(samples, top).reshape(height, width, channels)


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
        return "EXR", False, None
    alike = len({(plane.shape, plane.dtype) for plane in planes}) == 1
    if not alike:
        return "EXR", False, None
    samples = np.stack(planes, axis=2)
    return "EXR", False, divided_by_alpha(samples) if names in ("RGBA", "YA") else samples


DECODERS = {"Pillow": decode_with_pillow, "OpenCV": decode_with_opencv, "tifffile": decode_with_tifffile,
            "netpbm": decode_netpbm, "OpenEXR": decode_with_openexr}


def read_result(result):
    shape = (result["height"], result["width"], result["channels"])
    samples = np.fromfile(result["raw"], SAMPLES[result["type"]])
    return samples.astype(samples.dtype.newbyteorder("=")).reshape(shape)


def four_channels(samples, alpha):
    """RGBA from gray or RGB, with alpha or without."""
    colours = samples.shape[2] - alpha
    if colours not in (1, 3):
        raise NotComparable
    full = 1 if samples.dtype.kind == "f" else np.iinfo(samples.dtype).max
    rest = samples[..., colours:] if alpha else np.full_like(samples[..., :1], full)
    return np.concatenate([np.broadcast_to(samples[..., :colours], (*samples.shape[:2], 3)) if colours == 1
                           else samples[..., :3], rest], axis=2)


def limits(ours, result, lossy, divided):
    """The largest difference that is allowed, one number or one for each sample."""
    if ours.dtype.kind == "f":
        return DIVIDED_FLOATS[result["type"]] * np.abs(ours) if divided else 0
    if lossy:
        return LOSSY_STEPS * (257 if result["type"] == "u16" else 1)
    return DIVIDED_STEPS if divided else 0


def compare(result, theirs, lossy):
    """Returns "same", or the number of samples that differ, the largest difference and the first place."""
    ours, theirs = read_result(result), with_channels(theirs)
    if theirs.dtype == np.float64 or ours.dtype.kind != theirs.dtype.kind:
        raise NotComparable
    if ours.dtype.kind == "u" and ours.itemsize != theirs.itemsize:
        raise NotComparable  # Pillow keeps 8 of 16 bits
    if ours.shape[:2] != theirs.shape[:2]:
        return f"{ours.shape[1]}x{ours.shape[0]} pixels, not {theirs.shape[1]}x{theirs.shape[0]}"
    if ours.shape != theirs.shape:
        ours = four_channels(ours, int(result["alpha"]))
        theirs = four_channels(theirs, int(theirs.shape[2] in (2, 4)))
    divided = result["alpha"] and (result["format"] == "exr" or result["format"] == "tiff")
    a, b = ours.astype(np.float64), theirs.astype(np.float64)
    with np.errstate(all="ignore"):
        differs = ~((np.abs(a - b) <= limits(ours, result, lossy, divided)) | (a == b) | (np.isnan(a) & np.isnan(b)))
    if divided:
        differs[..., :-1] &= a[..., -1:] != 0  # no colour is right where alpha is 0
    if not differs.any():
        return "same"
    y, x, c = (int(i) for i in np.argwhere(differs)[0])
    return (f"{int(differs.sum())} of {differs.size} samples, by {float(np.nanmax(np.abs(a - b)[differs])):g} at most; "
            f"({x}, {y}) channel {c}: {a[y, x, c]:g}, not {b[y, x, c]:g}")


def verdict(result, samples, turn, lossy):
    if samples is None:
        return "not comparable"
    try:
        found = compare(result, samples, lossy)
        if found != "same" and turn in range(2, 9):
            turned = compare(result, turned_back(samples, turn), lossy)
            found = turned if turned == "same" else found
        return found
    except NotComparable:
        return "not comparable"


def orientation_of(path):
    with contextlib.suppress(Exception), Image.open(path) as image:
        return image.getexif().get(ORIENTATION, 1)
    return 1


def answer(request):
    answers, turn = {}, orientation_of(request["file"])
    for name in request["decoders"]:
        try:
            kind, lossy, samples = DECODERS[name](request["file"])
        except Exception as error:  # whatever a library throws, it refuses the file
            answers[name] = {"refused": f"{type(error).__name__}: {error}"[:200]}
            continue
        answers[name] = {"format": kind, "lossy": lossy,
                         "verdicts": [verdict(r, samples, turn, lossy) for r in request["results"]]}
    return answers


def main():
    warnings.simplefilter("ignore")
    out = os.fdopen(os.dup(1), "w")  # libraries print to standard output
    with open(os.devnull, "w", encoding="ascii") as nothing, contextlib.redirect_stdout(nothing):
        os.dup2(nothing.fileno(), 1)
        for line in sys.stdin:
            print(json.dumps(answer(json.loads(line))), file=out, flush=True)


main()
