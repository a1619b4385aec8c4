"""Runs the tokenizers of Hugging Face (PyPI tokenizers, 0.19.1 was used) for the C++ tests.

usage: tokenizers_reference.py small
           writes tokenizers_small.json beside this file: small made-up tokenizers, hard texts, digests of the answers
       tokenizers_reference.py train LINES FOLDER prefix|plain
           trains a byte-level BPE of 30,000 tokens in the shape of RoBERTa, with or without add_prefix_space
       tokenizers_reference.py sweep LINES
           writes texts with every code point, as lines
       tokenizers_reference.py digests FOLDER LINES OUT
           writes OUT/lines.jsonl and OUT/digests.txt, and FOLDER as OUT/tokenizer; then
           STANDFAST_TOKENIZER_REFERENCE=OUT test_text --gtest_filter=Tokenizer.EqualsTheReferenceOnManyLines
       tokenizers_reference.py time FOLDER LINES
           megabytes a second, text by text and in batches, on one thread

LINES: a file with one JSON string a line. A digest is the number of tokens and the first 8 letters of the SHA-256 of
their ids, begins and ends (three lists of little-endian 32-bit numbers, one after the other). Begins and ends are bytes of
the text as UTF-8; the reference counts code points.
"""

import copy
import hashlib
import json
import os
import pathlib
import random
import shutil
import sys
import time

os.environ["TOKENIZERS_PARALLELISM"] = "false"

import numpy as np
import tokenizers
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

SMALL = pathlib.Path(__file__).with_name("tokenizers_small.json")


def digest(text, encoding):
    sizes = np.frombuffer(text.encode("utf-32-le"), dtype="<u4")
    lengths = 1 + (sizes > 0x7F) + (sizes > 0x7FF) + (sizes > 0xFFFF)
    place = np.concatenate([[0], np.cumsum(lengths)]).astype("<u4")
    offsets = np.array(encoding.offsets, dtype=np.int64).reshape(-1, 2)
    ids = np.array(encoding.ids, dtype="<u4")
    data = ids.tobytes() + place[offsets[:, 0]].tobytes() + place[offsets[:, 1]].tobytes()
    return f"{len(ids)} {hashlib.sha256(data).hexdigest()[:8]}"


