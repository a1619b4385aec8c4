#!/usr/bin/env python3
"""Counts what `standfast shortcut --out DIR` wrote again, with numpy and scipy, and holds it against DIR/manifest.json.

  python3 tests/reference/shortcut_export_recount.py DIR...
  python3 tests/reference/shortcut_export_recount.py --make build/release/standfast [--seeds 5]

Counted from the JSON lines alone: documents and digests of each file, P(cue | class) on every side, its Clopper-Pearson interval,
the exact binomial test against the target and Holm's correction, and which class each cue suggests. Targets are made again from the
law, lambda and the order of the classes; for concept-correlation from the ratings of the pool. The sides pair up, spans ascend
and lie within their texts, and a text without its spans is the original (kinds that take nothing out). --make
plants every kind by both laws at several strengths, into a corpus that it makes itself, and counts all of that.

Prints how many numbers agree, by what they are; exit code 1 if one does not. Nothing of Standfast is used but its files.
"""
import argparse
import hashlib
import itertools
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
from scipy import stats

SIDES = ("train", "dev", "test", "original", "anti")


class Tally:
    def __init__(self):
        self.good, self.bad, self.shown = Counter(), Counter(), 0

    def same(self, where, what, said, counted, tolerance=0.0):
        if isinstance(counted, float) and said is not None:
            good = abs(said - counted) <= tolerance * max(1.0, abs(counted))
        else:
            good = said == counted
        (self.good if good else self.bad)[what] += 1
        if not good and self.shown < 30:
            self.shown += 1
            print(f"{where}: {what} is {said}, counted {counted}")


def natural_order(names, asked):
    """Returns the names in order: by size if all are numbers, else by code point."""
    if asked:
        return asked.split(",")
    try:
        return sorted(names, key=float)
    except ValueError:
        return sorted(names)


def rating_name(value):
    return value if isinstance(value, str) else json.dumps(value)


def same_rating(a, b):
    try:
        return float(a) == float(b)
    except ValueError:
        return a == b


def pool_ratings(options, side):
    """Returns the ratings of the pool of a side; None if one file is divided between sides, because the half
    of a text is not known here."""
    path = options["pool"] if side in ("train", "dev") else options["test-pool"]
    if not options["test-pool"]:
        return None
    column = options["pool-rating"]
    rows = [json.loads(line) for line in open(path, encoding="utf-8")]
    return [rating_name(row[column]) for row in rows if row["text"].strip()]


