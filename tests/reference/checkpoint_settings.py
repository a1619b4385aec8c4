"""Comparison of settings of model folders, one at a time, with the libraries that write them.

    python3 tests/reference/checkpoint_settings.py PROGRAM MODEL [DOCS]

PROGRAM: standfast; MODEL: the folder of all-MiniLM-L6-v2, for its vocabulary alone; DOCS: docs/checkpoints.md, whose list of
settings must have every key that the libraries write for these families. Makes small random models with one setting each, and
compares vectors of sentence-transformers and probabilities of transformers with those of the program. Ends with 1 where a
difference is above 2e-5. Needs torch, transformers 5, sentence-transformers 5.4 or later (tried: 2.15, 5.24, 6.2).
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import numpy as np
import torch
import transformers
from sentence_transformers import SentenceTransformer
from sentence_transformers.base.modules.transformer import Transformer
from sentence_transformers.sentence_transformer.modules.pooling import Pooling
from tokenizers import ByteLevelBPETokenizer
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, BertConfig, BertModel, BertTokenizerFast,
                          DistilBertConfig, RobertaConfig, RobertaModel, RobertaTokenizerFast)

PROGRAM, MODEL = sys.argv[1:3]
TEXTS = ["The court held that the lower ruling was wrong.", "  spaces around \n", "query: the query", "", "a",
         "naive [MASK] cafe [SEP] in <mask> brackets <emoji> newword", "word " * 40 + "the last ones count",
         "First of all: " + "one two three four five six seven eight nine ten " * 3 + "and an end."]
POOLINGS = ("mean", "cls", "max", "lasttoken", "weightedmean", "mean_sqrt_len_tokens", ("max", "cls", "mean"))
worst = {}


def note(name, off):
    worst[name] = off
    print(f"{off:.1e}  {name}", flush=True)


def put(folder, name, value):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(value if isinstance(value, str) else json.dumps(value))


def change(folder, name, **values):
    path = os.path.join(folder, name)
    content = json.load(open(path, encoding="utf-8")) if os.path.exists(path) else {}
    content.update(values)
    put(folder, name, {key: value for key, value in content.items() if value is not None})


def bert(folder):
    torch.manual_seed(1)
    config = BertConfig(vocab_size=30522, hidden_size=32, num_hidden_layers=2, num_attention_heads=4,
                        intermediate_size=64, max_position_embeddings=64, initializer_range=.3)
    BertModel(config).save_pretrained(folder)
    BertTokenizerFast(os.path.join(MODEL, "vocab.txt"), model_max_length=32).save_pretrained(folder)


def roberta(folder):
    torch.manual_seed(2)
    os.makedirs(folder, exist_ok=True)
    trained = ByteLevelBPETokenizer()
    trained.train_from_iterator(TEXTS * 3, vocab_size=400, special_tokens=["<s>", "<pad>", "</s>", "<unk>", "<mask>"],
                                show_progress=False)
    trained.save_model(folder)
    tokenizer = RobertaTokenizerFast(os.path.join(folder, "vocab.json"), os.path.join(folder, "merges.txt"),
                                     model_max_length=32)
    tokenizer.save_pretrained(folder)
    config = RobertaConfig(vocab_size=len(tokenizer), hidden_size=32, num_hidden_layers=2, num_attention_heads=4,
                           intermediate_size=64, max_position_embeddings=66, type_vocab_size=1, initializer_range=.3)
    RobertaModel(config).save_pretrained(folder)


def sentences(folder, encoder, pooling="mean", prompt=None, include_prompt=True):
    plain = folder + "-encoder"
    encoder(plain)
    model = SentenceTransformer(modules=[Transformer(plain), Pooling(32, pooling, include_prompt=include_prompt)],
                                device="cpu", prompts={"q": prompt} if prompt else None,
                                default_prompt_name="q" if prompt else None)
    model.save(folder, create_model_card=False)


def ours(folder, texts):
    corpus, out = folder + ".jsonl", folder + ".npy"
    with open(corpus, "w", encoding="utf-8") as file:
        for i, text in enumerate(texts):
            file.write(json.dumps({"id": str(i), "text": text, "author": "a", "topic": "t"}) + "\n")
    done = subprocess.run([PROGRAM, "encode", corpus, "--encoder", "sentence", "--set", "checkpoint=" + folder, "--out",
                           out], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{folder}: {done.stderr}")
    return np.load(out)


def compare(name, folder, texts=None, theirs=None):
    texts = texts or [text for text in TEXTS if text]  # a corpus has no empty text
    model = SentenceTransformer(folder, device="cpu")
    expected = model.encode(theirs or texts, show_progress_bar=False, batch_size=1)
    note(name, np.abs(ours(folder, texts) - expected).max())


def answers(name, folder):
    torch.manual_seed(3)
    encoder = transformers.AutoConfig.from_pretrained(folder)
    encoder.id2label, encoder.label2id = {0: "no", 1: "yes"}, {"no": 0, "yes": 1}
    AutoModelForSequenceClassification.from_config(encoder).save_pretrained(folder)
    texts = [text for text in TEXTS if text]
    corpus = folder + ".jsonl"
    with open(corpus, "w", encoding="utf-8") as file:
        for i, text in enumerate(texts):
            file.write(json.dumps({"id": str(i), "text": text, "label": ["no", "yes"][i % 2]}) + "\n")
    shutil.rmtree(folder + "-saved", ignore_errors=True)
    for command in (["train", corpus, "--model", "checkpoint", "--set", "path=" + folder, "--target", "label", "--out",
                     folder + "-saved"],
                    ["predict", folder + "-saved", corpus, "--out", folder + "-answers.jsonl"]):
        done = subprocess.run([PROGRAM] + command, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{folder}: {done.stderr}")
    rows = [json.loads(line) for line in open(folder + "-answers.jsonl", encoding="utf-8")]
    made = {row["id"]: row["probabilities"]["yes"] for row in rows if "id" in row}
    model = AutoModelForSequenceClassification.from_pretrained(folder).eval()
    tokenizer = AutoTokenizer.from_pretrained(folder)
    off = 0
    for i, text in enumerate(texts):
        with torch.no_grad():
            scores = model(**tokenizer(text, truncation=True, max_length=32, return_tensors="pt")).logits[0].double()
        off = max(off, abs(torch.softmax(scores, 0)[1].item() - made[str(i)]))
    note(name, off)


def keys_of_the_libraries(folder):
    """Returns the keys of config.json and of the files of sentence-transformers, by the name of the file in
    the list."""
    found = {"config.json": set(), "tokenizer_config.json": set(), "sentence_bert_config.json": set(),
             "config_sentence_transformers.json": set(), "modules.json, each module": set(), "config.json of Pooling": set(),
             "tokenizer.json": set()}
    for kind in (BertConfig, RobertaConfig, DistilBertConfig):
        found["config.json"] |= set(kind().to_dict())
    for name in ("tokenizer_config.json", "sentence_bert_config.json", "config_sentence_transformers.json",
                 "tokenizer.json"):
        found[name] |= set(json.load(open(os.path.join(folder, name), encoding="utf-8")))
    found["modules.json, each module"] |= {key for one in json.load(open(os.path.join(folder, "modules.json"))) for key in one}
    found["config.json of Pooling"] |= set(json.load(open(os.path.join(folder, "1_Pooling/config.json"))))
    return found


with tempfile.TemporaryDirectory() as root:
    new = lambda name: os.path.join(root, name)
    for family in (bert, roberta):
        kind = family.__name__
        for pooling in POOLINGS if family is bert else ("mean",):
            word = pooling if isinstance(pooling, str) else "+".join(pooling)
            folder = new(f"{kind}-{word}")
            sentences(folder, family, pooling)
            compare(f"{kind}: written by this version, {word}", folder)
            folder = new(f"{kind}-{word}-prompt")
            sentences(folder, family, pooling, "query: the ", include_prompt=False)
            compare(f"{kind}: include_prompt false, {word}", folder)
        folder = new(kind + "-left")
        sentences(folder, family)
        change(folder, "tokenizer_config.json", truncation_side="left")
        compare(kind + ": truncation_side left", folder)
        folder = new(kind + "-json-left")
        sentences(folder, family)
        cut = {"direction": "Left", "max_length": 20, "strategy": "LongestFirst", "stride": 0}
        change(folder, "tokenizer.json", truncation=cut)
        config = json.load(open(folder + "/tokenizer_config.json"))
        config.pop("truncation_side", None)
        put(folder, "tokenizer_config.json", config)
        compare(kind + ": direction Left in tokenizer.json alone", folder)
        folder = new(kind + "-added")
        sentences(folder, family)
        config = json.load(open(folder + "/tokenizer_config.json"))
        extra = "court" if family is bert else "e"  # one that the vocabulary has
        config["additional_special_tokens"] = [extra]
        put(folder, "tokenizer_config.json", config)
        compare(kind + ": additional_special_tokens", folder)
        folder = new(kind + "-old")
        sentences(folder, family)
        change(folder, "config_sentence_transformers.json", __version__={"sentence_transformers": "2.7.0"})
        texts = [text for text in TEXTS if text.strip()]
        compare(kind + ": an old folder strips", folder, texts, [text.strip() for text in texts])
        folder = new(kind + "-classes-left")
        family(folder)
        change(folder, "tokenizer_config.json", truncation_side="left")
        answers(kind + ": classes, truncation_side left", folder)
    # A vocabulary file with a separate file of added tokens, as in old folders; the table has room for the
    # tokens.
    folder = new("bert-words")
    torch.manual_seed(4)
    config = BertConfig(vocab_size=30524, hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64,
                        max_position_embeddings=64, initializer_range=.3)
    BertModel(config).save_pretrained(folder)
    shutil.copy(os.path.join(MODEL, "vocab.txt"), folder)
    put(folder, "tokenizer_config.json", {"do_lower_case": True, "model_max_length": 32, "tokenizer_class": "BertTokenizer"})
    put(folder, "special_tokens_map.json", {"additional_special_tokens": ["<emoji>"]})
    put(folder, "added_tokens.json", {"<emoji>": 30522, "newword": 30523})
    compare("bert: vocab.txt with added_tokens.json", folder)
    missing = []
    if len(sys.argv) > 3:
        page = open(sys.argv[3], encoding="utf-8").read()
        keys = keys_of_the_libraries(new("bert-mean"))
        for file, names in keys.items():
            rows = "".join(re.findall(rf"^\| `{re.escape(file)}` \|.*$", page, re.M))
            missing += [f"{file}: {name}" for name in sorted(names) if f"`{name}`" not in rows]
print("keys that docs do not list:", missing or "none")
sys.exit(1 if max(worst.values()) > 2e-5 or missing else 0)
