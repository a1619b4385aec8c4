"""WordPiece vocabularies by Hugging Face's tokenizers (0.19.1), for comparison with those of Standfast.

usage: wordpiece_trainer.py small
           writes wordpiece_small.json beside this file: small corpora, most of few letters so that many pairs are tied
       wordpiece_trainer.py TEXTS OUT [--pieces 4000] [--least 2] [--characters 1000] [--cased] [--as-it-is]
           writes OUT as a vocab.txt. TEXTS is plain text, a line at a time, or .jsonl[.gz] with "text"

BERT's normalizer and words. tokenizers numbers the pieces "##x" of one character in the order of a hash table of words,
another one in each run, and breaks ties by these numbers. So here the alphabet is given as special tokens: [PAD] [UNK] [CLS]
[SEP] [MASK], then the most frequent characters (of equally frequent ones the smaller code points) sorted, then "##x" of
the characters that stand within a word, sorted. Everything after that is by tokenizers. --as-it-is leaves the
numbers to tokenizers.
"""
import argparse
import collections
import gzip
import json
import pathlib
import random
import sys
import time

from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, trainers


def trained(texts, pieces, least, characters, lower, as_it_is=False):
    normalizer, words = normalizers.BertNormalizer(lowercase=lower), pre_tokenizers.BertPreTokenizer()
    special, limit = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"], characters
    if not as_it_is:
        counts, within = collections.Counter(), set()
        for text in texts:
            for word, _ in words.pre_tokenize_str(normalizer.normalize_str(text)):
                counts.update(word)
                within.update(word[1:])
        kept = sorted(sorted(counts, key=lambda c: (-counts[c], ord(c)))[:characters])
        special += kept + ["##" + c for c in kept if c in within]
        limit = 0
    started = time.time()
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer, tokenizer.pre_tokenizer = normalizer, words
    tokenizer.train_from_iterator(texts, trainers.WordPieceTrainer(
        vocab_size=pieces, min_frequency=least, limit_alphabet=limit, special_tokens=special, show_progress=False))
    vocabulary = tokenizer.get_vocab()
    return sorted(vocabulary, key=vocabulary.get), time.time() - started


def small_cases():
    def letters(seed, alphabet, words, longest):
        draw = random.Random(seed)
        made = ["".join(draw.choices(alphabet, k=draw.randint(1, longest))) for _ in range(words)]
        return [" ".join(draw.choices(made, weights=[1 / (i + 1) for i in range(words)], k=3 * words))]

    mixed = ["Caf\u00e9 na\u00efve NA\u00cfVE, cafe\u0301s \u4f60\u597d\u4f60 don't don't-stop x_y \U0001f600\U0001f600 \ud55c\uad6d\uc5b4 \u0130stanbul",
             "caf\u00e9s\tcaf\u00e9\u00a0tables\r\ntable\x07top \u00adtabletop\u2028tab \u03a3\u03af\u03c3\u03c5\u03c6\u03bf\u03c2 a\u0378b a\u0378b (tables)!!", "", "the then thence the  THE"]
    yield letters(1, "ab", 60, 12), 80, 1, 1000, True
    yield letters(2, "abc", 120, 10), 300, 2, 1000, True
    yield letters(3, "abcde", 200, 8), 1000, 3, 1000, True
    yield letters(4, "abcdefgh", 100, 7), 200, 1, 5, True  # characters that are left out
    yield letters(5, "aaab", 60, 14), 500, 1, 1000, True
    yield letters(6, "abc", 40, 20), 20000, 1, 1000, True
    for lower in (True, False):
        yield mixed, 120, 1, 1000, lower
        yield mixed, 60, 1, 9, lower
    yield letters(7, "abcdefgh", 30, 7), 10, 1, 1000, True  # fewer than the alphabet


def write_small():
    cases = [{"texts": texts, "pieces": pieces, "least": least, "characters": characters, "lower": lower,
              "vocabulary": " ".join(trained(texts, pieces, least, characters, lower)[0])}
             for texts, pieces, least, characters, lower in small_cases()]
    with open(pathlib.Path(__file__).with_name("wordpiece_small.json"), "w", encoding="utf-8") as out:
        out.write("[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]\n")


def read(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8", newline="\n") as lines:
        return [json.loads(line)["text"] if ".jsonl" in path else line for line in lines]


if __name__ == "__main__":
    if sys.argv[1:] == ["small"]:
        write_small()
        sys.exit()
    parser = argparse.ArgumentParser()
    parser.add_argument("texts")
    parser.add_argument("out")
    parser.add_argument("--pieces", type=int, default=4000)
    parser.add_argument("--least", type=int, default=2)
    parser.add_argument("--characters", type=int, default=1000)
    parser.add_argument("--cased", action="store_true")
    parser.add_argument("--as-it-is", action="store_true")
    given = parser.parse_args()
    vocabulary, seconds = trained(read(given.texts), given.pieces, given.least, given.characters, not given.cased,
                                  given.as_it_is)
    with open(given.out, "w", encoding="utf-8") as out:
        out.writelines(piece + "\n" for piece in vocabulary)
    print(f"{len(vocabulary)} pieces, {seconds:.1f} s")
