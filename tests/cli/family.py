# SPDX-License-Identifier: Apache-2.0
"""Helpers that the suites of the other filters share: tiny images and a verb's samples."""

import tool

NINE = [[10, 20, 30], [40, 60, 60], [70, 80, 90]]


class FamilyTest(tool.ToolTest):
    def setUp(self):
        super().setUp()
        self.write("nine.pgm", tool.pgm(NINE))
        self.write("flat.pgm", tool.pgm([[100] * 7 for _ in range(5)]))
        self.write("step.pgm", tool.pgm([[50] * 4 + [60] * 4 for _ in range(6)]))
        self.write("color.ppm", tool.ppm([[(100, 150, 200)] * 4 for _ in range(3)]))
        dot = [[0] * 5 for _ in range(5)]
        dot[2][2] = 160
        self.write("dot.pgm", tool.pgm(dot))

    def samples(self, *arguments):
        """Runs a verb on an input with options and returns the result, within 0.02 steps before rounding."""
        self.ok(arguments[0], arguments[1], "out.pgm", "-f", "--exact", *arguments[2:])
        return tool.pnm_samples(self.read("out.pgm"))[3]
