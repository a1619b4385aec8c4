// Who is taken for whom: a panel per model and condition.
import * as Plot from "@observablehq/plot";
import { kShareScheme } from "../style";
import { compose, shorten, textWidth } from "../svg";
import { asSvg, byModel, columnsFor, panelTitle, type Drawing, type Figure, type Scene } from "./figure";

export const confusion: Figure = {
  name: "confusion",
  usesMetric: false,
  draw({ corpus, width }: Scene): Drawing {
    const { classified } = corpus;
    if (classified === null || classified.confusion.length === 0) throw new Error("no answers in this run");
    const { classes } = classified;
    const label = (name: string): string => shorten(name, 14);
    const margin = 14 + Math.max(...classes.map((name) => textWidth(label(name), 10)));
    const named = classes.length <= 20;
    const { columns, panelWidth } = columnsFor(width, named ? margin + 24 * classes.length : 320, classified.confusion.length);
    const side = Math.min(panelWidth, 560);
    const all = byModel(classified.confusion).map((matrix) => {
      const totals = new Map<number, number>();
      for (const [truth, , n] of matrix.cells) totals.set(truth, (totals.get(truth) ?? 0) + n);
      const cells = matrix.cells.map(([truth, answer, n]) => ({ truth: classes[truth], answer: classes[answer], n, share: n / (totals.get(truth) ?? 1) }));
      return { matrix, cells };
    });
    const panels = all.map(({ matrix, cells }) => ({
      title: panelTitle(corpus, matrix),
      chart: asSvg(Plot.plot({
        width: side, height: side, marginLeft: named ? margin + 14 : 30, marginBottom: named ? margin + 14 : 30, marginTop: 6, marginRight: 8,
        x: { domain: classes, label: "answer", tickFormat: label, tickRotate: -60, ticks: named ? undefined : [], tickSize: 0, padding: 0, labelAnchor: "center", labelArrow: "none" },
        y: { domain: classes, label: "truth", tickFormat: label, ticks: named ? undefined : [], tickSize: 0, padding: 0, labelAnchor: "center", labelArrow: "none" },
        color: { type: "linear", scheme: kShareScheme, range: [0.03, 0.95], domain: [0, 1] },
        marks: [
          Plot.frame({ strokeOpacity: 0.3 }),
          Plot.cell(cells, { x: "answer", y: "truth", fill: "share", inset: 0.5,
            title: (cell: { truth: string; answer: string; n: number; share: number }) => `${cell.truth} taken for ${cell.answer}: ${cell.n} (${(100 * cell.share).toFixed(1)} %)` }),
        ],
      })),
    }));
    return {
      svg: compose(panels, columns, width, []),
      rows: all.flatMap(({ matrix, cells }) => cells.map(({ truth, answer, n }) => ({ corpus: corpus.name, condition: corpus.conditions[matrix.c],
        model: corpus.models[matrix.m], truth, answer, n }))),
    };
  },
};
