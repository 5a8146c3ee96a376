# SPDX-License-Identifier: Apache-2.0
"""How Sphinx makes the site from what docs/site/stage collected (tools/make_docs)."""

import os
import re
from pathlib import Path

from sphinx import addnodes

STAGE = Path(os.environ["SELVAGE_DOCS_STAGE"])
ROOT = Path(__file__).resolve().parents[2]

project = "Selvage"
copyright = "the authors of Selvage"
version = release = re.search(
    r"project\(selvage VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text()
)[1]
language = "en"

extensions = [
    "myst_parser",
    "breathe",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
]
source_suffix = {".md": "markdown"}
exclude_patterns = ["doxygen"]
highlight_language = "none"
myst_heading_anchors = 6
myst_enable_extensions = ["deflist"]

breathe_projects = {name: str(STAGE / "doxygen" / name / "xml") for name in ("cpp", "c")}
breathe_default_project = "cpp"
breathe_domain_by_extension = {"h": "c", "hpp": "cpp"}
breathe_default_members = ("members", "undoc-members")
breathe_show_include = False
cpp_id_attributes = ["SELVAGE_API"]

autodoc_typehints = "none"  # the docstrings say them in words
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
napoleon_google_docstring = False

html_theme = "furo"
html_title = f"Selvage {version}"
html_static_path = [str(Path(__file__).parent / "static")]
html_css_files = ["site.css"]
html_js_files = ["before_after.js"]
html_show_sourcelink = False
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0b6e69", "color-brand-content": "#0b6e69"},
    "dark_css_variables": {"color-brand-primary": "#5cc8c0", "color-brand-content": "#5cc8c0"},
}
pygments_style = "friendly"
pygments_dark_style = "monokai"
copybutton_selector = ", ".join(f"div.highlight-{name} pre" for name in ("text", "none", "python"))


def plain_references(app, what, name, obj, options, lines):
    """Turn numbered footnotes into text: each docstring counts from 1, a page has one count."""
    lines[:] = [
        re.sub(r"^(\s*)\.\. (\[\d+\])", r"\1\2", re.sub(r"(\[\d+\])_", r"\1", line))
        for line in lines
    ]


def types_first(app, doctree):
    """Put the types of a header before its functions; Breathe puts them behind."""
    if not app.env.docname.startswith(("reference/cpp/", "reference/c/")):
        return
    ranks = {"enum": 0, "enum-class": 0, "struct": 1, "class": 1, "type": 2}
    parents = {node.parent for node in doctree.findall(addnodes.desc)}
    for parent in parents:
        if isinstance(parent, addnodes.desc_content):
            continue
        members = [child for child in parent if isinstance(child, addnodes.desc)]
        places = [parent.index(member) for member in members]
        ordered = sorted(members, key=lambda member: ranks.get(member["objtype"], 3))
        for place, member in zip(places, ordered, strict=True):
            parent.children[place] = member


def setup(app):
    app.connect("doctree-read", types_first)
    app.connect("autodoc-process-docstring", plain_references, priority=100)  # before napoleon
