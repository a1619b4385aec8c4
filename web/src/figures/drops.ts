// What a drop is made of: all of it and its parts (data, blocks, topic).
import * as Plot from "@observablehq/plot";
import { conditionColor } from "../style";
import { compose, shorten, textWidth } from "../svg";
import { asSvg, type Drawing, type Figure, type Scene } from "./figure";

export const dropParts: Figure = {
  name: "drops",
  usesMetric: false,
  draw({ page, corpus, width }: Scene): Drawing {
    const { classified } = corpus;
    if (classified === null) throw new Error("not a run of classification");
    const parts = [...new Set(classified.drops.flatMap((drop) => drop.parts.map((part) => part.name)))];
    const rows = classified.drops.flatMap((drop) => drop.parts.flatMap((part) =>
      part.v === null ? [] : [{ condition: corpus.conditions[drop.c], model: corpus.models[drop.m], part: part.name, k: parts.indexOf(part.name),
        value: part.v, low: part.low ?? part.v, high: part.high ?? part.v, p: part.p }]));
    const most = width < 560 ? 14 : 30;
    const label = (name: string): string => shorten(name, most);
    const names = [...new Set(rows.map((row) => row.condition))];
    const models = [...new Set(rows.map((row) => row.model))];
    const left = 16 + Math.max(0, ...parts.map((name) => textWidth(name, 11)));
    const chartOf = (condition: string): SVGSVGElement => asSvg(Plot.plot({
      width, height: 56 + models.length * 24 * Math.max(3, parts.length), marginLeft: left, marginRight: 16 + Math.max(...models.map((name) => textWidth(label(name), 11))), marginTop: 10, marginBottom: 40,
      x: { domain: [Math.min(0, ...rows.map((row) => row.low)), Math.max(0, ...rows.map((row) => row.high))], nice: true, label: "accuracy lost", grid: true, ticks: Math.max(3, Math.floor(width / 120)), labelAnchor: "center", labelArrow: "none" },
      y: { domain: parts, label: null, tickSize: 0, padding: 0.2 },
      fy: { domain: models, label: null, tickFormat: label, padding: 0.12 },
      marks: [
        Plot.frame({ strokeOpacity: 0.15 }),
        Plot.ruleX([0], { strokeOpacity: 0.5 }),
        Plot.barX(rows.filter((row) => row.condition === condition), { x: "value", y: "part", fy: "model", fill: (row: { k: number }) => conditionColor(row.k), fillOpacity: 0.7 }),
        Plot.ruleY(rows.filter((row) => row.condition === condition), { x1: "low", x2: "high", y: "part", fy: "model", stroke: "currentColor", strokeWidth: 1.5 }),
      ],
    }));
    const panels = names.map((condition) => ({ title: condition, chart: chartOf(condition) }));
    return {
      svg: compose(panels, 1, width, [{ label: `${Math.round(page.level * 100)} % interval`, color: "currentColor", shape: "line" }]),
      rows: rows.map(({ condition, model, part, value, low, high, p }) => ({ corpus: corpus.name, condition, model, part, value, low, high, p: p ?? "" })),
    };
  },
};
