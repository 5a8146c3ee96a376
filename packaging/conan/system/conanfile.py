# SPDX-License-Identifier: Apache-2.0
"""Stands for each package that selvage requires where ConanCenter cannot be reached: the same names, targets and
conflicts, but the libraries that the system has. Exported by ../try_with_system; never published."""
from conan import ConanFile

# name: CMake's package, CMake's target, the library's name (none: headers alone)
PACKAGES = {
    "highway": (None, None, "hwy"),
    "onetbb": ("TBB", "TBB::tbb", "tbb"),
    "fmt": ("fmt", "fmt::fmt", "fmt"),
    "libpng": ("PNG", "PNG::PNG", "png16"),
    "libjpeg": ("JPEG", "JPEG::JPEG", "jpeg"),
    "libjpeg-turbo": ("JPEG", "JPEG::JPEG", "jpeg"),
    "libtiff": ("TIFF", "TIFF::TIFF", "tiff"),
    "zlib": ("ZLIB", "ZLIB::ZLIB", "z"),
    "cli11": ("CLI11", "CLI11::CLI11", None),
    "nlohmann_json": ("nlohmann_json", "nlohmann_json::nlohmann_json", None),
}


class System(ConanFile):
    options = {"jpeg": ["libjpeg", "libjpeg-turbo"]}  # of libtiff
    default_options = {"jpeg": "libjpeg"}

    def configure(self):
        if self.name in ("libjpeg", "libjpeg-turbo"):
            self.provides = "libjpeg"

    def requirements(self):
        if self.name == "libtiff":
            self.requires(f"{self.options.jpeg}/[*]")
        if self.name in ("libpng", "libtiff"):
            self.requires("zlib/[*]")

    def package_info(self):
        package, target, library = PACKAGES[self.name]
        self.cpp_info.includedirs = self.cpp_info.libdirs = self.cpp_info.bindirs = []
        self.cpp_info.system_libs = [library] if library else []
        self.cpp_info.set_property("cmake_find_mode", "both")
        if package:
            self.cpp_info.set_property("cmake_file_name", package)
            self.cpp_info.set_property("cmake_target_name", target)
        if self.name == "highway":
            self.cpp_info.set_property("pkg_config_name", "libhwy")
