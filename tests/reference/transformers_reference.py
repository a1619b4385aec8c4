"""Hidden states of small encoders by Hugging Face's transformers, for tests/neural/transformer_test.cc.

Element i (from 0) of the tensor NAME is .8 sin(.7 (i + 1) + the sum of NAME's bytes), weights of layer norms 1 more. So the
test can write the same folders itself. Needs torch and transformers (made with 1.13 and 4.41):

    python3 tests/reference/transformers_reference.py > tests/reference/transformers_small.json
"""
import json

import numpy as np
import torch
from transformers import BertConfig, BertModel, DistilBertConfig, DistilBertModel, RobertaConfig, RobertaModel

TEXTS = [[2, 7, 5, 9, 3], [2, 4, 3]]
COMMON = dict(vocab_size=11, max_position_embeddings=16)
USUAL = dict(hidden_size=8, num_hidden_layers=2, num_attention_heads=2, intermediate_size=12, **COMMON)


def fill(model):
    state = model.state_dict()
    for name, tensor in state.items():
        if not tensor.is_floating_point():
            continue
        i = np.arange(tensor.numel())
        values = 0.8 * np.sin(0.7 * (i + 1) + sum(name.encode()))
        if "norm" in name.lower() and name.endswith("weight"):
            values += 1
        state[name] = torch.tensor(values.reshape(tensor.shape), dtype=torch.float64)
    model.double().load_state_dict(state)
    return model.eval()


def states(model):
    out = []
    for ids in TEXTS:
        with torch.no_grad():
            given = torch.tensor([ids])
            hidden = model(input_ids=given, attention_mask=torch.ones_like(given), output_hidden_states=True).hidden_states
        out.append([[round(float(v), 9) for v in layer.flatten()] for layer in hidden])
    return out


cases = []
for act in ("gelu", "gelu_new", "silu"):
    cases.append(("bert", act, BertModel(BertConfig(hidden_act=act, type_vocab_size=2, **USUAL))))
cases.append(("roberta", "gelu", RobertaModel(RobertaConfig(type_vocab_size=1, pad_token_id=1, layer_norm_eps=1e-5, **USUAL))))
cases.append(("distilbert", "relu", DistilBertModel(DistilBertConfig(
    dim=8, n_layers=2, n_heads=2, hidden_dim=12, activation="relu", **COMMON))))
print(json.dumps({"texts": TEXTS, "cases": [
    {"family": family, "activation": act, "states": states(fill(model))} for family, act, model in cases]}))
