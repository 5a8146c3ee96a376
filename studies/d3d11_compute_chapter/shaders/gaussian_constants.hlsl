// SPDX-License-Identifier: Apache-2.0
// Listing 10.2 with its weights in a constant buffer: see 07_gaussian_constants.cl. An element of a
// constant buffer's array fills a register of four floats, of which the first counts.
#include "image.hlsli"
#include "rows.hlsli"

cbuffer Constants : register(b2) {
  float4 Weights[TAPS];
};

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
  for (int k = 0; k < TAPS; ++k) colour += points[i + k] * Weights[k].x;
  Output[thread.xy] = colour;
}
