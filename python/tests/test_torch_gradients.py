# SPDX-License-Identifier: Apache-2.0
"""pyselvage.torch beside autograd of the plain formula in float64."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import pyselvage as sv

torch = pytest.importorskip("torch")
from pyselvage import torch as filters  # noqa: E402

PADDING = {"reflect101": "reflect", "clamp": "replicate", "wrap": "circular"}


def taps(image: Any, radius: int, border: str) -> Any:
    """Return the taps of each pixel: batch, channels, taps, rows, columns."""
    batch, channels, height, width = image.shape
    padded = torch.nn.functional.pad(image, (radius,) * 4, mode=PADDING[border])
    columns = torch.nn.functional.unfold(padded, 2 * radius + 1)
    return columns.reshape(batch, channels, -1, height, width)


def plain(
    image: Any, guide: Any, space: Any, range_: Any, radius: int, norm: str, border: str
) -> Any:
    """Return the filter by its formula, in the tensors' type."""
    steps = torch.arange(-radius, radius + 1, dtype=image.dtype, device=image.device)
    squared = (steps[:, None] ** 2 + steps**2).reshape(1, 1, -1, 1, 1)
    exponent = squared / (2 * space**2)
    if range_ is not None:
        difference = taps(guide, radius, border) - guide[:, :, None]
        if norm == "l2":
            distance = difference.square().sum(1, keepdim=True)
        elif norm == "l1":
            distance = difference.abs().sum(1, keepdim=True).square()
        else:
            distance = difference.square()
        exponent = exponent + distance / (2 * range_**2)
    weight = torch.exp(-exponent)
    values = taps(image, radius, border)
    return (weight * values).sum(2) / weight.expand_as(values).sum(2)


def tensor(*shape: int, seed: int = 1) -> Any:
    return torch.rand(shape, generator=torch.Generator().manual_seed(seed))


def check(
    kind: str, channels: int, guide_channels: int, norm: str, border: str, device: str = "cpu"
) -> None:
    image = tensor(2, channels, 11, 13).to(device)
    guide = tensor(2, guide_channels, 11, 13, seed=2).to(device) if guide_channels else None
    # Distances grow with the channels.
    range_ = torch.tensor([0.4 * max(1.0, (guide_channels or channels) / 3)])
    space = torch.tensor(1.5, device=device)
    weights = (tensor(2, channels, 11, 13, seed=3) - 0.5).to(device)
    named = {"image": image, "guide": guide, "space": space, "range": range_}
    if guide is None:
        del named["guide"]
    if kind == "gaussian":
        del named["range"]
    for value in named.values():
        value.requires_grad_()
    options: Any = {"border": border}
    if kind == "gaussian":
        out = filters.gaussian(image, space, 3, **options)
    elif kind == "bilateral":
        out = filters.bilateral(image, space, range_, 3, norm=norm, **options)
    else:
        out = filters.joint_bilateral(image, guide, space, range_, 3, norm=norm, **options)
    (out * weights).sum().backward()

    doubles = {
        name: value.detach().to(device).double().requires_grad_() for name, value in named.items()
    }
    by = doubles.get("guide", doubles["image"])
    want = plain(doubles["image"], by, doubles["space"], doubles.get("range"), 3, norm, border)
    torch.testing.assert_close(out.detach().double(), want.detach(), rtol=0, atol=1e-5)
    (want * weights).sum().backward()
    for name, value in named.items():
        double = doubles[name]
        assert value.grad.shape == value.shape
        assert value.grad.device == value.device
        scale = float(double.grad.abs().max())
        torch.testing.assert_close(
            value.grad.double(), double.grad.to(value.device), rtol=0, atol=1e-4 * scale
        )


@pytest.mark.parametrize("border", PADDING)
@pytest.mark.parametrize("norm", ["l2", "l1", "per_channel"])
@pytest.mark.parametrize("channels", [1, 3])
def test_bilateral(channels: int, norm: str, border: str) -> None:
    check("bilateral", channels, 0, norm, border)


@pytest.mark.parametrize("norm", ["l2", "l1", "per_channel"])
@pytest.mark.parametrize(("channels", "guide"), [(1, 3), (3, 1), (3, 3)])
def test_joint(channels: int, guide: int, norm: str) -> None:
    if norm != "per_channel" or guide in (1, channels):
        check("joint", channels, guide, norm, "reflect101")


