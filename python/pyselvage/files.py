# SPDX-License-Identifier: Apache-2.0
"""Loads and saves image files, on disk and in memory."""

from __future__ import annotations

import os
from typing import Any

from . import _core
from ._calls import Arrays, Layout, prepare
from .errors import FileMissing, InputError, InvalidType
from .images import FileTraits, Image

__all__ = ["decode", "encode", "load", "save"]


def load(
    path: str | os.PathLike[str],
    *,
    page: int | None = None,
    max_pixels: int = 1 << 30,
    max_side: int = 1 << 20,
) -> Image:
    """Load an image file: PNG, JPEG, PNM, PAM, PFM, TIFF, BMP, Radiance HDR, Y4M or NIfTI.

    A Y4M is read as a gray frame, a NIfTI as a slice. Builds may also read OpenEXR, WebP, HEIC,
    AVIF and JPEG XL. The contents decide the format, not the name.
    Orientation is not applied, but kept as metadata (HEIC, AVIF and JPEG XL: applied).

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
    array, axis, alpha, traits = _prepared(image, channel_axis, has_alpha, file)
    _core.save(os.fsencode(path), array, axis, alpha, format, quality, overwrite, traits)


def decode(
    data: bytes | bytearray | memoryview, *, max_pixels: int = 1 << 30, max_side: int = 1 << 20
) -> Image:
    """Read an image file from memory.

    Parameters
    ----------
    data : bytes, bytearray or memoryview
        The whole file, of any format that `load` reads, with one page.
    max_pixels, max_side : int
        More pixels, or columns or rows, are refused before memory for them is allocated.

    Returns
    -------
    Image
        As `load` returns it.

    Raises
    ------
    InputError
        If it is corrupt, cut short, of an unknown format, or has several pages.
    LimitError
        If it is larger than `max_pixels` or `max_side`.
    """
    if not isinstance(data, bytes | bytearray | memoryview):
        raise InvalidType(f"data: {type(data).__name__}", "give bytes, or a path to load")
    array, has_alpha, traits = _core.decode(bytes(data), max_pixels, max_side)
    return Image(array, has_alpha, FileTraits._from_core(traits))


def encode(
    image: Any,
    *,
    format: str,
    channel_axis: int | None = None,
    has_alpha: bool | None = None,
    file: FileTraits | None = None,
    quality: int = 95,
) -> bytes:
    """Return the file that `save` would write.

    Parameters
    ----------
    image : array
        An `Image`, or any array that filters accept on the CPU.
    format : str
        'png', 'tiff', ...
    channel_axis : int, optional
        The axis of channels, where the image does not say.
    has_alpha : bool, optional
        Whether the last channel is alpha. None: as the image says, or no.
    file : FileTraits, optional
        Properties to store, such as metadata. None: those of the `Image`.
    quality : int
        Of JPEG and WebP, 1 to 100; WebP is lossless at 100.

    Returns
    -------
    bytes
        The whole file.

    Raises
    ------
    InvalidArgument
        If the format is unknown or cannot hold the image.
    """
    array, axis, alpha, traits = _prepared(image, channel_axis, has_alpha, file)
    return _core.encode(array, axis, alpha, format, quality, traits)


def _prepared(
    image: Any, channel_axis: int | None, has_alpha: bool | None, file: FileTraits | None
) -> tuple[Any, int | None, bool, tuple[Any, ...]]:
    """Return an image as the extension takes it: array, axis of channels, alpha, properties."""
    call = prepare(Arrays(image), Layout(channel_axis, (), has_alpha))
    if call.is_cuda:
        raise InvalidType("image: lies on a GPU", "copy it to the CPU")
    if file is None:
        file = image.file if isinstance(image, Image) else FileTraits()
    layout = call.layout
    return call.arrays.image, layout.channel_axis, bool(layout.has_alpha), file._to_core()
