/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SELVAGE_IO_H
#define SELVAGE_IO_H
/* Image files for C, in the library libselvage_io. The rules of selvage/selvage.h apply;
 * selvage/io.hpp and docs/metadata.md list the formats and the metadata that is kept. All functions
 * may be called from any thread; use a handle from one thread at a time. */
/* NOLINTBEGIN: C */

#include "selvage/selvage.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct selvage_load_options {
  size_t size;
  int64_t max_pixels; /* width * height; a larger image fails early with SELVAGE_ERROR_LIMIT */
  int64_t max_side;   /* pixels, likewise */
  int32_t page;       /* page to load, from 1 (TIFF); 0: a file with several pages is an error */
} selvage_load_options;
SELVAGE_API selvage_status selvage_load_options_init(selvage_load_options* options, size_t size);

/* ---- Images ---- */

/* An image that the library owns: interleaved pixels without gaps, and the file's metadata. */
typedef struct selvage_image selvage_image;
/* Reads "photo.png", "-" (standard input) or a layer, "frame.exr:N"; `options` may be NULL. The
 * content decides the format, never the name. */
SELVAGE_API selvage_status selvage_image_load(const char* path, const selvage_load_options* options,
                                              selvage_image** image, selvage_error** error);
/* Reads a single-page file from memory. */
SELVAGE_API selvage_status selvage_image_decode(const void* bytes, size_t count,
                                                const selvage_load_options* options,
                                                selvage_image** image, selvage_error** error);
/* Makes an image for a result, with uninitialised pixels. `type`: SELVAGE_U8, ... */
SELVAGE_API selvage_status selvage_image_new(int32_t type, int32_t width, int32_t height,
                                             int32_t channels, int32_t alpha, selvage_image** image,
                                             selvage_error** error);
/* Return views of the pixels, valid as long as the image lives. */
SELVAGE_API selvage_status selvage_image_view(selvage_image* image, selvage_view* view,
                                              size_t size);
SELVAGE_API selvage_status selvage_image_const_view(const selvage_image* image,
                                                    selvage_const_view* view, size_t size);
SELVAGE_API const char* selvage_image_format(const selvage_image* image); /* "png"; "": no file */
/* Nonzero: colours are multiplied by alpha (OpenEXR). */
SELVAGE_API int32_t selvage_image_premultiplied(const selvage_image* image);
/* The nodata value of a GeoTIFF as text, "-9999"; "": none. Filters do not ignore it
 * unless it is their `invalid`. */
SELVAGE_API const char* selvage_image_nodata(const selvage_image* image);
/* Warnings about the file's metadata, for people. */
SELVAGE_API size_t selvage_image_note_count(const selvage_image* image);
SELVAGE_API const char* selvage_image_note(const selvage_image* image, size_t i);
SELVAGE_API void selvage_image_free(selvage_image* image);

/* ---- Saving ---- */

typedef struct selvage_save_options {
  size_t size;
  const char* format; /* "png", ".png"; NULL: by the path's extension; required for "-" */
  /* The image that was filtered: its file's metadata and full scale are carried over, and colours
   * multiplied by alpha are converted to the format's convention. Georeferencing is kept for
   * results of its size, a nodata value for those of its type. NULL: none. */
  const selvage_image* source;
  int32_t quality;   /* of JPEG and WebP, 1..100 */
  int32_t overwrite; /* 0: SELVAGE_ERROR_OUTPUT if the file exists */
  int32_t threads;   /* threads that compress a PNG, at most 8; 0: as many as the machine has */
} selvage_save_options;
/* The defaults: quality 95, overwriting, one thread. */
SELVAGE_API selvage_status selvage_save_options_init(selvage_save_options* options, size_t size);

/* Writes "smooth.png" or "-" (standard output); `options` may be NULL. The path always holds either
 * the old file or the complete new one. */
SELVAGE_API selvage_status selvage_save(const char* path, const selvage_const_view* image,
                                        const selvage_save_options* options, selvage_error** error);

/* The bytes of a file, which the library owns. */
typedef struct selvage_bytes selvage_bytes;
/* Makes the file that selvage_save would write, in memory; `options` must name a format. */
SELVAGE_API selvage_status selvage_encode(const selvage_const_view* image,
                                          const selvage_save_options* options,
                                          selvage_bytes** bytes, selvage_error** error);
SELVAGE_API const void* selvage_bytes_data(const selvage_bytes* bytes); /* NULL: none */
SELVAGE_API size_t selvage_bytes_size(const selvage_bytes* bytes);
SELVAGE_API void selvage_bytes_free(selvage_bytes* bytes);

/* ---- File headers ---- */

/* The contents of a file's header, read without decoding pixels. Sizes, channels and type are as
 * loaded. */
typedef struct selvage_file_info selvage_file_info;
SELVAGE_API selvage_status selvage_file_info_new(const char* path,
                                                 const selvage_load_options* options,
                                                 selvage_file_info** info, selvage_error** error);
SELVAGE_API const char* selvage_file_info_format(const selvage_file_info* info); /* "png" */
SELVAGE_API int32_t selvage_file_info_width(const selvage_file_info* info);
SELVAGE_API int32_t selvage_file_info_height(const selvage_file_info* info);
SELVAGE_API int32_t selvage_file_info_channels(const selvage_file_info* info);
SELVAGE_API int32_t selvage_file_info_alpha(const selvage_file_info* info); /* nonzero: yes */
SELVAGE_API int32_t selvage_file_info_type(const selvage_file_info* info);
SELVAGE_API int32_t selvage_file_info_file_bits(const selvage_file_info* info); /* per sample */
SELVAGE_API int32_t selvage_file_info_pages(const selvage_file_info* info);
/* The layers of an OpenEXR file: load "N" as "frame.exr:N". */
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
