# SPDX-License-Identifier: Apache-2.0
"""Images with the properties of the file that they came from."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core

__all__ = ["FileTraits", "GeoTags", "Image", "Metadata"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GeoTags:
    """The geographic tags of a TIFF, as they are stored; empty where the file has none.

    Attributes
    ----------
    pixel_scale, tie_points, transformation : tuple of float
        ModelPixelScale; ModelTiepoint, six numbers each; ModelTransformation, 4 x 4 row by row.
    keys : tuple of int
        GeoKeyDirectory.
    double_params : tuple of float
        GeoDoubleParams.
    ascii_params : str
        GeoAsciiParams.
    no_data : str
        GDAL_NODATA, a number as text: "-9999". Filters ignore such pixels if it is their `invalid`.
    """

    pixel_scale: tuple[float, ...] = ()
    tie_points: tuple[float, ...] = ()
    transformation: tuple[float, ...] = ()
    keys: tuple[int, ...] = ()
    double_params: tuple[float, ...] = ()
    ascii_params: str = ""
    no_data: str = ""

    def _to_core(self) -> tuple[Any, ...]:
        numbers = (self.pixel_scale, self.tie_points, self.transformation)
        texts = (self.ascii_params.encode("latin-1"), self.no_data.encode("latin-1"))
        return (*numbers, self.keys, self.double_params, *texts)

    @classmethod
    def _from_core(cls, tags: tuple[Any, ...]) -> GeoTags:
        scale, ties, transformation, keys, doubles, text, no_data = tags
        return cls(
            pixel_scale=scale,
            tie_points=ties,
            transformation=transformation,
            keys=keys,
            double_params=doubles,
            ascii_params=text.decode("latin-1"),
            no_data=no_data.decode("latin-1"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Metadata:
    """Metadata of a file, byte for byte.

    Attributes
    ----------
    icc, exif, xmp : bytes
        A colour profile, EXIF from its TIFF header on, a packet of XML; empty if there is none.
    x_density, y_density : float
        Pixels per metre; 0 if unknown.
    geo : GeoTags
        The georeferencing and the nodata value of a GeoTIFF.
    """

    icc: bytes = b""
    exif: bytes = b""
    xmp: bytes = b""
    x_density: float = 0.0
    y_density: float = 0.0
    geo: GeoTags = field(default_factory=GeoTags)


@dataclass(frozen=True, slots=True, kw_only=True)
class FileTraits:
    """Properties of the file an image came from, which saving restores.

    Attributes
    ----------
    format : str
        'png', 'jpeg', ...; empty: no file.
    max_value : int
        The file's own full scale (a PNM's maxval); 0: the type's.
    premultiplied : bool
        Whether the colours are multiplied by alpha.
    notes : tuple of str
        Warnings about metadata.
    metadata : Metadata
    """

    format: str = ""
    max_value: int = 0
    premultiplied: bool = False
    notes: tuple[str, ...] = ()
    metadata: Metadata = field(default_factory=Metadata)

    def _to_core(self) -> tuple[Any, ...]:
        m = self.metadata
        own = (self.format, self.max_value, self.premultiplied, self.notes)
        return (*own, m.icc, m.exif, m.xmp, m.x_density, m.y_density, m.geo._to_core())

    @classmethod
    def _from_core(cls, traits: tuple[Any, ...]) -> FileTraits:
        form, max_value, premultiplied, notes, icc, exif, xmp, x_density, y_density, geo = traits
        metadata = Metadata(
            icc=icc,
            exif=exif,
            xmp=xmp,
            x_density=x_density,
            y_density=y_density,
            geo=GeoTags._from_core(geo),
        )
        return cls(
            format=form,
            max_value=max_value,
            premultiplied=premultiplied,
            notes=notes,
            metadata=metadata,
        )

    def _of_result(self, same_size: bool) -> FileTraits:
        """Return the traits of a result of the same type; a place belongs to the image's pixels."""
        if same_size or self.metadata.geo == GeoTags():
            return self
        geo = GeoTags(no_data=self.metadata.geo.no_data)
        return replace(self, metadata=replace(self.metadata, geo=geo))


@dataclass(frozen=True, slots=True, eq=False)
class Image:
    """An image: an array, and what its file says about it.

    Filters take it in place of an array and return another one with the same traits, so that saving
    keeps the file's metadata. Notebooks show it as a picture.

    Attributes
    ----------
    array : numpy.ndarray
        Rows and columns; of images with several channels also channels, last.
    has_alpha : bool
        Whether the last channel is alpha.
    file : FileTraits
        Properties of the file.
    """

    array: npt.NDArray[Any]
    has_alpha: bool = False
    file: FileTraits = field(default_factory=FileTraits)

    @property
    def shape(self) -> tuple[int, ...]:
        """The array's shape."""
        return self.array.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """The array's type of samples."""
        return self.array.dtype

    @property
    def channel_axis(self) -> int | None:
        """The axis of channels: -1, or None if there is one channel."""
        return -1 if self.array.ndim == 3 else None

    def __array__(
        self, dtype: npt.DTypeLike | None = None, copy: bool | None = None
    ) -> npt.NDArray[Any]:
        if copy:
            return np.array(self.array, dtype=dtype)
        return np.asarray(self.array, dtype=dtype)

    def __repr__(self) -> str:
        alpha = ", has_alpha=True" if self.has_alpha else ""
        form = f", {self.file.format}" if self.file.format else ""
        return f"<Image {self.array.shape} {self.array.dtype}{alpha}{form}>"

    def _repr_png_(self) -> bytes:
        # Floats are shown from 0 to 1.
        shown = _core.to_uint8(self.array, self.channel_axis)
        traits = FileTraits(metadata=Metadata(icc=self.file.metadata.icc))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "image.png")
            args = (self.channel_axis, self.has_alpha, "png", 95, True)
            _core.save(os.fsencode(path), shown, *args, traits._to_core())
            with open(path, "rb") as file:
                return file.read()
