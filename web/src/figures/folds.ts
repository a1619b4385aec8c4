// Every fold a dot; over them the score of the condition and its interval.
import * as Plot from "@observablehq/plot";
import { conditionColor } from "../style";
import { compose, shorten, textWidth } from "../svg";
import { asSvg, type Drawing, type Figure, type Scene } from "./figure";

export const folds: Figure = {
  name: "folds",
  usesMetric: true,
  draw({ page, corpus, metric, width }: Scene): Drawing {
    const dots = corpus.folds
      .filter((fold) => fold.v[metric] !== null)
      .map((fold) => ({ condition: corpus.conditions[fold.c], model: corpus.models[fold.m], seed: fold.seed, fold: fold.fold,
        value: fold.v[metric] as number, pairs: fold.n }));
    const means = corpus.cells
      .filter((cell) => cell.metric === metric && cell.v !== null)
      .map((cell) => ({ condition: corpus.conditions[cell.c], model: corpus.models[cell.m], value: cell.v as number,
        low: cell.low ?? (cell.v as number), high: cell.high ?? (cell.v as number) }));
    const color = (row: { condition: string }): string => conditionColor(corpus.conditions.indexOf(row.condition));
    const most = width < 560 ? 12 : 26;
    const label = (name: string): string => shorten(name, most);
    const left = 16 + Math.max(...corpus.conditions.map((name) => textWidth(label(name), 11)));
    const right = 16 + Math.max(...corpus.models.map((name) => textWidth(label(name), 11)));
    const rowHeight = 22;
    const height = 60 + corpus.models.length * (corpus.conditions.length * rowHeight + 12);
    const values = [...dots.map((dot) => dot.value), ...means.flatMap((mean) => [mean.low, mean.high])];
    const [low, high] = values.length ? [Math.min(...values), Math.max(...values)] : [0, 1];
    const room = Math.max(0.01, (high - low) * 0.04);
    const chart = Plot.plot({
      width, height, marginLeft: left, marginRight: right, marginTop: 28, marginBottom: 36,
      x: { domain: [low - room, high + room], label: `${page.metrics[metric]} of a fold`, grid: true, ticks: Math.max(3, Math.floor(width / 110)), labelAnchor: "center", labelArrow: "none" },
      y: { domain: corpus.conditions, label: null, tickFormat: label, padding: 0.2, tickSize: 0 },
      fy: { domain: corpus.models, label: null, tickFormat: label, padding: 0.08 },
      marks: [
        Plot.frame({ strokeOpacity: 0.15 }),
        Plot.dot(dots, { x: "value", y: "condition", fy: "model", fill: color, stroke: color, fillOpacity: 0.45, r: 3.5,
          channels: { seed: "seed", fold: "fold", "test pairs": "pairs" }, tip: { fill: "var(--paper, #fff)" } }),
        Plot.ruleY(means, { x1: "low", x2: "high", y: "condition", fy: "model", stroke: color, strokeWidth: 2 }),
        Plot.tickX(means, { x: "value", y: "condition", fy: "model", stroke: color, strokeWidth: 3 }),
      ],
    });
    const interval = `score and ${Math.round(page.level * 100)} % interval`;
    return {
      svg: compose([{ title: "", chart: asSvg(chart) }], 1, width, [
        { label: "one fold", color: conditionColor(0), shape: "dot" },
        { label: interval, color: conditionColor(0), shape: "interval" },
      ]),
      rows: dots.map((dot) => ({ corpus: corpus.name, metric: page.metrics[metric], ...dot })),
    };
  },
};
