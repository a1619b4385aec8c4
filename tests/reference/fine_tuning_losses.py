"""Losses and gradients of small classifiers that torch and transformers fine-tune, in double precision, for
tests/neural/fine_tuning_reference.h. That header describes how weights and texts are made.

    python3 tests/reference/fine_tuning_losses.py > tests/neural/fine_tuning_reference.h

Made with torch 1.13 and transformers 4.41.
"""
import numpy as np
import torch
from transformers import (BertConfig, BertForSequenceClassification, BertModel, DistilBertConfig,
                          DistilBertForSequenceClassification, RobertaConfig, RobertaForSequenceClassification)

VOCABULARY, HIDDEN, INNER, CLASSES, BOTTLENECK, STEPS, BATCH, SIZE = 40, 8, 32, 3, 5, 50, 4, 0.5
TEXTS = [
    ([2, 7, 21, 9, 3], 0), ([2, 30, 3], 1), ([2, 12, 8, 33, 14, 12, 25, 3], 2), ([2, 39, 6, 3], 0),
    ([2, 18, 4, 27, 3], 1), ([2, 11, 36, 5, 10, 29, 7, 3], 2), ([2, 3], 0), ([2, 22, 22, 31, 3], 2),
    ([2, 16, 24, 9, 38, 6, 13, 28, 35, 17, 3], 1), ([2, 34, 15, 3], 0), ([2, 20, 37, 3], 2), ([2, 26, 19, 32, 23, 8, 3], 1),
]
WEIGHTS = [1, 2.5, 0.25, 1, 3, 0, 1.5, 0.75, 1, 2, 0.5, 4]  # of the texts, in the run with weights


class Bottleneck(torch.nn.Module):
    def __init__(self, config):
        super().__init__()
        self.bert = BertModel(config, add_pooling_layer=False)
        self.head = torch.nn.ModuleDict({
            "bottleneck": torch.nn.Linear(HIDDEN, BOTTLENECK), "dense": torch.nn.Linear(BOTTLENECK, HIDDEN),
            "out_proj": torch.nn.Linear(HIDDEN, CLASSES)})

    def forward(self, **given):
        vector = self.head["bottleneck"](self.bert(**given).last_hidden_state[:, 0])
        return self.head["out_proj"](torch.tanh(self.head["dense"](vector)))


class Logits(torch.nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, **given):
        return self.inner(**given).logits

    def named_parameters(self, *some, **more):
        return self.inner.named_parameters(*some, **more)


common = dict(vocab_size=VOCABULARY, num_labels=CLASSES)
usual = dict(hidden_size=HIDDEN, num_hidden_layers=2, num_attention_heads=2, intermediate_size=INNER,
             hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0, **common)
bert = BertConfig(max_position_embeddings=16, pad_token_id=0, **usual)
CASES = {
    "kBert": lambda: Logits(BertForSequenceClassification(bert)),
    "kRoberta": lambda: Logits(RobertaForSequenceClassification(RobertaConfig(
        max_position_embeddings=18, pad_token_id=1, type_vocab_size=1, layer_norm_eps=1e-5, **usual))),
    "kDistilBert": lambda: Logits(DistilBertForSequenceClassification(DistilBertConfig(
        max_position_embeddings=16, pad_token_id=0, dim=HIDDEN, n_layers=2, n_heads=2, hidden_dim=INNER, dropout=0.0,
        attention_dropout=0.0, seq_classif_dropout=0.0, **common))),
    "kBertBottleneck": lambda: Bottleneck(bert),
}


def is_norm(name):
    return "LayerNorm" in name or "layer_norm" in name


def fill(model):
    model.double().train()
    for name, tensor in model.named_parameters():
        i = np.arange(1, tensor.numel() + 1)
        values = (SIZE * np.sin(0.1 * i * i + sum(name.encode())) + (is_norm(name) and name.endswith("weight"))).astype("float32")
        with torch.no_grad():
            tensor.copy_(torch.tensor(values.astype("float64").reshape(tensor.shape)))
    return model


