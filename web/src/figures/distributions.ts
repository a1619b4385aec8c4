// How the scores of same-author and different-author pairs lie, with the band of non-answers that calibration made.
import * as Plot from "@observablehq/plot";
import type { Distribution } from "../data";
import { kDifferent, kSame } from "../style";
import { compose } from "../svg";
import { asSvg, columnsFor, type Drawing, type Figure, type Scene } from "./figure";

interface Step {
  low: number;
  high: number;
  share: number;
  pairs: number;
  kind: string;
}

function steps(counts: number[], unanswered: number, kind: string): Step[] {
  const total = counts.reduce((sum, n) => sum + n, unanswered);
  return counts.map((n, i) => ({ low: i / counts.length, high: (i + 1) / counts.length, share: total ? n / total : 0, pairs: n, kind }));
}

// The outline of a histogram: two points a bin.
const outline = (bins: Step[]): { x: number; y: number }[] => bins.flatMap((bin) => [{ x: bin.low, y: bin.share }, { x: bin.high, y: bin.share }]);

function thresholdText(distribution: Distribution): { text: string; x: number; anchor: "start" | "end" }[] {
  if (distribution.thresholds.length === 0) return [];
  const mean = (key: "p1" | "p2"): string =>
    (distribution.thresholds.reduce((sum, t) => sum + t[key], 0) / distribution.thresholds.length).toFixed(2);
  return [
    { text: `p1 = ${mean("p1")}`, x: 0.49, anchor: "end" },
    { text: `p2 = ${mean("p2")}`, x: 0.51, anchor: "start" },
  ];
}

export const distributions: Figure = {
  name: "distributions",
  usesMetric: false,
  draw({ corpus, width }: Scene): Drawing {
    const { columns, panelWidth } = columnsFor(width, 270, Math.max(1, corpus.conditions.length));
    const ordered = [...corpus.distributions].sort((a, b) => a.m - b.m || a.c - b.c);
    const panels = ordered.map((distribution) => {
      const same = steps(distribution.same, distribution.unanswered_same, kSame.label);
      const different = steps(distribution.different, distribution.unanswered_different, kDifferent.label);
      const top = Math.max(0.01, ...same.map((s) => s.share), ...different.map((s) => s.share));
      const pairs = [...distribution.same, ...distribution.different].reduce((sum, n) => sum + n, 0);
      const unanswered = distribution.unanswered_same + distribution.unanswered_different;
      const silent = (100 * unanswered) / Math.max(1, unanswered + pairs);
      const layer = (bins: Step[], style: typeof kSame): Plot.Markish[] => [
        Plot.areaY(outline(bins), { x: "x", y1: 0, y2: "y", fill: style.color, fillOpacity: 0.25 }),
        Plot.lineY(outline(bins), { x: "x", y: "y", stroke: style.color, strokeWidth: 1.6, strokeDasharray: style.dash }),
      ];
      const labels = thresholdText(distribution);
      return {
        title: `${corpus.models[distribution.m]} · ${corpus.conditions[distribution.c]}`,
        chart: asSvg(Plot.plot({
          width: panelWidth, height: 170, marginLeft: 44, marginRight: 10, marginBottom: 36, marginTop: 24,
          x: { domain: [0, 1], label: "score", ticks: 5, labelAnchor: "center", labelArrow: "none" },
          y: { domain: [0, top * 1.05], label: "share of pairs", tickFormat: "%", ticks: 4, labelAnchor: "center", labelArrow: "none" },
          marks: [
            ...layer(different, kDifferent),
            ...layer(same, kSame),
            Plot.ruleX(labels, { x: "x", strokeDasharray: "3 2", strokeOpacity: 0.8 }),
            ...labels.map((label) => Plot.text([label], { x: "x", text: "text", frameAnchor: "top", textAnchor: label.anchor,
              dy: -14, dx: label.anchor === "end" ? -1 : 1, fontSize: 10.5 })),
            ...(unanswered > 0 ? [Plot.text([`${silent.toFixed(silent < 1 ? 1 : 0)} % unanswered`], { frameAnchor: "top-right", dy: 4, dx: -2, fontSize: 10.5 })] : []),
            Plot.ruleY([0], { strokeOpacity: 0.5 }),
          ],
        })),
      };
    });
    return {
      svg: compose(panels, columns, width, [
        { ...kSame, shape: "area" },
        { ...kDifferent, shape: "area" },
      ]),
      rows: ordered.flatMap((distribution) =>
        [...steps(distribution.same, distribution.unanswered_same, kSame.label), ...steps(distribution.different, distribution.unanswered_different, kDifferent.label),
          { low: 0.5, high: 0.5, pairs: distribution.unanswered_same, share: null, kind: `${kSame.label}, unanswered` },
          { low: 0.5, high: 0.5, pairs: distribution.unanswered_different, share: null, kind: `${kDifferent.label}, unanswered` }]
          .map((bin) => ({ corpus: corpus.name, model: corpus.models[distribution.m], condition: corpus.conditions[distribution.c],
            pairs_are: bin.kind, score_from: bin.low, score_to: bin.high, pairs: bin.pairs, share: bin.share }))),
    };
  },
};
