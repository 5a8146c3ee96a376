# SPDX-License-Identifier: Apache-2.0
"""Filters as functions of PyTorch: tensors that require gradients, and learned sigmas.

Tensors are float32, of shape (batch, channels, rows, columns), on the CPU or on a CUDA device,
where they stay. A sigma is a number or a tensor of one element; a call waits for one on a GPU. The
gradients are those of docs/filters/gradients.md; second derivatives are not supported. On a GPU a
result that requires gradients differs by roundings from one that does not: the pass keeps its means
and weights for them.
"""

from __future__ import annotations

import functools
import importlib
from typing import Any

from . import _cuda, _gradients_cuda
from ._calls import Arrays, Layout, prepare
from ._engines import Engine
from .choices import Border, Norm, Window
from .errors import InvalidArgument, InvalidType, Unsupported
from .filters import Bilateral, Filter, Gaussian, JointBilateral
from .gradients import gradient
from .plans import run

__all__ = ["bilateral", "gaussian", "joint_bilateral"]

_ALONE = Layout(channel_axis=1, batch_axes=(0,), has_alpha=False, guide_has_alpha=False)
_GUIDED = _ALONE._replace(guide_channel_axis=1)


def _on_cuda(image: Any, guide: Any, mask: Any) -> tuple[Arrays, Layout]:
    """Return the inputs of a filter on a GPU whose result requires gradients, and their layout."""
    layout = _ALONE if guide is None else _GUIDED
    arrays = Arrays(image.detach(), None if guide is None else guide.detach(), mask)
    if _cuda.place_of_tensors(arrays) is None:
        arrays = prepare(arrays, layout).arrays
    return arrays, layout


def _named(image: Any, guide: Any, mask: Any) -> dict[str, Any]:
    """Return the parameters of `run` and `gradient`."""
    return {
        "image": image.detach(),
        "guide": None if guide is None else guide.detach(),
        "guide_channel_axis": None if guide is None else 1,
        "mask": mask,
        "channel_axis": 1,
        "batch_axes": (0,),
    }


