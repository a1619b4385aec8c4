"""Writes the small files of PyTorch that tests/checkpoint/torch_file_test.cc holds in base64, each below 3 KB.

Run with PyTorch (made with 1.13); prints the lines of tests/reference/torch_files.json.
"""

import argparse
import base64
import io
import json

import torch


def saved(what, **options):
    out = io.BytesIO()
    torch.save(what, out, **options)
    return base64.b64encode(out.getvalue()).decode()


table = torch.arange(6, dtype=torch.float32).reshape(2, 3)
state = torch.nn.Linear(3, 2).state_dict()  # an OrderedDict with _metadata
state["weight"].copy_(table)
state["bias"].copy_(torch.tensor([0.5, -0.5]))
state["turned"] = table.t()  # shares its storage, strides (1, 3)
state["table"] = table
state["row"] = table[1]  # begins in the midst
state["half"] = torch.tensor([1.0, -2.0], dtype=torch.float16)
state["brain"] = torch.tensor([1.0, -2.0], dtype=torch.bfloat16)
state["double"] = torch.tensor(0.25, dtype=torch.float64)
state["position_ids"] = torch.arange(4)
state["none"] = torch.zeros(0, 3)


class Evil:
    def __reduce__(self):
        import os

        return (os.system, ("touch executed",))


print(
    json.dumps(
        {
            "zip": saved(state),
            "legacy": saved(state, _use_new_zipfile_serialization=False),
            "nested": saved(
                {
                    "epoch": 3,
                    "loss": 0.5,
                    "optimizer": {"state": {0: {"exp_avg": torch.ones(2)}}},
                    "model_state_dict": {"w": torch.nn.Parameter(torch.tensor([1.0, 2.0]))},
                    "best": True,
                    "names": ["a", ("b", -70000)],
                }
            ),
            "evil": saved({"w": torch.ones(1), "x": Evil()}),
            "evil_legacy": saved({"w": torch.ones(1), "x": Evil()}, _use_new_zipfile_serialization=False),
            "arguments": saved({"args": argparse.Namespace(lr=1), "w": torch.ones(1)}),
            "no_tensors": saved([torch.ones(1)]),
        },
        indent=1,
    )
)
