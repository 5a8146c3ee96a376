// SPDX-License-Identifier: Apache-2.0
// Listing 10.2: see 02_gaussian_separable.cl.
#include "image.hlsli"
#include "rows.hlsli"

groupshared float4 points[ROW_SLOTS];

[numthreads(GROUP_WIDTH, GROUP_HEIGHT, 1)] void main(uint3 thread : SV_DispatchThreadID,
                                                     uint3 group : SV_GroupID,
                                                     uint item : SV_GroupIndex) {
  const int i = (int)item;
  points[i + RADIUS] = pixel_at((int2)thread.xy);
  if (i < 2 * RADIUS) points[end_slot(i)] = pixel_of_slot((int2)group.xy, end_slot(i));
  GroupMemoryBarrierWithGroupSync();
  if (!is_inside((int2)thread.xy)) return;

  float4 colour = (float4)0.0f;
  for (int k = 0; k < TAPS; ++k) colour += points[i + k] * ROW_WEIGHTS[k];
  Output[thread.xy] = colour;
}
