# SPDX-License-Identifier: Apache-2.0
"""Conan 2 recipe for the tree that it lies in: conan create packaging/conan --build=missing -s compiler.cppstd=20"""
import os
import re

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir
from conan.tools.gnu import PkgConfigDeps

required_conan_version = ">=2.0"


class Selvage(ConanFile):
    name = "selvage"
    description = "Edge-preserving image filters, exact or within a proved bound, on CPUs and GPUs"
    license = "Apache-2.0"
    topics = ("image-processing", "bilateral-filter", "gpu", "simd")
    package_type = "shared-library"
    settings = "os", "arch", "compiler", "build_type"
    # libtiff asks for libjpeg by default, which cannot be there beside libjpeg-turbo.
    default_options = {"libtiff/*:jpeg": "libjpeg-turbo"}

    def _tree(self):
        return os.path.join(self.recipe_folder, "..", "..")

    def set_version(self):
        project = load(self, os.path.join(self._tree(), "CMakeLists.txt"))
        self.version = self.version or re.search(r"project\(selvage VERSION (\S+)", project).group(1)

    def export_sources(self):
        copy(self, "CMakeLists.txt", src=self._tree(), dst=self.export_sources_folder)
        copy(self, "LICENSE", src=self._tree(), dst=self.export_sources_folder)
        for folder in ("apps", "cmake", "examples", "include", "src"):
            copy(self, f"{folder}/*", src=self._tree(), dst=self.export_sources_folder)

    def validate(self):
        if self.settings.os != "Linux":
            raise ConanInvalidConfiguration("selvage is built on Linux")
        check_min_cppstd(self, 20)

    def layout(self):
        cmake_layout(self)

    def requirements(self):
        self.requires("highway/[>=1.0.3 <2]")
        self.requires("onetbb/[>=2021.8 <2023]")
        self.requires("fmt/[>=9 <12]")
        self.requires("libpng/[>=1.6 <2]")
        self.requires("libjpeg-turbo/[>=2.1 <4]")
        self.requires("libtiff/[>=4.5 <5]")
        self.requires("zlib/[>=1.2.11 <2]")
        self.requires("cli11/[>=2.3 <3]")
        self.requires("nlohmann_json/[>=3.11 <4]")

    def build_requirements(self):
        self.tool_requires("cmake/[>=3.25]")
        if not self.conf.get("tools.gnu:pkg_config", check_type=str):
            self.tool_requires("pkgconf/[>=2.0 <3]")

    def generate(self):
        toolchain = CMakeToolchain(self)
        for optional in ("EXR", "WEBP", "HEIF", "JXL"):
            toolchain.cache_variables[f"SELVAGE_{optional}"] = "OFF"
        toolchain.generate()
        CMakeDeps(self).generate()
        PkgConfigDeps(self).generate()  # Highway is found by libhwy.pc

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", src=self.source_folder, dst=os.path.join(self.package_folder, "licenses"))
        # Conan writes its own from package_info.
        rmdir(self, os.path.join(self.package_folder, "lib", "cmake"))
        rmdir(self, os.path.join(self.package_folder, "lib", "pkgconfig"))
        # Folders of the man page and the completions, which are not built here.
        rmdir(self, os.path.join(self.package_folder, "share"))

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "selvage")
        filters = self.cpp_info.components["selvage"]
        filters.set_property("cmake_target_name", "selvage::selvage")
        filters.set_property("pkg_config_name", "selvage")
        filters.libs = ["selvage"]
        filters.system_libs = ["dl", "m", "pthread"]
        filters.requires = ["highway::highway", "onetbb::onetbb", "fmt::fmt"]
        files = self.cpp_info.components["io"]
        files.set_property("cmake_target_name", "selvage::io")
        files.set_property("pkg_config_name", "selvage_io")
        files.libs = ["selvage_io"]
        files.requires = ["selvage", "libpng::libpng", "libjpeg-turbo::libjpeg-turbo",
                          "libtiff::libtiff", "zlib::zlib", "fmt::fmt", "cli11::cli11",
                          "nlohmann_json::nlohmann_json"]  # the last two: of the tool
