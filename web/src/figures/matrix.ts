// Who wrote how much about what.
import type { Drawing, Figure, Scene } from "./figure";
import { heatMap } from "./heat";

export const matrix: Figure = {
  name: "matrix",
  usesMetric: false,
  draw({ corpus, width }: Scene): Drawing {
    if (corpus.matrix === null) throw new Error("no author x topic matrix in this run");
    const { authors, topics, cells } = corpus.matrix;
    const named = cells.map(([a, t, n]) => ({ y: authors[a], x: topics[t], value: n }));
    const most = Math.max(2, ...named.map((cell) => cell.value));
    return {
      svg: heatMap(named, { xs: topics, ys: authors, xLabel: "topic", yLabel: "author", valueLabel: "documents", scale: "log", domain: [1, most],
        format: (value) => value.toFixed(0) }, width),
      rows: named.map((cell) => ({ corpus: corpus.name, author: cell.y, topic: cell.x, documents: cell.value })),
    };
  },
};
