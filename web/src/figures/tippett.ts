// The share of pairs with at least a given LR: a panel per model and condition, a curve per truth.
import * as Plot from "@observablehq/plot";
import { kDifferent, kSame } from "../style";
import { compose } from "../svg";
import { asSvg, byModel, columnsFor, type Drawing, type Figure, panelTitle, type Scene } from "./figure";

const percent = (share: number): string => `${(100 * share).toFixed(share < 0.0995 ? 1 : 0)} %`;

// To the right of its last step a curve is 0.
const toTheRight = (steps: [number, number][], right: number): [number, number][] => {
  if (steps.length === 0) return [];
  const last = steps[steps.length - 1][0];
  return [...steps, [last + 1e-9, 0], [right, 0]];
};

export const tippett: Figure = {
  name: "tippett",
  usesMetric: false,
  draw({ corpus, width }: Scene): Drawing {
    const { columns, panelWidth } = columnsFor(width, 270, Math.max(1, corpus.conditions.length));
    const ordered = byModel(corpus.tippett);
    const places = ordered.flatMap((curve) => [...curve.same, ...curve.different].map(([x]) => x));
    const low = Math.min(-0.5, ...places);
    const high = Math.max(0.5, ...places);
    const panels = ordered.map((curve) => {
      const layer = (steps: [number, number][], style: typeof kSame, from: 1 | 3): Plot.Markish[] => [
        Plot.areaY(curve.band.filter((at) => at[from] !== null), { x: (at) => at[0], y1: (at) => at[from], y2: (at) => at[from + 1],
          fill: style.color, fillOpacity: 0.22 }),
        // "At least x" holds up to and with x, so a step falls behind its own place.
        Plot.line([[low, 1], ...toTheRight(steps, high)], { x: "0", y: "1", stroke: style.color, strokeWidth: 1.8, strokeDasharray: style.dash, curve: "step-before" }),
      ];
      return {
        title: panelTitle(corpus, curve),
        chart: asSvg(Plot.plot({
          width: panelWidth, height: 190, marginLeft: 54, marginRight: 10, marginBottom: 36, marginTop: 10,
          x: { domain: [low, high], label: "log10 LR", ticks: 6, labelAnchor: "center", labelArrow: "none" },
          y: { domain: [0, 1], label: "pairs with at least x", tickFormat: "%", ticks: 4, labelAnchor: "center", labelArrow: "none" },
          marks: [
            Plot.frame({ strokeOpacity: 0.25 }),
            Plot.ruleX([0], { strokeOpacity: 0.5 }),
            ...layer(curve.different, kDifferent, 3),
            ...layer(curve.same, kSame, 1),
            Plot.text(["misleading"], { frameAnchor: "top-right", dx: -6, dy: 6, fontSize: 10.5 }),
            Plot.text([`${percent(curve.misleading_same)} of same`], { frameAnchor: "top-right", dx: -6, dy: 19, fontSize: 10.5 }),
            Plot.text([`${percent(curve.misleading_different)} of different`], { frameAnchor: "top-right", dx: -6, dy: 32, fontSize: 10.5 }),
          ],
        })),
      };
    });
    return {
      svg: compose(panels, columns, width, [
        { ...kSame, shape: "line" },
        { ...kDifferent, shape: "line" },
      ]),
      rows: ordered.flatMap((curve) => ([["same", curve.same], ["different", curve.different]] as const).flatMap(([truth, steps]) =>
        steps.map(([x, share]) => ({ corpus: corpus.name, model: corpus.models[curve.m], condition: corpus.conditions[curve.c], truth,
          log10_lr: x, share_at_least: share })))),
    };
  },
};
