// Critical-difference diagrams: average ranks on an axis, bars over models that cannot be told apart.
import * as Plot from "@observablehq/plot";
import { conditionColor } from "../style";
import { compose, shorten } from "../svg";
import { asSvg, type Drawing, type Figure, type Scene } from "./figure";

export const critical: Figure = {
  name: "critical",
  usesMetric: true,
  draw({ page, corpus, metric, width }: Scene): Drawing {
    if (corpus.ranking === null) throw new Error("nothing is ranked in this run");
    const { models, critical: all } = corpus.ranking;
    const here = all.filter((diagram) => diagram.metric === metric);
    if (here.length === 0) throw new Error("no fold has this metric of every model");
    const k = models.length;
    const most = width < 560 ? 12 : 30;
    const bars = Math.max(0, ...here.map((diagram) => diagram.groups.length));
    const panels = here.map((diagram) => {
      // The better half hangs on the left, the worse half on the right, as Demsar draws them.
      const items = diagram.order.map((m, place) => {
        const left = place < Math.ceil(k / 2);
        return { rank: diagram.rank[m], model: corpus.models[models[m]], color: conditionColor(m), left, level: left ? place : k - 1 - place };
      });
      const levels = Math.ceil(k / 2);
      const top = 14 * bars + 8;
      const depth = (level: number): number => -(top + 12 + 20 * level);
      const low = 1 - 0.42 * (k - 1), high = k + 0.42 * (k - 1);
      const cd = Math.min(diagram.difference, k - 1);
      const chart = Plot.plot({
        width, height: 74 + top + 20 * levels, marginLeft: 8, marginRight: 8, marginTop: 8, marginBottom: 8,
        x: { axis: null, domain: [low, high] },
        y: { axis: null, domain: [depth(levels - 1) - 10, 48] },
        marks: [
          Plot.ruleY([0], { x1: 1, x2: k, strokeWidth: 1.4 }),
          Plot.ruleX(models.map((_, m) => m + 1), { y1: 0, y2: 7, strokeWidth: 1.2 }),
          Plot.text(models.map((_, m) => m + 1), { x: (d: number) => d, y: 0, dy: -15, text: (d: number) => String(d) }),
          Plot.ruleY([36], { x1: 1, x2: 1 + cd, strokeWidth: 2 }),
          Plot.ruleX([1, 1 + cd], { y1: 32, y2: 40, strokeWidth: 2 }),
          Plot.text([0], { x: 1 + cd, y: 36, dx: 8, textAnchor: "start",
            text: () => `critical difference ${diagram.difference.toFixed(2)}, ${diagram.folds} folds` }),
          ...diagram.groups.map(([first, last], i) => Plot.ruleY([-(8 + 14 * i)], {
            x1: diagram.rank[diagram.order[first]] - 0.03, x2: diagram.rank[diagram.order[last]] + 0.03, strokeWidth: 5, strokeOpacity: 0.75 })),
          ...items.flatMap((item) => [
            Plot.line([[item.rank, 0], [item.rank, depth(item.level)], [item.left ? 0.95 : k + 0.05, depth(item.level)]], { stroke: item.color, strokeWidth: 1.6 }),
            Plot.text([item], { x: () => (item.left ? 0.93 : k + 0.07), y: () => depth(item.level), textAnchor: item.left ? "end" : "start", fill: item.color,
              text: () => `${shorten(item.model, most)} ${item.rank.toFixed(2)}` }),
          ]),
        ],
      });
      return { title: corpus.conditions[diagram.c], chart: asSvg(chart) };
    });
    return {
      svg: compose(panels, 1, width, []),
      rows: here.flatMap((diagram) => diagram.order.map((m, place) => ({
        corpus: corpus.name, metric: page.metrics[metric], condition: corpus.conditions[diagram.c], model: corpus.models[models[m]], average_rank: diagram.rank[m],
        folds: diagram.folds, critical_difference: diagram.difference,
        groups: diagram.groups.map(([first, last], i) => (first <= place && place <= last ? String(i + 1) : "")).filter((g) => g !== "").join(" "),
      }))),
    };
  },
};
