// How alike the topics are, in the order of the leaves of the tree beside the map.
import type { Drawing, Figure, Scene } from "./figure";
import { heatMap } from "./heat";

export const similarity: Figure = {
  name: "similarity",
  usesMetric: false,
  draw({ corpus, width }: Scene): Drawing {
    if (corpus.similarity === null) throw new Error("no topic similarity in this run");
    const { topics, rows, joins } = corpus.similarity;
    const cells = topics.flatMap((y, i) => topics.map((x, j) => ({ x, y, value: rows[i][j] })));
    const others = rows.flatMap((row, i) => row.filter((_, j) => i !== j));
    const domain: [number, number] = others.length ? [Math.min(...others), Math.max(...others)] : [0, 1];
    if (domain[0] === domain[1]) domain[1] = domain[0] + 0.01;
    return {
      svg: heatMap(cells, { xs: topics, ys: topics, xLabel: "topic", yLabel: "topic", valueLabel: "cosine", scale: "linear", domain,
        format: (value) => value.toFixed(2), tree: { joins, label: "1 - cosine" } }, width),
      rows: cells.map((cell) => ({ corpus: corpus.name, topic_a: cell.y, topic_b: cell.x, cosine: cell.value })),
    };
  },
};
