#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the automatic sigma_range with the one that gives the best PSNR.

Photos get Gaussian noise, rounded and clipped to 8 bits. The bilateral filter then runs for a grid
of sigma_range, and the PSNR is against the photo without added noise. The best value is the top of
a parabola through the best three values of the grid.

    PYTHONPATH=build/dev/python build/venv/bin/python bench/noise_strength.py photos/*.png
"""

from __future__ import annotations

import argparse
import pathlib
import statistics

import numpy as np

import pyselvage as sv

STEPS_PER_OCTAVE = 5
LEAST, MOST = 0.6, 9.0  # the grid, in standard deviations of the added noise


def photo_of(path: pathlib.Path, gray: bool, most: int) -> np.ndarray:
    """Read the colours of a photo, or their luma; of a large one, a square from the middle."""
    image = sv.load(path)
    pixels = np.asarray(image)
    if pixels.ndim == 3:
        pixels = pixels[..., : pixels.shape[-1] - bool(image.has_alpha)]
    if pixels.ndim == 3 and pixels.shape[-1] == 1:
        pixels = pixels[..., 0]
    y, x = (max(0, (length - most) // 2) for length in pixels.shape[:2])
    pixels = pixels[y : y + most, x : x + most]
    if gray and pixels.ndim == 3:
        pixels = np.rint(pixels @ [0.299, 0.587, 0.114]).astype(np.uint8)
    return np.ascontiguousarray(pixels)


def with_noise(photo: np.ndarray, sigma: float, seed: int) -> np.ndarray:
    """Add Gaussian noise, which depends on the seed alone."""
    noise = np.random.default_rng([round(sigma), seed]).normal(0.0, sigma, photo.shape)
    return np.clip(np.rint(photo + noise), 0, 255).astype(np.uint8)


def psnr(image: np.ndarray, photo: np.ndarray) -> float:
    """Return the peak signal-to-noise ratio in dB."""
    difference = image.astype(np.float64) - photo
    return float(-10 * np.log10(np.mean(difference**2) / 255**2))


def plane_list(image: np.ndarray) -> list[np.ndarray]:
    """Return the channels."""
    planes = [image] if image.ndim == 2 else [image[..., c] for c in range(image.shape[-1])]
    return [plane.astype(np.float64) for plane in planes]


def median_of(differences: np.ndarray, gain: float, counts: np.ndarray) -> float:
    """Return the standard deviation of noise whose differences are larger by `gain`."""
    return float(np.median(np.abs(differences[counts])) / 0.6745 / gain)


def laplacian_median(plane: np.ndarray) -> float:
    """Return another estimate: of all second differences but those of flat and clipped parts."""
    windows = np.lib.stride_tricks.sliding_window_view(plane, (3, 3))
    kernel = np.outer([1, -2, 1], [1, -2, 1])
    low, high = windows.min((2, 3)), windows.max((2, 3))
    counts = (low > 0) & (high < 255) & (low < high)
    return median_of(np.einsum("yxij,ij->yx", windows, kernel), 6.0, counts)


def haar_median(plane: np.ndarray) -> float:
    """Return a third one: of the diagonal band of the Haar wavelet."""
    a, b, c, d = (
        plane[y : plane.shape[0] // 2 * 2 : 2, x : plane.shape[1] // 2 * 2 : 2]
        for y in (0, 1)
        for x in (0, 1)
    )
    counts = np.minimum(np.minimum(a, b), np.minimum(c, d)) > 0
    counts &= np.maximum(np.maximum(a, b), np.maximum(c, d)) < 255
    return median_of(a - b - c + d, 2.0, counts)


def mean_square(values: list[float]) -> float:
    """Return the root of the mean square."""
    return float(np.sqrt(np.mean(np.square(values))))


class Curve:
    """The PSNR over sigma_range."""

    def __init__(self, photo: np.ndarray, noisy: np.ndarray, sigma: float, options: dict) -> None:
        octaves = np.log2(MOST / LEAST)
        self.logs = (
            np.log2(LEAST * sigma / 255)
            + np.arange(int(octaves * STEPS_PER_OCTAVE) + 1) / STEPS_PER_OCTAVE
        )
        self.values = [
            psnr(sv.bilateral(noisy, sigma_range=float(2**log), **options), photo)
            for log in self.logs
        ]
        i = int(np.argmax(self.values))
        self.best, self.is_at_end = float(self.logs[i]), i in (0, len(self.logs) - 1)
        if not self.is_at_end:
            before, top, after = self.values[i - 1 : i + 2]
            offset = 0.5 * (before - after) / (before - 2 * top + after)
            self.best += offset / STEPS_PER_OCTAVE
        self.top = max(self.values)


def rows_of(path: pathlib.Path, o: argparse.Namespace) -> list[tuple[float, float]]:
    """Print the rows of a photo, and return the ratio and the loss of each."""
    photo = photo_of(path, o.gray, o.most)
    result = []
    for sigma in o.noise:
        noisy = with_noise(photo, sigma, len(path.stem))
        axis = -1 if photo.ndim == 3 else None
        noise = sv.estimate_noise(noisy, norm=o.norm, channel_axis=axis)
        ratios, losses, bests = [], [], []
        for sigma_space in o.sigma_space:
            options = {
                "sigma_space": sigma_space,
                "norm": o.norm,
                "channel_axis": axis,
                "device": "cpu",
            }
            curve = Curve(photo, noisy, sigma, options)
            automatic = noise.sigma_range(sigma_space)
            reached = psnr(sv.bilateral(noisy, sigma_range=automatic, **options), photo)
            ratios.append(automatic / 2**curve.best)
            losses.append(max(0.0, curve.top - reached))
            bests.append(f"{2**curve.best * 255:.1f}{'*' if curve.is_at_end else ''}")
        others = [
            mean_square([estimate(plane) for plane in plane_list(noisy)])
            for estimate in (laplacian_median, haar_median)
        ]
        found = mean_square(noise.sigma) * 255
        print(
            f"| {path.stem} | {sigma:g} | {found:.1f} | {others[0]:.1f} | {others[1]:.1f} "
            f"| {noise.contrast * 255:.0f} | {', '.join(bests)} "
            f"| {', '.join(f'{ratio:.2f}' for ratio in ratios)} "
            f"| {', '.join(f'{loss:.2f}' for loss in losses)} |",
            flush=True,
        )
        result += zip(ratios, losses, strict=True)
    return result


def main() -> None:
    """Print a table of all photos, and a summary."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("photos", nargs="+", type=pathlib.Path)
    parser.add_argument("--norm", default="l2")
    parser.add_argument("--gray", action="store_true", help="make the photos gray")
    parser.add_argument("--noise", nargs="+", type=float, default=[2, 5, 10, 15, 20, 25])
    parser.add_argument("--sigma-space", nargs="+", type=float, default=[2, 3, 4, 5])
    parser.add_argument("--most", type=int, default=1024, help="largest side, in pixels")
    o = parser.parse_args()
    spaces = ", ".join(f"{space:g}" for space in o.sigma_space)
    print(f"norm {o.norm}; columns with several values: sigma_space {spaces}\n")
    print(
        "| photo | noise | estimate | Laplacian | Haar | contrast | best sigma_range "
        "| automatic / best | dB lost |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    found = [row for path in o.photos for row in rows_of(path, o)]
    ratios, losses = zip(*found, strict=True)
    near = sum(abs(ratio - 1) <= 0.15 for ratio in ratios)
    print(
        f"\n{near} of {len(ratios)} within 15 %; ratio {min(ratios):.2f} to {max(ratios):.2f}, "
        f"median {statistics.median(ratios):.2f}; dB lost: mean {statistics.mean(losses):.3f}, "
        f"most {max(losses):.2f}"
    )


if __name__ == "__main__":
    main()