def loaded(folder):
    tokenizer = Tokenizer.from_file(str(pathlib.Path(folder) / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def lines_of(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


# ---- hard texts

ATOMS = [
    "a", "the ", "Hello", "world", "don't", "I'LL", "we'll", "'s", "'re ", " 've", "'m", "'d", "''", " ", "  ", "   ", "\n", "\n\n",
    "\t", " \t ", "\r\n", "\u00a0", "\u2003", "\u3000", "\u2028", "\u0085", "\u000b", "\u000c", "\u0000", "\u0007", "\u007f",
    "\ufffd", "\u00ad", "\u200b", "\u200c", "\u200d", "\ufeff", "\ue000", "\u0378", "\ufffe", "\U000e0001", "\U0010ffff",
    "!", "?!", "...", "$5.00", "#tag", "@user", "http://t.co/ab", "x_y", "3.14", "12ab", "\u00bd", "\u2167", "\u0661\u0662", "\u00b2",
    "\u00e9", "e\u0301", "E\u0323\u0301", "e\u0301\u0323", "\u1e69", "s\u0323\u0307", "s\u0307\u0323", "\u0344", "\u0301", "\u0345\u0301",
    "\u0130", "\u1e9e", "\u00df", "\u039f\u0394\u039f\u03a3", "\u01c5", "\ufb01", "\u2460", "\uff21", "\u212b", "\u2126", "\u2025",
    "\u6f22\u5b57", "\U00020000", "\U0002b820", "\U0002b920", "\uf900", "\u4eee\u540d", "\u304c", "\u304b\u3099", "\uff76\uff9e",
    "\ud55c\uad6d\uc5b4", "\u1112\u1161\u11ab", "\uac00\u11a8", "\u0645\u0631\u062d\u0628\u0627", "\u05e9\u05c1\u05b8", "\u0928\u0940",
    "\u0958", "\u0e01\u0e33", "\U0001f601", "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f3f3\ufe0f\u200d\U0001f308",
    "\U0001f44d\U0001f3fd", "\U0001f1e9\U0001f1ea", "\u20ac", "\u2019", "\u201c", "\u2014", "\u00ab", "\u166d", "\U000111c9", "\u1734",
    "\u1885", "\ua9bd", "\u2e43", "\u08d4", "\u1cf2", "\U00011938", "\U0001d160", "\u0f73", "\u302e", "\u16d6", "\U0001123f", "\u0870",
    "[MASK]", "[mask]", "[SEP]", "x[CLS]y", "<mask>", " <mask> ", "<s>", "</s>", "<unk>", "<pad>", "new", "news", "New York", "NEW YORK",
    "n\u00c9w", "lonely", " alone ", "\u00e9new", "_new", "strip", " strip  ",
]


def hard_texts():
    texts = ["", " ", "  ", "\n", "x" * 100, "x" * 101, "\u00e9" * 100, "\u00e9" * 101, "Hello, y'all! How are you \U0001f601 ?"]
    texts += [f"{atom} a{atom}b {atom}" for atom in ATOMS]
    rng = random.Random(1)
    for _ in range(80):
        texts.append("".join(rng.choice(ATOMS) for _ in range(rng.randrange(2, 30))))
    return texts


def sweep():
    """Yields each code point alone, between letters, and after a letter with a mark, in texts of 64 code
    points."""
    points = [chr(c) for c in range(0x110000) if not 0xD800 <= c < 0xE000]
    for begin in range(0, len(points), 64):
        block = points[begin:begin + 64]
        yield " ".join(f"a{c}b" for c in block)
        yield "".join(block)
        yield " ".join(f"{c}1 {c}! e\u0323{c}\u0301{c}" for c in block)


# ---- small tokenizers

def word_pieces():
    words = set("!?.,$#@'\":/_[]<>-" + "abcdefghijklmnopqrstuvwxyz" + "0123456789" + "HWIEN")
    words |= {"##" + c for c in "abcdefghijklmnopqrstuvwxyz0123456789"}
    words |= {"the", "hello", "world", "##world", "don", "user", "##ser", "tag", "http", "new", "york", "##ew", "xx", "##xxx", "Hello", "\u00e9", "##\u00e9",
              "\u6f22", "\u5b57", "\u1112", "##\u1161", "##\u11ab", "\u03bf", "##\u03b4", "##\u03bf", "##\u03c3", "\u20ac", "##\u20ac", "\u0301", "##\u0301", "\u304b", "##\u3099",
              "\u304c", "##\u0323", "##i", "\ufb01", "fi", "\u0661", "##\u0662", "\u200d", "##\u200d", "\U0001f601", "##\U0001f601", "1\u20442", "##\u2044"}
    specials = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    return {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100,
            "vocab": {token: i for i, token in enumerate(specials + sorted(words))}}


def byte_pairs():
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = trainers.BpeTrainer(vocab_size=420, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False,
                                  special_tokens=["<s>", "<pad>", "</s>", "<unk>", "<mask>"])
    tokenizer.train_from_iterator([t for t in hard_texts()] * 3 + ["hello world the new lonely strip x" * 9], trainer)
    return json.loads(tokenizer.to_str())["model"]


def added(content, token_id, special=True, **manners):
    token = {"id": token_id, "content": content, "single_word": False, "lstrip": False, "rstrip": False, "normalized": not special,
             "special": special}
    token.update(manners)
    return token


def cases():
    bert = {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": None, "lowercase": True}
    words, pairs = word_pieces(), byte_pairs()
    size = len(words["vocab"])
    of_bert = [added(token, words["vocab"][token]) for token in ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")]
    ends = {"sep": ["[SEP]", words["vocab"]["[SEP]"]], "cls": ["[CLS]", words["vocab"]["[CLS]"]]}
    template = {
        "type": "TemplateProcessing",
        "single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}},
                   {"SpecialToken": {"id": "[SEP]", "type_id": 0}}],
        "pair": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}},
                 {"SpecialToken": {"id": "[SEP]", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}},
                 {"SpecialToken": {"id": "[SEP]", "type_id": 1}}],
        "special_tokens": {token: {"id": token, "ids": [words["vocab"][token]], "tokens": [token]} for token in ("[CLS]", "[SEP]")}}
    basic = {"type": "BertPreTokenizer"}

    def word_case(name, normalizer, post=template, more=()):
        return {"name": name, "model": "words", "added_tokens": of_bert + list(more), "normalizer": normalizer,
                "pre_tokenizer": basic, "post_processor": post}

    def sequence(*types):
        return {"type": "Sequence", "normalizers": [{"type": one} for one in types]}

    manners = [added("new", words["vocab"]["new"], special=False, single_word=True),
               added("New York", size, special=False), added("strip", size + 1, special=False, lstrip=True, rstrip=True, normalized=False),
               added("alone", size + 2, special=False, single_word=True, normalized=False, lstrip=True),
               added("n\u00c9", size + 3, special=False), added("lonely lonely", size + 4, special=False, rstrip=True)]
    yield word_case("uncased", bert)
    yield word_case("cased", {**bert, "lowercase": False}, {"type": "BertProcessing", **ends})
    yield word_case("accents stay", {**bert, "strip_accents": False})
    yield word_case("cased without accents", {**bert, "lowercase": False, "strip_accents": True})
    yield word_case("only lower case", {**bert, "clean_text": False, "handle_chinese_chars": False, "strip_accents": False}, None)
    yield word_case("added tokens", bert, template, manners)
    yield word_case("nothing normalised", None)
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        yield word_case(form, {"type": form})
    yield word_case("sequence", sequence("NFKC", "Lowercase", "NFD", "StripAccents"))
    yield word_case("lower then composed", sequence("Lowercase", "NFC"), template, manners)

    vocab = pairs["vocab"]
    of_roberta = [added(token, vocab[token], lstrip=token == "<mask>") for token in ("<s>", "<pad>", "</s>", "<unk>", "<mask>")]
    merges = [" ".join(merge) if isinstance(merge, list) else merge for merge in pairs["merges"]]
    pairs["merges"] = merges

    def byte_case(name, prefix, post, normalizer=None, more=(), **rest):
        return {"name": name, "model": "bytes", "added_tokens": of_roberta + list(more), "normalizer": normalizer,
                "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": prefix, "trim_offsets": True, **rest}, "post_processor": post}

    def roberta(trim, prefix):
        return {"type": "RobertaProcessing", "sep": ["</s>", vocab["</s>"]], "cls": ["<s>", vocab["<s>"]], "trim_offsets": trim,
                "add_prefix_space": prefix}

    many = len(vocab)
    manners = [added("new", vocab.get("new", many), special=False, single_word=True), added(" lonely", many, special=False),
               added("strip", vocab.get("strip", many + 1), special=False, lstrip=True, rstrip=True, normalized=False)]
    for prefix in (False, True):
        for trim in (False, True):
            yield byte_case(f"bytes prefix {prefix} trim {trim}", prefix, roberta(trim, prefix))
    yield byte_case("bytes with added tokens", True, roberta(True, True), None, manners)
    yield byte_case("bytes of gpt2", False, {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": False})
    yield byte_case("bytes without words", True, {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True}, use_regex=False)
    yield byte_case("bytes of NFKC", True, roberta(True, True), sequence("NFKC", "Lowercase"), manners)
    yield {"words": words, "bytes": pairs}


def write_small():
    *all_cases, kinds = cases()
    texts = hard_texts()
    long = [["x", 30000], ["ab", 15000], ["\u00e9 ", 5000], [" ", 20000], ["'s", 5000], ["e\u0301\u0323", 5000]]
    two = [["the new world", "hello"], ["", "a b c d e f g"], ["a b c d e f g h i j", "hello the world don't"], ["x y", ""], ["a b c d e f", "a b c d e f g"]]
    for case in all_cases:
        whole = {"version": "1.0", "truncation": None, "padding": None, "decoder": None, **copy.deepcopy(case),
                 "model": kinds[case["model"]]}
        del whole["name"]
        tokenizer = Tokenizer.from_str(json.dumps(whole))
        case["digests"] = [digest(text, tokenizer.encode(text)) for text in texts]
        case["long"] = [digest(unit * times, tokenizer.encode(unit * times)) for unit, times in long]
        case["pairs"], case["cut"] = [], {}
        if case["name"] not in ("uncased", "cased", "nothing normalised", "bytes prefix True trim True", "bytes of gpt2"):
            continue
        for a, b in two:
            for most in (0, 6, 9):
                tokenizer.no_truncation()
                if most:
                    tokenizer.enable_truncation(most)
                encoding = tokenizer.encode(a, b)
                case["pairs"].append({"most": most, "a": a, "b": b, "ids": encoding.ids, "types": encoding.type_ids,
                                      "offsets": [n for pair in encoding.offsets for n in pair]})
        for most in (3, 4, 7):
            tokenizer.enable_truncation(most)
            case["cut"][most] = tokenizer.encode("the new world, hello").ids
    rows = [json.dumps(case, ensure_ascii=True) for case in all_cases]
    with open(SMALL, "w", encoding="ascii") as file:
        file.write('{"made_with": ' + json.dumps(f"tokenizers {tokenizers.__version__}") + ',\n"texts": ' + json.dumps(texts) + ',\n"long": '
                   + json.dumps(long) + ',\n"words": ' + json.dumps(kinds["words"]) + ',\n"bytes": ' + json.dumps(kinds["bytes"]) + ',\n"cases": [\n'
                   + ",\n".join(rows) + "\n]}\n")


# ---- by hand, on real texts

def train(lines, folder, prefix):
    os.makedirs(folder, exist_ok=True)
    tokenizer = tokenizers.ByteLevelBPETokenizer(add_prefix_space=prefix)
    specials = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    tokenizer.train_from_iterator(lines, vocab_size=30000, special_tokens=specials, show_progress=False)
    whole = json.loads(tokenizer._tokenizer.to_str())
    for token in whole["added_tokens"]:
        token["lstrip"] = token["content"] == "<mask>"
    whole["post_processor"] = {"type": "RobertaProcessing", "sep": ["</s>", 2], "cls": ["<s>", 0], "trim_offsets": True,
                               "add_prefix_space": prefix}
    with open(os.path.join(folder, "tokenizer.json"), "w", encoding="utf-8") as file:
        json.dump(whole, file, ensure_ascii=False)


def write_digests(folder, lines, out):
    os.makedirs(out, exist_ok=True)
    shutil.copytree(folder, os.path.join(out, "tokenizer"), dirs_exist_ok=True,
                    ignore=lambda _, names: [name for name in names if not name.startswith(("tokenizer", "vocab", "merges"))])
    shutil.copyfile(lines, os.path.join(out, "lines.jsonl"))
    tokenizer = loaded(folder)
    with open(os.path.join(out, "digests.txt"), "w", encoding="ascii") as file:
        for text in lines_of(lines):
            file.write(digest(text, tokenizer.encode(text)) + "\n")


def measure(folder, lines):
    tokenizer, texts = loaded(folder), lines_of(lines)
    size = sum(len(text.encode()) for text in texts) / 1e6
    for name, work in (("text by text", lambda: [tokenizer.encode(text) for text in texts]),
                       ("batches of 1,000", lambda: [tokenizer.encode_batch(texts[i:i + 1000]) for i in range(0, len(texts), 1000)])):
        best = float("inf")
        for _ in range(3):
            begin = time.process_time()
            work()
            best = min(best, time.process_time() - begin)
        print(f"{name}: {size / best:.2f} MB/s ({size:.1f} MB)")


def main():
    verb, rest = sys.argv[1], sys.argv[2:]
    if verb == "small":
        write_small()
    elif verb == "train":
        train(lines_of(rest[0]), rest[1], rest[2] == "prefix")
    elif verb == "sweep":
        with open(rest[0], "w", encoding="ascii") as file:
            for text in list(sweep()) + hard_texts():
                file.write(json.dumps(text) + "\n")
    elif verb == "digests":
        write_digests(*rest)
    elif verb == "time":
        measure(*rest)
    else:
        sys.exit(__doc__)


main()
