# SPDX-License-Identifier: Apache-2.0
"""Long runs: Ctrl-C, progress, cancellation. Forks."""

from __future__ import annotations

import sys
import sysconfig
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from conftest import samples

import pyselvage as sv

LONG: Any = {"radius": 40, "sigma_space": 20, "method": "direct", "device": "cpu"}
IMAGE = samples((1200, 1200), np.float32)  # runs for seconds


def test_cancel_from_another_thread() -> None:
    cancel = sv.Cancellation()
    timer = threading.Timer(0.2, cancel.cancel)
    timer.start()
    start = time.perf_counter()
    with pytest.raises(sv.Cancelled):
        sv.bilateral(IMAGE, cancel=cancel, **LONG)
    assert time.perf_counter() - start < 2
    timer.join()
    assert cancel.cancelled
    with pytest.raises(sv.Cancelled):
        sv.bilateral(IMAGE, cancel=cancel, **LONG)
    with pytest.raises(sv.Cancelled):  # short runs too
        sv.box(IMAGE[:9, :9], cancel=cancel, device="cpu")
    assert sv.box(IMAGE[:9, :9], device="cpu").shape == (9, 9)  # the plan can be used again


def test_progress() -> None:
    seen: list[tuple[float, int]] = []

    def note(done: float) -> None:
        seen.append((done, threading.get_ident()))

    image = IMAGE[:400]
    got = sv.bilateral(image, progress=note, **LONG)
    shares = [done for done, _ in seen]
    assert shares == sorted(set(shares))
    assert shares[-1] == 1.0
    assert len(shares) > 2
    assert {ident for _, ident in seen} == {threading.get_ident()}
    np.testing.assert_array_equal(got, sv.bilateral(image, **LONG))
    seen.clear()
    sv.box(np.zeros((3, 4, 5), np.uint8), batch_axes=(0,), progress=note, device="cpu")
    sv.histogram(IMAGE, progress=note, device="cpu")
    assert [done for done, _ in seen].count(1.0) == 2


def test_exceptions_of_progress_end_the_run() -> None:
    def fail(done: float) -> None:
        raise KeyError(done)

    start = time.perf_counter()
    with pytest.raises(KeyError):
        sv.bilateral(IMAGE, progress=fail, **LONG)
    assert time.perf_counter() - start < 2


def test_interpreter_is_free_during_runs() -> None:
    ticks = []
    ended = threading.Event()

    def tick() -> None:
        while not ended.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.005)

    thread = threading.Thread(target=tick)
    thread.start()
    sv.bilateral(IMAGE[:300], **LONG)
    ended.set()
    thread.join()
    assert len(ticks) > 5


def test_one_thread_at_a_time_uses_a_plan() -> None:
    plan = sv.plan(sv.Bilateral(radius=40, sigma_space=20), IMAGE, method="direct", device="cpu")
    cancel = sv.Cancellation()
    ended: list[type[BaseException]] = []

    def work() -> None:
        try:
            plan.run(IMAGE, cancel=cancel)
        except sv.Cancelled as error:
            ended.append(type(error))

    thread = threading.Thread(target=work)
    thread.start()
    time.sleep(0.2)
    with pytest.raises(sv.InvalidArgument, match="another thread is using this plan"):
        plan.run(IMAGE)
    cancel.cancel()
    thread.join()
    assert ended == [sv.Cancelled]


@pytest.mark.skipif(not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="Python has a GIL")
def test_free_threaded_python_stays_without_gil() -> None:
    assert not sys._is_gil_enabled()  # type: ignore[attr-defined]


Program = Callable[[str], Any]


def test_interrupt(python: Program) -> None:
    result = python("""
import os, signal, threading, time, numpy, pyselvage
image = numpy.random.default_rng(1).random((2000, 2000), numpy.float32)
pyselvage.box(image, device="cpu")
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
start = time.perf_counter()
try:
    pyselvage.bilateral(image, radius=60, sigma_space=20, method="direct", device="cpu")
except KeyboardInterrupt:
    print(time.perf_counter() - start - 0.3)
""")
    assert float(result.stdout) < 0.5


