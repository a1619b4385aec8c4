"""Losses and gradients of masked language modelling with a small BERT, by torch and transformers, in double precision, for
tests/neural/pretrain_test.cc. The printed comment describes how weights, texts and hidden tokens are made.

    python3 tests/reference/pretraining_losses.py    # prints the section between "clang-format off" and "on"

Made with torch 1.13 and transformers 4.41.
"""
import numpy as np
import torch
from transformers import BertConfig, BertForMaskedLM

VOCABULARY, HIDDEN, INNER, STEPS, BATCH, SIZE, MASK = 40, 8, 32, 50, 4, 0.5, 4
# The texts of fine_tuning_losses.py.
TEXTS = [[2, 7, 21, 9, 3], [2, 30, 3], [2, 12, 8, 33, 14, 12, 25, 3], [2, 39, 6, 3], [2, 18, 4, 27, 3],
         [2, 11, 36, 5, 10, 29, 7, 3], [2, 3], [2, 22, 22, 31, 3], [2, 16, 24, 9, 38, 6, 13, 28, 35, 17, 3], [2, 34, 15, 3],
         [2, 20, 37, 3], [2, 26, 19, 32, 23, 8, 3]]


def hidden(text, step):
    """Returns the text as the model sees it, and the labels."""
    seen, labels = list(text), [-100] * len(text)
    for place in range(1, len(text) - 1):
        if (place + step) % 3 != 0:
            continue
        labels[place] = text[place]
        way = (place + 2 * step) % 10
        if way > 1:
            seen[place] = MASK
        elif way == 1:
            seen[place] = 5 + (7 * place + step) % (VOCABULARY - 5)
    return seen, labels


def is_norm(name):
    return "LayerNorm" in name


def fill(model):
    model.double().train()
    for name, tensor in model.named_parameters():
        i = np.arange(1, tensor.numel() + 1)
        values = (SIZE * np.sin(0.1 * i * i + sum(name.encode())) + (is_norm(name) and name.endswith("weight"))).astype("float32")
        with torch.no_grad():
            tensor.copy_(torch.tensor(values.astype("float64").reshape(tensor.shape)))
    return model


def train(model):
    named = dict(model.named_parameters())
    spared = [p for name, p in named.items() if name.endswith("bias") or is_norm(name)]
    decayed = [p for name, p in named.items() if not (name.endswith("bias") or is_norm(name))]
    optimiser = torch.optim.AdamW([{"params": decayed, "weight_decay": 0.01}, {"params": spared, "weight_decay": 0}],
                                  lr=1e-3, betas=(0.9, 0.999), eps=1e-8)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda t: t / 5 if t < 5 else (STEPS - t) / (STEPS - 5))
    losses, first, norms = [], None, []
    for step in range(STEPS):
        made = [hidden(TEXTS[(step * BATCH + k) % len(TEXTS)], step) for k in range(BATCH)]
        longest = max(len(seen) for seen, _ in made)
        padded = lambda row, pad: row + [pad] * (longest - len(row))
        ids = torch.tensor([padded(seen, 0) for seen, _ in made])
        mask = torch.tensor([padded([1] * len(seen), 0) for seen, _ in made])
        labels = torch.tensor([padded(label, -100) for _, label in made])
        optimiser.zero_grad()
        loss = model(input_ids=ids, attention_mask=mask, labels=labels).loss
        loss.backward()
        if first is None:
            first = {name: p.grad.clone() for name, p in named.items()}
        norms.append(float(torch.nn.utils.clip_grad_norm_(list(named.values()), 1.0)))
        optimiser.step()
        schedule.step()
        losses.append(loss.item())
    return losses, first, norms


def number(x):
    return f"{0.0 if abs(x) < 1e-14 else x:.9g}"


model = fill(BertForMaskedLM(BertConfig(
    vocab_size=VOCABULARY, hidden_size=HIDDEN, num_hidden_layers=2, num_attention_heads=2, intermediate_size=INNER,
    max_position_embeddings=16, pad_token_id=0, hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0)))
losses, first, norms = train(model)
rows = [", ".join(number(v) for v in losses[at : at + 9]) for at in range(0, len(losses), 9)]
print(f"""\
// Pretraining by torch and transformers in double precision: made by tests/reference/pretraining_losses.py.
//
// The model is BertForMaskedLM: vocabulary {VOCABULARY}, hidden {HIDDEN}, 2 layers, 2 heads, inner {INNER}, GELU, 16 positions, 2 types, no
// dropout. Element i (from 0) of the tensor NAME is {SIZE:g} sin(.1 (i + 1)^2 + the sum of NAME's bytes), weights of layer norms 1
// more, in double and then rounded to float.
//
// Training: batch t (from 0) has the texts 4t .. 4t+3 modulo 12 of fine_tuning_reference.h. Hidden are the places p (from 1, the
// last token left out) where p + t is a multiple of 3. With w = (p + 2t) modulo 10 the token stays where w = 0, becomes
// 5 + (7p + t) modulo {VOCABULARY - 5} where w = 1, and {MASK} elsewhere. Loss: mean cross-entropy over the hidden tokens of the batch.
// Gradients clipped to norm 1; AdamW with a learning rate that rises over 5 updates to 1e-3 and falls to 0 at {STEPS}, decay .01
// except of biases and layer norms. Losses are those before each step, gradients those of batch 0 before clipping.
constexpr double kHiddenNorm = {norms[0]:.9g};  // of batch 0; above 1 in {sum(n > 1 for n in norms)} of the {STEPS}
constexpr std::array<double, {STEPS}> kHiddenLosses = {{
    {(","+chr(10)+"    ").join(rows)}}};
constexpr testing::GradientReference kHiddenGradients[] = {{""")
for name, gradient in sorted(first.items()):
    if "encoder.layer" in name and "layer.0.intermediate" not in name:
        continue
    flat = gradient.flatten().numpy()
    largest = int(np.abs(flat).argmax())
    print(f'    {{"{name}", {number(np.linalg.norm(flat))}, {largest}, {number(flat[largest])}, {number(flat[-1])}}},')
print("};")
