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

/* Whether a file holds these bytes. */
static int has_bytes(const char* name, const unsigned char* bytes, size_t count) {
  char read[4096];
  size_t size = 0, i;
  FILE* const file = fopen(path_of(name), "rb");
  if (file) {
    size = fread(read, 1, sizeof read, file);
    fclose(file);
  }
  for (i = 0; i + count <= size; ++i)
    if (memcmp(read + i, bytes, count) == 0) return 1;
  return 0;
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

/* A file in memory is the one that is saved. */
static void test_encode(void) {
  static const unsigned char pixels[6] = {1, 2, 3, 4, 5, 6};
  selvage_const_view view;
  selvage_save_options options;
  selvage_bytes* bytes;
  selvage_image* image;
  selvage_error* error;
  selvage_status status;
  CHECK(selvage_const_view_init(&view, sizeof view, pixels, SELVAGE_U8, 2, 1, 3) == SELVAGE_OK);
  CHECK(selvage_save_options_init(&options, sizeof options) == SELVAGE_OK);
  status = selvage_encode(&view, &options, &bytes, &error);
  CHECK(bytes == NULL);
  CHECK_ERROR(status, SELVAGE_ERROR_INVALID_ARGUMENT, error, "");
  options.format = "png";
  CHECK_OK(selvage_encode(&view, &options, &bytes, &error), error);
  CHECK_OK(selvage_save(path_of("m.png"), &view, &options, &error), error);
  CHECK(selvage_bytes_size(bytes) > 40);
  CHECK(has_bytes("m.png", selvage_bytes_data(bytes), selvage_bytes_size(bytes)));
  CHECK_OK(selvage_image_decode(selvage_bytes_data(bytes), selvage_bytes_size(bytes), NULL, &image,
                                &error),
           error);
  selvage_bytes_free(bytes);
  CHECK(selvage_image_const_view(image, &view, sizeof view) == SELVAGE_OK);
  CHECK(memcmp(view.data, pixels, sizeof pixels) == 0);
  selvage_image_free(image);
  CHECK(selvage_bytes_data(NULL) == NULL && selvage_bytes_size(NULL) == 0);
  selvage_bytes_free(NULL);
  status = selvage_encode(NULL, &options, &bytes, &error);
  CHECK_ERROR(status, SELVAGE_ERROR_INVALID_ARGUMENT, error, "image is NULL");
}

/* A 2x1 TIFF of bytes with a pixel scale, a tie point, a key and a nodata value. */
static size_t write_geotiff(unsigned char* to) {
  static const unsigned short entries[][4] = {
      /* tag, type, count, value or offset */
      {256, 3, 1, 2},      {257, 3, 1, 1},     {258, 3, 1, 8},  {259, 3, 1, 1}, {262, 3, 1, 1},
      {273, 3, 1, 8},      {277, 3, 1, 1},     {278, 3, 1, 1},  {279, 3, 1, 2}, {33550, 12, 3, 184},
      {33922, 12, 6, 208}, {34735, 3, 4, 256}, {42113, 2, 3, 0}};
  static const double scale[3] = {30.0, 30.0, 0.0}, tie[6] = {0.0, 0.0, 0.0, 44.0, 37.0, 0.0};
  static const unsigned short keys[4] = {1, 1, 0, 0};
  const size_t count = sizeof entries / sizeof *entries;
  size_t i;
  memset(to, 0, 300);
  memcpy(to, "II*\0\012\0\0\0\003\004", 10); /* the samples 3 and 4 precede the directory */
  to[10] = (unsigned char)count;
  for (i = 0; i < count; ++i) {
    unsigned char* const at = to + 12 + 12 * i;
    size_t k;
    for (k = 0; k < 4; ++k) {
      at[k < 2 ? 2 * k : 4 * k - 4] = (unsigned char)(entries[i][k] & 255);
      at[(k < 2 ? 2 * k : 4 * k - 4) + 1] = (unsigned char)(entries[i][k] >> 8);
    }
  }
  memcpy(to + 12 + 12 * 12 + 8, "-9", 3);
  memcpy(to + 184, scale, sizeof scale);
  memcpy(to + 208, tie, sizeof tie);
  memcpy(to + 256, keys, sizeof keys);
  return 300;
}

/* The place of a result of the same size, and the nodata value of one of the same type. */
static void test_geotiff(void) {
  unsigned char file[300];
  const size_t bytes = write_geotiff(file);
  const unsigned short wide[2] = {1, 2};
  selvage_image *image, *back;
  selvage_const_view view;
  selvage_save_options options;
  selvage_error* error;
  CHECK_OK(selvage_image_decode(file, bytes, NULL, &image, &error), error);
  CHECK(strcmp(selvage_image_nodata(image), "-9") == 0);
  CHECK(selvage_image_const_view(image, &view, sizeof view) == SELVAGE_OK);
  CHECK(selvage_save_options_init(&options, sizeof options) == SELVAGE_OK);
  options.source = image;
  CHECK_OK(selvage_save(path_of("g.tif"), &view, &options, &error), error);
  CHECK(has_bytes("g.tif", &file[184], 24) && has_bytes("g.tif", &file[208], 48));
  back = loaded("g.tif");
  CHECK(strcmp(selvage_image_nodata(back), "-9") == 0);
  selvage_image_free(back);
  view.width = 1;
  CHECK_OK(selvage_save(path_of("g.tif"), &view, &options, &error), error);
  CHECK(!has_bytes("g.tif", &file[208], 48));
  back = loaded("g.tif");
  CHECK(strcmp(selvage_image_nodata(back), "-9") == 0);
  selvage_image_free(back);
  CHECK(selvage_const_view_init(&view, sizeof view, wide, SELVAGE_U16, 2, 1, 1) == SELVAGE_OK);
  CHECK_OK(selvage_save(path_of("g.tif"), &view, &options, &error), error);
  CHECK(has_bytes("g.tif", &file[208], 48));
  back = loaded("g.tif");
  CHECK(*selvage_image_nodata(back) == 0);
  selvage_image_free(back);
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
  CHECK(*selvage_image_nodata(NULL) == 0);
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
    test_encode();
    test_geotiff();
    test_pages();
    test_info();
    test_errors_of_files();
  }
  test_nothing();
  return end_of_checks();
}
