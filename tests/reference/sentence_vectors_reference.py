"""The numbers in tests/neural/sentence_model_test.cc: vectors of a few texts by sentence-transformers.

    python3 tests/reference/sentence_vectors_reference.py FOLDER-OF-all-MiniLM-L6-v2

For each text: the first three numbers of its vector, the last one, and the sum of every number times its
place (1 to 384).
The third text is longer than the 256 tokens that the model reads. Needs numpy and sentence-transformers.
"""
import sys

import numpy as np
from sentence_transformers import SentenceTransformer

TEXTS = ["Caf\u00e9 na\u00efve \U0001f600 \u4f60\u597d, isn't it?", "  two\nlines\t", "word " * 400, "x", ""]
vectors = SentenceTransformer(sys.argv[1]).encode(TEXTS, show_progress_bar=False).astype(np.float64)
for vector in vectors:
    numbers = [*vector[:3], vector[-1], vector @ np.arange(1, 385)]
    print("{" + ", ".join(f"{x:.7f}" for x in numbers) + "},")
