// SPDX-License-Identifier: Apache-2.0
// Warp-wide products of byte matrices, D = A B + C, and the loads that bring them into registers.
// A warp is the 32 items of a group's row. A has 16 rows of 32 bytes, B 32 rows of 8. Item 4 g + t
// holds, as in PTX's mma.m16n8k32 (PTX ISA, "Matrix fragments"):
//   a[i]     A's row g + 8 (i % 2), columns 4 t + 16 (i / 2) and the next three
//   b[i]     B's column g, rows 4 t + 16 i and the next three
//   c[i]     C's, and D's, row g + 8 (i / 2), column 2 t + i % 2
//   BYTE_PRODUCTS  the device has the instruction (NVIDIA, compute capability 8.0). Otherwise the
//                  items multiply through `shared`, PRODUCT_WORDS of local memory per warp.

#if BYTE_PRODUCTS
#define PRODUCT_WORDS 0
#define WARP_BARRIER() asm volatile("bar.warp.sync 0xffffffff;" : : : "memory")

// A local memory address in the form that the instructions below take.
typedef uint LocalAddress;
#ifdef __OPENCL_VERSION__
#define LOCAL_ADDRESS(p) ((LocalAddress)(size_t)(p))
#else
#define LOCAL_ADDRESS(p) ((LocalAddress)__cvta_generic_to_shared(p))
#endif
#define WORDS_ON(address, words) ((address) + 4 * (words))

// Returns the word so many bytes on. Compilers take two additions for the address of an element of an
// array in local memory whose index varies, and one for this.
DEVICE uint word_at(LocalAddress address, uint bytes) {
  uint word;
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(word) : "r"(address + bytes) : "memory");
  return word;
}

// Begins to copy 8 bytes into local memory. Both addresses are multiples of 8.
DEVICE void begin_copy(LocalAddress to, const GLOBAL uchar* from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 8;"
               :
               : "r"(to), "l"((size_t)from)
               : "memory");
}

// The same for 16 bytes, whose addresses are multiples of 16.
DEVICE void begin_copy_of_16(LocalAddress to, const GLOBAL uchar* from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
               :
               : "r"(to), "l"((size_t)from)
               : "memory");
}

// Groups the copies begun since the last END_COPIES.
#define END_COPIES() asm volatile("cp.async.commit_group;" : : : "memory")
// Waits for all but the last `left` groups of copies, of every item of the warp.
#define WAIT_FOR_COPIES(left)                                       \
  asm volatile("cp.async.wait_group %0;" : : "n"(left) : "memory"); \
  WARP_BARRIER()

DEVICE void add_product(const uint* a, const uint* b, const int* c, int* d, LOCAL uint* shared) {
  asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 "
               "{%0, %1, %2, %3}, {%4, %5, %6, %7}, "
               "{%8, %9}, {%10, %11, %12, %13};"
               : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(c[0]),
                 "r"(c[1]), "r"(c[2]), "r"(c[3]));
}

// Reads word t of row g of four matrices of 8 rows of 16 bytes. `row`: of item i, row i % 8 of matrix
// i / 8.
DEVICE void read_matrices(LocalAddress row, uint* words) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
               : "r"(row)
               : "memory");
}

// Reads the B of two products from 8 rows of 48 bytes, `row_words` apart: words t, t + 4, t + 4 and
// t + 8 of row g.
DEVICE void read_rows(const LOCAL uint* rows, int row_words, uint* words) {
  read_matrices(LOCAL_ADDRESS(rows + LOCAL_X % 8 * row_words + (LOCAL_X / 8 + 1) / 2 * 4), words);
}

// Returns the value of the item so far away: with 1, items 0 and 1, 2 and 3 ... exchange theirs.
DEVICE uint exchanged(uint own, int distance, LOCAL uint* shared) {
  uint other;
  asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, 0xffffffff;"
               : "=r"(other)
               : "r"(own), "r"(distance));
  return other;
}

// The warp's index in its group. The shuffle tells the compiler that all items have the same one.
#define WARP one_for_all(LOCAL_Y)
DEVICE int one_for_all(int v) {
  int first;
  asm("shfl.sync.idx.b32 %0, %1, 0, 0x1f, 0xffffffff;" : "=r"(first) : "r"(v));
  return first;
}

// Returns v and makes the compiler keep it in a register instead of computing it again.
DEVICE int kept(int v) {
  asm volatile("" : "+r"(v));
  return v;
}
DEVICE LocalAddress kept_address(LocalAddress address) { return (LocalAddress)kept((int)address); }
#else
#define PRODUCT_WORDS (6 * GROUP_WIDTH)
#define WARP_BARRIER() ROW_BARRIER()
#define WARP LOCAL_Y
#define END_COPIES()
#define WAIT_FOR_COPIES(left) WARP_BARRIER()

typedef LOCAL uint* LocalAddress;
#define LOCAL_ADDRESS(p) (p)
#define WORDS_ON(address, words) ((address) + (words))

DEVICE uint word_at(LocalAddress address, uint bytes) { return address[bytes / 4]; }

DEVICE void begin_copy(LocalAddress to, const GLOBAL uchar* from) {
  const uint2 both = *(const GLOBAL uint2*)from;
  to[0] = both.x;
  to[1] = both.y;
}

DEVICE void begin_copy_of_16(LocalAddress to, const GLOBAL uchar* from) {
  *(LOCAL uint4*)to = *(const GLOBAL uint4*)from;
}

DEVICE uint dot_product(uint a, uint b) {
  return (a & 255u) * (b & 255u) + (a >> 8 & 255u) * (b >> 8 & 255u) +
         (a >> 16 & 255u) * (b >> 16 & 255u) + (a >> 24) * (b >> 24);
}

DEVICE void add_product(const uint* a, const uint* b, const int* c, int* d, LOCAL uint* shared) {
  const int g = LOCAL_X / 4, t = LOCAL_X % 4;
  LOCAL uint* left = shared;  // a[i] of all items, then b0, b1
  LOCAL uint* right = shared + 4 * GROUP_WIDTH;
  ROW_BARRIER();
  for (int i = 0; i < 4; ++i) left[i * GROUP_WIDTH + LOCAL_X] = a[i];
  right[LOCAL_X] = b[0];
  right[GROUP_WIDTH + LOCAL_X] = b[1];
  ROW_BARRIER();
  for (int i = 0; i < 4; ++i) {
    d[i] = c[i];
    for (int k = 0; k < 8; ++k)
      d[i] += (int)dot_product(left[(i / 2 + k / 4 * 2) * GROUP_WIDTH + 4 * g + k % 4],
                               right[k / 4 * GROUP_WIDTH + 4 * (2 * t + i % 2) + k % 4]);
  }
}

DEVICE uint exchanged(uint own, int distance, LOCAL uint* shared) {
  ROW_BARRIER();
  shared[LOCAL_X] = own;
  ROW_BARRIER();
  return shared[LOCAL_X ^ distance];
}

DEVICE int kept(int v) { return v; }
DEVICE LocalAddress kept_address(LocalAddress address) { return address; }

DEVICE void read_rows(const LOCAL uint* rows, int row_words, uint* words) {
  for (int i = 0; i < 4; ++i)
    words[i] = rows[LOCAL_X / 4 * row_words + LOCAL_X % 4 + (i + 1) / 2 * 4];
}
#endif