def train(model, weighted):
    named = dict(model.named_parameters())
    spared = [p for name, p in named.items() if name.endswith("bias") or is_norm(name)]
    decayed = [p for name, p in named.items() if not (name.endswith("bias") or is_norm(name))]
    optimiser = torch.optim.AdamW([{"params": decayed, "weight_decay": 0.01}, {"params": spared, "weight_decay": 0}],
                                  lr=1e-3, betas=(0.9, 0.999), eps=1e-8)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda t: 1 - t / STEPS)
    losses, first, norms = [], None, []
    for step in range(STEPS):
        places = [(step * BATCH + k) % len(TEXTS) for k in range(BATCH)]
        longest = max(len(TEXTS[k][0]) for k in places)
        pad = model.inner.config.pad_token_id if isinstance(model, Logits) else 0
        ids = torch.tensor([TEXTS[k][0] + [pad] * (longest - len(TEXTS[k][0])) for k in places])
        mask = torch.tensor([[1] * len(TEXTS[k][0]) + [0] * (longest - len(TEXTS[k][0])) for k in places])
        w = torch.tensor([WEIGHTS[k] if weighted else 1.0 for k in places], dtype=torch.float64)
        optimiser.zero_grad()
        logits = model(input_ids=ids, attention_mask=mask)
        each = torch.nn.functional.cross_entropy(logits, torch.tensor([TEXTS[k][1] for k in places]), reduction="none")
        loss = (w * each).sum() / w.sum()
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


def table(values, width=9):
    rows = [", ".join(number(v) for v in values[at : at + width]) for at in range(0, len(values), width)]
    return "{\n    " + ",\n    ".join(rows) + "}"


def show(name, weighted, gradients):
    losses, first, norms = train(fill(CASES[name.removesuffix("Weighted")]()), weighted)
    print(f"inline constexpr double {name}Norm = {norms[0]:.9g};  // of batch 0; above 1 in "
          f"{sum(n > 1 for n in norms)} of the {STEPS}")
    print(f"inline constexpr std::array<double, {STEPS}> {name}Losses = {table(losses)};")
    if gradients:
        chosen = {key: g for key, g in first.items() if gradients(key)}
        print(f"inline constexpr GradientReference {name}Gradients[] = {{")
        for key, g in sorted(chosen.items()):
            flat = g.flatten().numpy()
            largest = int(np.abs(flat).argmax())
            print(f'    {{"{key}", {number(np.linalg.norm(flat))}, {largest}, {number(flat[largest])}, {number(flat[-1])}}},')
        print("};")


def adamw_by_hand():
    """Computes the values of the checks: one parameter, then five with clipping, three decayed and two
    not."""
    p = torch.tensor([1.0], dtype=torch.float64, requires_grad=True)
    optimiser = torch.optim.AdamW([p], lr=0.01, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda t: 1 - t / 3)
    values = []
    for g in (0.5, -0.2, 0.1):
        p.grad = torch.tensor([g], dtype=torch.float64)
        optimiser.step()
        schedule.step()
        values.append(f"{p.item():.10f}")
    print("// One number: 1 at first, gradients .5 -.2 .1, learning rate .01 falling linearly over 3 steps, decay .01.")
    print(f"inline constexpr double kAdamWOne[3] = {{{', '.join(values)}}};")
    start, gradients = [1, -0.5, 0.25, 2, -3], [[3, -1, 0.5, 2, 0.1], [0.2, 0.1, -0.3, 0.05, 0.4], [-2, 1, 0, 4, -1], [0.5, 0.5, 0.5, -0.5, 1]]
    a = torch.tensor(start[:3], dtype=torch.float64, requires_grad=True)
    b = torch.tensor(start[3:], dtype=torch.float64, requires_grad=True)
    optimiser = torch.optim.AdamW([{"params": [a], "weight_decay": 0.01}, {"params": [b], "weight_decay": 0}], lr=0.01)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda t: 1 - t / 4)
    print("// Five numbers, learning rate .01 falling linearly over 4 steps, decay .01 of the first three only, gradients\n"
          "// clipped to norm 1 (that of the second step is below).")
    rows = lambda values, form: "{" + ", ".join(format(v, form) for v in values) + "}"
    print(f"inline constexpr double kAdamWStart[5] = {rows(start, 'g')};")
    print("inline constexpr double kAdamWGradients[4][5] = {\n    "
          + ",\n    ".join(rows(g, "g") for g in gradients) + "};")
    values = []
    for g in gradients:
        a.grad = torch.tensor(g[:3], dtype=torch.float64)
        b.grad = torch.tensor(g[3:], dtype=torch.float64)
        torch.nn.utils.clip_grad_norm_([a, b], 1.0)
        optimiser.step()
        schedule.step()
        values.append(rows(a.tolist() + b.tolist(), ".10f"))
    print("inline constexpr double kAdamWValues[4][5] = {\n    " + ",\n    ".join(values) + "};\n")


