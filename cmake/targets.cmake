# SPDX-License-Identifier: Apache-2.0
# One static library for each folder of src/, so that the linker enforces the direction of
# dependencies; unit tests (NAME_test.cpp) lie next to their source.

# selvage_part(NAME SOURCES... LINKS...): src/NAME as the target selvage_NAME.
function(selvage_part name)
  cmake_parse_arguments(PART "" "" "SOURCES;LINKS;PRIVATE_LINKS;TESTS" ${ARGN})
  add_library(selvage_${name} STATIC ${PART_SOURCES})
  target_include_directories(selvage_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(selvage_${name} PUBLIC selvage_include ${PART_LINKS} PRIVATE ${PART_PRIVATE_LINKS})
  if(SELVAGE_TESTS AND PART_TESTS)
    selvage_test(${name}_test SOURCES ${PART_TESTS} LINKS selvage_${name})
  endif()
endfunction()

# Tests keep their caches of device probes and compiled kernels in the build folder. PoCL would spend
# most of the time optimising kernels that run for a moment.
set(SELVAGE_TEST_ENVIRONMENT XDG_CACHE_HOME=${PROJECT_BINARY_DIR}/cache
  POCL_CACHE_DIR=${PROJECT_BINARY_DIR}/cache/pocl POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable)

# selvage_test(NAME SOURCES... LINKS... [LABELS...] [ARGS...]): one executable, one ctest entry.
function(selvage_test name)
  cmake_parse_arguments(TEST "" "TIMEOUT" "SOURCES;LINKS;LABELS;ARGS" ${ARGN})
  if(NOT TEST_TIMEOUT)
    set(TEST_TIMEOUT 600)
  endif()
  add_executable(${name} ${TEST_SOURCES})
  set_target_properties(${name} PROPERTIES UNITY_BUILD OFF)
  # The slow part of a test is in the libraries, including the reference.
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  target_link_libraries(${name} PRIVATE ${TEST_LINKS} GTest::gmock GTest::gtest_main)
  add_test(NAME ${name} COMMAND ${name} ${TEST_ARGS})
  set_tests_properties(${name} PROPERTIES TIMEOUT ${TEST_TIMEOUT} LABELS "${TEST_LABELS}"
    ENVIRONMENT "${SELVAGE_TEST_ENVIRONMENT}")
endfunction()

# selvage_opencl_test(NAME COMMAND... [ENVIRONMENT...] [OPTIMISED] [SLOW]): a program that runs on this
# machine's OpenCL device. In CI that is PoCL, which compiles on one core, so each test gets one core.
# OPTIMISED: compiles kernels as users do. SLOW: `make torture` runs it, `make test` does not. Not built
# under sanitizers, which would check the driver's compiler. Skipped if there is no device.
function(selvage_opencl_test name)
  cmake_parse_arguments(TEST "OPTIMISED;SLOW" "" "COMMAND;ENVIRONMENT" ${ARGN})
  set(flags "")
  set(labels opencl)
  if(TEST_SLOW)
    list(APPEND labels slow)
  endif()
  if(TEST_OPTIMISED)
    set(flags POCL_EXTRA_BUILD_FLAGS=)
  endif()
  if(SELVAGE_SANITIZE)
    return()
  endif()
  add_test(NAME ${name} COMMAND ${TEST_COMMAND})
  set_tests_properties(${name} PROPERTIES TIMEOUT 1500 LABELS "${labels}" PROCESSOR_AFFINITY ON
    SKIP_RETURN_CODE 77 SKIP_REGULAR_EXPRESSION "this machine has no device"
    ENVIRONMENT "${SELVAGE_TEST_ENVIRONMENT};SELVAGE_TEST_DEVICE=opencl;${TEST_ENVIRONMENT};${flags}")
endfunction()
