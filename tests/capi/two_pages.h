/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SELVAGE_TESTS_CAPI_TWO_PAGES_H
#define SELVAGE_TESTS_CAPI_TWO_PAGES_H
/* NOLINTBEGIN: C */

#include "tests.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Writes a TIFF of two pages, 4x1 and 5x1, whose samples are 1 and 2. 0: it failed. */
int write_two_pages(const char* path);

#ifdef __cplusplus
}
#endif
/* NOLINTEND */

#endif
