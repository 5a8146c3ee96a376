// SPDX-License-Identifier: Apache-2.0
// A group's values in the opposite order, through local memory.
KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void reversed(const GLOBAL float* RESTRICT in, GLOBAL float* RESTRICT out,
              ARGUMENTS(Amount, a) LOCAL_PARAM(float, values)) {
  LOCAL_BODY(float, values)
  const int x = GROUP_X * GROUP_WIDTH + LOCAL_X;
  values[LOCAL_X] = in[x];
  BARRIER();
  out[x] = a.factor * values[GROUP_WIDTH - 1 - LOCAL_X];
}
