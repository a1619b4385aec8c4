"""Vectors of documents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from standfast import _core
from standfast._frames import PARTS, corpus
from standfast._threads import threads_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_ALSO = {"tf-idf": "tfidf"}


def encode(
    data: Any,
    encoder: str = "nmf",
    *,
    preset: str = "",
    random_state: int = 0,
    threads: int | None = None,
    facts: dict[str, Any] | None = None,
    **options: Any,
) -> NDArray[np.float32]:
    """Encodes documents as rows of float32, the vectors that ``standfast encode`` writes.

    Parameters
    ----------
    data : texts or frame
        As ``standfast.corpus`` takes it.
    encoder : str
        A name of ``standfast ls encoders``: ``"tf-idf"`` (``"tfidf"``), ``"lsa"``, ``"nmf"``, ``"sentence"`` ...
    preset : str, optional
        A named set of options.
    random_state : int
        Seed of all draws.
    facts : dict, optional
        Filled with facts about the fit of the encoder.
    **options
        Options of the encoder, with underscores (``components=50``); roles of the data (``text="body"``).

    Returns
    -------
    array of float32
        Sparse vectors are written out in full, up to a gigabyte.
    """
    roles = {part: options.pop(part) for part in (*PARTS, "join_values") if part in options}
    documents = corpus(data, **roles)
    given = {key.replace("_", "-"): value for key, value in options.items()}
    vectors, found = _core.encode(
        documents, _ALSO.get(encoder, encoder), preset, given, random_state, threads_of(threads)
    )
    if facts is not None:
        facts.update(found)
    made: NDArray[np.float32] = vectors
    return made
