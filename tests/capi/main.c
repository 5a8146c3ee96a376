/* SPDX-License-Identifier: Apache-2.0 */
#include "tests.h"

int main(void) {
  test_filters();
  test_errors();
  test_runs();
  test_gradients();
  return end_of_checks();
}
