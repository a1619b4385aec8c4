"""Trains LUAR with torch and transformers: losses to compare with, and tokens a second.

    python3 bench/peers/luar.py MODEL [--updates N] [--threads T]

A batch is made up: 16 authors with two episodes of 8 texts of 32 tokens; token j of text i is 1000 + (32 i + j) * 7919 % 20000,
between [CLS] and [SEP]. A text is the mean of its tokens' states; texts of an episode attend to each other without parameters;
the maximum over them goes through a linear layer of 512 numbers, whose weight i is .05 sin(.7 (i + 1)). Supervised contrastive
loss of the cosines at temperature .01, AdamW at 2e-5, weight decay .01 but for biases and layer norms, gradients clipped to norm 1.

First, without dropout: the losses of three updates. Then, with dropout .1: tokens a second over N updates (5 by default).
"""
import argparse
import os
import resource
import time

parser = argparse.ArgumentParser()
parser.add_argument("model")
parser.add_argument("--updates", type=int, default=5)
parser.add_argument("--threads", type=int, default=2)
given = parser.parse_args()
os.environ["OMP_NUM_THREADS"] = str(given.threads)  # read when torch is loaded

import torch
import transformers

transformers.logging.set_verbosity_error()
torch.set_num_threads(given.threads)
AUTHORS, EPISODE, WINDOW, COLUMNS = 16, 8, 32, 512
ids = torch.tensor([[101] + [1000 + (i * WINDOW + j) * 7919 % 20000 for j in range(1, WINDOW - 1)] + [102]
                    for i in range(2 * AUTHORS * EPISODE)])
authors = torch.arange(2 * AUTHORS) // 2


class Luar(torch.nn.Module):
    def __init__(self, dropout):
        super().__init__()
        config = transformers.AutoConfig.from_pretrained(given.model, hidden_dropout_prob=dropout,
                                                         attention_probs_dropout_prob=dropout)
        self.transformer = transformers.AutoModel.from_pretrained(given.model, config=config, add_pooling_layer=False)
        self.linear = torch.nn.Linear(config.hidden_size, COLUMNS)
        with torch.no_grad():
            places = torch.arange(1, self.linear.weight.numel() + 1, dtype=torch.float64)
            self.linear.weight.copy_((0.05 * torch.sin(0.7 * places)).reshape(self.linear.weight.shape))
            self.linear.bias.zero_()

    def forward(self, ids):
        states = self.transformer(input_ids=ids, attention_mask=torch.ones_like(ids)).last_hidden_state
        texts = states.mean(dim=1).reshape(-1, EPISODE, states.shape[-1])
        shares = torch.softmax(texts @ texts.transpose(1, 2) / texts.shape[-1] ** 0.5, dim=-1)
        return torch.nn.functional.normalize(self.linear((shares @ texts).max(dim=1).values), dim=-1)


def contrastive(vectors):
    scores = vectors @ vectors.T / 0.01
    itself = torch.eye(len(vectors), dtype=torch.bool)
    log_shares = scores - torch.logsumexp(scores.masked_fill(itself, float("-inf")), dim=1, keepdim=True)
    alike = (authors[:, None] == authors[None, :]) & ~itself
    losses = -(log_shares * alike).sum(dim=1) / alike.sum(dim=1)
    return losses[losses > 0].mean()


def updates(dropout, number):
    model = Luar(dropout)
    model.train()
    named = list(model.named_parameters())
    spared = [p for name, p in named if name.endswith(".bias") or "LayerNorm" in name]
    decayed = [p for name, p in named if not (name.endswith(".bias") or "LayerNorm" in name)]
    optimiser = torch.optim.AdamW([{"params": decayed, "weight_decay": 0.01}, {"params": spared, "weight_decay": 0.0}],
                                  lr=2e-5)
    for _ in range(number):
        optimiser.zero_grad()
        loss = contrastive(model(ids))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        yield loss.item()


print(f"torch {torch.__version__}, transformers {transformers.__version__}, {torch.get_num_threads()} threads")
print("losses: " + " ".join(f"{loss:.6f}" for loss in updates(0.0, 3)))
torch.manual_seed(1)
training = updates(0.1, given.updates + 1)
next(training)  # the first one also fills caches
started = time.time()
for _ in training:
    pass
seconds = time.time() - started
print(f"{given.updates} updates of {ids.numel()} tokens, {seconds:.1f} s: {given.updates * ids.numel() / seconds:.0f} tokens/s; "
      f"peak {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20:.2f} GiB")
