// SPDX-License-Identifier: Apache-2.0
// Listing 10.4: see 04_bilateral_brute.cl.
#include "image.hlsli"
#include "square.hlsli"

[numthreads(GROUP, GROUP, 1)] void main(uint3 thread : SV_DispatchThreadID) {
  if (!is_inside((int2)thread.xy)) return;
  const int2 first = (int2)thread.xy - RADIUS;
  const float4 centre = pixel_at((int2)thread.xy);
  float4 colour = (float4)0.0f;
  float4 weight = (float4)0.0f;
  for (int x = 0; x < TAPS; ++x)
    for (int y = 0; y < TAPS; ++y) {
      const float4 pixel = pixel_at(first + int2(x, y));
      const float4 range = range_weights(centre, pixel);
      colour += pixel * range * SQUARE_WEIGHTS[x][y];
      weight += range * SQUARE_WEIGHTS[x][y];
    }
  Output[thread.xy] = colour / weight;
}
