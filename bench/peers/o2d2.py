"""Trains O2D2's encoder with torch: losses to compare with, and texts a second.

    STANDFAST_BENCH_SAVE=FOLDER build/release/bench/o2d2_bench     # the network as it begins
    python3 bench/peers/o2d2.py FOLDER [--updates N] [--threads T]

Texts are made up, as in the benchmark: 155 words in six windows of 30 that begin 26 words after each other. Windows are padded to
30 words and 15 characters. Loss: the metric head's, over 40 pairs, texts 2 i and 2 i + 1, of which even pairs have one author.
Adam at 6e-4, each parameter's gradient clipped to norm 5.

First, without dropout: the losses of three updates. Then, with dropout on all inputs (torch's LSTM has none inside): texts a
second over N updates (5 by default).
"""
import argparse
import os
import time

parser = argparse.ArgumentParser()
parser.add_argument("folder")
parser.add_argument("--updates", type=int, default=5)
parser.add_argument("--threads", type=int, default=2)
given = parser.parse_args()
os.environ["OMP_NUM_THREADS"] = str(given.threads)  # read when torch is loaded

import torch
from safetensors.torch import load_file

torch.set_num_threads(given.threads)
WORDS, PAIRS, WINDOW, HOP, CHARACTERS, LONGEST = 155, 40, 30, 26, 15, 4
starts = list(range(0, 1 + HOP * -(-(WORDS - WINDOW) // HOP), HOP))
window_words = torch.zeros(2 * PAIRS * len(starts), WINDOW, dtype=torch.long)
window_characters = torch.full((len(window_words), WINDOW, CHARACTERS), -1)
lengths = []
for i in range(2 * PAIRS):
    for start in starts:
        row = len(lengths)
        lengths.append(min(WINDOW, WORDS - start))
        for at in range(lengths[-1]):
            token = i * WORDS + start + at
            window_words[row, at] = token * 7919 % 5001
            for k in range(1 + token % 12):
                window_characters[row, at, k] = (token + 3 * k) * 31 % 101
lengths = torch.tensor(lengths)
same = torch.tensor([i % 2 == 0 for i in range(PAIRS)])


class Encoder(torch.nn.Module):
    def __init__(self, dropout):
        super().__init__()
        tensors = load_file(os.path.join(given.folder, "model.safetensors"))
        self.keep = dropout
        self.numbers = torch.nn.ParameterDict({name.replace(".", "_"): torch.nn.Parameter(tensors[name]) for name in (
            "characters.weight", "words.weight", "convolution.weight", "convolution.bias", "of_window.inner.weight",
            "of_window.inner.bias", "of_window.vector.weight", "of_text.inner.weight", "of_text.inner.bias",
            "of_text.vector.weight", "vector.weight", "vector.bias", "metric")})
        self.lstms = torch.nn.ModuleDict()
        for name in ("in_windows", "over_windows"):
            lstm = torch.nn.LSTM(tensors[f"{name}.forward.input.weight"].shape[1], 50, batch_first=True, bidirectional=True)
            with torch.no_grad():
                for direction, ending in (("forward", ""), ("backward", "_reverse")):
                    getattr(lstm, f"weight_ih_l0{ending}").copy_(tensors[f"{name}.{direction}.input.weight"])
                    getattr(lstm, f"bias_ih_l0{ending}").copy_(tensors[f"{name}.{direction}.input.bias"])
                    getattr(lstm, f"weight_hh_l0{ending}").copy_(tensors[f"{name}.{direction}.recurrent.weight"])
                    getattr(lstm, f"bias_hh_l0{ending}").zero_().requires_grad_(False)
            self.lstms[name] = lstm

    def dropped(self, x, share):
        return torch.nn.functional.dropout(x, share * self.keep) if self.keep else x

    def pooled(self, name, rows, mask):
        n = self.numbers
        inner = torch.tanh(self.dropped(rows, 0.1) @ n[f"{name}_inner_weight"].T + n[f"{name}_inner_bias"])
        scores = (self.dropped(inner, 0.1) @ n[f"{name}_vector_weight"][0]).masked_fill(~mask, -5000)
        return (torch.softmax(scores, dim=1)[..., None] * rows).sum(dim=1)

    def states(self, name, rows, lengths):
        packed = torch.nn.utils.rnn.pack_padded_sequence(rows, lengths, batch_first=True, enforce_sorted=False)
        return torch.nn.utils.rnn.pad_packed_sequence(self.lstms[name](packed)[0], batch_first=True,
                                                      total_length=rows.shape[1])[0]

    def forward(self):
        n = self.numbers
        known = window_characters >= 0
        letters = n["characters_weight"][window_characters.clamp(min=0)] * known[..., None]
        letters = self.dropped(letters, 0.2).reshape(-1, CHARACTERS, 10).transpose(1, 2)
        filters = n["convolution_weight"].reshape(30, LONGEST, 10).transpose(1, 2)
        spelled = torch.nn.functional.conv1d(letters, filters, n["convolution_bias"], padding=LONGEST - 1)
        spelled = torch.tanh(spelled.max(dim=2).values).reshape(*window_words.shape, 30)
        words = self.dropped(torch.cat([n["words_weight"][window_words], spelled], dim=2), 0.1)
        mask = torch.arange(WINDOW)[None, :] < lengths[:, None]
        windows = self.pooled("of_window", self.states("in_windows", words, lengths), mask)
        windows = self.dropped(windows.reshape(2 * PAIRS, len(starts), 100), 0.1)
        of_texts = torch.full((2 * PAIRS,), len(starts))
        texts = self.pooled("of_text", self.states("over_windows", windows, of_texts),
                            torch.ones(2 * PAIRS, len(starts), dtype=torch.bool))
        vectors = torch.tanh(self.dropped(texts, 0.2) @ n["vector_weight"].T + n["vector_bias"])
        distances = ((vectors[0::2] - vectors[1::2]) ** 2 + 1e-8).sum(dim=1) + 1e-8
        alpha, beta = n["metric"]
        p = torch.exp(-alpha * distances**beta) + 1e-8
        return torch.where(same, (0.91 - p).clamp(min=0) ** 2, (p - 0.09).clamp(min=0) ** 2).mean()


def updates(dropout, number):
    encoder = Encoder(dropout)
    learned = [p for p in encoder.parameters() if p.requires_grad]
    optimiser = torch.optim.Adam(learned, lr=6e-4)
    for _ in range(number):
        optimiser.zero_grad()
        loss = encoder()
        loss.backward()
        for parameter in learned:
            torch.nn.utils.clip_grad_norm_([parameter], 5.0)
        optimiser.step()
        yield loss.item()


print(f"torch {torch.__version__}, {torch.get_num_threads()} threads")
print("losses: " + " ".join(f"{loss:.7f}" for loss in updates(0, 3)))
torch.manual_seed(1)
training = updates(1, given.updates + 1)
next(training)  # the first one also fills caches
started = time.time()
for _ in training:
    pass
seconds = time.time() - started
print(f"{given.updates} updates of {2 * PAIRS} texts, {seconds:.1f} s: {given.updates * 2 * PAIRS / seconds:.0f} texts/s")
