// SPDX-License-Identifier: Apache-2.0
// No rung: what the hardware's power makes of a negative base, for the table of faults. The document
// says that it did not work for the squares of differences, and not why.
//   one item -> the fast square of -(item + 1) / 256

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void fast_power(GLOBAL float* out, ARGUMENTS(StaalArguments, args)) {
  const int index = GROUP_X * GROUP_WIDTH + LOCAL_X;
  if (index >= args.width) return;
  out[index] = FAST_POW(-(float)(index + 1) / 256.0f, args.two);
}
