# SPDX-License-Identifier: Apache-2.0
"""The nodes, called as ComfyUI calls them. Tensors are PyTorch's where it is installed."""

import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest

import pyselvage

try:
    import torch
except ImportError:
    torch = None

FOLDER = Path(__file__).resolve().parents[1]


def load_nodes():
    """Import the folder as ComfyUI does: by its path."""
    place = {"submodule_search_locations": [str(FOLDER)]}
    spec = importlib.util.spec_from_file_location("selvage_nodes", FOLDER / "__init__.py", **place)
    module = importlib.util.module_from_spec(spec)
    sys.modules["selvage_nodes"] = module
    spec.loader.exec_module(module)
    return module


NODES = load_nodes().NODE_CLASS_MAPPINGS
NAMES = load_nodes().NODE_DISPLAY_NAME_MAPPINGS


def tensor(*shape, seed=0):
    samples = np.random.default_rng(seed).random(shape, np.float32)
    return samples if torch is None else torch.from_numpy(samples)


def defaults(node):
    """Return the values that a new node has."""
    values = {}
    for name, (kind, *options) in node.INPUT_TYPES()["required"].items():
        if options:
            values[name] = options[0]["default"]
            if not isinstance(kind, str):
                assert values[name] in kind
    return values


def test_every_node_is_complete():
    assert NODES.keys() == NAMES.keys()
    for node in NODES.values():
        assert node.CATEGORY
        assert node.DESCRIPTION
        assert callable(getattr(node, node.FUNCTION))
        assert set(node.RETURN_TYPES) <= {"IMAGE", "MASK"}


@pytest.mark.parametrize("name", ["SelvageBilateral", "SelvageRollingGuidance"])
def test_filters_of_one_image(name):
    node, image = NODES[name], tensor(2, 20, 30, 3)
    (result,) = node().run(image, **defaults(node))
    function = {"SelvageBilateral": "bilateral", "SelvageRollingGuidance": "rolling_guidance"}[name]
    expected = getattr(pyselvage, function)(image, channel_axis=-1, batch_axes=(0,))
    assert type(result) is type(image)
    assert (np.asarray(result) == np.asarray(expected)).all()
    assert not (np.asarray(result) == np.asarray(image)).all()


def test_a_guide_serves_a_batch_and_masks():
    node = NODES["SelvageJointBilateral"]
    image, mask, guide = (
        tensor(2, 20, 30, 3),
        tensor(2, 20, 30, seed=1),
        tensor(1, 20, 30, 3, seed=2),
    )
    values = defaults(node)
    smooth, smooth_mask = node().run(guide, image=image, mask=mask, **values)
    assert tuple(smooth.shape) == (2, 20, 30, 3)
    assert tuple(smooth_mask.shape) == (2, 20, 30)
    alone, none = node().run(guide, image=image[1:], **values)
    assert none is None
    assert (np.asarray(alone[0]) == np.asarray(smooth[1])).all()
    with pytest.raises(ValueError, match="connect"):
        node().run(guide, **values)
    with pytest.raises(ValueError, match="guide: is 30x19"):
        node().run(guide[:, 1:], image=image, **values)
    with pytest.raises(ValueError, match="guide: has 3 images"):
        node().run(tensor(3, 20, 30, 3), image=image, **values)
