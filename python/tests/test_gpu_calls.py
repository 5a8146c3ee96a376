# SPDX-License-Identifier: Apache-2.0
"""How calls with arrays on a GPU are planned and enqueued; the GPU and the extension are faked."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import pyselvage as sv
from pyselvage import _apply, _calls, _cuda, _gradients_cuda, plans
from pyselvage._cache import PlanCache


class GpuArray:
    """An array of CuPy, as far as calls look at it."""

    __module__ = "cupy"

    def __init__(self, shape: Sequence[int], dtype: str = "float32", device: int = 0) -> None:
        self.shape = tuple(shape)
        self.ndim = len(self.shape)
        self.dtype = np.dtype(dtype)
        self.device = device

    def __dlpack__(self, *, stream: int | None = None) -> GpuArray:
        assert stream == -1
        return self

    def __dlpack_device__(self) -> tuple[int, int]:
        return 2, self.device


class GpuPlan:
    """A plan that notes what is enqueued."""

    held_bytes = 100

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.shape = shape
        self.enqueued: list[tuple[Any, ...]] = []
        self.waits = 0

    def enqueue(self, image: Any, others: tuple[Any, ...], stream: int) -> None:
        self.enqueued.append((image, *others, stream))

    def wait(self) -> None:
        self.waits += 1


class Gpu:
    """The current stream, and the plans made so far."""

    def __init__(self) -> None:
        self.stream = 5
        self.plans: list[GpuPlan] = []
        self.devices: list[object] = []
        self.looks: list[Any] = []  # calls whose arrays were looked at closely


@pytest.fixture
def gpu(monkeypatch: pytest.MonkeyPatch) -> Gpu:
    state = Gpu()

    def make_plan(filter: sv.Filter, call: Any, request: Any, with_data: bool) -> GpuPlan:
        image = call.arrays.image
        state.devices.append(_cuda.check_device(request.device, _cuda.device_of(image)))
        state.plans.append(GpuPlan(image.shape))
        return state.plans[-1]

    monkeypatch.setattr(_apply, "make_plan", make_plan)
    monkeypatch.setattr(_apply, "plans", PlanCache(most_plans=3))
    monkeypatch.setattr(_cuda, "stream_of", lambda array: state.stream)
    monkeypatch.setattr(_cuda, "empty", lambda like, shape: GpuArray(shape, like.dtype.name))
    return state


def test_a_plan_for_each_device_and_stream(gpu: Gpu) -> None:
    image = GpuArray((4, 5))
    for _ in range(2):
        result = sv.box(image)
        assert isinstance(result, GpuArray)
        assert result.shape == image.shape
    assert len(gpu.plans) == 1
    assert len(gpu.plans[0].enqueued) == 2
    gpu.stream = 6
    sv.box(image)
    sv.box(GpuArray((4, 5), device=1))
    assert len(gpu.plans) == 3
    assert gpu.devices == ["cuda:0", "cuda:0", "cuda:1"]
    assert [plan.enqueued[0][-1] for plan in gpu.plans] == [5, 6, 6]


def test_dropped_plans_wait_for_their_stream(gpu: Gpu) -> None:
    for size in range(1, 6):
        sv.box(GpuArray((size, 5)))
    assert [plan.waits for plan in gpu.plans] == [1, 1, 0, 0, 0]


def test_ports_and_outputs(gpu: Gpu) -> None:
    image, guide, mask = GpuArray((4, 5)), GpuArray((4, 5)), GpuArray((4, 5), "uint8")
    out = GpuArray((4, 5))
    assert sv.joint_bilateral(image, guide, mask=mask, out=out) is out
    assert gpu.plans[0].enqueued == [(image, guide, mask, None, None, out, None, 5)]


def test_no_plan_is_made_while_a_graph_is_captured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_cuda, "is_captured", lambda array: True)
    call = _calls.prepare(_calls.Arrays(GpuArray((4, 5))), _calls.Layout())
    with pytest.raises(sv.Unsupported, match="captured into a CUDA graph"):
        _calls.make_plan(sv.Box(), call, _calls.Request(), False)


def test_refusals(gpu: Gpu) -> None:
    image, host = GpuArray((4, 5)), np.zeros((4, 5), np.float32)
    with pytest.raises(sv.InvalidArgument, match="guide: it is not on the image's GPU"):
        sv.joint_bilateral(image, host)
    with pytest.raises(sv.InvalidArgument, match="guide: it is on a GPU, unlike the image"):
        sv.joint_bilateral(host, image)
    with pytest.raises(sv.InvalidArgument, match="out: it is not on the image's GPU"):
        sv.box(image, out=host)
    for call in (
        lambda: sv.joint_bilateral(image, GpuArray((4, 5), device=1)),
        lambda: sv.box(image, out=GpuArray((4, 5), device=1)),
    ):
        with pytest.raises(sv.InvalidArgument, match="it is on cuda:1, the image on cuda:0"):
            call()
    with pytest.raises(sv.InvalidArgument, match="device: 'cpu', but the image is on cuda:0"):
        sv.box(image, device="cpu")
    for option in ({"progress": print}, {"cancel": sv.Cancellation()}):
        with pytest.raises(sv.InvalidArgument, match="only enqueued"):
            sv.box(image, **option)  # type: ignore[arg-type]
    with pytest.raises(sv.Unsupported, match="are not counted"):
        sv.histogram(image)
    with pytest.raises(sv.InvalidType, match="float64 samples") as caught:
        sv.box(GpuArray((4, 5), "float64"))
    assert caught.value.hint == "image.astype(cupy.float32)"


def test_engines_keep_their_settings(gpu: Gpu) -> None:
    image = GpuArray((4, 5), device=1)
    sv.box(image, device=sv.Engine("cuda", device_memory=1000))
    assert gpu.devices == [sv.Engine("cuda:1", device_memory=1000)]
    assert _calls.is_empty(_calls.Arrays(GpuArray((0, 5))))
    assert sv.box(GpuArray((0, 5))).shape == (0, 5)


class Tensor:
    """A tensor of PyTorch on a GPU, as far as calls look at it."""

    is_cuda = True
    requires_grad = False
    layout = "strided"

    def __init__(self, shape: Sequence[int], dtype: str = "float32", device: int = 0) -> None:
        self.shape = tuple(shape)
        self.ndim = len(self.shape)
        self.dtype = dtype
        self.device = SimpleNamespace(type="cuda")
        self._device = device

    def get_device(self) -> int:
        return self._device

    def new_empty(self, shape: Sequence[int], dtype: str | None = None) -> Tensor:
        return Tensor(shape, dtype or self.dtype, self._device)

    def view(self, dtype: str) -> Tensor:
        return Tensor(self.shape, dtype, self._device)


@pytest.fixture
def torch(gpu: Gpu, monkeypatch: pytest.MonkeyPatch) -> Gpu:
    """A library of tensors; calls with arrays that are looked at closely are counted."""
    library = SimpleNamespace(
        Tensor=Tensor,
        bool="bool",
        uint8="uint8",
        strided="strided",
        _C=SimpleNamespace(_cuda_getCurrentRawStream=lambda device: gpu.stream),
        utils=SimpleNamespace(dlpack=SimpleNamespace(to_dlpack=lambda tensor: tensor)),
    )
    monkeypatch.setitem(sys.modules, "torch", library)  # type: ignore[arg-type]
    monkeypatch.setattr(_cuda, "empty", lambda like, shape: like.new_empty(shape))
    looks: list[Any] = []
    prepare = _apply.prepare

    def note(arrays: Any, layout: Any) -> Any:
        looks.append(arrays)
        return prepare(arrays, layout)

    monkeypatch.setattr(_apply, "prepare", note)
    gpu.looks = looks
    return gpu


def test_tensors_with_a_known_plan_go_the_short_way(torch: Gpu) -> None:
    image, guide, mask = Tensor((4, 5)), Tensor((4, 5)), Tensor((4, 5), "uint8")
    out = Tensor((4, 5))
    for _ in range(3):
        result = sv.joint_bilateral(image, guide, mask=mask)
        assert isinstance(result, Tensor)
        assert result.shape == image.shape
    assert sv.joint_bilateral(image, guide, mask=mask, out=out) is out
    assert len(torch.looks) == 1
    assert [run[:3] for run in torch.plans[0].enqueued] == [(image, guide, mask)] * 4
    assert torch.plans[0].enqueued[-1] == (image, guide, mask, None, None, out, None, 5)
    torch.stream = 6
    sv.joint_bilateral(image, guide, mask=mask)
    sv.joint_bilateral(image, guide, mask=mask, sigma_range=0.2)
    sv.joint_bilateral(*[Tensor((4, 5), device=1)] * 2)
    assert [plan.enqueued[0][-1] for plan in torch.plans] == [5, 6, 6, 6]
    assert len(torch.looks) == 4


def test_plans_take_tensors_the_short_way(torch: Gpu, monkeypatch: pytest.MonkeyPatch) -> None:
    image, mask = Tensor((4, 5)), Tensor((4, 5), "uint8")
    made = GpuPlan((4, 5))
    monkeypatch.setattr(plans, "make_plan", lambda *args, **options: made)
    monkeypatch.setattr(GpuPlan, "is_usable", True, raising=False)
    plan = sv.plan(sv.Bilateral(), image, mask=mask)
    prepare = plans.prepare
    monkeypatch.setattr(plans, "prepare", lambda *args: pytest.fail("a closer look"))
    result = plan.run(image, mask=mask)
    assert plan.run(image, mask=mask, out=result) is result
    assert made.enqueued == [(image, None, mask, None, None, result, None, 5)] * 2
    monkeypatch.setattr(plans, "prepare", prepare)
    with pytest.raises(sv.InvalidArgument, match="only enqueued"):
        plan.run(image, mask=mask, progress=print)
    with pytest.raises(sv.InvalidType, match="image: None"):
        plan.run(None, mask=mask)


def test_tensors_that_the_short_way_does_not_take(torch: Gpu) -> None:
    image = Tensor((4, 5))
    sv.box(image)
    image.requires_grad = True
    with pytest.raises(sv.InvalidType, match="gradients"):
        sv.box(image)
    image.requires_grad = False
    with pytest.raises(sv.InvalidArgument, match="out: it is not on the image's GPU"):
        sv.box(image, out=np.zeros((4, 5), np.float32))
    with pytest.raises(sv.InvalidArgument, match="out: it is on cuda:1, the image on cuda:0"):
        sv.box(image, out=Tensor((4, 5), device=1))
    with pytest.raises(sv.InvalidArgument, match="only enqueued"):
        sv.box(image, progress=print)
    for _ in range(2):
        sv.bilateral(image, mask=Tensor((4, 5), "bool"))
    assert [run[2].dtype for run in torch.plans[-1].enqueued] == ["uint8", "uint8"]
    assert sv.box(Tensor((0, 5))).shape == (0, 5)


def test_current_stream_without_the_raw_handle(torch: Gpu) -> None:
    library = sys.modules["torch"]
    library._C = SimpleNamespace()  # type: ignore[attr-defined]
    library.cuda = SimpleNamespace(  # type: ignore[attr-defined]
        current_stream=lambda device: SimpleNamespace(cuda_stream=70 + device)
    )
    sv.box(Tensor((4, 5), device=1))
    sv.box(Tensor((4, 5), device=1))
    assert torch.plans[0].enqueued[1][-1] == 71


def test_gradients_stay_on_their_gpu(gpu: Gpu, monkeypatch: pytest.MonkeyPatch) -> None:
    class Array(GpuArray):
        def __getitem__(self, index: int) -> tuple[GpuArray, int]:
            return self, index

    calls: list[Any] = []

    def enqueue(filter: sv.Filter, arrays: Any, layout: Any, images: Any, memory: Any) -> float:
        d_sigmas, means, scratch, stream = memory
        calls.append((arrays, images, d_sigmas, means, scratch(640), stream))
        return 1e-5

    def forward(filter: sv.Filter, arrays: Any, layout: Any, output: Any, memory: Any) -> None:
        scratch, means, stream = memory
        calls.append((arrays, output, scratch(320), means(160), stream))

    made: list[GpuArray] = []

    def empty(like: Any, shape: Sequence[int], dtype: str) -> GpuArray:
        made.append(Array(shape, dtype))
        return made[-1]

    devices: list[Any] = []

    def engine_for(device: Any) -> Any:
        devices.append(device)
        return SimpleNamespace(enqueue_gradient=enqueue, enqueue_forward=forward)

    monkeypatch.setattr(_cuda, "empty", empty)
    monkeypatch.setattr(_cuda, "address", lambda array: made.index(array))
    monkeypatch.setattr(_cuda, "is_captured", lambda array: False)
    monkeypatch.setattr("pyselvage._engines.engine_for", engine_for)
    image, guide, d_output = (
        GpuArray((4, 5), device=1),
        GpuArray((4, 5), device=1),
        GpuArray((4, 5), device=1),
    )
    d = sv.gradient(sv.JointBilateral(), image, d_output, guide=guide)
    d_image, d_guide, sigmas, scratch = made
    assert (d.image, d.guide, d.sigma_space, d.sigma_range) == (
        d_image,
        d_guide,
        (sigmas, 0),
        (sigmas, 1),
    )
    assert (scratch.shape, str(scratch.dtype)) == ((640,), "uint8")
    assert calls == [
        ((image, guide, None, None, None), (d_output, d_image, d_guide), 2, 0, 3, gpu.stream)
    ]
    assert devices == ["cuda:1"]
    made.clear()
    calls.clear()
    arrays, layout = (image, None, None, None, None), (None,)
    result, means = _gradients_cuda.forward(sv.Bilateral(), arrays, layout, "auto")
    assert (result, means) == (made[0], made[2])
    wanted = (False, True, False)  # of a guide, which there is not
    derivatives = _gradients_cuda.gradient(
        sv.Bilateral(), arrays, layout, d_output, "auto", means=means, needs=wanted
    )
    assert derivatives == (None, None, None, 1e-5)
    assert calls == [
        (arrays, result, 1, 2, gpu.stream),
        (arrays, (d_output, None, None), 0, 2, 3, gpu.stream),
    ]
    with pytest.raises(sv.InvalidArgument, match="d_output: it is not on the image's GPU"):
        sv.gradient(sv.Bilateral(), image, np.zeros((4, 5), np.float32))
    with pytest.raises(sv.InvalidArgument, match="device: 'cpu', but the image is on cuda:1"):
        sv.gradient(sv.Bilateral(), image, d_output, device="cpu")
    monkeypatch.setattr(_cuda, "is_captured", lambda array: True)
    with pytest.raises(sv.Unsupported, match="captured into a CUDA graph"):
        sv.gradient(sv.Bilateral(), image, d_output)
