// SPDX-License-Identifier: Apache-2.0
// Of each value its square times a table's entry and a factor; the group it was computed in in z is added.
KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void scaled(const GLOBAL float* RESTRICT in, GLOBAL float* RESTRICT out, ARGUMENTS(Amount, a)) {
  const int x = GROUP_X * GROUP_WIDTH + LOCAL_X, y = GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (x >= a.width || y >= a.height) return;
  const int at = y * a.width + x;
  if (GROUP_Z == DEPTH - 1) out[at] = TABLE[x % 3] * a.factor * POW(in[at], 2.0f) + (float)GROUP_Z;
}
