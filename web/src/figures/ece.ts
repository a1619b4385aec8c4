// Empirical cross-entropy over the prior odds: the system, after PAV, and neutral. A panel per model and condition.
import * as Plot from "@observablehq/plot";
import { kDifferent, kSame } from "../style";
import { compose } from "../svg";
import { asSvg, byModel, columnsFor, type Drawing, type Figure, panelTitle, type Scene } from "./figure";

const kPav = { color: kDifferent.color, dash: "6 3", label: "after the best monotone change (PAV)" };

export const ece: Figure = {
  name: "ece",
  usesMetric: false,
  draw({ corpus, width }: Scene): Drawing {
    const { columns, panelWidth } = columnsFor(width, 270, Math.max(1, corpus.conditions.length));
    const ordered = byModel(corpus.ece).filter((curve) => curve.points.length > 0);
    // A system may do much more harm than a panel is worth.
    const top = Math.min(2, 1.05 * Math.max(1, ...ordered.flatMap((curve) => curve.points.map((at) => at[1]))));
    const low = Math.min(...ordered.flatMap((curve) => curve.points.map((at) => at[0])));
    const high = Math.max(...ordered.flatMap((curve) => curve.points.map((at) => at[0])));
    const panels = ordered.map((curve) => ({
      title: panelTitle(corpus, curve),
      chart: asSvg(Plot.plot({
        width: panelWidth, height: 190, marginLeft: 46, marginRight: 10, marginBottom: 36, marginTop: 10,
        x: { domain: [low, high], label: "prior log10 odds of one author", ticks: 5, labelAnchor: "center", labelArrow: "none" },
        y: { domain: [0, top], label: "bits", ticks: 4, labelAnchor: "center", labelArrow: "none" },
        marks: [
          Plot.frame({ strokeOpacity: 0.25 }),
          Plot.ruleX([0], { strokeOpacity: 0.25 }),
          Plot.areaY(curve.points.filter((at) => at[2] !== null), { x: (at) => at[0], y1: (at) => at[2], y2: (at) => at[3],
            fill: kSame.color, fillOpacity: 0.25, clip: true }),
          Plot.line(curve.points, { x: "0", y: "5", stroke: "currentColor", strokeOpacity: 0.75, strokeDasharray: "1.5 3", strokeWidth: 1.8 }),
          Plot.line(curve.points, { x: "0", y: "4", stroke: kPav.color, strokeDasharray: kPav.dash, strokeWidth: 1.8, clip: true }),
          Plot.line(curve.points, { x: "0", y: "1", stroke: kSame.color, strokeWidth: 1.8, clip: true }),
        ],
      })),
    }));
    return {
      svg: compose(panels, columns, width, [
        { label: "the LRs", color: kSame.color, shape: "line" },
        { ...kPav, shape: "line" },
        { label: "neutral: LR 1", color: "currentColor", dash: "1.5 3", shape: "line" },
      ]),
      rows: ordered.flatMap((curve) => curve.points.map(([odds, system, from, to, pav, neutral]) => ({ corpus: corpus.name,
        model: corpus.models[curve.m], condition: corpus.conditions[curve.c], prior_log10_odds: odds, system, low: from, high: to, pav, neutral }))),
    };
  },
};
