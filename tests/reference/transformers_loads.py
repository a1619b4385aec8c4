"""Loads a folder with transformers alone and prints its answers, to show that a folder saved by Standfast is
valid there.

    python3 tests/reference/transformers_loads.py FOLDER TEXT...
        a classifier: one line of JSON a text, with its token ids, logits and the name of the best class
    python3 tests/reference/transformers_loads.py FOLDER --file TEXTS.jsonl
        the same for the "text" of every line, with its "id"
    python3 tests/reference/transformers_loads.py FOLDER --bottleneck TEXT...
        an encoder with a bottleneck: also the vector; the head is built from head.{bottleneck,dense,out_proj}

Fails unless every tensor of the model is in the file and the file has no other. Needs torch, transformers, safetensors.
"""
import json
import sys

import torch
import transformers
from safetensors.torch import load_file

transformers.logging.set_verbosity_error()
arguments = sys.argv[2:]
folder, bottleneck, file = sys.argv[1], "--bottleneck" in arguments, "--file" in arguments
texts = [a for a in arguments if not a.startswith("--")]
rows = [{"text": text} for text in texts]
if file:
    with open(texts[0], encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
tensors = load_file(folder + "/model.safetensors")
head = {name: t for name, t in tensors.items() if name.startswith("head.")}
kind, how = transformers.AutoModelForSequenceClassification, {}
if bottleneck:
    kind = transformers.AutoModel
    if transformers.AutoConfig.from_pretrained(folder).model_type != "distilbert":
        how = {"add_pooling_layer": any("pooler." in name for name in tensors)}
model, said = kind.from_pretrained(folder, output_loading_info=True, **how)
tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
assert not said["missing_keys"] and not said["mismatched_keys"], said
assert set(said["unexpected_keys"]) == set(head if bottleneck else ()), said["unexpected_keys"]
model.eval()


def layer(name, x):
    return x @ head[f"head.{name}.weight"].T + head[f"head.{name}.bias"]


limit = model.config.max_position_embeddings - (2 if model.config.model_type == "roberta" else 0)
limit = min(limit, tokenizer.model_max_length)
for row in rows:
    given = tokenizer(row["text"], truncation=True, max_length=limit, return_tensors="pt")
    with torch.no_grad():
        answer = {}
        if bottleneck:
            vector = layer("bottleneck", model(**given).last_hidden_state[:, 0])
            answer["vector"] = vector[0].tolist()
            logits = layer("out_proj", torch.tanh(layer("dense", vector)))[0]
        else:
            logits = model(**given).logits[0]
    names = model.config.id2label
    print(json.dumps({**({"id": row["id"]} if "id" in row else {}), "ids": given["input_ids"][0].tolist(),
                      "logits": logits.tolist(), "class": names[int(logits.argmax())], **answer}))
