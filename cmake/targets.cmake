# SPDX-License-Identifier: Apache-2.0
# One static library for each folder of src/, so that the linker enforces the direction of
# dependencies; unit tests (NAME_test.cpp) lie beside their source.

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

# selvage_test(NAME SOURCES... LINKS... [LABELS...] [ARGS...]): one executable, one ctest entry.
function(selvage_test name)
  cmake_parse_arguments(TEST "" "TIMEOUT" "SOURCES;LINKS;LABELS;ARGS" ${ARGN})
  if(NOT TEST_TIMEOUT)
    set(TEST_TIMEOUT 600)
  endif()
  add_executable(${name} ${TEST_SOURCES})
  target_link_libraries(${name} PRIVATE ${TEST_LINKS} GTest::gmock GTest::gtest_main)
  add_test(NAME ${name} COMMAND ${name} ${TEST_ARGS})
  set_tests_properties(${name} PROPERTIES TIMEOUT ${TEST_TIMEOUT} LABELS "${TEST_LABELS}")
endfunction()
