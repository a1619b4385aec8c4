// Does a score of 0.8 mean 80 %? A panel per model, a line per condition.
import * as Plot from "@observablehq/plot";
import { conditionColor, conditionDash } from "../style";
import { compose } from "../svg";
import { asSvg, columnsFor, type Drawing, type Figure, type Scene } from "./figure";

export const reliability: Figure = {
  name: "reliability",
  usesMetric: false,
  draw({ corpus, width }: Scene): Drawing {
    const models = corpus.models.map((name, m) => ({ name, lines: corpus.reliability.filter((line) => line.m === m) })).filter((model) => model.lines.length);
    const { columns, panelWidth } = columnsFor(width, 250, models.length);
    const side = Math.min(panelWidth, 340);
    const panels = models.map(({ name, lines }) => ({
      title: name,
      chart: asSvg(Plot.plot({
        width: side, height: side, marginLeft: 44, marginBottom: 40, marginTop: 8, marginRight: 8,
        x: { domain: [0, 1], label: "mean score of the bin", ticks: 5, labelAnchor: "center", labelArrow: "none" },
        y: { domain: [0, 1], label: "share of same-author pairs", ticks: 5, labelAnchor: "center", labelArrow: "none" },
        r: { domain: [0, Math.max(1, ...corpus.reliability.flatMap((line) => line.bins.map((bin) => bin.n)))], range: [1.5, 7] },
        marks: [
          Plot.frame({ strokeOpacity: 0.25 }),
          Plot.link([0], { x1: 0, y1: 0, x2: 1, y2: 1, strokeOpacity: 0.35, strokeDasharray: "2 3" }),
          ...lines.flatMap((line) => [
            Plot.ruleX(line.bins, { x: "score", y1: "low", y2: "high", stroke: conditionColor(line.c), strokeOpacity: 0.4, strokeWidth: 1.5 }),
            Plot.line(line.bins, { x: "score", y: "share", stroke: conditionColor(line.c), strokeDasharray: conditionDash(line.c), strokeWidth: 1.6 }),
            Plot.dot(line.bins, { x: "score", y: "share", r: "n", fill: conditionColor(line.c), fillOpacity: 0.6 }),
          ]),
        ],
      })),
    }));
    return {
      svg: compose(panels, columns, width, corpus.conditions.map((label, c) => ({ label, color: conditionColor(c), dash: conditionDash(c), shape: "line" }))),
      rows: corpus.reliability.flatMap((line) => line.bins.map((bin) => ({ corpus: corpus.name, model: corpus.models[line.m],
        condition: corpus.conditions[line.c], mean_score: bin.score, share_same: bin.share, low: bin.low, high: bin.high, pairs: bin.n }))),
    };
  },
};
