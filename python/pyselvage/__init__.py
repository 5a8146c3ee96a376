# SPDX-License-Identifier: Apache-2.0
"""Edge-preserving image filters: exact, or within a proved error bound, on CPUs and GPUs.

>>> import numpy, pyselvage
>>> image = numpy.zeros((480, 640, 3), numpy.uint8)
>>> smooth = pyselvage.bilateral(image, sigma_space=3, sigma_range=25 / 255, channel_axis=-1)

Samples of integers are fractions of full scale: a uint8 sample v means v / 255, a uint16 sample
v / 65535. Floats mean themselves. Parameters that are compared with samples, such as `sigma_range`,
are in the same unit. Lengths are in pixels.
"""

from . import _core, _fork
from ._core import Cancellation, Device, devices
from ._engines import Engine, get_threads, set_threads
from .edge_preserving import bilateral, joint_bilateral, joint_upsample, rolling_guidance
from .errors import (
    Cancelled,
    DeviceError,
    Error,
    FileMissing,
    InputError,
    InvalidArgument,
    InvalidType,
    LimitError,
    OutputError,
    Unsupported,
)
from .files import decode, encode, load, save
from .filters import (
    Bilateral,
    Box,
    Convolution,
    Filter,
    Gaussian,
    GeometryGuided,
    Guided,
    GuidedUpsampling,
    Histogram,
    JointBilateral,
    JointUpsampling,
    RollingGuidance,
    SeparableConvolution,
)
from .frames import Block, Frame, Rectangle, blocks
from .geometry import geometry_guided
from .gradients import Gradient, gradient
from .images import FileTraits, GeoTags, Image, Metadata
from .linear import box, convolve, gaussian, histogram
from .local_linear import guided, guided_upsample
from .noise import Noise, estimate_noise
from .plans import Plan, explain, plan, run
from .reports import Counts, Explanation, Reason, Report, Stage

__version__: str = _core.version
__all__ = [
    "Bilateral",
    "Block",
    "Box",
    "Cancellation",
    "Cancelled",
    "Convolution",
    "Counts",
    "Device",
    "DeviceError",
    "Engine",
    "Error",
    "Explanation",
    "FileMissing",
    "FileTraits",
    "Filter",
    "Frame",
    "Gaussian",
    "GeoTags",
    "GeometryGuided",
    "Gradient",
    "Guided",
    "GuidedUpsampling",
    "Histogram",
    "Image",
    "InputError",
    "InvalidArgument",
    "InvalidType",
    "JointBilateral",
    "JointUpsampling",
    "LimitError",
    "Metadata",
    "Noise",
    "OutputError",
    "Plan",
    "Reason",
    "Rectangle",
    "Report",
    "RollingGuidance",
    "SeparableConvolution",
    "Stage",
    "Unsupported",
    "bilateral",
    "blocks",
    "box",
    "convolve",
    "decode",
    "devices",
    "encode",
    "estimate_noise",
    "explain",
    "gaussian",
    "geometry_guided",
    "get_threads",
    "gradient",
    "guided",
    "guided_upsample",
    "histogram",
    "joint_bilateral",
    "joint_upsample",
    "load",
    "plan",
    "rolling_guidance",
    "run",
    "save",
    "set_threads",
]

_fork.register()
