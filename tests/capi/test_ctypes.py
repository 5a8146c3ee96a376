# SPDX-License-Identifier: Apache-2.0
"""The C interface from another language, as docs/c_interface.md has it, and every filter of the header.

test_ctypes.py LIBRARY DOCUMENT HEADER
"""
import ctypes as c
import re
import sys

library, document, header = sys.argv[1:]
block = re.search(r"```python\n(.*?)```", open(document, encoding="utf-8").read(), re.S).group(1)
scope = {}
exec(block.replace("libselvage.so.0", library).replace(", numpy as np", ""), scope)
s, View, Ports, Box = (scope[name] for name in ("s", "View", "Ports", "Box"))
s.selvage_error_message.restype = c.c_char_p

box = Box()
assert s.selvage_box_init(c.byref(box), c.c_size_t(c.sizeof(box))) == 0
assert (box.size, box.filter, box.radius, box.iterations) == (c.sizeof(box), 7, 1, 1)

image = (c.c_ubyte * 9)(0, 0, 0, 0, 90, 0, 0, 0, 0)
smooth = (c.c_ubyte * 9)()
views = []
for pixels in (image, smooth):
    view = View()
    assert s.selvage_view_init(c.byref(view), c.c_size_t(c.sizeof(view)), pixels, 0, 3, 3, 1) == 0
    views.append(view)
inputs = Ports(c.sizeof(Ports), c.addressof(views[0]))
outputs = Ports(c.sizeof(Ports), c.addressof(views[1]))  # the fields that follow are 0, and so ignored

engine, error = c.c_void_p(), c.c_void_p()
assert s.selvage_engine_new(b"cpu", None, c.byref(engine), c.byref(error)) == 0


def run():
    return s.selvage_run(engine, c.byref(box), c.byref(inputs), c.byref(outputs), None, None, None,
                         None, c.byref(error))


assert run() == 0
assert list(smooth) == [40, 20, 40, 20, 10, 20, 40, 20, 40], list(smooth)  # reflect101

box.radius = -1
assert run() == 1
assert b"radius -1" in s.selvage_error_message(error)
s.selvage_error_free(error)
s.selvage_engine_free(engine)

# Every filter, from nothing but the header: a binding can be written from it.
TYPES = {"size_t": c.c_size_t, "int32_t": c.c_int32, "float": c.c_float, "const float*": c.c_void_p}
text = re.sub(r"/\*.*?\*/", "", open(header, encoding="utf-8").read(), flags=re.S)
filters = {name.lower(): int(value) for name, value in re.findall(
    r"^  SELVAGE_(\w+) = (\d+),?$", text[text.index("SELVAGE_BILATERAL = 1") - 2:].split("}")[0], re.M)}
assert sorted(filters.values()) == list(range(1, len(filters) + 1))


def structure(name):
    (body,) = re.findall(rf"^typedef struct selvage_{name} {{(.*?)^}}", text, re.M | re.S)
    members = [(member.strip(), TYPES[kind])
               for kind, names in re.findall(r"(const float\*|\w+) ([\w, ]+);", body)
               for member in names.split(",")]
    return type(name, (c.Structure,), {"_fields_": members})


for name, value in filters.items():
    filter = structure(name)()
    assert getattr(s, f"selvage_{name}_init")(c.byref(filter), c.c_size_t(c.sizeof(filter))) == 0, name
    assert (filter.size, filter.filter) == (c.sizeof(filter), value), name
    halo = c.c_int32(-1)
    assert s.selvage_halo(c.byref(filter), c.byref(halo), c.byref(error)) == 0, name
    assert halo.value >= 0, name
assert len(filters) == len(re.findall(r"selvage_\w+_init\(selvage_\w+\* filter", text))
