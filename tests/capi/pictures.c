/* SPDX-License-Identifier: Apache-2.0 */
#include "tests.h"

static unsigned next(unsigned* state) {
  *state = *state * 1664525u + 1013904223u;
  return *state >> 16;
}

/* A step with noise on it: there is an edge to keep. */
static void fill(unsigned char* bytes, int count, int row, unsigned* state) {
  int i;
  for (i = 0; i < count; ++i)
    bytes[i] = (unsigned char)((i % row > row / 2 ? 150 : 60) + (int)(next(state) % 64));
}

void draw(pictures* p, unsigned seed) {
  unsigned state = seed;
  int i;
  fill(p->image, WIDTH * HEIGHT * 4, WIDTH * 4, &state);
  fill(p->small, SMALL_WIDTH * SMALL_HEIGHT * 4, SMALL_WIDTH * 4, &state);
  fill(p->guide, WIDTH * HEIGHT * 3, WIDTH * 3, &state);
  for (i = 0; i < WIDTH * HEIGHT; ++i) {
    p->mask[i] = next(&state) % 8 != 0;
    p->normals[3 * i] = next(&state) % 9 == 0 ? 1.0f : 0.0f;
    p->normals[3 * i + 1] = 0.0f;
    p->normals[3 * i + 2] = 1.0f;
    p->depth[i] = i % WIDTH > 20 ? 4.0f : 2.0f;
  }
}
