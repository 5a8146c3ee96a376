/* SPDX-License-Identifier: Apache-2.0 */
/* Smooths an image file through the C interface.
 *   smooth_file IN OUT */

#include <selvage/io.h>
#include <stdio.h>

static selvage_status smooth(const selvage_image* photo, selvage_image* result,
                             selvage_error** error) {
  selvage_bilateral filter;
  selvage_const_view in;
  selvage_view out;
  selvage_inputs inputs;
  selvage_outputs outputs;
  selvage_engine* engine;
  selvage_status status;

  selvage_bilateral_init(&filter, sizeof filter);
  selvage_image_const_view(photo, &in, sizeof in);
  selvage_image_view(result, &out, sizeof out);
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

/* Saves the result with the metadata of the photo's file. */
static selvage_status save(const char* path, const selvage_image* result,
                           const selvage_image* photo, selvage_error** error) {
  selvage_const_view view;
  selvage_save_options options;
  selvage_image_const_view(result, &view, sizeof view);
  selvage_save_options_init(&options, sizeof options);
  options.source = photo;
  return selvage_save(path, &view, &options, error);
}

int main(int count, char** arguments) {
  selvage_image *photo = NULL, *result = NULL;
  selvage_error* error = NULL;
  selvage_const_view shape;
  selvage_status status;
  if (count != 3) {
    fputs("usage: smooth_file IN OUT\n", stderr);
    return 2;
  }
  status = selvage_image_load(arguments[1], NULL, &photo, &error);
  if (status == SELVAGE_OK) {
    selvage_image_const_view(photo, &shape, sizeof shape);
    status = selvage_image_new(shape.type, shape.width, shape.height, shape.channels, shape.alpha,
                               &result, &error);
  }
  if (status == SELVAGE_OK) status = smooth(photo, result, &error);
  if (status == SELVAGE_OK) status = save(arguments[2], result, photo, &error);
  if (status != SELVAGE_OK)
    fprintf(stderr, "smooth_file: %s\n%s\n", selvage_error_message(error),
            selvage_error_hint(error));
  selvage_error_free(error);
  selvage_image_free(result);
  selvage_image_free(photo);
  return status == SELVAGE_OK ? 0 : 1;
}
