# SPDX-License-Identifier: Apache-2.0
# An overlay port that builds the tree that it lies in:
#   vcpkg install selvage --overlay-ports=packaging/vcpkg --triplet=x64-linux-dynamic
# For a registry, vcpkg_from_github gives SOURCE_PATH instead.
vcpkg_check_linkage(ONLY_DYNAMIC_LIBRARY)
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

vcpkg_find_acquire_program(PKGCONFIG)
vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS "-DPKG_CONFIG_EXECUTABLE=${PKGCONFIG}" -DSELVAGE_EXR=OFF -DSELVAGE_WEBP=OFF
    -DSELVAGE_HEIF=OFF -DSELVAGE_JXL=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/selvage)
vcpkg_fixup_pkgconfig()
vcpkg_copy_tools(TOOL_NAMES selvage AUTO_CLEAN)

file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
# Folders of the man page and the completions, which are not built here.
foreach(empty man bash-completion zsh fish)
  file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/share/${empty}")
endforeach()
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
