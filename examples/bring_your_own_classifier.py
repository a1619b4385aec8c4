"""A classifier of its own: naive Bayes on words. Started by Standfast as docs/bring-your-own.md says."""
import json
import math
import sys
from collections import Counter, defaultdict


def read(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


train, test, answers = sys.argv[1:4]
counts, documents = defaultdict(Counter), Counter()
for line in read(train):
    counts[line["class"]].update(line["text"].lower().split())
    documents[line["class"]] += 1
known = set().union(*counts.values())
total = {c: sum(counts[c].values()) + len(known) for c in counts}
print(f"{sum(documents.values())} training documents, {len(documents)} classes, {len(known)} words")

with open(answers, "w", encoding="utf-8") as out:
    for line in read(test):
        words = [word for word in line["text"].lower().split() if word in known]
        scores = {c: math.log(documents[c]) + sum(math.log((counts[c][w] + 1) / total[c]) for w in words) for c in documents}
        highest = max(scores.values())
        shares = {c: math.exp(score - highest) for c, score in scores.items()}
        whole = sum(shares.values())
        probabilities = {c: share / whole for c, share in sorted(shares.items())}
        predicted = max(probabilities, key=probabilities.get)
        out.write(json.dumps({"id": line["id"], "predicted": predicted, "probabilities": probabilities}) + "\n")
