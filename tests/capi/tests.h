/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SELVAGE_TESTS_CAPI_TESTS_H
#define SELVAGE_TESTS_CAPI_TESTS_H
/* NOLINTBEGIN: C */

#include <selvage/selvage.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Counts a failure and says where. */
void check(int condition, const char* text, const char* file, int line);
#define CHECK(condition) check((condition) != 0, #condition, __FILE__, __LINE__)
/* The call succeeded, and there is no error; prints it otherwise, and frees it. */
void check_ok(selvage_status status, selvage_error* error, const char* file, int line);
#define CHECK_OK(call, error)                      \
  do { /* the call comes before `error` is read */ \
    const selvage_status status_ = (call);         \
    check_ok(status_, error, __FILE__, __LINE__);  \
  } while (0)
/* It failed so, with a message that has `part`. Frees the error. */
void check_error(selvage_status status, selvage_status expected, selvage_error* error,
                 const char* part, const char* file, int line);
#define CHECK_ERROR(status, expected, error, part) \
  check_error(status, expected, error, part, __FILE__, __LINE__)

/* Says how many checks failed; the exit code of the program. */
int end_of_checks(void);

/* Images that tests share: RGBA and RGB, with values that change from pixel to pixel. */
enum { WIDTH = 37, HEIGHT = 23, SMALL_WIDTH = 12, SMALL_HEIGHT = 9 };
typedef struct pictures {
  unsigned char image[WIDTH * HEIGHT * 4]; /* the last channel is alpha */
  unsigned char small[SMALL_WIDTH * SMALL_HEIGHT * 4];
  unsigned char guide[WIDTH * HEIGHT * 3];
  unsigned char mask[WIDTH * HEIGHT];
  float normals[WIDTH * HEIGHT * 3];
  float depth[WIDTH * HEIGHT];
} pictures;
void draw(pictures* p, unsigned seed);

/* The output of a filter. */
typedef struct results {
  unsigned char image[WIDTH * HEIGHT * 4];
  unsigned char flags[WIDTH * HEIGHT];
  uint64_t bins[4 * 16];
} results;
/* What the C++ interface computes with the parameters of filters_test.c; 0: it failed. */
int cpp_result(int32_t filter, pictures* p, results* r);

void test_filters(void);
void test_errors(void);
void test_runs(void);
void test_gradients(void);

#ifdef __cplusplus
}
#endif
/* NOLINTEND */

#endif
