"""Makes a text classifier from an encoder, and prints the answers of transformers with it.

usage: checkpoint_classifier.py fit ENCODER TRAIN.jsonl OUT [LABEL_COLUMN]
           the encoder's folder, with a head that scikit-learn's LogisticRegression fits on the state of the first token
       checkpoint_classifier.py ask FOLDER TEXTS.jsonl ANSWERS.jsonl
           one line a text: its id and the probability of each class
       checkpoint_classifier.py compare ANSWERS.jsonl PREDICTIONS.jsonl
           the largest difference between these answers and the predictions of `standfast predict`

Needs torch, transformers and scikit-learn.
"""

import json
import sys


def read(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def batches(items, size=32):
    for at in range(0, len(items), size):
        yield items[at : at + size]


def fit(encoder, train, out, column="label"):
    import numpy as np
    import torch
    from sklearn.linear_model import LogisticRegression
    from transformers import AutoTokenizer, BertForSequenceClassification

    rows = [row for row in read(train) if row.get(column)]
    classes = sorted({row[column] for row in rows})
    names = dict(enumerate(classes))
    tokenizer = AutoTokenizer.from_pretrained(encoder)
    model = BertForSequenceClassification.from_pretrained(
        encoder, num_labels=len(classes), id2label=names, label2id={name: k for k, name in names.items()})
    model.eval()
    with torch.no_grad():
        # The pooler is nearly the identity: tanh(x / 4) does not saturate, and no number of a state is lost.
        model.bert.pooler.dense.weight.copy_(torch.eye(model.config.hidden_size) / 4)
        model.bert.pooler.dense.bias.zero_()
        pooled = []
        for some in batches(rows):
            given = tokenizer([row["text"] for row in some], truncation=True, padding=True, return_tensors="pt")
            pooled.append(model.bert(**given).pooler_output.numpy())
        head = LogisticRegression(max_iter=2000).fit(np.concatenate(pooled), [row[column] for row in rows])
        weight, bias = head.coef_, head.intercept_
        if len(classes) == 2:  # one score, of the second class
            weight, bias = np.concatenate([-weight, weight]) / 2, np.concatenate([-bias, bias]) / 2
        model.classifier.weight.copy_(torch.tensor(weight))
        model.classifier.bias.copy_(torch.tensor(bias))
    model.save_pretrained(out)
    tokenizer.save_pretrained(out)
    print(f"{len(rows)} texts of {len(classes)} classes: {', '.join(classes)}")


def ask(folder, texts, answers):
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForSequenceClassification.from_pretrained(folder).eval()
    limit = min(tokenizer.model_max_length, model.config.max_position_embeddings)
    rows = read(texts)
    with open(answers, "w", encoding="utf-8") as out, torch.no_grad():
        for row in rows:
            given = tokenizer(row["text"], truncation=True, max_length=limit, return_tensors="pt")
            p = torch.softmax(model(**given).logits[0].double(), -1).tolist()
            of = {model.config.id2label[k]: x for k, x in enumerate(p)}
            out.write(json.dumps({"id": str(row["id"]), "probabilities": of}) + "\n")


def compare(answers, predictions):
    ours = {str(row["id"]): row["probabilities"] for row in read(predictions)}
    theirs = {row["id"]: row["probabilities"] for row in read(answers)}
    assert ours.keys() == theirs.keys(), "not the same texts"
    worst = max(abs(p - ours[i].get(name, 0)) for i, of in theirs.items() for name, p in of.items())
    print(f"{len(ours)} texts, largest difference {worst:.2e}")


if __name__ == "__main__":
    {"fit": fit, "ask": ask, "compare": compare}[sys.argv[1]](*sys.argv[2:])
