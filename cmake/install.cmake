# SPDX-License-Identifier: Apache-2.0
# `make install`: libraries, headers, documents, CMake package, pkg-config files, tool, completions (man page: apps/selvage).
# No installed file contains an absolute path, so the prefix may be moved.
include(CMakePackageConfigHelpers)

# Programs have the same RPATH in the build as installed: where the two differ, CMake ends the build's with an empty part,
# which means the current folder (tests/hardening). A link makes build/NAME/apps look like a prefix.
set(libexec ${CMAKE_INSTALL_LIBEXECDIR}/selvage)
file(RELATIVE_PATH bin_to_lib /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBDIR})
file(RELATIVE_PATH libexec_to_lib /${libexec} /${CMAKE_INSTALL_LIBDIR})
set(libraries selvage)
set(programs selvage_probe)
if(SELVAGE_IO)
  list(APPEND libraries selvage_files)
endif()
if(SELVAGE_TOOL)
  list(APPEND programs selvage_tool)
endif()
set_target_properties(${libraries} PROPERTIES INSTALL_RPATH "$ORIGIN")
if(SELVAGE_TOOL)
  set_target_properties(selvage_tool PROPERTIES INSTALL_RPATH "$ORIGIN/${bin_to_lib}")
endif()
set_target_properties(selvage_probe PROPERTIES INSTALL_RPATH "$ORIGIN/${libexec_to_lib}"
  RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/apps/${libexec})
set_target_properties(${libraries} ${programs} PROPERTIES BUILD_WITH_INSTALL_RPATH ON)
get_filename_component(link ${PROJECT_BINARY_DIR}/apps/selvage/${bin_to_lib} ABSOLUTE)
get_filename_component(link_folder ${link} DIRECTORY)
file(MAKE_DIRECTORY ${link_folder})
file(CREATE_LINK ${PROJECT_BINARY_DIR}/src ${link} SYMBOLIC)

set_target_properties(selvage_include PROPERTIES EXPORT_NAME headers)
install(TARGETS selvage_include ${libraries} EXPORT selvage)
if(SELVAGE_TOOL)
  install(TARGETS selvage_tool)
endif()
install(TARGETS selvage_probe DESTINATION ${libexec})
install(DIRECTORY include/selvage TYPE INCLUDE FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")

# The documents, which headers refer to, and the site, if `make docs` made it. An sdist has neither.
if(NOT SKBUILD)
  install(FILES README.md CHANGELOG.md CONTRIBUTING.md HACKING.md SECURITY.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
  install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN site EXCLUDE)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/build/docs/html DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL)
endif()

# find_package(selvage)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/selvage)
if(SELVAGE_STATIC)  # then a program links what the libraries need
  install(EXPORT selvage NAMESPACE selvage:: FILE selvageTargets.cmake DESTINATION ${package_dir})
  configure_file(cmake/static_config.cmake.in ${PROJECT_BINARY_DIR}/selvageConfig.cmake @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/selvageConfig.cmake DESTINATION ${package_dir})
  set(SELVAGE_PC_NEEDS "Requires.private: libhwy, tbb, fmt")
  set(SELVAGE_IO_PC_NEEDS "Requires.private: libpng, libjpeg, libtiff-4, zlib")
  if(SELVAGE_HAS_EXR)
    string(APPEND SELVAGE_IO_PC_NEEDS ", OpenEXR")
  endif()
  if(SELVAGE_HAS_WEBP)
    string(APPEND SELVAGE_IO_PC_NEEDS ", libwebp")
  endif()
else()
  install(EXPORT selvage NAMESPACE selvage:: FILE selvageConfig.cmake DESTINATION ${package_dir})
endif()
# Before 1.0 a minor version may change the API.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/selvageConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/selvageConfigVersion.cmake DESTINATION ${package_dir})

# pkg-config
set(pc_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH pc_to_prefix /${pc_dir} /)
string(REGEX REPLACE "/$" "" pc_to_prefix "${pc_to_prefix}")
set(names selvage)
if(SELVAGE_IO)
  list(APPEND names selvage_io)
endif()
foreach(name ${names})
  configure_file(cmake/${name}.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${pc_dir})
endforeach()

if(NOT SELVAGE_TOOL)
  return()
endif()

# Completions, written by the tool itself. `completions` is not part of `all`: tests do not need it.
set(completion_folder_bash ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
set(completion_folder_zsh ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
set(completion_folder_fish ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
set(completion_name_bash selvage)
set(completion_name_zsh _selvage)
set(completion_name_fish selvage.fish)
foreach(shell bash zsh fish)
  set(script ${PROJECT_BINARY_DIR}/completions/${shell}/${completion_name_${shell}})
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/completions/${shell})
  add_custom_command(OUTPUT ${script} COMMAND ${CMAKE_COMMAND} -E env LD_LIBRARY_PATH=${PROJECT_BINARY_DIR}/src $<TARGET_FILE:selvage_tool> completion ${shell} > ${script}
    DEPENDS selvage_tool VERBATIM)
  install(FILES ${script} DESTINATION ${completion_folder_${shell}} OPTIONAL)
  list(APPEND completion_scripts ${script})
endforeach()
add_custom_target(completions DEPENDS ${completion_scripts})
