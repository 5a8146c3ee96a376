// SPDX-License-Identifier: Apache-2.0
// The arguments of the kernels of histogram.cl: one text for the host and for the devices'
// compilers, as arguments.h.
#ifndef SELVAGE_KERNELS_HISTOGRAM_H
#define SELVAGE_KERNELS_HISTOGRAM_H

// NOLINTBEGIN(modernize-use-using): this is C as well.

typedef struct {
  i64 samples;     // of all channels
  int items;       // of all groups; their samples in a word lie whole pixels apart
  int bins;        //
  int slots;       // counters of a channel: 256 values, or bins and one for NaN
  float half_low;  // the bin is about (sample / 2 - half_low) * gain
  float gain;
} SelvageHistogram;

// NOLINTEND(modernize-use-using)

#endif
