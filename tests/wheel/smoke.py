# SPDX-License-Identifier: Apache-2.0
"""The installed package filters, reads and writes files, and finds its probe and NVRTC.

    smoke.py FOLDER        with libcuda.so.1 and libnvrtc.so.13, both fakes
"""
import io
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import numpy as np
import PIL.features
import PIL.Image
import pyselvage as sv

FAKES = pathlib.Path(sys.argv[1])
PACKAGE = pathlib.Path(sv.__file__).parent
image = np.random.default_rng(1).integers(0, 256, (40, 60, 3), np.uint8)


def filters():
    smooth = sv.bilateral(image, sigma_space=3, sigma_range=25 / 255, channel_axis=-1)
    assert smooth.shape == image.shape and smooth.dtype == image.dtype and (smooth != image).any()
    assert sv.devices()[0].id == "cpu"


def files(folder):
    for ending in ("png", "tif", "jpg", "bmp", "ppm"):
        sv.save(folder / f"made.{ending}", image, channel_axis=-1)
        again = np.asarray(sv.load(folder / f"made.{ending}").array)
        assert np.array_equal(again, image) or ending == "jpg", ending
        assert np.array_equal(again, PIL.Image.open(folder / f"made.{ending}")) or ending == "jpg"
    for compression in ("tiff_lzw", "tiff_adobe_deflate", "packbits", "jpeg"):
        PIL.Image.fromarray(image).save(folder / "theirs.tif", compression=compression)
        again = np.asarray(sv.load(folder / "theirs.tif").array)
        assert np.abs(again.astype(int) - image).max() == 0 or compression == "jpeg", compression
    for compression in ("lzma", "zstd"):  # left out of the wheel
        PIL.Image.fromarray(image).save(folder / "theirs.tif", compression=compression)
        try:
            sv.load(folder / "theirs.tif")
        except sv.Error as error:
            assert f"a TIFF with {compression.upper()} compression is not supported" in str(error), error
        else:
            raise AssertionError(f"{compression} was read")
    assert PIL.features.check("libtiff")  # and Pillow's own libtiff still works beside ours
    PIL.Image.fromarray(image).save(io.BytesIO(), "TIFF", compression="tiff_lzw")


def ask(program, folder, **environment):
    """Runs a program in a process whose cache is empty."""
    everything = {**os.environ, "XDG_CACHE_HOME": tempfile.mkdtemp(dir=folder), **environment}
    done = subprocess.run([sys.executable, "-c", program], env=everything, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def probe(folder):
    """The library starts the probe of the package."""
    program = PACKAGE / "selvage-probe"
    done = subprocess.run([program, "opencl"], capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.startswith(("settled", "unsettled")), done
    shutil.move(program, folder / "kept")
    program.write_text(f"#!/bin/sh\necho $1 >>{folder}/asked\nexit 1\n")
    program.chmod(0o755)
    try:
        ask("import pyselvage; pyselvage.devices()", folder)
        assert sorted((folder / "asked").read_text().split()) == ["cuda", "opencl"]
    finally:
        shutil.move(folder / "kept", program)


def nvrtc(folder):
    """The compiler of the extra [cuda] is found, by the library and by its probe."""
    program = "import pyselvage; print([(d.driver, d.missing) for d in pyselvage.devices() if d.id == 'cuda:0'])"
    environment = {"LD_LIBRARY_PATH": str(folder / "driver")}
    (folder / "driver").mkdir()
    shutil.copy(FAKES / "libcuda.so.1", folder / "driver")
    assert "CUDA 13.0" in (seen := ask(program, folder, **environment)) and "13.7" not in seen, seen
    beside = PACKAGE.parent / "nvidia/cu13/lib"
    beside.mkdir(parents=True)
    shutil.copy(FAKES / "libnvrtc.so.13", beside)
    try:
        assert "NVRTC 13.7" in (seen := ask(program, folder, **environment)), seen
    finally:
        shutil.rmtree(PACKAGE.parent / "nvidia")


with tempfile.TemporaryDirectory() as made:
    filters()
    files(pathlib.Path(made))
    probe(pathlib.Path(made))
    nvrtc(pathlib.Path(made))
print("the wheel works")
