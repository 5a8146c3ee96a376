# SPDX-License-Identifier: Apache-2.0
"""Helpers for streams of frames: Y4M videos in memory, and a test that filters them."""

import struct

import tool

STEPS = {"420": (2, 2), "422": (2, 1), "444": (1, 1), "411": (4, 1), "mono": None}


def up(a, b):
    return -(-a // b)


class Video:
    """A Y4M video in memory; `frames` holds bytes."""

    def __init__(self, space, width, height, bits=8, rate="30:1"):
        self.space, self.width, self.height, self.bits = space, width, height, bits
        self.size = 1 if bits == 8 else 2
        deep = "" if bits == 8 else f"{'' if space == 'mono' else 'p'}{bits}"
        self.header = f"YUV4MPEG2 W{width} H{height} F{rate} Ip A1:1 C{space}{deep}\n".encode()
        self.luma = width * height
        steps = STEPS[space]
        self.chroma_size = (up(width, steps[0]), up(height, steps[1])) if steps else (0, 0)
        self.chroma = self.chroma_size[0] * self.chroma_size[1]
        self.frame_bytes = 6 + self.size * (self.luma + 2 * self.chroma)

    def frame(self, seed):
        """Returns the samples of Y, U and V: edges, slopes and noise."""
        top, state, samples = 2**self.bits - 1, seed * 7919 + 1, []
        for plane, (width, height) in enumerate([(self.width, self.height)] + 2 * [self.chroma_size]):
            for y in range(height):
                for x in range(width):
                    state = (state * 1103515245 + 12345) % 2**31
                    base = top // 2 if (x // 5 + y // 7 + plane + seed) % 2 else top // 8
                    samples.append(min(top, base + (top * ((x + y) % 16)) // 256 + state // 2**24 * top // 2048))
        return samples

    def coded(self, samples):
        return b"FRAME\n" + (bytes(samples) if self.size == 1 else struct.pack(f"<{len(samples)}H", *samples))

    def file(self, count, first=0):
        return self.header + b"".join(self.coded(self.frame(first + i)) for i in range(count))

    def frames(self, data):
        """Returns the samples of all frames of a file with this header."""
        header, body = data[:len(self.header)], data[len(self.header):]
        assert header == self.header, header
        assert len(body) % self.frame_bytes == 0, (len(body), self.frame_bytes)
        result = []
        for at in range(0, len(body), self.frame_bytes):
            assert body[at:at + 6] == b"FRAME\n"
            samples = body[at + 6:at + self.frame_bytes]
            result.append(list(samples) if self.size == 1 else
                          list(struct.unpack(f"<{len(samples) // 2}H", samples)))
        return result

    def planes(self, samples):
        return samples[:self.luma], samples[self.luma:self.luma + self.chroma], samples[self.luma + self.chroma:]


def pgm(width, height, samples, maxval=255):
    return tool.pgm([samples[i:i + width] for i in range(0, len(samples), width)], maxval)


def pam(width, height, channels, samples, maxval=255):
    size = 1 if maxval < 256 else 2
    return (b"P7\nWIDTH %d\nHEIGHT %d\nDEPTH %d\nMAXVAL %d\nENDHDR\n" % (width, height, channels, maxval) +
            b"".join(v.to_bytes(size, "big") for v in samples))


def pam_samples(data):
    return list(data[data.index(b"ENDHDR\n") + 7:])


class StreamTest(tool.ToolTest):
    def stream(self, data, *arguments, verb="bilateral"):
        """Filters standard input to standard output."""
        return self.ok(verb, "-", "-", *arguments, input=data, text=False).stdout

    def refused(self, code, data, *arguments, verb="bilateral", output="-"):
        return self.fails(code, verb, "-", output, *arguments, input=data, text=False)
