/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SELVAGE_SELVAGE_H
#define SELVAGE_SELVAGE_H
/* Selvage for C, other languages and plug-ins (docs/c_interface.md). selvage/filters.hpp, whose
 * fields have the same names here, and docs/filters/ define the filters, with units and ranges. The
 * interface stays binary compatible: a program compiled with an older header runs with a newer
 * library.
 *
 * The caller owns structures. Each begins with its size in the caller's header; NAME_init(&x,
 * sizeof x) sets it and the defaults. Newer versions only add fields at the end. If has_FIELD is 0,
 * FIELD is ignored and its default applies. A flag is on if it is not 0.
 *
 * The library owns handles, from NAME_new to NAME_free, which also accepts NULL. Strings are UTF-8
 * and end with a 0. The library copies strings passed to it; strings that it returns belong to
 * their handle. A function called with NULL, or beyond the end of a list, returns 0, NULL or "".
 *
 * Functions that can fail return a selvage_status and, unless `error` is NULL, set *error to NULL
 * or to a description that the caller frees. No exception leaves the library. Any number of threads
 * may use an engine; every other handle is for one thread at a time, except in
 * selvage_cancel_request. */
/* NOLINTBEGIN: C */

#include <stddef.h>
#include <stdint.h>

#include "selvage/api.h"
#include "selvage/filters.h"

