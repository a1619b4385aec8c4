"""A verifier of its own: how alike two texts use common words. Started by Standfast as docs/bring-your-own.md says."""
import json
import math
import sys

COMMON = "the of and to a in that it is was i for on you he be with as by at".split()


def read(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def distance(pair):
    words = [text.lower().split() for text in pair]
    shares = [[w.count(c) / max(len(w), 1) for c in COMMON] for w in words]
    return sum(abs(x - y) for x, y in zip(*shares))


train, truth, test, answers = sys.argv[1:5]
same = {line["id"]: line["same"] for line in read(truth)}
known = sorted(distance(line["pair"]) for line in read(train))
border = known[sum(same.values()) * (len(known) - 1) // max(len(same), 1)]  # as many nearer as there are same ones
print(f"{len(known)} training pairs, border {border:.4f}")
with open(answers, "w", encoding="utf-8") as out:
    for line in read(test):
        value = 1 / (1 + math.exp(20 * (distance(line["pair"]) - border)))
        out.write(json.dumps({"id": line["id"], "value": value}) + "\n")
