# SPDX-License-Identifier: Apache-2.0
"""The exceptions of pyselvage.

Each class derives from `Error` and from the built-in exception that Python's own functions raise in
the same case, so ``except ValueError`` works too. All of them can be pickled.
"""

from __future__ import annotations

import re
from typing import Any

__all__ = [
    "Cancelled",
    "DeviceError",
    "Error",
    "FileMissing",
    "InputError",
    "InvalidArgument",
    "InvalidType",
    "LimitError",
    "OutputError",
    "Unsupported",
]


class Error(Exception):
    """The base of all exceptions of pyselvage.

    Attributes
    ----------
    message : str
        The cause, in one line.
    hint : str
        What to do about it, in one line; may be empty.
    """

    def __init__(self, message: str = "", hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}\nhint: {self.hint}" if self.hint else self.message

    def __reduce__(self) -> tuple[type[Error], tuple[str, str], dict[str, Any]]:
        return type(self), (self.message, self.hint), self.__dict__


class InvalidArgument(Error, ValueError):
    """A value outside its range, arrays that do not fit together, overlapping memory."""


class InvalidType(Error, TypeError):
    """A value or an array of a type that cannot be used."""


class Unsupported(Error, NotImplementedError):
    """A valid request that no method of this version can serve."""


class InputError(Error, OSError):
    """A file that is cut short, corrupt or of an unknown format."""


class FileMissing(InputError, FileNotFoundError):
    """A file that does not exist."""


class OutputError(Error, OSError):
    """A file that could not be written; an existing file of that name is unchanged."""


class DeviceError(Error, OSError):
    """A device that is missing, or whose driver rejected a call."""


class LimitError(Error, MemoryError):
    """A limit of pixels or memory that was exceeded."""


class Cancelled(Error, RuntimeError):
    """A run that was cancelled; its outputs hold unspecified values."""


# What the library's hints name in C++, and its name here.
_NAMES = {
    "with ImageReader": "by load(path, page=1)",
    "with selvage::convert": "by numpy.astype",
    "SaveOptions::overwrite": "overwrite=True",
}


def _of_library(name: str, message: str, hint: str) -> Error:
    """Return an error of the library as an exception of this module."""
    for cpp, python in _NAMES.items():
        hint = hint.replace(cpp, python)
    hint = re.sub(r"\b[A-Z]\w*::(\w)", r"\1", hint).replace("selvage::", "pyselvage.")
    error: Error = globals()[name](message, hint)
    return error
