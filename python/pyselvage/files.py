# SPDX-License-Identifier: Apache-2.0
"""Loads and saves image files."""

from __future__ import annotations

import os
from typing import Any

from . import _core
from ._calls import Arrays, Layout, prepare
from .errors import FileMissing, InputError, InvalidType
from .images import FileTraits, Image

__all__ = ["load", "save"]


def load(
    path: str | os.PathLike[str],
    *,
    page: int | None = None,
    max_pixels: int = 1 << 30,
    max_side: int = 1 << 20,
) -> Image:
    """Load an image file: PNG, JPEG, PNM, PFM, TIFF, BMP, Radiance HDR, OpenEXR or WebP.

    The contents decide the format, not the name. Orientation is not applied, but kept as metadata.

    Parameters
    ----------
    path : str or os.PathLike
        The file. "frame.exr:N" names a layer of an OpenEXR file.
    page : int, optional
        The page of a file with several, counted from 1.
    max_pixels, max_side : int
        More pixels, or columns or rows, are refused before memory for them is allocated.

    Returns
    -------
    Image
        Its array is uint8, uint16, float16 or float32, with rows, columns and, if there are
        several, channels.

    Raises
    ------
    FileMissing, InputError
        If the file is missing, corrupt, or has several pages and `page` is not given.
    LimitError
        If it is larger than `max_pixels` or `max_side`.
    """
    name = os.fsencode(path)
    try:
        array, has_alpha, traits = _core.load(name, page, max_pixels, max_side)
    except InputError as error:
        if os.path.exists(name):
            raise
        raise FileMissing(error.message, error.hint) from None
    return Image(array, has_alpha, FileTraits._from_core(traits))


def save(
    path: str | os.PathLike[str],
    image: Any,
    *,
    channel_axis: int | None = None,
    has_alpha: bool | None = None,
    file: FileTraits | None = None,
    format: str = "",
    quality: int = 95,
    overwrite: bool = True,
) -> None:
    """Save an image: completely, or not at all.

    Parameters
    ----------
    path : str or os.PathLike
        The file; its extension decides the format.
    image : array
        An `Image`, or any array that filters accept on the CPU.
    channel_axis : int, optional
        The axis of channels, where the image does not say.
    has_alpha : bool, optional
        Whether the last channel is alpha. None: as the image says, or no.
    file : FileTraits, optional
        Properties to restore, such as metadata. None: those of the `Image`.
    format : str
        'png', 'tiff', ...; empty: the extension's.
    quality : int
        Of JPEG and WebP, 1 to 100; WebP is lossless at 100.
    overwrite : bool
        False: an existing file is an error.

    Raises
    ------
    OutputError
        If the file cannot be written; an existing one is unchanged.
    InvalidArgument
        If the format cannot hold the image.
    """
    call = prepare(Arrays(image), Layout(channel_axis, (), has_alpha))
    if call.is_cuda:
        raise InvalidType("image: lies on a GPU", "copy it to the CPU")
    if file is None:
        file = image.file if isinstance(image, Image) else FileTraits()
    _core.save(
        os.fsencode(path),
        call.arrays.image,
        call.layout.channel_axis,
        bool(call.layout.has_alpha),
        format,
        quality,
        overwrite,
        file._to_core(),
    )
