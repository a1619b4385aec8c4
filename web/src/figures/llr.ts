// Where the LRs of same-author and different-author pairs lie; what misleads is filled in.
import * as Plot from "@observablehq/plot";
import { kDifferent, kSame } from "../style";
import { compose } from "../svg";
import { asSvg, byModel, columnsFor, type Drawing, type Figure, panelTitle, type Scene } from "./figure";

interface Bin {
  low: number;
  high: number;
  share: number;
  pairs: number;
}

function bins(counts: number[], neutral: number, from: number, step: number): Bin[] {
  const total = counts.reduce((sum, n) => sum + n, neutral);
  return counts.map((pairs, i) => ({ low: from + i * step, high: from + (i + 1) * step, pairs, share: total ? pairs / total : 0 }));
}

const outline = (some: Bin[]): { x: number; y: number }[] => some.flatMap((bin) => [{ x: bin.low, y: bin.share }, { x: bin.high, y: bin.share }]);

export const llr: Figure = {
  name: "llr",
  usesMetric: false,
  draw({ corpus, width }: Scene): Drawing {
    const { columns, panelWidth } = columnsFor(width, 270, Math.max(1, corpus.conditions.length));
    const ordered = byModel(corpus.llr).map((histogram) => ({
      ...histogram,
      of: {
        same: bins(histogram.same, histogram.neutral_same, histogram.from, histogram.step),
        different: bins(histogram.different, histogram.neutral_different, histogram.from, histogram.step),
      },
    }));
    const low = Math.min(...ordered.map((histogram) => histogram.from));
    const high = Math.max(...ordered.map((histogram) => histogram.from + histogram.step * histogram.same.length));
    const panels = ordered.map((histogram) => {
      const { same, different } = histogram.of;
      const top = Math.max(0.01, ...same.map((bin) => bin.share), ...different.map((bin) => bin.share));
      const half = histogram.step / 2;
      const layer = (all: Bin[], style: typeof kSame, misleads: (bin: Bin) => boolean): Plot.Markish[] => [
        Plot.areaY(outline(all), { x: "x", y1: 0, y2: "y", fill: style.color, fillOpacity: 0.15 }),
        Plot.areaY(outline(all.filter(misleads)), { x: "x", y1: 0, y2: "y", fill: style.color, fillOpacity: 0.65 }),
        Plot.lineY(outline(all), { x: "x", y: "y", stroke: style.color, strokeWidth: 1.5, strokeDasharray: style.dash }),
      ];
      return {
        title: panelTitle(corpus, histogram),
        chart: asSvg(Plot.plot({
          width: panelWidth, height: 180, marginLeft: 46, marginRight: 10, marginBottom: 36, marginTop: 10,
          x: { domain: [low, high], label: "log10 LR", ticks: 6, labelAnchor: "center", labelArrow: "none" },
          y: { domain: [0, top * 1.1], label: "share of pairs", tickFormat: "%", ticks: 4, labelAnchor: "center", labelArrow: "none" },
          marks: [
            ...layer(different, kDifferent, (bin) => bin.low > -half),
            ...layer(same, kSame, (bin) => bin.high < half),
            Plot.ruleX([0], { strokeOpacity: 0.6 }),
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
      rows: ordered.flatMap((histogram) => (["same", "different"] as const).flatMap((truth) => {
        const base = { corpus: corpus.name, model: corpus.models[histogram.m], condition: corpus.conditions[histogram.c], truth };
        const neutral = truth === "same" ? histogram.neutral_same : histogram.neutral_different;
        const rounded = (x: number): number => Math.round(x * 1e6) / 1e6;
        return [...histogram.of[truth].map((bin) => ({ ...base, log10_lr_from: rounded(bin.low), log10_lr_to: rounded(bin.high), pairs: bin.pairs })),
          { ...base, log10_lr_from: 0, log10_lr_to: 0, pairs: neutral }];
      })),
    };
  },
};
