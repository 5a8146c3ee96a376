// SPDX-License-Identifier: Apache-2.0
// The range's weight, computed at every tap as in the listings: a division and a full exponential.
//   RANGE_SIGMA   0.051f in the chapter
DEVICE float range_weight(float delta) {
  return EXP(-1.0f * delta * delta / (2.0f * RANGE_SIGMA * RANGE_SIGMA));
}

// Of each channel by its own difference.
DEVICE float4 range_weights(float4 centre, float4 sample) {
  return MAKE_FLOAT4(range_weight(centre.x - sample.x), range_weight(centre.y - sample.y),
                     range_weight(centre.z - sample.z), range_weight(centre.w - sample.w));
}
