/* SPDX-License-Identifier: Apache-2.0 */
/* Files through the C interface: capi_files_test FOLDER (which exists). */
#include <selvage/io.h>
#include <stdio.h>
#include <string.h>

#include "two_pages.h"

static const char* folder;

/* "FOLDER/NAME", until the next call but one. */
static const char* path_of(const char* name) {
  static char paths[2][4096];
  static int next = 0;
  next = 1 - next;
  snprintf(paths[next], sizeof paths[next], "%s/%s", folder, name);
  return paths[next];
}

static selvage_image* loaded(const char* name) {
  selvage_image* image;
  selvage_error* error;
  CHECK_OK(selvage_image_load(path_of(name), NULL, &image, &error), error);
  return image;
}

/* A 3x2 RGBA image that is saved; returns it. */
static selvage_image* made(const char* name) {
  selvage_image* image;
  selvage_error* error;
  selvage_view view;
  selvage_const_view shown;
  int i;
  CHECK_OK(selvage_image_new(SELVAGE_U8, 3, 2, 4, 1, &image, &error), error);
  CHECK(selvage_image_view(image, &view, sizeof view) == SELVAGE_OK);
  CHECK(view.size == sizeof view && view.width == 3 && view.height == 2 && view.channels == 4);
  CHECK(view.alpha == 1 && view.batch == 1 && view.pixel_stride == 4);
  for (i = 0; i < 24; ++i) ((unsigned char*)view.data)[i] = (unsigned char)(10 * i);
  CHECK(selvage_image_const_view(image, &shown, sizeof shown) == SELVAGE_OK);
  CHECK(shown.data == view.data && shown.alpha == 1);
  CHECK_OK(selvage_save(path_of(name), &shown, NULL, &error), error);
  return image;
}

static void test_round_trip(void) {
  selvage_image* image = made("a.png");
  selvage_image* again = loaded("a.png");
  selvage_const_view a, b;
  selvage_view small;
  CHECK(selvage_image_const_view(image, &a, sizeof a) == SELVAGE_OK);
  CHECK(selvage_image_const_view(again, &b, sizeof b) == SELVAGE_OK);
  CHECK(b.type == SELVAGE_U8 && b.width == 3 && b.height == 2 && b.channels == 4 && b.alpha == 1);
  CHECK(memcmp(a.data, b.data, 24) == 0);
  CHECK(strcmp(selvage_image_format(again), "png") == 0 && *selvage_image_format(image) == 0);
  CHECK(selvage_image_premultiplied(again) == 0 && selvage_image_note_count(again) == 0);
  CHECK(*selvage_image_note(again, 0) == 0);
  CHECK(selvage_image_view(image, &small, 8) == SELVAGE_ERROR_INVALID_ARGUMENT);
  CHECK(selvage_image_view(image, NULL, sizeof small) == SELVAGE_ERROR_INVALID_ARGUMENT);
  selvage_image_free(again);
  selvage_image_free(image);
}

static void test_save_options(void) {
  selvage_image* image = made("b.png");
  selvage_save_options options;
  selvage_const_view view;
  selvage_error* error;
  selvage_status status;
  CHECK(selvage_image_const_view(image, &view, sizeof view) == SELVAGE_OK);
  CHECK(selvage_save_options_init(&options, sizeof options) == SELVAGE_OK);
  CHECK(options.quality == 95 && options.overwrite == 1 && options.threads == 1);
  options.overwrite = 0;
  status = selvage_save(path_of("b.png"), &view, &options, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_OUTPUT, error, "b.png");
  options.format = "pam";
  CHECK_OK(selvage_save(path_of("b.bin"), &view, &options, &error), error);
  options.format = NULL;
  status = selvage_save(path_of("c.bin"), &view, &options, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_INVALID_ARGUMENT, error, "unknown format");
  options.quality = 0;
  status = selvage_save(path_of("c.png"), &view, &options, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_INVALID_ARGUMENT, error, "quality 0 is outside 1..100");
  options.size = 8;
  status = selvage_save(path_of("c.png"), &view, &options, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_INVALID_ARGUMENT, error, "save options: size 8");
  view.data = NULL;
  status = selvage_save(path_of("c.png"), &view, NULL, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_INVALID_ARGUMENT, error, "there is no image");
  status = selvage_save(path_of("c.png"), NULL, NULL, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_INVALID_ARGUMENT, error, "image is NULL");
  status = selvage_save(NULL, &view, NULL, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_INVALID_ARGUMENT, error, "path is NULL");
  selvage_image_free(image);
}

/* What a file said goes along: here a full scale of 1023. */
static void test_source(void) {
  static const char pgm[] = "P5 1 1 1023\n\002\001";
  char head[16] = "";
  selvage_image* image;
  selvage_const_view view;
  selvage_save_options options;
  selvage_error* error;
  FILE* file;
  CHECK_OK(selvage_image_decode(pgm, sizeof pgm - 1, NULL, &image, &error), error);
  CHECK(selvage_image_const_view(image, &view, sizeof view) == SELVAGE_OK);
  CHECK(view.type == SELVAGE_U16 && view.channels == 1 && view.alpha == 0);
  CHECK(selvage_save_options_init(&options, sizeof options) == SELVAGE_OK);
  options.source = image;
  CHECK_OK(selvage_save(path_of("s.pgm"), &view, &options, &error), error);
  file = fopen(path_of("s.pgm"), "rb");
  CHECK(file && fread(head, 1, 15, file) == 14);
  CHECK(memcmp(head, "P5\n1 1\n1023\n\002\001", 14) == 0);
  if (file) fclose(file);
  selvage_image_free(image);
}

