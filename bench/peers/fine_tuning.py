"""Fine-tunes an encoder as a classifier with torch and transformers: losses to compare with, and tokens a second.

    python3 bench/peers/fine_tuning.py MODEL POSTS.jsonl[.gz] [--posts N] [--batch B] [--seconds S] [--threads T]

Posts: the first N rows (all of them by default) with "text" and "label"; classes in the order of their names. They come
in the order 0, 7919, 2 * 7919, ... modulo their number, B at a time, and are not cut below the model's table of positions.
AdamW with learning rate 2e-5, weight decay .01 but for biases and layer norms, gradients clipped to norm 1.

First, without dropout: the losses of 20 steps in single precision, learning rate falling linearly to 0 at step 20 (the
first step has all of it). Element i of the classifier's weight is .02 sin(.7 (i + 1)), its bias is 0. Then, with dropout
.1 and batches in a random order: tokens a second for S seconds. Padding (to the longest of a batch) is not counted.
"""
import argparse
import gzip
import json
import os
import time

parser = argparse.ArgumentParser()
parser.add_argument("model")
parser.add_argument("posts_file")
parser.add_argument("--posts", type=int, default=None)
parser.add_argument("--batch", type=int, default=32)
parser.add_argument("--seconds", type=float, default=60)
parser.add_argument("--threads", type=int, default=2)
given = parser.parse_args()
os.environ["OMP_NUM_THREADS"] = str(given.threads)  # read when torch is loaded
os.environ["TOKENIZERS_PARALLELISM"] = "false"

import torch
import transformers

transformers.logging.set_verbosity_error()
torch.set_num_threads(given.threads)
with (gzip.open if given.posts_file.endswith(".gz") else open)(given.posts_file, "rt", encoding="utf-8") as lines:
    rows = [json.loads(line) for line in lines][: given.posts]
classes = sorted({row["label"] for row in rows})
config = transformers.AutoConfig.from_pretrained(given.model, num_labels=len(classes))
tokenizer = transformers.AutoTokenizer.from_pretrained(given.model)
ids = tokenizer([row["text"] for row in rows], truncation=True, max_length=config.max_position_embeddings,
                add_special_tokens=True)["input_ids"]
labels = [classes.index(row["label"]) for row in rows]
print(f"{len(rows)} posts, {sum(map(len, ids))} tokens, classes {', '.join(classes)}; batches of {given.batch}, "
      f"torch {torch.__version__}, transformers {transformers.__version__}, {torch.get_num_threads()} threads")


def batch_of(places):
    longest = max(len(ids[k]) for k in places)
    padded = [ids[k] + [config.pad_token_id] * (longest - len(ids[k])) for k in places]
    mask = [[1] * len(ids[k]) + [0] * (longest - len(ids[k])) for k in places]
    return {"input_ids": torch.tensor(padded), "attention_mask": torch.tensor(mask),
            "labels": torch.tensor([labels[k] for k in places])}


class Training:
    def __init__(self, dropout, steps):
        for name in ("hidden_dropout_prob", "attention_probs_dropout_prob"):
            setattr(config, name, dropout)
        torch.manual_seed(1)
        self.model = transformers.AutoModelForSequenceClassification.from_pretrained(given.model, config=config)
        weight = self.model.classifier.weight
        with torch.no_grad():
            places = torch.arange(1, weight.numel() + 1, dtype=torch.float64)
            weight.copy_((0.02 * torch.sin(0.7 * places)).reshape(weight.shape))
            self.model.classifier.bias.zero_()
        self.model.train()
        named = list(self.model.named_parameters())
        spared = [p for name, p in named if name.endswith(".bias") or "LayerNorm" in name]
        decayed = [p for name, p in named if not (name.endswith(".bias") or "LayerNorm" in name)]
        self.optimiser = torch.optim.AdamW(
            [{"params": decayed, "weight_decay": 0.01}, {"params": spared, "weight_decay": 0.0}], lr=2e-5)
        self.schedule = torch.optim.lr_scheduler.LambdaLR(self.optimiser, lambda t: max(0.0, 1 - t / steps))

    def step(self, places):
        self.optimiser.zero_grad()
        loss = self.model(**batch_of(places)).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimiser.step()
        self.schedule.step()
        return loss.item()


n, size = len(rows), given.batch
stride = 7919
assert n % stride != 0, "every post should come"
training = Training(dropout=0.0, steps=20)
losses = [training.step([(k * stride) % n for k in range(t * size, (t + 1) * size)]) for t in range(20)]
print("losses: " + " ".join(f"{loss:.6f}" for loss in losses))
del training

training = Training(dropout=0.1, steps=10 * n // size)
steps = tokens = 0
started, load = None, os.getloadavg()[0]
while started is None or time.time() - started < given.seconds:
    order = torch.randperm(n).tolist()
    for at in range(0, n - size + 1, size):
        if steps == 5:  # the first ones also fill caches
            started, tokens, used = time.time(), 0, time.process_time()
        training.step(order[at : at + size])
        steps += 1
        tokens += sum(len(ids[k]) for k in order[at : at + size])
        if started is not None and time.time() - started >= given.seconds:
            break
seconds = time.time() - started
print(f"{steps - 5} steps, {tokens} tokens, {seconds:.1f} s: {tokens / seconds:.0f} tokens/s "
      f"({time.process_time() - used:.0f} s of processor; load {load:.2f} before, {os.getloadavg()[0]:.2f} after)")
