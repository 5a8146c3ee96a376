/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SELVAGE_SELVAGE_H
#define SELVAGE_SELVAGE_H
/* Selvage for C, for other languages and for plug-ins (docs/c_interface.md). What filters compute,
 * with units and ranges: selvage/filters.hpp, whose fields have the same names here, and
 * docs/filters/. Binary compatibility is kept: a program that was compiled with an older header
 * runs with a newer library.
 *
 * Structures are the caller's. They begin with their size as the caller's header has it, and
 * NAME_init(&x, sizeof x) sets it and the defaults. Newer versions add fields at the end only.
 * What has_FIELD says is 0 is not given; FIELD is then not looked at. Truth is 0 or another number.
 *
 * Handles are the library's: from NAME_new to NAME_free, which takes NULL, too. Strings are UTF-8
 * and end with a 0. Those that are given are copied; those that are got belong to their handle.
 * A function that is asked about NULL, or beyond the end of a list, gives 0, NULL or "".
 *
 * Functions that can fail return a selvage_status, and fill *error where `error` is not NULL: with
 * NULL, or with a description that the caller frees. No exception leaves the library.
 * Engines may be used by any number of threads; every other handle by one at a time, but for
 * selvage_cancel_request. */
/* NOLINTBEGIN: C */

#include <stddef.h>
#include <stdint.h>

#include "selvage/api.h"
#include "selvage/filters.h"

#ifdef __cplusplus
extern "C" {
#endif

SELVAGE_API const char* selvage_version(void); /* of the library: "0.1.0" */

/* ---- Errors ---- */

/* A description as functions give it, for what stands on this library. Never NULL: without memory
 * it says so. */
SELVAGE_API selvage_error* selvage_error_new(selvage_status code, const char* message,
                                             const char* hint);
SELVAGE_API selvage_status selvage_error_code(const selvage_error* error);
SELVAGE_API const char* selvage_error_message(const selvage_error* error); /* one line: what */
SELVAGE_API const char* selvage_error_hint(const selvage_error* error);    /* what to do, or "" */
SELVAGE_API void selvage_error_free(selvage_error* error);

/* ---- Devices and engines ---- */

typedef struct selvage_devices selvage_devices; /* a list: the CPU, CUDA's, OpenCL's */
SELVAGE_API selvage_status selvage_devices_new(selvage_devices** devices, selvage_error** error);
SELVAGE_API size_t selvage_devices_count(const selvage_devices* devices);
SELVAGE_API const char* selvage_devices_id(const selvage_devices* devices, size_t i); /* "cuda:0" */
SELVAGE_API const char* selvage_devices_name(const selvage_devices* devices, size_t i);
SELVAGE_API const char* selvage_devices_driver(const selvage_devices* devices, size_t i);
/* Why it cannot be used; "": it can. */
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
  uint64_t device_memory; /* bytes of a GPU that plans may use; 0: what is free */
  const char* simd;       /* an instruction set; NULL: the best */
  int32_t threads;        /* 0: all cores */
  int32_t executor;
  int32_t expected_runs; /* that an automatic device spreads a driver's start over */
} selvage_engine_options;
SELVAGE_API selvage_status selvage_engine_options_init(selvage_engine_options* options,
                                                       size_t size);

typedef struct selvage_engine selvage_engine;
/* `device`: "auto", "cpu", "cuda", "opencl:1"; NULL: "auto". `options` may be NULL. */
SELVAGE_API selvage_status selvage_engine_new(const char* device,
                                              const selvage_engine_options* options,
                                              selvage_engine** engine, selvage_error** error);
SELVAGE_API const char* selvage_engine_device(const selvage_engine* engine); /* its id */
SELVAGE_API void selvage_engine_free(selvage_engine* engine);                /* plans live on */

/* ---- Runs ---- */

/* How many samples lie in each bin: what a histogram writes. Each run fills it anew. */
typedef struct selvage_counts selvage_counts;
SELVAGE_API selvage_status selvage_counts_new(selvage_counts** counts, selvage_error** error);
SELVAGE_API size_t selvage_counts_channels(const selvage_counts* counts);
SELVAGE_API size_t selvage_counts_bin_count(const selvage_counts* counts);
/* Of the i-th counted channel; lives until the next run. */
SELVAGE_API const uint64_t* selvage_counts_bins(const selvage_counts* counts, size_t i);
SELVAGE_API uint64_t selvage_counts_not_numbers(const selvage_counts* counts, size_t i);
SELVAGE_API double selvage_counts_low(const selvage_counts* counts);
SELVAGE_API double selvage_counts_high(const selvage_counts* counts);
SELVAGE_API void selvage_counts_free(selvage_counts* counts);

