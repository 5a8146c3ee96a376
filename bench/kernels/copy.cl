// SPDX-License-Identifier: Apache-2.0
// A copy on the device: what filters that are bound by memory are measured against.
//   one group -> 1024 vectors of 16 bytes
//   one item  -> four of them, 256 apart
// Arguments: how many there are.

KERNEL(256, 1)
void copy(const GLOBAL uint4* RESTRICT from, GLOBAL uint4* RESTRICT to, ARGUMENTS(i64, args)) {
  const i64 first = (i64)GROUP_X * 1024 + LOCAL_X;
  uint4 v[4];
  UNROLL for (int i = 0; i < 4; ++i)
    if (first + 256 * i < args) v[i] = from[first + 256 * i];
  UNROLL for (int i = 0; i < 4; ++i)
    if (first + 256 * i < args) to[first + 256 * i] = v[i];
}
