# SPDX-License-Identifier: Apache-2.0
"""The bilateral, joint bilateral and rolling guidance filters as nodes.

An IMAGE of ComfyUI is a float32 tensor of shape (batch, rows, columns, channels) with samples of
0..1; a MASK has no channels.
"""

from __future__ import annotations

from typing import Any, ClassVar

import pyselvage

CATEGORY = "image/filters"
DEVICES = ("auto", "cpu", "cuda", "opencl")
NORMS = ("l2", "l1", "per_channel", "luma", "lab")

Inputs = dict[str, Any]


def _number(default: float, step: float, tooltip: str, least: float = 0.001) -> tuple[str, Inputs]:
    limits = {"default": default, "min": least, "max": 1000.0, "step": step, "round": False}
    return "FLOAT", limits | {"tooltip": tooltip}


def _common(sigma_space: float, sigma_range: float) -> Inputs:
    """Return the widgets that all nodes have."""
    radius = {"default": -1, "min": -1, "max": 256}
    return {
        "sigma_space": _number(sigma_space, 0.5, "Standard deviation over distances, pixels"),
        "sigma_range": _number(sigma_range, 0.01, "Standard deviation over differences of colour"),
        "radius": ("INT", radius | {"tooltip": "Of the window, pixels; -1: 3 sigma_space"}),
        "norm": (NORMS, {"default": "l2", "tooltip": "Distance between two colours"}),
        "device": (DEVICES, {"default": "auto"}),
    }


def _options(sigma_space: float, sigma_range: float, radius: int, norm: str) -> Inputs:
    return {
        "sigma_space": sigma_space,
        "sigma_range": sigma_range,
        "radius": None if radius < 0 else radius,
        "norm": norm,
        "channel_axis": -1,
        "batch_axes": (0,),
    }


def _place(image: Any, device: str) -> str:
    # Tensors on a GPU are filtered where they are.
    return "auto" if getattr(image, "is_cuda", False) else device


def _guide_for(image: Any, guide: Any) -> Any:
    """Return the guide; a single one serves all images of a batch."""
    if guide.shape[0] not in (1, image.shape[0]):
        raise ValueError(
            f"guide: has {guide.shape[0]} images, the image {image.shape[0]}; give one, or as many"
        )
    if tuple(guide.shape[1:3]) != tuple(image.shape[1:3]):
        raise ValueError(
            f"guide: is {guide.shape[2]}x{guide.shape[1]}, the image "
            f"{image.shape[2]}x{image.shape[1]}; scale one of them"
        )
    return guide


class Bilateral:
    """Smooths an image and keeps its edges."""

    CATEGORY = CATEGORY
    DESCRIPTION = "Smooths an image and keeps its edges (bilateral filter)."
    RETURN_TYPES: ClassVar = ("IMAGE",)
    FUNCTION = "run"

    @classmethod
    def INPUT_TYPES(cls) -> Inputs:
        count = {"default": 1, "min": 1, "max": 100, "tooltip": "Apply the filter so often"}
        required = {"image": ("IMAGE",), **_common(3.0, 0.05), "iterations": ("INT", count)}
        return {"required": required}

    def run(
        self,
        image: Any,
        sigma_space: float,
        sigma_range: float,
        radius: int,
        norm: str,
        device: str,
        iterations: int,
    ) -> tuple[Any]:
        options = _options(sigma_space, sigma_range, radius, norm)
        place = _place(image, device)
        return (pyselvage.bilateral(image, iterations=iterations, device=place, **options),)


class JointBilateral:
    """Smooths an image and keeps the edges of another one."""

    CATEGORY = CATEGORY
    DESCRIPTION = (
        "Smooths an image, or a mask, and keeps the edges of a guide (joint bilateral filter)."
    )
    RETURN_TYPES: ClassVar = ("IMAGE", "MASK")
    FUNCTION = "run"

    @classmethod
    def INPUT_TYPES(cls) -> Inputs:
        required = {"guide": ("IMAGE",), **_common(3.0, 0.1)}
        return {"required": required, "optional": {"image": ("IMAGE",), "mask": ("MASK",)}}

    def run(
        self,
        guide: Any,
        sigma_space: float,
        sigma_range: float,
        radius: int,
        norm: str,
        device: str,
        image: Any = None,
        mask: Any = None,
    ) -> tuple[Any, Any]:
        if image is None and mask is None:
            raise ValueError("connect an image, a mask, or both")
        options = _options(sigma_space, sigma_range, radius, norm) | {"guide_channel_axis": -1}
        smooth = smooth_mask = None
        if image is not None:
            place = _place(image, device)
            both = image, _guide_for(image, guide)
            smooth = pyselvage.joint_bilateral(*both, device=place, **options)
        if mask is not None:
            place = _place(mask, device)
            both = mask, _guide_for(mask, guide)
            options["channel_axis"] = None
            smooth_mask = pyselvage.joint_bilateral(*both, device=place, **options)
        return smooth, smooth_mask


class RollingGuidance:
    """Removes small structures and restores the edges of large ones."""

    CATEGORY = CATEGORY
    DESCRIPTION = "Removes structures smaller than sigma_space and keeps the edges of larger ones."
    RETURN_TYPES: ClassVar = ("IMAGE",)
    FUNCTION = "run"

    @classmethod
    def INPUT_TYPES(cls) -> Inputs:
        count = {"default": 4, "min": 1, "max": 100, "tooltip": "Joint steps after the Gaussian"}
        required = {"image": ("IMAGE",), **_common(3.0, 0.1), "iterations": ("INT", count)}
        return {"required": required}

    def run(
        self,
        image: Any,
        sigma_space: float,
        sigma_range: float,
        radius: int,
        norm: str,
        device: str,
        iterations: int,
    ) -> tuple[Any]:
        options = _options(sigma_space, sigma_range, radius, norm)
        place = _place(image, device)
        return (pyselvage.rolling_guidance(image, iterations=iterations, device=place, **options),)


NODE_CLASS_MAPPINGS = {
    "SelvageBilateral": Bilateral,
    "SelvageJointBilateral": JointBilateral,
    "SelvageRollingGuidance": RollingGuidance,
}
NODE_DISPLAY_NAME_MAPPINGS = {
    "SelvageBilateral": "Bilateral filter (Selvage)",
    "SelvageJointBilateral": "Joint bilateral filter (Selvage)",
    "SelvageRollingGuidance": "Rolling guidance (Selvage)",
}
