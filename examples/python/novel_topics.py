"""How much of a classifier's accuracy is left on topics that it never saw?"""

from __future__ import annotations

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_validate
from sklearn.pipeline import make_pipeline

import standfast as sf


def posts(count: int, seed: int) -> tuple[list[str], list[str], list[str]]:
    """Returns texts, labels and topics: the label depends on the topic more than on anything else in the
    text."""
    rng = np.random.default_rng(seed)
    topics = rng.integers(0, 8, count)
    labels = ["pro" if (topic + rng.integers(0, 3)) % 2 == 0 else "contra" for topic in topics]
    words = rng.integers(0, 50, (count, 12))
    texts = [f"topic{topic} " + " ".join(f"word{word}" for word in row) for topic, row in zip(topics, words)]
    return texts, labels, [f"topic {topic}" for topic in topics]


def main() -> None:
    texts, labels, topics = posts(400, seed=0)
    model = make_pipeline(TfidfVectorizer(), LogisticRegression())
    known = cross_validate(model, texts, labels, cv=sf.StratifiedKFold(5, random_state=1))["test_score"]
    novel = cross_validate(model, texts, labels, groups=topics, cv=sf.TopicKFold(5, random_state=1))["test_score"]
    print(f"accuracy on known topics {known.mean():.2f}, on novel ones {novel.mean():.2f}")


if __name__ == "__main__":
    main()
