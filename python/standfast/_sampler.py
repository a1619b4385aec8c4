"""Samplers, which choose topics and documents before a split."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from standfast import _core
from standfast._frames import MadeOf, corpus
from standfast._keywords import refuse_unknown
from standfast._seed import Component, seed_of
from standfast._threads import threads_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Sample:
    """Chosen documents. ``rows`` (intp, ascending), ``topics`` in the order of selection, ``similarity`` of each to the topics
    chosen before it (where the sampler compares topics), ``notes``."""

    def __init__(self, core: _core.Sample, made_of: MadeOf) -> None:
        self._core, self._made_of = core, made_of

    @property
    def rows(self) -> NDArray[np.intp]:
        return self._core.rows

    @property
    def topics(self) -> list[str]:
        return self._core.topics

    @property
    def similarity(self) -> NDArray[np.float64]:
        return self._core.similarity

    @property
    def notes(self) -> list[str]:
        return self._core.notes

    @property
    def method(self) -> str:
        return self._core.method

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return f"Sample({self.method}: {len(self)} of {self._made_of.documents} documents, {len(self.topics)} topics)"


class Sampler(Component):
    """The base of all samplers."""

    _family = "sampler"

    def sample(self, data: Any, *, threads: int | None = None, **roles: Any) -> Sample:
        """Chooses documents.

        Parameters
        ----------
        data : texts or frame
            As ``standfast.corpus`` takes it.
        threads : int, optional
            Number of threads; it changes no byte of the result.
        **roles
            ``topic=``, ``text=`` ... : the name of a column, or the values.
        """
        refuse_unknown(f"{type(self).__name__}.sample", roles, ("threads",))
        documents = corpus(data, **roles)
        core = _core.draw_sample(documents, self._name, self._given(), seed_of(self), threads_of(threads))
        return Sample(core, MadeOf.of(documents))
