// SPDX-License-Identifier: Apache-2.0
// Listing 10.3: see 03_gaussian_cached.cl.
#include "image.hlsli"
#include "rows.hlsli"

groupshared float4 products[ROW_SLOTS][RADIUS];

void share(int slot, float4 pixel) {
  for (int k = 0; k < RADIUS; ++k) products[slot][k] = pixel * ROW_WEIGHTS[k];
}

[numthreads(GROUP_WIDTH, GROUP_HEIGHT, 1)] void main(uint3 thread : SV_DispatchThreadID,
                                                     uint3 group : SV_GroupID,
                                                     uint item : SV_GroupIndex) {
  const int i = (int)item;
  const float4 own = pixel_at((int2)thread.xy);
  share(i + RADIUS, own);
  if (i < 2 * RADIUS) share(end_slot(i), pixel_of_slot((int2)group.xy, end_slot(i)));
  GroupMemoryBarrierWithGroupSync();
  if (!is_inside((int2)thread.xy)) return;

  float4 colour = products[i][0];
  colour += products[i + 1][1];
  colour += products[i + 2][2];
  colour += own * ROW_WEIGHTS[3];
  colour += products[i + 4][2];
  colour += products[i + 5][1];
  colour += products[i + 6][0];
  Output[thread.xy] = colour;
}