FORK = """
import os, sys, threading, time, numpy, pyselvage
image = numpy.random.default_rng(1).random((400, 400), numpy.float32)
options = dict(radius=8, sigma_space=4, device="cpu")
want = pyselvage.bilateral(image, **options)
plan = pyselvage.plan(pyselvage.Bilateral(radius=8, sigma_space=4), image, device="cpu")
plan.run(image)
stop = threading.Event()
def work():
    while not stop.is_set():
        pyselvage.bilateral(image, **options)
threads = [threading.Thread(target=work) for _ in range(2)]
for thread in threads: thread.start()
def child():
    same = (pyselvage.bilateral(image, **options) == want).all()
    same &= (plan.run(image) == want).all()
    return 0 if same else 1
for trial in range(10):
    time.sleep(0.003 * trial)
    pid = os.fork()
    if pid == 0:
        os._exit(child())
    assert os.waitpid(pid, 0)[1] == 0
stop.set()
for thread in threads: thread.join()
assert (pyselvage.bilateral(image, **options) == want).all()
print("good")
"""


def test_fork_while_filters_run(python: Program) -> None:
    assert python(FORK).stdout == "good\n"


def test_children_use_all_threads(python: Program) -> None:
    result = python("""
import os, time, numpy, pyselvage
image = numpy.random.default_rng(1).random((500, 500), numpy.float32)
options = dict(radius=10, sigma_space=4, device=pyselvage.Engine("cpu", threads=2))
pyselvage.bilateral(image, **options)
read, write = os.pipe()
if os.fork() == 0:
    pyselvage.bilateral(image, **options)
    before = time.process_time(), time.perf_counter(), time.thread_time()
    for _ in range(5): pyselvage.bilateral(image, **options)
    others = time.process_time() - before[0] - (time.thread_time() - before[2])
    os.write(write, str(others / (time.process_time() - before[0])).encode())
    os._exit(0)
os.wait()
print(os.read(read, 100).decode())
""")
    assert float(result.stdout) > 0.05  # the share of threads other than the calling one


def test_fork_in_a_callback(python: Program) -> None:
    result = python("""
import os, numpy, pyselvage
image = numpy.random.default_rng(1).random((700, 700), numpy.float32)
pids = []
def progress(done):
    if not pids:
        pids.append(os.fork())
        if pids[0] == 0:
            small = image[:50, :50]
            os._exit(0 if pyselvage.box(small, device="cpu").shape == (50, 50) else 1)
pyselvage.bilateral(image, radius=20, method="direct", progress=progress, device="cpu")
print(os.waitpid(pids[0], 0)[1])
""")
    assert result.stdout == "0\n"


def test_gpu_after_fork_is_refused(python: Program) -> None:
    result = python("""
import os, numpy, pyselvage
image = numpy.zeros((5, 6), numpy.uint8)
pyselvage._core.fields()
try:
    pyselvage.box(image, device="opencl")
except pyselvage.DeviceError:
    pass
read, write = os.pipe()
if os.fork() == 0:
    try:
        pyselvage.box(image, device="opencl")
    except pyselvage.DeviceError as error:
        message = error.message
    found = [device.id for device in pyselvage.devices()]
    shape = pyselvage.box(image).shape  # "auto" takes the CPU
    os.write(write, f"{message} {found} {shape}".encode())
    os._exit(0)
os.wait()
print(os.read(read, 1000).decode())
""")
    assert "opencl: this process was forked after its parent had started a GPU" in result.stdout
    assert "['cpu'] (5, 6)" in result.stdout


def test_multiprocessing(python: Program) -> None:
    result = python("""
import multiprocessing, numpy, pyselvage
def filter(seed):
    image = numpy.random.default_rng(seed).random((60, 70), numpy.float32)
    return pyselvage.run(pyselvage.Gaussian(radius=3), image, device="cpu").sum()
if __name__ == "__main__":
    want = [filter(seed) for seed in range(8)]
    with multiprocessing.get_context("fork").Pool(3) as pool:
        print(pool.map(filter, range(8)) == want)
""")
    assert result.stdout == "True\n"
