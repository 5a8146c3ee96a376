# SPDX-License-Identifier: Apache-2.0
# The libraries that src/ asks for, as headers: fmt and Highway need no compiled part here, and a module
# has one thread. Their folders are linked into the build folder, because /usr/include holds headers of
# another system.
set(headers ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${headers})
foreach(name fmt hwy)
  find_path(${name}_folder NAMES ${name} PATHS /usr/local/include /usr/include REQUIRED NO_DEFAULT_PATH)
  file(CREATE_LINK ${${name}_folder}/${name} ${headers}/${name} SYMBOLIC)
endforeach()
include_directories(SYSTEM ${CMAKE_CURRENT_LIST_DIR}/include)  # which adds to libc++ and Highway, so it comes first
add_library(selvage_headers INTERFACE)
target_include_directories(selvage_headers SYSTEM INTERFACE ${headers})
target_compile_definitions(selvage_headers INTERFACE FMT_HEADER_ONLY)
add_library(nothing INTERFACE)
add_library(fmt::fmt ALIAS selvage_headers)
add_library(PkgConfig::hwy ALIAS selvage_headers)
add_library(TBB::tbb ALIAS nothing)
add_library(Threads::Threads ALIAS nothing)
