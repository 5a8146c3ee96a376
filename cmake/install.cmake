# SPDX-License-Identifier: Apache-2.0
# `make install`: libraries, headers, CMake package, pkg-config files, tool, man pages, completions.
# Nothing that is installed holds an absolute path, so the prefix may be moved.
include(CMakePackageConfigHelpers)

file(RELATIVE_PATH bin_to_lib /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBDIR})
set_target_properties(selvage selvage_files PROPERTIES INSTALL_RPATH "$ORIGIN")
set_target_properties(selvage_tool PROPERTIES INSTALL_RPATH "$ORIGIN/${bin_to_lib}")

set_target_properties(selvage_include PROPERTIES EXPORT_NAME headers)
install(TARGETS selvage_include selvage selvage_files EXPORT selvage)
install(TARGETS selvage_tool)
install(DIRECTORY include/selvage TYPE INCLUDE FILES_MATCHING PATTERN "*.hpp")

# find_package(selvage)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/selvage)
install(EXPORT selvage NAMESPACE selvage:: FILE selvageConfig.cmake DESTINATION ${package_dir})
# Before 1.0 a minor version may change the API.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/selvageConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/selvageConfigVersion.cmake DESTINATION ${package_dir})

# pkg-config
set(pc_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH pc_to_prefix /${pc_dir} /)
string(REGEX REPLACE "/$" "" pc_to_prefix "${pc_to_prefix}")
foreach(name selvage selvage_io)
  configure_file(cmake/${name}.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${pc_dir})
endforeach()
