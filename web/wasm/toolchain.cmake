# SPDX-License-Identifier: Apache-2.0
# Compiles for WebAssembly with Debian's clang 19, lld 19, libc++ 19 and wasi-libc (docs/adr/0056).
set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
# std::stop_token is experimental in libc++ 19.
set(CMAKE_CXX_FLAGS_INIT "-msimd128 -fwasm-exceptions -D_LIBCPP_ENABLE_EXPERIMENTAL -Wno-pragma-clang-attribute")
