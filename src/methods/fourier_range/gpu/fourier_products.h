// SPDX-License-Identifier: Apache-2.0
// Sums of integers of two bytes as products of byte matrices, for candidate "fourier_range". Read
// after mma.h.
//   TEAMS           teams of a group, which has 4 TEAMS rows of 32 items, its warps
//   GROUP_PRODUCTS  the device multiplies for a team at once, from local memory (NVIDIA's CUDA,
//                   compute capability 9.0: PTX's wgmma)
//
// A team is four warps. It computes 64 neighbouring sums in each of 32 lines, for the cosines and
// for the sines of a term: weights (64 sums x 32 taps) times images (32 taps x 64 lines), for each
// block of 32 taps. Both matrices consist of pieces of 8 rows of 16 bytes, PTX's core matrices.
//   band   weights: [upper, lower][piece][sum 8][tap 16]. They depend on the distance alone, so pieces
//          serve several blocks: the later half of the taps of block b has, for sums 8 i .. 8 i + 7,
//          piece i + 4 (blocks - 1 - b), and the earlier half piece i + 2 + 4 (blocks - 1 - b)
//   tile   images, the last taps first: [16 taps][cosine, sine: upper bytes; cosine, sine: lower ones]
//          [line 32][tap 16]
// Item 4 g + t of warp w receives, as element 4 j + i of the cosines and as element 16 + 4 j + i of
// the sines, sum 16 w + 8 (i / 2) + g of line 8 j + 2 t + i % 2.

#define LINES 32
#define TEAM_SUMS 64
#define CHUNK_WORDS (16 * LINES)  // of a tile, for 16 taps
#define PLANE_WORDS (4 * LINES)   // of one of its four planes
#define PIECE_WORDS 32
#define LOWER_WORDS(blocks) (PIECE_WORDS * (4 * (blocks) + 6))  // from upper bytes to lower ones
#define BAND_WORDS(blocks) (2 * LOWER_WORDS(blocks))
#define TAPS_BEFORE(blocks) (16 * ((blocks) - 2))  // of block 0 that lie before the first sum
#define TEAM (WARP / 4)
#define WARP_OF_TEAM (WARP % 4)
#if PROCESSOR
#define UNROLL_SUMS NO_UNROLL
#else
#define UNROLL_SUMS UNROLL
#endif

// A product with its upper bytes, and the two that mix upper and lower bytes.
typedef struct {
  uint upper[32], mixed[32];
} Sums;

DEVICE uint sum_of(const Sums* sums, int i) { return (sums->upper[i] << 8) + sums->mixed[i]; }

// Returns where the weights of a block begin in a band of `blocks`, in words.
DEVICE int band_place(int blocks, int block) { return 4 * PIECE_WORDS * (blocks - 1 - block); }

// Sums of the first two warps have no weights in the last block, those of the others none in the
// first.
#define FIRST_OF_WARP (WARP_OF_TEAM / 2)
#define END_OF_WARP(blocks) ((blocks) - 1 + WARP_OF_TEAM / 2)

DEVICE void clear_sums(Sums* sums) {
  UNROLL_SUMS for (int i = 0; i < 32; ++i) sums->upper[i] = sums->mixed[i] = 0;
}

// add_blocks adds blocks first .. end - 1 of taps, at least one. `tile`: of the team's block 0, which
// need not be there, and before which block 1 lies; `begun`: sums hold some blocks already.

#if GROUP_PRODUCTS
// Lets products read what the item has written to local memory.
#define SHOW_TO_PRODUCTS() asm volatile("fence.proxy.async.shared::cta;" : : : "memory")

// Words as a descriptor counts them.
#define UNITS(words) ((u64)((words) / 4))

// Describes a matrix of pieces that follow one another, whose earlier taps lie so many words on (PTX
// ISA, "Matrix descriptor"; without swizzling).
DEVICE u64 described(const LOCAL uint* matrix, int earlier) {
  return (u64)(LOCAL_ADDRESS(matrix) >> 4) | UNITS(earlier) << 16 | UNITS(PIECE_WORDS) << 32;
}

#define EIGHT(d, i)                                                                           \
  "+r"((d)[i]), "+r"((d)[i + 1]), "+r"((d)[i + 2]), "+r"((d)[i + 3]), "+r"((d)[i + 4]),       \
      "+r"((d)[i + 5]), "+r"((d)[i + 6]), "+r"((d)[i + 7])
// Begins to add a product to sums, or to what is 0 instead if they are not `begun`.
DEVICE void add_group_product(u64 weights, u64 image, int begun, uint* sums) {
  asm volatile("{.reg .pred p; setp.ne.b32 p, %34, 0; wgmma.mma_async.sync.aligned.m64n64k32.s32.u8.u8 "
               "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
               "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, "
               "%32, %33, p;}"
               : EIGHT(sums, 0), EIGHT(sums, 8), EIGHT(sums, 16), EIGHT(sums, 24)
               : "l"(weights), "l"(image), "r"(begun));
}

