"""The peer of bench/sentence_bench.cc: sentence-transformers on the same texts, sorted by length, in batches of 32.

    python3 bench/peers/sentences.py MODEL TEXTS [THREADS]
"""
import sys
import time

import torch
from sentence_transformers import SentenceTransformer

folder, file = sys.argv[1:3]
torch.set_num_threads(int(sys.argv[3]) if len(sys.argv) > 3 else 2)
model = SentenceTransformer(folder)
with open(file, encoding="utf-8") as lines:
    texts = [line.rstrip("\n") for line in lines]
tokens = sum(min(len(ids), model.max_seq_length) for ids in model.tokenizer(texts)["input_ids"])
model.encode(texts[:64], batch_size=32, show_progress_bar=False)
started = time.time()
model.encode(texts, batch_size=32, show_progress_bar=False)
seconds = time.time() - started
print(f"{len(texts)} texts, {tokens} tokens, {seconds:.1f} s: {tokens / seconds:.0f} tokens/s")
