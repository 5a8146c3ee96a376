/* SPDX-License-Identifier: Apache-2.0 */
/* Smooths an 8-bit binary PGM or PPM through the C interface.
 *   smooth_pnm < in.ppm > out.ppm */

#include <selvage/selvage.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct picture {
  int width, height, channels;
  unsigned char* samples;
} picture;

/* Reads a header without comments, and the samples. Returns 0 for any other input. */
static int read_picture(FILE* file, picture* p) {
  char kind;
  size_t bytes;
  if (fscanf(file, "P%c %d %d 255", &kind, &p->width, &p->height) != 3) return 0;
  if ((kind != '5' && kind != '6') || p->width < 1 || p->height < 1) return 0;
  if (p->width > 30000 || p->height > 30000 || fgetc(file) == EOF) return 0;
  p->channels = kind == '5' ? 1 : 3;
  bytes = (size_t)p->width * (size_t)p->height * (size_t)p->channels;
  p->samples = (unsigned char*)malloc(bytes);
  return p->samples && fread(p->samples, 1, bytes, file) == bytes;
}

/* Filters the image in place. */
static selvage_status smooth(const picture* p, selvage_error** error) {
  selvage_bilateral filter;
  selvage_const_view in;
  selvage_view out;
  selvage_inputs inputs;
  selvage_outputs outputs;
  selvage_engine* engine;
  selvage_status status;

  selvage_bilateral_init(&filter, sizeof filter);
  filter.sigma_space = 5.0f;
  selvage_const_view_init(&in, sizeof in, p->samples, SELVAGE_U8, p->width, p->height, p->channels);
  selvage_view_init(&out, sizeof out, p->samples, SELVAGE_U8, p->width, p->height, p->channels);
  selvage_inputs_init(&inputs, sizeof inputs);
  inputs.image = &in;
  selvage_outputs_init(&outputs, sizeof outputs);
  outputs.image = &out;

  status = selvage_engine_new("auto", NULL, &engine, error);
  if (status != SELVAGE_OK) return status;
  status = selvage_run(engine, &filter, &inputs, &outputs, NULL, NULL, NULL, NULL, error);
  selvage_engine_free(engine);
  return status;
}

int main(void) {
  picture p = {0, 0, 0, NULL};
  selvage_error* error = NULL;
  int failed = 1;
  if (!read_picture(stdin, &p)) {
    fputs("smooth_pnm: standard input is not a binary PGM or PPM of 8 bits\n", stderr);
  } else if (smooth(&p, &error) != SELVAGE_OK) {
    fprintf(stderr, "smooth_pnm: %s\n%s\n", selvage_error_message(error),
            selvage_error_hint(error));
    selvage_error_free(error);
  } else {
    printf("P%c\n%d %d\n255\n", p.channels == 1 ? '5' : '6', p.width, p.height);
    fwrite(p.samples, (size_t)p.channels, (size_t)p.width * (size_t)p.height, stdout);
    failed = fflush(stdout) != 0 || ferror(stdout);
  }
  free(p.samples);
  return failed;
}