DEVICE void add_blocks(const LOCAL uint* band, int blocks, const LOCAL uint* tile, int first,
                       int end, int begun, Sums* sums) {
  u64 upper = described(band + band_place(blocks, first), 2 * PIECE_WORDS);
  u64 lower = upper + UNITS(LOWER_WORDS(blocks));
  u64 image = described(tile - 2 * CHUNK_WORDS * first, CHUNK_WORDS);
  asm volatile("wgmma.fence.sync.aligned;" : : : "memory");
  int block = first;
  do {
    add_group_product(upper, image, begun, sums->upper);
    add_group_product(upper, image + UNITS(2 * PLANE_WORDS), begun, sums->mixed);
    add_group_product(lower, image, 1, sums->mixed);
    upper -= UNITS(4 * PIECE_WORDS);
    lower -= UNITS(4 * PIECE_WORDS);
    image -= UNITS(2 * CHUNK_WORDS);
    begun = 1;
  } while (++block < end);
  asm volatile("wgmma.commit_group.sync.aligned;" : : : "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" : : : "memory");
  // Keeps what reads the sums behind the wait, which does not name them.
  UNROLL for (int i = 0; i < 32; ++i)
    asm volatile("" : "+r"(sums->upper[i]), "+r"(sums->mixed[i]) : : "memory");
}
#elif BYTE_PRODUCTS
#define SHOW_TO_PRODUCTS()

DEVICE void add_bytes(const uint* weights, const uint* taps, uint* sums) {
  add_product(weights, taps, (const int*)sums, (int*)sums, 0);
}

DEVICE void add_blocks(const LOCAL uint* band, int blocks, const LOCAL uint* tile, int first,
                       int end, int begun, Sums* sums) {
  if (!begun) clear_sums(sums);
  const int matrix = LOCAL_X / 8, row = 4 * (LOCAL_X % 8);
  const LOCAL uint* const of_warp =
      band + PIECE_WORDS * (2 * WARP_OF_TEAM + matrix % 2 + matrix / 2 * 2) + row;
  tile += CHUNK_WORDS * (matrix % 2) + 2 * PLANE_WORDS * (matrix / 2) + row;
  first = MAX_INT(first, FIRST_OF_WARP);
  end = MIN_INT(end, END_OF_WARP(blocks));
  NO_UNROLL for (int block = first; block < end; ++block) {
    const LOCAL uint* const from = of_warp + band_place(blocks, block);
    uint upper[4], lower[4];
    read_matrices(LOCAL_ADDRESS(from), upper);
    read_matrices(LOCAL_ADDRESS(from + LOWER_WORDS(blocks)), lower);
    // Products that add to the same sums lie apart: each waits for the one before.
    UNROLL for (int j = 0; j < 8; j += 4) {
      uint taps[4][4];  // upper bytes of both halves, then lower ones
      UNROLL for (int i = 0; i < 4; ++i)
        read_matrices(LOCAL_ADDRESS(tile - 2 * CHUNK_WORDS * block + PIECE_WORDS * (j + i)), taps[i]);
      UNROLL for (int i = 0; i < 4; ++i) add_bytes(upper, taps[i] + 2, sums->mixed + 4 * (j + i));
      UNROLL for (int i = 0; i < 4; ++i) add_bytes(upper, taps[i], sums->upper + 4 * (j + i));
      UNROLL for (int i = 0; i < 4; ++i) add_bytes(lower, taps[i], sums->mixed + 4 * (j + i));
    }
  }
}
#else
#define SHOW_TO_PRODUCTS()

// The same sums, all of them in `mixed`: 256 W_u u_u + W_u u_l + W_l u_u = W_u u + W_l u_u.
DEVICE void add_blocks(const LOCAL uint* band, int blocks, const LOCAL uint* tile, int first,
                       int end, int begun, Sums* sums) {
  if (!begun) clear_sums(sums);
  const int g = LOCAL_X / 4, t = LOCAL_X % 4;
  first = MAX_INT(first, FIRST_OF_WARP);
  end = MIN_INT(end, END_OF_WARP(blocks));
  for (int block = first; block < end; ++block)
    for (int k = 0; k < 32; ++k) {
      const int piece = 2 * WARP_OF_TEAM + k / 2 % 2, line = 8 * (k / 4 % 4) + 2 * t + k % 2;
      const LOCAL uint* const weights =
          band + band_place(blocks, block) + PIECE_WORDS * piece + 4 * g;
      const LOCAL uint* const taps =
          tile - 2 * CHUNK_WORDS * block + PLANE_WORDS * (k / 16) + 4 * line;
      uint sum = sums->mixed[k];
      for (int i = 0; i < 8; ++i) {
        const int weight = i % 4 + 2 * PIECE_WORDS * (i / 4);
        const uint upper = weights[weight], lower = weights[weight + LOWER_WORDS(blocks)];
        const uint tap_upper = taps[i % 4 + CHUNK_WORDS * (i / 4)];
        const uint tap_lower = taps[i % 4 + CHUNK_WORDS * (i / 4) + 2 * PLANE_WORDS];
        for (int shift = 0; shift < 32; shift += 8) {
          const uint byte = tap_upper >> shift & 255u;
          sum += (upper >> shift & 255u) * (byte << 8 | (tap_lower >> shift & 255u));
          sum += (lower >> shift & 255u) * byte;
        }
      }
      sums->mixed[k] = sum;
    }
}
#endif
