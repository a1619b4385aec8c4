// Dose and response: the score of every fold against how alike its train and test topics are, a line per model.
import * as Plot from "@observablehq/plot";
import { conditionColor } from "../style";
import { compose } from "../svg";
import { asSvg, columnsFor, type Drawing, type Figure, type Scene } from "./figure";

export const dose: Figure = {
  name: "dose",
  usesMetric: true,
  draw({ page, corpus, metric, width }: Scene): Drawing {
    if (corpus.dose === null) throw new Error("no similarity of train and test topics in this run");
    const points = corpus.dose.points.filter((point) => point.metric === metric);
    const lines = corpus.dose.lines.filter((line) => line.metric === metric);
    if (lines.length === 0) throw new Error("no line: similarity does not vary");
    const [x0, x1] = [Math.min(...points.map((p) => p.x)), Math.max(...points.map((p) => p.x))];
    const [y0, y1] = [Math.min(...points.map((p) => p.y)), Math.max(...points.map((p) => p.y))];
    const room = (a: number, b: number): [number, number] => [a - 0.04 * (b - a || 0.1), b + 0.04 * (b - a || 0.1)];
    const models = [...new Set(points.map((point) => point.m))];
    const { columns, panelWidth } = columnsFor(width, 300, models.length);
    const color = (point: { c: number }): string => conditionColor(point.c);
    const tenth = (slope: number): string => `${slope < 0 ? "−" : "+"}${Math.abs(slope / 10).toFixed(3)}`;
    const panels = models.map((m) => {
      const mine = points.filter((point) => point.m === m).map((point) => ({ ...point, condition: corpus.conditions[point.c] }));
      const line = lines.find((candidate) => candidate.m === m);
      const at = (x: number): number => (line === undefined ? 0 : line.intercept + line.slope * x);
      const words = line === undefined ? "" : `${tenth(line.slope)} per 0.1` +
        (line.low === null || line.high === null ? "" : ` [${tenth(line.low)}, ${tenth(line.high)}]`);
      const chart = Plot.plot({
        width: panelWidth, height: Math.round(panelWidth * 0.72), marginLeft: 44, marginRight: 10, marginTop: 22, marginBottom: 38,
        x: { domain: room(x0, x1), label: "mean cosine of train and test topics", labelAnchor: "center", labelArrow: "none", ticks: 5, grid: true },
        y: { domain: room(y0, y1), label: page.metrics[metric], labelAnchor: "center", labelArrow: "none", ticks: 5, grid: true },
        marks: [
          Plot.frame({ strokeOpacity: 0.15 }),
          Plot.dot(mine, { x: "x", y: "y", fill: color, stroke: color, fillOpacity: 0.4, r: 3,
            channels: { condition: "condition", seed: "seed", fold: "fold" }, tip: { fill: "var(--paper, #fff)" } }),
          ...(line === undefined ? [] : [Plot.line([[x0, at(x0)], [x1, at(x1)]], { strokeWidth: 2.4 })]),
          Plot.text([words], { frameAnchor: "top-right", dy: -14, text: (d: string) => d }),
        ],
      });
      return { title: corpus.models[m], chart: asSvg(chart) };
    });
    const conditions = [...new Set(points.map((point) => point.c))].sort((a, b) => a - b);
    return {
      svg: compose(panels, columns, width, conditions.map((c) => ({ label: corpus.conditions[c], color: conditionColor(c), shape: "dot" as const }))),
      rows: points.map((point) => ({ corpus: corpus.name, metric: page.metrics[metric], model: corpus.models[point.m],
        condition: corpus.conditions[point.c], seed: point.seed, fold: point.fold, similarity: point.x, score: point.y })),
    };
  },
};
