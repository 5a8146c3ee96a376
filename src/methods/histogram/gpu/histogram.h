// SPDX-License-Identifier: Apache-2.0
// The arguments of the kernels of histogram.cl, for the host and for the devices' compilers, as in
// arguments.h.
#ifndef SELVAGE_KERNELS_HISTOGRAM_H
#define SELVAGE_KERNELS_HISTOGRAM_H

// NOLINTBEGIN(modernize-use-using): this is C as well.

typedef struct {
  i64 samples;     // in all channels
  int items;       // in all groups; their words are whole pixels apart
  int bins;        //
  int slots;       // counters per channel: 256 values, or bins and one for NaN
  float half_low;  // the bin is about (sample / 2 - half_low) * gain
  float gain;
} SelvageHistogram;

// NOLINTEND(modernize-use-using)

#endif
