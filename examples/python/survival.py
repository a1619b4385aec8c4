"""What is left of two models' lead when the topic is new: one reads what texts are about, one the little words."""

from __future__ import annotations

import random

from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline

import standfast as sf

LITTLE = ["the", "and", "but", "of", "so", "yet", "nor", "or"]


def posts(count: int) -> dict[str, list[str]]:
    """Returns texts whose authors have two favourite topics and a favourite little word each."""
    draw = random.Random(1)
    columns: dict[str, list[str]] = {"text": [], "author": [], "topic": []}
    for _ in range(count):
        author = draw.randrange(8)
        topic = 2 * author + draw.randrange(2) if draw.random() < 0.8 else draw.randrange(16)
        words = [f"t{topic}w{draw.randrange(5)}" for _ in range(12)]
        words += draw.choices([LITTLE[author]] * 4 + LITTLE, k=10)
        columns["text"].append(" ".join(words))
        columns["author"].append(f"author {author}")
        columns["topic"].append(f"topic {topic}")
    return columns


def most_frequent(train: sf.Documents, test: sf.Documents, seed: int) -> list[str]:
    labels = train.labels or []
    return [max(sorted(set(labels)), key=labels.count)] * len(test)


def main() -> None:
    found = sf.survival(
        posts(800),
        label="author",
        models={
            "topic words": make_pipeline(CountVectorizer(stop_words=LITTLE), MultinomialNB()),
            "little words": make_pipeline(CountVectorizer(vocabulary=LITTLE), MultinomialNB()),
            "most frequent": most_frequent,
        },
        conditions={"5-fold": sf.StratifiedKFold(5), "novel topic": sf.TopicKFold(4)},
        seeds=2,
    )
    print(found)
    topical, little = found["topic words", "novel topic"], found["little words", "novel topic"]
    assert topical["survival"] < 0.3 < little["survival"]


if __name__ == "__main__":
    main()
