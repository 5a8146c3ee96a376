// SPDX-License-Identifier: Apache-2.0
// Listing 10.1: see 01_gaussian_brute.cl.
#include "image.hlsli"
#include "square.hlsli"

[numthreads(GROUP, GROUP, 1)] void main(uint3 thread : SV_DispatchThreadID) {
  if (!is_inside((int2)thread.xy)) return;
  const int2 first = (int2)thread.xy - RADIUS;
  float4 colour = (float4)0.0f;
  for (int x = 0; x < TAPS; ++x)
    for (int y = 0; y < TAPS; ++y) colour += pixel_at(first + int2(x, y)) * SQUARE_WEIGHTS[x][y];
  Output[thread.xy] = colour;
}
