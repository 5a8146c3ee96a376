# SPDX-License-Identifier: Apache-2.0
"""Nodes for ComfyUI. README.md says how to install them."""

from .nodes import NODE_CLASS_MAPPINGS, NODE_DISPLAY_NAME_MAPPINGS

__all__ = ["NODE_CLASS_MAPPINGS", "NODE_DISPLAY_NAME_MAPPINGS"]