joined = lambda values: "{" + ", ".join(str(v) for v in values) + "}"
print(f"""\
// Fine-tuning by torch and transformers in double precision: made by tests/reference/fine_tuning_losses.py.
//
// Models: vocabulary {VOCABULARY}, hidden {HIDDEN}, 2 layers, 2 heads, inner {INNER}, GELU, {CLASSES} classes, no dropout. BERT: 16 positions,
// 2 types, pad 0, epsilon 1e-12. RoBERTa: 18 positions, 1 type, pad 1, epsilon 1e-5. DistilBERT: 16 positions,
// pad 0, epsilon 1e-12. Heads as in transformers. The bottleneck is on BERT without a pooler: {BOTTLENECK} numbers v =
// bottleneck(class token), scores = out_proj(tanh(dense(v))). Element i (from 0) of the tensor NAME is
// {SIZE:g} sin(.1 (i + 1)^2 + the sum of NAME's bytes), weights of layer norms 1 more, in double and then rounded to
// float. Names are those of a checkpoint: "bert.", "roberta." or "distilbert." before the encoder's; those of the
// bottleneck are head.bottleneck, head.dense, head.out_proj.
//
// Training: batch t (from 0) has the texts 4t .. 4t+3 modulo 12. Loss: mean cross-entropy (with weights: sum of
// w loss / sum of w in the batch). Gradients clipped to norm 1 as torch's clip_grad_norm_ does; AdamW with learning
// rate 1e-3 (1 - t / {STEPS}), betas .9 and .999, epsilon 1e-8, decay .01 except of biases and layer norms. Losses are
// those before each step, gradients those of batch 0 before clipping. A bias of keys has none: softmax does not see
// it. (AdamW moves it all the same, by rounding errors, which changes no loss.) torch in single precision is within
// 6e-7 of these losses and 4e-7 of these gradients.
#pragma once
// clang-format off

#include <array>
#include <cstddef>

namespace standfast::testing {{

struct TextReference {{
  int length;
  int ids[11];  // of the text, then zeros
  int label;
  double weight;
}};
inline constexpr TextReference kFineTuningTexts[] = {{
    {(","+chr(10)+"    ").join(f"{{{len(ids)}, {joined(ids)}, {label}, {w:g}}}" for (ids, label), w in zip(TEXTS, WEIGHTS))}}};

struct GradientReference {{
  const char* tensor;
  double norm;     // of the whole tensor
  size_t element;  // the largest one, and its gradient
  double largest;
  double last;  // the gradient of the tensor's last element
}};
""")
adamw_by_hand()
show("kBert", False, lambda name: "layer.0.attention.self" not in name and "layer.0.output" not in name)
show("kBertWeighted", True, None)
show("kRoberta", False, lambda name: "layer." not in name)
show("kDistilBert", False, lambda name: "layer.0" not in name)
show("kBertBottleneck", False, lambda name: not name.startswith("bert.encoder") or "layer.1.output" in name)
print("\n}  // namespace standfast::testing")
