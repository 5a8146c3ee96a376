# SPDX-License-Identifier: Apache-2.0
"""The frames of tools/render_scene: complete, repeatable, and true to the scene."""
import array
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

RENDER_SCENE = os.environ["RENDER_SCENE"]
WIDTH, HEIGHT = 32, 24
CHANNELS = {"noisy": 3, "reference": 3, "normals": 3, "depth": 1, "albedo": 3}

# The scene's own figures: camera (place and half the picture's height at distance 1), room.
EYE, HALF_HEIGHT = (0.0, 1.1, 2.5), 0.466
LOW, HIGH = (-1.5, 0.0, -1.5), (1.5, 2.25, 2.6)


def run(*arguments):
    return subprocess.run([RENDER_SCENE, *map(str, arguments)], capture_output=True, text=True,
                          check=False, timeout=100)


def pfm(path):
    """The size, and the pixels as tuples from the top row to the bottom row."""
    kind, size, scale, body = path.read_bytes().split(b"\n", 3)
    width, height = map(int, size.split())
    channels = {b"Pf": 1, b"PF": 3}[kind]
    samples = array.array("f", body)
    if (float(scale) < 0) != (sys.byteorder == "little"):
        samples.byteswap()
    pixels = [tuple(samples[i:i + channels]) for i in range(0, len(samples), channels)]
    rows = [pixels[y * width:(y + 1) * width] for y in range(height)]
    return (width, height, channels), [p for row in reversed(rows) for p in row]


def mean(pixels):
    return [math.fsum(channel) / len(pixels) for channel in zip(*pixels)]


def position(index, depth):
    """Where the ray through the centre of a pixel is at this depth."""
    pixel = 2 * HALF_HEIGHT / HEIGHT
    right = (index % WIDTH + 0.5 - WIDTH / 2) * pixel
    up = (HEIGHT / 2 - index // WIDTH - 0.5) * pixel
    return (EYE[0] + right * depth, EYE[1] + up * depth, EYE[2] - depth)


class Frames(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = pathlib.Path(temporary.name)
        for threads in (1, 3):
            done = run("--width", WIDTH, "--height", HEIGHT, "--samples", 2, "--reference", 64,
                       "--threads", threads, cls.folder / f"frames/{threads}")
            if done.returncode != 0:
                raise RuntimeError(done.stderr)
        cls.images = {name: pfm(cls.folder / f"frames/1/{name}.pfm")[1] for name in CHANNELS}

    def test_files_and_shapes(self):
        self.assertEqual({p.name for p in (self.folder / "frames/1").iterdir()},
                         {f"{name}.pfm" for name in CHANNELS})
        for name, channels in CHANNELS.items():
            shape, pixels = pfm(self.folder / f"frames/1/{name}.pfm")
            self.assertEqual(shape, (WIDTH, HEIGHT, channels), name)
            self.assertEqual(len(pixels), WIDTH * HEIGHT, name)

    def test_same_bytes_for_any_number_of_threads(self):
        for name in CHANNELS:
            one, three = ((self.folder / f"frames/{n}/{name}.pfm").read_bytes() for n in (1, 3))
            self.assertEqual(one, three, name)

    def test_buffers_agree_with_one_another_and_with_the_room(self):
        floor = 0
        for i, normal in enumerate(self.images["normals"]):
            (depth,) = self.images["depth"][i]
            self.assertAlmostEqual(math.hypot(*normal), 1, delta=1e-6, msg=f"pixel {i}")
            self.assertGreater(depth, 0, f"pixel {i}")
            place = position(i, depth)
            for low, here, high in zip(LOW, place, HIGH):
                self.assertTrue(low - 1e-5 <= here <= high + 1e-5, f"pixel {i} at {place}")
            towards_eye = math.fsum(n * (e - p) for n, e, p in zip(normal, EYE, place))
            self.assertGreater(towards_eye, 0, f"pixel {i}")
            floor += normal == (0, 1, 0) and abs(place[1]) < 1e-5
        self.assertGreater(floor, WIDTH)
        for albedo in self.images["albedo"]:
            self.assertTrue(all(0.1 < share < 0.9 for share in albedo), albedo)

    def test_the_mean_does_not_depend_on_the_number_of_samples(self):
        # The standard deviation of one sample is about its mean, so that of the mean over
        # 2 * 32 * 24 samples is below 3 % of it.
        for few, many in zip(mean(self.images["noisy"]), mean(self.images["reference"])):
            self.assertAlmostEqual(few, many, delta=0.05 * many)

    def test_more_samples_less_noise(self):
        # Neighbours of one surface differ by its shading and by noise, whose variance falls as
        # 1 / samples, here 32 times; 5 leaves room for the shading.
        normals, albedo = self.images["normals"], self.images["albedo"]
        alike = [i for i in range(WIDTH * HEIGHT - 1) if i % WIDTH < WIDTH - 1
                 and normals[i] == normals[i + 1] and albedo[i] == albedo[i + 1]]
        def variation(name):
            image = self.images[name]
            return math.fsum((image[i][1] - image[i + 1][1]) ** 2 for i in alike)
        self.assertGreater(variation("noisy"), 5 * variation("reference"))

    def test_walls_tint_what_is_beside_them(self):
        # The back wall is white all along; at the left it stands by the red wall.
        def back_wall(columns):
            pixels = [self.images["reference"][y * WIDTH + x] for y in range(7, 11) for x in columns]
            red, green, _ = mean(pixels)
            return red / green
        self.assertGreater(back_wall((7, 8)), 1.1 * back_wall((22, 23)))


class CommandLine(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def test_no_reference(self):
        done = run("--width", 3, "--height", 1, "--reference", 0, self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual({p.name for p in self.folder.iterdir()},
                         {f"{name}.pfm" for name in CHANNELS if name != "reference"})

    def test_the_reference_has_noise_of_its_own(self):
        done = run("--width", 8, "--height", 6, "--samples", 2, "--reference", 2, self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        noisy, reference = (pfm(self.folder / f"{n}.pfm")[1] for n in ("noisy", "reference"))
        self.assertFalse(set(noisy) & set(reference))

    def test_usage(self):
        for words in ([], ["--width", 0, self.folder], ["--samples", 0, self.folder],
                      ["--threads", 0, self.folder], ["--reference", -1, self.folder]):
            done = run(*words)
            self.assertEqual(done.returncode, 2, words)
            self.assertTrue(done.stderr)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_folder_that_cannot_be(self):
        (self.folder / "file").write_text("")
        done = run("--width", 3, "--height", 1, self.folder / "file" / "below")
        self.assertEqual(done.returncode, 1)
        self.assertTrue(done.stderr.startswith("render_scene: error: "), done.stderr)


if __name__ == "__main__":
    unittest.main()
