// SPDX-License-Identifier: Apache-2.0
// Sums along rows, of products of the image and the guide (MODELS 0) or of models (1).
//   one group -> GROUP_WIDTH neighbours of a row, plane after plane
//   local     -> twice GROUP_WIDTH + 2 radius numbers: the numbers, and their sums of 2, 4, 8, ...
//   one item  -> one pixel of the grid
// The work for a number is log2 of the window, times 1 + 2 radius / GROUP_WIDTH.

KERNEL(GROUP_WIDTH, 1)
void guided_rows(GUIDED_PARAMETERS LOCAL_PARAM(Number, numbers)) {
  LOCAL_BODY(Number, numbers)
  const SelvageGuided* a = &args;
  FIND_IMAGES(a);
  RETURN_IF_NONE_LEFT(a);
  const int left = a->x0 + GROUP_X * GROUP_WIDTH, x = left + LOCAL_X, y = a->y0 + GROUP_Y;
  const int r = a->radius, count = GROUP_WIDTH + 2 * r;
  for (int plane = 0; plane < (MODELS ? MODEL_PLANES : PIXEL_PLANES); ++plane) {
    BARRIER();
    for (int i = LOCAL_X; i < count; i += GROUP_WIDTH) {
      const int column = left - r + i;
#if MODELS
      numbers[i] = column < a->x1 + r ? *number_at(scratch, &a->models, column, y, plane)
                                      : number(0.0f);
#else
      LinearPixel p;
      grid_pixel(in, mask, guide, a, column < a->x1 + r ? column : a->x0, y, &p);
      numbers[i] = plane_of(&p, plane);
#endif
    }
    BARRIER();
    const Number sum = sum_of_neighbours(numbers, numbers + count, LOCAL_X, LOCAL_X, 1, 2 * r + 1,
                                         count);
    if (x < a->x1)
      *number_at(scratch, MODELS ? &a->model_rows : &a->pixel_rows, x, y, plane) = sum;
  }
}
