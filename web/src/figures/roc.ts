// ROC curves: a panel per model, a line per condition.
import * as Plot from "@observablehq/plot";
import { conditionColor, conditionDash } from "../style";
import { compose } from "../svg";
import { asSvg, columnsFor, type Drawing, type Figure, type Scene } from "./figure";

export const roc: Figure = {
  name: "roc",
  usesMetric: false,
  draw({ corpus, width }: Scene): Drawing {
    const models = corpus.models.map((name, m) => ({ name, curves: corpus.roc.filter((curve) => curve.m === m) })).filter((model) => model.curves.length);
    const { columns, panelWidth } = columnsFor(width, 250, models.length);
    const side = Math.min(panelWidth, 340);
    const panels = models.map(({ name, curves }) => ({
      title: name,
      chart: asSvg(Plot.plot({
        width: side, height: side, marginLeft: 44, marginBottom: 40, marginTop: 8, marginRight: 8,
        x: { domain: [0, 1], label: "false positive rate", ticks: 5, labelAnchor: "center", labelArrow: "none" },
        y: { domain: [0, 1], label: "true positive rate", ticks: 5, labelAnchor: "center", labelArrow: "none" },
        marks: [
          Plot.frame({ strokeOpacity: 0.25 }),
          Plot.link([0], { x1: 0, y1: 0, x2: 1, y2: 1, strokeOpacity: 0.35, strokeDasharray: "2 3" }),
          ...curves.map((curve) => Plot.line(curve.points, { x: (p: number[]) => p[0], y: (p: number[]) => p[1],
            stroke: conditionColor(curve.c), strokeDasharray: conditionDash(curve.c), strokeWidth: 2 })),
        ],
      })),
    }));
    return {
      svg: compose(panels, columns, width, corpus.conditions.map((label, c) => ({ label, color: conditionColor(c), dash: conditionDash(c), shape: "line" }))),
      rows: corpus.roc.flatMap((curve) => curve.points.map(([x, y]) => ({ corpus: corpus.name, model: corpus.models[curve.m],
        condition: corpus.conditions[curve.c], false_positive_rate: x, true_positive_rate: y }))),
    };
  },
};