#ifdef __cplusplus
extern "C" {
#endif

SELVAGE_API const char* selvage_version(void); /* the library's: "0.1.0" */

/* ---- Errors ---- */

/* Makes a description as the functions return it, for libraries built on this one. Never returns
 * NULL: when memory runs out, the description says so. */
SELVAGE_API selvage_error* selvage_error_new(selvage_status code, const char* message,
                                             const char* hint);
SELVAGE_API selvage_status selvage_error_code(const selvage_error* error);
SELVAGE_API const char* selvage_error_message(const selvage_error* error); /* one line: the cause */
SELVAGE_API const char* selvage_error_hint(const selvage_error* error);    /* what to do, or "" */
SELVAGE_API void selvage_error_free(selvage_error* error);

/* ---- Devices and engines ---- */

typedef struct selvage_devices selvage_devices; /* the CPU, CUDA's, then OpenCL's */
SELVAGE_API selvage_status selvage_devices_new(selvage_devices** devices, selvage_error** error);
SELVAGE_API size_t selvage_devices_count(const selvage_devices* devices);
SELVAGE_API const char* selvage_devices_id(const selvage_devices* devices, size_t i); /* "cuda:0" */
SELVAGE_API const char* selvage_devices_name(const selvage_devices* devices, size_t i);
SELVAGE_API const char* selvage_devices_driver(const selvage_devices* devices, size_t i);
/* Why the device cannot be used; "": it can. */
SELVAGE_API const char* selvage_devices_missing(const selvage_devices* devices, size_t i);
SELVAGE_API int32_t selvage_devices_compute_units(const selvage_devices* devices, size_t i);
/* Instruction sets that this build can use, best first. */
SELVAGE_API size_t selvage_devices_simd_count(const selvage_devices* devices, size_t i);
SELVAGE_API const char* selvage_devices_simd(const selvage_devices* devices, size_t i, size_t k);
SELVAGE_API int64_t selvage_devices_memory(const selvage_devices* devices, size_t i); /* bytes */
SELVAGE_API int32_t selvage_devices_is_processor(const selvage_devices* devices, size_t i);
SELVAGE_API void selvage_devices_free(selvage_devices* devices);

enum {
  SELVAGE_EXECUTOR_AUTOMATIC = 0,
  SELVAGE_EXECUTOR_TBB = 1,
  SELVAGE_EXECUTOR_THREADS = 2,
  SELVAGE_EXECUTOR_SERIAL = 3
};

typedef struct selvage_engine_options {
  size_t size;
  uint64_t device_memory; /* bytes of GPU memory that plans may use; 0: all free memory */
  const char* simd;       /* an instruction set; NULL: the best */
  int32_t threads;        /* 0: all cores */
  int32_t executor;
  int32_t expected_runs; /* runs over which an automatic device spreads a driver's start-up */
} selvage_engine_options;
SELVAGE_API selvage_status selvage_engine_options_init(selvage_engine_options* options,
                                                       size_t size);

typedef struct selvage_engine selvage_engine;
/* `device`: "auto", "cpu", "cuda", "opencl:1"; NULL: "auto". `options` may be NULL. */
SELVAGE_API selvage_status selvage_engine_new(const char* device,
                                              const selvage_engine_options* options,
                                              selvage_engine** engine, selvage_error** error);
SELVAGE_API const char* selvage_engine_device(const selvage_engine* engine); /* the id */
SELVAGE_API void selvage_engine_free(selvage_engine* engine); /* its plans stay valid */

/* ---- Runs ---- */

/* The counts that a histogram writes. Each run overwrites them. */
typedef struct selvage_counts selvage_counts;
SELVAGE_API selvage_status selvage_counts_new(selvage_counts** counts, selvage_error** error);
SELVAGE_API size_t selvage_counts_channels(const selvage_counts* counts);
SELVAGE_API size_t selvage_counts_bin_count(const selvage_counts* counts);
/* The bins of the i-th counted channel; valid until the next run. */
SELVAGE_API const uint64_t* selvage_counts_bins(const selvage_counts* counts, size_t i);
SELVAGE_API uint64_t selvage_counts_not_numbers(const selvage_counts* counts, size_t i);
SELVAGE_API double selvage_counts_low(const selvage_counts* counts);
SELVAGE_API double selvage_counts_high(const selvage_counts* counts);
SELVAGE_API void selvage_counts_free(selvage_counts* counts);

/* The inputs and outputs of a filter; an unused port is NULL. An output may be the same view as an
 * input; other overlaps are errors. */
typedef struct selvage_inputs {
  size_t size;
  const selvage_const_view* image;
  const selvage_const_view* guide;
  const selvage_const_view* mask; /* u8, 1 channel; 0: invalid */
  const selvage_const_view* normals;
  const selvage_const_view* depth;
} selvage_inputs;
SELVAGE_API selvage_status selvage_inputs_init(selvage_inputs* inputs, size_t size);

typedef struct selvage_outputs {
  size_t size;
  const selvage_view* image;
  const selvage_view* flags; /* u8, 1 channel */
  selvage_counts* counts;
} selvage_outputs;
SELVAGE_API selvage_status selvage_outputs_init(selvage_outputs* outputs, size_t size);

/* The input's position in the whole image, and the part to compute (selvage/frame.hpp). */
typedef struct selvage_frame {
  size_t size;
  int32_t width, height; /* pixels of the whole image */
  int32_t x, y;          /* position of the input's pixel (0, 0) */
  int32_t compute_x, compute_y, compute_width, compute_height; /* the output */
  int32_t depth;                      /* slices of the whole image; 0 is as 1 */
  int32_t z;                          /* position of the input's first slice */
  int32_t slices_first, slices_count; /* the output's slices; a count of 0 is as 1 */
} selvage_frame;
/* Sets a frame that computes all of an image of this size. */
SELVAGE_API selvage_status selvage_frame_init(selvage_frame* frame, size_t size, int32_t width,
                                              int32_t height);

enum {
  SELVAGE_METHOD_AUTOMATIC = 0,
  SELVAGE_METHOD_DIRECT = 1,
  SELVAGE_METHOD_BOUNDED = 2,
  SELVAGE_METHOD_SEPARABLE = 3
};

/* The accuracy to reach: by default 0.5 LSB for integers, exact for floats. */
typedef struct selvage_request {
  size_t size;
  double max_error; /* before rounding, samples' unit, > 0 */
  const char* use;  /* a candidate's name; NULL: the planner chooses */
  int32_t has_max_error;
  int32_t exact; /* nonzero: u8 0.02 LSB, u16 0.2 LSB, floats 4e-6 */
  int32_t method;
  double sample_extent; /* of floats without data: largest |sample|, or range; 0: 1 */
} selvage_request;
SELVAGE_API selvage_status selvage_request_init(selvage_request* request, size_t size);

/* A handle that stops all current and later runs with it in their controls, from any thread. */
typedef struct selvage_cancel selvage_cancel;
SELVAGE_API selvage_status selvage_cancel_new(selvage_cancel** cancel, selvage_error** error);
SELVAGE_API void selvage_cancel_request(selvage_cancel* cancel);
SELVAGE_API void selvage_cancel_free(selvage_cancel* cancel);

typedef struct selvage_controls {
  size_t size;
  const selvage_cancel* cancel; /* NULL: none */
  /* Gets the fraction done, 0..1, increasing; NULL: none. Called from worker threads, one at a
   * time. Returns 0 to continue, another value to cancel the run; must not throw or longjmp. */
  int32_t (*progress)(void* user, double share);
  void* user;
} selvage_controls;
SELVAGE_API selvage_status selvage_controls_init(selvage_controls* controls, size_t size);

/* A description of a finished run; fields as in Report of selvage/engine.hpp. */
typedef struct selvage_report selvage_report;
SELVAGE_API const char* selvage_report_device(const selvage_report* report);
SELVAGE_API const char* selvage_report_candidate(const selvage_report* report);
SELVAGE_API double selvage_report_error_bound(const selvage_report* report);
SELVAGE_API double selvage_report_seconds(const selvage_report* report);
SELVAGE_API double selvage_report_kernel_seconds(const selvage_report* report);
/* Samples whose error was checked one by one (docs/filters/bounded.md; also candidate "int16"
 * without AVX-512), and those of them computed again; 0 for a device's buffers. */
SELVAGE_API int64_t selvage_report_certified(const selvage_report* report);
SELVAGE_API int64_t selvage_report_recomputed(const selvage_report* report);
/* Of the range kernel's series, method bounded; 0 for other methods. */
SELVAGE_API int selvage_report_terms(const selvage_report* report);
SELVAGE_API size_t selvage_report_note_count(const selvage_report* report);
SELVAGE_API const char* selvage_report_note(const selvage_report* report, size_t i);
SELVAGE_API size_t selvage_report_stage_count(const selvage_report* report);
SELVAGE_API const char* selvage_report_stage_name(const selvage_report* report, size_t i);
SELVAGE_API double selvage_report_stage_seconds(const selvage_report* report, size_t i);
SELVAGE_API void selvage_report_free(selvage_report* report);

/* Filters inputs into outputs; blocks. If `frame` is NULL, the frame is the whole image; request,
 * controls, report and error may be NULL. The caller frees *report; it is NULL after an error. */
SELVAGE_API selvage_status selvage_run(const selvage_engine* engine, const void* filter,
                                       const selvage_inputs* inputs, const selvage_outputs* outputs,
                                       const selvage_frame* frame, const selvage_request* request,
                                       const selvage_controls* controls, selvage_report** report,
                                       selvage_error** error);

/* A filter prepared for images of one shape: made once, run many times. The data of the views in
 * `shapes` may be NULL. */
typedef struct selvage_plan selvage_plan;
SELVAGE_API selvage_status selvage_plan_new(const selvage_engine* engine, const void* filter,
                                            const selvage_inputs* shapes,
                                            const selvage_frame* frame,
                                            const selvage_request* request, selvage_plan** plan,
                                            selvage_error** error);
SELVAGE_API const char* selvage_plan_device(const selvage_plan* plan);
SELVAGE_API const char* selvage_plan_candidate(const selvage_plan* plan);
SELVAGE_API double selvage_plan_error_bound(const selvage_plan* plan);
SELVAGE_API double selvage_plan_predicted_seconds(const selvage_plan* plan);
SELVAGE_API uint64_t selvage_plan_scratch_bytes(const selvage_plan* plan);
SELVAGE_API uint64_t selvage_plan_device_bytes(const selvage_plan* plan);
SELVAGE_API size_t selvage_plan_reason_count(const selvage_plan* plan);
SELVAGE_API const char* selvage_plan_reason_candidate(const selvage_plan* plan, size_t i);
SELVAGE_API const char* selvage_plan_reason_text(const selvage_plan* plan, size_t i);
SELVAGE_API int32_t selvage_plan_reason_taken(const selvage_plan* plan, size_t i);
/* Allocates and compiles what running needs. If it is not called, the first run does this. */
SELVAGE_API selvage_status selvage_plan_reserve(selvage_plan* plan, selvage_error** error);
SELVAGE_API selvage_status selvage_plan_run(selvage_plan* plan, const selvage_inputs* inputs,
                                            const selvage_outputs* outputs,
                                            const selvage_controls* controls,
                                            selvage_report** report, selvage_error** error);
SELVAGE_API void selvage_plan_free(selvage_plan* plan);

/* ---- Gradients (selvage/gradient.hpp and docs/filters/gradients.md define them) ---- */

/* The derivatives of a number. The views are f32 and otherwise like the image and the guide; NULL:
 * not computed. */
typedef struct selvage_gradients {
  size_t size;
  const selvage_view* image;
  const selvage_view* guide;
  double sigma_space; /* overwritten */
  double sigma_range; /* overwritten */
} selvage_gradients;
SELVAGE_API selvage_status selvage_gradients_init(selvage_gradients* gradients, size_t size);
/* `d_output`: the number's derivatives with respect to the output, f32. Blocks. `controls` and
 * `error` may be NULL. *gradients must be initialised. */
SELVAGE_API selvage_status selvage_gradient(const selvage_engine* engine, const void* filter,
                                            const selvage_inputs* inputs,
                                            const selvage_const_view* d_output,
                                            const selvage_controls* controls,
                                            selvage_gradients* gradients, selvage_error** error);

/* ---- Noise (selvage/noise.hpp and docs/noise.md define it) ---- */

typedef struct selvage_noise_options {
  size_t size;
  const selvage_const_view* mask; /* u8, 1 channel; pixels where it is 0 take no part; or NULL */
  int32_t norm;                   /* whose planes are looked at: SELVAGE_NORM_L2, ... */
  int32_t has_invalid;
  float invalid; /* pixels with this value take no part */
} selvage_noise_options;
SELVAGE_API selvage_status selvage_noise_options_init(selvage_noise_options* options, size_t size);

/* The noise of an image, in the samples' unit. */
typedef struct selvage_noise {
  size_t size;
  double sigma[4]; /* standard deviation of each plane's noise; 0: none was found */
  double contrast; /* of the image without the noise, within 16 pixels */
  double least_range;
  int32_t planes; /* 1..4 */
  int32_t norm;
} selvage_noise;
SELVAGE_API selvage_status selvage_noise_init(selvage_noise* noise, size_t size);

enum { SELVAGE_STRENGTH_MILD = 0, SELVAGE_STRENGTH_MEDIUM = 1, SELVAGE_STRENGTH_STRONG = 2 };

/* `options` may be NULL. *noise must be initialised. */
SELVAGE_API selvage_status selvage_estimate_noise(const selvage_const_view* image,
                                                  const selvage_noise_options* options,
                                                  selvage_noise* noise, selvage_error** error);
/* Sets *sigma_range to that of a filter with this sigma_space [pixels]. */
SELVAGE_API selvage_status selvage_automatic_sigma_range(const selvage_noise* noise,
                                                         double sigma_space, int32_t strength,
                                                         float* sigma_range, selvage_error** error);
/* The tiles that the estimate reads along a side of `length` pixels. Tiles copied side by side into
 * a smaller image have the same estimate. 0 for a length below 1, and beyond the end. */
SELVAGE_API int32_t selvage_noise_tile(int32_t length); /* pixels */
SELVAGE_API size_t selvage_noise_tile_count(int32_t length);
SELVAGE_API int32_t selvage_noise_tile_start(int32_t length, size_t i);

#ifdef __cplusplus
}
#endif
/* NOLINTEND */

#endif
