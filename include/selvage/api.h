/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SELVAGE_API_H
#define SELVAGE_API_H
/* Marks the symbols that the libraries export; all others are hidden. For C and C++. */

#if defined(__GNUC__)
#define SELVAGE_API __attribute__((visibility("default")))
#else
#define SELVAGE_API
#endif

#endif
