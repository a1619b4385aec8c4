"""Loads a folder saved by `standfast pretrain` with transformers alone, to show that it is valid there.

    python3 tests/reference/masked_loads.py FOLDER TEXT...
        for each text, which holds [MASK]: one line of JSON with its token ids and the logits at each [MASK]

Fails unless BertForMaskedLM finds all its tensors and the file has no other, and AutoModel all but the pooler. Needs torch,
transformers.
"""
import json
import sys

import torch
import transformers

transformers.logging.set_verbosity_error()
folder, texts = sys.argv[1], sys.argv[2:]
model, said = transformers.AutoModelForMaskedLM.from_pretrained(folder, output_loading_info=True)
assert type(model) is transformers.BertForMaskedLM
assert not any(said[kind] for kind in ("missing_keys", "unexpected_keys", "mismatched_keys", "error_msgs")), said
assert model.get_output_embeddings().weight is model.get_input_embeddings().weight
_, said = transformers.AutoModel.from_pretrained(folder, output_loading_info=True)
assert all("pooler." in key for key in said["missing_keys"]), said
assert all(key.startswith("cls.") for key in said["unexpected_keys"]), said
tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
assert len(tokenizer) == model.config.vocab_size
model.eval()
for text in texts:
    given = tokenizer(text, truncation=True, max_length=model.config.max_position_embeddings, return_tensors="pt")
    with torch.no_grad():
        logits = model(**given).logits[0]
    places = (given["input_ids"][0] == tokenizer.mask_token_id).nonzero().flatten().tolist()
    print(json.dumps({"ids": given["input_ids"][0].tolist(), "logits": [logits[place].tolist() for place in places]}))
