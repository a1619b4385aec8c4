// Where calibration put p1 and p2, fold by fold, on the scale of the model's raw score.
import * as Plot from "@observablehq/plot";
import { conditionColor } from "../style";
import { compose, shorten, textWidth } from "../svg";
import { asSvg, type Drawing, type Figure, type Scene } from "./figure";

export const thresholds: Figure = {
  name: "thresholds",
  usesMetric: false,
  draw({ corpus, width }: Scene): Drawing {
    const rows = corpus.distributions.flatMap((distribution) => distribution.thresholds.map((t) => ({
      model: corpus.models[distribution.m], condition: corpus.conditions[distribution.c], ...t })));
    const models = corpus.models.filter((name) => rows.some((row) => row.model === name));
    const color = (row: { condition: string }): string => conditionColor(corpus.conditions.indexOf(row.condition));
    const label = (name: string): string => shorten(name, width < 560 ? 12 : 26);
    const left = 16 + Math.max(...corpus.conditions.map((name) => textWidth(label(name), 11)));
    const right = 16 + Math.max(...models.map((name) => textWidth(label(name), 11)));
    const chart = Plot.plot({
      width, height: 60 + models.length * (corpus.conditions.length * 22 + 12), marginLeft: left, marginRight: right, marginTop: 16, marginBottom: 36,
      x: { label: "raw score (p1: answers \"different\" up to here; p2: answers \"same\" from here)", grid: true, labelAnchor: "center", labelArrow: "none", ticks: Math.max(3, Math.floor(width / 110)) },
      y: { domain: corpus.conditions, label: null, tickFormat: label, padding: 0.2, tickSize: 0 },
      fy: { domain: models, label: null, tickFormat: label, padding: 0.08 },
      marks: [
        Plot.frame({ strokeOpacity: 0.15 }),
        Plot.ruleY(rows, { x1: "p1", x2: "p2", y: "condition", fy: "model", stroke: color, strokeOpacity: 0.5, strokeWidth: 2 }),
        Plot.dot(rows, { x: "p1", y: "condition", fy: "model", stroke: color, r: 4, strokeWidth: 1.6 }),
        Plot.dot(rows, { x: "p2", y: "condition", fy: "model", fill: color, fillOpacity: 0.7, r: 4 }),
      ],
    });
    return {
      svg: compose([{ title: "", chart: asSvg(chart) }], 1, width, []),
      rows: rows.map((row) => ({ corpus: corpus.name, ...row })),
    };
  },
};