static void test_pages(void) {
  selvage_load_options options;
  selvage_image* image;
  selvage_file_info* info;
  selvage_const_view view;
  selvage_error* error;
  selvage_status status;
  CHECK(write_two_pages(path_of("p.tif")));
  status = selvage_image_load(path_of("p.tif"), NULL, &image, &error);
  CHECK(image == NULL);
  CHECK_ERROR(status, SELVAGE_ERROR_INPUT, error, "has 2 pages");
  CHECK(selvage_load_options_init(&options, sizeof options) == SELVAGE_OK);
  CHECK(options.page == 0 && options.max_side == 1 << 20 && options.max_pixels == 1 << 30);
  options.page = 2;
  CHECK_OK(selvage_image_load(path_of("p.tif"), &options, &image, &error), error);
  CHECK(selvage_image_const_view(image, &view, sizeof view) == SELVAGE_OK);
  CHECK(view.width == 5 && *(const unsigned char*)view.data == 2);
  CHECK(strcmp(selvage_image_format(image), "tiff") == 0);
  selvage_image_free(image);
  CHECK_OK(selvage_file_info_new(path_of("p.tif"), &options, &info, &error), error);
  CHECK(selvage_file_info_width(info) == 5 && selvage_file_info_pages(info) == 2);
  selvage_file_info_free(info);
  options.page = 3;
  status = selvage_image_load(path_of("p.tif"), &options, &image, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_INVALID_ARGUMENT, error, "has 2 pages, not 3");
  options.page = -1;
  status = selvage_file_info_new(path_of("p.tif"), &options, &info, &error);
  CHECK(info == NULL);
  CHECK_ERROR(status, SELVAGE_ERROR_INVALID_ARGUMENT, error, "page -1 is below 0");
  options.page = 2;
  status = selvage_image_decode("P5 1 1 255\n!", 12, &options, &image, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_UNSUPPORTED, error, "in memory");
}

static void test_info(void) {
  selvage_image* image = made("i.png");
  selvage_file_info* info;
  selvage_error* error;
  CHECK_OK(selvage_file_info_new(path_of("i.png"), NULL, &info, &error), error);
  CHECK(strcmp(selvage_file_info_format(info), "png") == 0);
  CHECK(selvage_file_info_width(info) == 3 && selvage_file_info_height(info) == 2);
  CHECK(selvage_file_info_channels(info) == 4 && selvage_file_info_alpha(info) == 1);
  CHECK(selvage_file_info_type(info) == SELVAGE_U8 && selvage_file_info_file_bits(info) == 8);
  CHECK(selvage_file_info_pages(info) == 1);
  CHECK(selvage_file_info_layer_count(info) == 0 && *selvage_file_info_layer(info, 0) == 0);
  CHECK(selvage_file_info_note_count(info) == 0 && *selvage_file_info_note(info, 0) == 0);
  selvage_file_info_free(info);
  selvage_image_free(image);
}

static void test_errors_of_files(void) {
  selvage_image* image = made("e.png");
  selvage_load_options options;
  selvage_error* error;
  selvage_status status;
  CHECK(selvage_load_options_init(&options, sizeof options) == SELVAGE_OK);
  selvage_image_free(image);
  status = selvage_image_load(path_of("missing.png"), NULL, &image, &error);
  CHECK(image == NULL);
  CHECK_ERROR(status, SELVAGE_ERROR_INPUT, error, "missing.png");
  status = selvage_image_load(NULL, NULL, &image, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_INVALID_ARGUMENT, error, "path is NULL");
  status = selvage_image_load(path_of("e.png"), NULL, NULL, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_INVALID_ARGUMENT, error, "image is NULL");
  options.max_pixels = 5;
  status = selvage_image_load(path_of("e.png"), &options, &image, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_LIMIT, error, "the limit is 5");
  options.size = 4;
  status = selvage_image_load(path_of("e.png"), &options, &image, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_INVALID_ARGUMENT, error, "load options: size 4");
  status = selvage_image_decode("nonsense", 8, NULL, &image, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_INPUT, error, "");
  status = selvage_image_decode(NULL, 0, NULL, &image, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_INVALID_ARGUMENT, error, "bytes is NULL");
  status = selvage_image_new(4, 1, 1, 1, 0, &image, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_INVALID_ARGUMENT, error, "type 4 is outside 0..3");
  status = selvage_image_new(SELVAGE_U8, 0, 1, 1, 0, &image, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_INVALID_ARGUMENT, error, "");
  CHECK(selvage_image_load(path_of("missing.png"), NULL, &image, NULL) == SELVAGE_ERROR_INPUT);
}

static void test_nothing(void) {
  selvage_view view;
  selvage_image_free(NULL);
  selvage_file_info_free(NULL);
  CHECK(*selvage_image_format(NULL) == 0 && selvage_image_premultiplied(NULL) == 0);
  CHECK(selvage_image_note_count(NULL) == 0 && *selvage_image_note(NULL, 0) == 0);
  CHECK(selvage_image_view(NULL, &view, sizeof view) == SELVAGE_ERROR_INVALID_ARGUMENT);
  CHECK(*selvage_file_info_format(NULL) == 0 && selvage_file_info_width(NULL) == 0);
  CHECK(selvage_file_info_pages(NULL) == 0 && *selvage_file_info_layer(NULL, 0) == 0);
}

int main(int count, char** arguments) {
  CHECK(count == 2);
  if (count == 2) {
    folder = arguments[1];
    remove(path_of("b.bin")); /* of the last time */
    test_round_trip();
    test_save_options();
    test_source();
    test_pages();
    test_info();
    test_errors_of_files();
  }
  test_nothing();
  return end_of_checks();
}
