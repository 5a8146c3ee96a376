/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SELVAGE_IO_H
#define SELVAGE_IO_H
/* Image files for C, in the library libselvage_io. The rules are those of selvage/selvage.h; which
 * formats there are, and what is kept of a file, stands in selvage/io.hpp and docs/metadata.md.
 * All functions may be called from any thread; a handle is used by one at a time. */
/* NOLINTBEGIN: C */

#include "selvage/selvage.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct selvage_load_options {
  size_t size;
  int64_t max_pixels; /* width * height; a larger image is SELVAGE_ERROR_LIMIT, before any work */
  int64_t max_side;   /* pixels, likewise */
  int32_t page;       /* of a file of several (TIFF), from 1; 0: a file of several is an error */
} selvage_load_options;
SELVAGE_API selvage_status selvage_load_options_init(selvage_load_options* options, size_t size);

/* ---- Images ---- */

/* Pixels of the library's: channels side by side, without gaps; and what their file said. */
typedef struct selvage_image selvage_image;
/* Reads "photo.png", "-" (standard input) or a layer, "frame.exr:N"; `options` may be NULL. The
 * format comes from the content, never from the name. */
SELVAGE_API selvage_status selvage_image_load(const char* path, const selvage_load_options* options,
                                              selvage_image** image, selvage_error** error);
/* The same of a file's bytes in memory, of one page. */
SELVAGE_API selvage_status selvage_image_decode(const void* bytes, size_t count,
                                                const selvage_load_options* options,
                                                selvage_image** image, selvage_error** error);
/* Room for a result; the pixels are not set. `type`: SELVAGE_U8, ... */
SELVAGE_API selvage_status selvage_image_new(int32_t type, int32_t width, int32_t height,
                                             int32_t channels, int32_t alpha, selvage_image** image,
                                             selvage_error** error);
/* Its pixels, for as long as the image lives. */
SELVAGE_API selvage_status selvage_image_view(selvage_image* image, selvage_view* view,
                                              size_t size);
SELVAGE_API selvage_status selvage_image_const_view(const selvage_image* image,
                                                    selvage_const_view* view, size_t size);
SELVAGE_API const char* selvage_image_format(const selvage_image* image); /* "png"; "": no file */
/* Truth: colours are multiplied by alpha (OpenEXR). */
SELVAGE_API int32_t selvage_image_premultiplied(const selvage_image* image);
/* Warnings about the file's metadata, for people. */
SELVAGE_API size_t selvage_image_note_count(const selvage_image* image);
SELVAGE_API const char* selvage_image_note(const selvage_image* image, size_t i);
SELVAGE_API void selvage_image_free(selvage_image* image);

/* ---- Saving ---- */

typedef struct selvage_save_options {
  size_t size;
  const char* format; /* "png", ".png"; NULL: by the name's extension. "-" needs it */
  /* The image that was filtered: its file's metadata and full scale go along, and colours that are
   * multiplied by alpha become what the format means. NULL: none. */
  const selvage_image* source;
  int32_t quality;   /* of JPEG, 1..100 */
  int32_t overwrite; /* truth; 0: a file that exists is SELVAGE_ERROR_OUTPUT */
  int32_t threads;   /* that compress a PNG, at most 8 are used; 0: as many as the machine has */
} selvage_save_options;
/* Quality 95, overwrites, one thread. */
SELVAGE_API selvage_status selvage_save_options_init(selvage_save_options* options, size_t size);

/* Writes "smooth.png" or "-" (standard output); `options` may be NULL. The name holds the old file
 * or the whole new one, never a part. */
SELVAGE_API selvage_status selvage_save(const char* path, const selvage_const_view* image,
                                        const selvage_save_options* options, selvage_error** error);

/* ---- What a file's header says ---- */

/* Sizes, channels and type are as loading gives them. Nothing is decoded. */
typedef struct selvage_file_info selvage_file_info;
SELVAGE_API selvage_status selvage_file_info_new(const char* path,
                                                 const selvage_load_options* options,
                                                 selvage_file_info** info, selvage_error** error);
SELVAGE_API const char* selvage_file_info_format(const selvage_file_info* info); /* "png" */
SELVAGE_API int32_t selvage_file_info_width(const selvage_file_info* info);
SELVAGE_API int32_t selvage_file_info_height(const selvage_file_info* info);
SELVAGE_API int32_t selvage_file_info_channels(const selvage_file_info* info);
SELVAGE_API int32_t selvage_file_info_alpha(const selvage_file_info* info); /* truth */
SELVAGE_API int32_t selvage_file_info_type(const selvage_file_info* info);
SELVAGE_API int32_t selvage_file_info_file_bits(const selvage_file_info* info); /* of a sample */
SELVAGE_API int32_t selvage_file_info_pages(const selvage_file_info* info);
/* What may be asked for of an OpenEXR file: "N" is "frame.exr:N". */
SELVAGE_API size_t selvage_file_info_layer_count(const selvage_file_info* info);
SELVAGE_API const char* selvage_file_info_layer(const selvage_file_info* info, size_t i);
SELVAGE_API size_t selvage_file_info_note_count(const selvage_file_info* info);
SELVAGE_API const char* selvage_file_info_note(const selvage_file_info* info, size_t i);
SELVAGE_API void selvage_file_info_free(selvage_file_info* info);

#ifdef __cplusplus
}
#endif
/* NOLINTEND */

#endif