/* What a filter reads and writes; NULL: the port is not used. An output may be the same view as an
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

/* Where the input lies in the whole image, and which part is computed (selvage/frame.hpp). */
typedef struct selvage_frame {
  size_t size;
  int32_t width, height; /* pixels of the whole image */
  int32_t x, y;          /* of the input's pixel (0, 0) in it */
  int32_t compute_x, compute_y, compute_width, compute_height; /* what the output holds */
} selvage_frame;
/* All of an image of this size. */
SELVAGE_API selvage_status selvage_frame_init(selvage_frame* frame, size_t size, int32_t width,
                                              int32_t height);

enum {
  SELVAGE_METHOD_AUTOMATIC = 0,
  SELVAGE_METHOD_DIRECT = 1,
  SELVAGE_METHOD_BOUNDED = 2,
  SELVAGE_METHOD_SEPARABLE = 3
};

/* How close the result must be: by default 0.5 LSB for integers, exact for floats. */
typedef struct selvage_request {
  size_t size;
  double max_error; /* before rounding, samples' unit, > 0 */
  const char* use;  /* a candidate's name; NULL: the planner chooses */
  int32_t has_max_error;
  int32_t exact; /* truth */
  int32_t method;
} selvage_request;
SELVAGE_API selvage_status selvage_request_init(selvage_request* request, size_t size);

/* Stops the runs that have it in their controls, now and later, from any thread. */
typedef struct selvage_cancel selvage_cancel;
SELVAGE_API selvage_status selvage_cancel_new(selvage_cancel** cancel, selvage_error** error);
SELVAGE_API void selvage_cancel_request(selvage_cancel* cancel);
SELVAGE_API void selvage_cancel_free(selvage_cancel* cancel);

typedef struct selvage_controls {
  size_t size;
  const selvage_cancel* cancel; /* NULL: none */
  /* Gets the share done, 0..1, growing; NULL: none. Called from worker threads, one at a time. It
   * returns 0 to go on, else the run is cancelled; it neither throws nor jumps. */
  int32_t (*progress)(void* user, double share);
  void* user;
} selvage_controls;
SELVAGE_API selvage_status selvage_controls_init(selvage_controls* controls, size_t size);

/* What was done. */
typedef struct selvage_report selvage_report;
SELVAGE_API const char* selvage_report_device(const selvage_report* report);
SELVAGE_API const char* selvage_report_candidate(const selvage_report* report);
SELVAGE_API double selvage_report_error_bound(const selvage_report* report);
SELVAGE_API double selvage_report_seconds(const selvage_report* report);
SELVAGE_API double selvage_report_kernel_seconds(const selvage_report* report);
SELVAGE_API size_t selvage_report_note_count(const selvage_report* report);
SELVAGE_API const char* selvage_report_note(const selvage_report* report, size_t i);
SELVAGE_API size_t selvage_report_stage_count(const selvage_report* report);
SELVAGE_API const char* selvage_report_stage_name(const selvage_report* report, size_t i);
SELVAGE_API double selvage_report_stage_seconds(const selvage_report* report, size_t i);
SELVAGE_API void selvage_report_free(selvage_report* report);

/* Filters inputs into outputs; blocks. `frame` NULL: the whole image; request, controls, report and
 * error may be NULL. *report is the caller's to free; NULL after an error. */
SELVAGE_API selvage_status selvage_run(const selvage_engine* engine, const void* filter,
                                       const selvage_inputs* inputs, const selvage_outputs* outputs,
                                       const selvage_frame* frame, const selvage_request* request,
                                       const selvage_controls* controls, selvage_report** report,
                                       selvage_error** error);

/* A filter made ready for images of one shape: made once, run many times. The views of `shapes` may
 * be without data. */
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
/* Makes ready all that running needs; the first run does it, if this did not. */
SELVAGE_API selvage_status selvage_plan_reserve(selvage_plan* plan, selvage_error** error);
SELVAGE_API selvage_status selvage_plan_run(selvage_plan* plan, const selvage_inputs* inputs,
                                            const selvage_outputs* outputs,
                                            const selvage_controls* controls,
                                            selvage_report** report, selvage_error** error);
SELVAGE_API void selvage_plan_free(selvage_plan* plan);

#ifdef __cplusplus
}
#endif
/* NOLINTEND */

#endif
