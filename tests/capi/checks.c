/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "tests.h"

static int failures = 0;

void check(int condition, const char* text, const char* file, int line) {
  if (condition) return;
  ++failures;
  printf("%s:%d: failed: %s\n", file, line, text);
}

void check_ok(selvage_status status, selvage_error* error, const char* file, int line) {
  if (status != SELVAGE_OK)
    check(0, error ? selvage_error_message(error) : "an error without a description", file, line);
  check(status == selvage_error_code(error), "the status is the error's code", file, line);
  selvage_error_free(error);
}

void check_error(selvage_status status, selvage_status expected, selvage_error* error,
                 const char* part, const char* file, int line) {
  check(status == expected, "the status is as expected", file, line);
  check(selvage_error_code(error) == expected, "the error's code is as expected", file, line);
  if (!strstr(selvage_error_message(error), part))
    printf("%s:%d: message: %s\n", file, line, selvage_error_message(error));
  check(strstr(selvage_error_message(error), part) != NULL, part, file, line);
  selvage_error_free(error);
}

int end_of_checks(void) {
  printf("%d failures\n", failures);
  return failures == 0 ? 0 : 1;
}