@functools.cache
def _functions() -> Any:
    """Return what applies a filter to tensors, which needs PyTorch."""
    torch: Any = importlib.import_module("torch")
    forward_ad: Any = importlib.import_module("torch.autograd.forward_ad")

    def derivatives(
        d_output: Any, image: Any, guide: Any, mask: Any, means: Any, needs: Any, how: Any
    ) -> Any:
        filter, device = how
        if image.is_cuda:
            arrays, layout = _on_cuda(image, guide, mask)
            wanted = needs[0], needs[1], needs[2] or needs[3]
            d_image, d_guide, sigmas, _ = _gradients_cuda.gradient(
                filter, arrays, layout, d_output.detach(), device, means=means, needs=wanted
            )
            return d_image, d_guide, *((None, None) if sigmas is None else sigmas)
        d = gradient(
            filter, d_output=d_output.detach(), device=device, **_named(image, guide, mask)
        )
        d_guide = None if d.guide is None else torch.from_numpy(d.guide)
        sigmas = torch.tensor([d.sigma_space, d.sigma_range], dtype=torch.float64)
        return torch.from_numpy(d.image), d_guide, *sigmas

    class _Backward(torch.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(ctx: Any, *inputs: Any) -> Any:
            return derivatives(*inputs)

        @staticmethod
        def backward(ctx: Any, *d: Any) -> Any:
            raise Unsupported(
                "second derivatives of a filter are not computed",
                "call backward without create_graph, or detach the first derivatives",
            )

    class _Forward(torch.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(
            ctx: Any, image: Any, guide: Any, space: Any, range_: Any, mask: Any, how: Any
        ) -> Any:
            filter, device = how
            if image.is_cuda and image.numel() > 0:
                result, means = _gradients_cuda.forward(
                    filter, *_on_cuda(image, guide, mask), device
                )
            else:
                means = None
                result = run(filter, exact=True, device=device, **_named(image, guide, mask))
            ctx.save_for_backward(image, guide, mask, means)
            ctx.how = how
            ctx.sigmas = (space, range_)
            return result

        @staticmethod
        def backward(ctx: Any, d_output: Any) -> Any:
            # Nothing but create_graph may ask for second derivatives.
            backward = _Backward.apply if torch.is_grad_enabled() else derivatives
            image, guide, mask, means = ctx.saved_tensors
            d_image, d_guide, *sigmas = backward(
                d_output, image, guide, mask, means, ctx.needs_input_grad, ctx.how
            )

            wanted = zip(ctx.sigmas, sigmas, ctx.needs_input_grad[2:4], strict=True)
            d_sigmas = [
                value.to(sigma).reshape(sigma.shape) if needed else None
                for sigma, value, needed in wanted
            ]
            return d_image, d_guide, *d_sigmas, None, None

        @staticmethod
        def jvp(ctx: Any, *tangents: Any) -> Any:
            raise Unsupported(
                "forward-mode derivatives of a filter are not computed",
                "use backward, or detach the image from its tangent",
            )

    def apply(image: Any, guide: Any, space: Any, range_: Any, mask: Any, how: Any) -> Any:
        inputs = (image, guide, space, range_)
        tensors = [i for i in inputs if isinstance(i, torch.Tensor)]
        requires = torch.is_grad_enabled() and any(i.requires_grad for i in tensors)
        # Forward mode, which raises.
        if requires or any(forward_ad.unpack_dual(i).tangent is not None for i in tensors):
            return _Forward.apply(*inputs, mask, how)
        filter, device = how
        return run(filter, exact=True, device=device, **_named(image, guide, mask))

    return apply


def _number(name: str, sigma: Any) -> float:
    if not hasattr(sigma, "numel"):
        return float(sigma)
    if sigma.numel() != 1:
        raise InvalidArgument(f"{name}: a tensor of {sigma.numel()} elements, must have one")
    return float(sigma.detach())


def _check(name: str, tensor: Any) -> None:
    if not hasattr(tensor, "requires_grad"):
        raise InvalidType(f"{name}: {type(tensor).__name__} is no tensor", "torch.from_numpy")
    if str(tensor.dtype) != "torch.float32":
        raise InvalidType(f"{name}: {tensor.dtype} samples, must be float32", f"{name}.float()")
    if tensor.device.type not in ("cpu", "cuda"):
        raise Unsupported(
            f"{name}: is on {tensor.device}, gradients need the CPU or CUDA", f"{name}.cpu()"
        )
    if tensor.ndim != 4:
        raise InvalidArgument(f"{name}: has {tensor.ndim} axes", "batch, channels, rows, columns")


def _apply(
    filter: Filter, image: Any, guide: Any, sigmas: tuple[Any, Any], mask: Any, device: Any
) -> Any:
    norm = getattr(filter, "norm", "l2")
    if norm not in ("l2", "l1", "per_channel"):
        raise Unsupported(f"norm {norm} has no gradient", "use l2, l1 or per_channel")
    _check("image", image)
    if guide is not None:
        _check("guide", guide)
        if guide.shape[0] != image.shape[0]:
            raise InvalidArgument(
                f"guide: a batch of {guide.shape[0]}, the image has {image.shape[0]}",
                "guide.expand(...)",
            )
    if device == "auto" and not image.is_cuda:
        device = "cpu"
    return _functions()(image, guide, *sigmas, mask, (filter, device))


def bilateral(
    image: Any,
    sigma_space: Any,
    sigma_range: Any,
    radius: int,
    *,
    window: Window = "square",
    norm: Norm = "l2",
    border: Border = "reflect101",
    border_value: float = 0.0,
    mask: Any = None,
    device: str | Engine = "auto",
) -> Any:
    """Apply the bilateral filter and let gradients flow to the image and to both sigmas.

    Parameters
    ----------
    image : tensor
        float32, (batch, channels, rows, columns); up to 1024 channels.
    sigma_space, sigma_range : float or tensor
        Tensors of one element receive gradients.
    radius : int
        Of the window, pixels. It has no default, since a radius that followed from a learned
        sigma_space would change during the training.
    window, norm, border, border_value
        As of `pyselvage.Bilateral`; the norms are 'l2', 'l1' and 'per_channel'.
    mask : tensor, optional
        uint8 or bool, (batch, rows, columns) or (rows, columns); pixels where it is 0 are ignored.
    device : str or Engine
        'auto': tensors on a GPU stay there, others are filtered on the CPU; or a device by name,
        which also takes tensors of the CPU.

    Returns
    -------
    tensor
        Of the image's shape.

    Raises
    ------
    Unsupported
        For norms without a gradient and for second derivatives.
    """
    filter = Bilateral(
        sigma_space=_number("sigma_space", sigma_space),
        sigma_range=_number("sigma_range", sigma_range),
        radius=radius,
        window=window,
        norm=norm,
        border=border,
        border_value=border_value,
    )
    return _apply(filter, image, None, (sigma_space, sigma_range), mask, device)


def joint_bilateral(
    image: Any,
    guide: Any,
    sigma_space: Any,
    sigma_range: Any,
    radius: int,
    *,
    window: Window = "square",
    norm: Norm = "l2",
    border: Border = "reflect101",
    border_value: float = 0.0,
    mask: Any = None,
    device: str | Engine = "auto",
) -> Any:
    """Apply the joint bilateral filter; gradients flow to image, guide and both sigmas.

    `guide` has the batch and the size of the image, and as many channels as an image may have. The
    other parameters are those of `bilateral`.
    """
    filter = JointBilateral(
        sigma_space=_number("sigma_space", sigma_space),
        sigma_range=_number("sigma_range", sigma_range),
        radius=radius,
        window=window,
        norm=norm,
        border=border,
        border_value=border_value,
    )
    return _apply(filter, image, guide, (sigma_space, sigma_range), mask, device)


def gaussian(
    image: Any,
    sigma_space: Any,
    radius: int,
    *,
    window: Window = "square",
    border: Border = "reflect101",
    border_value: float = 0.0,
    mask: Any = None,
    device: str | Engine = "auto",
) -> Any:
    """Apply the Gaussian mean; gradients flow to the image and to sigma_space.

    The parameters are those of `bilateral`.
    """
    filter = Gaussian(
        sigma_space=_number("sigma_space", sigma_space),
        radius=radius,
        window=window,
        border=border,
        border_value=border_value,
    )
    return _apply(filter, image, None, (sigma_space, None), mask, device)
