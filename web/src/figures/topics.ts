// Accuracy topic by topic: a panel per model, a dot per topic and condition.
import * as Plot from "@observablehq/plot";
import { conditionColor } from "../style";
import { compose, shorten, textWidth } from "../svg";
import { asSvg, columnsFor, type Drawing, type Figure, type Scene } from "./figure";

export const topics: Figure = {
  name: "topics",
  usesMetric: false,
  draw({ corpus, width }: Scene): Drawing {
    const { classified } = corpus;
    if (classified === null || classified.scores.length === 0) throw new Error("no topics in the predictions of this run");
    const rows = classified.scores.map(([c, m, unit, right, n]) => ({ c, m, condition: corpus.conditions[c], model: corpus.models[m],
      topic: classified.units[unit], accuracy: right / n, n }));
    // Hardest last, by the mean over everything that is drawn.
    const means = new Map<string, number[]>();
    for (const row of rows) means.set(row.topic, [...(means.get(row.topic) ?? []), row.accuracy]);
    const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
    const order = [...means].sort((a, b) => mean(b[1]) - mean(a[1])).map(([name]) => name);
    const models = corpus.models.filter((name) => rows.some((row) => row.model === name));
    const most = width < 560 ? 12 : 24;
    const label = (name: string): string => shorten(name, most);
    const left = 14 + Math.max(...order.map((name) => textWidth(label(name), 10)));
    const rowSize = Math.max(5, Math.min(18, 1100 / order.length));
    const { columns, panelWidth } = columnsFor(width, Math.max(300, left + 160), models.length);
    const largest = Math.max(...rows.map((row) => row.n));
    const panels = models.map((model) => ({
      title: model,
      chart: asSvg(Plot.plot({
        width: panelWidth, height: 58 + rowSize * order.length, marginLeft: rowSize >= 9 ? left : 24, marginRight: 14, marginTop: 10, marginBottom: 40,
        x: { domain: [0, 1], label: "accuracy", grid: true, ticks: 5, labelAnchor: "center", labelArrow: "none" },
        y: { domain: order, label: null, tickFormat: label, ticks: rowSize >= 9 ? undefined : [], tickSize: 0 },
        r: { type: "identity" },
        marks: [
          Plot.frame({ strokeOpacity: 0.15 }),
          Plot.dot(rows.filter((row) => row.model === model), { x: "accuracy", y: "topic", fill: (row: { c: number }) => conditionColor(row.c),
            stroke: (row: { c: number }) => conditionColor(row.c), fillOpacity: 0.55, r: (row: { n: number }) => 2 + 4 * Math.sqrt(row.n / largest),
            channels: { condition: "condition", n: "n" }, tip: { fill: "var(--paper, #fff)" } }),
        ],
      })),
    }));
    return {
      svg: compose(panels, columns, width, corpus.conditions.map((name, c) => ({ label: name, color: conditionColor(c), shape: "dot" }))),
      rows: rows.map(({ condition, model, topic, accuracy, n }) => ({ corpus: corpus.name, condition, model, topic, n, accuracy })),
    };
  },
};
