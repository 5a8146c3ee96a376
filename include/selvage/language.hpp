// SPDX-License-Identifier: Apache-2.0
#pragma once
// Ends the compilation of a program whose compiler is not told to use C++20, which all C++ headers
// need; those of C (selvage.h) do not.

#if defined(_MSVC_LANG) ? _MSVC_LANG < 202002L : __cplusplus < 202002L
#error \
    "Selvage's C++ headers need C++20: compile with -std=c++20, or use the C interface, selvage/selvage.h"
#endif
