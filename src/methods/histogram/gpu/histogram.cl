// SPDX-License-Identifier: Apache-2.0
// Candidate "histogram": counts adjacent samples in local memory, then in global memory.
//   one group -> chunks of GROUP_WIDTH words of 16 bytes at a fixed stride, until the samples end
//   local     -> COPIES counters of each slot: word slot * COPIES + copy. With 32 copies a warp's
//                items have a bank each, so none waits for another even if all samples are equal.
//                COPIES 0: there is no room, and groups count in global memory, where an item adds
//                up equal neighbours before it writes
//   slot      -> counter of a channel: the stored byte, else the bin, or one more for NaN
// A byte takes about 4 instructions, one of which is a local atomic. A multiprocessor of an NVIDIA
// GPU does one for 16 to 32 items in a cycle, so a byte costs 1/16 to 1/32 of a cycle and 1/32 of
// four issue slots; reading it from memory takes about 1/16. Counters are cleared and added up once
// per group (docs/journal/0008). READS: 0 u8, 1 u16, 2 f16, 3 f32. LOADS: words that an item loads
// before it counts them.

#define SAMPLE_BYTES (READS == 0 ? 1 : READS == 3 ? 4 : 2)
#define WORD_SAMPLES (16 / SAMPLE_BYTES)
#define PARTS (4 / SAMPLE_BYTES)  // samples in 32 bits

// Converts as core/half.hpp does.
DEVICE uint float_bits_of_half(uint h) {
  const uint sign = (h & 0x8000u) << 16, magnitude = h & 0x7fffu;
  if (magnitude < 0x0400u)
    return AS_UINT(AS_FLOAT(0x38800000u | (magnitude << 13)) - AS_FLOAT(0x38800000u)) | sign;
  return ((magnitude << 13) + (magnitude < 0x7c00u ? 112u << 23 : 224u << 23)) | sign;
}

// Returns the stored bits of sample k in 32 bits, as those of a float.
DEVICE uint float_bits(uint part, int k) {
#if READS == 1
  return AS_UINT((float)((part >> (16 * k)) & 0xffffu));
#elif READS == 2
  return float_bits_of_half((part >> (16 * k)) & 0xffffu);
#else
  return part;
#endif
}

// Maps the bits to an integer that grows with the float, so that no device flushes small values.
DEVICE int order_key(uint bits) {
  return (int)bits ^ (((int)bits >> 31) & 0x7fffffff);
}

// Returns the first bin whose next edge lies above the sample: by a guess, then a step, else a
// search.
DEVICE int bin_of(uint bits, const GLOBAL int* edges, const SelvageHistogram* a) {
  if ((bits & 0x7fffffffu) > 0x7f800000u) return a->bins;
  const int key = order_key(bits);
  const float guess = (0.5f * AS_FLOAT(bits) - a->half_low) * a->gain;
  int bin = (int)MIN(MAX(guess, 0.0f), (float)(a->bins - 1));
  if (key >= edges[bin + 1]) ++bin;
  if (key < edges[bin]) --bin;
  if (key < edges[bin] || key >= edges[bin + 1]) {
    int end = a->bins;
    bin = 0;
    while (end - bin > 1) {
      const int middle = (bin + end) / 2;
      if (key >= edges[middle])
        bin = middle;
      else
        end = middle;
    }
  }
  return bin;
}

// Returns the slot of sample k in 32 bits.
DEVICE int slot_of(uint part, int k, const GLOBAL int* edges, const SelvageHistogram* a) {
#if READS == 0
  return (int)((part >> (8 * k)) & 255u);
#else
  return bin_of(float_bits(part, k), edges, a);
#endif
}

// Returns 32 bits that hold only sample i.
DEVICE uint lone_sample(const GLOBAL uchar* in, i64 i) {
#if READS == 0
  return in[i];
#elif READS == 3
  return ((const GLOBAL uint*)in)[i];
#else
  return ((const GLOBAL ushort*)in)[i];
#endif
}

#if COPIES > 0
#define COUNTERS LOCAL uint
#else
#define COUNTERS GLOBAL uint
#endif

// The state of an item: the starts of the counters of its channels, in turn from the channel of its
// words' first sample on; in global memory also the last slot of each and how often it repeated.
typedef struct {
  int base[CHANNELS];
#if COPIES == 0
  int last[CHANNELS];
  uint row[CHANNELS];
#endif
} Item;

DEVICE void count_slot(COUNTERS* counters, Item* item, int c, int slot) {
#if COPIES > 0
  ATOMIC_ADD(&counters[item->base[c] + slot * COPIES], 1u);
#else
  if (slot != item->last[c]) {
    if (item->row[c]) ATOMIC_ADD(&counters[item->base[c] + item->last[c]], item->row[c]);
    item->last[c] = slot;
    item->row[c] = 0;
  }
  ++item->row[c];
#endif
}

DEVICE void count_part(COUNTERS* counters, Item* item, uint part, int first,
                       const GLOBAL int* edges, const SelvageHistogram* a) {
  UNROLL for (int k = 0; k < PARTS; ++k)
    count_slot(counters, item, (first + k) % CHANNELS, slot_of(part, k, edges, a));
}

