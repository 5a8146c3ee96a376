# SPDX-License-Identifier: Apache-2.0
# Language, warnings, hardening, sanitizers.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 99)  # for users of the C interface
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
if(NOT CMAKE_SYSTEM_NAME STREQUAL WASI)  # modules are placed by the linker
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
endif()
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

# With ccache, every clone and worktree finds what another has compiled: paths below the source folder count as
# relative ones, and files that a clone has just written as those of before if their text is the same. Debuggers of
# sanitizer builds may then open the sources of the clone that compiled first.
find_program(CCACHE ccache)
if(CCACHE)
  foreach(language C CXX)
    set(CMAKE_${language}_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}
      CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${CCACHE})
  endforeach()
endif()

add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor>
  $<$<CXX_COMPILER_ID:Clang>:-Wno-sign-conversion>)  # part of -Wconversion there, not in GCC
if(SELVAGE_WERROR)
  add_compile_options(-Werror)
endif()

# Rounding must not depend on what the compiler fuses, so fused operations are explicit in the code.
add_compile_options(-ffp-contract=off)
# Nothing reads errno after a mathematical function, and floating-point traps are never enabled.
add_compile_options(-fno-math-errno -fno-trapping-math)

# Checks never compile out, but for libraries of older systems, which lack what these call.
if(SELVAGE_ASSERTIONS)
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
endif()
if(SELVAGE_SANITIZE)
  add_compile_options(-fsanitize=${SELVAGE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${SELVAGE_SANITIZE}
    "$<$<LINK_LANGUAGE:C>:-fsanitize-link-c++-runtime;-lstdc++>")  # C programs that link our libraries
  # Each vector instruction set takes minutes to compile. The thread sanitizer sees only the narrowest
  # one, the address sanitizer those that nearly every machine can run.
  if(SELVAGE_SANITIZE MATCHES thread)
    add_compile_definitions(SELVAGE_WITHOUT_TBB)  # oneTBB confuses the thread sanitizer
    add_compile_definitions("SELVAGE_LEFT_OUT_SETS=(HWY_AVX2|HWY_AVX3)")
  else()
    add_compile_definitions(SELVAGE_LEFT_OUT_SETS=HWY_AVX3)
  endif()
  if(SELVAGE_FUZZ)
    add_compile_options(-fsanitize=fuzzer-no-link)
  endif()
elseif(NOT CMAKE_SYSTEM_NAME STREQUAL WASI)  # where calls and returns are checked by the engine
  add_compile_options(-fstack-protector-strong)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86|amd64|AMD64")
    add_compile_options(-fcf-protection)
  endif()
  add_compile_definitions($<$<NOT:$<CONFIG:Debug>>:_FORTIFY_SOURCE=2>)
endif()
if(NOT CMAKE_SYSTEM_NAME STREQUAL WASI)
  # Libraries that nothing is taken from are not loaded: Highway's takes 3 ms (docs/journal/0064).
  add_link_options(-Wl,-z,relro,-z,now -Wl,--as-needed)
  include(CheckPIESupported)
  check_pie_supported()
endif()
