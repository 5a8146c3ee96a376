# SPDX-License-Identifier: Apache-2.0
"""Decodes files a second time and compares samples with those that the tool wrote.

A line of JSON on standard input is a request, a line on standard output its answer. Libraries may crash here: the
caller starts another process then.

Request: `file`, `decoders` (names) and `results`: each has `raw`, a file that the tool wrote, and what the tool says
of the image: `width`, `height`, `channels`, `alpha`, `type`, `format`, `pages`. A result of several pages is a TIFF,
any other has no header. Answer, for each decoder: `refused` (why), or `format`, `lossy` and `verdicts`: for each page
of each result "same", "not comparable", or how it differs.

Request: `alike`, two TIFFs that the tool wrote. Answer: `alike`, whether they have the same samples.
"""

import contextlib
import json
import os
import sys
import warnings

import numpy as np
import tifffile
from decoders import DECODERS, divided_by_alpha, with_channels
from PIL import Image

ORIENTATION = 274  # tag of EXIF and TIFF
SAMPLES = {"u8": np.uint8, "u16": np.uint16, "f16": np.float16, "f32": np.float32}

# Largest difference of lossy files: other versions of libjpeg may round the inverse DCT, the colours and the
# upsampling of chroma differently.
LOSSY_STEPS = 2
# Of integer colours divided by alpha: we round, Pillow truncates.
DIVIDED_STEPS = 1
# Of float colours divided by alpha, relative; half floats are rounded once more.
DIVIDED_FLOATS = {2: 2**-10, 4: 2**-22}


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


def pages_of_tiff(path):
    """Returns the samples of each page of a TIFF that the tool wrote, and whether the last channel is alpha."""
    pages = []
    with tifffile.TiffFile(path) as file:
        for page in file.pages:
            samples, kinds = with_channels(page.asarray()), page.extrasamples[-1:]
            pages.append((divided_by_alpha(samples) if 1 in kinds else samples, 1 in kinds or 2 in kinds))
    return pages


def pages_of(result):
    """Returns the samples of each page that the tool wrote, and whether the last channel is alpha."""
    if result["pages"] > 1:
        return pages_of_tiff(result["raw"])
    shape = (result["height"], result["width"], result["channels"])
    samples = np.fromfile(result["raw"], SAMPLES[result["type"]])
    return [(samples.astype(samples.dtype.newbyteorder("=")).reshape(shape), result["alpha"])]


def four_channels(samples, alpha):
    """RGBA from gray or RGB, with alpha or without."""
    colours = samples.shape[2] - alpha
    if colours not in (1, 3):
        raise NotComparable
    full = 1 if samples.dtype.kind == "f" else np.iinfo(samples.dtype).max
    rest = samples[..., colours:] if alpha else np.full_like(samples[..., :1], full)
    return np.concatenate([np.broadcast_to(samples[..., :colours], (*samples.shape[:2], 3)) if colours == 1
                           else samples[..., :3], rest], axis=2)


def limits(ours, lossy, divided):
    """The largest difference that is allowed, one number or one for each sample."""
    if ours.dtype.kind == "f":
        return DIVIDED_FLOATS[ours.itemsize] * np.abs(ours) if divided else 0
    if lossy:
        return LOSSY_STEPS * (257 if ours.itemsize == 2 else 1)
    return DIVIDED_STEPS if divided else 0


def compare(ours, alpha, theirs, form):
    """Returns "same", or the number of samples that differ, the largest difference and the first place."""
    kind, lossy = form
    theirs = with_channels(theirs)
    if theirs.dtype == np.float64 or ours.dtype.kind != theirs.dtype.kind:
        raise NotComparable
    if ours.dtype.kind == "u" and ours.itemsize != theirs.itemsize:
        raise NotComparable  # Pillow keeps 8 of 16 bits
    if ours.shape[:2] != theirs.shape[:2]:
        return f"{ours.shape[1]}x{ours.shape[0]} pixels, not {theirs.shape[1]}x{theirs.shape[0]}"
    if ours.shape != theirs.shape:
        ours = four_channels(ours, int(alpha))
        theirs = four_channels(theirs, int(theirs.shape[2] in (2, 4)))
    divided = alpha and kind in ("exr", "tiff")
    a, b = ours.astype(np.float64), theirs.astype(np.float64)
    with np.errstate(all="ignore"):
        differs = ~((np.abs(a - b) <= limits(ours, lossy, divided)) | (a == b) | (np.isnan(a) & np.isnan(b)))
    if divided:
        differs[..., :-1] &= a[..., -1:] != 0  # no colour is right where alpha is 0
    if not differs.any():
        return "same"
    y, x, c = (int(i) for i in np.argwhere(differs)[0])
    return (f"{int(differs.sum())} of {differs.size} samples, by {float(np.nanmax(np.abs(a - b)[differs])):g} at most; "
            f"({x}, {y}) channel {c}: {a[y, x, c]:g}, not {b[y, x, c]:g}")


def verdict(page, samples, turn, form):
    if samples is None:
        return "not comparable"
    try:
        found = compare(*page, samples, form)
        if found != "same" and turn in range(2, 9):
            turned = compare(*page, turned_back(samples, turn), form)
            found = turned if turned == "same" else found
        return found
    except NotComparable:
        return "not comparable"


def verdicts(result, theirs, turn, lossy):
    ours = pages_of(result)
    if len(ours) != len(theirs):
        return [f"{len(ours)} pages, not {len(theirs)}"] * len(ours)
    form = result["format"], lossy
    return [verdict(page, samples, turn, form) for page, samples in zip(ours, theirs, strict=True)]


def alike(one, other):
    a, b = pages_of_tiff(one), pages_of_tiff(other)
    return len(a) == len(b) and all(x.dtype == y.dtype and x.shape == y.shape and x.tobytes() == y.tobytes()
                                    for (x, _), (y, _) in zip(a, b, strict=True))


def orientation_of(path):
    with contextlib.suppress(Exception), Image.open(path) as image:
        return image.getexif().get(ORIENTATION, 1)
    return 1


def answer(request):
    if "alike" in request:
        return {"alike": alike(*request["alike"])}
    answers, turn = {}, orientation_of(request["file"])
    for name in request["decoders"]:
        try:
            kind, lossy, pages = DECODERS[name](request["file"])
        except Exception as error:  # noqa: BLE001 (whatever a library throws, it refuses the file)
            answers[name] = {"refused": f"{type(error).__name__}: {error}"[:200]}
            continue
        answers[name] = {"format": kind, "lossy": lossy,
                         "verdicts": [verdicts(r, pages, turn, lossy) for r in request["results"]]}
    return answers


def main():
    warnings.simplefilter("ignore")
    out = os.fdopen(os.dup(1), "w")  # libraries print to standard output
    with open(os.devnull, "w", encoding="ascii") as nothing, contextlib.redirect_stdout(nothing):
        os.dup2(nothing.fileno(), 1)
        for line in sys.stdin:
            print(json.dumps(answer(json.loads(line))), file=out, flush=True)


main()