DEVICE void count_word(COUNTERS* counters, Item* item, uint4 word, const GLOBAL int* edges,
                       const SelvageHistogram* a) {
  count_part(counters, item, word.x, 0, edges, a);
  count_part(counters, item, word.y, PARTS, edges, a);
  count_part(counters, item, word.z, 2 * PARTS, edges, a);
  count_part(counters, item, word.w, 3 * PARTS, edges, a);
}

KERNEL(GROUP_WIDTH, 1)
void count_samples(const GLOBAL uchar* RESTRICT in, const GLOBAL int* RESTRICT edges,
                   GLOBAL uint* RESTRICT out, ARGUMENTS(SelvageHistogram, args)
                   LOCAL_PARAM(uint, local_counters)) {
  LOCAL_BODY(uint, local_counters)
  const SelvageHistogram* a = &args;
  const int all_slots = CHANNELS * a->slots;
#if COPIES > 0
  for (int i = LOCAL_X; i < all_slots * COPIES; i += GROUP_WIDTH) local_counters[i] = 0;
  BARRIER();
  COUNTERS* counters = local_counters;
#else
  COUNTERS* counters = out;
#endif
  const int first = GROUP_X * GROUP_WIDTH + LOCAL_X;
  const int words = (int)(a->samples / WORD_SAMPLES);
  const GLOBAL uint4* word = (const GLOBAL uint4*)in;
  Item item;
  UNROLL for (int c = 0; c < CHANNELS; ++c) {
    const int channel = (int)(((i64)first * WORD_SAMPLES + c) % CHANNELS);
#if COPIES > 0
    item.base[c] = channel * a->slots * COPIES + LOCAL_X % COPIES;
#else
    item.base[c] = channel * a->slots;
    item.last[c] = 0;
    item.row[c] = 0;
#endif
  }
  int w = first;
  for (; w + (LOADS - 1) * a->items < words; w += LOADS * a->items) {
    uint4 loaded[LOADS];
    UNROLL for (int i = 0; i < LOADS; ++i) loaded[i] = word[w + i * a->items];
    UNROLL for (int i = 0; i < LOADS; ++i) count_word(counters, &item, loaded[i], edges, a);
  }
  for (; w < words; w += a->items) count_word(counters, &item, word[w], edges, a);

  // Each sample after the last word goes to an item of the first group.
  const i64 rest = (i64)words * WORD_SAMPLES + first;
  if (rest < a->samples) {
    const int slot = slot_of(lone_sample(in, rest), 0, edges, a);
    const int channel = (int)(rest % CHANNELS);
#if COPIES > 0
    ATOMIC_ADD(&counters[(channel * a->slots + slot) * COPIES + LOCAL_X % COPIES], 1u);
#else
    ATOMIC_ADD(&counters[channel * a->slots + slot], 1u);
#endif
  }
#if COPIES > 0
  BARRIER();
  for (int i = LOCAL_X; i < all_slots; i += GROUP_WIDTH) {
    uint sum = 0;
    UNROLL for (int copy = 0; copy < COPIES; ++copy)  // each item begins in its own bank
      sum += local_counters[i * COPIES + (copy + LOCAL_X) % COPIES];
    if (sum) ATOMIC_ADD(&out[i], sum);
  }
#else
  UNROLL for (int c = 0; c < CHANNELS; ++c)
    if (item.row[c]) ATOMIC_ADD(&counters[item.base[c] + item.last[c]], item.row[c]);
#endif
}

// Widens least..largest to the key of sample k of 32 bits, if it is finite.
DEVICE void widen(uint part, int k, int* least, int* largest) {
  const uint bits = float_bits(part, k);
  if ((bits & 0x7fffffffu) >= 0x7f800000u) return;
  const int key = order_key(bits);
  *least = MIN_INT(*least, key);
  *largest = MAX_INT(*largest, key);
}

// Widens range[0] and range[1], which hold the range found so far, to the keys of the least and the
// largest finite sample of all channels.
KERNEL(GROUP_WIDTH, 1)
void find_range(const GLOBAL uchar* RESTRICT in, GLOBAL int* RESTRICT range,
                ARGUMENTS(SelvageHistogram, args) LOCAL_PARAM(int, found)) {
  LOCAL_BODY(int, found)
  const SelvageHistogram* a = &args;
  const int nothing = 0x7fffffff;
  if (LOCAL_X == 0) {
    found[0] = nothing;
    found[1] = -nothing - 1;
  }
  BARRIER();
  const int first = GROUP_X * GROUP_WIDTH + LOCAL_X;
  const int words = (int)(a->samples / WORD_SAMPLES);
  const GLOBAL uint4* word = (const GLOBAL uint4*)in;
  int least = nothing, largest = -nothing - 1;
  for (int w = first; w < words; w += a->items) {
    const uint4 loaded = word[w];
    UNROLL for (int k = 0; k < PARTS; ++k) {
      widen(loaded.x, k, &least, &largest);
      widen(loaded.y, k, &least, &largest);
      widen(loaded.z, k, &least, &largest);
      widen(loaded.w, k, &least, &largest);
    }
  }
  const i64 rest = (i64)words * WORD_SAMPLES + first;
  if (rest < a->samples) widen(lone_sample(in, rest), 0, &least, &largest);
  ATOMIC_MIN(&found[0], least);
  ATOMIC_MAX(&found[1], largest);
  BARRIER();
  if (LOCAL_X == 0) {
    ATOMIC_MIN(&range[0], found[0]);
    ATOMIC_MAX(&range[1], found[1]);
  }
}
