"""Loads a folder that holds a written config.json and model.safetensors with transformers, and checks that
every tensor
is there: written_checkpoint_check.py FOLDER. A check by hand; transformers 4.41, safetensors."""

import sys

import safetensors.torch
import transformers

folder = sys.argv[1]
kind = transformers.AutoConfig.from_pretrained(folder).model_type
without = {} if kind == "distilbert" else {"add_pooling_layer": False}
model, said = transformers.AutoModel.from_pretrained(folder, output_loading_info=True, **without)
assert not said["missing_keys"] and not said["mismatched_keys"], said
stored = safetensors.torch.load_file(folder + "/model.safetensors")
state = model.state_dict()
compared = 0
for name, tensor in stored.items():
    for key in (name, name.partition(".")[2]):
        if key in state:
            assert (state[key] == tensor).all(), name
            compared += 1
            break
print(f"{type(model).__name__}: {compared} of {len(stored)} tensors are equal")
