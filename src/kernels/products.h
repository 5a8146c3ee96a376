// SPDX-License-Identifier: Apache-2.0
// C += A B of byte matrices, by the 32 items of a row of a group together. A has 16 rows of 32 bytes,
// B 32 rows of 8. Item 4 g + t holds, as PTX's mma.m16n8k32 (PTX ISA, "Matrix fragments"):
//   a[i]     A's row g + 8 (i % 2), columns 4 t + 16 (i / 2) and the next three
//   b0, b1   B's column g, rows 4 t and the next three; rows 4 t + 16 and the next three
//   c[i]     C's row g + 8 (i / 2), column 2 t + i % 2
//   BYTE_PRODUCTS  the device has an instruction for it. Else the items multiply through `shared`,
//                  PRODUCT_WORDS of local memory for each row of a group.

#if BYTE_PRODUCTS
#define PRODUCT_WORDS 0
DEVICE void add_product(const uint* a, uint b0, uint b1, int* c, LOCAL uint* shared) {
  asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
      "{%8, %9}, {%0, %1, %2, %3};"
      : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// Bytes of a and b in an order: digit i of `order` is byte i's place, from 0 in a, from 4 in b.
DEVICE uint bytes_of(uint a, uint b, uint order) {
  uint d;
  asm("prmt.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(order));
  return d;
}
#else
#define PRODUCT_WORDS (6 * GROUP_WIDTH)
DEVICE uint dot_product(uint a, uint b) {
  return (a & 255u) * (b & 255u) + (a >> 8 & 255u) * (b >> 8 & 255u) +
         (a >> 16 & 255u) * (b >> 16 & 255u) + (a >> 24) * (b >> 24);
}

DEVICE void add_product(const uint* a, uint b0, uint b1, int* c, LOCAL uint* shared) {
  const int g = LOCAL_X / 4, t = LOCAL_X % 4;
  LOCAL uint* left = shared;  // a[i] of all items, then b0, b1
  LOCAL uint* right = shared + 4 * GROUP_WIDTH;
  ROW_BARRIER();
  for (int i = 0; i < 4; ++i) left[i * GROUP_WIDTH + LOCAL_X] = a[i];
  right[LOCAL_X] = b0;
  right[GROUP_WIDTH + LOCAL_X] = b1;
  ROW_BARRIER();
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < 8; ++k)
      c[i] += (int)dot_product(left[(i / 2 + k / 4 * 2) * GROUP_WIDTH + 4 * g + k % 4],
                               right[k / 4 * GROUP_WIDTH + 4 * (2 * t + i % 2) + k % 4]);
}

DEVICE uint bytes_of(uint a, uint b, uint order) {
  uint d = 0;
  for (int i = 0; i < 4; ++i) {
    const uint place = order >> 4 * i & 7u;
    d |= ((place < 4 ? a : b) >> 8 * (place & 3u) & 255u) << 8 * i;
  }
  return d;
}
#endif
