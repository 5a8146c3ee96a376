# SPDX-License-Identifier: Apache-2.0
"""Each exported symbol is a public one, and each function of the C interface is exported.

symbols_test.py LIBSELVAGE LIBSELVAGE_IO HEADERS
"""
import pathlib
import re
import subprocess
import sys
import unittest

libselvage, libselvage_io, headers = (pathlib.Path(argument) for argument in sys.argv[1:4])

# Names that follow `selvage::`, and what may follow classes.
FUNCTIONS = """automatic_sigma_range border depth_halo devices effective_radius enqueue enqueue_forward enqueue_gradient estimate_noise find_device forward_bytes gradient gradient_scratch_bytes halo has_third_axis max_channels_of
  interleaved interleaved_strides like_opencv name native_context noise_lattice planar_strides ports printable radius_depth result_shape
  run_probe sigma_depth validate""".split()
CLASSES = "Device Engine Error Image Plan".split()
IO_FUNCTIONS = """check_save convert decode divide_by_alpha encode exif_orientation extension_of formats info load lost_metadata nifti_of_region profile_description
  remove_temporary_files save save_bytes without_thumbnail""".split()
IO_CLASSES = "ImageReader ImageWriter".split()


def exported(library):
    """The demangled names that the library defines for others, without their arguments."""
    lines = subprocess.run(["nm", "--dynamic", "--defined-only", "--demangle", library],
                           check=True, capture_output=True, text=True).stdout.splitlines()
    names = set()
    for line in lines:
        _, kind, name = re.fullmatch(r"([0-9a-f]+) (\S) (.*)", line).groups()
        # Templates and inline functions of the standard library are every library's.
        if kind in "VWu" and re.search(r"\bstd::|\(anonymous", name) and "selvage::" not in name.split("(")[0].split("<")[0]:
            continue
        names.add(re.sub(r"\[abi:cxx11\]", "", re.sub(r"[(<].*", "", name)))
    return names


def is_public(name, functions, classes):
    if re.fullmatch(r"(vtable|typeinfo|typeinfo name) for selvage::Error", name):
        return True
    parts = name.split("::")
    if parts[0] != "selvage" or len(parts) < 2:
        return False
    if len(parts) == 2:
        return parts[1] in functions
    return parts[1] in classes and "Impl" not in parts  # which is hidden


class Symbols(unittest.TestCase):
    def test_c_interface(self):
        def declared(files):
            text = "".join(header.read_text() for header in files)
            return set(re.findall(r"^SELVAGE_API [^;(]*?\b(selvage_\w+)\(", text, re.M))

        def c_names(library):
            return {name for name in exported(library) if name.startswith("selvage_")}

        io_header = headers / "io.h"
        functions = declared(header for header in headers.glob("*.h") if header != io_header)
        self.assertGreater(len(functions), 70)
        self.assertEqual(functions, c_names(libselvage))
        self.assertGreater(len(declared([io_header])), 20)
        self.assertEqual(declared([io_header]), c_names(libselvage_io))

    def test_cpp_interface(self):
        names = {name for name in exported(libselvage) if not name.startswith("selvage_")}
        self.assertEqual([n for n in sorted(names) if not is_public(n, FUNCTIONS, CLASSES)], [])
        self.assertIn("typeinfo for selvage::Error", names)  # so that it can be caught elsewhere
        for function in FUNCTIONS:
            self.assertIn("selvage::" + function, names)
        for name in CLASSES:
            self.assertTrue(any(f"selvage::{name}" in n for n in names), name)

    def test_needs_no_library_that_starts_slowly(self):
        # Highway's measures a clock for 3 ms when it is loaded (docs/journal/0064).
        text = subprocess.run(["objdump", "-p", libselvage], check=True, capture_output=True, text=True).stdout
        needed = re.findall(r"NEEDED +(\S+)", text)
        self.assertTrue(any(name.startswith("libfmt") for name in needed), needed)
        self.assertFalse(any(name.startswith("libhwy") for name in needed), needed)

    def test_io_interface(self):
        names = {name for name in exported(libselvage_io) if not name.startswith("selvage_")}
        # Error is thrown there, too: its inline functions may be.
        self.assertEqual([n for n in sorted(names) if not is_public(n, IO_FUNCTIONS, IO_CLASSES + ["Error"])], [])
        for function in IO_FUNCTIONS:
            self.assertIn("selvage::" + function, names)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
