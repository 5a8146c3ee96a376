// SPDX-License-Identifier: Apache-2.0
// The images of a pass, and the chapter's constants. The output has a register number of its own
// (the chapter has t0 and u0): in SPIR-V both become bindings of one set, which must not collide.
Texture2D<float4> Input : register(t0);
RWTexture2D<float4> Output : register(u1);

#define RADIUS 3
#define TAPS 7
static const float RANGE_SIGMA = 0.051f;

static const float ROW_WEIGHTS[TAPS] = {0.030078323f, 0.104983664f, 0.222250419f, 0.285375187f,
                                        0.222250419f, 0.104983664f, 0.030078323f};

bool is_inside(int2 p) {
  uint width, height;
  Input.GetDimensions(width, height);
  return all(p >= 0) && p.x < (int)width && p.y < (int)height;
}

// Direct3D gives zeros outside a texture, Vulkan promises nothing.
float4 pixel_at(int2 p) {
  return is_inside(p) ? Input.Load(int3(p, 0)) : (float4)0.0f;
}

// Of each channel by its own difference.
float4 range_weights(float4 centre, float4 pixel) {
  const float4 delta = centre - pixel;
  return exp(-1.0f * delta * delta / (2.0f * RANGE_SIGMA * RANGE_SIGMA));
}
