"""Reference values of PyTorch's LSTM and GRU in both directions over sequences of several lengths, with
gradients.

    python3 tests/reference/recurrent_reference.py > tests/reference/recurrent_small.json

Numbers are drawn once, in float64, and rounded to three decimals, so that the test reads the same numbers.
PyTorch computes in
float64; sequences are packed (pack_padded_sequence, in any order). The loss is the sum of all states, each by a weight.
"""
import json

import torch

torch.manual_seed(20261129)
torch.set_default_dtype(torch.float64)
INPUTS, HIDDEN, LENGTHS = 3, 5, [4, 1, 7, 2]


def rounded(tensor):
    return torch.round(tensor * 1000) / 1000


def numbers(tensor):
    return [round(float(x), 12) for x in tensor.detach().flatten()]


def case(kind):
    network = {"lstm": torch.nn.LSTM, "gru": torch.nn.GRU}[kind](INPUTS, HIDDEN, bidirectional=True, batch_first=True)
    with torch.no_grad():
        for weight in network.parameters():
            weight.copy_(rounded(torch.randn_like(weight) * 0.4))
    rows = rounded(torch.randn(sum(LENGTHS), INPUTS)).requires_grad_()
    factors = rounded(torch.randn(sum(LENGTHS), 2 * HIDDEN))
    padded = torch.nn.utils.rnn.pad_sequence(rows.split(LENGTHS), batch_first=True)
    packed = torch.nn.utils.rnn.pack_padded_sequence(padded, LENGTHS, batch_first=True, enforce_sorted=False)
    states, _ = torch.nn.utils.rnn.pad_packed_sequence(network(packed)[0], batch_first=True)
    states = torch.cat([one[:length] for one, length in zip(states, LENGTHS)])
    (states * factors).sum().backward()
    out = {"rows": numbers(rows), "factors": numbers(factors), "states": numbers(states),
           "to_rows": numbers(rows.grad), "directions": []}
    for suffix in ("l0", "l0_reverse"):
        one = {}
        for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh"):
            weight = getattr(network, f"{name}_{suffix}")
            one[name] = numbers(weight)
            one["to_" + name] = numbers(weight.grad)
        out["directions"].append(one)
    return out


print(json.dumps({"torch": torch.__version__, "inputs": INPUTS, "hidden": HIDDEN, "lengths": LENGTHS,
                  "lstm": case("lstm"), "gru": case("gru")}))