@pytest.mark.parametrize("border", PADDING)
def test_gaussian(border: str) -> None:
    check("gaussian", 3, 0, "l2", border)


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device")
@pytest.mark.parametrize("border", PADDING)
@pytest.mark.parametrize("norm", ["l2", "l1", "per_channel"])
def test_cuda(norm: str, border: str) -> None:
    """Tensors stay on their GPU, sigmas where they are; streams and strides are the caller's."""
    check("bilateral", 3, 0, norm, border, "cuda")
    check("joint", 3, 3, norm, border, "cuda")
    check("gaussian", 1, 0, norm, border, "cuda")
    image = tensor(1, 3, 40, 50).cuda()
    turned = image.transpose(2, 3).flip(2)
    filter = sv.Bilateral(norm=norm, radius=3)
    axes: Any = {"channel_axis": 1, "batch_axes": (0,)}
    d = sv.gradient(filter, turned, turned, **axes)
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        again = sv.gradient(filter, turned.contiguous(), turned.contiguous(), **axes)
    stream.synchronize()
    assert torch.equal(d.image, again.image)
    assert torch.equal(d.sigma_range, again.sigma_range)
    host = sv.gradient(filter, image.cpu(), image.cpu(), device="cuda", **axes)
    straight = sv.gradient(filter, image, image, **axes)
    assert (straight.image.cpu().numpy() == host.image).all()
    assert float(straight.sigma_space) == host.sigma_space


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device")
@pytest.mark.filterwarnings("ignore:The CUDA Graph is empty")
def test_a_step_in_a_graph() -> None:
    """What was compiled before may be captured; a first gradient of its kind may not."""
    image, weights = (tensor(1, 3, 40, 50, seed=seed).cuda() for seed in (1, 2))
    image.requires_grad_()

    def step(radius: int) -> Any:
        image.grad = None
        out = filters.bilateral(image, 2.0, 0.2, radius)
        out.backward(weights)
        return out.detach()

    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        step(3)
    stream.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        result = step(3)
    captured = image.grad
    with torch.no_grad():
        image.copy_(weights)
    graph.replay()
    torch.cuda.synchronize()
    got, d_image = result.clone(), captured.clone()
    assert torch.equal(step(3), got)
    assert torch.equal(image.grad, d_image)
    other = torch.cuda.CUDAGraph()
    with pytest.raises(sv.Unsupported) as caught, torch.cuda.graph(other):
        step(4)
    assert caught.value.hint == "compute one like it before the capture"


def test_numbers_as_sigmas_and_masks() -> None:
    image = tensor(1, 1, 9, 9).requires_grad_()
    mask = torch.ones(9, 9, dtype=torch.bool)
    mask[4, 4] = False
    out = filters.bilateral(image, 2.0, 0.2, 2, mask=mask)
    out.sum().backward()
    assert image.grad[0, 0, 4, 4] == 1  # a copy, and no tap
    assert out[0, 0, 4, 4] == image[0, 0, 4, 4]


def test_a_sigma_is_learned() -> None:
    """Descent finds the sigma_range that made an image."""
    image = tensor(1, 1, 24, 24)
    wanted = filters.bilateral(image, 2.0, 0.3, 4)
    sigma = torch.nn.Parameter(torch.tensor(0.1))
    optimizer = torch.optim.Adam([sigma], lr=0.02)
    for _ in range(80):
        optimizer.zero_grad()
        (filters.bilateral(image, 2.0, sigma, 4) - wanted).square().mean().backward()
        optimizer.step()
    assert float(sigma.detach()) == pytest.approx(0.3, abs=0.01)


def test_recipe() -> None:
    """docs/recipes/learned_sigmas.md finds the sigmas that it says."""
    document = Path(__file__).parents[2] / "docs/recipes/learned_sigmas.md"
    (code,) = re.findall(r"```python\n(.*?)```", document.read_text(), re.S)
    scope: dict[str, Any] = {}
    exec(code, scope)
    assert float(scope["loss"].detach()) ** 0.5 == pytest.approx(0.021, abs=0.002)
    assert float(scope["log_range"].detach().exp()) == pytest.approx(0.16, abs=0.02)


def test_second_derivatives_are_refused() -> None:
    image = tensor(1, 1, 9, 9).requires_grad_()
    out = filters.bilateral(image, 2.0, 0.2, 2)
    (first,) = torch.autograd.grad(out.square().sum(), image, create_graph=True)
    with pytest.raises(sv.Unsupported, match="second derivatives"):
        first.sum().backward()


@pytest.mark.filterwarnings("ignore:.torch.jit.script. is deprecated:DeprecationWarning")
def test_forward_mode_is_refused() -> None:
    forward_ad = torch.autograd.forward_ad
    image = torch.rand(1, 1, 6, 6)
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(image, torch.ones_like(image))
        with pytest.raises(sv.Unsupported, match="forward-mode"):
            filters.bilateral(dual, 2.0, 0.2, 2)


def test_refusals() -> None:
    image = tensor(1, 3, 9, 9)
    with pytest.raises(sv.Unsupported, match="norm lab"):
        filters.bilateral(image, 2.0, 0.2, 2, norm="lab")
    with pytest.raises(sv.InvalidType, match="float64") as caught:
        filters.bilateral(image.double(), 2.0, 0.2, 2)
    assert caught.value.hint == "image.float()"
    with pytest.raises(sv.InvalidArgument, match="has 3 axes"):
        filters.bilateral(image[0], 2.0, 0.2, 2)
    with pytest.raises(sv.InvalidArgument, match="a batch of 2"):
        filters.joint_bilateral(image, tensor(2, 3, 9, 9), 2.0, 0.2, 2)
    with pytest.raises(sv.InvalidArgument, match="2 elements"):
        filters.bilateral(image, torch.tensor([1.0, 2.0]), 0.2, 2)


DEVICES = ["cpu", *(["cuda"] if torch.cuda.is_available() else [])]


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("norm", ["l2", "l1", "per_channel"])
def test_many_channels(norm: str, device: str) -> None:
    check("bilateral", 6, 0, norm, "reflect101", device)
    check("joint", 5, 5, norm, "reflect101", device)
    check("joint", 9, 1, norm, "reflect101", device)
    if norm != "per_channel":
        check("joint", 2, 34, norm, "reflect101", device)


@pytest.mark.parametrize("device", DEVICES)
def test_gaussian_of_many_channels(device: str) -> None:
    check("gaussian", 9, 0, "l2", "clamp", device)
