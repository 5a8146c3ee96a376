/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SELVAGE_FILTERS_H
#define SELVAGE_FILTERS_H
/* The images and filters of the C interface; selvage/selvage.h has its rules. */
/* NOLINTBEGIN: C */

#include <stddef.h>
#include <stdint.h>

#include "selvage/api.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef int32_t selvage_status;
enum {
  SELVAGE_OK = 0,
  SELVAGE_ERROR_INVALID_ARGUMENT = 1, /* the caller can fix it */
  SELVAGE_ERROR_UNSUPPORTED = 2,      /* valid, but nothing in this build can serve it */
  SELVAGE_ERROR_INPUT = 3,            /* a file is missing, corrupt or unsupported (selvage/io.h) */
  SELVAGE_ERROR_OUTPUT = 4,           /* a file cannot be written */
  SELVAGE_ERROR_DEVICE = 5,           /* a device is missing, or its driver rejected a call */
  SELVAGE_ERROR_LIMIT = 6,            /* a limit is exceeded, or memory ran out */
  SELVAGE_ERROR_CANCELLED = 7,        /* the caller asked to stop; outputs are unspecified */
  SELVAGE_ERROR_INTERNAL = 8          /* a bug in the library */
};

typedef struct selvage_error selvage_error;

/* ---- Images ---- */

/* Sample types. An integer sample v means v / 255 or v / 65535; a float sample means itself. */
enum { SELVAGE_U8 = 0, SELVAGE_U16 = 1, SELVAGE_F16 = 2, SELVAGE_F32 = 3 };

/* A view of an image in host memory. Sample (x, y, c) of slice z of image b lies at
 *   data + b batch_stride + z slice_stride + y row_stride + x pixel_stride + c channel_stride
 * [bytes] Strides may be negative. */
typedef struct selvage_view {
  size_t size;
  void* data;
  int64_t pixel_stride, row_stride, channel_stride, batch_stride; /* bytes */
  int32_t type;                                                   /* SELVAGE_U8, ... */
  int32_t width, height;                                          /* pixels */
  int32_t channels;                                               /* 1..1024, alpha included */
  int32_t alpha;        /* nonzero: the last channel is alpha */
  int32_t batch;        /* images of this shape */
  int64_t slice_stride; /* bytes */
  int32_t depth;        /* slices of a volume or frames of a sequence; 0 is as 1 */
} selvage_view;

/* A read-only view. */
typedef struct selvage_const_view {
  size_t size;
  const void* data;
  int64_t pixel_stride, row_stride, channel_stride, batch_stride;
  int32_t type;
  int32_t width, height;
  int32_t channels;
  int32_t alpha;
  int32_t batch;
  int64_t slice_stride;
  int32_t depth;
} selvage_const_view;

/* Set up the view of one image without gaps, channels interleaved: RGBRGB... */
SELVAGE_API selvage_status selvage_view_init(selvage_view* view, size_t size, void* data,
                                             int32_t type, int32_t width, int32_t height,
                                             int32_t channels);
SELVAGE_API selvage_status selvage_const_view_init(selvage_const_view* view, size_t size,
                                                   const void* data, int32_t type, int32_t width,
                                                   int32_t height, int32_t channels);

/* ---- Filters ---- */

enum { SELVAGE_WINDOW_SQUARE = 0, SELVAGE_WINDOW_DISC = 1 };
enum {
  SELVAGE_NORM_L2 = 0,
  SELVAGE_NORM_L1 = 1,
  SELVAGE_NORM_PER_CHANNEL = 2,
  SELVAGE_NORM_LUMA = 3,
  SELVAGE_NORM_LAB = 4
};
enum {
  SELVAGE_BORDER_REFLECT101 = 0,
  SELVAGE_BORDER_REFLECT = 1,
  SELVAGE_BORDER_CLAMP = 2,
  SELVAGE_BORDER_WRAP = 3,
  SELVAGE_BORDER_CONSTANT = 4, /* V = border_value */
  SELVAGE_BORDER_SHRINK = 5,
  SELVAGE_BORDER_COPY = 6
};
enum { SELVAGE_ALPHA_KEEP = 0, SELVAGE_ALPHA_FILTER = 1, SELVAGE_ALPHA_WEIGHT = 2 };
/* The third axis of images with depth. */
enum { SELVAGE_AXIS_SPACE = 0, SELVAGE_AXIS_TIME = 1, SELVAGE_AXIS_CAUSAL = 2 };
enum { SELVAGE_WEIGHTS_GAUSSIAN = 0, SELVAGE_WEIGHTS_BOX = 1 };