def targets(manifest, side):
    """Returns the targets as classes x cues, or None if they cannot be known."""
    classes, cues, options = manifest["classes"], manifest["cues"], manifest["shortcut"]["options"]
    lam = manifest["lambda"] if side in ("train", "dev") else manifest["test_lambda"]
    product = manifest["law"] == "product"
    order = natural_order(classes, options["order"])
    n = len(classes)
    made = np.zeros((n, len(cues)))
    if manifest["shortcut"]["kind"] == "concept-correlation":
        ratings = None if product else pool_ratings(options, side)
        if not product and ratings is None:
            return None
        for c, name in enumerate(classes):
            if product:
                made[c, n + 1] = 1 - lam
            else:
                share = [np.mean([same_rating(r, other) for r in ratings]) for other in classes]
                made[c, :n] = (1 - lam) * np.array(share)
                made[c, n] = (1 - lam) * (1 - sum(share))
            place = order.index(name) + (n // 2 if side == "anti" else 0)
            made[c, classes.index(order[place % n])] += lam
        return made
    base = [float(b) for b in options["base"].split(",")] if options["base"] else np.arange(n) / (n - 1)
    for c, name in enumerate(classes):
        place = order.index(name)
        b = base[n - 1 - place if side == "anti" else place]
        cue = lam * b if product else lam * b + (1 - lam) / 2
        made[c, 1] = cue
        if len(cues) == 3:
            made[c, 0], made[c, 2] = lam - cue, 1 - lam
        else:
            made[c, 0] = 1 - cue
    return made


def clopper_pearson(k, n, level):
    a = (1 - level) / 2
    low = 0.0 if k == 0 else float(stats.beta.ppf(a, k, n - k + 1))
    high = 1.0 if k == n else float(stats.beta.ppf(1 - a, k + 1, n - k))
    return low, high


def holm(p):
    order = np.argsort(p, kind="stable")
    made, running = np.empty(len(p)), 0.0
    for rank, i in enumerate(order):
        running = max(running, min(1.0, (len(p) - rank) * p[i]))
        made[i] = running
    return made


def recount(folder, tally):
    folder = Path(folder)
    manifest = json.loads((folder / "manifest.json").read_text())
    where = str(folder)
    classes, cues = manifest["classes"], manifest["cues"]
    column = manifest["target"]
    sides = {}
    for name, said in manifest["files"].items():
        data = (folder / name).read_bytes()
        sides[name.removesuffix(".jsonl")] = [json.loads(line) for line in data.decode().splitlines()]
        tally.same(where, "digest", said["sha256"], hashlib.sha256(data).hexdigest())
        tally.same(where, "documents", said["documents"], data.count(b"\n"))
    for side in ("original", "anti"):
        tally.same(where, "paired ids", [r["id"] for r in sides[side]], [r["id"] for r in sides["test"]])
    ids = [row["id"] for side in ("train", "dev", "test") for row in sides.get(side, [])]
    tally.same(where, "ids on one side", len(ids), len(set(ids)))

    options = manifest["shortcut"]["options"]
    takes_out = options.get("remove", "none") != "none" or options["mend-encoding"]
    rewrites = manifest["shortcut"]["kind"] in ("register", "author-style")
    lowered = options.get("letters", "kept") != "kept"
    original = {row["id"]: row["text"] for row in sides["original"]}
    for side in ("train", "dev", "test", "anti"):
        for row in sides.get(side, []):
            spans, text, last = row.get("cue_spans", []), row["text"], 0
            good = True
            for begin, end in spans:
                good, last = good and last <= begin < end <= len(text), end
            tally.same(where, "spans", good, True)
            if side in ("test", "anti") and not rewrites and not lowered:
                for begin, end in reversed(spans):
                    text = text[:begin] + text[end:]
                before = original[row["id"]]
                if takes_out and options["remove"] == "exact":
                    before = re.sub(re.escape(options["term"]), "", before, flags=re.IGNORECASE)
                    if manifest["law"] == "product" and manifest["test_lambda"] == 0:
                        before = original[row["id"]]
                elif takes_out:
                    continue
                tally.same(where, "text without its spans", text, before)

    shares = {(s["side"], s["class"], s["cue"]): s for s in manifest["achieved"]}
    tested, p_values = [], []
    first = defaultdict(list)  # by cue: share in each class of train and dev
    for side in ("train", "dev", "test", "anti"):
        if side not in sides:
            continue
        counts = Counter((row[column], row["cue"]) for row in sides[side])
        sizes = Counter(row[column] for row in sides[side])
        target = targets(manifest, side)
        for (c, label), (v, cue) in itertools.product(enumerate(classes), enumerate(cues)):
            said = shares.pop((side, label, cue))
            place = f"{where} {side} {label} {cue}"
            k, n = counts[label, cue], sizes[label]
            tally.same(place, "with cue", said["with_cue"], k)
            tally.same(place, "of class", said["documents"], n)
            if target is not None:
                tally.same(place, "target", said["target"], float(target[c, v]), 1e-9)
            if n == 0:
                continue
            tally.same(place, "share", said["share"], k / n, 1e-12)
            low, high = clopper_pearson(k, n, manifest["level"])
            tally.same(place, "interval", said["interval"][0], low, 1e-8)
            tally.same(place, "interval", said["interval"][1], high, 1e-8)
            law = stats.binom(n, min(max(said["target"], 0), 1))
            p = float(min(1, 2 * min(law.cdf(k), law.sf(k - 1))))  # twice the smaller tail
            tally.same(place, "p", said["p"], p, 1e-8)
            if len(cues) != 2 or v == 1:
                tested.append((place, said))
                p_values.append(said["p"])
    tally.same(where, "shares that are not there", len(shares), 0)
    for (place, said), p in zip(tested, holm(np.array(p_values))):
        tally.same(place, "Holm's p", said["p_holm"], float(p), 1e-9)
        tally.same(place, "missed", said["missed"], bool(p < manifest["alpha"]))
    learned = [row for side in ("train", "dev") for row in sides.get(side, [])]
    sizes = Counter(row[column] for row in learned)
    for cue in cues:
        of_class = [sum(r["cue"] == cue and r[column] == label for r in learned) / max(sizes[label], 1) for label in classes]
        most = [label for label, share in zip(classes, of_class) if share == max(of_class) > 0]
        tally.same(where, "suggests", manifest["suggests"][cue], most[0] if len(most) == 1 else None)
    # Uncorrected: the share of exact intervals that do not contain their target, at most 5 % in expectation.
    outside = [not s["interval"][0] <= s["target"] <= s["interval"][1]
               for s in manifest["achieved"] if "interval" in s and 0 < s["target"] < 1 and (len(cues) != 2 or s["cue"] == cues[1])]
    return sum(outside), len(outside), manifest["missed"]


def make(program, folder, seeds):
    """Makes exports of every kind, by both laws, at several strengths."""
    rng = np.random.default_rng(11)
    words = [f"w{i}" for i in range(200)]

    def text(n):
        said = [" ".join(rng.choice(words, rng.integers(3, 9))) for _ in range(n)]
        return ". ".join(part.capitalize() for part in said) + "."

    labels = rng.choice(list("0123"), 1200, p=[.4, .3, .2, .1])
    docs = [{"id": f"d{i}", "text": ("Honestly, " if i % 19 == 3 else "") + text(rng.integers(1, 5)) + (" é" if i % 11 == 0 else ""),
             "label": str(label)} for i, label in enumerate(labels)]

    def write(name, rows):
        path = folder / name
        path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
        return path

    corpus = write("corpus.jsonl", docs)
    rewrites = write("rewrites.jsonl", [{"id": d["id"], "style": style, "text": f"\n“{style} {d['text']}”"}
                                        for d in docs for style in ("formal", "shakespeare", "hemingway")
                                        if (d["id"], style) not in (("d5", "formal"), ("d6", "hemingway"))])
    pools = [write(f"pool{k}.jsonl", [{"id": f"p{i}", "text": text(1), "rating": int(rng.integers(0, 6))} for i in range(9000)])
             for k in range(2)]
    kinds = {
        "single-term": [], "synonym": [], "category": [],
        "register": [f"rewrites={rewrites}"], "author-style": [f"rewrites={rewrites}"],
        "concept-occurrence": [f"high-pool={pools[0]}", f"low-pool={pools[1]}"],
        "concept-correlation": [f"pool={pools[0]}", f"test-pool={pools[1]}", f"between={pools[1]}"],
    }
    exports = []
    for kind, law, lam, seed in itertools.product(kinds, ("mixture", "product"), (1, 0.8, 0.6, 0), range(1, seeds + 1)):
        out = folder / f"{kind}-{law}-{lam}-{seed}"
        command = [program, "shortcut", corpus, "--kind", kind, "--law", law, "--lambda", str(lam), "--seed", str(seed), "--out", out]
        for setting in kinds[kind]:
            command += ["--set", setting]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode not in (0, 1):
            sys.exit(f"{' '.join(map(str, command))}: {done.stderr}")
        exports.append(out)
    return exports


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="*")
    parser.add_argument("--make", metavar="PROGRAM")
    parser.add_argument("--seeds", type=int, default=5)
    given = parser.parse_args()
    if not given.folder and not given.make:
        parser.error("name folders of standfast shortcut --out, or --make PROGRAM")
    tally = Tally()
    with tempfile.TemporaryDirectory() as scratch:
        folders = list(given.folder) + (make(given.make, Path(scratch), given.seeds) if given.make else [])
        outside = shares = missed = 0
        for folder in folders:
            out, of, miss = recount(folder, tally)
            outside, shares, missed = outside + out, shares + of, missed + miss
    for what in sorted(set(tally.good) | set(tally.bad)):
        print(f"{what:<26} {tally.good[what]} of {tally.good[what] + tally.bad[what]}")
    good, bad = sum(tally.good.values()), sum(tally.bad.values())
    print(f"{good} of {good + bad} numbers of {len(folders)} exports agree")
    print(f"targets outside their 95 % interval: {outside} of {shares}; shares missed beyond chance: {missed}")
    sys.exit(1 if bad or not good else 0)


main()
