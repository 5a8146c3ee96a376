# SPDX-License-Identifier: Apache-2.0
# Precompiled headers of the libraries that nearly every source includes: parsing them takes half of a
# full build. `make tidy` does without them, so that each source includes what it needs.

# Flags that compilers compare before they accept a precompiled header.
function(selvage_same_flags target)
  target_compile_definitions(${target} PRIVATE $<TARGET_PROPERTY:fmt::fmt,INTERFACE_COMPILE_DEFINITIONS>)
  # Otherwise ccache would see a new header after every build.
  target_compile_options(${target} PRIVATE "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
  # With them GCC 12 warns about its own std::string.
  target_compile_options(${target} PRIVATE "$<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds;-Wno-stringop-overflow;-Wno-restrict>")
endfunction()

# A program that carries the precompiled headers for all targets with the same flags.
function(selvage_carrier name kind visibility library headers)
  set(source ${CMAKE_BINARY_DIR}/precompile/${name}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "int main() {}\n")
  if(kind STREQUAL EXECUTABLE)
    add_executable(${name} ${source})
  else()
    add_library(${name} OBJECT ${source})
  endif()
  if(visibility STREQUAL hidden)
    set_target_properties(${name} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  endif()
  selvage_same_flags(${name})
  target_link_libraries(${name} PRIVATE ${library})
  target_precompile_headers(${name} PRIVATE ${headers})
endfunction()

# selvage_precompile(DIRECTORY): for all targets of DIRECTORY and below.
function(selvage_precompile directory)
  get_property(targets DIRECTORY ${directory} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target ${targets})
    get_target_property(kind ${target} TYPE)
    get_target_property(sources ${target} SOURCES)
    if(NOT kind MATCHES "EXECUTABLE|STATIC_LIBRARY|OBJECT_LIBRARY" OR NOT sources MATCHES "\\.cpp"
        OR sources MATCHES "\\.c(;|$)" OR target STREQUAL headers_alone)
      continue()
    endif()
    string(REGEX REPLACE ".*_" "" kind ${kind})
    set(headers <algorithm> <array> <cmath> <cstdint> <filesystem> <functional> <limits> <memory>
      <optional> <span> <string> <string_view> <vector> <fmt/format.h>)
    set(use "")
    set(library "")
    get_target_property(libraries ${target} LINK_LIBRARIES)
    if("GTest::gmock" IN_LIST libraries)
      list(APPEND headers <gmock/gmock.h> <gtest/gtest.h>)
      set(use _tests)
      set(library GTest::gmock)
    endif()
    get_target_property(visibility ${target} CXX_VISIBILITY_PRESET)
    if(NOT visibility)
      set(visibility default)
    endif()
    string(TOLOWER precompiled_${kind}_${visibility}${use} carrier)
    if(NOT TARGET ${carrier})
      selvage_carrier(${carrier} ${kind} ${visibility} "${library}" "${headers}")
    endif()
    selvage_same_flags(${target})
    target_precompile_headers(${target} REUSE_FROM ${carrier})
  endforeach()
  get_property(below DIRECTORY ${directory} PROPERTY SUBDIRECTORIES)
  foreach(each ${below})
    selvage_precompile(${each})
  endforeach()
endfunction()