/* Values of the field `filter` of the structures below; NAME_init sets it. */
enum {
  SELVAGE_BILATERAL = 1,
  SELVAGE_JOINT_BILATERAL = 2,
  SELVAGE_JOINT_UPSAMPLING = 3,
  SELVAGE_ROLLING_GUIDANCE = 4,
  SELVAGE_GEOMETRY_GUIDED = 5,
  SELVAGE_GAUSSIAN = 6,
  SELVAGE_BOX = 7,
  SELVAGE_CONVOLUTION = 8,
  SELVAGE_SEPARABLE_CONVOLUTION = 9,
  SELVAGE_HISTOGRAM = 10,
  SELVAGE_GUIDED = 11,
  SELVAGE_GUIDED_UPSAMPLING = 12
};

typedef struct selvage_bilateral {
  size_t size;
  int32_t filter;
  float sigma_space;          /* pixels */
  float sigma_range;          /* samples' unit */
  int32_t has_radius, radius; /* pixels; default ceil(3 sigma_space) */
  int32_t window, norm, border;
  float border_value; /* samples' unit */
  int32_t iterations;
  int32_t alpha;
  int32_t has_invalid;
  float invalid; /* pixels whose colour channels all equal this are invalid */
  int32_t fill;  /* nonzero: fill invalid centres */
  int32_t has_sigma_depth;
  float sigma_depth;                      /* slices */
  int32_t has_radius_depth, radius_depth; /* slices */
  int32_t third_axis;                     /* SELVAGE_AXIS_SPACE, ... */
} selvage_bilateral;

typedef struct selvage_joint_bilateral {
  size_t size;
  int32_t filter;
  float sigma_space, sigma_range; /* pixels; the guide's unit */
  int32_t has_radius, radius;
  int32_t window, norm, border;
  float border_value;
  int32_t alpha;
  int32_t has_invalid;
  float invalid;
  int32_t fill;
  int32_t reserved; /* not read */
  int32_t has_sigma_depth;
  float sigma_depth;                      /* slices */
  int32_t has_radius_depth, radius_depth; /* slices */
  int32_t third_axis;                     /* SELVAGE_AXIS_SPACE, ... */
} selvage_joint_bilateral;

typedef struct selvage_joint_upsampling {
  size_t size;
  int32_t filter;
  float sigma_space, sigma_range; /* pixels of the small image; the guide's unit */
  int32_t has_radius, radius;     /* pixels of the small image */
  int32_t window, norm, border;
  float border_value;
  int32_t alpha;
  int32_t has_invalid;
  float invalid;
  int32_t fill;
} selvage_joint_upsampling;

typedef struct selvage_rolling_guidance {
  size_t size;
  int32_t filter;
  float sigma_space, sigma_range;
  int32_t has_radius, radius;
  int32_t window, norm, border;
  float border_value;
  int32_t iterations;
  int32_t alpha;
  int32_t has_invalid;
  float invalid;
  int32_t fill;
} selvage_rolling_guidance;

typedef struct selvage_geometry_guided {
  size_t size;
  int32_t filter;
  int32_t radius;
  const float* row; /* 2 radius + 1 weights in place of `weights`; NULL: none */
  size_t row_count;
  const float* column;
  size_t column_count;
  int32_t weights; /* SELVAGE_WEIGHTS_... */
  int32_t has_sigma_space;
  float sigma_space;      /* pixels; default radius / 3 */
  float normal_threshold; /* degrees */
  float depth_threshold;
  int32_t has_edge_threshold;
  float edge_threshold;
  int32_t alpha;
} selvage_geometry_guided;

typedef struct selvage_gaussian {
  size_t size;
  int32_t filter;
  float sigma_space;
  int32_t has_radius, radius;
  int32_t window, border;
  float border_value;
  int32_t iterations;
  int32_t alpha;
  int32_t has_invalid;
  float invalid;
  int32_t fill;
  int32_t has_sigma_depth;
  float sigma_depth;                      /* slices */
  int32_t has_radius_depth, radius_depth; /* slices */
  int32_t third_axis;                     /* SELVAGE_AXIS_SPACE, ... */
} selvage_gaussian;

