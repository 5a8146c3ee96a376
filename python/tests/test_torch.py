# SPDX-License-Identifier: Apache-2.0
"""Tensors of PyTorch, on the CPU and on a CUDA device, and arrays of CuPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from conftest import samples

import pyselvage as sv

torch = pytest.importorskip("torch")


def test_cpu_tensor() -> None:
    values = samples((3, 20, 30), np.float32)
    image = torch.from_numpy(values)
    got = sv.bilateral(image, channel_axis=0, device="cpu")
    assert isinstance(got, torch.Tensor)
    want = sv.bilateral(values, channel_axis=0, device="cpu")
    np.testing.assert_array_equal(got.numpy(), want)
    out = torch.empty_like(image)
    assert sv.bilateral(image, channel_axis=0, out=out, device="cpu") is out
    np.testing.assert_array_equal(out.numpy(), want)
    assert sv.bilateral(image[:, ::2].transpose(1, 2), channel_axis=0).shape == (3, 30, 10)


def test_refused_tensors() -> None:
    with pytest.raises(sv.InvalidType, match="gradients") as caught:
        sv.box(torch.zeros((4, 5), requires_grad=True))
    assert caught.value.hint == "image.detach()"
    with pytest.raises(sv.InvalidType, match="bfloat16 samples") as caught:
        sv.box(torch.zeros((4, 5), dtype=torch.bfloat16))
    assert caught.value.hint == "image.to(torch.float32)"
    with pytest.raises(sv.InvalidType, match="float64 samples"):
        sv.box(torch.zeros((4, 5), dtype=torch.float64))


cuda = pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device")


@cuda
@pytest.mark.parametrize("dtype", [np.uint8, np.float16, np.float32])
def test_cuda_tensor(dtype: type) -> None:
    values = samples((40, 50, 3), dtype)
    image = torch.from_numpy(values).cuda()
    got = sv.bilateral(image, channel_axis=-1, exact=True)
    assert got.is_cuda
    assert got.dtype == image.dtype
    want = sv.bilateral(values, channel_axis=-1, exact=True, device="cpu")
    tolerance = 1 if dtype is np.uint8 else 2e-3 if dtype is np.float16 else 1e-5
    np.testing.assert_allclose(
        got.cpu().numpy().astype(float), want.astype(float), atol=tolerance, rtol=0
    )
    out = torch.empty_like(image)
    assert sv.bilateral(image, channel_axis=-1, exact=True, out=out) is out
    assert torch.equal(out, got)
    view = image.transpose(0, 1)[::1]
    turned = sv.bilateral(view, channel_axis=-1, exact=True)
    assert torch.equal(turned, sv.bilateral(view.contiguous(), channel_axis=-1, exact=True))


@cuda
def test_cuda_guides_masks_and_batches() -> None:
    image = torch.from_numpy(samples((2, 3, 40, 50), np.float32)).cuda()
    guide = torch.from_numpy(samples((2, 40, 50), np.uint8, 2)).cuda()
    mask = torch.from_numpy(samples((40, 50), np.uint8, 3)).cuda() > 9
    axes: Any = {"channel_axis": 1, "batch_axes": (0,)}
    got = sv.joint_bilateral(image, guide, mask=mask, **axes)
    want = sv.joint_bilateral(
        image.cpu().numpy(), guide.cpu().numpy(), mask=mask.cpu().numpy(), device="cpu", **axes
    )
    np.testing.assert_allclose(got.cpu().numpy(), want, atol=1e-5)
    with pytest.raises(sv.InvalidArgument, match="guide: it is not on the image's GPU"):
        sv.joint_bilateral(image, guide.cpu(), **axes)


@cuda
def test_cuda_refusals() -> None:
    image = torch.zeros((40, 50), device="cuda")
    with pytest.raises(sv.InvalidArgument, match="device: 'cpu'"):
        sv.box(image, device="cpu")
    with pytest.raises(sv.InvalidArgument, match="does not filter in place"):
        sv.box(image, out=image)
    with pytest.raises(sv.InvalidArgument, match="progress: "):
        sv.box(image, progress=print)
    with pytest.raises(sv.Unsupported, match="not counted"):
        sv.histogram(image)
    with pytest.raises(sv.InvalidType, match="gradients"):
        sv.box(image.requires_grad_())


@cuda
def test_streams_do_not_race() -> None:
    """Each stream fills its image late; a filter in another stream would see it empty."""
    streams = [torch.cuda.Stream() for _ in range(4)]
    results = []
    for round in range(20):
        for number, stream in enumerate(streams):
            with torch.cuda.stream(stream):
                image = torch.zeros((512, 512), device="cuda")
                torch.cuda._sleep(2_000_000)
                image += 1 + number + round
                results.append((sv.box(image, radius=2), 1 + number + round))
    torch.cuda.synchronize()
    for result, value in results:
        assert torch.allclose(result, torch.full_like(result, value))


@cuda
def test_plans_outlive_their_stream() -> None:
    """Plans are dropped while their kernels wait in the stream."""
    image = torch.ones((256, 256), device="cuda")
    results = []
    for radius in range(1, 100):
        torch.cuda._sleep(100_000)
        results.append(sv.gaussian(image, radius=radius % 30, sigma_space=1 + radius / 100))
    plan = sv.plan(sv.Box(radius=3), image)
    results.append(plan.run(image))
    del plan
    torch.cuda.synchronize()
    assert all(torch.allclose(result, image) for result in results)


@cuda
@pytest.mark.filterwarnings("ignore:The CUDA Graph is empty")
def test_graphs_are_refused() -> None:
    image = torch.ones((64, 64), device="cuda")
    sv.box(image)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with pytest.raises(sv.Unsupported, match="captured into a CUDA graph"):  # noqa: SIM117
        with torch.cuda.graph(graph):
            sv.box(image)


@cuda
def test_host_arrays_on_cuda() -> None:
    values = samples((40, 50), np.uint8)
    got = sv.bilateral(values, device="cuda", exact=True)
    want = sv.bilateral(values, device="cpu", exact=True)
    assert np.abs(got.astype(int) - want).max() <= 1


@cuda
def test_cupy() -> None:
    cupy = pytest.importorskip("cupy")
    values = samples((40, 50), np.float32)
    image = cupy.asarray(values)[::-1]
    stream = cupy.cuda.Stream()
    with stream:
        got = sv.gaussian(image, radius=2)
    stream.synchronize()
    assert isinstance(got, cupy.ndarray)
    want = sv.gaussian(values[::-1], radius=2, device="cpu")
    np.testing.assert_allclose(cupy.asnumpy(got), want, atol=1e-5)
