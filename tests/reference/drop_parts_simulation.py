#!/usr/bin/env python3
"""Coverage of the intervals of the parts of a drop, on complete corpora, through the program itself.

Every corpus has documents with a label, a source, a length (five lengths, equally frequent) and a hidden region. Some
words of a text show its label: three of four such words are words of its label. The cost of a split
is planted: it tests short documents, those of one source, or those of one region far
more often than others, and otherwise at random. Each of the three can be planted to cost something:

  length   short texts have fewer words to tell a label by
  source   each source has label words of its own
  region   the hidden region has label words of its own

So where only one is planted, the others cost nothing by construction: their parts are 0, and so is what is left unless
the region is planted. "guess": the split goes by all three, and no text says anything of its label; all parts are 0.
The truth of a part that is not 0 is the mean over the corpora.

  drop_parts_simulation.py PROGRAM FOLDER [corpora of each design] [seed]

needs nothing but the program. 100 corpora of each design take two minutes on two processors.
"""
import csv
import json
import math
import os
import random
import subprocess
import sys

N, TRADES, ODDS = 600, 5, 24
LENGTHS = [4, 6, 9, 13, 18]
INFORMED = [1, 2, 4, 6, 8]  # words that tell the label, where length costs something
DESIGNS = {  # by what the split goes, and what costs something
    "chance": (set(), {"length", "source", "region"}),
    "length": ({"length"}, {"length"}),
    "source": ({"source"}, {"source"}),
    "region": ({"region"}, {"region"}),
    "all": ({"length", "source", "region"}, {"length", "source", "region"}),
    "guess": ({"length", "source", "region"}, set()),
}
PARTS = ["data and class mix", "source", "length", "what is left"]
NULL = {  # parts that are 0 by construction: the split does not go by these
    "chance": set(PARTS),
    "length": {"data and class mix", "source", "what is left"},
    "source": {"data and class mix", "length", "what is left"},
    "region": {"data and class mix", "source", "length"},
    "all": {"data and class mix"},
    "guess": set(PARTS),
}


def corpus(rng, by, costs):
    """Returns documents for JSON lines. Class, source, length and region are independent of each other."""
    documents = []
    lengths = [LENGTHS[i % 5] for i in range(N)]
    rng.shuffle(lengths)
    for i in range(N):
        label = rng.choice("ab")
        source = "t" if rng.random() < 0.3 else "s"
        region = int(rng.random() < 0.3)
        short = LENGTHS.index(lengths[i]) <= 1
        odds = 1.0
        odds *= (ODDS if short else 1) if "length" in by else 1
        odds *= (ODDS if source == "t" else 1) if "source" in by else 1
        odds *= (ODDS if region else 1) if "region" in by else 1
        # Words that show the label come first; the others carry no information.
        informed = INFORMED[LENGTHS.index(lengths[i])] if "length" in costs else 4
        dialect = (source if "source" in costs else "") + (str(region) if "region" in costs else "")
        words = []
        for w in range(lengths[i]):
            if costs and w < informed:
                told = label if rng.random() < 0.75 else ("b" if label == "a" else "a")
                words.append("%s%s%d" % (told, dialect, rng.randrange(30)))
            else:
                words.append("n%d" % rng.randrange(30))
        documents.append({"id": "d%04d" % i, "text": " ".join(words), "label": label, "source": source,
                          "weight": rng.random() ** (1 / odds)})
    tested = sorted(range(N), key=lambda i: -documents[i]["weight"])[: N // 5]
    for i, document in enumerate(documents):
        del document["weight"]
        document["side"] = "train"
    for i in tested:
        documents[i]["side"] = "test"
    return documents


def study(names, seed):
    text = 'task = "classification"\ntarget = "label"\nprofile = "classification-labels"\nseed = %d\n' % seed
    for name in names:
        text += '[[corpus]]\nname = "%s"\npath = "%s.jsonl"\n' % (name, name)
    text += ('[[condition]]\nname = "random"\nreference = true\nsplit = { method = "k-fold", folds = 5 }\n'
             '[[condition]]\nname = "hard"\nsplit = { method = "given", column = "side" }\n')
    for name, match in (("class", ""), ("source", 'match = "source"\n'), ("length", 'match = ["source", "length"]\n')):
        text += '[[condition]]\nname = "%s"\ncontrol-of = "hard"\n%strades = %d\n' % (name, match, TRADES)
    return text + '[[model]]\ntype = "naive-bayes"\n'


def main():
    program, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
    corpora = int(sys.argv[3]) if len(sys.argv) > 3 else 100
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    print("%-8s %-20s %8s %8s %8s %8s %8s" % ("design", "part", "mean", "sd", "width", "holds", "p < .05"))
    for design, (by, costs) in DESIGNS.items():
        place = os.path.join(folder, design)
        os.makedirs(place, exist_ok=True)
        names = ["%s-%03d" % (design, c) for c in range(corpora)]
        for c, name in enumerate(names):
            with open(os.path.join(place, name + ".jsonl"), "w") as file:
                for document in corpus(random.Random("%d/%s" % (seed, name)), by, costs):
                    file.write(json.dumps(document) + "\n")
        with open(os.path.join(place, "study.toml"), "w") as file:
            file.write(study(names, seed))
        subprocess.run([program, "run", "study.toml", "--out", "RUN"], cwd=place, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        rows = {part: [] for part in ["all"] + PARTS}
        for name in names:
            sums = {}
            with open(os.path.join(place, "RUN", "tables", "drops-%s.csv" % name)) as file:
                for row in csv.DictReader(file):
                    if row["condition"] == "hard":
                        sums[row["part"]] = float(row["difference"])
                        rows[row["part"]].append(tuple(float(row[k]) for k in ("difference", "low", "high", "p")))
            assert abs(sums["all"] - sum(sums[part] for part in PARTS)) < 1e-12, (name, sums)
        for part in ["all"] + PARTS:
            values = [row[0] for row in rows[part]]
            mean = sum(values) / len(values)
            truth = 0.0 if part in NULL[design] or (part == "all" and NULL[design] == set(PARTS)) else mean
            sd = math.sqrt(sum((v - mean) ** 2 for v in values) / (len(values) - 1))
            holds = sum(low <= truth <= high for _, low, high, _ in rows[part]) / len(values)
            found = sum(p < 0.05 for *_, p in rows[part]) / len(values)
            width = sum(high - low for _, low, high, _ in rows[part]) / len(values)
            print("%-8s %-20s %8.4f %8.4f %8.4f %7.1f%% %7.1f%%%s" % (
                design, part, mean, sd, width, 100 * holds, 100 * found, "  (truth 0)" if truth == 0 else ""))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