typedef struct selvage_box {
  size_t size;
  int32_t filter;
  int32_t radius;
  int32_t border;
  float border_value;
  int32_t iterations;
  int32_t alpha;
  int32_t has_invalid;
  float invalid;
  int32_t fill;
  int32_t reserved;                       /* not read */
  int32_t has_radius_depth, radius_depth; /* slices; default radius */
  int32_t third_axis;
} selvage_box;

typedef struct selvage_convolution {
  size_t size;
  int32_t filter;
  int32_t width, height; /* the kernel's, odd */
  int32_t flip, gray;    /* nonzero: on */
  const float* kernel;   /* rows from the top; NULL: the single coefficient 1 */
  size_t kernel_count;   /* width * height */
  float scale, offset;
  int32_t border;
  float border_value;
  int32_t alpha;
  int32_t has_invalid;
  float invalid;
} selvage_convolution;

typedef struct selvage_separable_convolution {
  size_t size;
  int32_t filter;
  int32_t flip, gray;
  const float* row; /* NULL: the single coefficient 1; so for column */
  size_t row_count;
  const float* column;
  size_t column_count;
  float scale, offset;
  int32_t border;
  float border_value;
  int32_t alpha;
  int32_t has_invalid;
  float invalid;
} selvage_separable_convolution;

typedef struct selvage_histogram {
  size_t size;
  int32_t filter;
  int32_t bins;
  int32_t has_channel, channel; /* default: all channels */
  int32_t has_low;
  float low;
  int32_t has_high;
  float high;
} selvage_histogram;

typedef struct selvage_guided {
  size_t size;
  int32_t filter;
  int32_t radius;
  float epsilon; /* the guide's unit, squared */
  int32_t subsample;
  int32_t border;
  float border_value;
  int32_t alpha;
  int32_t has_invalid;
  float invalid;
  int32_t fill;
} selvage_guided;

typedef struct selvage_guided_upsampling {
  size_t size;
  int32_t filter;
  int32_t radius; /* pixels of the small image */
  float epsilon;  /* the guide's unit, squared */
  int32_t border;
  float border_value;
  int32_t alpha;
  int32_t has_invalid;
  float invalid;
  int32_t fill;
} selvage_guided_upsampling;

SELVAGE_API selvage_status selvage_bilateral_init(selvage_bilateral* filter, size_t size);
SELVAGE_API selvage_status selvage_joint_bilateral_init(selvage_joint_bilateral* filter,
                                                        size_t size);
SELVAGE_API selvage_status selvage_joint_upsampling_init(selvage_joint_upsampling* filter,
                                                         size_t size);
SELVAGE_API selvage_status selvage_rolling_guidance_init(selvage_rolling_guidance* filter,
                                                         size_t size);
SELVAGE_API selvage_status selvage_geometry_guided_init(selvage_geometry_guided* filter,
                                                        size_t size);
SELVAGE_API selvage_status selvage_gaussian_init(selvage_gaussian* filter, size_t size);
SELVAGE_API selvage_status selvage_box_init(selvage_box* filter, size_t size);
SELVAGE_API selvage_status selvage_convolution_init(selvage_convolution* filter, size_t size);
SELVAGE_API selvage_status selvage_separable_convolution_init(selvage_separable_convolution* filter,
                                                              size_t size);
SELVAGE_API selvage_status selvage_histogram_init(selvage_histogram* filter, size_t size);
SELVAGE_API selvage_status selvage_guided_init(selvage_guided* filter, size_t size);
SELVAGE_API selvage_status selvage_guided_upsampling_init(selvage_guided_upsampling* filter,
                                                          size_t size);

/* `filter` points to one of the structures above, here and wherever its type is void. */
/* Checks the filter's fields, and that it fits the image and the guide; these may be NULL. */
SELVAGE_API selvage_status selvage_validate(const void* filter, const selvage_const_view* image,
                                            const selvage_const_view* guide, selvage_error** error);
/* Gives how many pixels around the computed rectangle a run reads on each side. */
SELVAGE_API selvage_status selvage_halo(const void* filter, int32_t* halo, selvage_error** error);
/* Gives the shape of the output image, without data and without gaps. The caller sets
 * `shape->size`. */
SELVAGE_API selvage_status selvage_result_shape(const void* filter, const selvage_const_view* image,
                                                const selvage_const_view* guide,
                                                selvage_view* shape, selvage_error** error);

#ifdef __cplusplus
}
#endif
/* NOLINTEND */

#endif
